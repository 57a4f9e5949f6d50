"""Steps about the session as a whole: publications, correction periods, the season, and time that passes."""

from datetime import timedelta

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.results.publishing.open_matters import open_matters
from clubscore.duplicate.results.publishing.services import publish
from clubscore.duplicate.results.season.services import take_into_season
from clubscore.duplicate.results.terms.queries import Periods
from clubscore.duplicate.results.terms.services import set_periods
from clubscore.duplicate.session.loading import load
from scoring import Seat
from tests.duplicate.published import notice
from tests.duplicate.recorded import recorded
from tests.duplicate.stateful import folding, left_open
from tests.duplicate.stateful.duplicate_club import LINES
from tests.duplicate.stateful.late_steps import LateSteps
from tests.rubbers.stateful.club import step

STAGES = ("round 1", "round 3", "over", "published", "final")


class PublishingSteps(LateSteps):
    """What directors and organisers do with the results."""

    def play_up_to(self, stage: str) -> None:
        """Play a session that has just begun up to one of STAGES, with results that nobody disputes."""
        stages, by = STAGES[: 1 + STAGES.index(stage)], self.session.director
        later = {"session": self.session, "by": by, "now": self.now}
        if "round 3" in stages:
            for round in (2, 3):
                self.play_the_round()
                start_round(round=round, **later)
        if "over" in stages:
            self.play_the_round()
            end_play(**later)
            self.penalise()
        if "published" in stages:
            publish(notice=notice(key=self.key(), accepts_missing=True), **later)
        if "final" in stages:
            self.now += timedelta(hours=1)
        self.all_holds()

    def play_the_round(self) -> None:
        """Record what is played in the current round, now and then without the first board."""
        played = [at for at in self.begun() if at.round_is_on]
        for at in played[self.choose([0, 0, 1], "left out") :]:
            line, north = self.choose(LINES, "line"), at.players[Seat.NORTH]
            recorded(self.session, at.slot, line, by=north, key=self.key())

    @step(5)
    def publish(self) -> None:
        """An official publishes, with what is open left open, or without a word about it."""
        is_open = left_open.open_things(self.session)
        matters = open_matters(load(self.pk), self.results)
        says_open = self.choose([True, True, False], "says what is open")
        named = frozenset(matter.key for matter in matters if says_open)
        form = notice(
            key=self.key(),
            begins_period=self.choose([True, False, False], "begins"),
            reason="Something was wrong.",
            accepts_missing=True,
            accepts_open=named,
        )
        published = self.write(
            publish, session=self.session, notice=form, by=self.official()
        )
        if published.is_written:
            assert says_open or not is_open
            left_open.nothing_open_is_taken_in_silence(published.value, is_open)
            folding.the_lists_are_the_fold_of_what_is_recorded(published.value)

    @step()
    def set_the_periods(self) -> None:
        self.write(
            set_periods,
            session=self.session,
            periods=Periods(
                self.choose([20, 30, 45, 60, 90], "minutes for corrections"),
                self.choose([20, 30, 45, 60, 90], "minutes for appeals"),
                self.choose(["", "Trains"], "special"),
            ),
            by=self.organiser(),
        )

    @step()
    def take_it_into_the_season(self) -> None:
        by = self.organiser()
        self.write(take_into_season, session=self.session, by=by)

    @step()
    def an_hour_passes(self) -> None:
        self.now += timedelta(hours=1)
        self.statistics.writes[self.step_name] += 1
