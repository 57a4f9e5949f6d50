"""The card of a net score that waits for signatures."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.games import game_of
from clubscore.games.viewpoint import Viewpoint
from clubscore.members.models import Member
from clubscore.rubbers.agreement.queries import seats_for_an_arbiter, why_an_arbiter
from clubscore.rubbers.consent.cards.net_words import net_in_words, who_posts
from clubscore.rubbers.models import Deal
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.annotations import NetAnnotations
from clubscore.rubbers.sheet.deals import DealEntry, ReasonEntry, deals_of, reason
from clubscore.rubbers.sheet.net_signatures import net_annotations
from scoring import Seat, State


@dataclass(frozen=True, slots=True)
class NetCard:
    """The card of the net score of a rubber that is over."""

    newest: Deal
    """The version that was written last in the rubber. A signature is given for the net score after this version."""
    words: str
    """The words on the button: `We 1,690 – They 880, We win 810`."""
    deals: tuple[DealEntry, ...]
    """The deals that make up the net score."""
    closing: tuple[ReasonEntry, ...]
    """What the end of the rubber adds."""
    annotations: NetAnnotations
    who_posts: str
    """A sentence that says when the net score is posted to the books, and which agreement is needed for it."""
    despite: int | None
    """The id of the newest open proposal, despite which the viewer would sign; None if no proposal is open."""
    mine: bool
    """True if the viewer has still to sign."""
    others: tuple[Member, ...]
    """The other players who have still to sign and have not left; empty for a viewer who does not keep the sheet."""
    instead_of: tuple[tuple[str, Member], ...]
    """The seats and players for whom the viewer may sign as a neutral arbiter; empty for everybody else."""
    why_instead: str
    """The reason why an arbiter may sign instead: `Cleo and Dan have left the club`; empty if none may."""
    may_object: bool
    """True if the viewer has still to sign and can report "I was not there"."""

    @property
    def instead_button(self) -> str:
        """The words on an arbiter's button: `Agree for Cleo`, `Agree all the same in their stead`."""
        if len(self.instead_of) != 1:
            return (
                _("Agree all the same in their stead")
                if self.despite
                else _("Agree in their stead")
            )
        words = (
            _("Agree all the same for %(name)s")
            if self.despite
            else _("Agree for %(name)s")
        )
        [(_seat, player)] = self.instead_of
        return words % {"name": player.short_name}


def net_card(desk: RubberDesk) -> NetCard | None:
    """The card of the net score as this member sees it; None in play, without a deal, and once the rubber is agreed."""
    state = desk.state
    member = desk.member
    if (
        not state.rubber.is_over
        or state.rubber.is_agreed
        or state.newest is None
        or state.sheet.state is State.OPEN
    ):
        return None
    missing = _players_missing(state)
    instead = seats_for_an_arbiter(state)
    instead_of: list[Seat] = []
    if desk.may_arbitrate:
        instead_of = instead
    others: list[Member] = []
    if desk.may_keep:
        others = [
            player for player in missing if player != member and not player.has_left
        ]
    is_mine = member in missing
    viewpoint = Viewpoint(desk.view)
    return NetCard(
        newest=state.newest,
        words=net_in_words(state.sheet, desk.view),
        deals=deals_of(state.numbered_sheet, state.names, viewpoint),
        closing=tuple(
            reason(line, viewpoint, game_of(state.rubber.system))
            for line in state.sheet.closing
        ),
        annotations=net_annotations(state),
        who_posts=who_posts(state),
        despite=state.newest_dispute or None,
        mine=is_mine,
        others=tuple(others),
        instead_of=tuple((seat.value, state.players[seat]) for seat in instead_of),
        why_instead=why_an_arbiter(state, instead),
        may_object=is_mine and desk.seat not in state.absent,
    )


def _players_missing(state: RubberState) -> list[Member]:
    """The players whose signature under the net score is missing; none once the rubber is agreed."""
    if state.rubber.is_agreed:
        return []
    return [
        player for player in state.players.values() if player.pk not in state.agreed_net
    ]
