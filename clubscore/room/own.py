"""The first part of the room for a signed-in member: the own table with what waits there, and the own sessions."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from clubscore.duplicate.models import Session
from clubscore.duplicate.results.glance import Glance
from clubscore.duplicate.results.page.context import own_place
from clubscore.games.viewpoint import pair
from clubscore.members.models import Member
from clubscore.room.cards import TableCard
from clubscore.rubbers.consent.cards.consent import Consent, consent_for
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import newest_at
from clubscore.web.templatetags.sentences import all_of
from scoring import Seat, Side


@dataclass(frozen=True, slots=True)
class OwnSide:
    """One side of the member's rubber: its points in all, and the name and the figure of each other column."""

    words: str
    """The heading: `We, with Ivo`."""
    is_vulnerable: bool
    points: str
    details: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class OwnTable:
    """The table at which the member plays, sits or waits, and what the rubber there asks of the member."""

    card: TableCard
    seat: Seat | None
    """The member's seat in the rubber on the card; None if the member does not play in it."""
    asks: Consent | None
    """The cards that ask the member for a tap; None without a rubber of the member."""

    @cached_property
    def sides(self) -> tuple[OwnSide, ...]:
        """The score as the member sees it, the own side first; () if the member plays in no rubber."""
        if self.seat is None or self.card.sheet is None:
            return ()
        names, own = self.card.names, self.seat.side
        partner = {"partner": names[self.seat.partner]}
        opponents = {"opponents": pair(own.other, names)}
        return (
            self._side(own, _("We, with %(partner)s") % partner),
            self._side(own.other, _("They, %(opponents)s") % opponents),
        )

    def _side(self, side: Side, words: str) -> OwnSide:
        """One side of the score, under these words."""
        *details, total = zip(
            self.card.columns, self.card.pair(side).figures, strict=True
        )
        _column, points = total
        shown = tuple((column.name, figure) for column, figure in details)
        return OwnSide(words, self.card.pair(side).is_vulnerable, points, shown)

    @property
    def plays(self) -> bool:
        """True if the member plays in the rubber of the table, and so may go to no other table."""
        return self.card.in_play and self.seat is not None

    @property
    def to_sign(self) -> str:
        """The numbers of the deals that the member has still to check: `3 and 5`; empty if not all are shown."""
        if self.asks is None or len(self.asks.to_sign) < self.asks.waiting[0]:
            return ""
        numbers = [str(card.entry.called) for card in self.asks.to_sign]
        return all_of(reversed(numbers))


@dataclass(frozen=True, slots=True)
class OwnSession:
    """A session in which the member has a place. `place` is the table and the line; None if the room does not know."""

    session: Session
    place: dict[str, object] | None


def own_table(cards: Iterable[TableCard], member: Member) -> OwnTable | None:
    """The table at which the member plays, sits or waits; None if there is none.

    If the member plays in the rubber of the table, the rubber is read.
    """
    for card in cards:
        seat = _seat_in(card, member)
        plays = card.in_play and seat is not None
        if not plays and member not in card.seating.members:
            continue
        state = newest_at(card.table) if seat else None
        asks = consent_for(RubberDesk(state, member)) if state else None
        return OwnTable(card, seat, asks)
    return None


def _seat_in(card: TableCard, member: Member) -> Seat | None:
    """The seat of the member in the rubber on the card; None if the member does not play in it."""
    for seat, player in card.players.items():
        if player.pk == member.pk:
            return seat
    return None


def own_places(
    glances: Iterable[Glance], in_play: Iterable[Session], member: Member
) -> list[OwnSession]:
    """The sessions in which the member has a place: those in play first, then those of today that have not begun.

    `in_play` are the sessions in play in which the member has a place; `glances` are the sessions of the day.
    """
    known = {}
    for glance in glances:
        if not glance.session.is_over:
            place = own_place(glance.state, member, max(glance.state.round, 1))
            known[glance.session.pk] = OwnSession(glance.session, place)
    found = []
    for session in in_play:
        found.append(known.pop(session.pk, OwnSession(session, None)))
    for own in known.values():
        if own.place is not None and not own.session.is_begun:
            found.append(own)
    return found
