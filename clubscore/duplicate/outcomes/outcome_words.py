"""The outcomes of slots, and the places and scores of lists, in words."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from clubscore.games.figures import short
from clubscore.languages.spoken import figure, per_cent, told
from clubscore.web.templatetags.scores import letter, signed
from clubscore.web.templatetags.sentences import one_by_one
from scoring import Deal, Seat, Side
from scoring.contest.rounding import hundredths, shown, two_decimals
from scoring.contest.rules import ContestRules
from scoring.duplicate import vulnerable_on
from scoring.duplicate.outcomes import (
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
from scoring.words import deal_in_words, sides_in_words

AVERAGES = {
    Average.PLUS: pgettext_lazy("bridge", "average plus"),
    Average.EVEN: pgettext_lazy("bridge", "average"),
    Average.MINUS: pgettext_lazy("bridge", "average minus"),
}
_SHORT = {
    Average.PLUS: pgettext_lazy("bridge", "AVE+"),
    Average.EVEN: pgettext_lazy("bridge", "AVE"),
    Average.MINUS: pgettext_lazy("bridge", "AVE−"),
}
Names = Mapping[Seat, str]
LISTS = ("all", "ns", "ew")
"""The names of the lists of `scoring.contest` that together rank everybody, in the order of a page."""
_OTHER_LISTS = ("stratum", "handicap")
"""The words that mark the names of further lists of `scoring.contest`, in the order of a page."""


def list_order(name: str) -> tuple[int, str, int]:
    """The key by which a page orders lists: first those that rank everybody, then the strata, then the handicaps.

    >>> sorted(["ns handicap", "ew", "ew stratum B", "ns stratum B", "ns"], key=list_order)
    ['ns', 'ew', 'ns stratum B', 'ew stratum B', 'ns handicap']
    """
    line = 0
    if name.split()[0] in LISTS:
        line = LISTS.index(name.split()[0])
    for kind, word in enumerate(_OTHER_LISTS, start=1):
        if word in name:
            return kind, name[name.index(word) :], line
    return 0, "", line


def vulnerable_in_words(board: int) -> str:
    """The vulnerability of a board in words: `both vulnerable`, `East–West vulnerable` or `nobody vulnerable`."""
    sides = vulnerable_on(board)
    if not sides:
        return _("nobody vulnerable")
    if len(sides) > 1:
        return _("both vulnerable")
    return _("%(sides)s vulnerable") % {"sides": told(sides_in_words(sides))}


def place_in_words(place: int, is_tied: bool) -> str:
    """A place in words: `3`, or `3=` if several entries share it."""
    if is_tied:
        return f"{place}="
    return f"{place}"


def figure_in_words(
    score: Fraction, percent: Fraction | None, rules: ContestRules
) -> str:
    """The figure by which a list ranks: the percentage with two decimals, or the score if there is no percentage."""
    if percent is None:
        return score_in_words(score, rules)
    return figure(two_decimals(percent))


def score_in_words(score: Fraction, rules: ContestRules) -> str:
    """A score in words: `12.00` if the rules score in hundredths, else without needless decimals: `12`, `5.7`."""
    if rules.scores_in_hundredths:
        return figure(hundredths(score))
    return figure(shown(score))


def points_in_words(points: Fraction) -> str:
    """Percentage points with their sign and two decimals, such as `+2.50` or `−1.25`."""
    sign = "−" if points < 0 else "+"
    return sign + figure(two_decimals(abs(points)))


def outcome_in_words(
    outcome: Outcome, names: Names | None = None, *, only: Side | None = None
) -> str:
    """An outcome in words, such as `60 % of 4♠ by Anna, made (+420); 40 % of 4♠ by Anna, one down (−50)`.

    `names` has the name of the player in each seat. Without it, the declarer is named by the seat. `only` is the side
    for which alone the outcome counts, because the other side plays the board elsewhere; None if it counts for both.
    """
    match outcome:
        case Artificial(ns, ew) if only:
            given, words = ns, _("%(average)s for North–South")
            if only is Side.EW:
                given, words = ew, _("%(average)s for East–West")
            return words % {"average": _side(given, AVERAGES)}
        case NotPlayed():
            return _("not played: it counts for nobody")
        case Artificial(ns, ew):
            sides = {"ns": _side(ns, AVERAGES), "ew": _side(ew, AVERAGES)}
            if ns == ew:
                return _("%(average)s for both sides") % {"average": sides["ns"]}
            return _("%(ns)s for North–South, %(ew)s for East–West") % sides
        case Played(points, deal):
            return _parts(single(points, deal), names)
        case Weighted(parts):
            return _parts(parts, names)
        case Split(ns_parts, ew_parts):
            results = {"ns": _parts(ns_parts, names), "ew": _parts(ew_parts, names)}
            return _("North–South: %(ns)s · East–West: %(ew)s") % results


def outcome_in_short(outcome: Outcome, *, only: Side | None = None) -> str:
    """An outcome in short, such as `60 % 4♠ N =, 40 % 4♠ N −1`, `AVE+ / AVE−` or `not played`.

    `only` is the side for which alone it counts; None if it counts for both.
    """
    match outcome:
        case Artificial(ns, ew) if only:
            given = ns if only is Side.NS else ew
            return _side(given, _SHORT)
        case NotPlayed():
            return _("not played")
        case Artificial(ns, ew):
            return f"{_side(ns, _SHORT)} / {_side(ew, _SHORT)}"
        case Played(points, deal):
            return _parts_in_short(single(points, deal))
        case Weighted(parts):
            return _parts_in_short(parts)
        case Split(ns_parts, ew_parts):
            return f"{_parts_in_short(ns_parts)} / {_parts_in_short(ew_parts)}"


def outcome_of_side(outcome: Outcome, side: Side) -> str:
    """One side's share of an outcome, in the side's own points: `average plus`, `70 %`, `4♠ N −1` or `−50`."""
    match outcome:
        case NotPlayed():
            return _("not played")
        case Artificial(ns, ew):
            given = ns if side is Side.NS else ew
            return _side(given, AVERAGES)
        case Played(points, deal):
            return _parts_in_short(single(points, deal), side)
        case Weighted(parts):
            return _parts_in_short(parts, side)
        case Split(ns_parts, ew_parts):
            own = ns_parts if side is Side.NS else ew_parts
            return _parts_in_short(own)  # the parts have the side's own points


def in_short(facts: Deal) -> str:
    """A deal in short, such as `4♠X N −1` or `passed out`."""
    if facts.contract is None or facts.declarer is None:
        return _("passed out")
    return f"{short(facts.contract)} {letter(facts.declarer)} {facts.relative}"


def _side(given: Average | int, averages: Mapping[Average, Promise]) -> str:
    """The part of an artificial score that one side gets, in words: a percentage, or the word in `averages`."""
    if isinstance(given, Average):
        return str(averages[given])
    return per_cent(str(given))


def _parts(parts: Sequence[Part], names: Names | None) -> str:
    """The weighted results of an outcome in words, separated by semicolons."""
    return one_by_one(_part(part, names) for part in parts)


def _part(part: Part, names: Names | None) -> str:
    """One weighted result of an outcome in words. It has its percentage unless it is the only result."""
    result = _result(part, names)
    if part.weight == 1:
        return result
    return _("%(percent)s %% of %(result)s") % {
        "percent": figure(shown(100 * part.weight)),
        "result": result,
    }


def _result(part: Part, names: Names | None) -> str:
    """The result in a part of an outcome, in words.

    Without a contract, the words are the points alone, or `passed out` if there are no points.
    """
    points = signed(part.points)
    if part.deal is None or part.deal.contract is None:
        if part.points:
            return points
        return _("passed out")
    return f"{told(deal_in_words(part.deal, names))} ({points})"


def _parts_in_short(parts: Sequence[Part], side: Side = Side.NS) -> str:
    """The weighted results of an outcome in short, with the points of one side.

    A line can break only between two results.
    """
    pieces = []
    for part in parts:
        piece = _weight(part.weight) + _part_in_short(part, side)
        pieces.append(piece.replace(" ", "\N{NO-BREAK SPACE}"))
    return ", ".join(pieces)


def _part_in_short(part: Part, side: Side) -> str:
    """One weighted result in short, without its weight: the deal, or the points of `side` if there is no deal."""
    if part.deal:
        return in_short(part.deal)
    if side is Side.NS:
        return signed(part.points)
    return signed(-part.points)


def _weight(weight: Fraction) -> str:
    """A weight as a percentage and a blank, such as `60 % `; empty for the weight 1 of an only result."""
    if weight == 1:
        return ""
    return f"{per_cent(figure(shown(100 * weight)))} "
