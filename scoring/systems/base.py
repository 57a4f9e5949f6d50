"""The base class of all systems of scoring: the interface of a system, and the folding that all systems share."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar, Generic, TypeVar

from scoring.deals import Deal
from scoring.errors import InvalidDeal, InvalidRules
from scoring.rules import Choice, RuleLabel, Rules
from scoring.said import said
from scoring.sheet import ScoredDeal, Sheet, Where
from scoring.systems.progress import OPEN, Progress, over_refusal
from scoring.values import Seat, Side

R = TypeVar("R", bound=Rules)


class System(ABC, Generic[R]):
    """A way of scoring, deal by deal. A subclass scores deals, ends the sheet, and prints it in characters.

    Systems have no state: one instance of each, in ``SYSTEMS``, serves every caller.
    """

    name: ClassVar[str]
    """The name of the system in files, in databases and on the command line, such as "contract"."""
    title: ClassVar[str]
    """The name of the system for people, such as "Contract rubber"."""
    royals: ClassVar[bool] = False
    """True if the nine-point spades may be bid, and quick lines may name them."""
    has_vulnerability: ClassVar[bool] = True
    """True if a side can be vulnerable."""
    columns: ClassVar[Mapping[Where, str]] = MappingProxyType(
        {where: where.value for where in Where}
    )
    """The names that this system's sheet gives to the places below and above the line."""
    rules_class: type[R]
    """The class of the system's house rules."""
    default_rules: R
    """The house rules that apply if nobody has chosen any."""

    def __init__(self) -> None:
        self.default_rules = self.rules_class()

    def allowed_rules(self) -> Mapping[str, tuple[Choice, ...]]:
        """Every rule with its allowed values, the default first."""
        return self.rules_class.allowed()

    def rule_labels(self) -> Mapping[str, RuleLabel]:
        """Every rule in the words of players, in the order of ``allowed_rules``."""
        return self.rules_class.labels()

    def rules(self, mapping: Mapping[str, object]) -> R:
        """Make house rules from names and values; rules that are not named have their defaults.

        Raises:
            InvalidRules: for a rule or a value that does not exist.
        """
        return self.rules_class.from_mapping(mapping)

    def fold(
        self,
        deals: Iterable[Deal],
        *,
        rules: Rules | None = None,
        dealer: Seat = Seat.NORTH,
        unfinished: bool = False,
    ) -> Sheet:
        """Score the deals in order of play, and return their sheet. ``dealer`` deals the first deal.

        ``unfinished`` closes the sheet if it is still open after the last deal.

        Raises:
            InvalidDeal: for a deal that this system cannot score.
            RubberOver: for a deal after the end of the sheet.
            InvalidRules: for the rules of another system.
        """
        progress = Progress(self._own(rules), dealer)
        self._take(progress, deals)
        if unfinished:
            self._close(progress)
        return progress.sheet(self.name)

    def add(self, sheet: Sheet, deal: Deal) -> Sheet:
        """The sheet with one more deal.

        It equals the ``fold`` of all deals, but the earlier deals are not scored again.

        Raises:
            InvalidDeal: for a deal that this system cannot score.
            RubberOver: when the sheet has ended.
            InvalidRules: for a sheet of another system.
        """
        progress = Progress.resume(sheet, self._own(sheet.rules))
        self._take(progress, (deal,))
        return progress.sheet(self.name)

    def close(self, sheet: Sheet) -> Sheet:
        """The sheet closed as unfinished. A sheet that has ended is returned unchanged.

        Raises:
            InvalidRules: for an open sheet of another system.
        """
        if sheet.next is None:
            return sheet
        progress = Progress.resume(sheet, self._own(sheet.rules))
        self._close(progress)
        return progress.sheet(self.name)

    @abstractmethod
    def score_deal(
        self,
        deal: Deal,
        *,
        rules: Rules | None = None,
        dealer: Seat = Seat.NORTH,
        vulnerable: tuple[Side, ...] = (),
    ) -> ScoredDeal:
        """Score one deal by itself, as the first deal of a sheet; ``vulnerable`` are the vulnerable sides.

        Raises:
            InvalidDeal: for a deal that this system cannot score.
            InvalidRules: for the rules of another system.
        """

    def _own(self, rules: Rules | None) -> R:
        """The rules, if they are of this system; the default rules for None. Raises InvalidRules for other rules."""
        if rules is None:
            return self.default_rules
        if not isinstance(rules, self.rules_class):
            raise InvalidRules(said("These are not rules of {game}.", game=self.title))
        return rules

    def _take(self, progress: Progress[R], deals: Iterable[Deal]) -> None:
        """Score the deals, and add them to ``progress``, the sheet that is being made.

        Raises RubberOver for a deal after the end of the sheet, and InvalidDeal for a deal that cannot be scored.
        """
        for deal in deals:
            if progress.state is not OPEN:
                raise over_refusal(len(progress.deals), progress.state)
            if not isinstance(deal, Deal):
                raise InvalidDeal("Only deals can be scored.", field="deal")
            self._play(progress, deal)

    @abstractmethod
    def paper(self, sheet: Sheet) -> list[str]:
        """The sheet as players of this system keep it on paper, in lines of characters, the totals at the end."""

    @abstractmethod
    def _play(self, progress: Progress[R], deal: Deal) -> None:
        """Score the deal, add it to ``progress``, the sheet being made, and close the sheet if the deal ends it."""

    @abstractmethod
    def _close(self, progress: Progress[R]) -> None:
        """Close ``progress``, the sheet that is being made, as unfinished if it is still open."""
