"""Turn the rulings in force of a session into outcomes of `scoring`, and an outcome into the columns of a ruling."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from clubscore.contracts.models import columns_of
from clubscore.duplicate.models import NOBODY, Ruling, RulingPart
from clubscore.duplicate.slot import Slot
from scoring import Deal
from scoring import Side as TableSide
from scoring.duplicate import score_board
from scoring.duplicate.outcomes import (
    BASIS,
    Artificial,
    Average,
    NotPlayed,
    Outcome,
    Part,
    Played,
    Split,
    Weighted,
    single,
)

Kind = Ruling.Kind
Side = RulingPart.Side


@dataclass(frozen=True, slots=True)
class SlotRuling:
    """The ruling in force on a slot, with its outcome.

    The ruling may be unsaved: so its effect can be shown before it is recorded.
    """

    ruling: Ruling
    outcome: Outcome

    @property
    def only(self) -> TableSide | None:
        """The side for which alone the ruling counts; None if it counts for both.

        The other side plays the board elsewhere, so the ruling has NOBODY in its seats.
        """
        if self.ruling.north == NOBODY:
            return TableSide.EW
        if self.ruling.east == NOBODY:
            return TableSide.NS
        return None


def rulings_of(
    session_ids: Collection[int],
    *,
    board: int | None = None,
    until: datetime | None = None,
) -> dict[int, dict[Slot, SlotRuling]]:
    """Map the id of each session to its rulings in force, by slot.

    With `board`, only the rulings on this board are read. With `until`, the rulings are those that were in force at
    that moment. At most two SQL statements are run.
    """
    if not session_ids:
        return {}
    rulings = (
        Ruling.objects.filter(session__in=session_ids)
        .select_related("section", "ruled_by")
        .order_by("version")
    )
    if board is not None:
        rulings = rulings.filter(board=board)
    if until:
        rulings = rulings.filter(ruled_at__lte=until)
    newest = {}
    for ruling in rulings.prefetch_related("parts"):
        newest[ruling.session_id, ruling.slot] = ruling
    in_force: dict[int, dict[Slot, SlotRuling]] = {pk: {} for pk in session_ids}
    for (session_id, slot), ruling in newest.items():
        outcome = outcome_of(ruling)
        if outcome:
            in_force[session_id][slot] = SlotRuling(ruling, outcome)
    return in_force


def outcome_of(ruling: Ruling) -> Outcome | None:
    """The outcome that a ruling gives its slot; None for a ruling that withdraws the ruling before it."""
    if ruling.kind == Kind.STANDS:
        return None
    if ruling.kind == Kind.NOT_PLAYED:
        return NotPlayed()
    if ruling.kind == Kind.ARTIFICIAL:
        return Artificial(
            _given(ruling.ns_average, ruling.ns_percent),
            _given(ruling.ew_average, ruling.ew_percent),
        )
    parts = sorted(ruling.parts.all(), key=lambda row: row.number)
    sides: dict[str, tuple[Part, ...]] = dict.fromkeys(Side, ())
    for row in parts:
        sides[row.side] += (_part(ruling.board, row),)
    if ruling.kind == Kind.SPLIT:
        return Split(sides[Side.NS], sides[Side.EW])
    if ruling.kind == Kind.WEIGHTED:
        return Weighted(sides[Side.BOTH])
    [part] = sides[Side.BOTH]
    return Played(part.points, part.deal)


def kind_of(outcome: Outcome | None) -> Ruling.Kind:
    """The kind of a ruling that gives this outcome; for None, the kind STANDS."""
    kinds = {
        Artificial: Kind.ARTIFICIAL,
        Played: Kind.ASSIGNED,
        Weighted: Kind.WEIGHTED,
        Split: Kind.SPLIT,
        NotPlayed: Kind.NOT_PLAYED,
    }
    if outcome is None:
        return Kind.STANDS
    return kinds[type(outcome)]


def columns_of_outcome(outcome: Outcome | None) -> dict[str, object]:
    """The values for the columns of a Ruling that gives this outcome, by name of the column.

    The weighted results are not among them: `parts_of` has them.
    """
    columns: dict[str, object] = {"kind": kind_of(outcome)}
    if isinstance(outcome, Artificial):
        for side, given in (("ns", outcome.ns), ("ew", outcome.ew)):
            if isinstance(given, Average):
                columns[f"{side}_average"] = given.value
            else:
                columns[f"{side}_percent"] = given
    return columns


def parts_of(outcome: Outcome | None) -> list[dict[str, object]]:
    """The values for the columns of each RulingPart of a ruling that gives this outcome.

    The parts are numbered from 1.
    """
    rows: list[dict[str, object]] = []
    for side, parts in results_in(outcome).items():
        for part in parts:
            rows.append(_columns(len(rows) + 1, side, part))
    return rows


def results_in(outcome: Outcome | None) -> dict[RulingPart.Side, tuple[Part, ...]]:
    """The weighted results of an outcome, by the side for which they count: both sides, or each side apart.

    It is empty for an outcome without results, such as an artificial score.
    """
    match outcome:
        case Played(points, deal):
            return {Side.BOTH: single(points, deal)}
        case Weighted(parts):
            return {Side.BOTH: parts}
        case Split(ns, ew):
            return {Side.NS: ns, Side.EW: ew}
    return {}


def _given(average: str, percent: int | None) -> Average | int:
    """The part of an artificial score that one side gets: the percentage if there is one, else the average."""
    return Average(average) if percent is None else percent


def _part(board: int, part: RulingPart) -> Part:
    """A part of an outcome, made from the row of the part.

    The points are the points of East-West if the part is for East-West alone, else the points of North-South.
    """
    weight = Fraction(part.weight, BASIS)
    if part.tens is not None:
        deal = None if part.tens else Deal.passed_out()
        return Part(weight, 10 * part.tens, deal)
    score = score_board(board, part.facts).score
    if part.side == Side.EW:
        score = -score
    return Part(weight, score, part.facts)


def _columns(number: int, side: RulingPart.Side, part: Part) -> dict[str, object]:
    """The values for the columns of a RulingPart with this number.

    They have the facts of the deal of `part`, or its points in tens if it has no contract.
    """
    columns: dict[str, object] = {
        "number": number,
        "side": side,
        "weight": int(part.weight * BASIS),
    }
    if part.deal is None or part.deal.contract is None:
        return columns | {"tens": part.points // 10}
    return columns | columns_of(part.deal) | {"note": ""}
