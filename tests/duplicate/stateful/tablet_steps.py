"""Steps with the devices on the tables: they are laid, used at once or too late, looked at, and taken away."""

from django.urls import reverse

from clubscore.duplicate.models import PlaySignature, Tablet
from clubscore.duplicate.play.entering import services
from clubscore.duplicate.play.entering.taking_back import take_agreement_back
from clubscore.duplicate.play.tablet.keys import key_of
from clubscore.duplicate.play.tablet.services import close_tablet, lay_tablet
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import SlotState, slot_in
from tests.duplicate.recorded import entry
from tests.duplicate.stateful.duplicate_club import LINES
from tests.duplicate.stateful.request_steps import RequestSteps
from tests.duplicate.tablets import device_of
from tests.rubbers.stateful.club import step


class TabletSteps(RequestSteps):
    """What is done with the device of a table."""

    @step(2)
    def lay_a_tablet(self) -> None:
        self.write(
            lay_tablet,
            session=self.session,
            letter="A",
            table=self.choose([1, 2], "table"),
            by=self.choose([self.session.director, self.somebody()], "who"),
            is_here=True,
        )

    @step(2)
    def record_on_a_tablet(self) -> None:
        tablet = self.one_tablet()
        at = self.slot_for(tablet)
        if tablet and at:
            result = self.results.get(at.slot)
            seen = result.play.version if result else 0
            sent = entry(self.choose(LINES, "line"), seen=seen, key=self.key())
            recorded = self.write(
                services.record_play,
                session_id=self.pk,
                slot=at.slot,
                entry=sent._replace(tablet=tablet),
                by=self.player(at),
            )
            assert not recorded.is_written or self.counts(tablet, at)

    @step(3)
    def sign_on_a_tablet(self) -> None:
        tablet = self.one_tablet()
        at = self.slot_for(tablet)
        if tablet and at:
            if at.slot not in self.results:
                self.record_at(at, self.player(at))
            if at.slot not in self.results:
                return
            signed = self.write(
                services.sign_play,
                session_id=self.pk,
                slot=at.slot,
                version=self.results[at.slot].play.version,
                by=self.player(at),
                tablet=tablet,
            )
            assert not signed.is_written or self.counts(tablet, at)

    @step(2)
    def take_back_on_a_tablet(self) -> None:
        """What was agreed on a device of the table is taken back there, while it lies and its round is on."""
        tablet = self.one_tablet()
        signed = PlaySignature.objects.filter(play__session=self.pk, taken_back_at=None)
        on_a_tablet = signed.exclude(tablet=None)
        found = list((on_a_tablet or signed).select_related("play__section", "member"))
        if not tablet or not found:
            return
        signature = self.choose(found, "signature")
        at = slot_in(load(self.pk), signature.play.slot)
        taken_back = self.write(
            take_agreement_back,
            session=self.session,
            slot=at.slot,
            version=signature.play.version,
            by=signature.member,
            tablet=tablet,
        )
        may = signature.tablet_id is not None and self.counts(tablet, at)
        assert not taken_back.is_written or may

    @step(2)
    def look_at_a_tablet(self) -> None:
        """The device shows no board of another round or table, and none at all once its pair has moved."""
        tablet = self.one_tablet()
        if tablet is None:
            return
        device = device_of(tablet)
        for at in self.begun():
            args = [key_of(tablet), at.slot.round, at.slot.board]
            page = device.get(reverse("duplicate:tablet-board", args=args))
            assert page.status_code != 200 or self.is_on_its_table(tablet, at)
        page = device.get(reverse("duplicate:tablet", args=[key_of(tablet)]))
        shows_a_board = page.status_code == 200 and "nobody" not in page.context
        assert not shows_a_board or self.lies(tablet)
        self.statistics.writes["look_at_a_tablet"] += 1

    @step()
    def take_a_tablet_away(self) -> None:
        if tablet := self.one_tablet():
            self.write(close_tablet, tablet=tablet, by=self.official())

    def one_tablet(self) -> Tablet | None:
        """A tablet, perhaps one that was taken away, a new one if there is none; None if nobody lays one."""
        tablets = Tablet.objects.filter(session=self.pk)
        if not tablets.exists():
            self.lay_a_tablet()
        found = tablets.select_related("section", "session", "pair").order_by("pk")
        return self.choose(found, "tablet") if found else None

    def slot_for(self, tablet: Tablet | None) -> SlotState | None:
        """Mostly a slot that is played at the table of the tablet now, else any slot; None if there is none."""
        table = tablet.table if tablet else 0
        begun = self.begun()
        here = [at for at in begun if at.slot.table == table and at.round_is_on]
        kinds = [here, here, begun]
        slots = self.choose(kinds, "slots") or begun
        return self.choose(slots, "slot") if slots else None

    def counts(self, tablet: Tablet, at: SlotState) -> bool:
        """True if a player of the slot may act on the tablet."""
        return at.slot.table == tablet.table and self.is_on_its_table(tablet, at)

    def is_on_its_table(self, tablet: Tablet, at: SlotState) -> bool:
        """True if the tablet lies, and the slot is of the round that is played."""
        starts = self.session.round_starts.filter(taken_back_at=None)
        now = max(starts.values_list("round", flat=True))
        return self.lies(tablet) and at.slot.round == now

    def lies(self, tablet: Tablet) -> bool:
        """True if nobody has taken the tablet away, play goes on, and its pair sits where it sat when it was laid."""
        tablet.refresh_from_db()
        if tablet.closed_at or not self.session.is_in_play:
            return False
        if tablet.pair is None:
            return True
        state = load(self.pk)
        [section] = state.sections
        first, last = sorted([tablet.round, state.round])
        return all(
            row.table == tablet.table
            for row in section.movement.rows
            if tablet.pair.number in row.seated and first <= row.round <= last
        )
