"""Keys and passwords in a text, masked before it is kept: what should not be in a memory at all.

Only what looks like a secret by its own form, or is named as one, is masked; a
sentence that merely speaks of passwords stays.
"""

from __future__ import annotations

import re

from diurnal.model.regex import regex

MASK = "[masked]"

_BLOCKS = regex(r"-----BEGIN ([A-Z ]*PRIVATE KEY[A-Z ]*)-----.*?(?:-----END \1-----|\Z)", re.DOTALL)
_TOKENS = regex(
    r"\b(?:"
    r"sk-(?:ant-|proj-)?[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[\w-]{16,}"
    r"|xox[abposr]-[A-Za-z0-9-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30,}|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{30,}"
    r"|(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{16,}|pypi-[\w-]{30,}"
    r"|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}"
    r")"
)
_IN_ADDRESS = regex(r"(?P<before>\b[a-z][a-z0-9+.-]*://[^\s/:@]*:)[^\s/@]+(?=@)", re.IGNORECASE)
_BEARER = regex(r"(?P<before>\b(?:Bearer|Basic)\s+)(?=[\w.~+/-]*\d)[\w.~+/-]{16,}=*")
_NAME = (
    r"(?:pass(?:word|wd|phrase|code)|pwd|secret(?:[ _-]?(?:key|access[ _-]?key))?|(?:api|access|auth|private|client)"
    r"[ _-]?(?:key|token|secret)|token|pin(?:[ _-]?code)?|密码|密碼|口令|密钥|密鑰|验证码|驗證碼|令牌)"
)
_NAMED = regex(
    rf"(?P<before>(?<![A-Za-z]){_NAME}[\"'`]?\s*(?:[:=：＝]|is|was|是|为|為)\s*[\"'`“「]?)"
    r"(?P<value>[^\s\"'`”」，。；,;<>]{3,})",
    re.IGNORECASE,
)
_WORD = regex(r"[a-z]+[.!?)]*", re.IGNORECASE)


def masked(text: str) -> str:
    """*text* with every key and password in it replaced by ``[masked]``."""
    text = _BLOCKS.sub(MASK, text)
    text = _TOKENS.sub(MASK, text)
    text = _IN_ADDRESS.sub(rf"\g<before>{MASK}", text)
    text = _BEARER.sub(rf"\g<before>{MASK}", text)
    return _NAMED.sub(_mask_named, text)


def _mask_named(match: re.Match[str]) -> str:
    value, before = match["value"], match["before"]
    if value.startswith(MASK):
        return match[0]
    # "the password is wrong" says nothing secret; "password: wrong" may.
    is_told = before.rstrip(" \"'`“「").casefold().endswith(("is", "was", "是", "为", "為"))
    if is_told and (_WORD.fullmatch(value) or not value.isascii()):
        return match[0]
    return f"{before}{MASK}"
