"""Stands in for the library's colours of terminals: there is no terminal, so all is plain."""

from typing import Any


class Plain(str):
    """No text: every part of a theme, and every colour in it."""

    def __getattr__(self, _part: str) -> "Plain":
        """Returns the part of that name, which is as plain."""
        return self


def can_colorize(**_options: Any) -> bool:
    """Returns that nothing here takes colours."""
    return False


def get_theme(**_options: Any) -> Plain:
    """Returns the theme without colours, whichever is asked for."""
    return Plain()
