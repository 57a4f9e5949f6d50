"""The role in which an official acted in a session."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.duplicate.models import Deputy, Session
from clubscore.members.models import Member


@dataclass(frozen=True)
class Officials:
    """The director of a session and its deputies, present and past."""

    session: Session
    deputies: Iterable[Deputy]

    @classmethod
    def of(cls, session: Session) -> "Officials":
        """The officials of this session. One SQL statement is run."""
        deputies = Deputy.objects.filter(session=session)
        deputies = deputies.select_related("member", "named_by", "ended_by")
        return cls(session, list(deputies))

    def role_of(self, member: Member, at: datetime) -> str:
        """The role of an official at this time in the reader's language: `director`, `deputy` or `for the club`.

        An admin or an organiser who does not direct the session acts for the club.
        """
        if member.person_id == self.session.director.person_id:
            return _("director")
        for deputy in self.deputies:
            is_named = deputy.member.person_id == member.person_id
            has_ended = deputy.until is not None and deputy.until < at
            if is_named and deputy.since <= at and not has_ended:
                return _("deputy")
        return _("for the club")
