"""The members who may hear an appeal: nobody of the table or its teams, and nobody who made or approved the ruling."""

from django.utils.translation import gettext as _

from clubscore.duplicate.models import Deputy, Ruling, Session
from clubscore.duplicate.outcomes.sight import is_concerned
from clubscore.duplicate.session.slots import SlotState
from clubscore.members.models import Member
from clubscore.members.permissions import may_play
from clubscore.members.queries import members_who_may
from clubscore.web.templatetags.sentences import any_of

MOST_NAMES = 3


def persons_who_ruled(ruling: Ruling) -> set[int]:
    """The ids of the persons who made a ruling: the director, and the organiser who approved it after the period."""
    persons = {ruling.ruled_by.person_id}
    if ruling.approved_by:
        persons.add(ruling.approved_by.person_id)
    return persons


def hearers_in_words(at: SlotState, ruling: Ruling) -> str:
    """A sentence that names at most MOST_NAMES of those who may hear an appeal, or says what to do without one."""
    ruled = persons_who_ruled(ruling)
    names = []
    for official in _officials(at.state.session):
        is_neutral = official.person_id not in ruled and not is_concerned(at, official)
        if is_neutral and may_play(official):
            names.append(official.name)
    if not names:
        return _(
            "Everybody who might hear it ruled or plays here: name a deputy who did neither (Law 93)."
        )
    words = _("Somebody who did not rule hears it (Law 93): %(names)s.")
    return words % {"names": any_of(names[:MOST_NAMES])}


def _officials(session: Session) -> list[Member]:
    """The director, the deputies and the club's admins, each person once."""
    deputies = Deputy.objects.filter(session=session, until=None)
    named = [deputy.member for deputy in deputies.select_related("member")]
    officials: dict[int, Member] = {}
    for member in (session.director, *named, *members_who_may("administer_club")):
        officials.setdefault(member.person_id, member)
    return [*officials.values()]
