"""A card is a number: (rank - 1) * 4 + suit, suits in the order C D H S."""

import oracle
from bakersdozen import cards


def test_the_number_of_every_card() -> None:
    assert [cards.NAMES[number] for number in cards.PACK] == oracle.PACK
    assert cards.BY_NAME["AC"] == 0
    assert cards.BY_NAME["KS"] == 51
    assert cards.BY_NAME["QH"] == 11 * 4 + 2


def test_rank_suit_and_colour_of_every_card() -> None:
    for name in oracle.PACK:
        number = cards.BY_NAME[name]
        assert cards.rank_of(number) == oracle.rank(name)
        assert oracle.SUITS[cards.suit_of(number)] == name[1]
        assert cards.is_red(number) is oracle.red(name)
        assert cards.card_of(oracle.rank(name), oracle.SUITS.index(name[1])) == number
