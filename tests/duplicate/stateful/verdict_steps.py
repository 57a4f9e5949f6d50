"""Steps of officials who decide: rulings, penalties, groups of boards, corrections and appeals."""

from clubscore.duplicate.models import Penalty
from clubscore.duplicate.models.claims import CLAIMS
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.appealing import services as appealing
from clubscore.duplicate.verdicts.correcting import services as correcting
from clubscore.duplicate.verdicts.correcting.law import Grounds
from clubscore.duplicate.verdicts.groups.services import group_board
from clubscore.duplicate.verdicts.penalties import services as penalties
from clubscore.duplicate.verdicts.ruling.services import Given, rule
from scoring.duplicate.law79 import Conviction
from tests.duplicate.rulings import given
from tests.duplicate.stateful.director_steps import DirectorSteps
from tests.rubbers.stateful.club import step

RULINGS = ("A--", "A+-", "A-+", "A==", "4sn=", "+50", "")


class VerdictSteps(DirectorSteps):
    """What officials decide, and those who are none but try."""

    @step(5)
    def rule(self) -> None:
        """An official rules on a board, or withdraws a ruling."""
        if at := self.one_slot():
            self.write(
                rule,
                session_id=self.pk,
                slot=at.slot,
                given=self.given(at),
                by=self.official(),
            )

    def given(self, at: SlotState) -> Given:
        """The form of a ruling, sometimes about the number of tricks."""
        line = self.choose(RULINGS, "ruling")
        law = self.choose(["", "", "79B2"], "law")
        made = given(
            self.session,
            at.slot,
            line,
            key=self.key(),
            text=self.reason(),
            claim=self.choose(CLAIMS, "claim"),
            conviction=self.choose(list(Conviction), "conviction"),
        )
        return made._replace(law=law or made.law)

    @step(2)
    def penalise(self) -> None:
        self.write(
            penalties.penalise,
            session=self.session,
            taking=self.taking(),
            by=self.official(),
        )

    def taking(self) -> penalties.Taking:
        """The form of a penalty."""
        unit = penalties.units_of(self.session)[0]
        number = self.choose([1, 2, 3, 4], "number")
        reason, key = self.reason(), self.key()
        return penalties.Taking("A", number, 50, unit, "90B", reason, key)

    @step()
    def give_a_penalty_back(self) -> None:
        if penalty := self.one_penalty():
            self.write(
                penalties.lift_penalty,
                penalty=penalty,
                reason=self.reason(),
                by=self.official(),
            )

    def one_penalty(self) -> Penalty | None:
        """A penalty in force; None if there is none."""
        found = Penalty.objects.in_force().filter(session=self.pk).order_by("pk")
        return self.choose(found, "penalty") if found else None

    @step()
    def group_a_board(self) -> None:
        if at := self.one_with_result():
            self.write(
                group_board,
                session=self.session,
                board=at.slot.board,
                groups=self.groups(at),
                reason=self.reason(),
                by=self.official(),
            )

    def groups(self, at: SlotState) -> dict[Slot, str]:
        return {at.slot: self.choose(["", "b", "c"], "group")}

    # --- after play ---

    @step(4)
    def correct_without_a_request(self) -> None:
        if at := self.one_with_result():
            self.write(
                correcting.correct_alone,
                session=self.session,
                slot=at.slot,
                asked=self.asked(at),
                grounds=self.grounds(),
                by=self.official(),
            )

    @step(5)
    def decide_a_correction(self) -> None:
        if correction := self.open_correction():
            self.write(
                correcting.decide,
                correction=correction,
                grounds=self.choose([self.grounds(), None], "decision"),
                reason=self.reason(),
                by=self.official(),
            )

    def grounds(self) -> Grounds:
        """The grounds of a director's decision, as the form has them."""
        conviction = self.choose(list(Conviction), "conviction")
        regulation = self.choose(["", "Regulation 7"], "regulation")
        return Grounds(conviction, regulation)

    @step(3)
    def decide_an_appeal(self) -> None:
        appeal = self.open_appeal()
        if appeal and appeal.agreed_by is None:
            self.agree_to_an_appeal()
            appeal.refresh_from_db()
        if appeal and not appeal.decision:
            self.write(
                appealing.decide,
                appeal=appeal,
                changed=self.choose([False, False, True], "changed"),
                heard_as="reviewer",
                reason=self.reason(),
                by=self.official(),
            )
