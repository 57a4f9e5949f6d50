"""Steps at a table in play: deals, the second book, signatures, undoing, the next auction."""

from uuid import uuid4

from clubscore.rubbers.agreement.services import DealEntered, agree_deal, enter_deal
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.correction.services import note_bad_pack
from clubscore.rubbers.correction.undoing import undo_last_deal
from clubscore.rubbers.models import Deal, DealAgreement, Proposal, Rubber
from clubscore.rubbers.rubber.loading import load
from tests.rubbers.stateful import binding, oracle
from tests.rubbers.stateful.club import Club, step
from tests.rubbers.stateful.lines import DEALS, deal


class SheetRules(Club):
    @step(weight=5)
    def record(self) -> None:
        """One of the four records some deals, one after the other."""
        if self.in_play():
            self.record_on(
                self.choose(self.in_play(), "rubber"),
                self.choose([2, 1, 3, 4], "deals"),
            )

    def record_on(self, rubber: Rubber, deals: int) -> None:
        for _ in range(deals):
            four = list(self.four(rubber).values())
            state = load(rubber.pk)
            if state.rubber.is_over or not four:
                return
            entry = {
                "facts": deal(self.choose(DEALS[rubber.system], "deal")),
                "number": state.next_number,
                "seen_revision": state.rubber.revision,
                "key": uuid4(),
                "by": self.choose(four, "scorer"),
            }
            outcome = self.write_on(rubber, enter_deal, **entry)
            if outcome.is_written:
                self.answer_is_what_is_kept(rubber, outcome.value)
                # The phone sent it twice.
                again = self.write_on(rubber, enter_deal, **entry)
                assert again.is_written and again.value.deal == outcome.value.deal

    def answer_is_what_is_kept(self, rubber: Rubber, entered: DealEntered) -> None:
        """Assert that the state which recording returns is equal to the state that is loaded from the database."""
        kept, answered = load(rubber.pk), entered.state
        for name in ("versions", "deal_signatures", "sheet", "next_number", "players"):
            assert getattr(answered, name) == getattr(kept, name), name
        for name in ("revision", "ending", "ended_at"):
            assert getattr(answered.rubber, name) == getattr(kept.rubber, name), name

    @step(weight=3)
    def keep_the_other_book(self) -> None:
        """Another player enters the last deal too: an equal entry signs the deal, another one is put to the vote."""
        if not self.not_agreed():
            return
        rubber = self.choose(self.not_agreed(), "rubber")
        state = load(rubber.pk)
        recorder = state.seat_by_member.get(state.last.recorded_by_id)
        others = [
            who
            for seat, who in self.four(rubber).items()
            if recorder is None or seat.side != recorder.side
        ]
        if not others:
            return
        line = self.choose([None, *DEALS[rubber.system]], "entry")
        outcome = self.write_on(
            rubber,
            enter_deal,
            facts=deal(line) if line else state.last.facts,
            number=state.last.number,
            seen_revision=max(state.rubber.revision - 1, 0),
            key=uuid4(),
            by=self.choose(others, "scorer"),
        )
        if outcome.is_written and outcome.value.proposal:
            self.poll(outcome.value.proposal)

    def poll(self, proposal: Proposal) -> None:
        """Let players vote on a proposal. Implemented by the rules of correction."""
        raise NotImplementedError

    @step(weight=2)
    def undo(self) -> None:
        """The recorder undoes a deal, usually at once; or a player who may not do so tries."""
        if self.in_play() and self.choose([True, False], "at once"):
            self.record_on(self.choose(self.in_play(), "rubber"), 1)
        recorded = [rubber for rubber in self.rubbers() if oracle.standing(rubber)]
        if not recorded:
            return
        newest = [
            rubber
            for rubber in recorded
            if rubber.deals.latest("pk") == oracle.standing(rubber)[-1]
        ]
        is_newest = self.choose([True, True, False], "newest")
        rubber = self.choose((newest if is_newest else recorded) or recorded, "rubber")
        last = oracle.standing(rubber)[-1]
        by = self.choose([*[last.recorded_by] * 3, *self.four(rubber).values()], "who")
        hindrances = self.hindrances_to_undo(rubber, last, oracle.person(by.pk))
        open_ones = Proposal.objects.open().exclude(base=last)
        outcome = self.write_on(
            rubber,
            undo_last_deal,
            touches=self.earlier_rubbers(rubber),
            accepts=[each.pk for each in open_ones if oracle.has_a_majority(each)],
            number=last.number,
            by=by,
        )
        if outcome.is_written:
            assert not hindrances, hindrances
            for proposal in Proposal.objects.open().select_related("rubber", "base"):
                assert not oracle.has_enough(proposal), proposal

    def hindrances_to_undo(self, rubber: Rubber, last: Deal, him: int) -> list[str]:
        """The reasons why a person must not undo the last deal of a rubber."""
        persons = oracle.people()
        signers = DealAgreement.objects.filter(deal=last).values_list(
            "member_id", flat=True
        )
        proposers = last.proposals.open().values_list("made_by_id", flat=True)
        found = {
            "signed": {persons.get(pk, pk) for pk in signers} - {him},
            "called": oracle.auction_is_over(rubber, last.number),
            "disputed": {persons.get(pk, pk) for pk in proposers} - {him},
            "replaced": him not in oracle.current_seats(rubber).values(),
        }
        return [name for name, hinders in found.items() if hinders]

    def earlier_rubbers(self, rubber: Rubber) -> list[int]:
        """The ids of the earlier rubbers of the same four that wait to be agreed."""
        four = set(oracle.current_seats(rubber).values())
        return [
            before.pk
            for before in self.rubbers(pk__lt=rubber.pk, agreed_at=None)
            if set(oracle.current_seats(before).values()) == four
        ]

    @step()
    def sign_a_deal(self) -> None:
        if self.not_agreed():
            rubber = self.choose(self.not_agreed(), "rubber")
            signed = self.choose(oracle.standing(rubber), "deal")
            for who in self.some(
                list(self.four(rubber).values()),
                "signers",
                at_least=min(1, len(self.four(rubber))),
            ):
                self.write_on(rubber, agree_deal, deal=signed, by=who)

    @step(weight=2)
    def next_auction_is_over(self) -> None:
        """One or several players say that the next auction is over."""
        if not self.not_agreed():
            return
        rubber = self.choose(self.not_agreed(), "rubber")
        number = oracle.standing(rubber)[-1].number
        for who in self.some(
            list(self.four(rubber).values()),
            "callers",
            at_least=min(1, len(self.four(rubber))),
        ):
            how = self.choose(binding.WAYS, "how")
            outcome = self.write_on(
                rubber, call_auction_over, number=number, by=who, how=how
            )
            after_the_end = Rubber.objects.get(pk=rubber.pk).ended_at is not None
            assert not (outcome.is_written and after_the_end)

    @step()
    def find_a_bad_pack(self) -> None:
        """A player notes that the pack is bad. Recorded scores stand (Law 79), so only the note is written."""
        if not self.rubbers():
            return
        rubber = self.choose(self.rubbers(), "rubber")
        four, deals = list(self.four(rubber).values()), oracle.standing(rubber)
        if four:
            self.write_on(
                rubber,
                note_bad_pack,
                text="Two sevens of hearts",
                by=self.choose(four, "who"),
            )
            assert oracle.standing(rubber) == deals
