"""Nobody plays in two sessions at a time: the rule, and the lock of the members that keeps it."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import F, Max, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import ngettext

from clubscore.calendar import evening_of
from clubscore.duplicate.models import Place, RoundStart, Session
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.conflicts import Overtaken
from clubscore.web.templatetags.sentences import all_of


def hold_members(members: Iterable[Member]) -> None:
    """Lock the records of these persons until the transaction ends. Call it before a session is locked.

    Two sessions that want the same member at the same moment so come one after the other.
    """
    people = {member.person_id for member in members}
    rows = Member.objects.select_for_update(no_key=True).filter(pk__in=people)
    list(rows.order_by("pk").values_list("pk"))


def hold_players(session: Session) -> set[int]:
    """Lock everybody who has a place in a session, as `hold_members` does, and return the ids of these persons."""
    places = Place.objects.filter(session=session).select_related("member")
    members = [place.member for place in places]
    hold_members(members)
    return {member.person_id for member in members}


def require_players_free(state: SessionState, held: set[int]) -> None:
    """Raises Refused if somebody who has a place in a session plays in another session that is in play.

    `held` is the answer of `hold_players`. Raises Overtaken if somebody has taken a place since then.
    """
    players = _players_of(state)
    if any(member.person_id not in held for member in players):
        raise Overtaken(f"Somebody took a place in session {state.session.pk}.")
    _require_not_elsewhere(state.session, players)


def _players_of(state: SessionState) -> list[Member]:
    """The members who have a place now or in a later round, or who wait as the fifth or sixth of a team."""
    found: dict[int, Member] = {}
    for section in state.sections:
        for place in section.places:
            if state.is_held(place):
                found.setdefault(place.member.person_id, place.member)
    return [*found.values()]


def require_not_elsewhere(
    state: SessionState, members: Collection[Member], now: datetime
) -> None:
    """Raises Refused if one of the members plays in another session that is in play.

    A member may take a place in advance, in a session of a later day that has not begun. In a session that is over
    nobody plays any more, so that a member may be named there who plays elsewhere by now.
    """
    session = state.session
    is_in_advance = not session.is_begun and session.day > evening_of(now)
    if not session.is_over and not is_in_advance:
        _require_not_elsewhere(session, members)


def _require_not_elsewhere(session: Session, members: Collection[Member]) -> None:
    """Raises Refused, with a sentence for each other session in play in which some of the members have places."""
    names = {member.person_id: member.name for member in members}
    in_session: dict[int, list[str]] = defaultdict(list)
    sessions: dict[int, Session] = {}
    for place in _places_elsewhere(session, names):
        name = names[place.member.person_id]
        sessions[place.session_id] = place.session
        if name not in in_session[place.session_id]:
            in_session[place.session_id].append(name)
    sentences = [_sentence(sessions[pk], in_session[pk]) for pk in sorted(sessions)]
    if sentences:
        raise Refused(" ".join(sentences))


def _sentence(session: Session, names: list[str]) -> str:
    """The refusal: who plays where, who directs it, and what to do."""
    words = ngettext(
        "%(names)s plays in “%(session)s” (director: %(director)s). "
        "%(names)s leaves it first, or its director ends it.",
        "%(names)s play in “%(session)s” (director: %(director)s). They leave it first, or its director ends it.",
        len(names),
    )
    return words % {
        "names": all_of(names),
        "session": session.name,
        "director": session.director.name,
    }


def _places_elsewhere(session: Session, people: Collection[int]) -> list[Place]:
    """The places that these persons have now or later in other sessions in play."""
    starts = RoundStart.objects.in_force().filter(session=OuterRef("session"))
    round_now = starts.order_by().values("session").annotate(round=Max("round"))
    places = Place.objects.filter(
        Q(member__in=people) | Q(member__merged_into__in=people),
        Place.PROVES_TWO_PEOPLE,
        session__in=Session.objects.in_play().exclude(pk=session.pk),
    ).annotate(round_now=Coalesce(Subquery(round_now.values("round")), 0))
    held = places.filter(Q(to_round=None) | Q(to_round__gte=F("round_now")))
    return list(held.select_related("member", "session__director").order_by("pk"))
