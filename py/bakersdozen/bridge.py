"""The one door between page and engine: `handle(text) -> text`, JSON both ways.

docs/ARCHITECTURE.md lists the intents and schema/messages.schema.json their
form. Long work is a job: the intent that starts it answers at once, and `work`
runs a slice of it, so that other messages get through in between.
"""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

from bakersdozen import __version__, coach, draws, hints, records, results, timeline
from bakersdozen.cards import BY_NAME, Card
from bakersdozen.complaints import Complaint
from bakersdozen.daily import calendar, daily_of, line_of, parse_day
from bakersdozen.deals import drawn_number
from bakersdozen.examples import judged
from bakersdozen.game import Game, InvalidSave, Ply, variant_of
from bakersdozen.jobs import Jobs
from bakersdozen.lessons import first_game
from bakersdozen.notation import format_board, format_json, format_ply, format_position
from bakersdozen.places import CELL_PREFIX, pile_names
from bakersdozen.rules import move_of, refused
from bakersdozen.touch import natural_target, standstill, unclear
from bakersdozen.variants import VARIANTS
from bakersdozen.view import destinations, view

Request = Mapping[str, Any]
Answer = dict[str, Any]

WRITERS: Final = {"position": format_position, "board": format_board, "json": format_json}
DAILY_VARIANT: Final = "bakers-dozen"
MAX_BUDGET: Final = 100_000_000
_ENTROPY: Final = re.compile(r"[0-9a-fA-F]{16,64}")


class Refused(Complaint):
    """Raised for a request that is answered with a reason."""


class Session:
    """The engine's side of one page: the running game, its options and its job."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._jobs = Jobs(clock)
        self._game: Game | None = None
        self._knowledge: hints.Knowledge | None = None
        self._autoplay = False
        self._seconds = 0.0
        self._key = 0

    def handle(self, text: str) -> str:
        """Answers one request. In and out: JSON text. Never raises for a bad request."""
        number = None
        answer: Answer
        try:
            request = _parsed(text)
            number = request.get("id")
            answer = {"ok": True} | self._answer(request)
        except Complaint as complaint:
            answer = {
                "ok": False,
                "reason": {"key": complaint.sentence, "args": complaint.args_for_text},
            }
        return json.dumps({"id": number} | answer, ensure_ascii=False)

    def _answer(self, request: Request) -> Answer:
        intent = request.get("intent")
        handler = _INTENTS.get(intent) if isinstance(intent, str) else None
        if handler is None:
            raise Refused("error.request")
        if "seconds" in request:
            self._seconds = _seconds(request["seconds"])
        return handler(self, request)

    def _hello(self, request: Request) -> Answer:
        return {
            "engine": __version__,
            "variants": [variant.parameters() for variant in VARIANTS.values()],
        }

    def _examples(self, request: Request) -> Answer:
        return {"examples": judged(variant_of(request.get("variant")))}

    def _lesson(self, request: Request) -> Answer:
        return {"lesson": first_game()}

    def _new(self, request: Request) -> Answer:
        variant = variant_of(request.get("variant"))
        if "deal" in request:
            return self._start(Game.numbered(variant, _text(request, "deal")))
        return self._start(Game.numbered(variant, str(drawn_number(variant, _entropy(request)))))

    def _position(self, request: Request) -> Answer:
        variant = variant_of(request.get("variant"))
        return self._start(Game.from_position(variant, _text(request, "text")))

    def _load(self, request: Request) -> Answer:
        return self._start(*_replayed(request.get("save")))

    def _check(self, request: Request) -> Answer:
        game, seconds = _replayed(request.get("save"))
        return {"save": game.save() | {"seconds": seconds}}

    def _start(self, game: Game, seconds: float = 0.0) -> Answer:
        known = self._game
        # What was proved of a deal holds for every other way of playing it.
        if known is None or (known.variant, known.state_at(0)) != (game.variant, game.state_at(0)):
            self._knowledge = hints.Knowledge(game.variant)
        self._game = game
        self._seconds = seconds
        return self._changed()

    def _move(self, request: Request) -> Answer:
        return self._play(_text(request, "card"), _text(request, "to"))

    def _best(self, request: Request) -> Answer:
        return self._play(_text(request, "card"), None)

    def _play(self, card: str, target: str | None) -> Answer:
        game = self._playing()
        move = move_of(game.state, *self._aim(game, card, target))
        return self._moved(game.move(move, autoplay=self._autoplay))

    def _aim(self, game: Game, card: str, target: object) -> tuple[Card, str]:
        """Reads a card and where it is to go; without a pile, where a double tap sends it."""
        if card not in BY_NAME:
            raise Refused("error.request")
        if target is None:
            target = natural_target(game.variant, game.state, BY_NAME[card])
            if target is None:
                raise unclear(game.variant, game.state, BY_NAME[card])
        if not isinstance(target, str) or target not in pile_names(game.variant):
            raise Refused("error.request")
        return BY_NAME[card], target.removeprefix(CELL_PREFIX)

    def _why(self, request: Request) -> Answer:
        game, card = self._playing(), _text(request, "card")
        if card not in BY_NAME or card in destinations(game.variant, game.state):
            raise Refused("error.request")
        raise standstill(game.variant, game.state, BY_NAME[card])

    def _undo(self, request: Request) -> Answer:
        return self._moved(self._playing().undo())

    def _redo(self, request: Request) -> Answer:
        return self._moved(self._playing().redo())

    def _finish(self, request: Request) -> Answer:
        return self._moved(self._playing().finish())

    def _restart(self, request: Request) -> Answer:
        self._playing().go_to(0)
        return self._changed()

    def _goto(self, request: Request) -> Answer:
        try:
            self._playing().go_to(_whole(request, "cursor"))
        except IndexError:
            raise Refused("error.request") from None
        return self._changed()

    def _options(self, request: Request) -> Answer:
        autoplay = request.get("autoplay")
        if type(autoplay) is not bool:
            raise Refused("error.request")
        self._autoplay = autoplay
        return {"autoplay": autoplay}

    def _export(self, request: Request) -> Answer:
        writer = WRITERS.get(_text(request, "format"))
        if writer is None:
            raise Refused("error.request")
        game = self._playing()
        return {"text": writer(game.variant, game.state)}

    def _begin(self, request: Request, advise: Callable[..., hints.Advice], budget: int) -> Answer:
        game, knowledge = self._playing(), self._knowledge
        budget = _budget(request, budget)
        advice = advise(knowledge, game, budget)
        return {"job": self._jobs.start(advice, key=self._key, budget=budget)}

    def _hint(self, request: Request) -> Answer:
        return self._begin(request, hints.hint, hints.HINT_BUDGET)

    def _solve(self, request: Request) -> Answer:
        advise = partial(hints.solve, autoplay=self._autoplay)
        return self._begin(request, advise, hints.SOLVE_BUDGET)

    def _probe(self, request: Request) -> Answer:
        return self._begin(request, hints.probe, hints.PROBE_BUDGET)

    def _autopsy(self, request: Request) -> Answer:
        return self._begin(request, hints.autopsy, hints.AUTOPSY_BUDGET)

    def _draw(self, request: Request) -> Answer:
        variant, budget = variant_of(request.get("variant")), _budget(request, draws.BUDGET)
        drawing = draws.winnable(variant, _entropy(request), budget)
        return {"job": self._jobs.start(drawing, key=self._key, budget=budget)}

    def _timeline(self, request: Request) -> Answer:
        return self._begin(request, timeline.timeline, hints.AUTOPSY_BUDGET)

    def _judge(self, request: Request) -> Answer:
        """Judges the move that takes a card somewhere; without one, the last that was played."""
        game = self._playing()
        if "card" not in request:
            if not game.cursor:
                raise Refused("error.request")
            return self._begin(request, coach.review, coach.JUDGE_BUDGET)
        move = move_of(game.state, *self._aim(game, _text(request, "card"), request.get("to")))
        if refusal := refused(game.variant, game.state, move):
            raise refusal
        judge = partial(coach.judge, move=move, autoplay=self._autoplay)
        return self._begin(request, judge, coach.JUDGE_BUDGET)

    def _compare(self, request: Request) -> Answer:
        code = line_of(parse_day(_text(request, "date")), _text(request, "lines"))
        return timeline.compare(self._playing(), results.decode(code)[0])

    def _work(self, request: Request) -> Answer:
        number = _whole(request, "job")
        return {"job": number} | self._jobs.work(number, _whole(request, "ms"))

    def _cancel(self, request: Request) -> Answer:
        number = _whole(request, "job")
        self._jobs.end(number)
        return {"job": number}

    def _daily(self, request: Request) -> Answer:
        day = parse_day(_text(request, "date"))
        found = daily_of(day, _text(request, "year"))
        game = Game.numbered(VARIANTS[DAILY_VARIANT], found.deal, daily=day.isoformat())
        return self._start(game)

    def _calendar(self, request: Request) -> Answer:
        days = calendar(_whole(request, "number"), _text(request, "year"))
        return {"days": [day._asdict() | {"day": day.day.isoformat()} for day in days]}

    def _result(self, request: Request) -> Answer:
        game = self._playing()
        try:
            code = results.encode(game, self._seconds)
        except results.NoResult:
            raise Refused("error.no-result") from None
        facts = results.facts(game, int(self._seconds))
        return {"code": code, "facts": facts, "course": results.course(game)}

    def _open(self, request: Request) -> Answer:
        game, seconds = results.decode(_text(request, "code"))
        told = {"facts": results.facts(game, seconds), "course": results.course(game)}
        game.go_to(0)
        return told | {"save": game.save() | {"seconds": 0}}

    def _statistics(self, request: Request) -> Answer:
        entries, refused = _entries(request.get("entries"))
        today = parse_day(_text(request, "today"))
        return {"statistics": records.statistics(entries, today), "refused": refused}

    def _merge(self, request: Request) -> Answer:
        lists = request.get("records")
        if not isinstance(lists, list):
            raise Refused("error.request")
        read = [_entries(entries) for entries in lists]
        return {
            "entries": records.plain(records.merged(*(entries for entries, _ in read))),
            "refused": sum(refused for _, refused in read),
        }

    def _playing(self) -> Game:
        if self._game is None:
            raise Refused("error.no-game")
        return self._game

    def _moved(self, ply: Ply | None) -> Answer:
        return self._changed() | {"moved": format_ply(ply).split(".") if ply else []}

    def _changed(self) -> Answer:
        """Ends the job, counts the position up and returns what the page needs to know."""
        game = self._playing()
        self._jobs.end()
        self._key += 1
        return {
            "view": view(game, key=self._key, seconds=self._seconds),
            "save": game.save() | {"seconds": self._seconds},
        }


_INTENTS: Final[dict[str, Callable[[Session, Request], Answer]]] = {
    "hello": Session._hello,
    "examples": Session._examples,
    "lesson": Session._lesson,
    "new": Session._new,
    "position": Session._position,
    "load": Session._load,
    "check": Session._check,
    "move": Session._move,
    "best": Session._best,
    "why": Session._why,
    "undo": Session._undo,
    "redo": Session._redo,
    "restart": Session._restart,
    "goto": Session._goto,
    "finish": Session._finish,
    "options": Session._options,
    "export": Session._export,
    "hint": Session._hint,
    "solve": Session._solve,
    "probe": Session._probe,
    "autopsy": Session._autopsy,
    "timeline": Session._timeline,
    "judge": Session._judge,
    "compare": Session._compare,
    "draw": Session._draw,
    "work": Session._work,
    "cancel": Session._cancel,
    "daily": Session._daily,
    "calendar": Session._calendar,
    "result": Session._result,
    "open": Session._open,
    "statistics": Session._statistics,
    "merge": Session._merge,
}


def _parsed(text: str) -> Request:
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("error.request") from None
    if not isinstance(request, dict):
        raise Refused("error.request")
    return request


def _text(request: Request, field: str) -> str:
    value = request.get(field)
    if not isinstance(value, str):
        raise Refused("error.request")
    return value


def _whole(request: Request, field: str) -> int:
    value = request.get(field)
    if type(value) is not int:
        raise Refused("error.request")
    return value


def _budget(request: Request, usual: int) -> int:
    value = request.get("budget", usual)
    if type(value) is not int or not 0 < value <= MAX_BUDGET:
        raise Refused("error.request")
    return value


def _entropy(request: Request) -> int:
    value = _text(request, "entropy")
    if not _ENTROPY.fullmatch(value):
        raise Refused("error.request")
    return int(value, 16)


def _entries(data: object) -> tuple[list[records.Entry], int]:
    """Reads a record; returns its entries and how many could not be read."""
    if not isinstance(data, list):
        raise Refused("error.request")
    entries = []
    for item in data:
        with suppress(records.InvalidEntry):
            entries.append(records.parse_entry(item))
    return entries, len(data) - len(entries)


def _replayed(save: object) -> tuple[Game, float]:
    """Replays a save; returns the game and its clock. Raises `InvalidSave`."""
    game = Game.load(save)
    seconds = save.get("seconds", 0) if isinstance(save, Mapping) else 0
    try:
        return game, _seconds(seconds)
    except Refused:
        raise InvalidSave("seconds") from None


def _seconds(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf:
        try:
            return min(float(value), results.MAX_SECONDS)
        except OverflowError:
            pass
    raise Refused("error.request")


_session = Session()


def handle(text: str) -> str:
    """Answers one request of the page; see `Session.handle`.

    >>> handle('{"id": 1, "intent": "new", "variant": "bakers-dozen", "deal": "0"}')[:58]
    '{"id": 1, "ok": false, "reason": {"key": "error.deal", "ar'
    """
    return _session.handle(text)
