"""The documents: what they point at is there."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from conftest import ROOT

DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "bench").rglob("*.md")),
]
DECISIONS = ROOT / "docs" / "adr"

CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_document_leads_to_a_file(document: Path) -> None:
    """
    A file that is moved takes along the links to it.
    """
    targets = LINK.findall(CODE.sub("", document.read_text("utf-8")))
    files = [unquote(target.partition("#")[0]) for target in targets if "://" not in target]

    assert [name for name in files if name and not (document.parent / name).exists()] == []


def test_every_decision_stands_in_the_list_under_its_title() -> None:
    """
    Whoever looks for a reason finds it by its title.
    """
    listed = (DECISIONS / "README.md").read_text("utf-8")
    pages = sorted(DECISIONS.glob("[0-9]*.md"))
    titles = [path.read_text("utf-8").partition("\n")[0].removeprefix("# ") for path in pages]

    missing = [
        path.name
        for path, title in zip(pages, titles, strict=True)
        if f"- [{int(path.name[:4])}]({path.name}) {title}\n" not in listed
    ]
    assert missing == []
