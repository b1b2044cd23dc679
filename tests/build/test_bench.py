"""What the bench makes of figures: goals set beside them, and a page that tells both."""

from __future__ import annotations

import pytest

from tools.bench import motion
from tools.bench.__main__ import PAGE
from tools.bench.goals import FAST, GOALS, SLOW_CPU, SLOW_LINE, SLOW_THREAD, compared, put
from tools.console import Trouble

PLAIN = {"engine_s": 2.0}
SITE = {"engine_s": 0.5, "cards_s": 0.1, "longest_task_s": 0.06, "transferred_mb": 4.5}
VISITS = {
    "plain, first": {"engine_s": 4.0},
    "plain, later": PLAIN,
    "bare, first": {"engine_s": 0.2, "cards_s": 0.08},
    "bare, later": {"engine_s": 0.1, "cards_s": 0.05},
    "site, first": SITE | {"engine_s": 1.0, "longest_task_s": 0.21},
    "site, later": SITE,
}
REPORT = dict.fromkeys((FAST, SLOW_LINE, SLOW_CPU, SLOW_THREAD), VISITS)


def test_each_goal_is_told_with_what_was_seen() -> None:
    rows = list(compared(REPORT))[2:]
    assert len(rows) == len(GOALS)
    assert rows[0].endswith("| 0.16 | 0.25 | not reached | 0.05 |")  # 0.5 of 2.0; the bare page 0.1
    assert rows[1].endswith("| 0.16 | 0.12 | reached |  |")  # 0.5 of 4.0
    assert rows[2].endswith("| 0.35 | 0.25 | reached |  |")
    (cards,) = (row for row in rows if "cards, to the engine, later" in row)
    assert cards.endswith("| 0.25 | 0.20 | reached | 0.10 |")  # 0.1 of 0.5; the bare page 0.05
    (task,) = (row for row in rows if "main thread slowed" in row)
    assert task.endswith("| 200 | 210 | not reached |  |")  # the worse of the two visits


def test_goals_that_were_not_measured_are_left_out() -> None:
    told = "\n".join(compared({FAST: VISITS}))
    assert "first visit over the line, MB | 8.5 | 4.5 | reached" in told
    assert "slowed" not in told


def test_the_page_has_room_for_both_tables() -> None:
    page = put(PAGE.read_text("utf-8"), "goals", iter(["| one |"]))
    page = put(page, "figures", iter(["| two |"]))
    assert page.index("| one |") < page.index("| two |")
    assert put(page, "goals", iter(["| one |"])) == page
    with pytest.raises(Trouble):
        put(page, "nothing", iter([]))


def traced(name: str, ms: float, **more: float) -> dict[str, object]:
    return {"name": name, "ts": ms * 1000, "pid": 7, "tid": 1} | more


def test_a_frame_that_is_not_drawn_in_its_turn_is_missed() -> None:
    drawn = [10 + motion.FRAME_MS * turn for turn in (0, 1, 2, 4, 5)]  # the fourth is left out
    figures = motion.figures_of(
        [
            traced("motion-start", 5),
            traced("motion-end", 100),
            *(traced("DrawFrame", at, tid=2) for at in [*drawn, 200]),
            traced("RunTask", 20, dur=12_000),
            traced("RunTask", 20, dur=90_000, tid=2),
            traced("Layout", 30, dur=1000),
            traced("Layout", 300, dur=1000),
        ]
    )
    assert figures["frames"] == 5
    assert figures["missed"] == 1
    assert figures["on_time"] == 3 / 5
    assert figures["task_ms"] == 12
    assert figures["layouts"] == 1
