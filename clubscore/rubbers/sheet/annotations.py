"""Annotations beside a deal or under the sheet: seals, disputes, corrections. Pure: words and names, no rows."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.web.templatetags.sentences import all_of


@dataclass(frozen=True, slots=True)
class Seal:
    """A player's place for a signature. `how` is its method in words ("agreed by PIN at another's device")."""

    initials: str
    name: str
    is_signed: bool
    how: str = ""
    all_the_same: bool = False
    """Signed under the net score although a deal was disputed."""
    instead: str = ""
    """The hand that signed for a player who could not, and why: `Sam, ‘she agreed by phone’`."""
    has_left: bool = False
    """Whether that player has left the club."""

    @property
    def whose_hand(self) -> str:
        """`for Ruth, who has left: Sam, ‘she agreed by phone’`; empty where the player has signed."""
        if not self.instead:
            return ""
        whose = (
            _("for %(name)s, who has left: %(instead)s")
            if self.has_left
            else _("for %(name)s: %(instead)s")
        )
        return whose % {"name": self.name, "instead": self.instead}

    @property
    def vote(self) -> str:
        """`agreed`, `has left; agreed by Sam, ‘by phone’`, `not yet`: where the player's name stands before it."""
        if self.instead:
            return _("has left; agreed by %(instead)s") % {"instead": self.instead}
        if self.is_signed:
            return (
                pgettext("a player", "agreed all the same")
                if self.all_the_same
                else pgettext("a player", "agreed")
            )
        return _("agreed %(how)s") % {"how": self.how} if self.how else _("not yet")


def in_words(seals: Collection[Seal]) -> str:
    """The seals: `Agreed: Anna (recorded it) and Ben; for Ruth, who has left: Sam, ‘by phone’. Not yet: Dan.`"""
    own = all_of(_named(seal) for seal in seals if seal.is_signed and not seal.instead)
    agreed = "; ".join(filter(None, [own, *(seal.whose_hand for seal in seals)]))
    missing = all_of(_named(seal) for seal in seals if not seal.is_signed)
    parts = (_("Agreed: %(names)s."), agreed), (_("Not yet: %(names)s."), missing)
    return " ".join(words % {"names": names} for words, names in parts if names)


def _named(seal: Seal) -> str:
    parts = [seal.how] if seal.how else []
    if seal.all_the_same:
        parts.append(_("all the same"))
    how = ", ".join(parts)
    return f"{seal.name} ({how})" if how else seal.name


@dataclass(frozen=True, slots=True)
class Versions:
    """Two versions of one deal side by side: the one on the sheet, and the one that is claimed to be right."""

    is_dispute: bool
    recorded_by: str
    recorded: str
    claimed_by: str
    claimed: str
    differs: str

    @property
    def annotation(self) -> str:
        """`disputed: result`, `correction proposed: result`."""
        words = (
            _("disputed: %(facts)s")
            if self.is_dispute
            else _("correction proposed: %(facts)s")
        )
        return words % {"facts": self.differs}


@dataclass(frozen=True, slots=True)
class DealAnnotations:
    """`tricks` is empty unless tricks were transferred."""

    seals: tuple[Seal, ...] = ()
    versions: Versions | None = None
    corrected: str = ""
    tricks: str = ""

    @property
    def agreement(self) -> str:
        """The names of those who have signed, and of those who have not."""
        return in_words(self.seals)


@dataclass(frozen=True, slots=True)
class NetAnnotations:
    """Annotations under the net score: the seals, the missing agreements, or the time of posting."""

    seals: tuple[Seal, ...]
    posted_at: datetime | None
    waits_for: str
    by_itself_at: datetime | None
    dispute: str
    """`Deal 3 is disputed`: the posting waits until that is settled, or they agree all the same."""

    @property
    def agreement(self) -> str:
        """The names of those who have signed, and of those who have not."""
        return in_words(self.seals)
