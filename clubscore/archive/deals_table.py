"""`deals.csv`: a line for every version of every deal; a version on the sheet also has its points."""

from collections.abc import Iterable, Iterator, Sequence

from clubscore.archive.csv_cells import as_json, ids
from clubscore.archive.rubber_export import ExportedVersion, RubberExport
from clubscore.web.clock import moment
from clubscore.web.csv import Cell
from scoring import Deal, Kind, ScoredDeal, ScoreLine, Seat, Side, State, Where

HEADER = (
    *(
        "rubber_id",
        "deal_no",
        "version",
        "is_current",
        "played_at",
        "dealer",
        "vul_we",
        "vul_they",
    ),
    *("declarer_seat", "declarer_id", "level", "strain", "risk", "passed_out"),
    *(
        "tricks_played",
        "tricks_transferred_to_declarer",
        "tricks_scored",
        "honours_holder_seat",
        "honours_points",
    ),
    *(
        "lead",
        "below_ns",
        "below_ew",
        "above_ns",
        "above_ew",
        "premium_ns",
        "premium_ew",
    ),
    *(
        "game_no",
        "ends_game",
        "ends_rubber",
        "entered_by",
        "agreed_by",
        "note",
        "ruleset",
    ),
    *(
        "is_struck",
        "reason",
        "honours_n",
        "honours_e",
        "honours_s",
        "honours_w",
        "voids",
        "revokes_ns",
        "revokes_ew",
    ),
    "deal_called",
)


def rows(exported: RubberExport) -> Iterator[Sequence[Cell]]:
    """A line for each version of each deal of the rubber. North and South are “we” in the headings."""
    last = exported.current[-1][0] if exported.current else None
    ruleset = as_json(exported.rubber.rules)
    for version in exported.versions:
        row = version.row
        scored = version.scored
        facts = scored.deal if scored else row.facts
        yield (
            *(
                row.rubber_id,
                row.number,
                row.version,
                scored is not None,
                moment(row.recorded_at),
            ),
            *_on_the_sheet(scored),
            *_contract(version, facts),
            *_tricks(facts),
            *_honours(scored, facts),
            None,  # the lead, which nobody records
            *_points(exported, scored, is_last=row is last),
            *(row.recorded_by_id, ids(version.signed_by)),
            *(row.note, ruleset, row.is_struck, row.reason),
            *(row.honours_n, row.honours_e, row.honours_s, row.honours_w),
            *("".join(facts.voids), row.revokes_ns, row.revokes_ew),
            str(version.called),
        )


def _on_the_sheet(scored: ScoredDeal | None) -> Sequence[Cell]:
    if scored is None:
        return None, None, None
    ns_vulnerable = Side.NS in scored.vulnerable
    ew_vulnerable = Side.EW in scored.vulnerable
    return scored.dealer.value, ns_vulnerable, ew_vulnerable


def _contract(version: ExportedVersion, facts: Deal) -> Sequence[Cell]:
    if facts.contract is None or facts.declarer is None:
        return None, None, None, None, None, True
    contract = facts.contract
    return (
        facts.declarer.value,
        version.seats[facts.declarer].pk,
        contract.level,
        contract.strain.value,
        contract.risk.value,
        False,
    )


def _tricks(facts: Deal) -> Sequence[Cell]:
    if facts.tricks is None or facts.side is None:
        return None, None, None
    moved = dict(facts.transferred)
    gained = moved.get(facts.side, 0) - moved.get(facts.side.other, 0)
    return facts.tricks - gained, gained, facts.tricks


def _honours(scored: ScoredDeal | None, facts: Deal) -> Sequence[Cell]:
    """The two cells about honours: the seats whose honours were scored, and the points.

    Both are empty for a version that is not scored.
    """
    if scored is None:
        return "", None
    lines = [line for line in scored.lines if line.kind is Kind.HONOURS]
    sides = {line.side for line in lines}
    best: dict[Side, Seat] = {}
    for seat, _number in sorted(facts.honours, key=lambda held: held[1]):
        if seat.side in sides:
            best[seat.side] = seat
    holders = ";".join(seat.value for seat in Seat if seat in best.values())
    points = sum(line.points for line in lines)
    return holders, points


def _points(
    exported: RubberExport, scored: ScoredDeal | None, *, is_last: bool
) -> Sequence[Cell]:
    """The nine cells about points, all empty for a version that does not count or a rubber that cannot be scored.

    Six cells are points: below the line, above the line, and the premium for the rubber, each for both sides. Only the
    last deal can have the premium. The other three cells are the number of the game, the side that won it with this
    deal, and True if this deal completes the rubber.
    """
    if exported.sheet is None or scored is None:
        return (None,) * 9
    closing = exported.sheet.closing if is_last else ()
    game_won_by = scored.game_won_by.value if scored.game_won_by else None
    ends_rubber = is_last and exported.sheet.state is State.COMPLETE
    return (
        *(_sum(scored.lines, side, Where.BELOW) for side in Side),
        *(_sum(scored.lines, side, Where.ABOVE) for side in Side),
        *(_sum(closing, side) for side in Side),
        scored.game,
        game_won_by,
        ends_rubber,
    )


def _sum(lines: Iterable[ScoreLine], side: Side, where: Where | None = None) -> int:
    """The points of a side in these lines; with `where` only above or only below the line."""
    points = 0
    for line in lines:
        if line.side is side and where in (None, line.where):
            points += line.points
    return points
