"""How well and how fast the time in questions is read.

usage: python bench/time.py [--cases FOLDER] [--show N]

Reads the case files beside the checkout (``../shared/cases/time``), prints the
share of exact windows and of days by language and tier, what is asked of them,
and the CPU time of a reading. ``--show N`` lists the first N misses of each row.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "daemon"))

from diurnal.when import mentions, parse  # noqa: E402

Case = dict[str, Any]
EXACT, DAY = 2, 3
PLAIN = {
    "en": "Maya and I agreed to move the ingest service to PostgreSQL; the old queue stays until the new one "
    "has run without trouble, and then we talk about costs.",
    "zh": "玛雅和我同意把数据服务迁到新的数据库，旧队列先保留着，等新队列稳定运行再谈成本的问题，大家都觉得这样比较稳妥。",
}


def windows(text: str, now: datetime, _language: str) -> list[tuple[datetime | None, datetime | None]] | None:
    """The windows of *text* as the scoring program wants them."""
    return [(w.start, w.end) for w in parse(text, now).windows] or None


def scorer(folder: Path) -> ModuleType:
    """The scoring program that comes with the cases."""
    spec = importlib.util.spec_from_file_location("time_score", folder / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load(path: Path) -> list[Case]:
    """The cases of one file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def print_share(name: str, rows: list[Any], asked: str, show: int) -> None:
    """One line: how many cases, exact and day shares, and what is asked."""
    if not rows:
        return
    exact = 100 * sum(r[EXACT] for r in rows) / len(rows)
    day = 100 * sum(r[DAY] for r in rows) / len(rows)
    print(f"{name:34} {len(rows):5}  exact {exact:5.1f}  day {day:5.1f}  {asked}")
    for case, *_, exact_hit, _day, _ms, got in [r for r in rows if not r[EXACT]][:show]:
        assert not exact_hit
        print(f"    {case['ref_datetime'][:16]} {case['text'][:70]!r} read as {got}")


def print_shares(folder: Path, show: int) -> None:
    """The shares asked for, then every tier."""
    score = scorer(folder)
    rows = score.run(windows, load(folder / "open.jsonl"))
    questions = score.run(windows, load(folder / "questions.jsonl"))
    for language in ("en", "zh"):
        mine = [r for r in rows if r[0]["lang"] == language]
        core = [r for r in mine if r[0]["tier"] == "core"]
        checked = [r for r in core if r[0]["agrees"] is not None]
        print_share(f"{language} core, convention checked", checked, "asked: exact >= 97", show)
        print_share(f"{language} core", core, "asked: day >= 90", show)
        for tier in ("extended", "exotic"):
            print_share(f"{language} {tier}", [r for r in mine if r[0]["tier"] == tier], "", 0)
    print_share("questions", questions, "asked: exact >= 92", show)
    silent = [r for r in rows + questions if r[0]["expect"] is None]
    print_share("sentences without a time", silent, "asked: exact >= 98", show)


def cpu_ms(work: Callable[[], object], times: int) -> float:
    """CPU milliseconds of one call, the best of five runs."""
    best = float("inf")
    for _ in range(5):
        begin = time.process_time()
        for _ in range(times):
            work()
        best = min(best, (time.process_time() - begin) / times)
    return 1000 * best


def print_speed(folder: Path) -> None:
    """CPU time of questions, of entries without a time, and of very long texts."""
    cases = load(folder / "questions.jsonl")
    each = sorted(
        cpu_ms(lambda c=case: parse(c["text"], datetime.fromisoformat(c["ref_datetime"])), 20)
        for case in cases
    )
    print(
        f"ms a question: median {each[len(each) // 2]:.3f}  p95 {each[int(0.95 * len(each))]:.3f}  (asked: p50 <= 0.2)"
    )
    now = datetime(2025, 11, 19, 10, 30)
    for language, text in PLAIN.items():
        print(f"ms an entry without a time, {language}: {cpu_ms(lambda t=text: mentions(t, now), 200):.3f}")
    for piece in ("the quick brown fox ", "may ", "yesterday ", "12 ", "三", "昨天去公园 "):
        text = (piece * 100_000)[:100_000]
        print(
            f"ms for 100,000 characters of {piece!r}: {cpu_ms(lambda t=text: parse(t, now), 1):.1f}  (asked: < 50)"
        )


def main() -> int:
    """Print the shares and the speed."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--cases", type=Path, default=ROOT.parent / "shared" / "cases" / "time")
    options.add_argument("--show", type=int, default=0)
    chosen = options.parse_args()
    if not chosen.cases.is_dir():
        print(
            f"{chosen.cases} is not there; name the folder of the case files with --cases.", file=sys.stderr
        )
        return 2
    print_shares(chosen.cases, chosen.show)
    print_speed(chosen.cases)
    return 0


if __name__ == "__main__":
    sys.exit(main())
