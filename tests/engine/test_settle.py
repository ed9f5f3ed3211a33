"""A path is looked at once it rests, and in the end even if it does not."""

from __future__ import annotations

from diurnal.engine.settle import SettleTimes, Settling


def settling() -> Settling:
    return Settling(SettleTimes(quiet_s=0.05, longest_s=1.0))


def test_a_path_is_due_once_it_has_been_quiet() -> None:
    paths = settling()
    paths.hint("a.md", 10.0)
    paths.hint("a.md", 10.04)

    assert paths.next_due() == 10.04 + 0.05
    assert paths.due(10.08) == []
    assert paths.due(10.09) == ["a.md"]
    assert paths.due(11.0) == []
    assert paths.next_due() is None


def test_a_path_that_never_rests_is_due_all_the_same() -> None:
    """A file saved every 50 ms, or every 10, is indexed at least each second."""
    paths = settling()
    due = []
    for tick in range(300):
        now = tick / 100
        paths.hint("a.md", now)
        due += [now for _ in paths.due(now)]

    assert len(due) == 2
    assert due[0] == 1.0


def test_each_path_rests_for_itself() -> None:
    paths = settling()
    paths.hint("a.md", 1.0)
    paths.hint("b.md", 1.03)

    assert list(paths) == ["a.md", "b.md"]
    assert paths.due(1.06) == ["a.md"]
    assert len(paths) == 1

    paths.clear()
    assert paths.due(99.0) == []
