"""The service that takes a friendly session into the season."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Session
from clubscore.duplicate.results.publishing.queries import season_of
from clubscore.duplicate.results.season.organisers import require_taker
from clubscore.duplicate.session.holding import hold, move
from clubscore.members.models import Member
from clubscore.refusals import Refused


def take_into_season(*, session: Session, by: Member, now: datetime) -> None:
    """Let a friendly session count in the season of its day, from now on. A session that counts already stays so.

    Raises Refused if the season is closed or the session is cancelled. Raises PermissionDenied unless `by` is an
    organiser who does not direct the session and, if the club has another such organiser, does not play in it.
    """
    with write_transaction():
        state = hold(session)
        require_taker(state, by)
        held = state.session
        if not held.is_friendly:
            return
        season = season_of(held)
        if season and season.is_closed:
            words = _(
                "The final table of %(season)s is published: this session stays friendly."
            )
            raise Refused(words % {"season": season.name})
        held.taken_in_at, held.taken_in_by = now, by
        held.save(update_fields=["taken_in_at", "taken_in_by"])
        move(session_id=held.pk)
