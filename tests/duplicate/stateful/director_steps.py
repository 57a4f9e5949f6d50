"""Steps of the director: rounds, the clock, the end of play, deputies, substitutes, and rounds played otherwise."""

from clubscore.duplicate.director.directing import clock_services as clock
from clubscore.duplicate.director.directing import services as directing
from clubscore.duplicate.director.directing import taking_back
from clubscore.duplicate.director.misplay.plans import Misplay, Seats
from clubscore.duplicate.director.misplay.services import record_misplay
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.services import sit_in
from clubscore.duplicate.session.loading import load
from tests.duplicate.stateful.tablet_steps import TabletSteps
from tests.rubbers.stateful.club import step


class DirectorSteps(TabletSteps):
    """What the director does with the session, and what others try."""

    @property
    def round(self) -> int:
        return load(self.pk).round

    @step(4)
    def begin_a_round(self) -> None:
        by = self.official()
        self.write(
            directing.start_round, session=self.session, round=self.round + 1, by=by
        )

    @step()
    def take_a_round_back(self) -> None:
        by = self.official()
        self.write(
            taking_back.take_back_round, session=self.session, round=self.round, by=by
        )

    @step(3)
    def end_play(self) -> None:
        self.write(directing.end_play, session=self.session, by=self.official())

    @step()
    def reopen_play(self) -> None:
        self.write(taking_back.reopen_play, session=self.session, by=self.official())

    @step()
    def change_the_clock(self) -> None:
        """An official extends the round, pauses it or lets it go on."""
        changes = {
            clock.extend_round: {"minutes": 5},
            clock.pause_round: {},
            clock.resume_round: {},
        }
        service = self.choose(list(changes), "change")
        self.write(
            service,
            session=self.session,
            round=self.round,
            by=self.official(),
            **changes[service],
        )

    @step()
    def name_a_deputy(self) -> None:
        self.write(
            directing.name_deputy,
            session=self.session,
            member=self.somebody(),
            by=self.official(),
        )

    @step()
    def dismiss_a_deputy(self) -> None:
        self.write(
            directing.dismiss_deputy,
            session=self.session,
            member=self.somebody(),
            by=self.official(),
        )

    @step(2)
    def put_a_substitute_in(self) -> None:
        self.write(
            sit_in, session=self.session, change=self.change(), by=self.official()
        )

    @step()
    def record_a_misplay(self) -> None:
        self.write(
            record_misplay,
            session=self.session,
            letter="A",
            misplay=self.misplay(),
            way=0,
            from_round=self.round + 1,
            by=self.official(),
        )

    def change(self) -> PlaceChange:
        """A substitute for somebody in a round, or from a round on."""
        first = self.choose([1, 2, 3], "First round")
        return PlaceChange(
            letter="A",
            number=self.choose([1, 2, 3, 4], "number"),
            seat=self.choose(["N", "S"], "seat"),
            member=self.somebody(),
            from_round=first,
            to_round=self.choose([first, None], "Last round"),
            is_sure=True,
        )

    def misplay(self) -> Misplay:
        """Two pairs who sat in each other's seats."""
        one = self.choose([1, 2, 3, 4], "one")
        other = self.choose([1, 2, 3, 4], "other")
        return Seats(self.choose([1, 2, 3], "round"), one, other)
