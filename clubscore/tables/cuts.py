"""Writes about the cut: drawing the cards, and the choice of seats after it."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.tables import cutting
from clubscore.tables.models import Candidate, Cut, Draw, Sitting, Table
from clubscore.tables.queries import candidates_of, cut_result, waits_at
from clubscore.tables.refusals import (
    SeatingRefused,
    require_free_seats,
    require_not_in_play,
)
from clubscore.tables.services import bump, close_cut, seat_all
from clubscore.tables.turns import FOUR, GoingOut, PlayedRubber, Turns, turns
from scoring import Seat


def cut_for_partners(
    *,
    table: Table,
    by: Member,
    now: datetime,
    played: Sequence[PlayedRubber] = (),
    going_out: GoingOut = GoingOut.LONGEST,
) -> Cut:
    """Cut for the next rubber: if there are more than four members, first for who plays, then for partners.

    Everybody leaves the seats until the first of the cut has chosen. An earlier cut for this rubber is replaced.
    `played` are the rubbers played at the table this evening, the newest first; `going_out` is the house rule. Raises
    SeatingRefused if fewer than four members are at the table, or while a rubber is in play.
    """
    with write_transaction():
        bump(table=table)
        require_not_in_play(
            table, _("A %(noun)s is being played here: cut again when it is over.")
        )
        candidates = candidates_of(waits_at(table, played), played)
        if len(candidates) < FOUR:
            few = _("It takes four to cut; %(number)s at %(table)s so far.")
            raise SeatingRefused(
                few % {"number": len(candidates), "table": table.called}
            )
        Sitting.objects.filter(table=table, left_at=None).update(seat="")
        close_cut(table=table)
        cut = Cut.objects.create(
            table=table,
            system=table.system,
            going_out=going_out,
            made_at=now,
            made_by=by,
        )
        rows = [
            Candidate(cut=cut, member=member, rubbers=rubbers)
            for member, rubbers in candidates.items()
        ]
        Candidate.objects.bulk_create(rows)
        _draw_all(cut, turns(candidates, going_out))
    return cut


def _draw_all(cut: Cut, turn: Turns[Member]) -> None:
    """Draw the cards of a cut: first for who plays, if the turns have not decided it, then for partners.

    If nobody has precedence and all members cut, one draw decides both.
    """
    if turn.all_cut:
        _draw(cut, turn.cuts, Draw.Decides.PARTNERS)
        return
    players = list(turn.decided)
    if turn.cuts:
        in_order = _draw(cut, turn.cuts, Draw.Decides.STAYING)
        players += in_order[: turn.places]
    _draw(cut, players, Draw.Decides.PARTNERS)


def _draw(cut: Cut, members: Sequence[Member], decides: Draw.Decides) -> list[Member]:
    """Draw a card for each member. Returns the members in the order of the cut."""
    cards = cutting.draw(len(members))
    drawn = list(zip(members, cards, strict=True))
    rows = [
        Draw(cut=cut, decides=decides, member=member, rank=card.rank, suit=card.letter)
        for member, card in drawn
    ]
    Draw.objects.bulk_create(rows)
    return cutting.order_of_cut(drawn, cutting.custom_of(cut.system))


def choose_seats(*, cut: Cut, seat: Seat) -> None:
    """Seat the four players: the first of the cut takes `seat`, the second sits opposite, the third on the left.

    Raises SeatingRefused if somebody has cut again, if one of the four has left, or if a rubber has begun since the
    cut.
    """
    with write_transaction():
        bump(table=cut.table)
        require_free_seats(cut.table)
        _require_newest_cut(cut)
        order = (seat, seat.partner, seat.next, seat.next.partner)
        players = cut_result(cut).players
        seat_all(table=cut.table, seats=dict(zip(order, players, strict=True)))


def _require_newest_cut(cut: Cut) -> None:
    cut.refresh_from_db(fields=["is_open"])
    if cut.is_open:
        return
    newer = (
        Cut.objects.filter(table=cut.table, is_open=True)
        .select_related("made_by")
        .first()
    )
    if newer:
        again = _("%(name)s has cut again since: choose by the new cards.")
        raise SeatingRefused(again % {"name": newer.made_by.name})
    begun = _(
        "A %(noun)s has begun since these cards were drawn: cut for the next one."
    )
    raise SeatingRefused(begun % {"noun": cut.table.noun})
