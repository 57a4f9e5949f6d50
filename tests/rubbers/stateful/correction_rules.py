"""Steps about corrections: proposals, votes, withdrawals and rulings.

Each vote is checked against the laws in `oracle`.
"""

from dataclasses import replace
from uuid import uuid4

import scoring
from clubscore.rubbers.correction.rulings import rule as rule_on
from clubscore.rubbers.correction.services import cast, propose, withdraw
from clubscore.rubbers.models import Deal, Proposal, Rubber
from scoring import SYSTEMS
from tests.rubbers.stateful import binding, oracle
from tests.rubbers.stateful.club import Outcome, step
from tests.rubbers.stateful.lines import DEALS, corrections, deal, deals_after_the_end
from tests.rubbers.stateful.sheet_rules import SheetRules

# How the others vote on a proposal, most often so that it is accepted.
POLLS = (
    "all",
    "all",
    "majority",
    "all",
    "nobody",
    "all",
    "all",
    "two and two",
    "all",
    "one no",
    "all",
    "majority",
)
VOTES = {
    "all": (True,) * 4,
    "majority": (True, True, False),
    "two and two": (True, False, False),
}
VOTES |= {"one no": (False, True, True), "nobody": ()}


class CorrectionRules(SheetRules):
    @step(weight=8)
    def correct(self) -> None:
        """Propose a likely correction of a deal, and let most of the four vote on it."""
        self.propose_on_any(lambda rubber, base: self.plausible(rubber, base))

    @step()
    def correct_something_else(self) -> None:
        """Propose any other deal instead, sometimes one that the game does not allow."""
        every = [deal(line) for line in (*DEALS["contract"], *DEALS["royal"])]
        self.propose_on_any(lambda rubber, base: every)

    @step(weight=2)
    def strike(self) -> None:
        self.propose_on_any(lambda rubber, base: [None])

    @step(weight=3)
    def end_it_earlier(self) -> None:
        """Propose a correction that ends the rubber before its last deal; the later deals begin the next
        rubber or are struck.
        """
        found = self.ends_found_earlier()
        if not found and self.in_play():
            self.record_on(self.choose(self.in_play(), "rubber"), 4)
            found = self.ends_found_earlier()
        if found:
            self.propose_and_poll(*self.choose(found, "correction"))

    def ends_found_earlier(self) -> list[tuple[Rubber, Deal, scoring.Deal]]:
        """Corrections of a deal other than the last that would leave deals after the end of the rubber."""
        return [
            (rubber, base, facts)
            for rubber in self.not_agreed()
            if self.four(rubber)
            for base in oracle.standing(rubber)[:-1]
            for facts in [
                *map(deal, DEALS[rubber.system][:4]),
                *self.plausible(rubber, base),
            ]
            if facts != base.facts and self.left_over(rubber, base, facts)
        ]

    def propose_on_any(self, offers) -> None:
        rubbers = [rubber for rubber in self.not_agreed() if self.four(rubber)]
        if rubbers:
            rubber = self.choose(rubbers, "rubber")
            base = self.choose(oracle.standing(rubber), "deal")
            self.propose_and_poll(
                rubber, base, self.choose(offers(rubber, base), "correction")
            )

    def plausible(self, rubber: Rubber, base: Deal) -> list[scoring.Deal]:
        return corrections(
            rubber.system, SYSTEMS[rubber.system].rules(rubber.rules), base.facts
        )

    def left_over(self, rubber: Rubber, base: Deal, facts: scoring.Deal | None) -> int:
        """The number of deals that would come after the end of the rubber if the deal `base` had these facts."""
        deals = oracle.standing(rubber)
        claimed = [facts if row.number == base.number else row.facts for row in deals]
        rules = SYSTEMS[rubber.system].rules(rubber.rules)
        played = [each for each in claimed if each is not None]
        return deals_after_the_end(
            rubber.system, rules, oracle.first_dealer(rubber), played
        )

    def propose_and_poll(
        self, rubber: Rubber, base: Deal, facts: scoring.Deal | None
    ) -> None:
        """Propose a correction, check by the laws whether it is allowed, and let the four vote at once or later."""
        about_it = rubber.proposals.open().filter(base__number=base.number)
        open_one = about_it.first()
        if open_one and oracle.consents(oracle.moment_of_vote(open_one)):
            self.poll(open_one)
            return
        if facts is not None and not self.can_be(rubber, facts):
            self.propose(rubber, base, facts, later="strike")
            return
        moment = oracle.moment_of(rubber, base, facts)
        asked = moment.tricks_differ and moment.system != "royal"
        error = (
            self.choose(
                ["agreement", "recording", "agreement", "recording", ""], "error"
            )
            if asked
            else ""
        )
        needed = oracle.consents(replace(moment, mis_recorded=error == "recording"))
        later = (
            self.choose(["next", "strike", "next"], "later deals")
            if self.left_over(rubber, base, facts)
            else ""
        )
        outcome = self.propose(rubber, base, facts, later=later, error=error)
        may_be = facts != base.facts and bool(error or not asked)
        assert outcome.is_written == (needed > 0 and may_be), (
            f"{needed} consents by the laws, {outcome.refusal}"
        )
        if outcome.is_written:
            self.poll(outcome.value)

    def propose(
        self,
        rubber: Rubber,
        base: Deal,
        facts: scoring.Deal | None,
        *,
        later: str,
        error: str = "agreement",
    ) -> Outcome:
        by = self.choose(list(self.four(rubber).values()), "proposer")
        return self.write_on(
            rubber,
            propose,
            base=base,
            facts=facts,
            key=uuid4(),
            by=by,
            later=later,
            error=error,
        )

    def can_be(self, rubber: Rubber, facts: scoring.Deal) -> bool:
        system = SYSTEMS[rubber.system]
        try:
            system.fold([facts], rules=system.rules(rubber.rules))
        except scoring.ScoringError:
            return False
        return True

    # --- votes ---

    def poll(self, proposal: Proposal) -> None:
        votes = VOTES[self.choose(POLLS, "votes")]
        voters = [
            who
            for who in self.four(proposal.rubber).values()
            if who.pk != proposal.made_by_id
        ]
        for who, is_yes in zip(voters, votes, strict=False):
            if not self.is_open(proposal):
                return
            self.vote(proposal, who, is_yes=is_yes, how="tapped")

    def is_open(self, proposal: Proposal) -> bool:
        return Proposal.objects.open().filter(pk=proposal.pk).exists()

    def vote(self, proposal: Proposal, by, *, is_yes: bool, how: str) -> None:
        """Cast a vote, and assert that it decides the proposal exactly if the laws say so at this moment."""
        proposal = Proposal.objects.select_related("rubber", "base").get(pk=proposal.pk)
        needed = oracle.consents(oracle.moment_of_vote(proposal))
        seats, votes = (
            oracle.current_seats(proposal.rubber),
            oracle.newest_votes(proposal) | {by.pk: (is_yes, how)},
        )
        may, counted = (
            binding.counts(seats, votes, by.pk),
            [each for each in votes if binding.counts(seats, votes, each)],
        )
        is_enough = (
            is_yes and may and 0 < needed <= sum(votes[each][0] for each in counted)
        )
        outcome = self.write_on(
            proposal.rubber,
            cast,
            accepts=[proposal.pk],
            touches=self.after(proposal.rubber),
            proposal=proposal,
            is_yes=is_yes,
            how=how,
            by=by,
        )
        state = Proposal.objects.get(pk=proposal.pk).state
        expected = "open" if not needed else "accepted" if is_enough else state
        assert state == expected, (
            f"{needed} consents by the laws, {votes}: {state}, {outcome.refusal}"
        )
        assert (state == "accepted") == is_enough, (
            f"{needed} consents by the laws, {votes}: {state}"
        )
        assert outcome.is_written == (needed > 0 and may), outcome.refusal

    @step(weight=3)
    def vote_on_an_open_one(self) -> None:
        """Some players vote on an open proposal, or change their vote."""
        proposal = self.an_open_one()
        if proposal:
            for who in self.some(list(self.four(proposal.rubber).values()), "voters"):
                if self.is_open(proposal):
                    is_yes, how = (
                        self.choose([True, True, True, True, False], "vote"),
                        self.choose(binding.WAYS, "how"),
                    )
                    self.vote(proposal, who, is_yes=is_yes, how=how)

    def an_open_one(self) -> Proposal | None:
        """An open proposal, a new one if there is none; None if no rubber can be corrected."""
        found = list(
            Proposal.objects.open().select_related("rubber", "base").order_by("pk")
        )
        rubbers = [rubber for rubber in self.not_agreed() if self.four(rubber)]
        if found or not rubbers:
            return self.choose(found, "proposal") if found else None
        rubber = self.choose(rubbers, "rubber")
        base = oracle.standing(rubber)[-1]
        return self.propose(
            rubber,
            base,
            self.choose(self.plausible(rubber, base), "correction"),
            later="",
        ).value

    @step()
    def take_a_proposal_back(self) -> None:
        proposal = self.an_open_one()
        if proposal:
            by = self.choose(
                [proposal.made_by, *self.four(proposal.rubber).values()], "who"
            )
            self.write_on(proposal.rubber, withdraw, proposal=proposal, by=by)

    @step()
    def an_arbiter_rules(self) -> None:
        """An arbiter rules on a proposal, in any correction period; the admin must not, having played in the rubber."""
        proposal = self.an_open_one()
        if proposal:
            is_yes = self.choose([True, False], "ruling")
            by = self.choose([self.arbiter, self.arbiter, self.admin], "who rules")
            outcome = self.write_on(
                proposal.rubber,
                rule_on,
                touches=self.after(proposal.rubber),
                proposal=proposal,
                is_yes=is_yes,
                ruling=self.reason(),
                by=by,
            )
            has_played = self.has_played(proposal.rubber, by)
            assert outcome.is_written != has_played, outcome.refusal

    @step(weight=2)
    def correct_what_is_agreed(self) -> None:
        """Propose to correct an agreed rubber, which must be refused; only an admin can open it again."""
        agreed = [
            rubber
            for rubber in self.rubbers(agreed_at__isnull=False)
            if oracle.standing(rubber)
        ]
        agreed = [rubber for rubber in agreed if self.four(rubber)]
        if agreed:
            rubber = self.choose(agreed, "rubber")
            base = self.choose(oracle.standing(rubber), "deal")
            facts = self.choose([None, *self.plausible(rubber, base)], "correction")
            outcome = self.propose(rubber, base, facts, later="strike")
            assert not outcome.is_written, (
                "a rubber that is agreed is open for correction"
            )
            self.statistics.writes[self.step_name] += 1  # what it is for is the refusal
