"""Turns at a table with more than four players: who plays the next rubber, and who waits."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from clubscore.tables.cutting import HIGHEST, LOWEST
from clubscore.tables.turn_words import reasons
from clubscore.tables.turns import (
    GoingOut,
    PlayedRubber,
    Turns,
    in_a_row,
    turns,
    waits_since,
)
from clubscore.web.templatetags.sentences import all_of
from tests.factories import NOON

LONGEST, CUT = GoingOut.LONGEST, GoingOut.CUT


def at_the_table(words: str) -> dict[str, int]:
    """The number of rubbers that each player has played in a row, from words such as `A2 B0`, in order of
    precedence.
    """
    return {word[0]: int(word[1:]) for word in words.split()}


@pytest.mark.parametrize("rule", GoingOut)
@pytest.mark.parametrize("four", ["A0 B0 C0 D0", "A1 B1 C1 D1", "A3 B0 C1 D1"])
def test_four_all_play(four: str, rule: GoingOut):
    assert turns(at_the_table(four), rule).all_play


def test_1912_law_17_where_nobody_has_a_prior_right_the_cut_decides_who_plays():
    assert turns(at_the_table("A0 B0 C0 D0 E0"), LONGEST) == Turns(
        cuts=tuple("ABCDE"), places=4
    )


@pytest.mark.parametrize("rule", GoingOut)
def test_who_waited_comes_in_and_who_has_played_equally_long_cuts(rule: GoingOut):
    assert turns(at_the_table("E0 A1 B1 C1 D1"), rule) == Turns(
        ("E",), cuts=tuple("ABCD"), places=3
    )


def test_1912_law_21_who_has_played_the_most_rubbers_in_a_row_goes_out():
    assert turns(at_the_table("E0 A1 B2 C3 D1"), LONGEST) == Turns(
        ("E",), tuple("ABD"), goes_out=("C",)
    )


def test_1912_law_21_only_those_who_have_played_longest_cut():
    assert turns(at_the_table("E0 A1 B2 C2 D1"), LONGEST) == Turns(
        ("E",), tuple("AD"), tuple("BC"), 1
    )


def test_1912_law_21_two_who_waited_send_the_longest_out_and_the_next_longest_cut():
    found = turns(at_the_table("E0 F0 A1 B2 C2 D3"), LONGEST)
    assert found == Turns(tuple("EF"), ("A",), tuple("BC"), 1, ("D",))


def test_by_the_cut_all_who_have_just_played_cut_however_long_they_have_played():
    assert turns(at_the_table("E0 A1 B2 C3 D1"), CUT) == Turns(
        ("E",), cuts=tuple("ABCD"), places=3
    )


def test_nobody_cuts_for_a_seat_that_somebody_has_given_up():
    assert turns(at_the_table("E0 F0 A2 B1"), CUT) == Turns(tuple("EF"), tuple("AB"))


@pytest.mark.parametrize("rule", GoingOut)
def test_four_who_waited_send_all_out(rule: GoingOut):
    found = turns(at_the_table("E0 F0 G0 H0 A1 B1 C1 D1"), rule)
    assert found == Turns(tuple("EFGH"), goes_out=tuple("ABCD"))


def test_1912_law_20_of_more_than_four_who_waited_those_come_in_who_have_waited_longest():
    found = turns(at_the_table("E0 F0 G0 H0 I0 A1 B1 C1 D1"), LONGEST)
    assert (found.comes_in, found.waits_on) == (tuple("EFGH"), ("I",))


@given(
    some.dictionaries(
        some.integers(), some.integers(0, 5), min_size=4, max_size=12
    ).filter(lambda rubbers: sum(map(bool, rubbers.values())) <= 4),
    some.sampled_from(GoingOut),
)
def test_everybody_is_in_one_group_and_four_play(rubbers, rule):
    found = turns(rubbers, rule)
    groups = [
        *found.comes_in,
        *found.stays,
        *found.cuts,
        *found.goes_out,
        *found.waits_on,
    ]
    assert sorted(groups) == sorted(rubbers)
    assert len(found.decided) + found.places == 4
    assert not found.cuts or 0 < found.places < len(found.cuts)


FOUR_OF = {number: {1, 2, 3, number} for number in (4, 5)}
AT = [NOON - timedelta(hours=hours) for hours in range(4)]


def test_rubbers_in_a_row_are_counted_from_the_newest():
    played = [
        PlayedRubber(AT[0], FOUR_OF[4]),
        PlayedRubber(AT[1], FOUR_OF[4]),
        PlayedRubber(AT[2], FOUR_OF[5]),
    ]
    assert [in_a_row(person, played) for person in (1, 4, 5, 6)] == [3, 2, 0, 0]


def test_who_went_out_waits_from_the_first_rubber_without_them_and_a_newcomer_from_coming():
    played = [
        PlayedRubber(AT[0], FOUR_OF[4]),
        PlayedRubber(AT[1], FOUR_OF[4]),
        PlayedRubber(AT[2], FOUR_OF[5]),
    ]
    assert waits_since(5, AT[3], played) == AT[1]
    assert waits_since(6, AT[3], played) == AT[3]


def test_who_left_the_table_and_came_back_waits_anew():
    played = [PlayedRubber(AT[1], FOUR_OF[4]), PlayedRubber(AT[2], FOUR_OF[5])]
    assert waits_since(5, AT[0], played) == AT[0]


# --- the words ---

NAMES = dict(
    zip("ABCDEFI", ["Anna", "Ben", "Carla", "Dan", "Eve", "Finn", "Ida"], strict=True)
)


def told(
    words: str, rule: GoingOut = LONGEST, stayed: str | None = None, custom=HIGHEST
) -> str:
    rubbers = at_the_table(words)
    names = {who: NAMES.get(who, who) for who in rubbers}
    return " ".join(reasons(turns(rubbers, rule), names, rule, custom, stayed))


def test_names_are_listed_as_in_a_sentence():
    assert [all_of(names) for names in ("A", "AB", "ABC")] == [
        "A",
        "A and B",
        "A, B and C",
    ]


def test_nothing_is_said_where_all_play():
    assert told("A1 B1 C1 D1") == ""


@pytest.mark.parametrize(
    ("words", "rule", "stayed", "sentences"),
    [
        ("E0 A1 B2 C3 D1", LONGEST, None, "Eve waited and comes in. Carla has played longest and goes out."),
        (
            "E0 F0 A1 B1 C2 D2",
            LONGEST,
            None,
            "Eve and Finn waited and come in. Carla and Dan have played longest and go out.",
        ),
        (
            "E0 A1 B1 C2 D2",
            LONGEST,
            None,
            "Eve waited and comes in. Carla and Dan have played longest: the lowest card goes out.",
        ),
        (
            "E0 A1 B1 C2 D2",
            LONGEST,
            "C",
            "Eve waited and comes in. "
            "Carla and Dan have played longest: Carla cut the higher card and stays, Dan goes out.",
        ),
        (
            "E0 F0 A1 B2 C2 D3",
            LONGEST,
            "B",
            "Eve and Finn waited and come in. Dan has played longest and goes out. "
            "Ben and Carla have played equally long: Ben cut the higher card and stays, Carla goes out.",
        ),
        (
            "E0 F0 A1 B1 C1 D1",
            LONGEST,
            "AC",
            "Eve and Finn waited and come in. "
            "Anna, Ben, Carla and Dan have played equally long: Ben and Dan cut the lowest cards and go out.",
        ),
        (
            "E0 F0 A1 B2 C1 D1",
            CUT,
            None,
            "Eve and Finn waited and come in. "
            "Anna, Ben, Carla and Dan have just played and cut for it: the lowest cards go out.",
        ),
        ("A0 B0 C0 D0 E0", LONGEST, None, "Nobody here has just played, so all cut: the lowest card waits."),
        (
            "A0 B0 C0 D0 E0",
            LONGEST,
            "ABCE",
            "Nobody here has just played, so all cut: Dan cut the lowest card and waits.",
        ),
        (
            "E0 F0 G0 H0 I0 A1 B1 C1 D1",
            LONGEST,
            "",
            "Eve, Finn, G and H waited and come in. Anna, Ben, Carla and Dan make room. Ida came later and waits on.",
        ),
    ],
)  # fmt: skip
def test_the_sentences_say_who_stays_out_and_why(words, rule, stayed, sentences):
    assert told(words, rule, stayed) == sentences


def test_in_royal_auction_the_higher_card_goes_out():
    assert told("E0 A1 B1 C2 D2", stayed="D", custom=LOWEST).endswith(
        "Dan cut the lower card and stays, Carla goes out."
    )
