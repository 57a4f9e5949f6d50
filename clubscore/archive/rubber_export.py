"""Rubbers as the tables and PBN of an archive tell them: with their sheets, oldest first, a few hundred in memory."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice

from clubscore.evenings.calendar import evening_of
from clubscore.ledger.models import Transaction
from clubscore.members.models import Member
from clubscore.rubbers.history.fingerprint import as_written, beginning_of, links, version_text
from clubscore.rubbers.models import Deal, DealAgreement, Rubber, RubberSeat
from clubscore.rubbers.queries import numbered, sheet_of, standing_deals
from scoring import ScoredDeal, ScoringError, Seat, Sheet

CHUNK = 200  # rubbers in memory


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a deal. `scored` where it stands, `signed_by` members' ids, `link` as in the fingerprint.

    `seats` are the players when the deal was first recorded: a substitute only from the substitution on.
    """

    row: Deal
    scored: ScoredDeal | None
    seats: dict[Seat, Member]
    signed_by: list[int]
    link: str


@dataclass(frozen=True, slots=True)
class Played:
    """A rubber. `versions` are in the order in which they were written.

    `number` is its place in the evening, from 1; `season` that of the books, empty until it is posted. `sheet` is None
    when the rows cannot be scored: then they leave without scores rather than keep everything from leaving.
    """

    rubber: Rubber
    seats: list[RubberSeat]
    sheet: Sheet | None
    versions: list[Version]
    fingerprint: str
    number: int
    season: str

    @property
    def day(self) -> date:
        """The evening on which it began: after midnight still that of the day before."""
        return evening_of(self.rubber.started_at)

    @property
    def standing(self) -> list[tuple[Deal, ScoredDeal, Version]]:
        """The deals on the sheet, in order of play."""
        found = [(version.row, version.scored, version) for version in self.versions if version.scored]
        return sorted(found, key=lambda deal: deal[0].number)

    @property
    def players(self) -> dict[Seat, Member]:
        """Who played at the end, or plays now. In order N E S W."""
        last = {Seat(place.seat): place.member for place in self.seats if place.until is None}
        return {seat: last[seat] for seat in Seat}


def played_rubbers() -> Iterator[list[Played]]:
    """All of them, in portions."""
    rubbers = Rubber.objects.for_sheets().order_by("started_at", "pk").iterator(chunk_size=CHUNK)
    evening: Counter[date] = Counter()
    while chunk := list(islice(rubbers, CHUNK)):
        seasons, signatures = _seasons(chunk), _signatures(chunk)
        portion = []
        for rubber in chunk:
            day = evening_of(rubber.started_at)
            evening = evening if day in evening else Counter()
            evening[day] += 1
            portion.append(_played(rubber, signatures, evening[day], seasons.get(rubber.pk, "")))
        yield portion


def _seasons(rubbers: Collection[Rubber]) -> dict[int, str]:
    standing = Transaction.objects.filter(
        source=Transaction.Source.RUBBER,
        source_id__in=[rubber.pk for rubber in rubbers],
        reverses=None,
        reversal=None,
    )
    return dict(standing.values_list("source_id", "season__name"))


def _signatures(rubbers: Collection[Rubber]) -> dict[int, list[int]]:
    """Who has signed each version, by its id."""
    found: dict[int, list[int]] = defaultdict(list)
    signed = DealAgreement.objects.filter(deal__rubber__in=rubbers).order_by("member")
    for deal_id, member_id in signed.values_list("deal", "member"):
        found[deal_id].append(member_id)
    return found


def _played(rubber: Rubber, signatures: dict[int, list[int]], number: int, season: str) -> Played:
    rows = as_written(rubber)
    seats = sorted(rubber.seats.all(), key=lambda place: (place.since, place.pk))
    sheet, scored = _scored(rubber, rows)
    chain = list(links(beginning_of(rubber), [version_text(row) for row in rows]))
    first: dict[int, datetime] = {}
    versions = [
        Version(
            row=row,
            scored=scored.get(row.pk),
            seats=_seats_at(seats, first.setdefault(row.number, row.recorded_at)),
            signed_by=signatures.get(row.pk, []),
            link=link,
        )
        for row, link in zip(rows, chain[1:], strict=True)
    ]
    return Played(rubber, seats, sheet, versions, chain[-1], number, season)


def _scored(rubber: Rubber, rows: list[Deal]) -> tuple[Sheet | None, dict[int, ScoredDeal]]:
    """The sheet, and what each row scored on it, by its id."""
    standing = standing_deals(rows)
    try:
        sheet = numbered(sheet_of(rubber), standing)
    except ScoringError:
        return None, {}
    return sheet, {row.pk: deal for row, deal in zip(standing, sheet.deals, strict=True)}


def _seats_at(seats: list[RubberSeat], moment: datetime) -> dict[Seat, Member]:
    first = {Seat(place.seat): place.member for place in reversed(seats)}
    return first | {Seat(place.seat): place.member for place in seats if place.since <= moment}
