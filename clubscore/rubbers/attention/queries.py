"""What needs an admin: disputes, rubbers that nobody has agreed to, books kept by one side, late corrections."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import CharField, QuerySet, Value

from clubscore.rubbers.correction.queries import tally_of
from clubscore.rubbers.loading import load_all
from clubscore.rubbers.models import Proposal, Reopening, Rubber, Substitution
from clubscore.rubbers.sheet.annotations import Versions
from clubscore.rubbers.sheet.signatures import versions_of, waits_for
from clubscore.rubbers.state import RubberState
from scoring import Seat, Side

LATELY = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Dispute:
    proposal: Proposal
    rubber: Rubber
    versions: Versions
    is_tied: bool


@dataclass(frozen=True, slots=True)
class Unagreed:
    rubber: Rubber
    score: str
    waits_for: str


@dataclass(frozen=True, slots=True)
class OneSided:
    """A rubber whose score only one side has kept or signed, deal by deal."""

    rubber: Rubber
    kept_by: str


@dataclass(frozen=True, slots=True)
class Late:
    """A correction after the end, or an agreed rubber opened again."""

    rubber: Rubber
    at: datetime
    words: str


@dataclass(frozen=True, slots=True)
class Attention:
    disputes: tuple[Dispute, ...]
    unagreed: tuple[Unagreed, ...]
    one_sided: tuple[OneSided, ...]
    late: tuple[Late, ...]
    substitutions: tuple[Substitution, ...]

    @property
    def is_quiet(self) -> bool:
        return not (self.disputes or self.unagreed or self.one_sided or self.late or self.substitutions)


def attention_now(now: datetime) -> Attention:
    rubbers = _rubbers_concerned(now)
    return Attention(
        disputes=tuple(sorted(_disputes(rubbers), key=lambda each: not each.is_tied)),
        unagreed=tuple(_unagreed(rubbers.values())),
        one_sided=tuple(_one_sided(rubbers.values())),
        late=tuple(sorted(_late(rubbers, now), key=lambda each: each.at, reverse=True)),
        substitutions=tuple(_substitutions()),
    )


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many things of each kind wait for somebody."""

    disputes: int
    unagreed: int
    substitutions: int

    @property
    def total(self) -> int:
        return self.disputes + self.unagreed + self.substitutions


def waiting() -> Waiting:
    """One query: every page of an admin asks."""
    kinds = {
        "disputes": Proposal.objects.open(),
        "unagreed": Rubber.objects.unagreed(),
        "substitutions": _open_substitutions(),
    }
    first, *others = (_all_as(kind, rows) for kind, rows in kinds.items())
    found = Counter(first.union(*others, all=True))
    return Waiting(**{kind: found[kind] for kind in kinds})


def _all_as(kind: str, rows: QuerySet[Any]) -> QuerySet[Any, str]:
    """The word, once for each of the rows."""
    named = rows.order_by().annotate(kind=Value(kind, output_field=CharField()))
    return named.values_list("kind", flat=True)


def attention_count() -> int:
    """How many things wait: disputes, rubbers over and not agreed, substitutes asked for."""
    return waiting().total


def _rubbers_concerned(now: datetime) -> dict[int, RubberState]:
    # Rubbers by an index, where one question with "or" would look at all of the club's; the other tables are small.
    ids = (
        Rubber.objects.unagreed()
        .values_list("pk")
        .union(
            Rubber.objects.filter(agreed_at__gte=now - LATELY).values_list("pk"),
            Proposal.objects.open().values_list("rubber"),
            Reopening.objects.filter(at__gte=now - LATELY).values_list("rubber"),
        )
    )
    states = load_all(Rubber.objects.filter(pk__in=ids).order_by("started_at"))
    return {state.rubber.pk: state for state in states}


def _disputes(rubbers: dict[int, RubberState]) -> Iterator[Dispute]:
    open_ones = [(state, proposal) for state in rubbers.values() for proposal in state.proposals]
    for state, proposal in sorted(open_ones, key=lambda each: (each[1].made_at, each[1].pk)):
        tied = tally_of(state, proposal).is_tied
        yield Dispute(proposal, state.rubber, versions_of(state, proposal), tied)


def _unagreed(rubbers: Iterable[RubberState]) -> Iterator[Unagreed]:
    for state in rubbers:
        if not state.rubber.is_over or state.rubber.is_agreed:
            continue
        totals = state.sheet.totals
        score = f"N–S {totals[Side.NS].total}, E–W {totals[Side.EW].total}"
        yield Unagreed(state.rubber, score, waits_for(state))


def _one_sided(rubbers: Iterable[RubberState]) -> Iterator[OneSided]:
    """Of the rubbers that are over: those of which only one side has recorded, kept or signed any deal."""
    for state in rubbers:
        signers = {signed.member_id for signed in state.deal_signatures}
        sides = {Seat(place.seat).side for place in state.seats if place.member_id in signers}
        if state.rubber.is_over and len(sides) < 2 and state.versions:
            yield OneSided(state.rubber, f"only by {' and '.join(sides)}" if sides else "by neither side")


def _late(rubbers: dict[int, RubberState], now: datetime) -> Iterator[Late]:
    corrected = Proposal.objects.filter(
        state__in=[Proposal.State.ACCEPTED, Proposal.State.RULED], closed_at__gte=now - LATELY
    ).select_related("base", "made_by")
    for proposal in corrected:
        state = rubbers.get(proposal.rubber_id)
        ended_at = state.rubber.ended_at if state else None
        if state and ended_at and proposal.closed_at and proposal.closed_at > ended_at:
            yield Late(state.rubber, proposal.closed_at, f"Deal {proposal.number} was corrected after the end")
    for opened in Reopening.objects.filter(at__gte=now - LATELY).select_related("member"):
        yield Late(
            rubbers[opened.rubber_id].rubber, opened.at, f"Opened again by {opened.member.name}: {opened.reason}"
        )


def _open_substitutions() -> QuerySet[Substitution]:
    return Substitution.objects.open().filter(rubber__ended_at=None)


def _substitutions() -> Iterable[Substitution]:
    return _open_substitutions().select_related("rubber__table", "leaver", "substitute", "proposed_by").order_by("pk")
