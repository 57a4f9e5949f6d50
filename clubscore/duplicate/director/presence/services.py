"""Services about places that somebody else has given: the member's word, and the decision about it."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.director.presence.judges import judges_of
from clubscore.duplicate.models import Presence, Session
from clubscore.duplicate.models.presences import PresenceQuerySet
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.duplicate.session.contested import places_of, settle
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.session.unanswered import own_signatures
from clubscore.members.access.sessions import forget_member
from clubscore.members.models import Member
from clubscore.members.queries import records_of
from clubscore.refusals import Refused

Decision = Presence.Decision
_SETTLED = gettext_lazy("This is settled already.")


def say_not_there(*, session: Session, by: Member, now: datetime) -> None:
    """Record that a member is not at the place that somebody else gave them. The place is contested from then on.

    A second call while the place is contested changes nothing. Raises Refused if nobody else has seated the member, if
    an official has found that the member was there, if the member has signed a result of the session, if the results
    are final, or if the session is cancelled.
    """
    with write_transaction():
        state = hold(session)
        _require_seated_by_another(state, by)
        if _open_word(session, by):
            return
        if _words_of(session, by).filter(decision=Decision.WAS_THERE).exists():
            raise Refused(_SETTLED)
        if own_signatures(session, by).exists():
            words = _("You have signed a result of %(session)s: you are there.")
            raise Refused(words % {"session": session.name})
        _require_not_final(state, now)
        Presence.objects.create(
            session=state.session, member=by, is_there=False, said_at=now
        )
        move(session_id=session.pk)
        forget_member(by.pk)


def say_there(*, session: Session, by: Member, now: datetime) -> None:
    """Record that a member is at the place that somebody else gave them; a word that they are not is taken back.

    A second call changes nothing. Raises Refused if nobody else has seated the member, or if the session is cancelled.
    """
    with write_transaction():
        state = hold(session)
        _require_seated_by_another(state, by)
        if word := _open_word(session, by):
            settle(word=word, decision=Decision.AFTER_ALL, by=by, now=now)
        elif not _words_of(session, by).filter(is_there=True).exists():
            Presence.objects.create(
                session=state.session, member=by, is_there=True, said_at=now
            )
        move(session_id=session.pk)
        forget_member(by.pk)


def find_there(*, presence: Presence, reason: str, by: Member, now: datetime) -> None:
    """Decide that a member was there, although the member says no. The result counts for the member from then on.

    Raises Refused if the word is settled already, or if the session is cancelled. Raises PermissionDenied, with the
    names of those who may, for a member who may not decide it.
    """
    with write_transaction():
        state = hold(presence.session)
        judges = judges_of(state, presence.member)
        if not judges.include(by):
            raise PermissionDenied(judges.in_words)
        word = Presence.objects.get(pk=presence.pk)
        if not word.is_open:
            raise Refused(_SETTLED)
        settle(word=word, decision=Decision.WAS_THERE, reason=reason, by=by, now=now)
        move(session_id=state.session.pk)
        forget_member(presence.member_id)


def _open_word(session: Session, member: Member) -> Presence | None:
    """The person's word that they are not there, if nobody has settled it."""
    return _words_of(session, member).open().first()


def _words_of(session: Session, member: Member) -> PresenceQuerySet:
    """All that the person has said about their place in the session."""
    return Presence.objects.filter(session=session, member__in=records_of(member))


def _require_seated_by_another(state: SessionState, member: Member) -> None:
    """Raises Refused unless somebody else has given the member a place in the session."""
    for place in places_of(state.session, member):
        if place.seated_by.person_id != member.person_id:
            return
    words = _("Nobody else has seated you in %(session)s.")
    raise Refused(words % {"session": state.session.name})


def _require_not_final(state: SessionState, now: datetime) -> None:
    """Raises Refused once the published results are final."""
    if is_final(state.session, newest_publication(state.session.pk), now):
        words = _(
            "The results of %(session)s are final: tell %(director)s, who proposes a change to an organiser."
        )
        values = {
            "session": state.session.name,
            "director": state.session.director.name,
        }
        raise Refused(words % values)
