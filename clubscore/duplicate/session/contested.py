"""Contested places: members who say that they are not there, and whom nobody has answered yet."""

from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.duplicate.models import Place, Presence, Session
from clubscore.duplicate.models.there_is import ThereIs
from clubscore.duplicate.session.lineup import entry_name
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.members.queries import records_of
from clubscore.web.clock import not_before


class ContestedPlace(NamedTuple):
    """A member's word "I am not there" that nobody has settled, with the name of the entry, such as `A7`."""

    presence: Presence
    number: str

    @property
    def key(self) -> str:
        """A text that names the word, such as `seat-3`."""
        return f"seat-{self.presence.pk}"

    @property
    def words(self) -> str:
        """The word as a sentence, such as `Mei says: I am not there (number 3)`."""
        words = _("%(name)s says: I am not there (number %(number)s)")
        return words % {"name": self.presence.member.name, "number": self.number}

    @property
    def box(self) -> str:
        """The name of the box with which a director publishes although the place is contested."""
        return _("Leave it open: %(matter)s") % {"matter": self.words}

    @property
    def means(self) -> str:
        """A sentence that says what follows if the place stays open."""
        words = _("The result counts in no season for %(name)s.")
        return words % {"name": self.presence.member.name}

    def page(self, session_id: int) -> str:
        """The address of the page on which the place is settled."""
        return reverse("duplicate:presences", args=[session_id])


def contested_places(state: SessionState, there_is: ThereIs) -> list[ContestedPlace]:
    """The contested places of a session, the oldest word first.

    One SQL statement is run, and none if `there_is` says that nobody said that they are not there.
    """
    if not there_is.absences:
        return []
    rows = Presence.objects.open().filter(session=state.session)
    found = []
    for row in rows.select_related("member").order_by("pk"):
        found.append(ContestedPlace(row, number_of(state, row.member)))
    return found


def number_of(state: SessionState, member: Member) -> str:
    """The name of the entry for which a member has or last had a place; empty if the member has none any more."""
    places = state.had_by(member)
    if not places:
        return ""
    section, place = places[-1]
    return entry_name(state, section, place.entry.number)


def places_of(session: Session, member: Member) -> list[Place]:
    """The places that the person has in a session, or had for at least a round, with those who seated them."""
    places = Place.objects.filter(
        Place.PROVES_TWO_PEOPLE, session=session, member__in=records_of(member)
    )
    return list(places.select_related("seated_by", "entry").order_by("pk"))


def settle_replaced(*, session: Session, by: Member, now: datetime) -> None:
    """Settle the words of members who have no place any more, because `by` named somebody else or freed the number.

    The caller has locked the session and opened the transaction.
    """
    rows = Presence.objects.open().filter(session=session).select_related("member")
    for row in rows:
        if not places_of(session, row.member):
            settle(word=row, decision=Presence.Decision.REPLACED, by=by, now=now)


def settle(
    *,
    word: Presence,
    decision: Presence.Decision,
    by: Member,
    now: datetime,
    reason: str = "",
) -> None:
    """Save the decision about a word, in the caller's transaction."""
    word.decision, word.decided_by, word.decided_for = decision, by, reason
    word.decided_at = not_before(now, word.said_at)
    word.save(update_fields=["decision", "decided_by", "decided_at", "decided_for"])
