"""The write of a session's scale of masterpoints."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import NO_SCALE, OWN_SCALE, ScaleChoice, Session
from clubscore.duplicate.outcomes.published import require_grades_open
from clubscore.duplicate.results.masterpoints.queries import scale_chosen
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.languages.spoken import refusal_told
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import near, not_before
from scoring.contest.masterpoints import SCALES, scale_from
from scoring.errors import InvalidContest


def choose_scale(
    *,
    session: Session,
    scale: str,
    own: Mapping[str, Any],
    by: Member,
    now: datetime,
) -> None:
    """Choose the scale by which a session gives masterpoints. A choice that changes nothing is not written.

    `own` are the numbers of the club's own scale, and count only for `own`. Results that are published already keep
    their masterpoints until they are published again. Raises PermissionDenied for a member who may not direct the
    session. Raises Refused once the published results are final, and for a scale that cannot be.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        require_grades_open(state.session, now)
        data = _numbers_of(scale, own)
        before = scale_chosen(session.pk)
        number = 1
        written = [state.session.opened_at]
        if before:
            number = before.number + 1
            written.append(before.chosen_at)
        if (before is None and scale == NO_SCALE) or (
            before is not None and (before.scale, before.data) == (scale, data)
        ):
            return
        ScaleChoice.objects.create(
            session=state.session,
            number=number,
            scale=scale,
            data=data,
            chosen_by=by,
            chosen_at=not_before(now, *near(now, *written)),
        )
        move(session_id=session.pk)


def _numbers_of(scale: str, own: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of a scale, which its choice keeps. Raises Refused for a scale that cannot be."""
    if scale == NO_SCALE:
        return {}
    if scale in SCALES:
        return dict(SCALES[scale])
    if scale != OWN_SCALE:
        raise Refused(_("There is no such scale of masterpoints."), field="scale")
    try:
        scale_from(own)
    except InvalidContest as refusal:
        raise Refused(refusal_told(refusal), field="shares") from refusal
    return dict(own)
