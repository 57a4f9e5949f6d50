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
    """The refusal of a form whose key has been used to write something else. The form needs a new key."""


def once(
    key: UUID,
    rows: "QuerySet[R] | Callable[[UUID], R | None]",
    other_refusal: Callable[[R], str | Promise | None] = lambda row: None,
) -> R | None:
    """The row that the form with this key has written before; None the first time.

    `rows` are the rows among which a key is unique, such as the rulings of a session; or a function that returns the
    row with a key, or None. `other_refusal` compares the row with the form: it returns a sentence that refuses the form
    if the form says something else, and None if it says the same as the row.

    Raises KeySpent with the sentence of `other_refusal`.
    """
    written = rows.filter(key=key).first() if isinstance(rows, QuerySet) else rows(key)
    if written is not None and (refusal := other_refusal(written)):
        raise KeySpent(refusal)
    return written
