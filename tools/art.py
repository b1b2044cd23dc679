"""Card faces: taken from their package and made small and self-contained."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from tools.console import ROOT, Trouble, run, say
from tools.files import cached, digest_of
from tools.packages import package, tool

RANKS, SUITS = "JQK", "CDHS"  # the page draws pips by itself
FACE_SETS = ("2color", "4color")
_ART = "@heruka_urgyen/react-playing-cards"
_WIDTH, _HEIGHT = 240, 336  # the faces' own view box
_SVGO_CONFIG = ROOT / "tools" / "svgo.config.mjs"
_TOKENS = ROOT / "css" / "tokens.css"
_INKS = {"red": "--ink-red", "blue": "--ink-blue", "green": "--ink-green"}
_GROUND = re.compile(r'<rect [^>]*fill="white" stroke="black"></rect>')
_FRAME = re.compile(r'<use [^>]*stroke="#44F" fill="none"></use>')
NOTICE = """\
The card faces in this directory are by Adrian Kennard (https://www.me.uk/cards/),
who gave them to the public domain under CC0 1.0; they are packaged by
react-playing-cards. Sizes were fixed, the ground and the frame were left out, the
colours of the suits became those of the page, and the files were made smaller.
"""


def make_cards(target: Path) -> None:
    """Puts the court cards, in two and in four colours, and a notice into `target`."""
    images = package(_ART) / "src" / "images"
    sources = [
        images / faces / f"{rank}{suit}.svg"
        for faces in FACE_SETS
        for rank in RANKS
        for suit in SUITS
    ]
    missing = [path.name for path in sources if not path.exists()]
    if missing:
        raise Trouble(f"Card art is missing from {_ART}: {', '.join(missing)}")
    key = digest_of([*sources, _SVGO_CONFIG, _TOKENS, Path(__file__)])
    shutil.copytree(cached("cards", key, lambda fresh: _draw(images, sources, fresh)), target)


def _draw(images: Path, sources: Iterable[Path], fresh: Path) -> None:
    say("Making the card faces …")
    tokens = _TOKENS.read_text("utf-8")
    for source in sources:
        copy = fresh / source.relative_to(images)
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(inked(_sized(bare(source.read_text("utf-8"))), tokens), "utf-8")
    for directory in (fresh / faces for faces in FACE_SETS):
        run(
            [tool("svgo"), "--config", _SVGO_CONFIG, "--quiet", "--folder", directory],
            otherwise="svgo could not make the card faces smaller",
            quiet=True,
        )
    (fresh / "NOTICE.txt").write_text(NOTICE, "utf-8")


def _sized(svg: str) -> str:
    """Returns the face with its size in pixels: browsers differ over SVG images sized in inches."""
    return svg.replace('height="3.5in"', f'height="{_HEIGHT}"', 1).replace(
        'width="2.5in"', f'width="{_WIDTH}"', 1
    )


def bare(svg: str) -> str:
    """Returns the face without its white ground and its frame: the page's card is both.

    Raises `Trouble` unless each of them is there once.

    >>> ground = '<rect rx="12" fill="white" stroke="black"></rect>'
    >>> frame = '<use href="#X" stroke="#44F" fill="none"></use>'
    >>> bare(f'<svg>{ground}<path fill="#FFF"/>{frame}</svg>')
    '<svg><path fill="#FFF"/></svg>'
    """
    for part in (_GROUND, _FRAME):
        svg, found = part.subn("", svg)
        if found != 1:
            raise Trouble("A card face has another ground or frame than the one to be left out.")
    return svg


def inked(svg: str, tokens: str) -> str:
    """Returns the face with its named colours as the page's `tokens`, a style sheet, have them.

    Raises `Trouble` where they have none.

    >>> inked('<path fill="red"/>', "--ink-red: #c01; --ink-blue: #14b; --ink-green: #063;")
    '<path fill="#c01"/>'
    """
    for name, token in _INKS.items():
        ink = re.search(rf"{token}: (#[0-9a-f]+);", tokens)
        if not ink:
            raise Trouble(f"The page's colours have no {token}.")
        svg = svg.replace(f'="{name}"', f'="{ink[1]}"')
    return svg
