"""A club that does things at random: tables, people, deals, corrections, votes, the books and the seasons.

The package `stateful` has the steps, the laws as the machine reads them, and the checks after every step.
"""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test

from clubscore.tables import services as tables
from tests.rubbers.stateful.blind_rules import BlindRules
from tests.rubbers.stateful.books_rules import BooksRules
from tests.rubbers.stateful.club import people
from tests.rubbers.stateful.correction_rules import CorrectionRules
from tests.rubbers.stateful.motion_rules import MotionRules
from tests.rubbers.stateful.people_rules import PeopleRules
from tests.rubbers.stateful.room_rules import GAMES, RoomRules
from tests.rubbers.stateful.statistics import Statistics

ROUNDS = 12
SEEDS = (1912, 2007, 2017, 1927, 1935)
# What others wait for.
BETWEEN = [
    "begin",
    "record",
    "agree_to_the_net_score",
    "time_passes",
    "merge",
]
FAVOUR = 3  # how much more often than else a kind of step is drawn in the evenings that favour it


class Evening(
    RoomRules, PeopleRules, CorrectionRules, BooksRules, MotionRules, BlindRules
):
    """The state machine with all steps: two or three tables, with rubbers begun at two of them and some
    deals recorded.
    """

    @initialize(data=st.data())
    def the_club_opens(self, data) -> None:
        self.draw = lambda options, label: data.draw(
            st.sampled_from(options), label=label
        )
        self.set_up()

    def set_up(self) -> None:
        kinds = sorted({each.__module__ for each in self.steps().values()})
        favourite = self.choose([None, *kinds], "favours")
        self.often = [
            name
            for name, each in self.steps().items()
            for _ in range(
                each.weight * (FAVOUR if each.__module__ == favourite else 1)
            )
        ]
        for game in self.some(GAMES[:3], "games", at_least=2):
            by = self.choose(self.at_no_table_in_play(), "who opens it")
            table = self.write(tables.open_table, by=by).value
            self.write(
                tables.choose_game,
                is_timed=False,
                table=table,
                system=game[0],
                rules=game[1],
            )
        for table in self.tables()[:2]:
            self.record_on(self.begin_at(table), self.choose([2, 4, 5], "deals"))

    @rule(data=st.data())
    def something_happens(self, data) -> None:
        self.draw = lambda options, label: data.draw(
            st.sampled_from(options), label=label
        )
        self.take(self.choose(self.often, "step"))

    @invariant()
    def the_club_is_in_order(self) -> None:
        self.all_holds()


@pytest.fixture
def statistics(db) -> Iterator[Statistics]:
    """The statistics of the machine, empty at the beginning of the test."""
    people()
    Evening.statistics = Statistics()
    yield Evening.statistics
    Evening.statistics = Statistics()


def each_step_in_turn(chance: Random) -> None:
    """Take each step once in random order, then repeat the steps that have written nothing, until all have."""
    club = Evening()
    try:
        club.say, club.draw = print, lambda options, label: chance.choice(options)
        club.set_up()
        left = list(club.steps())
        for _ in range(ROUNDS):
            for name in chance.sample(left, len(left)):
                club.take(name)
            left = sorted(club.steps().keys() - club.statistics.writes.keys())
            if not left:
                break
            left += BETWEEN
    finally:
        club.teardown()


@pytest.mark.slow
@pytest.mark.landing
def test_whatever_a_club_does_each_step_in_turn_sheets_books_and_windows_hold(
    statistics,
):
    """Fixed sequences with every step, so that no step is left out, until each step has written something."""
    for seed in SEEDS:
        each_step_in_turn(Random(seed))
        if Evening.steps().keys() == statistics.writes.keys():
            break
    assert Evening.steps().keys() - statistics.writes.keys() == set()


@pytest.mark.thorough
def test_whatever_a_club_does_sheets_books_and_windows_hold(statistics):
    """Random evenings, in addition to the fixed sequence.

    A thousand evenings take an hour: `pytest tests/rubbers/test_stateful.py --hypothesis-profile=long`.
    """
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=settings().max_examples
            // 5,  # each is an evening in the database
            stateful_step_count=40,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert statistics.accepted >= 1 / 3, statistics.proposals
