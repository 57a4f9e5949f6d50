"""Ranking members by their figures."""

from random import Random

import pytest

from clubscore.standings.ranking.ranks import (
    Figures,
    Least,
    Order,
    SeasonPlace,
    Skill,
    places_among,
    rank,
)


def figures(name, net=0, *, rubbers=10, won=5, is_guest=False, skill=None):
    return Figures(
        hash(name), name, is_guest, rubbers, won, rubbers - won, net, skill=skill
    )


def ranks(members, by=Order.NET, least="", guests=True):
    placed = rank(members, by=by, least=Least.parse(least), guests=guests)
    return [(line.rank, line.figures.name) for line in placed]


def test_ties_share_a_rank_and_the_next_is_as_many_further():
    members = [
        figures("Dan", -5),
        figures("Ben", 3),
        figures("Cleo", 3),
        figures("Anna", 8),
    ]
    assert ranks(members) == [(1, "Anna"), (2, "Ben"), (2, "Cleo"), (4, "Dan")]


def test_each_order_goes_by_its_own_figure():
    anna = figures("Anna", 100, rubbers=2, won=1, skill=Skill(1500, 300))
    ben = figures("Ben", 120, rubbers=10, won=9, skill=Skill(1490, 100))
    first = {
        order: rank([anna, ben], by=order, least=Least(), guests=True)[0].figures.name
        for order in Order
    }
    assert first == {
        Order.NET: "Ben",
        Order.AVERAGE: "Anna",
        Order.SHARE: "Ben",
        Order.RATING: "Ben",
    }


@pytest.mark.parametrize(
    ("least", "needs"), [("10", 4), ("25%", 0), ("50%", 5), ("", 0), ("55%", 6)]
)
def test_who_has_played_too_few_needs_some_more(least, needs):
    placed = rank(
        [figures("Anna", rubbers=21), figures("Ben", 900, rubbers=6)],
        by=Order.NET, least=Least.parse(least), guests=True,
    )  # fmt: skip
    ben = next(line for line in placed if line.figures.name == "Ben")
    assert (ben.needs, ben.rank is None) == (needs, needs > 0)


def test_those_below_the_line_are_listed_busiest_first():
    members = [
        figures("Anna", rubbers=20),
        figures("Ben", 9, rubbers=1),
        figures("Cleo", 2, rubbers=4),
    ]
    assert ranks(members, least="10") == [(1, "Anna"), (None, "Cleo"), (None, "Ben")]


def test_guests_are_left_out_and_do_not_set_the_measure():
    members = [
        figures("Anna", rubbers=4),
        figures("Karl", 99, rubbers=40, is_guest=True),
    ]
    assert ranks(members, least="50%", guests=False) == [(1, "Anna")]
    assert ranks(members, least="50%") == [(1, "Karl"), (None, "Anna")]


def test_without_a_rubber_there_is_no_average_to_rank():
    assert ranks([figures("Anna", -110, rubbers=0, won=0)], Order.AVERAGE) == [
        (None, "Anna")
    ]


@pytest.mark.parametrize("text", ["ten", "-3", "101%", "5.5"])
def test_a_measure_that_is_none_is_refused(text):
    with pytest.raises(ValueError, match="such as 25%"):
        Least.parse(text)


@pytest.mark.parametrize("by", Order)
@pytest.mark.parametrize("least", ["", "8", "50%"])
@pytest.mark.parametrize("guests", [True, False])
def test_a_place_that_is_counted_is_the_one_of_the_whole_table(by, least, guests):
    chance = Random(7)
    members = [
        figures(
            f"Member {number}",
            chance.randint(-3, 3) * 100,
            rubbers=chance.randint(0, 12),
            won=chance.randint(0, 3),
            is_guest=chance.random() < 0.2,
            skill=Skill(1500 + chance.randint(0, 3), 100)
            if chance.random() < 0.8
            else None,
        )
        for number in range(60)
    ]
    terms = {"by": by, "least": Least.parse(least), "guests": guests}
    table = {line.figures.member_id: line for line in rank(members, **terms)}
    ranked = sum(line.rank is not None for line in table.values())
    for member in members:
        line = table.get(member.member_id)
        wanted = SeasonPlace(line.rank, ranked, line.needs, by) if line else None
        assert places_among(members, **terms).get(member.member_id) == wanted
