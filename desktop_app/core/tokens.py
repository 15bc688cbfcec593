"""What can be a token, and which hosts it may be sent to unencrypted. Never quotes a token."""

from __future__ import annotations

import ipaddress

from desktop_app.core.errors import BadInputError, ErrorKind, info

_MARK = "\ufeff"
"""The byte order mark that editors and PowerShell put before a text."""


def token_text(line: bytes) -> str:
    """Return the text of a line of a token file, as editors on any system write it.

    What is no text keeps a stand-in for each bad byte, so that `clean_token` refuses it.
    """
    if line.startswith(b"\xff\xfe"):  # UTF-16, whose line feed was cut in two
        return line[: len(line) // 2 * 2].decode("utf-16", errors="replace")
    return line.decode("utf-8-sig", errors="replace")


def clean_token(text: str) -> str:
    """Return `text` without what stands around it, white space or a byte order mark.

    Raises:
        BadInputError: BAD_TOKEN with `reason` "empty", "space", "control" or "non_ascii"; the
            token itself is not quoted.
    """
    token = text.strip().removeprefix(_MARK).strip()
    reason = ""
    if not token:
        reason = "empty"
    elif not token.isascii():
        reason = "non_ascii"
    elif any(character.isspace() for character in token):
        reason = "space"
    elif not token.isprintable():
        reason = "control"
    if reason:
        raise BadInputError(info(ErrorKind.BAD_TOKEN, reason=reason))
    return token


def is_loopback(host: str) -> bool:
    """Return whether `host` (a name or an address, no brackets) is this computer.

    Asks no name server. Names below `localhost` do not count: some systems ask the network for
    them.
    """
    if host.casefold() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
