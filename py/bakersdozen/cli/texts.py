"""Sentences of the command line: from strings/, in the language of the environment."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from bakersdozen.complaints import Complaint
from bakersdozen.deals import InvalidDeal
from bakersdozen.variants import InvalidVariant

LANGUAGES: Final = {"en": "az", "uk": "аґєії"}  # with letters that a text needs
# A card's case (`{card:acc}`) matters where cards have words; here they have signs.
_ARGUMENT: Final = re.compile(r"\{([\w]+)(?::\w+)?\}")
_SOURCES: Final = ("{language}.json", "cli/{language}.json")


class Texts:
    """The sentences of one language, by key.

    >>> texts = Texts("en")
    >>> texts("error.variant", text="whist") != texts("error.variant", text="bridge")
    True
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._texts: dict[str, Any] = {}
        for source in _SOURCES:
            text = _folder().joinpath(source.format(language=language)).read_text("utf-8")
            self._texts |= json.loads(text)

    @classmethod
    def of_environment(
        cls, encoding: str | None = None, environment: Mapping[str, str] = os.environ
    ) -> Texts:
        """Returns the texts of the first known language of LANGUAGE, LC_ALL, LC_MESSAGES, LANG.

        A language whose letters the output's encoding does not have is passed over.
        """
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
            for wanted in environment.get(name, "").split(":"):
                letters = LANGUAGES.get(wanted[:2])
                if letters is not None and _has(encoding, letters):
                    return cls(wanted[:2])
        return cls("en")

    def __call__(self, key: str, **args: object) -> str:
        """Returns the sentence of a key, its `{arguments}` filled in.

        A sentence that depends on a number has a form for each plural category
        and names the argument that it goes `by`.
        """
        text = self._texts[key]
        if isinstance(text, dict):
            text = text[self._plural(int(str(args[text["by"]])))]
        return _ARGUMENT.sub(lambda found: str(args.get(found[1], found[0])), text)

    def number(self, number: int) -> str:
        """Returns a whole number with its digits in groups, as the language writes them.

        >>> Texts("en").number(1942)
        '1,942'
        """
        return f"{number:,}".replace(",", self._texts["cli.group"])

    def __contains__(self, key: str) -> bool:
        """Tells whether there is such a sentence."""
        return key in self._texts

    def _plural(self, number: int) -> str:
        """Returns the plural category of a number, as Unicode's CLDR defines them."""
        if self._language == "en":
            return "one" if number == 1 else "other"
        if number % 10 == 1 and number % 100 != 11:
            return "one"
        return "few" if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else "many"


def _has(encoding: str | None, letters: str) -> bool:
    try:
        letters.encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def refusal(texts: Texts, error: ValueError | OSError) -> str:
    """Says what an error of reading means, in the language of the texts."""
    if isinstance(error, InvalidVariant):
        field = f"parameter.{error.field}"
        if field in texts:
            limits = f"{field}.range" if f"{field}.range" in texts else "parameter.choice.range"
            return texts("error.parameter", name=error.field, range=texts(limits))
    if isinstance(error, InvalidDeal):
        highest = texts.number(error.highest)
        return texts(error.sentence, **error.args_for_text | {"highest": highest})
    if isinstance(error, Complaint):
        return texts(error.sentence, **error.args_for_text)
    if isinstance(error, UnicodeDecodeError):
        return texts("cli.not-text")
    if isinstance(error, OSError):
        why = error.strerror or str(error)
        return texts("cli.file", file=error.filename, why=why) if error.filename else why
    raise error


def _folder() -> Any:
    """Returns where the strings are: in the installed package, else beside py/ in the project."""
    installed = files("bakersdozen").joinpath("strings")
    return installed if installed.is_dir() else Path(__file__).parents[3] / "strings"
