"""Marks of members: facts that are true of few members, read together with the session, so that a page needs no query.

An app registers its marks in its `wiring.py`. This module knows nothing else about the app.
"""

from collections.abc import Callable

from django.db.models import Exists

MARKS: dict[str, Callable[[], Exists]] = {}
"""The marks by name. Each value makes the SQL condition that is true of a member who has the mark.

The condition is about the member with the id OuterRef("member_id"). Code that gives a member a mark or takes it
away must call `forget_member` of access/sessions.py.
"""


def register(name: str, holds: Callable[[], Exists]) -> None:
    """Register a mark with a name, so that it is read with every session.

    `holds` makes the SQL condition that decides whether the member of the session has the mark. Raises ValueError if
    the name is taken.
    """
    if name in MARKS:
        raise ValueError(f"There is a mark {name!r} already.")
    MARKS[name] = holds
