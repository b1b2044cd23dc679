"""Damaged texts and data, and a bound on what reading them may cost."""

from __future__ import annotations

import json
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from types import FrameType
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from bakersdozen.complaints import Complaint

# Reading is quick, so it can be tried more often than most.
MANY = settings(max_examples=settings().max_examples * 4)

# What readers give a meaning to, and what they have no reason to expect.
STRANGE = "\x00\ufeff\u202e\ud800é♠♥🂡٣"
_CHANGES = ("cut", "drop", "double", "swap", "insert", "replace", "upper", "lower", "repeat")
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 2**63, 10**400, float("inf"), float("nan"), "", "x", "0", "-1",
    "1e9", [], {}, [[]], {"": None}, "A" * 300, ["cg"] * 3, "__proto__",
)  # fmt: skip


class TooLong(AssertionError):
    """Raised when reading takes more steps than its text is worth."""


@contextmanager
def bounded(lines: int) -> Iterator[None]:
    """Ends what runs more lines of Python than that: endless loops and worse than linear time."""
    left = lines

    def count(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal left
        if event == "line":
            left -= 1
            if left < 0:
                sys.settrace(None)
                raise TooLong(f"more than {lines} lines")
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)


def outcome(read: Callable[[], Any], lines: int) -> Any:
    """Returns what a reader returns within its bound, or the complaint with which it refuses."""
    try:
        with bounded(lines):
            return read()
    except Complaint as complaint:
        args = complaint.args_for_text.values()
        assert sum(len(str(value)) for value in args) < 400
        return complaint


def memory_of(run: Callable[[], object]) -> int:
    """Returns the most bytes that a call had in use at one time."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def damaged(text: str, chance: random.Random, alphabet: str, times: int) -> str:
    """Changes a text in some places, each a little."""
    for _ in range(times):
        at = chance.randrange(len(text) + 1)
        to = min(len(text), at + chance.choice((1, 1, 2, 5, 40)))
        sign = chance.choice(alphabet)
        match chance.choice(_CHANGES):
            case "cut":
                text = text[:at]
            case "drop":
                text = text[:at] + text[to:]
            case "double":
                text = text[:to] + text[at:]
            case "swap":
                text = text[:at] + text[at:to][::-1] + text[to:]
            case "insert":
                text = text[:at] + sign + text[at:]
            case "replace":
                text = text[:at] + sign + text[at + 1 :]
            case "upper":
                text = text[:at] + text[at:].upper()
            case "lower":
                text = text[:at] + text[at:].lower()
            case "repeat":
                text = text[:at] + sign * chance.choice((2, 50, 3000)) + text[at:]
    return text


def damaged_texts(sources: list[str], alphabet: str) -> st.SearchStrategy[str]:
    """Draws texts: sound ones, ones with a few changes, and noise of the same alphabet."""
    letters = alphabet + STRANGE
    changed = st.builds(
        lambda text, seed, times: damaged(text, random.Random(seed), letters, times),
        st.sampled_from(sources),
        st.integers(0, 2**32),
        st.integers(0, 6),
    )
    return changed | st.text(letters, max_size=120) | st.text(max_size=60)


def damaged_data(value: Any, chance: random.Random, times: int) -> Any:
    """Changes plain data in some places: values, names, lengths."""
    value = json.loads(json.dumps(value))
    for _ in range(times):
        place, key = _somewhere(value, chance)
        if place is None:
            return deepcopy(chance.choice(_VALUES))
        match chance.choice(("replace", "replace", "drop", "rename", "repeat", "nest")):
            case "replace":
                place[key] = deepcopy(chance.choice(_VALUES))
            case "drop":
                del place[key]
            case "rename" if isinstance(place, dict):
                place[chance.choice(("", "x", "__proto__", "deal"))] = place.pop(key)
            case "repeat" if isinstance(place, list):
                place[key:key] = [place[key]] * chance.choice((1, 3, 200))
            case _:
                place[key] = [place[key]]
    return value


def _somewhere(value: Any, chance: random.Random) -> tuple[Any, Any]:
    """Returns a container within the data and a key or index in it."""
    places: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        at = waiting.pop()
        if isinstance(at, dict | list):
            keys = list(at) if isinstance(at, dict) else range(len(at))
            places += [(at, key) for key in keys]
            waiting += [at[key] for key in keys]
    return chance.choice(places) if places else (None, None)


def damages(*sources: Any) -> st.SearchStrategy[Any]:
    """Draws plain data: sound, with a few changes, or anything that JSON can say."""
    changed = st.builds(
        lambda at, seed, times: damaged_data(sources[at], random.Random(seed), times),
        st.integers(0, len(sources) - 1),
        st.integers(0, 2**32),
        st.integers(0, 4),
    )
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
    anything = st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
        ),
        max_leaves=10,
    )
    return changed | anything
