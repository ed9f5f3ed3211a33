"""The tests need no network."""

from __future__ import annotations

import socket

import pytest


def test_no_test_reaches_another_machine() -> None:
    """
    C22: models and embedders are scripted; whatever calls out fails before a packet leaves.
    """
    with socket.socket() as line, pytest.raises(AssertionError, match=r"another machine: 192\.0\.2\.1"):
        line.connect(("192.0.2.1", 80))
