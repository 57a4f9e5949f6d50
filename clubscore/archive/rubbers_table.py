"""`rubbers.csv`: a line for every rubber and round, with its result and its fingerprint."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from clubscore.archive.csv_cells import as_json
from clubscore.archive.rubber_export import RubberExport
from clubscore.ledger.rounding import Rounding, rounded
from clubscore.rubbers.models import Rubber
from clubscore.web.clock import moment
from clubscore.web.csv import Cell
from scoring import Seat, Side

GAME_TYPES = {"contract": "rubber", "royal": "auction"}  # any other is called as it is
HEADER = (
    *(
        "rubber_id",
        "season",
        "session_date",
        "table",
        "game_type",
        "started_at",
        "ended_at",
    ),
    *(
        "n_id",
        "e_id",
        "s_id",
        "w_id",
        "deals",
        "games_ns",
        "games_ew",
        "total_ns",
        "total_ew",
    ),
    *(
        "winner_side",
        "margin_exact",
        "margin_posted",
        "rounding_rule",
        "unfinished",
        "unfinished_reason",
    ),
    *(
        "premium_rule",
        "posted_at",
        "revision",
        "ruleset",
        "wash_out_below",
        "fingerprint",
        "voided_at",
    ),
)


def rows(exported: RubberExport) -> Iterator[Sequence[Cell]]:
    """The line of this rubber or round, as an iterator with one item."""
    rubber = exported.rubber
    players = exported.players
    fingerprint = exported.fingerprint if rubber.is_over else None
    yield (
        *(rubber.pk, exported.season, exported.day.isoformat(), rubber.table.name),
        *(
            GAME_TYPES.get(rubber.system, rubber.system),
            moment(rubber.started_at),
            moment(rubber.ended_at),
        ),
        *(players[seat].pk for seat in Seat),
        *_result(exported),
        *(rubber.rounding, *_left_unfinished(rubber)),
        *(
            _premium_rule(rubber),
            moment(_posted_at(rubber)),
            rubber.revision,
            as_json(rubber.rules),
        ),
        rubber.wash_out_below,
        fingerprint,
        moment(rubber.voided_at),
    )


def _left_unfinished(rubber: Rubber) -> Sequence[Cell]:
    """The cells `unfinished` and `unfinished_reason`: True and the reason, or False and an empty text.

    A stopped rubber that a later correction has completed is not unfinished.
    """
    if rubber.ending == Rubber.Ending.UNFINISHED:
        return True, rubber.ending_reason
    return False, ""


def _result(exported: RubberExport) -> Sequence[Cell]:
    sheet = exported.sheet
    if sheet is None:
        return (None,) * 8
    winner = sheet.winner.value if sheet.winner else None
    return (
        len(sheet.deals),
        *(sheet.games[side] for side in Side),
        *(sheet.totals[side].total for side in Side),
        winner,
        sheet.margin,
        _posted(exported.rubber, sheet.margin),
    )


def _posted_at(rubber: Rubber) -> datetime | None:
    """The moment at which the rubber was posted; None before, and for a voided rubber, whose booking was reversed."""
    if rubber.is_voided:
        return None
    return rubber.agreed_at


def _posted(rubber: Rubber, margin: int) -> int | None:
    """The margin that is booked: `margin`, rounded by the rubber's rules. None if no booking of the rubber stands."""
    if _posted_at(rubber) is None:
        return None
    return rounded(
        margin, Rounding(rubber.rounding), wash_out_below=rubber.wash_out_below
    )


def _premium_rule(rubber: Rubber) -> int | None:
    """The premium in points for the only part score of an unfinished game; None if the rubber's rules give none."""
    return rubber.rules.get("unfinished_partscore")
