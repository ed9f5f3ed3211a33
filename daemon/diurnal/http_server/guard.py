"""Who is let in: this machine, under its own name, from no other site's page, knowing the token.

The token lies in the owner's state folder, readable by the owner alone. A page of
another site cannot read answers (no CORS), cannot send the cookie (SameSite) and is
refused by its Origin; a name that an attacker points at this machine is refused by
its Host. No other part of this package decides about rights.
"""

from __future__ import annotations

import hmac
import os
import secrets
from email.message import Message
from http.cookies import CookieError, SimpleCookie
from pathlib import Path

from diurnal.errors import WriteFailed
from diurnal.owned import own_folder

TOKEN_FILE = "http.token"
NAMES = ("127.0.0.1", "localhost")


class Guard:
    """Knows the token and the port of one server."""

    def __init__(self, token: str, port: int) -> None:
        self.token = token
        self._hosts = {f"{name}:{port}" for name in NAMES}
        # Browsers send a cookie to every port of a machine: two vaults' pages must not put each other's out.
        self._cookie_name = f"diurnal-{port}"

    def fault_of(self, headers: Message) -> str:
        """Why a request must not be looked at, whoever sends it; empty if it may."""
        host, origin = headers.get("Host", ""), headers.get("Origin")
        if host not in self._hosts:
            return "This server answers to 127.0.0.1 and localhost only."
        if origin is not None and origin.removeprefix("http://") not in self._hosts:
            return "Pages of other sites are not answered."
        return ""

    def knows(self, headers: Message) -> bool:
        """True if the request carries the token: as a bearer, or in the cookie that ``cookie`` made."""
        scheme, _, bearer = headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self.fits(bearer.strip())
        try:
            morsel = SimpleCookie(headers.get("Cookie", "")).get(self._cookie_name)
        except CookieError:
            return False
        return morsel is not None and self.fits(morsel.value)

    def fits(self, token: str) -> bool:
        """True if *token* is the right one; takes as long for any other, and none fits where there is none."""
        return bool(self.token) and hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode())

    def cookie(self) -> str:
        """The value of ``Set-Cookie`` for who came with the token: for this browser, until it is closed."""
        return f"{self._cookie_name}={self.token}; HttpOnly; SameSite=Strict; Path=/"


def token_in(state: Path) -> str:
    """The token in the folder *state*, made when first asked for.

    Raises:
        WriteFailed: it could not be read or made, or others could read it.
    """
    path = own_folder(state) / TOKEN_FILE
    try:
        if known := _read(path):
            return known
        fresh = path.with_name(f"{TOKEN_FILE}.{os.getpid()}")
        made = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(made, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32))
        fresh.replace(path)
        made_now = _read(path)
    except OSError as fault:
        raise WriteFailed(f"{path} could not be read or made: {fault.strerror}.") from fault
    if not made_now:
        raise WriteFailed(
            f"{path} can be read by others: the disk it lies on keeps no rights.",
            hint="Let XDG_STATE_HOME name a folder on a disk that does.",
        )
    return made_now


def _read(path: Path) -> str:
    """The token in the file *path*; empty if it is not there or no secret."""
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), encoding="ascii", errors="ignore") as file:
            if os.fstat(file.fileno()).st_mode & 0o077:
                # Others could have read it: it is no secret any more.
                return ""
            return file.read().strip()
    except FileNotFoundError:
        return ""
