"""Annotations beside a deal or under the net score: seals, disputes, corrections. Pure: words and names, no rows."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.web.templatetags.sentences import all_of, one_by_one


@dataclass(frozen=True, slots=True)
class Seal:
    """The place for the signature of one player, under a deal or under a net score, signed or not.

    `how` is the method in words, such as "agreed by PIN at another's device". If the player has not signed, `how` may
    say why an older signature does not count; else it is empty.
    """

    initials: str
    name: str
    is_signed: bool
    how: str = ""
    all_the_same: bool = False
    """True if the player has signed under the net score although a deal was disputed."""
    instead: str = ""
    """The arbiter who signed for a player who could not, and the reason: `Sam, ‘she agreed by phone’`; else empty."""
    has_left: bool = False
    """True if the player has left the club. It is set only if an arbiter signed instead."""

    @property
    def whose_hand(self) -> str:
        """The words about an arbiter who signed: `for Ruth, who has left: Sam, ‘by phone’`; empty if none signed."""
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
        """The words to be shown after the player's name: `agreed`, `not yet`, `has left; agreed by Sam, ‘by phone’`."""
        if self.instead:
            words = _("agreed by %(instead)s")
            if self.has_left:
                words = _("has left; agreed by %(instead)s")
            return words % {"instead": self.instead}
        if self.is_signed:
            return (
                pgettext("a player", "agreed all the same")
                if self.all_the_same
                else pgettext("a player", "agreed")
            )
        return _("agreed %(how)s") % {"how": self.how} if self.how else _("not yet")


def in_words(seals: Collection[Seal]) -> str:
    """The seals in one text: `Agreed: Anna (recorded it) and Ben; for Ruth: Sam, ‘by phone’. Not yet: Dan.`"""
    own = all_of(_named(seal) for seal in seals if seal.is_signed and not seal.instead)
    agreed = one_by_one(filter(None, [own, *(seal.whose_hand for seal in seals)]))
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
    """Two versions of one deal side by side: the recorded version, and the version that is claimed to be right."""

    is_dispute: bool
    recorded_by: str
    recorded: str
    claimed_by: str
    claimed: str
    differs: str

    @property
    def annotation(self) -> str:
        """The annotation beside the deal, such as `disputed: tricks` or `correction proposed: the whole deal`."""
        words = (
            _("disputed: %(facts)s")
            if self.is_dispute
            else _("correction proposed: %(facts)s")
        )
        return words % {"facts": self.differs}


@dataclass(frozen=True, slots=True)
class DealAnnotations:
    """The annotations beside one deal: seals, versions in dispute, the reason of a correction, transferred tricks.

    `corrected` is empty for a deal that was never corrected. `tricks` is empty for a deal without transferred tricks.
    """

    seals: tuple[Seal, ...] = ()
    versions: Versions | None = None
    corrected: str = ""
    tricks: str = ""

    @property
    def agreement(self) -> str:
        """A sentence with the names of the players who have signed the deal and of the players who have not."""
        return in_words(self.seals)


@dataclass(frozen=True, slots=True)
class NetAnnotations:
    """Annotations under the net score: the seals, the missing agreements, the time of posting."""

    seals: tuple[Seal, ...]
    posted_at: datetime | None
    counts: bool
    """False if no deal was played: then nothing is posted, and the rubber counts nowhere."""
    waits_for: str
    by_itself_at: datetime | None
    dispute: str
    """The open dispute for which the posting waits, such as `Deal 3 is disputed`; empty without one."""

    @property
    def agreement(self) -> str:
        """A sentence with the names of the players who have signed the net score and of the players who have not."""
        return in_words(self.seals)
