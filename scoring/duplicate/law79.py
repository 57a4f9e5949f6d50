"""Law 79 of duplicate bridge, in the codes of 2007 and 2017: what may become of a score that is questioned.

Pure: a question goes in; who decides, by which clause, and which outcomes the clause leaves come out. Where the text is
silent, the answer follows the choices that are listed in README.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from scoring.duplicate import law79_words as words
from scoring.duplicate.correction_period import Code, Moment
from scoring.duplicate.outcomes import Played, Split, single
from scoring.errors import InvalidRuling
from scoring.said import Said


class Error(StrEnum):
    """The kinds of error that the law tells apart."""

    TRICKS = "tricks"
    """The number of tricks won (79A, 79B)."""
    SCORE = "score"
    """The agreed result was recorded or computed wrongly (79C)."""


class Conviction(IntEnum):
    """The degrees to which a director is convinced, in their order."""

    NONE = 0
    CLEAR = 1
    BEYOND_DOUBT = 2


class Decider(StrEnum):
    """Those who may decide."""

    PLAYERS = "both sides"
    DIRECTOR = "the director"
    BOTH = "the director and the organiser"


class Need(StrEnum):
    """The conditions of a correction after the period."""

    REGULATION = "a regulation that provides for it"
    DIRECTOR = "a director who is satisfied beyond reasonable doubt"
    ORGANISER = "an organiser who is satisfied beyond reasonable doubt"
    APPROVAL = "the organiser’s approval"

    @property
    def words(self) -> Said:
        """The condition, as words that were said."""
        return _NEEDS[self]


@dataclass(frozen=True, slots=True)
class Question:
    """A score that is questioned. Points are those of North-South.

    Raises:
        InvalidRuling: for points that no deal has, or a round that is over with nothing recorded.
    """

    code: Code
    error: Error
    moment: Moment
    """The moment at which the director is called, or both sides say that it was wrong."""
    found: int
    """The score that would replace the recorded one."""
    recorded: int | None = None
    """The score that is recorded; None while the round is on and nothing is."""
    agreed: bool = False
    """Whether both sides say that ``found`` is right."""
    claimed: bool = False
    """Whether there was a claim or a concession."""
    conviction: Conviction = Conviction.NONE
    """The degree to which the director is convinced of ``found``."""
    organiser: bool = False
    """Whether the organiser approves (2017), or is satisfied beyond reasonable doubt as well (2007)."""
    regulation: bool = False
    """Whether a regulation provides for a correction after the period (2007)."""

    def __post_init__(self) -> None:
        Played(self.found)
        if self.recorded is not None:
            Played(self.recorded)
        elif self.moment.is_late:
            raise InvalidRuling("After the round the question is about a recorded score: say which.", field="recorded")


class Answer(NamedTuple):
    """The law's answer."""

    decider: Decider
    clause: str
    """The clause, such as "79B3"; with the edition it is ``Law 79B3 (2017)``."""
    words: Said
    """The reason, a sentence for players."""
    choices: tuple[Played | Split, ...]
    """The outcomes that the clause leaves, the one it leads to first. A split one lowers one side and raises none."""
    lacks: tuple[Need, ...] = ()
    """The conditions of a late correction that are not met; then the recorded score stands."""
    see: tuple[str, ...] = ()
    """Other laws by which the result is found."""


class _Row(NamedTuple):
    decider: Decider
    clause: str
    words: Said
    see: tuple[str, ...] = ()


_NEEDS: Final[Mapping[Need, Said]] = MappingProxyType({
    Need.REGULATION: words.REGULATION,
    Need.DIRECTOR: words.DIRECTOR,
    Need.ORGANISER: words.ORGANISER,
    Need.APPROVAL: words.APPROVAL,
})  # fmt: skip
_DIRECTOR: Final = Decider.DIRECTOR
_AGREED: Final = _Row(Decider.PLAYERS, "79A1", words.AGREED)
_BY_BOTH_SIDES: Final = _Row(Decider.PLAYERS, "79C1", words.BY_BOTH_SIDES)
_CLAIM: Final[Mapping[Code, _Row]] = MappingProxyType({
    Code.OF_2007: _Row(_DIRECTOR, "79B1", words.CLAIM_OF_2007, ("69",)),
    Code.OF_2017: _Row(_DIRECTOR, "79B1", words.CLAIM_OF_2017, ("69B", "71")),
})  # fmt: skip
_ON_THE_SPOT: Final = _Row(_DIRECTOR, "79B2", words.ON_THE_SPOT)
_LATE_TRICKS: Final[Mapping[Code, _Row]] = MappingProxyType({
    Code.OF_2007: _Row(_DIRECTOR, "79B2", words.LATE_TRICKS_OF_2007, ("79C", "87")),
    Code.OF_2017: _Row(_DIRECTOR, "79B3", words.LATE_TRICKS_OF_2017),
})  # fmt: skip
_IN_THE_PERIOD: Final[Mapping[Code, _Row]] = MappingProxyType({
    Code.OF_2007: _Row(_DIRECTOR, "79C1", words.IN_THE_PERIOD_OF_2007),
    Code.OF_2017: _Row(_DIRECTOR, "79C1", words.IN_THE_PERIOD_OF_2017),
})  # fmt: skip
_AFTER_THE_PERIOD: Final[Mapping[Code, _Row]] = MappingProxyType({
    Code.OF_2007: _Row(Decider.BOTH, "79C2", words.AFTER_THE_PERIOD_OF_2007),
    Code.OF_2017: _Row(Decider.BOTH, "79C2", words.AFTER_THE_PERIOD_OF_2017),
})  # fmt: skip


def answer(question: Question) -> Answer:
    """The answer of Law 79.

    >>> late = Question(Code.OF_2017, Error.TRICKS, Moment.PERIOD_ON, found=450, recorded=420)
    >>> found = answer(late)
    >>> found.clause, found.choices[0].points, found.choices[1].ew[0].points
    ('79B3', 420, -450)
    """
    if question.moment is Moment.PERIOD_OVER:
        return _after_the_period(question)
    row = _row(question)
    return Answer(row.decider, row.clause, row.words, _choices(question, row.clause), see=row.see)


def _row(asked: Question) -> _Row:
    """The row for a question that comes before the end of the period."""
    late = asked.moment.is_late
    if asked.error is Error.SCORE:
        return _BY_BOTH_SIDES if asked.agreed and not late else _IN_THE_PERIOD[asked.code]
    if asked.agreed and asked.moment is Moment.HANDS_OUT:
        return _AGREED
    if asked.claimed and not (late and asked.code is Code.OF_2017):  # late in 2017, 79B3 limits what 79B1 finds
        return _CLAIM[asked.code]
    if not late:
        return _ON_THE_SPOT
    row = _LATE_TRICKS[asked.code]
    return row._replace(see=_CLAIM[asked.code].see) if asked.claimed else row


def _choices(asked: Question, clause: str) -> tuple[Played | Split, ...]:
    """The outcomes that a clause leaves before the end of the period."""
    if asked.recorded in (None, asked.found):
        return (Played(asked.found),)
    is_found = asked.agreed or asked.conviction is not Conviction.NONE
    stands = Played(asked.recorded or 0)
    if clause == "79B3":
        is_clear = asked.conviction >= Conviction.CLEAR
        return (Played(asked.found),) if is_clear else (stands, _one_side_lowered(asked))
    if asked.error is Error.TRICKS and asked.moment.is_late and clause == "79B2":
        return (Played(asked.found), _one_side_lowered(asked)) if is_found else (stands,)
    if clause in ("79B1", "79B2"):
        return (Played(asked.found), stands) if is_found else (stands, Played(asked.found))
    return (Played(asked.found) if is_found else stands,)


def _one_side_lowered(asked: Question) -> Split:
    """The side that would lose by the change has its score lowered, and the other keeps what is recorded."""
    recorded = asked.recorded or 0
    return Split(single(min(recorded, asked.found)), single(-max(recorded, asked.found)))


def _after_the_period(asked: Question) -> Answer:
    row = _AFTER_THE_PERIOD[asked.code]
    lacks = tuple(need for need, is_met in _needs(asked) if not is_met)
    if asked.recorded == asked.found or lacks:
        choices: tuple[Played | Split, ...] = (Played(asked.recorded or 0),)
    elif asked.error is Error.TRICKS and asked.code is Code.OF_2007 and not asked.claimed:
        choices = Played(asked.found), _one_side_lowered(asked)
    else:
        choices = (Played(asked.found),)
    see = _CLAIM[asked.code].see if asked.claimed and asked.error is Error.TRICKS else ()
    return Answer(row.decider, row.clause, row.words, choices, lacks, see)


def _needs(asked: Question) -> tuple[tuple[Need, bool], ...]:
    director = (Need.DIRECTOR, asked.conviction is Conviction.BEYOND_DOUBT)
    if asked.code is Code.OF_2017:
        return director, (Need.APPROVAL, asked.organiser)
    return (Need.REGULATION, asked.regulation), director, (Need.ORGANISER, asked.organiser)
