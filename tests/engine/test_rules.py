"""Every line of the rules page, for every variant it concerns; positions run bottom to top."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

import oracle
from bakersdozen import rules
from bakersdozen.cards import card_of
from bakersdozen.rules import IllegalMove, Move, Outcome, Reason, legal_moves, outcome, play
from bakersdozen.variants import VARIANTS, custom
from support import board_of, legal, move, name, position, rules_of, state_of, verdict, wander

EVERY = list(VARIANTS)
ALTERNATE = ["castles-in-spain", "freecell"]
ANY_SUIT = [v for v in EVERY if v not in ALTERNATE]
DEAD = ["bakers-dozen", "good-measure", "bakers-dozen-1883"]
KING_ONLY = ["portuguese-solitaire"]
ANY_CARD = [v for v in EVERY if v not in DEAD + KING_ONLY]
ONE_AT_A_TIME = [v for v in EVERY if v != "freecell"]
WORRYING = replace(VARIANTS["spanish-patience"], worrying_back=True)

each = pytest.mark.parametrize


# --- packing ---------------------------------------------------------------------------------


@each("variant", EVERY)
def test_a_six_on_a_seven_goes_by_suit_only_where_colours_alternate(variant: str) -> None:
    for upper, lower in itertools.product(oracle.SUITS, repeat=2):
        found = verdict(variant, f"KC6{upper}/KD7{lower}", "ab")
        if variant in ALTERNATE and (upper in "DH") == (lower in "DH"):
            assert found == f"pack-alternate card=6{upper} onto=7{lower}"
        else:
            assert found == "ok"


@each("variant", EVERY)
def test_packing_goes_down_by_one_rank_and_nothing_wraps(variant: str) -> None:
    for upper, lower in itertools.product("A23456789TJQK", repeat=2):
        found = verdict(variant, f"{upper}S/{lower}H", "ab")
        down_by_one = upper + lower in "A23456789TJQK"
        assert found == ("ok" if down_by_one else f"pack-down card={upper}S onto={lower}H")


@each("variant", EVERY)
def test_the_examples_of_packing(variant: str) -> None:
    assert verdict(variant, "6S/7H", "ab") == "ok"
    assert verdict(variant, "8S/7H", "ab") == "pack-down card=8S onto=7H"
    assert verdict(variant, "AS/KH", "ab") == "pack-down card=AS onto=KH"
    assert verdict(variant, "KS/AH", "ab") == "pack-down card=KS onto=AH"
    assert verdict(variant, "5H4S/-", "aa") == "same-pile"


# --- which cards are available ---------------------------------------------------------------


@each("variant", EVERY)
def test_only_the_top_card_of_a_column_moves(variant: str) -> None:
    reason = "only-top" if variant in ONE_AT_A_TIME else "no-run"
    assert verdict(variant, "6S2H/7D", "ab2") == reason
    assert verdict(variant, "6S2H/7D", Move("a", "S", 2)) == reason


@each("variant", ONE_AT_A_TIME)
def test_a_run_is_refused_because_cards_move_one_at_a_time(variant: str) -> None:
    assert verdict(variant, "KC8S7H6S/9D", "ab3") == "one-at-a-time"
    assert verdict(variant, "KC8S7H6S/8D", "ab2") == "one-at-a-time"


@each("variant", EVERY)
def test_a_run_cannot_go_to_a_foundation(variant: str) -> None:
    reason = "one-at-a-time" if variant in ONE_AT_A_TIME else "one-up card=3S"
    assert verdict(variant, "KC3S2H/4D C-D-HAS2", Move("a", "S", 2)) == reason


def test_a_run_is_told_what_a_foundation_needs_like_a_card() -> None:
    needs = "foundation-needs card=2S"
    assert verdict("freecell", "KC3S2H/4D C-D-HASA", Move("a", "S", 2)) == needs
    needs = "one-suit card=3S needed=2H own=2S"
    assert verdict("freecell", "KC3S2H/4D C-D-HASA", Move("a", "H", 2)) == needs


def test_a_face_down_card_does_not_move() -> None:
    closed = "bakers-dozen-1883"
    assert verdict(closed, "6S5S|4H/7D", "ab2") == "face-down"
    assert verdict(closed, "6S5S|4H/7D", "ab3") == "face-down"
    assert verdict(closed, "6S|5S4H/7D", "ab2") == "one-at-a-time"
    assert verdict(closed, "9S|5S2H/7D", "ab2") == "only-top"


def test_hidden_cards_turn_up_when_exposed_one_at_a_time() -> None:
    closed = VARIANTS["bakers-dozen-1883"]
    state = position("bakers-dozen-1883", "9S5S|4H3C/4D/6D/5H")
    state = play(closed, state, move("ab"))
    assert state.hidden == (2, 0, 0, 0)
    state = play(closed, state, move("ad"))
    assert state.hidden == (1, 0, 0, 0), "the five turned up"
    state = play(closed, state, move("ac"))
    assert state.hidden == (0, 0, 0, 0), "the nine turned up"
    assert [name(c) for c in state.columns[0]] == ["9S"]


def test_a_column_emptied_in_the_closed_game_hides_nothing() -> None:
    state = play(
        VARIANTS["bakers-dozen-1883"], position("bakers-dozen-1883", "6S/KD|7D"), move("ab")
    )
    assert state.columns[0] == ()
    assert state.hidden == (0, 1)


# --- spaces ----------------------------------------------------------------------------------


@each("variant", EVERY)
@each("king", [False, True])
def test_what_a_space_takes(variant: str, king: bool) -> None:
    found = verdict(variant, "3DKH/-" if king else "3DQH/-", "ab")
    if variant in DEAD:
        assert found == "space-dead"
    elif variant in KING_ONLY and not king:
        assert found == "space-king"
    else:
        assert found == "ok"


@each("variant", EVERY)
def test_dead_columns_are_the_spaces_of_the_games_where_nothing_fills_them(variant: str) -> None:
    state = position(variant, "3DQH/-/7C/-")
    wanted = ("b", "d") if variant in DEAD else ()
    assert rules.dead_columns(VARIANTS[variant], state) == wanted


def test_a_lone_card_may_change_spaces_where_any_card_fills_one() -> None:
    assert legal("spanish-patience", "QH/-/3C/-") == ["ab", "ad", "cb", "cd"]
    assert legal("portuguese-solitaire", "KH/-/3C/-") == ["ab", "ad"]
    assert legal("bakers-dozen", "KH/-/3C/-") == []


# --- foundations -----------------------------------------------------------------------------


@each("variant", EVERY)
def test_foundations_are_built_up_in_suit_from_ace_to_king(variant: str) -> None:
    for suit, top, rank in itertools.product(oracle.SUITS, range(13), range(1, 14)):
        if rank <= top:
            continue
        shown = "".join(s + (oracle.RANKS[top - 1] if s == suit and top else "-") for s in "CDHS")
        moving = oracle.RANKS[rank - 1] + suit
        found = verdict(variant, f"{moving} {shown}", f"a{suit}")
        needed = oracle.RANKS[top] + suit
        assert found == ("ok" if rank == top + 1 else f"foundation-needs card={needed}")


@each("variant", EVERY)
def test_a_foundation_takes_its_own_suit_only(variant: str) -> None:
    for suit, other in itertools.permutations(oracle.SUITS, 2):
        own = f"own-foundation card=A{suit} needed=A{other}"
        assert verdict(variant, f"A{suit}", f"a{other}") == own
        both = f"one-suit card=3{suit} needed=A{other} own=A{suit}"
        assert verdict(variant, f"3{suit}", f"a{other}") == both
        shown = "".join(s + {suit: "A", other: "4"}.get(s, "-") for s in "CDHS")
        both = f"one-suit card=3{suit} needed=5{other} own=2{suit}"
        assert verdict(variant, f"3{suit} {shown}", f"a{other}") == both
        full = "".join(s + ("K" if s == other else "-") for s in "CDHS")
        assert verdict(variant, f"3{suit} {full}", f"a{other}") == "foundation-full"


@each("variant", EVERY)
def test_the_examples_of_building(variant: str) -> None:
    assert verdict(variant, "AS", "aS") == "ok"
    assert verdict(variant, "4H C-D-H3S-", "aH") == "ok"
    assert verdict(variant, "2S", "aS") == "foundation-needs card=AS"


@each("variant", EVERY)
def test_a_card_on_a_foundation_stays_there(variant: str) -> None:
    text = "8S/5H/- C-D-H-S4"
    assert verdict(variant, text, "Sb") == "foundation-stays"
    assert verdict(variant, text, "Sc") == "foundation-stays"
    assert not any(text[0] in oracle.SUITS for text in legal(variant, text))


def test_worrying_back_takes_the_top_of_a_foundation_to_a_column_and_nowhere_else() -> None:
    board = oracle.Board([["5H"], ["6C"], []])
    board.foundations["S"] = 4
    assert sorted(map(str, legal_moves(WORRYING, state_of(board)))) == [
        "Sa",
        "Sc",
        "ab",
        "ac",
        "bc",
    ]
    after = play(WORRYING, state_of(board), move("Sa"))
    assert board_of(after).columns[0] == ["5H", "4S"]
    assert after.foundations == (0, 0, 0, 3)
    with pytest.raises(IllegalMove) as refused:
        play(WORRYING, state_of(board), move("Sb"))
    assert refused.value.reason is Reason.PACK_DOWN
    assert refused.value.args_for_text == {"card": "4S", "onto": "6C"}
    with pytest.raises(IllegalMove):
        play(WORRYING, state_of(board), move("Ca"))

    celled = replace(WORRYING, cells=4)
    board.cells = [None] * 4
    assert not [m for m in legal_moves(celled, state_of(board)) if str(m) in ("S1", "C1")]
    with pytest.raises(IllegalMove) as refused:
        play(celled, state_of(board), move("S1"))
    assert refused.value.reason is Reason.FOUNDATION_STAYS


# --- cells and the reserve -------------------------------------------------------------------


def test_a_cell_takes_one_card_and_gives_it_back_like_any_available_card() -> None:
    board = "9C6S/7D/KD8H C-D-H-S- 5H"
    assert verdict("freecell", board, "a2") == "ok"
    assert verdict("freecell", board, "a4") == "ok"
    assert verdict("freecell", board, "a1") == "no-cell"
    assert verdict("freecell", board, "1a") == "ok"
    assert verdict("freecell", board, "1b") == "pack-down card=5H onto=7D"
    assert verdict("freecell", "9C6D/7D C-D-H-S- 5H", "1a") == "pack-alternate card=5H onto=6D"
    assert verdict("freecell", "9C6S/- C-D-H-S- 5H", "1b") == "ok"
    assert verdict("freecell", "9C6S/- C-D-H4S- 5H", "1H") == "ok"
    assert verdict("freecell", "9C6S/- C-D-H-S- 5H", "1H") == "foundation-needs card=AH"
    assert verdict("freecell", "9C6S/- C-D-H-S- 5H", "2b") == "no-card"


def test_full_cells_take_nothing_more() -> None:
    text = "9C6S/KD8H C-D-H-S- 5H2C2D3S"
    assert [verdict("freecell", text, f"a{cell}") for cell in "1234"] == ["no-cell"] * 4
    assert not [m for m in legal("freecell", text) if m[-1] in "1234"]


def test_a_run_does_not_fit_a_cell() -> None:
    assert verdict("freecell", "8S7C6D/9H", Move("a", "1", 2)) == "one-in-cell"


def test_moving_from_cell_to_cell_is_no_move() -> None:
    assert verdict("freecell", "9C6S C-D-H-S- 5H", "12") == "same-pile"
    assert legal("freecell", "9C6S C-D-H-S- 5H") == ["1a", "a2"]


def test_the_first_open_cell_stands_for_all_in_the_list() -> None:
    found = legal("freecell", "9C6S/KD8H C-D-H-S- 5H")
    assert [m for m in found if m[-1] in "1234"] == ["a2", "b2"]


@each("variant", [v for v in EVERY if v != "freecell"])
def test_where_there_are_no_cells_nothing_goes_to_one(variant: str) -> None:
    assert verdict(variant, "9C6S/KD8H", "a1") == "no-cell"


def test_every_card_of_the_reserve_is_available_and_it_is_never_refilled() -> None:
    garden = "flower-garden"
    text = "9C6S/7D/- C-D-H-S- - 5HQC6CAS"
    assert legal(garden, text) == sorted(
        ["5Ha", "6Cb", "ASS", "ab", "5Hc", "QCc", "6Cc", "ASc", "ac", "bc"]
    )
    after = play(VARIANTS[garden], position(garden, text), move("6Cb"))
    assert board_of(after).reserve == ["5H", "QC", "AS"]
    assert board_of(after).columns[1] == ["7D", "6C"]
    assert verdict(garden, text, "QCa") == "pack-down card=QC onto=6S"
    assert verdict(garden, text, "QCC") == "foundation-needs card=AC"
    assert verdict(garden, text, "2Ca") == "no-card"


@each("variant", EVERY)
def test_nothing_goes_to_the_reserve(variant: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        play(VARIANTS[variant], position(variant, "9C6S/7D"), Move("a", "reserve"))
    assert refused.value.reason is Reason.RESERVE_CLOSED


# --- group moves -----------------------------------------------------------------------------

RUN = ["KS", "QD", "JS", "TD", "9S", "8D", "7S", "6D", "5S", "4D", "3S", "2D"]
FILLERS = ["2C", "3C", "4C", "5C"]


def freecell_with(open_cells: int, spaces: int, run: int, into_space: bool) -> oracle.Board:
    """A board with a run on column a, its host (or a space) as b, and so much room."""
    columns = [["AC", *RUN[-run:]]]
    if not into_space:
        lead = oracle.rank(RUN[-run])
        host = oracle.RANKS[lead] + ("H" if RUN[-run][1] in "CS" else "C")
        columns.append([host])
    columns += [[] for _ in range(spaces)]
    columns += [["AD"] for _ in range(8 - len(columns))]
    held: list[str | None] = [None] * 4
    for slot in range(4 - open_cells):
        held[slot] = FILLERS[slot]
    return oracle.Board(columns, cells=held)


@each("open_cells", range(5))
@each("spaces", range(5))
def test_freecells_limit_for_a_run_is_exact(open_cells: int, spaces: int) -> None:
    freecell = VARIANTS["freecell"]
    for into_space in (False, True):
        if into_space and not spaces:
            continue
        limit = (open_cells + 1) * 2**spaces // (2 if into_space else 1)
        for length in range(1, 12):
            state = state_of(freecell_with(open_cells, spaces, length, into_space))
            text = "ab" + (str(length) if length > 1 else "")
            allowed = text in map(str, legal_moves(freecell, state))
            assert allowed is (length <= limit)
            if allowed:
                assert len(play(freecell, state, move(text)).columns[0]) == 1
            else:
                with pytest.raises(IllegalMove) as refused:
                    play(freecell, state, move(text))
                reason = Reason.NO_ROOM_IN_SPACE if into_space else Reason.NO_ROOM
                assert refused.value.reason is reason
                assert refused.value.args_for_text == {"size": length, "limit": limit}


@each(
    ("open_cells", "spaces", "filled", "empty"),
    [(4, 0, 5, None), (2, 1, 6, 3), (0, 2, 4, 2), (0, 0, 1, None), (0, 1, 2, 1), (4, 1, 10, 5)],
)
def test_the_limits_that_are_published(
    open_cells: int, spaces: int, filled: int, empty: int | None
) -> None:
    state = state_of(freecell_with(open_cells, spaces, 3, into_space=False))
    freecell = VARIANTS["freecell"]
    assert rules.group_limit(freecell, state, into_space=False) == filled
    if empty is not None:
        assert rules.group_limit(freecell, state, into_space=True) == empty


@each("variant", ONE_AT_A_TIME)
def test_elsewhere_the_limit_is_one(variant: str) -> None:
    state = position(variant, "9C/-/-/-")
    for into_space in (False, True):
        assert rules.group_limit(VARIANTS[variant], state, into_space=into_space) == 1


def test_a_run_must_alternate_colours_to_move_as_one() -> None:
    assert verdict("freecell", "KC7S6C/8D", "ab2") == "no-run"
    assert verdict("freecell", "KC7S6D/8D", "ab2") == "ok"
    assert verdict("freecell", "KC7S6D/8C", "ab2") == "pack-alternate card=7S onto=8C"
    assert verdict("freecell", "KC7S6D/9D", "ab2") == "pack-down card=7S onto=9D"


def test_a_run_arrives_in_the_order_in_which_it_lay() -> None:
    state = play(VARIANTS["freecell"], position("freecell", "KC8S7H6S/9D C-D-H-S-"), move("ab3"))
    board = board_of(state)
    assert board.columns == [["KC"], ["9D", "8S", "7H", "6S"]]


# --- safe cards ------------------------------------------------------------------------------


@each("variant", ANY_SUIT)
def test_any_suit_a_card_is_safe_up_to_two_above_the_lowest_foundation(variant: str) -> None:
    chance = random.Random(1)
    for _ in range(300):
        tops = tuple(chance.randrange(14) for _ in range(4))
        suit = chance.randrange(4)
        if tops[suit] == 13:
            continue
        state = position(variant, "-")._replace(foundations=tops)
        rank = tops[suit] + 1
        wanted = rank <= min(tops) + 2 or rank <= 2
        assert rules.is_safe(VARIANTS[variant], state, card_of(rank, suit)) is wanted


@each("variant", ALTERNATE)
def test_alternate_a_card_is_safe_when_both_lower_cards_of_the_other_colour_are_up(
    variant: str,
) -> None:
    chance = random.Random(2)
    for _ in range(300):
        tops = tuple(chance.randrange(14) for _ in range(4))
        suit = chance.randrange(4)
        if tops[suit] == 13:
            continue
        state = position(variant, "-")._replace(foundations=tops)
        rank = tops[suit] + 1
        board = board_of(state)
        wanted = oracle.safe(oracle.PRESETS[variant], board, oracle.RANKS[rank - 1] + "CDHS"[suit])
        assert rules.is_safe(VARIANTS[variant], state, card_of(rank, suit)) is wanted


H01 = "KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS/-/-/-/-/-/-/-/-/- CJDTHTS5"


def test_collecting_leaves_a_card_that_may_still_be_needed() -> None:
    assert legal("bakers-dozen", H01) == ["bH", "ba", "db"]
    assert rules.safe_lifts(VARIANTS["bakers-dozen"], position("bakers-dozen", H01))[0] == []


@each("variant", EVERY)
def test_safe_lifts_lift_every_safe_card_and_no_other(variant: str) -> None:
    chance = random.Random(variant)
    row, by_rules = VARIANTS[variant], oracle.PRESETS[variant]
    for _ in range(12):
        for board in wander(variant, chance, 60)[::5]:
            found, state = rules.safe_lifts(row, state_of(board))
            for lift in map(str, found):
                assert lift in oracle.moves(by_rules, board)
                before = board
                board = oracle.apply(board, lift)
                raised = oracle.RANKS[board.foundations[lift[-1]] - 1] + lift[-1]
                assert oracle.safe(by_rules, before, raised)
            assert board_of(state) == board
            next_up = {m[-1] for m in oracle.lifts(by_rules, board)}
            left = [oracle.RANKS[board.foundations[suit]] + suit for suit in next_up]
            assert not [c for c in left if oracle.safe(by_rules, board, c)]


# --- the end ---------------------------------------------------------------------------------


@each("variant", EVERY)
def test_a_game_is_won_with_all_cards_up_and_then_it_is_over(variant: str) -> None:
    row = VARIANTS[variant]
    columns = "/".join("-" * len(row.columns))
    up = position(variant, f"{columns} CKDKHKSK")
    assert outcome(row, up) is Outcome.WON
    assert legal_moves(row, up) == []
    with pytest.raises(IllegalMove) as refused:
        play(row, up, move("ab"))
    assert refused.value.reason is Reason.GAME_OVER
    last = position(variant, f"KS{columns[1:]} CKDKHKSQ")
    assert outcome(row, last) is None
    assert outcome(row, play(row, last, move("aS"))) is Outcome.WON


def test_a_won_game_is_over_where_cards_may_come_back_too() -> None:
    state = position("spanish-patience", "/".join("-" * 13) + " CKDKHKSK")
    assert outcome(WORRYING, state) is Outcome.WON
    assert legal_moves(WORRYING, state) == []


def test_an_open_cell_is_a_move() -> None:
    h02 = "4H7S8HTH/9S6CKH7H/JHJS5C7D/QH6D8SKS/6H9D5DJD/QC9C8D5H/9HQSKC7C/TSQDTCKD C4D4H3S6 TD8CJC"
    assert legal("freecell", h02) == ["a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"]
    assert outcome(VARIANTS["freecell"], position("freecell", h02)) is None


@each("variant", EVERY)
def test_no_moves_is_said_exactly_when_the_list_is_empty(variant: str) -> None:
    """Over all variants, more than 10,000 positions of random play, its dead ends among them."""
    chance = random.Random(variant + "status")
    row, by_rules = VARIANTS[variant], oracle.PRESETS[variant]
    seen = ended = 0
    while seen < 1200 or not ended:
        for board in wander(variant, chance, 400):
            seen += 1
            state = state_of(board)
            said = outcome(row, state)
            wanted = sorted(oracle.moves(by_rules, board))
            assert sorted(map(str, legal_moves(row, state))) == wanted
            assert (said is not None) is (not wanted)
            ended += said is Outcome.NO_MOVES
            assert (said is Outcome.WON) is oracle.won(board)


# --- custom games ----------------------------------------------------------------------------


def test_custom_rules_combine_freely() -> None:
    """Kings alone fill spaces, cards come back, runs move: the oracle and the engine agree."""
    chance = random.Random(3)
    for _ in range(60):
        cells, reserve = chance.choice([0, 2, 4]), chance.choice([0, 4, 16])
        aces = chance.choice([0, 1, 4])
        left = 52 - reserve - aces
        count = chance.choice([6, 8, 10, 13])
        sizes = [left // count + (i < left % count) for i in range(count)]
        row = custom(
            {
                "columns": sizes,
                "faces": chance.choice(["up", "top"]),
                "kings": chance.choice(["sunk", "as-dealt"]),
                "aces_placed": aces,
                "packing": chance.choice(["any-suit", "alternate"]),
                "space": chance.choice(["nothing", "king", "any"]),
                "group_moves": chance.random() < 0.5,
                "cells": cells,
                "reserve": reserve,
                "worrying_back": chance.random() < 0.5,
            }
        )
        by_rules = rules_of(row)
        pack = list(oracle.PACK)
        chance.shuffle(pack)
        board = oracle.lay_out(by_rules, pack)
        for _ in range(40):
            state = state_of(board)
            texts = oracle.moves(by_rules, board)
            assert sorted(map(str, legal_moves(row, state))) == sorted(texts), row
            if not texts:
                break
            chosen = chance.choice(texts)
            board = oracle.apply(board, chosen)
            assert play(row, state, move(chosen)) == state_of(board)
