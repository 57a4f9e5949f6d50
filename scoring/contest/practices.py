"""Practices: the conventions by which the clubs of a federation score, as named sets of rules.

A convention is a rule of ``ContestRules`` that says how figures are made, such as how an award is rounded. What a
contest is, such as matchpoints with one winner, is no convention. The laws of duplicate leave conventions to the
organiser of a contest (Laws 78 and 80).

Sources: "wbf" is the White Book of the English Bridge Union (2025), "acbl" the manual and the help of ACBLscore and the
Bulletin of June 1991, "polish" the published results of KoPS, "french" the regulations of the French federation.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scoring.contest.rules import ContestRules
from scoring.errors import InvalidRules
from scoring.rules import Choice
from scoring.said import Said, said

CONVENTIONS: Final = (
    "rounding",
    "percentages",
    "short_boards",
    "small_groups",
    "average_plus",
    "cross_imps",
    "comparisons",
    "comparison_cap",
    "unequal_boards",
    "trim",
    "fives",
    "ties",
    "victory_point_scale",
)
"""The rules that a practice decides."""
OWN: Final = "own"
"""The name of a set of conventions that is none of ``PRACTICES``."""

_DEFAULTS: Final = ContestRules().as_json()
_USUAL: Final[Mapping[str, Choice]] = {name: _DEFAULTS[name] for name in CONVENTIONS}
PRACTICES: Final[Mapping[str, Mapping[str, Choice]]] = MappingProxyType(
    {
        "wbf": {**_USUAL, "unequal_boards": "scaled"},
        "acbl": {
            **_USUAL,
            "rounding": "hundredth-away",
            "percentages": "hundredth",
            "small_groups": "two",
            "comparisons": "made",
            "unequal_boards": "scaled",
            "trim": "5%",
            "fives": "even",
            "victory_point_scale": "whole",
        },
        "polish": {
            **_USUAL,
            "rounding": "hundredth-away",
            "percentages": "hundredth",
            "average_plus": "flat",
            "comparisons": "made",
            "comparison_cap": "17",
        },
        "french": {**_USUAL, "rounding": "tenth-half-up", "percentages": "hundredth"},
    }
)
"""The value of every convention, by the name of the practice."""
NAMES: Final[Mapping[str, Said]] = MappingProxyType(
    {
        "wbf": said("World and English Bridge (WBF, EBU)"),
        "acbl": said("American Contract Bridge League (ACBL)"),
        "polish": said("Polish (PZBS)"),
        "french": said("French (FFB)"),
        OWN: said("the club’s own"),
    }
)
"""The name of each practice in words."""


def conventions_of(practice: str) -> Mapping[str, Choice]:
    """The conventions of a practice.

    Raises:
        InvalidRules: for a name that no practice has.
    """
    if practice not in PRACTICES:
        names = ", ".join(PRACTICES)
        form = "There is no practice {practice}; the practices are: {names}."
        raise InvalidRules(said(form, practice=practice[:40], names=names))
    return PRACTICES[practice]


def completed(conventions: Mapping[str, object]) -> dict[str, Choice]:
    """The value of every convention; one that is left out has its usual value.

    >>> completed({"trim": "0"})["trim"], completed({})["ties"]
    ('0', 'share')

    Raises:
        InvalidRules: for a convention or a value that does not exist.
    """
    rules = ContestRules.from_mapping(conventions)
    return {name: getattr(rules, name) for name in CONVENTIONS}


def with_practice(chosen: Mapping[str, object]) -> dict[str, object]:
    """Values of rules, in which the value of "practice", if there is one, is replaced by the conventions of a practice.

    A convention that is chosen by itself counts before the practice.

    >>> with_practice({"practice": "french", "rounding": "exact"})["rounding"]
    'exact'

    Raises:
        InvalidRules: for a name that no practice has.
    """
    rules = dict(chosen)
    practice = rules.pop("practice", None)
    if practice is None:
        return rules
    return {**conventions_of(str(practice)), **rules}


def conventions_in_use(rules: ContestRules) -> tuple[str, ...]:
    """The conventions that make a difference to a contest with these rules, in the order of ``CONVENTIONS``."""
    used = {"average_plus", "ties"}
    match rules.scoring:
        case "matchpoints":
            used |= {"rounding", "short_boards", "small_groups"}
        case "cross-imps":
            used |= {"rounding", "comparisons", "comparison_cap"}
        case "butler":
            used |= {"rounding", "trim", "fives"}
        case "aggregate":
            used.remove("average_plus")
    if rules.ranks_by_percentages:
        used.add("percentages")
    if rules.has_victory_points:
        if not rules.has_percentages:
            used.add("victory_point_scale")
    elif rules.scoring in ("cross-imps", "butler"):
        used.add("unequal_boards")
        if rules.scoring == "cross-imps":
            used.add("cross_imps")
    return tuple(name for name in CONVENTIONS if name in used)


def by_conventions(
    rules: ContestRules, conventions: Mapping[str, Choice]
) -> ContestRules:
    """The rules with those of the conventions that make a difference to the contest. The others keep their values.

    >>> by_conventions(ContestRules(), PRACTICES["polish"]).comparison_cap
    'none'
    """
    used = {name: conventions[name] for name in conventions_in_use(rules)}
    return ContestRules.from_mapping(rules.as_json() | used)


def practice_of(rules: ContestRules) -> str:
    """The name of the first practice that scores a contest with these rules as they do; "own" if there is none.

    Only the conventions that make a difference to the contest are compared.

    >>> practice_of(ContestRules()), practice_of(ContestRules(average_plus="flat"))
    ('wbf', 'own')
    """
    used = conventions_in_use(rules)
    for practice, values in PRACTICES.items():
        if all(values[name] == getattr(rules, name) for name in used):
            return practice
    return OWN
