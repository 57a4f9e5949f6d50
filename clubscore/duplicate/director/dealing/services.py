"""Services that deal, name, look at and open the hands of a session."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Play, Session
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SessionState
from clubscore.hands import services as hands
from clubscore.hands.models import DealSet
from clubscore.hands.queries import is_open
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import not_before

FIRST_BOARD = 1


def deal_hands(*, session: Session, name: str, by: Member, now: datetime) -> DealSet:
    """Deal a sealed set for the boards of a session, and return the set.

    Raises Refused if the session has its hands or a result already or is cancelled, or if the name is taken. Raises
    PermissionDenied for members who do not direct.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        if state.session.deal_set_id or Play.objects.filter(session=session).exists():
            raise Refused(_("The boards of this session are dealt already."))
        made = hands.deal_set(
            name=name,
            first=FIRST_BOARD,
            boards=state.boards,
            opens_at=None,
            by=by,
            now=now,
        )
        _name(state.session, made, by, now)
    return made


def name_set(*, session: Session, deal_set: DealSet, by: Member, now: datetime) -> None:
    """Record that a session plays the boards of a set. A repeated call changes nothing.

    Raises Refused if the set lacks boards of the session, belongs to another session, or is open before the session
    is over, if results are recorded on another set that the session names, or if the session is cancelled. Raises
    PermissionDenied for members who do not direct.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        if state.session.deal_set_id == deal_set.pk:
            return
        _require_fitting_set(state, deal_set, now)
        _name(state.session, deal_set, by, now)


def _require_fitting_set(state: SessionState, deal_set: DealSet, now: datetime) -> None:
    """Raises Refused if a session cannot use a set.

    It cannot if the set lacks boards of the session, belongs to another session, or is open before the session is
    over, or if results are recorded on another set that the session names.
    """
    session, last = state.session, deal_set.first_board + deal_set.boards - 1
    if session.deal_set_id and Play.objects.filter(session=session).exists():
        raise Refused(
            _("Results stand on the hands that this session names: they stay.")
        )
    if deal_set.first_board > FIRST_BOARD or last < state.boards:
        words = _(
            "%(set)s has boards %(first)s to %(last)s, and this session plays 1 to %(boards)s."
        )
        values = {
            "set": deal_set.name,
            "first": deal_set.first_board,
            "last": last,
            "boards": state.boards,
        }
        raise Refused(words % values, field="deal_set")
    if other := deal_set.sessions.current().exclude(pk=session.pk).first():
        words = _("%(set)s is of %(session)s, %(day)s: a set belongs to one session.")
        day = f"{other.day:%d.%m.%Y}"
        names = {"set": deal_set.name, "session": other.name, "day": day}
        raise Refused(words % names)
    if is_open(deal_set, now) and not session.is_over:
        words = _(
            "%(set)s is open: whoever plays could know it. Choose a set that is sealed."
        )
        raise Refused(words % {"set": deal_set.name})


def look_at_hands(*, session: Session, by: Member, now: datetime) -> None:
    """Record that a director looks at the cards to make up the boards.

    Raises Refused if the member plays, if the session names no hands or is cancelled, or if the hands are open
    already. Raises PermissionDenied for members who do not direct.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        hands.look(seen=_set_of(state), by=by, now=now)


def open_hands(*, session: Session, by: Member, now: datetime) -> None:
    """Open the hands of a session to everybody.

    Raises Refused while a board is still to be played, if the session names no hands or is cancelled, or if the hands
    are open already. Raises PermissionDenied for members who do not direct.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        hands.open_set(opened=_set_of(state), by=by, now=now)
        move(session_id=session.pk)


def _set_of(state: SessionState) -> DealSet:
    if state.session.deal_set is None:
        raise Refused(_("This session names no hands."))
    return state.session.deal_set


def _name(session: Session, deal_set: DealSet, by: Member, now: datetime) -> None:
    session.deal_set, session.hands_by = deal_set, by
    session.hands_at = not_before(now, session.opened_at)
    session.save(update_fields=["deal_set", "hands_by", "hands_at"])
    move(session_id=session.pk)
