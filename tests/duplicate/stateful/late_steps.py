"""Steps after the correction period: a director proposes, an organiser approves or declines, it is taken back."""

from collections.abc import Callable

from clubscore.duplicate.approval import services as approval
from clubscore.duplicate.approval.services import LateGrounds, Proposed
from clubscore.duplicate.director.misplay.plans import misplay_ways, played_rows
from clubscore.duplicate.director.misplay.wiring import proposed_misplay
from clubscore.duplicate.director.substituting.wiring import proposed_substitute
from clubscore.duplicate.models import LateChange
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.verdicts.groups.wiring import proposed_groups
from clubscore.duplicate.verdicts.penalties.wiring import (
    proposed_lift,
    proposed_penalty,
)
from clubscore.duplicate.verdicts.ruling.wiring import proposed_ruling
from clubscore.refusals import Refused
from tests.duplicate.stateful.verdict_steps import VerdictSteps
from tests.rubbers.stateful.club import step


class LateSteps(VerdictSteps):
    """What becomes of an official's error once the results are final (Law 79C2)."""

    @step(4)
    def propose_a_late_ruling(self) -> None:
        if at := self.one_slot():
            self.propose(lambda: proposed_ruling(at.slot, self.given(at)))

    @step(2)
    def propose_a_late_penalty(self) -> None:
        self.propose(lambda: proposed_penalty(self.taking()))

    @step(2)
    def propose_to_give_a_penalty_back(self) -> None:
        if penalty := self.one_penalty():
            self.propose(lambda: proposed_lift(penalty, self.reason(), self.key()))

    @step(2)
    def propose_late_groups(self) -> None:
        if at := self.one_with_result():
            board, groups = at.slot.board, self.groups(at)
            self.propose(
                lambda: proposed_groups(board, groups, self.reason(), self.key())
            )

    @step(2)
    def propose_a_late_substitute(self) -> None:
        self.propose(
            lambda: proposed_substitute(self.change(), self.reason(), self.key())
        )

    @step(2)
    def propose_a_late_misplay(self) -> None:
        self.propose(self.proposed_misplay)

    def proposed_misplay(self) -> Proposed:
        """Two pairs who sat in each other's seats. Raises Refused if that cannot have been so."""
        misplay, state = self.misplay(), load(self.pk)
        [section] = state.sections
        rows = played_rows(state, section, misplay)
        [way, *_others] = misplay_ways(state, section, rows, self.results)
        return proposed_misplay("A", misplay, way, self.reason(), self.key())

    def propose(self, form: Callable[[], Proposed]) -> None:
        """An official proposes what is in a form."""
        if not approval.is_late(self.session, self.now):
            return
        try:
            proposed = form()
        except Refused:
            return
        is_sure = self.choose([True, True, True, False], "is sure")
        self.write(
            approval.propose,
            session=self.session,
            proposed=proposed,
            grounds=LateGrounds(is_sure, "Regulation 7"),
            by=self.official(),
        )

    @step(8)
    def approve(self) -> None:
        if late := self.waiting():
            self.write(
                approval.approve,
                late=late,
                is_beyond_doubt=self.choose([True, True, False], "is sure"),
                by=self.organiser(),
            )

    @step(2)
    def decline(self) -> None:
        if late := self.waiting():
            by = self.organiser()
            self.write(approval.decline, late=late, reason=self.reason(), by=by)

    @step()
    def take_a_proposal_back(self) -> None:
        if late := self.waiting():
            by = self.choose([late.proposed_by, self.somebody()], "who")
            self.write(approval.take_back, late=late, by=by)

    def waiting(self) -> LateChange | None:
        """A proposal that waits for an organiser; None if there is none."""
        found = LateChange.objects.waiting().filter(session=self.pk).order_by("pk")
        return self.choose(found, "late change") if found else None
