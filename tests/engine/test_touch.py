"""Where a double tap sends a card, and why one has to lie."""

from __future__ import annotations

import random

import pytest

import oracle
from bakersdozen.cards import BY_NAME
from bakersdozen.game import Game
from bakersdozen.rules import legal_moves
from bakersdozen.touch import natural_target, standstill, unclear
from bakersdozen.variants import VARIANTS
from bakersdozen.view import piles
from support import brute_dests, position

H01 = "KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS/-/-/-/-/-/-/-/-/- CJDTHTS5"
H02 = "4H7S8HTH/9S6CKH7H/JHJS5C7D/QH6D8SKS/6H9D5DJD/QC9C8D5H/9HQSKC7C/TSQDTCKD C4D4H3S6 TD8CJC"


@pytest.mark.parametrize(
    ("variant", "text", "card", "target"),
    [
        ("bakers-dozen", H01, "JH", "H"),
        ("bakers-dozen", H01, "TS", "b"),
        ("bakers-dozen", H01, "QD", None),
        ("bakers-dozen", H01, "6S", None),
        ("freecell", H02, "TH", "cell4"),
    ],
)
def test_a_double_tap_goes_up_or_to_the_only_target(
    variant: str, text: str, card: str, target: str | None
) -> None:
    assert natural_target(VARIANTS[variant], position(variant, text), BY_NAME[card]) == target


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_double_tap_never_does_what_the_rules_refuse(variant: str) -> None:
    chance = random.Random(variant + "tap")
    game = Game.numbered(VARIANTS[variant], "5")
    for _ in range(25):
        dests = brute_dests(game.variant, game.state)
        for card in oracle.PACK:
            target = natural_target(game.variant, game.state, BY_NAME[card])
            assert target is None or target in dests[card]
            up = [pile for pile in dests.get(card, ()) if pile in oracle.SUITS]
            if up:
                assert target == up[0]
            elif len(dests.get(card, ())) == 1 and variant in ("bakers-dozen", "castles-in-spain"):
                alone = [card] in piles(game.state).values()
                assert target is not None or alone
        legal = legal_moves(game.variant, game.state)
        if not legal:
            break
        game.move(chance.choice(legal))


FULL = " C-D-H-S- 2C2D2H2S"


@pytest.mark.parametrize(
    ("variant", "text", "card", "why"),
    [
        # A run: as long as it is, and how many may go to the best place for it.
        ("freecell", "KC9S8H7S/TD" + FULL, "9S", "no-room size=3 limit=1"),
        ("freecell", "KC9S8H7S/TD C-D-H-S- 2C2D2H", "9S", "no-room size=3 limit=2"),
        ("freecell", "KC9S8H7S/KD/-" + FULL, "9S", "no-room-in-space size=3 limit=1"),
        ("freecell", "KCTH9S8H7S/JS/-" + FULL, "TH", "no-room size=4 limit=2"),
        ("freecell", "KC9S8H7S/JD" + FULL, "9S", "nowhere card=9S"),
        # What lies on it keeps it, wherever it should go.
        ("freecell", "KC9S8S7S/TD" + FULL, "9S", "no-run"),
        ("bakers-dozen", "KC9S8S/TD", "9S", "one-at-a-time"),
        ("bakers-dozen", "KC9S4S/TD", "9S", "only-top"),
        ("bakers-dozen-1883", "KC9S|8S/TD", "9S", "face-down"),
        ("bakers-dozen", "KC9S C-D-H-S4", "4S", "foundation-stays"),
        ("bakers-dozen", "KC9S C-D-H-S4", "3S", "foundation-stays"),
        ("bakers-dozen", "KC9S/QD", "9S", "nowhere card=9S"),
        ("bakers-dozen", "- CKDKHKSK", "KS", "game-over"),
    ],
)
def test_a_card_that_cannot_move_says_why(variant: str, text: str, card: str, why: str) -> None:
    found = standstill(VARIANTS[variant], position(variant, text), BY_NAME[card])
    assert " ".join([found.reason, *(f"{k}={v}" for k, v in found.args_for_text.items())]) == why


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_card_that_cannot_move_is_without_a_reason_of_its_own(variant: str) -> None:
    """In random games: about the place where it lies, never about one it was not sent to."""
    chance = random.Random(variant + "still")
    game = Game.numbered(VARIANTS[variant], "6")
    said = {"only-top", "one-at-a-time", "face-down", "no-run", "foundation-stays", "nowhere"}
    for _ in range(25):
        dests = brute_dests(game.variant, game.state)
        for card in set(oracle.PACK) - dests.keys():
            why = standstill(game.variant, game.state, BY_NAME[card])
            if "limit" in why.args_for_text:
                assert why.args_for_text["size"] > why.args_for_text["limit"] > 0  # type: ignore[operator]
            else:
                assert why.reason in said
        legal = legal_moves(game.variant, game.state)
        if not legal:
            break
        game.move(chance.choice(legal))


@pytest.mark.parametrize(
    ("variant", "text", "card", "why"),
    [
        ("bakers-dozen", "KC9S/QD", "9S", "nowhere-yet card=9S needed=AS"),
        ("bakers-dozen", "KC9S/QD C-D-H-S7", "9S", "nowhere-yet card=9S needed=8S"),
        ("bakers-dozen", "KC9S/TD/TC", "9S", "several-targets-yet card=9S needed=AS"),
        ("freecell", "KC9S8H7S/TD" + FULL, "9S", "no-room size=3 limit=1"),
        # Next on its foundation, but others lie on it: nothing goes up before it.
        ("freecell", "KC3S2H/4D/4H C-D-H-S2", "3S", "several-targets card=3S"),
        ("bakers-dozen", "KC9S4S/TD", "9S", "only-top"),
    ],
)
def test_a_double_tap_that_comes_to_nothing_says_what_comes_first(
    variant: str, text: str, card: str, why: str
) -> None:
    found = unclear(VARIANTS[variant], position(variant, text), BY_NAME[card])
    args = [f"{k}={v}" for k, v in found.args_for_text.items()]
    assert " ".join([found.sentence, *args]) == "reason." + why
