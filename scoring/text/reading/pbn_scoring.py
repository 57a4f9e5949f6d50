"""The scoring of a PBN session, from the words of its Scoring tag and the names of its columns."""

from collections.abc import Collection
from typing import Final, NamedTuple

_WORDS: Final = (
    ("BUTLER", "butler"),
    ("CROSS", "cross-imps"),
    ("XIMP", "cross-imps"),
    ("BAM", "bam"),
    ("BOARDAMATCH", "bam"),
    ("TOTAL", "aggregate"),
    ("AGGREGATE", "aggregate"),
    ("MP", "matchpoints"),
    ("MATCHPOINTS", "matchpoints"),
    ("PAIRS", "matchpoints"),
)
"""A part of a word, and the scoring that it means; the first that fits counts, after IMPs."""


class PbnScoring(NamedTuple):
    """A scoring, and other values that the words may mean."""

    scoring: str
    others: tuple[str, ...] = ()


def pbn_scoring(words: str, columns: Collection[str] = ()) -> PbnScoring:
    """The scoring that the words of a file mean; ``columns`` are the names of its columns in small letters.

    >>> pbn_scoring("MatchPoints;MP1 Pairs").scoring, pbn_scoring("IMP").others
    ('matchpoints', ('butler',))
    """
    plain = words.upper().replace(" ", "").replace("-", "")
    for part, scoring in _WORDS[:4]:
        if part in plain:
            return PbnScoring(scoring)
    if {"imp_ns", "totalimp"} & set(columns) or "IMP" in plain:
        if "TEAM" in plain:
            return PbnScoring("team-imps")
        return PbnScoring("cross-imps", ("butler",))
    if {"mp_ns", "totalmp"} & set(columns):
        return PbnScoring("matchpoints")
    if "totalscore" in columns and "percentage_ns" not in columns:
        return PbnScoring("aggregate")
    for part, scoring in _WORDS[4:]:
        if part in plain:
            return PbnScoring(scoring)
    return PbnScoring("matchpoints")
