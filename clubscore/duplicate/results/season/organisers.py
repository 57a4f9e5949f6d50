"""The organisers who may take a session into the season: those who neither direct it nor, if possible, play in it."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.duplicate.session.directed import directors_of
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.members.permissions import may_organise
from clubscore.members.queries import members_who_may
from clubscore.web.templatetags.sentences import any_of

MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class Takers:
    """The organisers of the club who may take one session into the season, by name.

    They do not direct the session, and have not directed it. An organiser who plays in the session is one
    of them only if every other organiser directs it or plays in it, too.
    """

    organisers: tuple[Member, ...]

    def include(self, member: Member) -> bool:
        """True if the person behind the member record is one of these organisers."""
        people = {organiser.person_id for organiser in self.organisers}
        return member.person_id in people

    @property
    def in_words(self) -> str:
        """A sentence that names at most MOST_NAMES of these organisers, or says what the club can do without one."""
        names = [organiser.name for organiser in self.organisers]
        if not names:
            return _(
                "Every organiser of the club directs it: the club names another organiser."
            )
        return _("An organiser who does not direct it does this: %(names)s.") % {
            "names": any_of(names[:MOST_NAMES])
        }


def takers_of(state: SessionState) -> Takers:
    """The organisers who may take this session into the season. Runs two statements."""
    directed = directors_of(state.session)
    others = [
        member
        for member in members_who_may("organise")
        if member.person_id not in directed
    ]
    neutral = [member for member in others if not state.had_by(member)]
    return Takers(tuple(neutral or others))


def require_taker(state: SessionState, member: Member, refusal: str) -> None:
    """Raise PermissionDenied, with the names of those who may, for a member who may not take the session in.

    `refusal` is the sentence for a member who is no organiser.
    """
    takers = takers_of(state)
    if takers.include(member) and may_organise(member):
        return
    if may_organise(member):
        refusal = _("You direct it or play in it: nobody decides in their own matter.")
    raise PermissionDenied(f"{refusal} {takers.in_words}")
