"""Steps of the four at a table: results, agreement, proposals, and calls."""

from clubscore.duplicate.models import Call, PlayProposal
from clubscore.duplicate.models.claims import CLAIMS
from clubscore.duplicate.play.entering import calls, services
from clubscore.duplicate.session.slots import SlotState
from clubscore.members.models import Member
from tests.duplicate.recorded import entry
from tests.duplicate.stateful.duplicate_club import LINES, DuplicateClub
from tests.rubbers.stateful.club import step


class TableSteps(DuplicateClub):
    """What players do while the session is played."""

    @step(5)
    def record(self) -> None:
        """A player of the table, or now and then an official, enters a result."""
        if at := self.one_slot():
            is_player = self.choose([True, True, True, False], "player")
            self.record_at(at, self.player(at) if is_player else self.official())

    def record_at(self, at: SlotState, by: Member) -> None:
        result = self.results.get(at.slot)
        seen = result.play.version if result else 0
        self.write(
            services.record_play,
            session_id=self.pk,
            slot=at.slot,
            entry=entry(self.choose(LINES, "line"), seen=seen, key=self.key()),
            by=by,
        )

    @step(5)
    def sign(self) -> None:
        """A player agrees to the result of a board."""
        if at := self.one_with_result():
            self.write(
                services.sign_play,
                session_id=self.pk,
                slot=at.slot,
                version=self.results[at.slot].play.version,
                by=self.player(at),
            )

    @step(3)
    def answer_a_proposal(self) -> None:
        proposals = PlayProposal.objects.filter(session=self.pk, answer="")
        if not proposals.exists():
            self.record()
        if not proposals.exists():
            return
        proposal = self.choose(proposals.order_by("pk"), "proposal")
        at = self.at(proposal.play.slot)
        self.write(
            services.answer_proposal,
            session_id=self.pk,
            slot=at.slot,
            proposal_id=proposal.pk,
            accept=self.choose([True, False], "accepts"),
            key=self.key(),
            by=self.player(at),
        )

    @step(2)
    def call_the_director(self) -> None:
        """A player calls, also after play, sometimes about a claim or a concession."""
        if at := self.one_slot():
            self.write(
                calls.call_director,
                session_id=self.pk,
                slot=at.slot,
                about="A revoke?",
                claim=self.choose(CLAIMS, "claim"),
                key=self.key(),
                by=self.player(at),
            )

    @step(2)
    def answer_a_call(self) -> None:
        waiting = Call.objects.filter(session=self.pk, answered_at=None)
        if waiting:
            call = self.choose(waiting.order_by("pk"), "call")
            self.write(calls.answer_call, call=call, by=self.official())

    def one_with_result(self) -> SlotState | None:
        """A slot with a result; None if there is none."""
        found = self.with_result()
        return self.choose(found, "slot") if found else None
