"""Notes as rough as people and programs leave them, generated: every kind of line, break and encoding, in any order."""

from __future__ import annotations

import random
from collections.abc import Sequence

from diurnal.text.insert import Edit, Insertion

HEADS = (
    "", "", "---\ntags: [a, b]\naliases:\n  - May\n---\n", "---\n---\n", "---\r\ndate: 2026-07-21\n---\n",
    "---\nnested:\n  deep: |\n    - [ ] no task\n    ## no heading\n---\n", "---\ntitle: a: b\n---\n", "---\nopen\n", "+++\ntoml = 1\n+++\n",
)  # fmt: skip
PIECES = (
    "# Title\n", "## 09:00\n\nTea.\n", "### 9:05 am · claude\n", "- 10:00 tea ^e-aaaa\n", "* [ ] 11:00 call 📅 2026-08-01\n",
    "- [x] done\n\t- [ ] below\n\t\t1. deeper\n", "+ plus\n", "text with 😀 and 茶  \n", "\t\n", "\n\n", "```py\n- [ ] code\n## 12:00\n```\n",
    "- item\n  ```\n  fence in a list\n  ```\n", "~~~\n%%\n~~~\n", "%%\n- hidden\n%%\n", "<!-- a\n- b\n-->\n", "> [!note]- Folded\n> - [ ] x\n> > y\n",
    "| a | b |\n|---|--:|\n| 1 | \\| |\n", "$$\nx^2\n$$\n", "A note[^1].\n\n[^1]: foot\n    more\n", "key:: value\n", "- [due:: 2026-07-01] x\n",
    "(since:: 2026-01-01)\n", "![[img.png|100]]\n", "[[Maya#^c-1|her]]\n", "- Maya likes tea. (since:: 2026-01-01) ^c-bbbb\n", "^lone\n", "***\n",
    "Setext\n===\n", "下午3点 喝茶。\n", "**14:30** – met\n", "- 23:50 late\n- 00:40 later\n", "{{date}} <% tp.now() %>\n", "    indented code\n",
    "<details>\n<summary>x</summary>\n- y\n</details>\n", "#tag #hall/facts\n", "\\# escaped\n", "a\u2028b\u00a0c\u0085d\n", "\x0c\n", "%% open\n", "$$\nopen\n",
)  # fmt: skip


def rough(seed: int) -> bytes:
    """One generated note; the same for the same *seed*."""
    draw = random.Random(seed)
    text = draw.choice(HEADS) + "".join(draw.choices(PIECES, k=draw.randrange(9)))
    if draw.random() < 0.3:
        text = text.rstrip("\n")
    text = text.replace("\r\n", "\n").replace("\n", draw.choice(["\n", "\n", "\r\n", "\r"]))
    return text.encode(draw.choice(["utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16"]))


def without(edits: Sequence[Edit], after: bytes) -> bytes:
    """What a note was before *edits*, told by its insertions alone; fails if one of them is none or is not there."""
    at, parts, shift = 0, list[bytes](), 0
    for edit in edits:
        assert isinstance(edit, Insertion)
        start = edit.offset + shift
        parts.append(after[at:start])
        assert after.startswith(edit.data, start)
        at, shift = start + len(edit.data), shift + len(edit.data)
    return b"".join([*parts, after[at:]])
