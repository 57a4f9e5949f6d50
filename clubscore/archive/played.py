"""Rubbers as the tables and PBN of an archive tell them: with their sheets, oldest first, a few hundred in memory."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice

from django.utils import timezone

from clubscore.ledger.models import Transaction
from clubscore.members.models import Member
from clubscore.rubbers.fingerprint import as_written
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.queries import numbered, sheet_of, standing_deals
from scoring import ScoredDeal, ScoringError, Seat, Sheet

CHUNK = 500
TOLD_WITH = (
    *("deals__agreements", "net_agreements", "proposals__votes", "reopenings", "pack_notes"),
    *("substitutions", "auctions_over"),
)


@dataclass(frozen=True, slots=True)
class Played:
    """A rubber. `versions` are in the order in which they were written; `scored` are the deals that stand, by row's id.

    `number` is its place in the evening, from 1; `season` that of the books, empty until it is posted. `sheet` is None
    when the rows cannot be scored: then they leave without scores rather than keep everything from leaving.
    """

    rubber: Rubber
    versions: list[Deal]
    sheet: Sheet | None
    scored: dict[int, ScoredDeal]
    number: int
    season: str

    @property
    def day(self) -> date:
        """The club's day on which it began."""
        return timezone.localdate(self.rubber.started_at)

    def seats_at(self, moment: datetime) -> dict[Seat, Member]:
        """Who sat where then: a substitute only from the substitution on."""
        seats = sorted(self.rubber.seats.all(), key=lambda place: (place.since, place.pk))
        first = {Seat(place.seat): place.member for place in reversed(seats)}
        return first | {Seat(place.seat): place.member for place in seats if place.since <= moment}


def played_rubbers() -> Iterator[Played]:
    found = Rubber.objects.for_sheets().prefetch_related(*TOLD_WITH).order_by("started_at", "pk")
    rubbers = found.iterator(chunk_size=CHUNK)
    evening: Counter[date] = Counter()
    while chunk := list(islice(rubbers, CHUNK)):
        seasons = _seasons(chunk)
        for rubber in chunk:
            day = timezone.localdate(rubber.started_at)
            evening = evening if day in evening else Counter()
            evening[day] += 1
            yield _played(rubber, evening[day], seasons.get(rubber.pk, ""))


def _seasons(rubbers: Collection[Rubber]) -> dict[int, str]:
    standing = Transaction.objects.filter(
        source=Transaction.Source.RUBBER,
        source_id__in=[rubber.pk for rubber in rubbers],
        reverses=None,
        reversal=None,
    )
    return dict(standing.values_list("source_id", "season__name"))


def _played(rubber: Rubber, number: int, season: str) -> Played:
    versions = as_written(rubber)
    standing = standing_deals(versions)
    try:
        sheet = numbered(sheet_of(rubber), standing)
    except ScoringError:
        return Played(rubber, versions, None, {}, number, season)
    scored = {row.pk: deal for row, deal in zip(standing, sheet.deals, strict=True)}
    return Played(rubber, versions, sheet, scored, number, season)
