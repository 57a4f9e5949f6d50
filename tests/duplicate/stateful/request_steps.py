"""Steps of players after play: corrections that they ask for and answer, and appeals."""

from clubscore.duplicate.models import Appeal, Correction
from clubscore.duplicate.models.claims import CLAIMS
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.verdicts.appealing import services as appealing
from clubscore.duplicate.verdicts.correcting import services as correcting
from scoring import parse_deal
from tests.duplicate.stateful.duplicate_club import LINES
from tests.duplicate.stateful.table_steps import TableSteps
from tests.rubbers.stateful.club import step


class RequestSteps(TableSteps):
    """What players ask officials for."""

    @step(5)
    def ask_for_another_result(self) -> None:
        if at := self.one_with_result():
            self.write(
                correcting.ask,
                session=self.session,
                slot=at.slot,
                asked=self.asked(at),
                by=self.player(at),
            )

    @step(4)
    def answer_a_correction(self) -> None:
        if correction := self.open_correction():
            self.write(
                correcting.answer_request,
                correction=correction,
                confirm=self.choose([True, True, False], "confirms"),
                by=self.player(self.at(correction.play.slot)),
            )

    @step()
    def take_an_answer_back(self) -> None:
        correction = self.open_correction()
        if correction and not correction.answer:
            self.answer_a_correction()
        if correction:
            by = self.player(self.at(correction.play.slot))
            self.write(correcting.take_back_answer, correction=correction, by=by)

    @step()
    def take_a_correction_back(self) -> None:
        if correction := self.open_correction():
            by = self.player(self.at(correction.play.slot))
            self.write(correcting.withdraw, correction=correction, by=by)

    @step(3)
    def appeal(self) -> None:
        """A player appeals a ruling; if none is in force, an official rules first."""
        if not self.results.rulings:
            self.rule()
        if rulings := self.results.rulings:
            at = self.at(self.choose(sorted(rulings), "ruling"))
            self.write(
                appealing.appeal,
                session=self.session,
                slot=at.slot,
                why="We ask again.",
                key=self.key(),
                by=self.player(at),
            )

    def rule(self) -> None:
        """Let an official rule. Implemented by the steps of officials."""
        raise NotImplementedError

    @step(3)
    def agree_to_an_appeal(self) -> None:
        if appeal := self.open_appeal():
            player = self.player(self.at(appeal.ruling.slot))
            by = self.choose([player, self.session.director], "who")
            self.write(appealing.agree, appeal=appeal, by=by)

    @step()
    def take_an_appeal_back(self) -> None:
        if appeal := self.open_appeal():
            by = self.player(self.at(appeal.ruling.slot))
            self.write(appealing.withdraw, appeal=appeal, by=by)

    def open_correction(self) -> Correction | None:
        """A correction that is not closed, a new one if there is none; None if nobody can ask for one."""
        found = Correction.objects.open().filter(session=self.pk).order_by("pk")
        if not found.exists():
            self.ask_for_another_result()
        return self.choose(found, "correction") if found else None

    def open_appeal(self) -> Appeal | None:
        """An appeal that is not decided, a new one if there is none; None if nobody can appeal."""
        found = Appeal.objects.open().filter(session=self.pk).order_by("pk")
        if not found.exists():
            self.appeal()
        return self.choose(found, "appeal") if found else None

    def asked(self, at: SlotState) -> correcting.Asked:
        """The form that asks for another result of a board."""
        return correcting.Asked(
            facts=parse_deal(self.choose(LINES, "line")),
            error=self.choose(Correction.Error.values, "error"),
            why=self.reason(),
            seen_version=self.results[at.slot].play.version,
            key=self.key(),
            claim=self.choose(CLAIMS, "claim"),
        )
