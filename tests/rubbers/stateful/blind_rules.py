"""Steps at a table with blind books: each side writes a deal before it sees what the other has written."""

from dataclasses import dataclass
from uuid import uuid4

import scoring
from clubscore.members.models import Member
from clubscore.rubbers.agreement.blind_books import (
    enter_blind,
    record_with_one_book,
    take_back,
)
from clubscore.rubbers.models import BookEntry, Deal, HouseRules, Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.tables.models import Table
from scoring import Side
from tests.rubbers.stateful import oracle
from tests.rubbers.stateful.club import Club, Outcome, step
from tests.rubbers.stateful.lines import DEALS, deal


@dataclass(frozen=True)
class BookBefore:
    """What the books of a rubber held before a deal was written."""

    waiting: BookEntry | None
    deals: int
    proposals: int


class BlindRules(Club):
    def with_blind_books(self) -> list[Rubber]:
        """The rubbers in play with blind books; one is begun if there is none and a table is free."""
        found = self.rubbers(ended_at=None, has_blind_books=True)
        tables = Table.objects.in_use().filter(is_playing=False)
        if not found and tables:
            self.choose_blind_books(True)
            begun = self.begin_at(self.choose(tables, "table"))
            self.choose_blind_books(False)
            found = [begun] if begun else []
        return [rubber for rubber in found if self.four(rubber)]

    def begin_at(self, table: Table) -> Rubber | None:
        """Begin a rubber at the table. Implemented by the rules of the room."""
        raise NotImplementedError

    def choose_blind_books(self, has_blind_books: bool) -> None:
        HouseRules.objects.update_or_create(
            pk=1, defaults={"has_blind_books": has_blind_books}
        )
        self.changed_by_hand()

    @step(weight=3)
    def write_in_blind_books(self) -> None:
        """Players of both sides write some deals, often what the other side has written."""
        rubbers = self.with_blind_books()
        if rubbers:
            rubber = self.choose(rubbers, "rubber")
            for _ in range(self.choose([2, 1, 4], "entries")):
                if not Rubber.objects.get(pk=rubber.pk).is_over and self.four(rubber):
                    self.write_in_a_book(rubber)

    def write_in_a_book(self, rubber: Rubber) -> None:
        state = load(rubber.pk)
        before = self.book_before(rubber)
        same = [before.waiting.facts] * 5 if before.waiting else []
        lines = [deal(line) for line in DEALS[rubber.system]]
        by = self.choose(list(self.four(rubber).values()), "scorer")
        entry = {
            "facts": self.choose([*same, *lines], "deal"),
            "number": state.next_number,
            "seen_revision": state.rubber.revision,
            "key": uuid4(),
            "by": by,
        }
        was_undone = state.newest_version(state.next_number) is not None
        outcome = self.write_on(rubber, enter_blind, **entry)
        if outcome.is_written and not was_undone:
            self.books_were_compared(rubber, before, entry["facts"], by, outcome)
        if outcome.is_written and self.open_entry(rubber):
            again = self.write_on(rubber, enter_blind, **entry)
            assert again.value.entry == outcome.value.entry

    def book_before(self, rubber: Rubber) -> BookBefore:
        return BookBefore(
            self.open_entry(rubber), rubber.deals.count(), rubber.proposals.count()
        )

    def open_entry(self, rubber: Rubber) -> BookEntry | None:
        return BookEntry.objects.filter(rubber=rubber, state="open").first()

    def books_were_compared(
        self,
        rubber: Rubber,
        before: BookBefore,
        facts: scoring.Deal,
        by: Member,
        outcome: Outcome,
    ) -> None:
        """Assert that the first entry waits, that an equal second one agrees, and that another one is disputed."""
        after, waiting = self.book_before(rubber), before.waiting
        is_second = waiting and self.side_of(rubber, by) != waiting.side
        if not is_second:
            is_recorded = facts.is_passed_out
            assert after.deals == before.deals + is_recorded
            assert bool(after.waiting) == (not is_recorded)
            assert after.waiting is None or after.waiting.facts.is_like(facts)
            return
        assert (after.waiting, after.deals) == (None, before.deals + 1)
        recorded = Deal.objects.filter(rubber=rubber).latest("pk")
        signers = {row.member_id for row in recorded.agreements.all()}
        is_like = waiting.facts.is_like(facts)
        assert recorded.facts == waiting.facts
        assert after.proposals == before.proposals + (not is_like)
        assert signers == {waiting.member_id, by.pk} if is_like else {waiting.member_id}
        assert bool(outcome.value.proposal) == (not is_like)

    def side_of(self, rubber: Rubber, who: Member) -> Side:
        seats = oracle.current_seats(rubber).items()
        return next(seat.side for seat, pk in seats if pk == who.pk)

    @step()
    def one_book_is_opened(self) -> None:
        """Somebody takes an entry back, or records it with one book: only the two players of its side may."""
        for rubber in self.with_blind_books()[:1]:
            if not self.open_entry(rubber):
                self.write_in_a_book(rubber)
            entry = self.open_entry(rubber)
            four = list(self.four(rubber).values())
            if entry and four:
                who = self.choose([entry.member, *four, self.arbiter], "who")
                service = self.choose([take_back, record_with_one_book], "service")
                own = [
                    each for each in four if self.side_of(rubber, each) == entry.side
                ]
                outcome = self.write_on(rubber, service, entry=entry, by=who)
                assert outcome.is_written == (who in own)
