"""A session of duplicate in which players and officials do things at random, also what they may not do.

The package `stateful` has the steps, and what must hold of each of them: nobody decides alone in their own matter, no
running period is cut, nothing open is taken in silence, each decision is read by those whom it concerns, a device whose
pair has moved shows and signs nothing, and what counts is the newest of what was recorded.
"""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule, run_state_machine_as_test

from tests.duplicate.stateful.duplicate_club import people
from tests.duplicate.stateful.publishing_steps import STAGES, PublishingSteps
from tests.rubbers.stateful.statistics import Statistics

STEPS = 40
IN_PLAY = {"table_steps", "tablet_steps", "director_steps"}
AFTER_PLAY = {"request_steps", "verdict_steps", "late_steps", "publishing_steps"}
FAVOUR = 4  # how much more often than else a step is drawn that fits the moment
FEWEST, MOST = 6, 60
"""The fewest and the most sessions of the fixed sequences."""


class SessionMachine(PublishingSteps):
    """The state machine with all steps."""

    @initialize(data=st.data())
    def the_session_opens(self, data) -> None:
        self._draw_from(data)
        self.begin()

    def begin(self) -> None:
        """Open a session, and play it up to some stage."""
        self.set_up()
        self.play_up_to(self.choose(STAGES, "stage"))

    @rule(data=st.data())
    def something_happens(self, data) -> None:
        self._draw_from(data)
        self.take(self.choose(self.often(), "step"))

    def often(self) -> list[str]:
        """The names of the steps, each as often as its weight, and those that fit the moment more often than others."""
        fitting = AFTER_PLAY if self.session.is_over else IN_PLAY
        names = []
        for name, each in self.steps().items():
            fits = each.__module__.rpartition(".")[2] in fitting
            names += [name] * (each.weight * (FAVOUR if fits else 1))
        return names

    def _draw_from(self, data) -> None:
        self.draw = lambda options, label: data.draw(
            st.sampled_from(options), label=label
        )


@pytest.fixture
def statistics(db) -> Iterator[Statistics]:
    """The statistics of the machine, empty at the beginning of the test."""
    people()
    SessionMachine.statistics = Statistics()
    yield SessionMachine.statistics
    SessionMachine.statistics = Statistics()


def a_session_by_chance(chance: Random) -> None:
    """A session with STEPS steps in random order, every other one a step that has written nothing in any session."""
    club = SessionMachine()
    try:
        club.say, club.draw = print, lambda options, label: chance.choice(options)
        club.begin()
        for place in range(STEPS):
            left = sorted(club.steps().keys() - club.statistics.writes.keys())
            is_next = left and place % 2
            club.take(club.choose(left if is_next else club.often(), "step"))
    finally:
        club.teardown()


@pytest.mark.slow
@pytest.mark.landing
def test_law_79_whatever_happens_nobody_decides_in_their_own_matter(statistics):
    """Some fixed sequences, so that no step is left out; each step must write something."""
    for seed in range(MOST):
        a_session_by_chance(Random(seed))
        if (
            seed >= FEWEST
            and not SessionMachine.steps().keys() - statistics.writes.keys()
        ):
            break
    assert SessionMachine.steps().keys() - statistics.writes.keys() == set()


@pytest.mark.thorough
def test_law_79_in_random_evenings_nobody_decides_in_their_own_matter(statistics):
    """Random evenings, in addition to the fixed ones.

    A thousand evenings: `pytest tests/duplicate/test_stateful.py --hypothesis-profile=long`.
    """
    run_state_machine_as_test(
        SessionMachine,
        settings=settings(
            max_examples=settings().max_examples // 5,
            stateful_step_count=STEPS,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert statistics.writes["decide_a_correction"] > 0
