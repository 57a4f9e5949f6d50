"""The entries of the books as a table of cells, for spreadsheets: `ledger.csv`."""

from collections.abc import Iterable, Iterator, Sequence

from django.conf import settings
from django.db.models import Prefetch, QuerySet

from clubscore.ledger.models import OF_A_RUBBER, Posting, Unit
from clubscore.ledger.queries import WITH_MEMBERS, company
from clubscore.members.models import Member
from clubscore.members.queries import records_of
from clubscore.web.clock import moment
from clubscore.web.csv import Cell
from clubscore.web.money import Currency

# Fmt: skip.
HEADER = (
    "entry_id",
    "posted_at",
    "member_id",
    "member_name",
    "kind",
    "rubber_id",
    "points",
    "unit",
    "partner_id",
    "counter_ids",
    "reverses_entry_id",
    "reason",
    "entered_by",
)
CHUNK = 2000  # entries in memory at a time


def all_entries() -> Iterator[Sequence[Cell]]:
    """The rows of a table of every entry of the books, oldest first."""
    return _rows(Posting.objects.all())


def entries_of(member: Member) -> Iterator[Sequence[Cell]]:
    """The rows of a table of every entry of a person, oldest first."""
    return _rows(Posting.objects.filter(member__in=records_of(member)))


def _rows(postings: QuerySet[Posting]) -> Iterator[Sequence[Cell]]:
    listed = (
        postings.select_related("member", "account", "transaction")
        .prefetch_related(
            Prefetch("transaction__postings", WITH_MEMBERS),
            "transaction__reverses__postings",
        )
        .order_by("pk")
    )
    return map(_row, listed.iterator(chunk_size=CHUNK))


def _row(posting: Posting) -> Sequence[Cell]:
    """The cells of one entry's row. Points have a sign; the cell `unit` says whether they are points or money.

    An entry of the club's own account has no member id.
    """
    booked = posting.transaction
    partners, opponents = company(posting, {posting.member_id})
    return (
        posting.pk,
        moment(booked.posted_at),
        posting.member_id,
        str(posting.member or posting.account),
        booked.source,
        booked.source_id if booked.source in OF_A_RUBBER else None,
        posting.points,
        Currency(settings.CLUB_CURRENCY).smallest
        if booked.unit == Unit.MONEY
        else Unit.POINTS,
        _ids(partners),
        _ids(opponents),
        _reversed(posting, booked.reverses.postings.all()) if booked.reverses else None,
        booked.reason,
        booked.posted_by_id,
    )


def _ids(members: Iterable[Member]) -> str:
    return ";".join(str(member.pk) for member in members)


def _reversed(posting: Posting, candidates: Iterable[Posting]) -> int | None:
    """The id of the posting among `candidates` with the same member or account as `posting`; None if there is none."""
    party = (posting.member_id, posting.account_id)
    return next(
        (
            other.pk
            for other in candidates
            if (other.member_id, other.account_id) == party
        ),
        None,
    )
