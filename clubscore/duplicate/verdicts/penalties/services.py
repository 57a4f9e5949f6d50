"""Writes about penalties: points taken off an entry, and given back."""

from datetime import datetime
from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Penalty, PenaltyLift, Session
from clubscore.duplicate.outcomes.published import require_not_final
from clubscore.duplicate.outcomes.sight import viewer_of
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.once import once
from clubscore.refusals import Refused
from clubscore.web.clock import not_before
from clubscore.web.templatetags.sentences import any_of

Unit = Penalty.Unit


class Taking(NamedTuple):
    """The content of the form of a penalty: the entry, the points in hundredths of a unit, the law and the reason.

    `key` identifies the form, so that a form that is sent twice makes one penalty.
    """

    letter: str
    number: int
    hundredths: int
    unit: str
    law: str
    reason: str
    key: UUID


def units_of(session: Session) -> tuple[Penalty.Unit, ...]:
    """The units in which the scoring of a session takes points off, the usual unit first; empty for total points."""
    rules = session.contest_rules
    if rules.scoring == "aggregate":
        return ()
    if rules.has_victory_points:
        return (Unit.VICTORY_POINTS,)
    if rules.has_percentages:
        return (Unit.PERCENT, Unit.MATCHPOINTS)
    return (Unit.IMPS,)


def penalise(*, session: Session, taking: Taking, by: Member, now: datetime) -> Penalty:
    """Take points off an entry, and return the penalty. A form that is sent twice takes them off once.

    Raises PermissionDenied for a member who does not direct. Raises Refused for the director's own entry, for a number
    that no entry has, for a unit that the scoring does not know, if the published results are final, and if the session
    was cancelled. Raises KeySpent if the key of the form has made another penalty.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        penalties = Penalty.objects.filter(session=session)
        sent = once(
            taking.key,
            penalties.select_related("entry__section"),
            partial(_other_penalty_refusal, taking),
        )
        if sent:
            return sent
        require_not_final(state.session, now)
        penalty = write_penalty(state=state, taking=taking, by=by, now=now)
        move(session_id=session.pk)
    return penalty


def write_penalty(
    *, state: SessionState, taking: Taking, by: Member, now: datetime
) -> Penalty:
    """Save a penalty in a locked session, in the caller's transaction, and return it.

    Raises Refused for the director's own entry, for a number that no entry has, and for a unit that the scoring does
    not know.
    """
    section = state.section(taking.letter)
    entry = section.entries.get(taking.number) if section else None
    if entry is None:
        words = _("Nobody has number %(number)s in this session.")
        raise Refused(words % {"number": taking.number}, field="entry")
    _require_not_own_number(state, taking.letter, taking.number, by)
    if taking.unit not in units_of(state.session):
        raise Refused(_other_unit(state.session), field="unit")
    return Penalty.objects.create(
        session=state.session,
        entry=entry,
        hundredths=taking.hundredths,
        unit=taking.unit,
        law=taking.law,
        reason=taking.reason,
        given_at=not_before(now, state.session.opened_at),
        given_by=by,
        key=taking.key,
    )


def _other_penalty_refusal(taking: Taking, sent: Penalty) -> str | None:
    """A sentence that refuses the form if its content differs from the penalty that it made before; else None.

    `taking` is the content of the form, and `sent` is the penalty that was made earlier with the same form key.
    """
    content = (
        sent.entry.section.letter,
        sent.entry.number,
        sent.hundredths,
        sent.unit,
        sent.law,
        sent.reason,
    )
    if content == taking[:-1]:
        return None
    return _("This form has taken other points off already. Look, and record again.")


NO_UNIT = gettext_lazy(
    "With total points no penalty is known: assign a result instead."
)


def _other_unit(session: Session) -> str:
    """The sentence that refuses a penalty in a unit that the scoring of the session does not have."""
    units = units_of(session)
    if not units:
        return str(NO_UNIT)
    words = _("Here points are taken off in %(units)s.")
    return words % {"units": any_of(str(unit.label) for unit in units)}


def lift_penalty(*, penalty: Penalty, reason: str, by: Member, now: datetime) -> None:
    """Give the points of a penalty back, with a reason. A second call changes nothing.

    Raises PermissionDenied for members who do not direct. Raises Refused for the director's own entry, if the published
    results are final, and if the session was cancelled.
    """
    with write_transaction():
        state = hold(penalty.session)
        require_director(state.session, by)
        if PenaltyLift.objects.filter(penalty=penalty).exists():
            return
        require_not_final(state.session, now)
        write_lift(state=state, penalty=penalty, reason=reason, by=by, now=now)
        move(session_id=penalty.session_id)


def write_lift(
    *, state: SessionState, penalty: Penalty, reason: str, by: Member, now: datetime
) -> None:
    """Save that a penalty is lifted, in a locked session and in the caller's transaction.

    Raises Refused for the director's own entry, and for a penalty that was lifted before.
    """
    letter, number = penalty.entry.section.letter, penalty.entry.number
    _require_not_own_number(state, letter, number, by)
    if PenaltyLift.objects.filter(penalty=penalty).exists():
        raise Refused(_("These points were given back already."))
    PenaltyLift.objects.create(
        penalty=penalty,
        reason=reason,
        lifted_at=not_before(now, penalty.given_at),
        lifted_by=by,
    )


def _require_not_own_number(
    state: SessionState, letter: str, number: int, by: Member
) -> None:
    """Raises Refused for a director who plays for this entry, or has given up a place in it since play began."""
    plays = viewer_of(state, by, directs=True).plays_for((letter, number))
    if plays or _has_given_up(state, letter, number, by):
        raise Refused(
            _("That is your own number: another director or an admin decides."),
            field="entry",
        )


def _has_given_up(state: SessionState, letter: str, number: int, by: Member) -> bool:
    """True if the member had a place in this entry when a round began, and gave it up afterwards."""
    section = state.section(letter)
    own = []
    for place in section.places if section else ():
        if place.entry.number == number and place.member.person_id == by.person_id:
            own.append(place)
    return any(
        place.was_given_up(round, start.at)
        for place in own
        for round, start in state.starts.items()
    )
