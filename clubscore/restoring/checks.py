"""The check by Django, before `migrate` and `serve`, that the club of this installation is not missing."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register

from clubscore.refusals import Refused
from clubscore.restoring.lost_club import require_no_lost_club


@register(Tags.database)
def no_club_is_away(
    databases: Sequence[str] | None = None, **details: Any
) -> list[CheckMessage]:
    """A list with one error if the club is missing, else an empty list.

    Commands that name no database are not checked.
    """
    if not databases:
        return []
    try:
        require_no_lost_club()
    except Refused as refusal:
        return [Error(str(refusal), id="restoring.E001")]
    return []
