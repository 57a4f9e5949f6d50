"""A cache for the HTML of sheets in play, so that a sheet is drawn only once for the same facts (record 62)."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any

from django.conf import settings
from django.urls import get_script_prefix
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from clubscore.rubbers.rubber.state import RubberState

MOST = 400  # sheets of some ten kilobytes: those of thirty tables, in three views and some languages

_html: OrderedDict[Hashable, str] = OrderedDict()  # what was asked for last stands last
_lock = Lock()


def kept(key: Hashable | None, draw: Callable[[], str]) -> str:
    """The cached HTML for this key; if there is none, the HTML that `draw` returns, which is then cached.

    Without a key, and in debug mode, `draw` is called each time.
    """
    if key is None or settings.DEBUG:  # a template may have been edited since
        return draw()
    with _lock:
        if key in _html:
            _html.move_to_end(key)
            return _html[key]
    html = draw()
    with _lock:
        _html[key] = html
        if len(_html) > MOST:
            _html.popitem(last=False)
    return html


def sheet_key(state: RubberState, view: str) -> Hashable | None:
    """The cache key for the HTML of the sheet of a rubber in play: the facts on the sheet, the view, the language.

    None if the sheet must not be cached, because it may show more than these facts: if the rubber is over, or has open
    proposals, open motions, rulings, reopenings or "I am not there" reports. The key has more than the ids of rows,
    since other rows may have the same ids after a restore.
    """
    if (
        state.rubber.is_over
        or state.proposals
        or state.rulings
        or state.reopenings
        or state.absences
        or state.motions
    ):
        return None
    reader = (
        view,
        get_language(),
        get_script_prefix(),
        settings.CLUB_CURRENCY,
        get_current_timezone_name(),
    )
    versions = tuple(
        (version.pk, version.number, version.version, version.key)
        for version in state.versions
    )
    return (reader, _rubber(state), versions, state.deal_signatures, _seats(state))


def _rubber(state: RubberState) -> tuple[Any, ...]:
    rubber = state.rubber
    return (
        rubber.pk,
        rubber.table_id,
        rubber.started_at,
        rubber.system,
        str(rubber.rules),
        rubber.dealer,
        rubber.table.name,
        state.ordinal,
        rubber.revision,
    )


def _seats(state: RubberState) -> tuple[Any, ...]:
    """The part of the cache key about seats: all players, former players too, and the names of the current players."""
    taken = tuple(
        (
            place.seat,
            place.member_id,
            state.people[place.member_id],
            place.member.name,
            place.member.nickname,
        )
        for place in state.seats
    )
    shown = tuple(
        (seat, state.names[seat], record.initials)
        for seat, record in state.records.items()
    )
    return (taken, shown)
