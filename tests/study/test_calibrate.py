"""The calibration command: its counts, its intervals, its table."""

from __future__ import annotations

import pytest

from bakersdozen.study.calibrate import calibrate, main, row
from bakersdozen.study.shares import Tally, wilson


def test_tallies_add_up_deal_by_deal() -> None:
    tallies = list(calibrate("spanish-patience-as-dealt", 5, seed=3))
    assert [tally.deals for tally in tallies] == [1, 2, 3, 4, 5]
    assert tallies[-1].won == 5


def test_a_tiny_budget_leaves_deals_open() -> None:
    *_, tally = calibrate("freecell", 3, budget=5)
    assert tally == Tally(0, 0, 3)
    assert tally.interval()[1] == 1


def test_open_deals_widen_the_interval_both_ways() -> None:
    closed, opened = Tally(90, 10, 0), Tally(90, 5, 5)
    assert opened.interval()[0] == closed.interval()[0]
    assert opened.interval()[1] > closed.interval()[1]


@pytest.mark.parametrize(("hits", "trials"), [(0, 10), (10, 10), (5, 10), (1999, 2000)])
def test_wilsons_interval_holds_the_share(hits: int, trials: int) -> None:
    low, high = wilson(hits, trials)
    assert 0 <= round(low, 12) <= hits / trials <= high <= 1


def test_the_table_says_when_a_figure_is_missed(capsys: pytest.CaptureFixture[str]) -> None:
    assert row("freecell", Tally(2000, 0, 0)).endswith("yes |")
    assert row("freecell", Tally(1500, 500, 0)).endswith("NO |")
    assert main(["spanish-patience-as-dealt", "--deals", "2"]) == 0
    assert "| `spanish-patience-as-dealt` | 2 | 2 | 0 | 0 |" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["bakers-dozen"])
