"""The row of a deal gives back exactly the facts that were put into it, for every deal of every game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubscore.contracts.models import columns_of
from clubscore.rubbers.models import Deal
from scoring import Contract, InvalidDeal, Risk, Seat, Side, Strain, parse_deal
from scoring import Deal as Facts
from tests.factories import NOON, rubber_in_play

CONTRACTS = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Risk)
)
NOTES = st.sampled_from(["", "A fine finesse", "♠ led"])


@st.composite
def deals(draw: st.DrawFn) -> Facts:
    """A Hypothesis strategy for the facts of a deal: passed out or played, with honours, voids and revokes."""
    if draw(st.booleans()) and draw(st.booleans()):
        return Facts.passed_out(draw(NOTES))
    contract, tricks = draw(CONTRACTS), draw(st.integers(0, 13))
    declarer = draw(st.sampled_from(Seat))
    void = draw(st.sets(st.sampled_from(Seat), max_size=3))
    left, held = 4 if contract.strain is Strain.NOTRUMP else 5, []
    for seat in Seat:
        count = draw(st.integers(0, left)) if seat not in void else 0
        left -= count
        held.append((seat, count))
    won = {declarer.side: tricks, declarer.side.other: 13 - tricks}
    moved = [(side, draw(st.integers(0, won[side]))) for side in Side]
    revokes = draw(st.lists(st.sampled_from(Side), max_size=4))
    return Facts(
        contract,
        declarer,
        tricks,
        tuple(held),
        tuple(moved),
        tuple(void),
        tuple(revokes),
        draw(NOTES),
    )


@given(deals())
def test_facts_are_the_same_after_columns(facts: Facts):
    assert Deal(**columns_of(facts)).facts == facts


class TestTheDatabase(TestCase):
    """The facts of every deal survive being written to the tables, with their constraints, and read again."""

    @given(deals())
    def test_every_deal_is_taken_and_given_back(self, facts: Facts):
        rubber = rubber_in_play()
        kept = {
            "number": 1,
            "version": 1,
            "recorded_at": NOON,
            "recorded_by": rubber.started_by,
        }
        row = Deal.objects.create(
            rubber=rubber,
            key="6b1f4a52-8f0e-4a2c-9a55-6f8d2f3f9f10",
            **kept,
            **columns_of(facts),
        )
        assert Deal.objects.get(pk=row.pk).facts == facts


@pytest.mark.parametrize(
    "line", ["2rn= h3n h2e vw !ew !ew t3ns", "1nn+1 h4w", "p # all passed"]
)
def test_every_kind_of_option_survives(line: str):
    facts = parse_deal(line, royals=True)
    assert str(Deal(**columns_of(facts)).facts) == str(facts)


def test_four_void_hands_are_no_deal():
    with pytest.raises(InvalidDeal):
        Facts(Contract(1, Strain.HEARTS), Seat.NORTH, 7, voids=tuple(Seat))
