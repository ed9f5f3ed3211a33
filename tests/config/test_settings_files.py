"""Files of settings that are no files, or not of text: each is named, and none is waited for or passed over."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from diurnal.configure import configure
from diurnal.errors import BadConfig


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_link_to_nothing(path: Path) -> None:
    path.symlink_to(path.parent / "gone.yaml")


def a_link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def latin_1(path: Path) -> None:
    path.write_bytes("diary: {owner: René}\n".encode("latin-1"))


@pytest.mark.parametrize("place", ["owner", "vault"])
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (a_pipe, "this is no file of text"),
        (Path.mkdir, "this is no file of text"),
        (a_link_to_nothing, "this is a link to .*gone.yaml, which is not there"),
        (a_link_to_itself, "too many levels of symbolic links"),
        (latin_1, "byte 19 is no UTF-8"),
    ],
)
def test_settings_that_cannot_be_read_start_nothing(
    tmp_path: Path, make: Callable[[Path], None], said: str, place: str
) -> None:
    """What they say may keep notes private: a link that leads nowhere is not the same as no settings."""
    vault = tmp_path / "vault"
    config = tmp_path / "config" / "diurnal"
    vault.mkdir()
    config.mkdir(parents=True)
    make(config / "config.yaml" if place == "owner" else vault / "diurnal.yaml")

    with pytest.raises(BadConfig, match=rf"\.yaml:1: the settings could not be read: {said}.*\."):
        configure(vault, environment={"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")})


def test_settings_behind_a_link_and_with_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    config = tmp_path / "config" / "diurnal"
    config.mkdir(parents=True)
    (tmp_path / "mine.yaml").write_bytes(b"\xef\xbb\xbfdiary:\r\n  owner: Maya\r\n")
    (config / "config.yaml").symlink_to(tmp_path / "mine.yaml")

    environment = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}

    assert configure(None, environment=environment).settings.diary.owner == "Maya"
