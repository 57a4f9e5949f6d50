"""Template context of what the cards give on a board, and the deals that the reader's browser works out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from clubscore.duplicate.outcomes.results import RecordedPlay, Results
from clubscore.duplicate.outcomes.scores import Numbered
from clubscore.duplicate.results.makeable.solved import Solved
from clubscore.duplicate.results.makeable.verdicts import Verdict, verdict_on
from clubscore.duplicate.slot import Slot
from clubscore.games.figures import short
from clubscore.games.viewpoint import WATCHING
from clubscore.languages.spoken import told
from clubscore.web.templatetags.scores import letter, signed
from clubscore.web.templatetags.sentences import one_by_one
from scoring import Deal, Seat, Side, Strain
from scoring.duplicate.makeable import highest_levels
from scoring.duplicate.par import Par, ParContract, par_of
from scoring.hands import DealtBoard

COLUMNS = (
    Strain.NOTRUMP,
    Strain.SPADES,
    Strain.HEARTS,
    Strain.DIAMONDS,
    Strain.CLUBS,
)


@dataclass(frozen=True, slots=True)
class ResultVerdict:
    """The verdict on the result of one slot."""

    slot: Slot
    verdict: Verdict
    is_own: bool


class SeatTricks(NamedTuple):
    """A row of the table: a declarer with the tricks in each strain."""

    seat: Seat
    tricks: tuple[int, ...]


def deals_to_solve(
    boards: Iterable[DealtBoard], results: Results, entry: Numbered | None = None
) -> list[dict[str, Any]]:
    """The cards of these boards, each with the contracts that were played, as the script of the page reads them.

    If an entry is given, the contracts are those of its own tables.
    """
    declared: dict[int, set[str]] = {}
    for slot in results:
        play = results[slot].play
        facts = play.facts
        is_asked = entry is None or _is_of(entry, slot, play)
        if is_asked and facts.contract and facts.declarer:
            strain = f"{facts.contract.strain}{facts.declarer}"
            declared.setdefault(slot.board, set()).add(strain)
    deals = []
    for board in boards:
        played = sorted(declared.get(board.number, ()))
        owners = board.layout.owners
        deals.append({"board": board.number, "owners": owners, "declared": played})
    return deals


def makeable_context(
    solved: Solved, results: Results, own: Numbered | None
) -> dict[str, Any]:
    """The context of the fragment with the makeable contracts of a board, its par, and a verdict on each result.

    `own` is the entry for which the viewer plays: the verdicts on its results are marked as the viewer's own.
    """
    board = solved.dealt.number
    verdicts = list(_verdicts(solved, results, own))
    return {
        "board": board,
        "columns": COLUMNS,
        "rows": [_row(solved, seat) for seat in Seat],
        "makes": [(side, makes_in_words(solved, side)) for side in Side],
        "par": par_in_words(par_of(board, solved.makeable)),
        "verdicts": verdicts,
        "own": [line for line in verdicts if line.is_own],
    }


def card_context(
    boards: Iterable[Solved], results: Results, entry: Numbered
) -> dict[str, Any]:
    """The context of the fragment with the verdicts on the boards of one entry, each with the par for its side."""
    lines = []
    for solved in boards:
        par = par_of(solved.dealt.number, solved.makeable)
        for line in _verdicts(solved, results, entry):
            if line.is_own:
                play = results[line.slot].play
                is_ns = entry[1] in (play.north, play.south)
                side = Side.NS if is_ns else Side.EW
                lines.append((line, par_in_words(par, side)))
    return {"lines": lines}


def _verdicts(
    solved: Solved, results: Results, own: Numbered | None
) -> Iterator[ResultVerdict]:
    """Yield a verdict on each recorded result of a board; none on a ruling, or on a result with other cards."""
    for slot in sorted(results):
        is_judged = slot not in results.rulings and slot not in results.groups
        if slot.board != solved.dealt.number or not is_judged:
            continue
        play = results[slot].play
        verdict = verdict_on(play.facts, play.lead, solved)
        if verdict:
            is_own = own is not None and _is_of(own, slot, play)
            yield ResultVerdict(slot, verdict, is_own)


def _is_of(entry: Numbered, slot: Slot, play: RecordedPlay) -> bool:
    """True if an entry sat at the table of a result."""
    numbers = (play.north, play.south, play.east, play.west)
    return slot.letter == entry[0] and entry[1] in numbers


def _row(solved: Solved, seat: Seat) -> SeatTricks:
    """The tricks of one declarer in each strain, in the order of the columns."""
    tricks = tuple(solved.makeable[strain, seat] for strain in COLUMNS)
    return SeatTricks(seat, tricks)


def makes_in_words(solved: Solved, side: Side) -> str:
    """The highest contracts that a side makes, such as `4♠, 1NT and 3♣`; a dash for none."""
    made = highest_levels(solved.makeable, side)
    return " ".join(f"{level}{told(strain.symbol)}" for strain, level in made) or "–"


def par_in_words(par: Par, side: Side = Side.NS) -> str:
    """The par of a board for a side with its contracts, such as `+620: 4♠ N–S`, or `0` for a board passed out."""
    if not par.contracts:
        return _("0, passed out")
    points = par.score if side is Side.NS else -par.score
    contracts = one_by_one([_par_contract(best) for best in par.contracts])
    words = {"points": signed(points), "contracts": contracts}
    return _("%(points)s: %(contracts)s") % words


def _par_contract(best: ParContract) -> str:
    """A contract that scores par in short, such as `4♠ N–S` or `5♦X E −2`."""
    declarers = str(WATCHING[best.declarers[0].side])
    if len(best.declarers) == 1:
        declarers = letter(best.declarers[0])
    result = Deal(best.contract, best.declarers[0], best.tricks).relative
    words = f"{short(best.contract)} {declarers}"
    if result == "=":
        return words
    return f"{words} {result}"
