"""Idempotency: a form writes once, however often a phone without a network sends it.

Each form carries a key that was made with the page. The row that the form writes keeps the key, and a constraint of
the database allows each key one row. A service asks `once` before it writes anything.
"""

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet
from django.utils.functional import Promise

from clubscore.refusals import Refused

R = TypeVar("R", bound=Model)


class KeySpent(Refused):
    """The form has written something else already: it needs a new key."""


def once(
    key: UUID,
    rows: "QuerySet[R] | Callable[[UUID], R | None]",
    other_refusal: Callable[[R], str | Promise | None] = lambda row: None,
) -> R | None:
    """The row that the form with this key has written before; None the first time.

    `rows` are the rows among which a key is unique, such as the rulings of a session; or a function that finds the row
    by the key, where its statement is prepared or the rows are read already. `other_refusal` returns the sentence that
    refuses a form that says something else than the row, None for a form that says the same.

    Raises KeySpent with that sentence.
    """
    written = rows.filter(key=key).first() if isinstance(rows, QuerySet) else rows(key)
    if written is not None and (refusal := other_refusal(written)):
        raise KeySpent(refusal)
    return written
