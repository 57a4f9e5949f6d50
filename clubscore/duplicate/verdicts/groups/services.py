"""The write of the groups of a fouled board (Law 87)."""

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import BoardGroup, Session
from clubscore.duplicate.outcomes.desk import SessionDesk
from clubscore.duplicate.outcomes.published import require_not_final
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.sight import NOT_YET
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import not_before


def group_board(
    *,
    session: Session,
    board: int,
    groups: Mapping[Slot, str],
    reason: str,
    by: Member,
    now: datetime,
) -> None:
    """Record the groups of a fouled board: only results of slots in the same group are compared with each other.

    `groups` has the group of each slot: a letter, or an empty text if the table had the cards with which the board was
    first played. Nothing is written for a slot that stays in its group. Raises PermissionDenied for a member who does
    not direct or may not see the board. Raises Refused for a director who has played the board, if the published
    results are final, for a slot of another board, and if the session was cancelled.
    """
    with write_transaction():
        state = hold(session)
        require_grouper(state, board, by)
        require_not_final(state.session, now)
        write_groups(
            state=state, board=board, groups=groups, reason=reason, by=by, now=now
        )
        move(session_id=session.pk)


def write_groups(
    *,
    state: SessionState,
    board: int,
    groups: Mapping[Slot, str],
    reason: str,
    by: Member,
    now: datetime,
) -> None:
    """Save the groups of a board in a locked session, in the caller's transaction.

    Raises Refused for a slot of another board.
    """
    before = results_of(state.session.pk).groups
    for slot, group in sorted(groups.items()):
        section = state.section(slot.letter)
        if section is None or slot.board != board:
            raise Refused(
                _("That is a form for another board. Look, and record again.")
            )
        here = {
            "section": section.section,
            "round": slot.round,
            "table": slot.table,
            "board": board,
        }
        if before.get(slot, "") != group:
            BoardGroup.objects.create(
                session=state.session,
                version=1 + BoardGroup.objects.filter(**here).count(),
                group=group,
                reason=reason,
                grouped_at=not_before(now, state.session.opened_at),
                grouped_by=by,
                **here,
            )


def require_grouper(state: SessionState, board: int, by: Member) -> None:
    """Check that a member may group a board: a director who may see the board and has not played it.

    Raises Refused for a director who has played the board, PermissionDenied for other members.
    """
    require_director(state.session, by)
    desk = SessionDesk(state, by)
    if not desk.sees(board):
        raise PermissionDenied(NOT_YET)
    for slot, numbers in desk.moment.plan.items():
        if slot.board == board and desk.viewer.sits_in(slot, numbers):
            raise Refused(
                _(
                    "You have played this board: another director or an admin says who had which cards."
                )
            )
