"""Rubbers with their sheets, as the tables and the PBN of an archive need them; a few hundred at once in memory."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice

from clubscore.calendar import evening_of
from clubscore.games.called import Called
from clubscore.ledger.models import Transaction
from clubscore.members.models import Member
from clubscore.rubbers.history.fingerprint import beginning_of, links, version_text
from clubscore.rubbers.models import Deal, Rubber, RubberSeat
from clubscore.rubbers.rubber.loading import load_all
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from scoring import ScoredDeal, ScoringError, Seat, Sheet

CHUNK = 200  # rubbers in memory


@dataclass(frozen=True, slots=True)
class ExportedVersion:
    """A version of a deal, as it is exported.

    `called` is the number by which the players know the deal. `scored` is None if the version does not count, or if the
    rubber cannot be scored. `seats` are the players when the deal was first recorded, so a substitute appears only
    after the substitution. `signed_by` are ids of members. `link` is the link of this version in the rubber's chain of
    hashes, whose last link is the fingerprint.
    """

    row: Deal
    called: Called
    scored: ScoredDeal | None
    seats: dict[Seat, Member]
    signed_by: list[int]
    link: str


@dataclass(frozen=True, slots=True)
class RubberExport:
    """A rubber, as it is exported, with the versions of its deals in the order in which they were written.

    `number` counts the rubbers of the evening, from 1. `season` is the name of the season in which the rubber was
    booked, empty until it is booked. `sheet` is None if the rows cannot be scored; the rubber is then exported without
    scores.
    """

    rubber: Rubber
    seats: list[RubberSeat]
    sheet: Sheet | None
    versions: list[ExportedVersion]
    fingerprint: str
    number: int
    season: str

    @property
    def day(self) -> date:
        """The date of the evening on which the rubber began. An evening goes on after midnight, with the same date."""
        return evening_of(self.rubber.started_at)

    @property
    def current(self) -> list[tuple[Deal, ScoredDeal, ExportedVersion]]:
        """The deals on the sheet in the order of play: facts, score and version of each."""
        scored = [
            (version.row, version.scored, version)
            for version in self.versions
            if version.scored
        ]
        return sorted(scored, key=lambda deal: deal[0].number)

    @property
    def players(self) -> dict[Seat, Member]:
        """The players by seat in the order N E S W: at the end of the rubber, or now if it goes on."""
        last = {
            Seat(place.seat): place.member
            for place in self.seats
            if place.until is None
        }
        return {seat: last[seat] for seat in Seat}


def rubber_exports() -> Iterator[list[RubberExport]]:
    """All rubbers in lists of a few hundred, in the order in which they began."""
    in_order = Rubber.objects.order_by("started_at", "pk")
    ids = in_order.values_list("pk", flat=True).iterator(chunk_size=CHUNK)
    evening: Counter[date] = Counter()
    while chunk := list(islice(ids, CHUNK)):
        seasons = _seasons(chunk)
        portion = []
        for state in load_all(in_order.filter(pk__in=chunk)):
            day = evening_of(state.rubber.started_at)
            if day not in evening:
                evening = Counter()
            evening[day] += 1
            season = seasons.get(state.rubber.pk, "")
            portion.append(_exported(state, evening[day], season))
        yield portion


def _seasons(rubbers: Collection[int]) -> dict[int, str]:
    current = Transaction.objects.filter(
        source=Transaction.Source.RUBBER,
        source_id__in=rubbers,
        reverses=None,
        reversal=None,
    )
    return dict(current.values_list("source_id", "season__name"))


def _signatures(state: RubberState) -> dict[int, list[int]]:
    """The ids of the members who signed each version, in ascending order, by the id of the version."""
    signers: dict[int, list[int]] = defaultdict(list)
    for signature in sorted(
        state.deal_signatures, key=lambda signature: signature.member_id
    ):
        signers[signature.under].append(signature.member_id)
    return signers


def _exported(state: RubberState, number: int, season: str) -> RubberExport:
    rows, signatures = state.versions, _signatures(state)
    sheet, scored = _scored(state)
    chain = list(links(beginning_of(state), [version_text(row) for row in rows]))
    first: dict[int, datetime] = {}
    versions = [
        ExportedVersion(
            row=row,
            called=called(state, row.number),
            scored=scored.get(row.pk),
            seats=_players_at(
                state.seats_at(row.recorded_at),
                first.setdefault(row.number, row.recorded_at),
            ),
            signed_by=signatures.get(row.pk, []),
            link=link,
        )
        for row, link in zip(rows, chain[1:], strict=True)
    ]
    seats = sorted(state.seats, key=_in_order)
    return RubberExport(state.rubber, seats, sheet, versions, chain[-1], number, season)


def _scored(state: RubberState) -> tuple[Sheet | None, dict[int, ScoredDeal]]:
    """The sheet of the rubber, and the scored deals by the id of their row. The sheet is None if scoring fails."""
    try:
        sheet = state.numbered_sheet
    except ScoringError:
        return None, {}
    return sheet, {
        row.pk: deal for row, deal in zip(state.deals, sheet.deals, strict=True)
    }


def _in_order(place: RubberSeat) -> tuple[datetime, int]:
    return place.since, place.pk


def _players_at(places: Iterable[RubberSeat], moment: datetime) -> dict[Seat, Member]:
    """The players by seat at a moment. A seat that nobody had taken by then has the player who took it first."""
    seats = sorted(places, key=_in_order)
    players = {Seat(place.seat): place.member for place in reversed(seats)}
    for place in seats:
        if place.since <= moment:
            players[Seat(place.seat)] = place.member
    return players
