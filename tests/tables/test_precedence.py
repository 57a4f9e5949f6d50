"""Who comes in and who goes out before the next rubber, in a few words, and how long each member waits."""

from datetime import timedelta

import pytest

from clubscore.tables import services
from clubscore.tables.cutting import custom_of
from clubscore.tables.precedence import Precedence, precedence_at
from clubscore.tables.turns import GoingOut
from tests.factories import NOON, four, member, rubber_in_play, seated_table

pytestmark = pytest.mark.django_db


def short(rule: GoingOut = GoingOut.LONGEST, **rubbers: int) -> list[str]:
    """What is said in short of these members, each with the number of rubbers just played in a row."""
    candidates = {member(name): count for name, count in rubbers.items()}
    since = dict.fromkeys(candidates, NOON)
    return Precedence(since, candidates, rule, custom_of("contract")).in_short


@pytest.mark.parametrize(
    "rubbers",
    [
        {"Anna": 1, "Ben": 1, "Cleo": 0},
        {"Anna": 1, "Ben": 1, "Cleo": 1, "Dan": 1},
        {"Anna": 0, "Ben": 0, "Cleo": 0, "Dan": 0, "Eve": 0},
    ],
)
def test_nothing_is_said_of_fewer_than_four_if_everybody_plays_or_if_all_cut(rubbers):
    assert short(**rubbers) == []


def test_who_comes_in_and_who_has_played_longest_are_named():
    assert short(Eve=0, Anna=1, Ben=1, Cleo=1, Dan=4) == ["In: Eve", "Out: Dan"]


@pytest.mark.parametrize(
    ("waited", "rule", "out"),
    [
        (("Eve",), GoingOut.LONGEST, "Out: the cards decide"),
        (("Eve", "Fred", "Gus"), GoingOut.LONGEST, "Out: Dan, and the cards decide"),
        (("Eve",), GoingOut.CUT, "Out: the cards decide"),
    ],
)
def test_where_they_have_played_equally_long_the_cards_decide(waited, rule, out):
    rubbers = dict.fromkeys(waited, 0) | {"Anna": 2, "Ben": 2, "Cleo": 2, "Dan": 2}
    if len(waited) > 1:
        rubbers["Dan"] = 3
    assert short(rule, **rubbers)[1] == out


def test_the_rubbers_of_this_evening_count():
    rubber = rubber_in_play(lines=("3nn=", "3nn="))
    eve = member("Eve")
    services.come_to_table(table=rubber.table, member=eve, any_seat=True, now=NOON)
    precedence = precedence_at(rubber.table, NOON + timedelta(hours=2))
    assert precedence.turns.comes_in == (eve,)
    assert sorted(precedence.candidates.values()) == [0, 1, 1, 1, 1]
    tomorrow = precedence_at(rubber.table, NOON + timedelta(days=1))
    assert set(tomorrow.candidates.values()) == {0}


@pytest.mark.parametrize(("later", "minutes"), [(12.5, 12), (0, 0), (-3, 0)])
def test_the_minutes_of_waiting_are_whole_and_never_negative(later, minutes):
    table = seated_table(four())
    eve = member("Eve")
    services.come_to_table(table=table, member=eve, any_seat=True, now=NOON)
    now = NOON + timedelta(minutes=later)
    assert precedence_at(table, now).minutes(eve, now) == minutes
