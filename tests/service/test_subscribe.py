"""What changes is told to the clients that asked to be told, in order, once, and never faster than they read."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from diurnal.client import Client
from diurnal.errors import NotRunning, UsageError
from diurnal.places import Places
from fake_memory import CLOCK, FakeMemory
from service_room import Served, Talk


@pytest.fixture
def memory(served: Served) -> FakeMemory:
    return served.memory


@pytest.fixture
def client(served: Served) -> Iterator[Client]:
    with Client(served.memory.vault, timeout=20) as made:
        yield made


def ticks(told: dict) -> list[int]:  # type: ignore[type-arg]
    return [change["tick"] for change in told["changes"]]


def test_a_subscriber_is_told_each_change_without_asking(talk: Talk, memory: FakeMemory) -> None:
    begun = talk.ask("subscribe")["result"]
    assert (begun["clock"]["tick"], begun["changes"]) == (CLOCK.tick, [])
    for tick in (8, 9):
        memory.move()
        told = talk.hear()
        assert "id" not in told
        assert told["method"] == "changed"
        assert told["params"]["clock"] == {"instance": CLOCK.instance, "tick": tick}
        assert ticks(told["params"]) == [tick]


def test_hello_says_that_it_can_be_subscribed_to(talk: Talk) -> None:
    assert "subscribe" in talk.ask("hello")["result"]["capabilities"]


def test_what_happened_since_the_clock_given_stands_in_the_reply(talk: Talk, memory: FakeMemory) -> None:
    memory.move(2)
    assert ticks(talk.ask("subscribe", clock=str(CLOCK))["result"]) == [8, 9]
    memory.move()
    assert ticks(talk.hear()["params"]) == [10]


def test_a_clock_of_another_instance_says_to_begin_anew(talk: Talk, memory: FakeMemory) -> None:
    assert talk.ask("subscribe", clock="other:3")["result"]["restart"] is True
    memory.move()
    assert talk.hear()["params"]["restart"] is False


def test_requests_are_answered_beside_what_is_told(talk: Talk, memory: FakeMemory) -> None:
    talk.ask("subscribe")
    memory.move()
    talk.say(b'{"id": 5, "method": "dates"}\n')
    lines = [talk.hear(), talk.hear()]
    assert {line.get("id", line.get("method")) for line in lines} == {5, "changed"}


def test_subscribing_again_goes_on_from_its_own_clock(talk: Talk, memory: FakeMemory) -> None:
    talk.ask("subscribe")
    assert ticks(talk.ask("subscribe", clock=f"{CLOCK.instance}:{CLOCK.tick - 1}")["result"]) == [CLOCK.tick]
    memory.move()
    assert ticks(talk.hear()["params"]) == [8]


def test_what_a_slow_reader_left_unread_comes_in_few_lines_and_whole(
    talk: Talk, memory: FakeMemory, served: Served
) -> None:
    """Back-pressure: nothing heaps up in the daemon for who does not read, and nothing is lost to it."""
    talk.ask("subscribe")
    moves = 3_000
    memory.move(moves)
    other = served.connect()
    assert other.ask("status")["result"]["clock"]["tick"] == CLOCK.tick + moves
    other.close()
    seen: list[int] = []
    lines = 0
    while len(seen) < moves:
        seen += ticks(talk.hear()["params"])
        lines += 1
    assert seen == list(range(CLOCK.tick + 1, CLOCK.tick + moves + 1))
    assert lines < moves


def test_a_subscriber_that_hung_up_is_forgotten(memory: FakeMemory, served: Served) -> None:
    talk = served.connect()
    talk.ask("subscribe")
    talk.close()
    memory.move(5)
    other = served.connect()
    assert "result" in other.ask("status")
    other.close()


def test_a_subscription_that_fails_ends_the_connection_and_nothing_else(
    talk: Talk, memory: FakeMemory, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for changes must not wait for ever."""
    talk.ask("subscribe")

    def broken(clock: object) -> object:
        raise RuntimeError("quotes a note")

    monkeypatch.setattr(memory, "since", broken)
    memory.move()
    assert talk.socket.recv(1) == b""
    other = served.connect()
    assert "result" in other.ask("status")
    other.close()


def test_a_client_yields_changes_and_can_be_asked_meanwhile(client: Client, memory: FakeMemory) -> None:
    with client.subscribe() as news:
        memory.move()
        assert [change.tick for change in next(news).changes] == [8]
        assert client.status().clock == news.clock
        memory.move()
        assert [change.tick for change in next(news).changes] == [9]


def test_a_client_goes_on_where_it_ended(client: Client, memory: FakeMemory) -> None:
    with client.subscribe() as news:
        clock = news.clock
    memory.move(2)
    with client.subscribe(clock) as news:
        assert [change.tick for change in next(news).changes] == [8, 9]


def test_closing_ends_the_wait_of_another_thread(client: Client) -> None:
    news = client.subscribe()
    heard: list[object] = []
    waiting = threading.Thread(target=lambda: heard.extend(news))
    waiting.start()
    news.close()
    waiting.join(20)
    assert (waiting.is_alive(), heard) == (False, [])


def test_a_daemon_that_stops_ends_the_wait_with_a_sentence(client: Client, served: Served) -> None:
    news = client.subscribe()
    served.close()
    with pytest.raises(NotRunning, match=r"hung up.*diurnal start"):
        next(news)


def test_without_a_daemon_nothing_is_subscribed_to(vault: Path, places: Places) -> None:
    with Client(vault) as client, pytest.raises(NotRunning):
        client.subscribe()


def test_a_clock_that_is_none_is_refused(client: Client, talk: Talk) -> None:
    with pytest.raises(UsageError, match="expected a clock"):
        client.subscribe("yesterday")
    talk.say(json.dumps({"id": 1, "method": "subscribe", "params": {"since": "x"}}).encode() + b"\n")
    assert "subscribe has no parameter 'since'" in talk.hear()["error"]["message"]


def test_the_daemon_listens_for_changes_only_while_it_serves(served: Served, memory: FakeMemory) -> None:
    assert len(memory.when_moved) == 1
    served.close()
    assert memory.when_moved == []
