"""``make demo``: a small vault, a daemon, questions over its socket, a note edited meanwhile.

Everything happens in a temporary folder. Ends with status 0 only if every
answer was right and no note but the edited one changed a byte.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# The template's diary ends on 2026-07-21; the questions are asked on the morning after.
NOW = "2026-07-22T09:00"
NEW_NOTE = "diary/2026-07-22.md"
NEW_ENTRY = "## 08:30\n\nThe dentist moved me to four o'clock. 牙医改到下午四点。\n"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what the answer must be: a sentence for people and a test for the machine."""

    method: str
    query: str
    wanted: str
    is_right: Callable[[dict[str, Any]], bool]


def texts(answer: dict[str, Any]) -> list[str]:
    return [hit["record"]["text"] for hit in answer["hits"]]


def first_holds(*words: str) -> Callable[[dict[str, Any]], bool]:
    return lambda answer: bool(answer["hits"]) and all(word in texts(answer)[0] for word in words)


def days(answer: dict[str, Any]) -> set[str]:
    return {hit["record"]["day"] for hit in answer["hits"]}


QUESTIONS = [
    Question("ask", "what did I eat the night before last?", "ramen, on the 20th", first_holds("Ramen")),
    Question("ask", "前天晚上吃了什么", "the same, asked in Chinese", first_holds("Ramen")),
    Question("ask", "上周日中午吃了什么", "beef noodles, on the 19th", first_holds("牛肉面")),
    Question(
        "when",
        "上次搞 PostgreSQL 是什麼時候",
        "on the 21st",
        lambda answer: bool(answer["days"]) and answer["days"][0] == "2026-07-21",
    ),
    Question(
        "ask",
        "where does Maya live?",
        "Paris, and London before",
        lambda answer: (
            first_holds("Paris")(answer)
            and any("London" in linked["record"]["text"] for linked in answer["hits"][0]["linked"])
        ),
    ),
    Question(
        "ask",
        "what happened last Friday?",
        "two entries of the 17th, in their order",
        lambda answer: (
            days(answer) == {"2026-07-17"}
            and len(answer["hits"]) == 2
            and "migration plan" in texts(answer)[0]
        ),
    ),
    Question(
        "ask",
        "what did we decide in last week's meeting?",
        "to keep the queue",
        first_holds("keep the queue"),
    ),
    Question(
        "search",
        'tag:work "migration plan"',
        "the entry of the 17th",
        lambda answer: days(answer) == {"2026-07-17"},
    ),
]
AFTER_THE_EDIT = [
    Question("ask", "when is the dentist?", "what was written a moment ago", first_holds("four o'clock")),
    Question("ask", "今天牙医改到几点", "the same, asked in Chinese", first_holds("牙医")),
]


class Socket:
    """A line of JSON out, a line of JSON in: all that a program needs to ask."""

    def __init__(self, path: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(path)
        self._replies = self._socket.makefile("r", encoding="utf-8")

    def ask(self, method: str, **params: Any) -> Any:
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        reply = json.loads(self._replies.readline())
        if "error" in reply:
            raise SystemExit(f"{method}: {reply['error']}")
        return reply["result"]

    def close(self) -> None:
        self._replies.close()
        self._socket.close()


def main() -> int:
    """Run the demonstration; gives the exit status. What it made is kept if something went wrong."""
    home = Path(tempfile.mkdtemp(prefix="diurnal-demo-"))
    wrong = -1
    try:
        for name in ("CONFIG", "STATE", "CACHE"):
            os.environ[f"XDG_{name}_HOME"] = str(home / name.lower())
        os.environ.pop("DIURNAL_VAULT", None)
        vault = home / "Vault"
        print(command("init", str(vault)))
        daemon = json.loads(command("start", "--json", "--vault", str(vault)))
        print(f"\nThe daemon answers at {daemon['socket']}\n")
        try:
            wrong = questions(vault, daemon["socket"])
        finally:
            print(command("stop", "--vault", str(vault)))
    finally:
        if wrong:
            print(
                f"The vault and the daemon's logs are kept in {home}; delete it when you have looked.",
                file=sys.stderr,
            )
        else:
            shutil.rmtree(home)
    print(f"{wrong} answers were wrong." if wrong else "Every answer was right.")
    return 1 if wrong else 0


def questions(vault: Path, path: str) -> int:
    """Ask everything, edit a note in between; gives the number of wrong answers."""
    before = fingerprints(vault)
    line = Socket(path)
    line.ask("catch_up")
    wrong = sum(not is_answered(line, question, {}) for question in QUESTIONS)
    print(f"~ {NEW_NOTE} is written while the daemon runs\n")
    (vault / NEW_NOTE).write_text(NEW_ENTRY, encoding="utf-8")
    wrong += sum(not is_answered(line, question, {"fresh": True}) for question in AFTER_THE_EDIT)
    line.close()
    after = fingerprints(vault)
    after.pop(NEW_NOTE)
    if before != after:
        print("Notes were changed that nobody edited!")
        wrong += 1
    return wrong


def is_answered(line: Socket, question: Question, options: dict[str, Any]) -> bool:
    """Ask, print the answer with its proof, and say whether it was right."""
    now = {} if question.method == "search" else {"now": NOW, **options}
    answer = line.ask(question.method, query=question.query, **now)
    is_right = question.is_right(answer)
    print(f"? {question.query}")
    if answer["gate"]["phrase"]:
        window = answer["gate"]["windows"][0]
        print(f"  [{answer['gate']['phrase']} = {window['start']} to {window['end']}]")
    if answer["summary"]:
        print(f"  {answer['summary']}")
    for hit in answer["hits"][:2]:
        record = hit["record"]
        print(f"  {record['day'] or '':10} {' '.join(record['text'].split())[:90]}  ({record['path']})")
        for linked in hit["linked"][:1]:
            print(f"  {'':10} {linked['why']}: {linked['record']['text'][:70]}")
    print(f"  {'right' if is_right else 'WRONG'}: wanted {question.wanted}\n")
    return is_right


def command(*words: str) -> str:
    """What `diurnal` prints; ends the demonstration if it fails."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "diurnal", *words], stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(done.returncode)
    return done.stdout.strip()


def fingerprints(vault: Path) -> dict[str, str]:
    """A hash of every file of the vault that is not derived."""
    return {
        path.relative_to(vault).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in vault.rglob("*")
        if path.is_file() and ".diurnal" not in path.parts
    }


if __name__ == "__main__":
    sys.exit(main())
