"""The adapter for the built-in records service.

It is imported when it is first used: the description in `kind` needs no HTTP.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from desktop_app.services.local.service import CAPABILITIES, LocalService

__all__ = ["CAPABILITIES", "LocalService"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    from desktop_app.services.local import service  # noqa: PLC0415 - see above

    return getattr(service, name)
