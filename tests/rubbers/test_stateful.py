"""A club at random: tables, people, deals, corrections, votes, the books and the seasons, in any order.

The rules of the machine, the laws as it reads them, and what holds after every step are in `stateful/`.
"""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, run_state_machine_as_test

from clubscore.tables import services as tables
from tests.rubbers.stateful.books_rules import BooksRules
from tests.rubbers.stateful.club import Statistics, people
from tests.rubbers.stateful.correction_rules import CorrectionRules
from tests.rubbers.stateful.people_rules import PeopleRules
from tests.rubbers.stateful.room_rules import GAMES, RoomRules

ROUNDS = 12
MANY = 20  # sequences: from here on chance leaves no rule out


class Evening(RoomRules, PeopleRules, CorrectionRules, BooksRules):
    """Two tables or three; a rubber has begun at two of them, and some deals are recorded."""

    @initialize(data=st.data())
    def the_club_opens(self, data) -> None:
        self.enter("the_club_opens", lambda options, label: data.draw(st.sampled_from(options), label=label))
        self.set_up()

    def set_up(self) -> None:
        for game in self.some(GAMES[:3], "games", at_least=2):
            by = self.choose(self.at_no_table_in_play(), "who opens it")
            table = self.write(tables.open_table, by=by).value
            self.write(tables.choose_game, is_timed=False, table=table, system=game[0], rules=game[1])
        for table in self.tables()[:2]:
            self.record_on(self.begin_at(table), self.choose([2, 4, 5], "deals"))

    @invariant()
    def after_a_step(self) -> None:
        self.all_holds()


@pytest.fixture
def statistics(db) -> Iterator[Statistics]:
    """Those of one run."""
    people()
    Evening.statistics = Statistics()
    yield Evening.statistics
    Evening.statistics = Statistics()


def rule_names() -> set[str]:
    return {rule.function.__name__ for rule in Evening.setup_state().rules}


@pytest.mark.slow
def test_whatever_a_club_does_sheets_books_and_windows_hold(statistics):
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=settings().max_examples // 5,  # each is an evening in the database
            stateful_step_count=25,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert statistics.accepted >= 1 / 3, statistics.proposals
    if statistics.sequences >= MANY:
        assert rule_names() - statistics.writes.keys() == set()


@pytest.mark.slow
def test_every_rule_of_the_machine_comes_to_a_write(statistics):
    """Each in turn, in an order that changes, until none is left over: a rule that does nothing proves nothing."""
    chance = Random(1912)
    club = Evening()
    try:
        club.say = print
        club.enter("the_club_opens", lambda options, label: chance.choice(options))
        club.set_up()
        for _ in range(ROUNDS):
            left = sorted(Evening.setup_state().rules, key=lambda rule: rule.function.__name__)
            chance.shuffle(left)
            for rule in left:
                club.enter(rule.function.__name__, lambda options, label: chance.choice(options))
                rule.function.by_chance(club)
                club.all_holds()
            if rule_names() <= statistics.writes.keys():
                break
    finally:
        club.teardown()
    assert rule_names() - statistics.writes.keys() == set()
    assert statistics.accepted >= 1 / 3, statistics.proposals
