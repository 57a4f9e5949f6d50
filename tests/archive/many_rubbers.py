"""Makes thousands of rubbers in seconds: a few are played, and their rows are copied in bulk."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.db.models import ForeignKey, Model

from clubscore.archive.rows import Values, insert, reader_of, rows_of
from clubscore.ledger.models import Posting, Transaction
from clubscore.rubbers.models import Deal, Rubber, RubberSeat
from clubscore.rubbers.rubber.loading import load
from clubscore.standings.models import RatingProgress
from scoring import Seat
from tests.factories import (
    NOON,
    agree,
    agreed_rubber,
    four,
    rubber_in_play,
    stop_rubber,
)

COPIED = (Rubber, RubberSeat, Deal, Transaction, Posting)
DEALS = 2 + 1 + 5  # of which there is PBN, in the four that are copied
APART = 1_000  # between the keys of a row and of its next copy
AT_ONCE = 5_000


def play(rubbers: int) -> None:
    """Fill the database with so many rubbers, of four kinds in equal parts."""
    players = four()
    agreed_rubber(players, lines=("3ns=", "4sn="))
    stopped = rubber_in_play(players, lines=("2dw-1",))
    stop_rubber(
        state=load(stopped.pk),
        reason="Late",
        seen_revision=stopped.revision,
        by=players[Seat.NORTH],
        now=NOON,
    )
    agree(stopped)
    for system, lines in (
        ("chicago", ("1nn=", "p", "2ce=", "4sxs-1", "2hw+1")),
        ("royal", ("4rs=", "4rs=")),
    ):
        agree(rubber_in_play(players, system=system, lines=lines))
    for model in COPIED:
        copies = _copies(model, rubbers // 4 - 1)
        while portion := list(islice(copies, AT_ONCE)):
            insert(model, portion)
    RatingProgress.objects.create(
        pk=1, last_transaction=Transaction.objects.latest("pk").pk
    )


def _copies(model: type[Model], times: int) -> Iterator[Values]:
    rows, read = list(rows_of(model)), reader_of(model)
    keys = [field.attname for field in model._meta.concrete_fields if _is_key(field)]
    keys += ["source_id"] if model is Transaction else []
    for copy in range(1, times + 1):
        for row in rows:
            yield read(
                row
                | {key: row[key] + copy * APART for key in keys if row[key] is not None}
            )


def _is_key(field: Any) -> bool:
    return field.primary_key or (
        isinstance(field, ForeignKey) and field.related_model in COPIED
    )
