"""One vault, asked in four ways. The daemon serves a copy of the vault that the API opens."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from contract.skins import ApiSkin, ClientSkin, CommandSkin, HttpSkin, Skin
from diurnal.config.settings import StartSettings
from diurnal.memory import Memory
from diurnal.places import Places
from diurnal.service.background import start_daemon, stop_daemon

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = StartSettings(ready_within_s=60, stop_within_s=30)


@pytest.fixture(scope="module")
def skins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Skin]]:
    """The API, the client, the command line and HTTP, each before the same notes."""
    home = tmp_path_factory.mktemp("owner")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CONFIG", "STATE", "CACHE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
        patch.setenv("TZ", "UTC")
        time.tzset()
        patch.delenv("XDG_RUNTIME_DIR", raising=False)
        patch.delenv("DIURNAL_VAULT", raising=False)
        # The same name, so that links into Obsidian are the same.
        opened, served = home / "opened" / "Vault", home / "served" / "Vault"
        for copy in (opened, served):
            shutil.copytree(ROOT / "vault_template", copy)
        start_daemon(served, Places.of(), SETTINGS)
        client = ClientSkin(served)
        client.call("catch_up")
        # A model rounds a text's last bit by what else stands in its batch, and a busy daemon makes other batches.
        shutil.copytree(served / ".diurnal" / "vectors", opened / ".diurnal" / "vectors")
        http = HttpSkin(served)
        with Memory.open(opened) as memory:
            assert memory.status().vectors == client.call("status").vectors > 0
            yield {
                "api": ApiSkin(opened, memory),
                "client": client,
                "command": CommandSkin(served),
                "http": http,
            }
        http.close()
        stop_daemon(served, Places.of(), SETTINGS)


@pytest.fixture(params=["api", "client", "command", "http"])
def skin(request: pytest.FixtureRequest, skins: dict[str, Skin]) -> Skin:
    """Each way in turn."""
    return skins[request.param]
