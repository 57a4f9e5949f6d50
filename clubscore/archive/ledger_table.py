"""`ledger.csv`: a line for every posting; those of one transaction sum to zero."""

from collections.abc import Iterator, Sequence

from clubscore.archive.cells import ids, moment
from clubscore.ledger.models import Posting, Transaction
from clubscore.web.csv import Cell

CHUNK = 1_000
POINTS = "pt"
HEADER = (
    *("entry_id", "posted_at", "member_id", "member_name", "kind", "rubber_id", "points", "unit"),
    *("partner_id", "counter_ids", "reverses_entry_id", "settlement_id", "reason", "entered_by"),
    *("transaction_id", "season", "game"),
)


def rows() -> Iterator[Sequence[Cell]]:
    booked = Transaction.objects.select_related("season").prefetch_related("postings__member", "reverses__postings")
    for transaction in booked.order_by("pk").iterator(chunk_size=CHUNK):
        postings = sorted(transaction.postings.all(), key=lambda posting: posting.pk)
        for posting in postings:
            yield _row(transaction, posting, [other for other in postings if other is not posting])


def _row(booked: Transaction, posting: Posting, others: Sequence[Posting]) -> Sequence[Cell]:
    """Who won or lost alike was the partner; where nobody won, nobody can be told apart."""
    partners = [other.member_id for other in others if other.points == posting.points != 0]
    against = [other.member_id for other in others if other.member_id not in partners]
    return (
        *(posting.pk, moment(booked.posted_at), posting.member_id, posting.member.name, booked.source),
        *(_source(booked, "rubber"), posting.points, POINTS, ids(partners), ids(against)),
        *(_reversed_entry(booked, posting), _source(booked, "settlement"), booked.description, booked.posted_by_id),
        *(booked.pk, booked.season.name, booked.game),
    )


def _source(booked: Transaction, kind: str) -> int | None:
    return booked.source_id if booked.source == kind else None


def _reversed_entry(booked: Transaction, posting: Posting) -> int | None:
    if booked.reverses is None:
        return None
    return next((old.pk for old in booked.reverses.postings.all() if old.member_id == posting.member_id), None)
