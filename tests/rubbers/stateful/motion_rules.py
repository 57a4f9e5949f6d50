"""Steps about whole rubbers: ended early, played on, voided, restored, by the players or by an arbiter."""

from clubscore.rubbers.models import Motion, Rubber
from clubscore.rubbers.models.motion import SWAPS
from clubscore.rubbers.motions.services import answer, end_early, move, take_back
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.rubbers.stateful import binding, oracle
from tests.rubbers.stateful.club import Club, step

RAIN = "Rain"


class MotionRules(Club):
    @step(weight=2)
    def stop(self) -> None:
        """One of the four ends the rubber early: at once without a deal, and else some of the four answer."""
        playing = [rubber for rubber in self.in_play() if self.four(rubber)]
        if not playing:
            return
        rubber = self.choose(playing, "rubber")
        had_deals = bool(oracle.standing(rubber))
        stopped = self.write_on(
            rubber,
            end_early,
            reason=RAIN,
            seen_revision=load(rubber.pk).rubber.revision,
            by=self.choose(list(self.four(rubber).values()), "who"),
        )
        if stopped.is_written and stopped.value is None:
            assert not had_deals
            self.stopped.add(rubber.pk)
        self.answer_in(rubber)

    @step(weight=2)
    def play_on(self) -> None:
        """Some of the four play on in a rubber that was ended early, sometimes just now."""
        if not self.ended_early():
            self.stop()
        if ended := self.ended_early():
            self.ask_in(self.choose(ended, "rubber"), Motion.Kind.CONTINUE)

    def ended_early(self) -> list[Rubber]:
        """The rubbers that were ended early and are not agreed."""
        return [
            rubber
            for rubber in self.rubbers(ending="unfinished", agreed_at=None)
            if self.four(rubber)
        ]

    @step()
    def void(self) -> None:
        """Some of the four void any rubber, in play, over or posted."""
        played = [
            rubber
            for rubber in self.rubbers()
            if oracle.standing(rubber) and self.four(rubber)
        ]
        if played:
            self.ask_in(self.choose(played, "rubber"), Motion.Kind.VOID)

    @step()
    def restore(self) -> None:
        """Some of the four let a voided rubber count again, sometimes one that an arbiter voids just now."""
        if not self.voided():
            self.an_arbiter_voids()
        if voided := self.voided():
            self.ask_in(self.choose(voided, "rubber"), Motion.Kind.RESTORE)

    def voided(self) -> list[Rubber]:
        rubbers = Rubber.objects.exclude(voided_at=None).order_by("pk")
        return [rubber for rubber in rubbers if self.four(rubber)]

    def an_arbiter_voids(self) -> None:
        """The arbiter who never sits voids any rubber with a deal."""
        played = [rubber for rubber in self.rubbers() if oracle.standing(rubber)]
        if not played:
            return
        rubber = self.choose(played, "rubber")
        self.write_on(
            rubber,
            move,
            kind=Motion.Kind.VOID,
            reason=RAIN,
            seen_revision=load(rubber.pk).rubber.revision,
            by=self.arbiter,
        )
        self.stopped.add(rubber.pk)

    def ask_in(self, rubber: Rubber, kind: Motion.Kind) -> None:
        """One of the four makes a motion, and some answer it."""
        was_voided = rubber.is_voided
        asked = self.write_on(
            rubber,
            move,
            kind=kind,
            reason=RAIN,
            seen_revision=load(rubber.pk).rubber.revision,
            by=self.choose(list(self.four(rubber).values()), "who asks"),
        )
        if asked.is_written:
            assert was_voided == (kind == Motion.Kind.RESTORE)
        self.answer_in(rubber)

    def answer_in(self, rubber: Rubber) -> None:
        """Some of the four answer the open motions of the rubber, or the one who asked takes it back."""
        for motion in rubber.motions.open().order_by("pk"):
            if self.choose([False] * 5 + [True], "takes it back"):
                self.write_on(rubber, take_back, motion=motion, by=motion.made_by)
            four = list(self.four(rubber).values())
            for who in self.some(four, "who answer", at_least=min(3, len(four))):
                self.write_on(
                    rubber,
                    answer,
                    motion=motion,
                    is_yes=self.choose([True] * 9 + [False], "yes"),
                    by=who,
                    how=self.choose(binding.WAYS, "how"),
                )
            self.note_what_became_of(motion)

    @step()
    def an_arbiter_decides(self) -> None:
        """The admin ends, continues or voids a rubber alone; an admin who has played in it must not."""
        played = [rubber for rubber in self.rubbers() if oracle.standing(rubber)]
        if not played:
            return
        rubber = self.choose(played, "rubber")
        has_played = self.has_played(rubber, self.admin)
        kind = self.choose(list(Motion.Kind), "what")
        dealer = ""
        if kind == Motion.Kind.DEALER:
            dealer = self.choose([seat.value for seat in Seat], "who dealt first")
        swap = ""
        if kind == Motion.Kind.SEATS:
            swap = self.choose([pair for pair, _words in SWAPS], "who change places")
        decided = self.write_on(
            rubber,
            move,
            kind=kind,
            dealer=dealer,
            swap=swap,
            reason="They have gone home",
            seen_revision=load(rubber.pk).rubber.revision,
            by=self.admin,
        )
        if decided.is_written:
            decided.value.refresh_from_db()
            assert decided.value.is_open == has_played
            self.note_what_became_of(decided.value)

    def note_what_became_of(self, motion: Motion) -> None:
        """Remember that the rubber was stopped, or is played on."""
        motion.refresh_from_db()
        if not motion.is_carried_out:
            return
        if motion.kind == Motion.Kind.CONTINUE:
            self.stopped.discard(motion.rubber_id)
        elif motion.kind == Motion.Kind.RESTORE:
            if not Rubber.objects.get(pk=motion.rubber_id).was_stopped:
                self.stopped.discard(motion.rubber_id)
        elif motion.kind in {Motion.Kind.END, Motion.Kind.VOID}:
            self.stopped.add(motion.rubber_id)
