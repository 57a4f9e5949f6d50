"""Steps about whole rubbers: ended, played on, voided, restored, opened again, another first dealer, other seats."""

from django.contrib.auth.models import Group

from clubscore.members.duties import Duty
from clubscore.members.roles import Role
from clubscore.rubbers.models import Motion, Rubber
from clubscore.rubbers.models.motion import SWAPS
from clubscore.rubbers.motions.services import (
    answer,
    decide,
    end_early,
    move,
    take_back,
)
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

    @step(weight=2)
    def correct_the_first_dealer(self) -> None:
        """Some of the four correct who dealt first (Law 78)."""
        played = [rubber for rubber in self.not_agreed() if self.four(rubber)]
        if played:
            self.ask_in(self.choose(played, "rubber"), Motion.Kind.DEALER)

    @step(weight=2)
    def correct_the_seats(self) -> None:
        """Some of the four correct which two players sat in each other's seats (Law 78)."""
        played = [rubber for rubber in self.not_agreed() if self.four(rubber)]
        if played:
            self.ask_in(self.choose(played, "rubber"), Motion.Kind.SEATS)

    @step()
    def the_four_open_it_again(self) -> None:
        """Players open an agreed rubber that the admin has played, if the club has no other arbiter at the time."""
        agreed = [
            rubber
            for rubber in self.rubbers(agreed_at__isnull=False)
            if self.has_played(rubber, self.admin) and self.four(rubber)
        ]
        if not agreed:
            return
        rubber = self.choose(agreed, "rubber")
        has_neutral = self.choose([False, False, True], "another arbiter")
        if not has_neutral:
            self.let_arbitrate(duty=None)
        self.ask_in(rubber, Motion.Kind.REOPEN)
        asked = rubber.motions.filter(kind=Motion.Kind.REOPEN)
        assert not (has_neutral and asked.filter(made_at=self.now).exists())
        self.let_arbitrate(duty=Duty.ARBITER)

    def let_arbitrate(self, *, duty: Duty | None) -> None:
        """Give the arbiter this duty beside the role of a watcher, or take it away."""
        held = [Role.WATCHER.value, *([duty.value] if duty else [])]
        self.arbiter.groups.set(Group.objects.filter(name__in=held))
        self.changed_by_hand()

    def dealer_for(self, kind: Motion.Kind) -> str:
        """The dealer whom a motion of this kind names; empty if it names none."""
        if kind != Motion.Kind.DEALER:
            return ""
        return self.choose([seat.value for seat in Seat], "dealer")

    def swap_for(self, kind: Motion.Kind) -> str:
        """The two seats whose players change places by a motion of this kind; empty if it names none."""
        if kind != Motion.Kind.SEATS:
            return ""
        return self.choose([pair for pair, _words in SWAPS], "who change places")

    def touched_by(self, kind: Motion.Kind, rubber: Rubber) -> list[int]:
        """The ids of the other rubbers that a motion of this kind may change: one that corrects the sheet may open the
        rubber again, and then a later one without a deal did not begin.
        """
        corrects = kind in {Motion.Kind.DEALER, Motion.Kind.SEATS}
        return self.after(rubber) if corrects else []

    def ask_in(self, rubber: Rubber, kind: Motion.Kind) -> None:
        """One of the four makes a motion, and some answer it."""
        self.ask(rubber, kind)
        self.answer_in(rubber)

    def ask(self, rubber: Rubber, kind: Motion.Kind) -> None:
        was_voided = rubber.is_voided
        asked = self.write_on(
            rubber,
            move,
            kind=kind,
            reason=RAIN,
            dealer=self.dealer_for(kind),
            swap=self.swap_for(kind),
            seen_revision=load(rubber.pk).rubber.revision,
            by=self.choose(list(self.four(rubber).values()), "who asks"),
        )
        if asked.is_written:
            assert was_voided == (kind == Motion.Kind.RESTORE)

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
                    touches=self.touched_by(motion.kind, rubber),
                    motion=motion,
                    is_yes=self.choose([True] * 9 + [False], "yes"),
                    by=who,
                    how=self.choose(binding.WAYS, "how"),
                )
            self.note_what_became_of(motion)

    @step(weight=2)
    def an_arbiter_decides(self) -> None:
        """An arbiter decides about a rubber alone; the admin must not if he has played in it."""
        played = [rubber for rubber in self.rubbers() if oracle.standing(rubber)]
        if not played:
            return
        rubber = self.choose(played, "rubber")
        by = self.choose([self.admin, self.admin, self.arbiter], "who decides")
        has_played = self.has_played(rubber, by)
        kind = self.choose(list(Motion.Kind), "what")
        decided = self.write_on(
            rubber,
            move,
            touches=self.touched_by(kind, rubber),
            kind=kind,
            reason=self.reason(),
            dealer=self.dealer_for(kind),
            swap=self.swap_for(kind),
            seen_revision=load(rubber.pk).rubber.revision,
            by=by,
        )
        if decided.is_written:
            decided.value.refresh_from_db()
            assert decided.value.is_open == has_played
            self.note_what_became_of(decided.value)

    @step()
    def an_arbiter_answers_a_motion(self) -> None:
        """An arbiter decides an open motion of the players; the admin must not if he has played in the rubber."""
        motions = Motion.objects.open().select_related("rubber").order_by("pk")
        played = [rubber for rubber in self.not_agreed() if self.four(rubber)]
        if played and not motions.exists():
            self.ask(self.choose(played, "rubber"), Motion.Kind.VOID)
        if not motions.exists():
            return
        motion = self.choose(motions, "motion")
        by = self.choose([self.admin, self.arbiter], "who decides")
        decided = self.write_on(
            motion.rubber,
            decide,
            touches=self.touched_by(motion.kind, motion.rubber),
            motion=motion,
            is_yes=self.choose([True, False], "ruling"),
            ruling=self.reason(),
            by=by,
        )
        assert not (decided.is_written and self.has_played(motion.rubber, by))
        self.note_what_became_of(motion)

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
