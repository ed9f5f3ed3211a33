"""An invented vault of any size: diary, wiki and other notes, English and Chinese, as people write them.

A few entries of a few sentences, links, tags, tasks, dates; a few names that are everywhere and a long tail of
rare ones. The same notes every time.
"""

from __future__ import annotations

import os
import random
import time
from datetime import date, timedelta
from pathlib import Path

RECORDS_A_NOTE = 5
PEOPLE = ["Maya", "Jonas", "Priya", "Dana", "Tomás", "阿明", "小林", "Aunt Rosa"]
SLOTS = {
    "who": PEOPLE,
    "place": ["the harbour", "Lisbon", "the old library", "Kyoto", "the clinic", "the market hall", "Berlin"],
    "thing": ["the ticket machine", "my bicycle", "a letter", "the piano", "the lease", "the grey notebook"],
    "food": ["ramen", "a lentil soup", "dumplings", "pancakes", "grilled sardines", "a bowl of noodles"],
    "tool": ["PostgreSQL", "the ingest service", "nginx", "config.yaml", "v2.4.0", "the staging cluster"],
    "past": ["last Friday", "yesterday", "in March 2019", "two weeks ago", "on 12 May", "last winter"],
    "地": ["书店", "医院", "河边", "超市", "图书馆", "老家"],
    "物": ["自行车", "空调", "旧相机", "租房合同", "钢琴", "护照"],
    "吃": ["拉面", "饺子", "火锅", "番茄炒蛋", "小笼包"],
    "时": ["昨天", "上周五", "三天前", "去年冬天", "五月十二日"],
}
ENGLISH = [
    "Had {food} with [[{who}]] near {place}, and we talked about {name} for an hour.",
    "Woke up late again; the rain kept hammering on the roof until nine.",
    "Fixed {thing} at last, it only needed a new screw and some patience.",
    "Spent the morning moving {tool} to the new machine, which took longer than the {name} people promised.",
    "{who} called {past} and said the appointment at {place} was moved.",
    "We decided to keep {tool} for now and look again after the {name} release.",
    "I prefer to walk along the river before work, it clears my head.",
    "It turns out that {tool} drops connections when the {name} queue is full.",
    "Remember: always write the invoice number on the envelope before sending it.",
    "Read forty pages of {name}, mostly about gardens and the winter of 1962.",
    "The neighbour from downstairs brought back {thing} and stayed for tea.",
    "My sister lives in {place} now; she moved there {past} with her two cats.",
    "Paid 42.50 for the {name} tickets, which is more than I wanted to spend.",
    "Went swimming, 1,200 metres in half an hour, then straight home.",
    "Not sure whether {who} will come along; she never answers when she is travelling.",
    "Dinner was {food}, too salty, but the children liked it.",
    "Long meeting about {name}: three open questions, no owner, same as {past}.",
    "Bought bread, candles, batteries and a birthday card for [[{who}|my friend]].",
]
CHINESE = [
    "今天和[[{who}]]在{地}附近吃了{吃}，聊了一个多小时{name}的事。",
    "早上又起晚了，外面一直下雨，到九点才停。",
    "{物}终于修好了，其实只是少了一颗螺丝。",
    "{时}去了一趟{地}，排队排了很久，回来路上买了些水果。",
    "我们决定先不换{tool}，等{name}的新版本出来再说。",
    "我比较喜欢晚上散步，走一圈脑子就清楚了。",
    "原来{tool}在队列满了以后会断开连接，查了两个小时日志才发现。",
    "{who}打电话来说{时}的预约改到了下午三点。",
    "晚饭是{吃}，有点咸，不过孩子们都说好吃。",
    "下午整理书房，翻出了{物}，想起大学时候住在{地}旁边的日子。",
    "开会讨论{name}，有三个问题没有人负责。",
    "游泳一千二百米，回家以后早早睡了。",
]


def invented_names(count: int) -> list[str]:
    """Names that give the vault the long tail of rare words that real ones have."""
    syllables = ["ka", "lo", "mir", "ten", "sa", "ve", "dor", "ni", "bru", "pel", "an", "ster"]
    return ["".join(random.choices(syllables, k=3)).capitalize() for _ in range(count)]


class Scribe:
    """Writes notes the way people do; the same notes every time."""

    def __init__(self) -> None:
        random.seed(7)
        self._names = invented_names(3_000)

    def sentence(self, chinese: bool) -> str:
        words = {slot: random.choice(choices) for slot, choices in SLOTS.items()}
        # A few names are everywhere and most are rare.
        words["name"] = self._names[int(len(self._names) * random.random() ** 3)]
        return random.choice(CHINESE if chinese else ENGLISH).format(**words)

    def said(self, chinese: bool, size: int) -> str:
        sentences: list[str] = []
        while sum(len(sentence.encode()) + 1 for sentence in sentences) < size:
            sentences.append(self.sentence(chinese))
        return ("" if chinese else " ").join(sentences)

    def diary(self, number: int, size: int) -> str:
        """A day: headings with times, bullets with times, prose, or all of them."""
        chinese, parts, hour = number % 3 == 0, [], 7
        for turn in range(RECORDS_A_NOTE):
            said = self.said(chinese, size // RECORDS_A_NOTE - 50)
            hour = min(23, hour + random.randint(1, 4))
            shape = (number + turn) % 5 if number % 4 else 0
            parts.append(
                [
                    f"## {hour:02}:{number % 60:02}\n\n{said}\n",
                    f"- {hour:02}:{number % 60:02} {said}",
                    f"{said}\n",
                    f"- [x] {said} #errands",
                    f"- {said}\n\t- {self.sentence(chinese)}",
                ][shape]
            )
        return "\n".join(parts) + "\n"

    def page(self, number: int, size: int) -> str:
        head = f"---\naliases: [P{number}]\ntags: [pages]\n---\n# {random.choice(self._names)}\n\n"
        said = [self.said(number % 3 == 0, size // RECORDS_A_NOTE) for _ in range(RECORDS_A_NOTE)]
        return head + "".join(f"- {line}\n" for line in said)

    def prose(self, number: int, size: int) -> str:
        said = [self.said(number % 3 == 0, size // RECORDS_A_NOTE) for _ in range(RECORDS_A_NOTE)]
        return f"# {random.choice(self._names)}\n\n" + "\n\n## More\n\n".join(said) + "\n"


def lay_out(vault: Path, notes: int, note_bytes: int) -> None:
    """Write *notes* notes of about *note_bytes* each: two thirds diary, the rest wiki and passages."""
    scribe = Scribe()
    (vault / ".obsidian").mkdir(parents=True)
    first = date(1998, 1, 1)
    for number in range(notes):
        if number % 3 < 2:
            day = first + timedelta(days=number)
            path, text = vault / "diary" / f"{day:%Y}" / f"{day}.md", scribe.diary(number, note_bytes)
        elif number % 2:
            path, text = vault / "wiki" / f"Page {number}.md", scribe.page(number, note_bytes)
        else:
            path, text = (
                vault / "notes" / f"{number % 50}" / f"Note {number}.md",
                scribe.prose(number, note_bytes),
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    long_ago = time.time() - 86_400
    for path in vault.rglob("*.md"):
        os.utime(path, (long_ago, long_ago))
