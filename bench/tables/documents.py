"""The parts of the documents that the code itself knows, written into them.

Run it after a change of a method, a setting or an error: ``make docs``. A test
holds the documents to it.
"""

from __future__ import annotations

import json
import sys
import typing
from pathlib import Path
from typing import Any

from diurnal.config.schema import Section, sections_by_name, settings_by_name
from diurnal.config.settings import Settings
from diurnal.config.show import render, yaml_value
from diurnal.service.faults import every_kind
from diurnal.service.protocol import TABLE
from diurnal.service.signature import REQUIRED, Method, Parameter

ROOT = Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- made by `make docs` -->", "<!-- end of what is made -->"


def documents() -> dict[Path, str]:
    """Each document and the text it should have."""
    made = {ROOT / "config.example.yaml": render(Settings())}
    for name, part in (("protocol", protocol()), ("configuration", configuration()), ("errors", errors())):
        path = ROOT / "docs" / f"{name}.md"
        head, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
        made[path] = f"{head}{BEGIN}\n\n{part}\n{END}{rest.partition(END)[2]}"
    return made


def protocol() -> str:
    """Every method with its parameters."""
    return "\n".join(_method(method) for method in TABLE)


def configuration() -> str:
    """Every setting with its default, by section."""
    lines = _rows(Section("", "Settings of the whole vault."))
    for section in sections_by_name().values():
        lines += ["", f"### `{section.name}`", "", section.doc, "", *_rows(section)]
    return "\n".join(lines) + "\n"


def errors() -> str:
    """Every error with its exit status and kind."""
    lines = ["| exit | class | kind | when |", "|---|---|---|---|"]
    for kind in sorted(every_kind().values(), key=lambda each: (each.exit_status, each.__name__)):
        sentence = (kind.__doc__ or "").splitlines()[0].partition(" (exit status")[0].rstrip(".")
        lines.append(f"| {kind.exit_status} | `{kind.__name__}` | `{kind.code}` | {sentence}. |")
    return "\n".join(lines) + "\n"


def _method(method: Method) -> str:
    kinds = (("slow", method.slow), ("writes", method.writes), ("pushes", method.pushes))
    marks = [word for word, holds in kinds if holds]
    lines = [f"### `{method.name}`", "", method.doc + (f" ({', '.join(marks)})" if marks else ""), ""]
    for item in method.parameters:
        default = "required" if item.default is REQUIRED else f"default `{_json(item.default)}`"
        lines.append(f"- `{item.name}` ({_kind(item)}, {default}): {item.doc}")
    if method.parameters:
        lines.append("")
    lines += [f"Result: {_result(method.result)}", ""]
    return "\n".join(lines)


def _kind(item: Parameter) -> str:
    words = {
        "str": "text",
        "int": "whole number",
        "float": "number",
        "bool": "true or false",
        "OneDay": "day",
        "Moment": "time",
    }
    words |= {"datetime": "time", "Clock": "clock", "Span": "time range", "Turns": "turns"}
    word = words[item.kind.__name__]
    return f"list of {word}s" if item.many else word


def _result(kind: Any) -> str:
    if kind is None:
        return "`null`"
    if typing.get_origin(kind) is list:
        return f"a list of `{typing.get_args(kind)[0].__name__}`"
    return f"`{kind.__name__}`"


def _json(value: Any) -> str:
    return json.dumps(value)


def _rows(section: Section) -> list[str]:
    own = [item for item in settings_by_name().values() if item.name.rpartition(".")[0] == section.name]
    lines = ["| setting | default | what it says |", "|---|---|---|"] if own else []
    for item in own:
        where = " May stand in the vault's own file." if item.in_vault else ""
        limits = f" ({item.expected})" if item.low is not None or item.choices else ""
        lines.append(f"| `{item.name}` | `{yaml_value(item.default)}` | {item.doc}{limits}{where} |")
    return lines


def main() -> int:
    """Write every document that is not as it should be; gives the number written."""
    changed = 0
    for path, text in documents().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
            changed += 1
    return changed


if __name__ == "__main__":
    main()
    sys.exit(0)
