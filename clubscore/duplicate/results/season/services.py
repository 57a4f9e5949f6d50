"""The services of an organiser: a friendly session is taken into the season, and its entries were looked at."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Session
from clubscore.duplicate.results.publishing.queries import season_of
from clubscore.duplicate.results.season.organisers import require_taker
from clubscore.duplicate.session.holding import hold, move
from clubscore.members.models import Member
from clubscore.refusals import Refused

_TAKEN_IN = ("taken_in_at", "taken_in_by")
_SEEN = ("entries_seen_at", "entries_seen_by")


def take_into_season(*, session: Session, by: Member, now: datetime) -> None:
    """Let a friendly session count in the season of its day, from now on. A session that counts already stays so.

    Raises Refused if the season is closed or the session is cancelled. Raises PermissionDenied unless `by` is an
    organiser who does not direct the session and, if the club has another such organiser, does not play in it.
    """
    with write_transaction():
        state = hold(session)
        require_taker(
            state, by, _("Only an organiser takes a session into the season.")
        )
        held = state.session
        if not held.is_friendly:
            return
        season = season_of(held)
        if season and season.is_closed:
            words = _(
                "The final table of %(season)s is published: this session stays friendly."
            )
            raise Refused(words % {"season": season.called})
        held.taken_in_at, held.taken_in_by = now, by
        held.entries_seen_at, held.entries_seen_by = now, by
        held.save(update_fields=[*_TAKEN_IN, *_SEEN])
        move(session_id=held.pk)


def look_at_entries(*, session: Session, by: Member, now: datetime) -> None:
    """Note that an organiser has seen how many results the director entered alone. The first time stays.

    Raises Refused while the session is played. Raises PermissionDenied unless `by` is an organiser who does not direct
    the session and, if the club has another such organiser, does not play in it.
    """
    with write_transaction():
        state = hold(session)
        require_taker(state, by, _("Only an organiser answers this."))
        held = state.session
        if not held.is_over:
            words = _("%(session)s is still played.")
            raise Refused(words % {"session": held.name})
        if held.entries_seen_at:
            return
        held.entries_seen_at, held.entries_seen_by = now, by
        held.save(update_fields=_SEEN)
