"""One line of the history of a board at a table."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.members.models import Member


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """One line of the history of a slot, such as a new version of the result, an agreement, or a decision."""

    at: datetime
    by: Member
    name: str
    """The act in one word, such as `recorded`, `checked` (by a director), `ruled` or `appealed`."""
    act: str
    """The act in the reader's language, such as `recorded at the table’s tablet`."""
    words: str
    law: str = ""
    reason: str = ""
    role: str = ""
    """The role in which the member acted, in the reader's language, such as `director`; empty for a player."""
    approved_by: Member | None = None

    @property
    def sentence(self) -> str:
        """The event in words, such as `Ruth (director) ruled (Law 12C1c)`."""
        name = f"{self.by.name} ({self.role})" if self.role else self.by.name
        words = f"{name} {self.act}"
        if self.law:
            words = _("%(name)s %(act)s (Law %(law)s)") % {
                "name": name,
                "act": self.act,
                "law": self.law,
            }
        if self.approved_by:
            approved = _("approved by %(name)s after the correction period") % {
                "name": self.approved_by.name
            }
            words = f"{words}, {approved}"
        return words
