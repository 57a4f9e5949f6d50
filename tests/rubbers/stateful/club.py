"""The base class of all rules: the members, the clock, how a step draws, and the checks after each single write."""

import inspect
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any, TypeVar
from unittest import mock

from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import transaction
from hypothesis import note
from hypothesis.stateful import RuleBasedStateMachine

import scoring
from clubscore.members.duties import Duty
from clubscore.members.models import Member
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.rubbers.models import Proposal, Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.tables import cutting
from scoring import Seat
from tests.factories import NOON, member
from tests.rubbers.stateful import invariants, oracle, own_matter, read_by_all
from tests.rubbers.stateful.snapshot import by_rubber, changes, snapshot
from tests.rubbers.stateful.statistics import Statistics

REFUSALS = (Refused, scoring.ScoringError, PermissionDenied)
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Edith", "Frank", "Gwen", "Hugo", "Ines", "Jack")
GUESTS = ("Ann A", "Benjamin B", "Kit", "Cleopatra", "Danny D")

T = TypeVar("T")


def people() -> None:
    """Create the members of the club: ten players, five guests (four of them possible second records of
    players), one admin who may play, and one arbiter who does not play.
    """
    for name in NAMES:
        member(name)
    for name in GUESTS:
        add_guest(name=name, now=NOON)
    member("Sam", role=Role.ADMIN)
    vera = member("Vera", role=Role.WATCHER)
    vera.groups.add(Group.objects.get(name=Duty.ARBITER.value))


@dataclass(frozen=True)
class Outcome:
    """The result of a write: the value that the service returned, or the refusal that it raised."""

    value: Any = None
    refusal: Exception | None = None

    @property
    def is_written(self) -> bool:
        return self.refusal is None


Step = Callable[[Any], None]


def step(weight: int = 1) -> Callable[[Step], Step]:
    """Mark a method as a step of the machine that is drawn `weight` times as often as a step of weight 1.

    All steps are drawn by one Hypothesis rule instead of being rules of their own. So each sequence has some of every
    kind, whereas Hypothesis would leave half of the rules out of a sequence.
    """

    def mark(function: Step) -> Step:
        function.weight = weight  # type: ignore[attr-defined]
        return function

    return mark


class Club(RuleBasedStateMachine):
    """The state machine of a club. Each sequence runs in a database transaction that is rolled back at its end."""

    statistics = Statistics()

    def __init__(self) -> None:
        super().__init__()
        self.sequence = transaction.atomic()
        self.sequence.__enter__()
        # Or no failure could be repeated.
        self.pack = mock.patch.object(cutting, "SystemRandom", lambda: Random(0))
        self.pack.__enter__()
        self.now = NOON
        self.step_name = "set up"
        self.draw: Callable[[Sequence[Any], str], Any]
        self.say: Callable[[str], object] = note
        self.reasons = 0
        self.earlier: dict[int, Any] = {}
        self.stopped: set[int] = set()
        self.seen = snapshot()
        self.rubbers_seen = by_rubber(self.seen)
        self.unchecked: set[int] | None = set()

    def teardown(self) -> None:
        try:
            self.statistics.sequences += 1
            self.statistics.proposals.update(
                Proposal.objects.values_list("state", flat=True)
            )
            invariants.the_audits_find_nothing()
            read_by_all.each_decision_is_read_by_the_four()
        finally:
            self.pack.__exit__(None, None, None)
            transaction.set_rollback(True)
            self.sequence.__exit__(None, None, None)

    # --- a step ---

    @classmethod
    def steps(cls) -> dict[str, Step]:
        """All steps by name, in alphabetical order."""
        return {
            name: each
            for name, each in inspect.getmembers(cls)
            if hasattr(each, "weight")
        }

    def take(self, name: str) -> None:
        """Take the step of this name. Raises AssertionError if an invariant does not hold afterwards."""
        self.step_name = name
        self.statistics.steps[name] += 1
        self.steps()[name](self)
        self.all_holds()

    def choose(self, options: Collection[T], label: str) -> T:
        """Draw one of these options, which must not be empty."""
        return self.draw(list(options), label)

    def reason(self) -> str:
        """A reason in writing that no other decision of the sequence has."""
        self.reasons += 1
        return f"Reason {self.reasons} of it."

    def some(self, options: Sequence[T], label: str, *, at_least: int = 0) -> list[T]:
        """Draw at least `at_least` of these options, each at most once, in any order."""
        left, chosen = list(options), []
        for _ in range(
            min(
                len(left),
                self.choose(range(at_least, len(left) + 1), f"how many {label}"),
            )
        ):
            chosen.append(left.pop(left.index(self.choose(left, label))))
        return chosen

    # --- a write ---

    def write(
        self,
        service: Callable[..., Any],
        *,
        touches: Collection[int] = (),
        accepts: Collection[int] = (),
        is_timed: bool = True,
        **arguments: Any,
    ) -> Outcome:
        """Call a service and check its effects. Raises AssertionError.

        A refusal must leave every row unchanged, and a write must not change rubbers outside `touches`. `accepts` are
        the ids of the proposals that the write may accept.
        """
        self.now += timedelta(minutes=1)
        before = self.seen
        try:
            value = service(**arguments, **({"now": self.now} if is_timed else {}))
        except REFUSALS as refusal:
            self.say(f"{self.step_name}: {service.__name__} refused: {refusal}")
            self.seen = snapshot()
            assert self.seen == before, changes(before, self.seen)
            return Outcome(refusal=refusal)
        self.say(f"{self.step_name}: {service.__name__} {_in_short(arguments)}")
        self.seen = snapshot()
        self.statistics.writes[self.step_name] += 1
        self.look_at_rubbers(touches)
        invariants.no_terms_are_changed(before, self.seen)
        own_matter.each_motion_has_its_consents(before, self.seen)
        assert invariants.newly_accepted(before, self.seen) <= set(accepts), (
            "accepted without a vote"
        )
        for pk in invariants.newly_agreed(before, self.seen):
            rubber = Rubber.objects.get(pk=pk)
            enough = (
                rubber.is_voided
                or not oracle.standing(rubber)
                or oracle.is_agreed_enough(rubber, self.now)
            )
            assert enough, f"{rubber} was posted before it was agreed"
        return Outcome(value)

    def look_at_rubbers(self, touches: Collection[int]) -> None:
        """Assert that only the touched rubbers have changed or are new, and remember to check them after the step."""
        before, self.rubbers_seen = self.rubbers_seen, by_rubber(self.seen)
        changed = invariants.rubbers_changed(before, self.rubbers_seen, touches)
        self.unchecked = (self.unchecked or set()) | changed

    def all_holds(self) -> None:
        """Check the invariants of the club and of each changed rubber. Does nothing after a step without a write."""
        if self.unchecked is None:
            return
        for of_the_club in invariants.OF_THE_CLUB:
            of_the_club()
        for of_rubbers in invariants.OF_RUBBERS:
            of_rubbers(self.unchecked)
        invariants.what_was_stopped_is_over(self.stopped)
        self.unchecked = None

    def write_on(
        self, rubber: Rubber, service: Callable[..., Any], **arguments: Any
    ) -> Outcome:
        """Call a service about one rubber, sometimes with a state that was loaded before the last write."""
        state = load(rubber.pk)
        older = self.earlier.get(rubber.pk)
        if older and self.choose(["now", "now", "now", "before"], "read") == "before":
            state, older = older, state
        self.earlier[rubber.pk] = older or state
        touches = {rubber.pk, *arguments.pop("touches", ())}
        outcome = self.write(service, state=state, touches=touches, **arguments)
        if outcome.is_written:
            self.earlier[rubber.pk] = state
        return outcome

    def changed_by_hand(self) -> None:
        """Take over rows that were written without a service, so that the next write is not blamed for them."""
        self.seen = snapshot()
        self.look_at_rubbers(())

    # --- who and what there is ---

    @property
    def admin(self) -> Member:
        return Member.objects.get(username="sam")

    @property
    def arbiter(self) -> Member:
        """An arbiter who has played in no rubber."""
        return Member.objects.get(username="vera")

    def has_played(self, rubber: Rubber, member: Member) -> bool:
        """True if the member's person plays or has played in the rubber, under any record."""
        records = rubber.seats.values_list("member_id", flat=True)
        return member.pk in {oracle.person(pk) for pk in records}

    def members(self) -> list[Member]:
        """All members who may sit at a table."""
        return list(Member.objects.who_may_sit().order_by("pk"))

    def rubbers(self, **conditions: Any) -> list[Rubber]:
        return list(Rubber.objects.filter(**conditions).order_by("pk"))

    def in_play(self) -> list[Rubber]:
        return self.rubbers(ended_at=None)

    def after(self, rubber: Rubber) -> list[int]:
        """The ids of the later rubbers at this table, into one of which the remaining deals may go."""
        return [
            later.pk for later in self.rubbers(table=rubber.table_id, pk__gt=rubber.pk)
        ]

    def not_agreed(self) -> list[Rubber]:
        """The rubbers that are not agreed and have a deal, so that a deal can still be corrected."""
        return [
            rubber for rubber in self.rubbers(agreed_at=None) if oracle.standing(rubber)
        ]

    def four(self, rubber: Rubber) -> dict[Seat, Member]:
        """The player in each seat, in the order N, E, S, W, without players who have left the club."""
        records = Member.objects.in_bulk(oracle.current_seats(rubber).values())
        seats = sorted(
            oracle.current_seats(rubber).items(),
            key=lambda pair: list(Seat).index(pair[0]),
        )
        return {seat: records[pk] for seat, pk in seats if records[pk].is_active}

    def strangers(self, rubber: Rubber) -> list[Member]:
        """The members who are no admins, do not play in the rubber under any record, and did not start it."""
        four = {oracle.person(pk) for pk in oracle.current_seats(rubber).values()} | {
            rubber.started_by_id
        }
        return [
            each
            for each in self.members()
            if not each.is_staff and oracle.person(each.pk) not in four
        ]


def _in_short(arguments: dict[str, Any]) -> str:
    return ", ".join(
        f"{name}={value}"
        for name, value in arguments.items()
        if name not in {"state", "key"}
    )
