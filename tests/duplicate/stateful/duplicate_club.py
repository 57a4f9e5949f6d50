"""The base class of all steps: the people, the session, the clock, how a step draws, and a write with its checks."""

import inspect
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from hypothesis import note
from hypothesis.stateful import RuleBasedStateMachine

import scoring
from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import Results, results_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import SlotState, slot_in, slots_of
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from scoring import Seat
from scoring.movements.howell import howell
from tests.duplicate.evening import NAMES, seated
from tests.duplicate.late_changes import organiser
from tests.duplicate.sessions import opened
from tests.duplicate.stateful import (
    folding,
    own_matter,
    read_by_all,
    terms,
)
from tests.factories import NOON, member
from tests.rubbers.stateful.club import Outcome, Step
from tests.rubbers.stateful.statistics import Statistics

REFUSALS = (Refused, scoring.ScoringError, PermissionDenied)
LINES = ("4sn=", "4sn-1", "4sn+1", "3nn-1", "2he+1", "p", "5cw-2")
DECIDING = tuple(
    f"clubscore.duplicate.{room}" for room in ("verdicts", "approval", "results")
)
"""The rooms whose services decide something. What must hold is checked after each of their writes, and at the end."""
MINUTES = (0, 0, 0, 1, 4)

T = TypeVar("T")


def people() -> None:
    """Create four pairs, of whom Anna is an admin, two admins and an organiser who do not play, and two others."""
    for name in NAMES[:8]:
        member(name, role=Role.ADMIN if name == "Anna" else Role.PLAYER)
    for name in ("Otto", "Paula"):
        member(name, role=Role.ADMIN)
    organiser("Olga")
    member("Ruth")
    member("Ida")


class DuplicateClub(RuleBasedStateMachine):
    """A session of two tables. Each sequence runs in a database transaction that is rolled back at its end."""

    statistics = Statistics()

    def __init__(self) -> None:
        super().__init__()
        self.sequence = transaction.atomic()
        self.sequence.__enter__()
        self.now: datetime = NOON
        self.step_name = "set up"
        self.draw: Callable[[list[Any], str], Any]
        self.say: Callable[[str], object] = note
        self.keys = 0
        self.pk = 0
        self.decided: Mapping[str, own_matter.Decision] = {}
        self.periods: Mapping[int, terms.Ends] = {}

    def set_up(self) -> None:
        """Open a session that a stranger, a player or an admin who plays directs, seat it and begin its first round."""
        director = self.one(self.choose(["Ruth", "Ruth", "Ben", "Anna"], "director"))
        session = opened(
            director,
            howell(2),
            law=self.choose(["2007", "2017"], "law"),
            is_friendly=self.choose([True, False], "friendly"),
        )
        self.pk = session.pk
        players = [self.one(name) for name in NAMES[:8]]
        seated(session, list(zip(players[::2], players[1::2], strict=True)))
        start_round(session=session, round=1, by=director, now=NOON)
        self.decided = own_matter.decisions(self.session)

    def teardown(self) -> None:
        try:
            self.statistics.sequences += 1
            if self.pk:
                self.all_holds()
                read_by_all.each_decision_is_read_by_those_it_concerns(self.session)
        finally:
            transaction.set_rollback(True)
            self.sequence.__exit__(None, None, None)

    # --- a step ---

    @classmethod
    def steps(cls) -> dict[str, Step]:
        """All steps by name, in alphabetical order."""
        members = inspect.getmembers(cls)
        return {name: each for name, each in members if hasattr(each, "weight")}

    def take(self, name: str) -> None:
        """Take the step of this name. Raises AssertionError if an invariant does not hold afterwards."""
        self.step_name = name
        self.statistics.steps[name] += 1
        self.steps()[name](self)

    def choose(self, options: Collection[T], label: str) -> T:
        """Draw one of these options, which must not be empty."""
        return self.draw(list(options), label)

    def key(self) -> UUID:
        """A key for a form, different from all earlier ones of the sequence."""
        self.keys += 1
        return UUID(int=self.keys)

    def reason(self) -> str:
        """A reason in writing that no other decision of the sequence has."""
        self.keys += 1
        return f"Reason {self.keys} of it."

    def write(self, service: Callable[..., Any], **arguments: Any) -> Outcome:
        """Call a service some minutes later, and check the invariants. Raises AssertionError if one does not hold."""
        self.now += timedelta(minutes=self.choose(MINUTES, "minutes"))
        try:
            with transaction.atomic():
                value = service(**arguments, now=self.now)
        except REFUSALS as refusal:
            self.say(f"{self.step_name}: {service.__name__} refused: {refusal}")
            return Outcome(refusal=refusal)
        self.say(f"{self.step_name}: {service.__name__} {_in_short(arguments)}")
        self.statistics.writes[self.step_name] += 1
        if service.__module__.startswith(DECIDING):
            self.all_holds()
        return Outcome(value)

    def all_holds(self) -> None:
        """Check what must hold in every state, against what was decided and what ran at the last check."""
        before, self.decided = self.decided, own_matter.decisions(self.session)
        own_matter.nobody_decides_in_their_own_matter(before, self.decided)
        periods, self.periods = self.periods, terms.periods(self.session)
        terms.no_running_period_is_cut(periods, self.periods, self.now)
        folding.the_newest_rows_count(self.session)

    # --- who and what there is ---

    @property
    def session(self) -> Session:
        return Session.objects.get(pk=self.pk)

    @property
    def results(self) -> Results:
        return results_of(self.pk)

    def one(self, name: str) -> Member:
        return Member.objects.get(name=name)

    def somebody(self) -> Member:
        """Any member of the club."""
        return self.choose(Member.objects.order_by("pk"), "who")

    def official(self) -> Member:
        """Mostly the director of the session or an admin; now and then anybody."""
        director = self.session.director
        admins = [self.one(name) for name in ("Otto", "Paula", "Anna")]
        kinds = [director, director, director, *admins, None]
        return self.choose(kinds, "official") or self.somebody()

    def organiser(self) -> Member:
        """Mostly one of the organisers, who may have directed or played; now and then anybody."""
        names = ("Olga", "Olga", "Otto", "Paula", "Anna")
        kinds = [*(self.one(name) for name in names), None]
        return self.choose(kinds, "organiser") or self.somebody()

    def begun(self) -> list[SlotState]:
        """The slots of all rounds that have begun, in order."""
        state = load(self.pk)
        slots = [slot for slot, _row in slots_of(state) if slot.round in state.starts]
        return [slot_in(state, slot) for slot in slots]

    def one_slot(self) -> SlotState | None:
        """A slot of a round that has begun; None before the first round."""
        begun = self.begun()
        return self.choose(begun, "slot") if begun else None

    def at(self, slot: Slot) -> SlotState:
        return slot_in(load(self.pk), slot)

    def with_result(self) -> list[SlotState]:
        """The slots that have a result, in order."""
        results = self.results
        return [at for at in self.begun() if at.slot in results]

    def player(self, at: SlotState) -> Member:
        """A player of the table."""
        found = [at.players[seat] for seat in Seat]
        return self.choose([each for each in found if each], "player")


def _in_short(arguments: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in arguments.items())
