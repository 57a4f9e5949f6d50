"""The end of a rubber in one look: for each side the total, the signatures, and who must still agree."""

from dataclasses import dataclass

from django.utils.translation import ngettext

from clubscore.games.viewpoint import Viewpoint, pair
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.annotations import NetAnnotations, Seal, in_words
from clubscore.web.templatetags.sentences import all_of, any_of
from scoring import Seat, Side


@dataclass(frozen=True, slots=True)
class OverSide:
    """One side at the end of a rubber. `words` say who has agreed or must still agree; empty once it is posted."""

    side: str
    names: str
    total: int
    seals: tuple[Seal, ...]
    words: str
    has_agreed: bool

    @property
    def agreement(self) -> str:
        """The players of the side who have agreed and who have not: `Agreed: Anna. Not yet: Cleo.`"""
        return in_words(self.seals)


def over_sides(state: RubberState, net: NetAnnotations, view: str) -> list[OverSide]:
    """The two sides of a rubber that is over, the viewer's own side first."""
    seals = dict(zip(state.players, net.seals, strict=True))
    return [_side(state, seals, side) for side in Viewpoint(view).columns]


def _side(state: RubberState, seals: dict[Seat, Seal], side: Side) -> OverSide:
    missing = _missing(state, side)
    words = ""
    if not state.rubber.is_agreed:
        words = _words(state, side, missing)
    return OverSide(
        side=side.value,
        names=pair(side, state.names),
        total=state.sheet.totals[side].total,
        seals=tuple(seals[seat] for seat in side.seats),
        words=words,
        has_agreed=not missing,
    )


def _missing(state: RubberState, side: Side) -> list[Seat]:
    """The seats of the side whose agreement is missing; of a side of which one is enough, both.

    A player who has said "I am not there" must agree in any case, and is enough for the side.
    """
    unsigned = [
        seat for seat in side.seats if state.players[seat].pk not in state.agreed_net
    ]
    absent = [seat for seat in unsigned if seat in state.absent]
    if state.rubber.agreed_by == Rubber.AgreedBy.ALL:
        return unsigned
    if absent:
        return absent
    if len(unsigned) < len(side.seats):
        return []
    return unsigned


def _words(state: RubberState, side: Side, missing: list[Seat]) -> str:
    if not missing:
        signed = [
            state.names[seat]
            for seat in side.seats
            if state.players[seat].pk in state.agreed_net
        ]
        agreed = ngettext("%(names)s agreed", "%(names)s agreed", len(signed))
        return agreed % {"names": all_of(signed)}
    names = [state.names[seat] for seat in missing]
    is_absent = any(seat in state.absent for seat in missing)
    if state.rubber.agreed_by == Rubber.AgreedBy.ALL or is_absent:
        must = ngettext("%(names)s must agree", "%(names)s must agree", len(names))
        return must % {"names": all_of(names)}
    must = ngettext("%(names)s must agree", "%(names)s must agree", 1)
    return must % {"names": any_of(names)}
