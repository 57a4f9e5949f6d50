"""What a system is to everyone else, and the part of it that all systems share."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar, Generic, Protocol, TypeVar

from scoring.deals import Deal
from scoring.errors import InvalidDeal, InvalidRules
from scoring.rules import Choice, RuleLabel, Rules
from scoring.sheet import ScoredDeal, Sheet, Where
from scoring.systems.progress import OPEN, Progress, over
from scoring.values import Seat, Side


class System(Protocol):
    """One way of scoring. ``royals`` says whether its quick lines may bid the nine-point spades."""

    @property
    def name(self) -> str:
        """The system's name in files and databases: "contract"."""

    @property
    def title(self) -> str:
        """The system's name for people: "Contract rubber"."""

    @property
    def royals(self) -> bool:
        """Whether royals may be bid."""

    @property
    def columns(self) -> Mapping[Where, str]:
        """What the two places of a figure are called on this system's sheet."""

    @property
    def has_vulnerability(self) -> bool:
        """Whether a side can be vulnerable."""

    @property
    def default_rules(self) -> Rules:
        """The house choices when nobody chose."""

    def allowed_rules(self) -> Mapping[str, tuple[Choice, ...]]:
        """Every rule with its allowed values, the default first."""

    def rule_labels(self) -> Mapping[str, RuleLabel]:
        """Every rule in the words of players, in the order of ``allowed_rules``."""

    def rules(self, mapping: Mapping[str, object]) -> Rules:
        """Rules from names and values. Raises InvalidRules for what is not allowed."""

    def fold(
        self, deals: Iterable[Deal], *, rules: Rules | None = None, dealer: Seat = Seat.NORTH, unfinished: bool = False
    ) -> Sheet:
        """The sheet of these deals; ``unfinished`` closes it if it is still open. Raises InvalidDeal, RubberOver."""

    def add(self, sheet: Sheet, deal: Deal) -> Sheet:
        """The sheet with one more deal. Raises InvalidDeal, RubberOver."""

    def close(self, sheet: Sheet) -> Sheet:
        """The sheet closed as unfinished; a sheet that has ended is given back as it is."""

    def score_deal(
        self, deal: Deal, *, rules: Rules | None = None, dealer: Seat = Seat.NORTH, vulnerable: tuple[Side, ...] = ()
    ) -> ScoredDeal:
        """One deal by itself, at a given vulnerability. Raises InvalidDeal."""

    def paper(self, sheet: Sheet) -> list[str]:
        """The sheet as players of this system keep it on paper, in lines of characters, totals last."""


R = TypeVar("R", bound=Rules)


class DealByDeal(ABC, Generic[R]):
    """A system whose sheet is folded deal by deal. A subclass scores, ends and draws the sheet; all else is here."""

    name: ClassVar[str]
    title: ClassVar[str]
    royals: ClassVar[bool] = False
    has_vulnerability: ClassVar[bool] = True
    columns: ClassVar[Mapping[Where, str]] = MappingProxyType({where: where.value for where in Where})
    rules_class: type[R]

    def __init__(self) -> None:
        self.default_rules = self.rules_class()

    def allowed_rules(self) -> Mapping[str, tuple[Choice, ...]]:
        """Every rule with its allowed values, the default first."""
        return self.rules_class.allowed()

    def rule_labels(self) -> Mapping[str, RuleLabel]:
        """Every rule in the words of players, in the order of ``allowed_rules``."""
        return self.rules_class.labels()

    def rules(self, mapping: Mapping[str, object]) -> R:
        """Rules from names and values. Raises InvalidRules for what is not allowed."""
        return self.rules_class.from_mapping(mapping)

    def fold(
        self, deals: Iterable[Deal], *, rules: Rules | None = None, dealer: Seat = Seat.NORTH, unfinished: bool = False
    ) -> Sheet:
        """The sheet of these deals; ``unfinished`` closes it if it is still open. Raises InvalidDeal, RubberOver."""
        progress = Progress(self._own(rules), dealer)
        self._take(progress, deals)
        if unfinished:
            self._close(progress)
        return progress.sheet(self.name)

    def add(self, sheet: Sheet, deal: Deal) -> Sheet:
        """The sheet with one more deal. Raises InvalidDeal, RubberOver."""
        progress = Progress.resume(sheet, self._own(sheet.rules))
        self._take(progress, (deal,))
        return progress.sheet(self.name)

    def close(self, sheet: Sheet) -> Sheet:
        """The sheet closed as unfinished; a sheet that has ended is given back as it is."""
        if sheet.next is None:
            return sheet
        progress = Progress.resume(sheet, self._own(sheet.rules))
        self._close(progress)
        return progress.sheet(self.name)

    def _own(self, rules: Rules | None) -> R:
        if rules is None:
            return self.default_rules
        if not isinstance(rules, self.rules_class):
            raise InvalidRules(f"These are not rules of {self.title}.")
        return rules

    def _take(self, progress: Progress[R], deals: Iterable[Deal]) -> None:
        for deal in deals:
            if progress.state is not OPEN:
                raise over(len(progress.deals), progress.state)
            if not isinstance(deal, Deal):
                raise InvalidDeal("Only deals can be scored.", field="deal")
            self._play(progress, deal)

    @abstractmethod
    def paper(self, sheet: Sheet) -> list[str]:
        """The sheet as players of this system keep it on paper, in lines of characters, totals last."""

    @abstractmethod
    def _play(self, progress: Progress[R], deal: Deal) -> None:
        """Score the deal onto the progress, and end it when the deal ends it."""

    @abstractmethod
    def _close(self, progress: Progress[R]) -> None:
        """End a progress that is still open as unfinished."""
