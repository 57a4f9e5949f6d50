"""The members who may find that somebody was there who says no: nobody decides in their own matter."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.duplicate.models import Deputy
from clubscore.duplicate.session.contested import places_of
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.members.permissions import may_play
from clubscore.members.queries import members_who_may
from clubscore.web.templatetags.sentences import any_of

MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class Judges:
    """The members who may decide about one contested place, by name."""

    members: tuple[Member, ...]

    def include(self, member: Member) -> bool:
        """True if the person behind the member record is one of them."""
        return member.person_id in {judge.person_id for judge in self.members}

    @property
    def in_words(self) -> str:
        """A sentence that names at most MOST_NAMES of them, or says what the club can do without one."""
        names = [judge.name for judge in self.members]
        if not names:
            return _(
                "Everybody who might decide it seated the member or plays for the same number: the club names another "
                "organiser."
            )
        return _("Somebody who did not seat the member decides: %(names)s.") % {
            "names": any_of(names[:MOST_NAMES])
        }


def judges_of(state: SessionState, member: Member) -> Judges:
    """The directors of the session and the organisers of the club who may decide about a member's place.

    Neither the member nor the one who seated the member may, nor a deputy whom one of these has named. An official who
    plays in the session may only if all of them play, and then only for another number than the member's.
    """
    places = places_of(state.session, member)
    concerned = {place.seated_by.person_id for place in places} | {member.person_id}
    others = []
    for official in _officials(state, concerned):
        if official.person_id not in concerned and may_play(official):
            others.append(official)
    neutral = [official for official in others if not state.had_by(official)]
    if neutral:
        return Judges(tuple(neutral))
    entries = {place.entry_id for place in places}
    return Judges(tuple(each for each in others if not _plays(state, each, entries)))


def _plays(state: SessionState, member: Member, entries: Collection[int]) -> bool:
    """True if the member has or had a place in one of these entries."""
    return any(place.entry_id in entries for _section, place in state.had_by(member))


def _officials(state: SessionState, concerned: Collection[int]) -> list[Member]:
    """The director, the deputies, and the organisers, each person once.

    A deputy is one of them if the director or an organiser who is not concerned has named the deputy.
    """
    director = state.session.director
    organisers = members_who_may("organise")
    choosers = {each.person_id for each in (director, *organisers)} - {*concerned}
    deputies = Deputy.objects.filter(session=state.session, until=None)
    named = [
        deputy.member
        for deputy in deputies.select_related("member", "named_by")
        if deputy.named_by.person_id in choosers
    ]
    officials: dict[int, Member] = {}
    for member in (director, *named, *organisers):
        officials.setdefault(member.person_id, member)
    return [*officials.values()]
