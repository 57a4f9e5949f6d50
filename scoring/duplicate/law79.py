"""Law 79 of duplicate bridge, by the codes of 2007 and 2017: how a score that is questioned may be corrected.

A question goes in; an answer comes out, which says who decides, by which clause, and which outcomes the clause allows.
Where the law is silent, the answer follows the choices that README.md lists.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from scoring.deals import Deal
from scoring.duplicate import law79_words as words
from scoring.duplicate.correction_period import Code, Moment
from scoring.duplicate.outcomes import Played, Split, single
from scoring.errors import InvalidRuling
from scoring.said import Said


class ErrorKind(StrEnum):
    """The kinds of error that the law distinguishes."""

    TRICKS = "tricks"
    """An error about the number of tricks won (79A, 79B)."""
    SCORE = "score"
    """An agreed result that was recorded or computed wrongly (79C)."""


class Conviction(IntEnum):
    """The degrees to which a director is convinced that a score is right, from least to most."""

    NONE = 0
    CLEAR = 1
    BEYOND_DOUBT = 2


class Decider(StrEnum):
    """The persons who may decide about a score that is questioned."""

    PLAYERS = "both sides"
    DIRECTOR = "the director"
    BOTH = "the director and the organiser"


class Need(StrEnum):
    """The conditions that the law can set for a correction after the end of the correction period."""

    REGULATION = "a regulation that provides for it"
    DIRECTOR = "a director who is satisfied beyond reasonable doubt"
    ORGANISER = "an organiser who is satisfied beyond reasonable doubt"
    APPROVAL = "the organiser’s approval"

    @property
    def words(self) -> Said:
        """The condition in words."""
        return _NEEDS[self]


@dataclass(frozen=True, slots=True)
class Question:
    """A score that is questioned. All scores are in points of North-South.

    Raises:
        InvalidOutcome: for points that no deal has.
        InvalidRuling: if the round is over and no score is recorded.
    """

    code: Code
    error: ErrorKind
    moment: Moment
    """The moment at which the director is called, or at which both sides say that the score is wrong."""
    found: int
    """The score that would replace the recorded one."""
    recorded: int | None = None
    """The score that is recorded; None if no score is recorded yet, which is possible only during the round."""
    agreed: bool = False
    """True if both sides say that ``found`` is right."""
    claimed: bool = False
    """True if a player claimed or conceded tricks of the deal."""
    conviction: Conviction = Conviction.NONE
    """The degree to which the director is convinced of ``found``."""
    organiser: bool = False
    """True if the organiser approves (2017), or is also convinced beyond reasonable doubt (2007)."""
    regulation: bool = False
    """True if a regulation provides for a correction after the period (2007)."""

    def __post_init__(self) -> None:
        Played(self.found)
        if self.recorded is not None:
            Played(self.recorded)
        elif self.moment.is_late:
            raise InvalidRuling(
                "After the round the question is about a recorded score: say which.",
                field="recorded",
            )


class LawAnswer(NamedTuple):
    """The answer of Law 79 to a question: who decides, by which clause, and which outcomes are possible."""

    decider: Decider
    clause: str
    """The clause, such as "79B3", without the word Law and without the year of the code."""
    words: Said
    """The reason, as a sentence for players."""
    choices: tuple[Played | Split, ...]
    """The outcomes that the clause allows, the usual one first. A split outcome lowers one side and raises none."""
    lacks: tuple[Need, ...] = ()
    """The conditions of a late correction that are not met; if there are any, the recorded score stands."""
    see: tuple[str, ...] = ()
    """Other laws that are needed to find the result."""
    is_closed: bool = False
    """True if the recorded score stands however convinced the director is."""


class _Clause(NamedTuple):
    """A clause of Law 79, the person who decides by it, and the reason in words for players."""

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
_AGREED: Final = _Clause(Decider.PLAYERS, "79A1", words.AGREED)
_BY_BOTH_SIDES: Final = _Clause(Decider.PLAYERS, "79C1", words.BY_BOTH_SIDES)
_CLAIM: Final[Mapping[Code, _Clause]] = MappingProxyType({
    Code.OF_2007: _Clause(_DIRECTOR, "79B1", words.CLAIM_OF_2007, ("69",)),
    Code.OF_2017: _Clause(_DIRECTOR, "79B1", words.CLAIM_OF_2017, ("69B", "71")),
})  # fmt: skip
_ON_THE_SPOT: Final = _Clause(_DIRECTOR, "79B2", words.ON_THE_SPOT)
_LATE_TRICKS: Final[Mapping[Code, _Clause]] = MappingProxyType({
    Code.OF_2007: _Clause(_DIRECTOR, "79B2", words.LATE_TRICKS_OF_2007, ("79C", "87")),
    Code.OF_2017: _Clause(_DIRECTOR, "79B3", words.LATE_TRICKS_OF_2017),
})  # fmt: skip
_IN_THE_PERIOD: Final[Mapping[Code, _Clause]] = MappingProxyType({
    Code.OF_2007: _Clause(_DIRECTOR, "79C1", words.IN_THE_PERIOD_OF_2007),
    Code.OF_2017: _Clause(_DIRECTOR, "79C1", words.IN_THE_PERIOD_OF_2017),
})  # fmt: skip
_TRICKS_AFTER_THE_PERIOD: Final = _Clause(
    _DIRECTOR, "79B3", words.TRICKS_AFTER_THE_PERIOD
)
_AFTER_THE_PERIOD: Final[Mapping[Code, _Clause]] = MappingProxyType({
    Code.OF_2007: _Clause(Decider.BOTH, "79C2", words.AFTER_THE_PERIOD_OF_2007),
    Code.OF_2017: _Clause(Decider.BOTH, "79C2", words.AFTER_THE_PERIOD_OF_2017),
})  # fmt: skip


def answer(question: Question) -> LawAnswer:
    """The answer of Law 79 to a question.

    >>> late = Question(Code.OF_2017, ErrorKind.TRICKS, Moment.PERIOD_ON, found=450, recorded=420)
    >>> reply = answer(late)
    >>> reply.clause, reply.choices[0].points, reply.choices[1].ew[0].points
    ('79B3', 420, -450)
    """
    if question.moment is Moment.PERIOD_OVER:
        return _after_the_period(question)
    clause = _clause(question)
    choices = _choices(question, clause.clause)
    return LawAnswer(
        clause.decider, clause.clause, clause.words, choices, see=clause.see
    )


def differ_in_tricks_alone(recorded: Deal, found: Deal) -> bool:
    """True if two results of a board have the same contract, risk and declarer, and other tricks.

    If anything else differs, the result was recorded wrongly, and the question is not about the number of tricks.
    """
    contracts = recorded.contract == found.contract
    declarers = recorded.declarer == found.declarer
    return contracts and declarers and recorded.tricks != found.tricks


def laws_of_claims(code: Code) -> tuple[str, ...]:
    """The laws that a director applies after a claim or a concession (79B1).

    >>> laws_of_claims(Code.OF_2017)
    ('69B', '71')
    """
    return _CLAIM[code].see


def _clause(asked: Question) -> _Clause:
    """The clause for a question that comes before the end of the correction period."""
    late = asked.moment.is_late
    if asked.error is ErrorKind.SCORE:
        if asked.agreed and not late:
            return _BY_BOTH_SIDES
        return _IN_THE_PERIOD[asked.code]
    if asked.agreed and asked.moment is Moment.HANDS_OUT:
        return _AGREED

    claim = _CLAIM[asked.code]
    if not late:
        return claim if asked.claimed else _ON_THE_SPOT
    if not asked.claimed:
        return _LATE_TRICKS[asked.code]
    if asked.code is Code.OF_2017:  # 79B3 limits what 79B1 finds after the round
        return _LATE_TRICKS[asked.code]._replace(see=claim.see)

    return claim


def _choices(asked: Question, clause: str) -> tuple[Played | Split, ...]:
    """The outcomes that a clause allows before the end of the correction period, the usual one first."""
    found = Played(asked.found)
    if asked.recorded in (None, asked.found):
        return (found,)

    recorded = Played(asked.recorded or 0)
    is_convinced = asked.agreed or asked.conviction is not Conviction.NONE
    if clause == "79B3":
        if asked.conviction >= Conviction.CLEAR:
            return (found,)
        return recorded, _one_side_lowered(asked)
    if clause == "79B2" and asked.moment.is_late:
        if is_convinced:
            return found, _one_side_lowered(asked)
        return (recorded,)

    first, second = (found, recorded) if is_convinced else (recorded, found)
    if clause in ("79B1", "79B2"):
        return first, second

    return (first,)


def _one_side_lowered(asked: Question) -> Split:
    """The outcome that lowers the side which would lose by the change; the other side keeps the recorded score."""
    lower, higher = sorted([asked.recorded or 0, asked.found])
    return Split(single(lower), single(-higher))


def _after_the_period(asked: Question) -> LawAnswer:
    """The answer to a question that comes after the end of the correction period."""
    is_of_2017 = asked.code is Code.OF_2017
    if is_of_2017 and asked.error is ErrorKind.TRICKS and not asked.agreed:
        late = _TRICKS_AFTER_THE_PERIOD
        recorded = Played(asked.recorded or 0)
        return LawAnswer(
            late.decider, late.clause, late.words, (recorded,), is_closed=True
        )
    clause = _AFTER_THE_PERIOD[asked.code]
    lacks = tuple(need for need, is_met in _needs(asked) if not is_met)
    is_of_tricks = asked.error is ErrorKind.TRICKS
    choices: tuple[Played | Split, ...] = (Played(asked.found),)
    if lacks:
        choices = (Played(asked.recorded or 0),)
    elif (
        is_of_tricks
        and asked.code is Code.OF_2007
        and not asked.claimed
        and asked.recorded != asked.found
    ):
        choices = Played(asked.found), _one_side_lowered(asked)

    see: tuple[str, ...] = ()
    if is_of_tricks and asked.claimed:
        see = _CLAIM[asked.code].see

    return LawAnswer(clause.decider, clause.clause, clause.words, choices, lacks, see)


def _needs(asked: Question) -> tuple[tuple[Need, bool], ...]:
    """The conditions for a correction after the period, each with True if it is met."""
    director = (Need.DIRECTOR, asked.conviction is Conviction.BEYOND_DOUBT)
    if asked.code is Code.OF_2017:
        return director, (Need.APPROVAL, asked.organiser)
    return (
        (Need.REGULATION, asked.regulation),
        director,
        (Need.ORGANISER, asked.organiser),
    )
