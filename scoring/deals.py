"""`Deal`: the facts of one deal, checked. Nothing in it is a score."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, TypeVar

from scoring.errors import InvalidDeal
from scoring.said import Forms, counted, said
from scoring.values import TRICKS, Contract, Seat, Side, Strain

TRUMP_HONOURS: Final = 5
ACES: Final = 4
MINUS: Final = "−"
_HONOURS_ONCE: Final = (
    "Honours are given once for each seat, as a whole number that one deal can have."
)
_TRANSFERS_ONCE: Final = "Transferred tricks are given once for each side, as a whole number that one deal can have."

_WON: Final = Forms(
    "{side} won {won} trick in all, so {moved} cannot have been transferred to them.",
    "{side} won {won} tricks in all, so {moved} cannot have been transferred to them.",
)
_SIDE_NUMBER: Final = {Side.NS: 0, Side.EW: 1}

E = TypeVar("E", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Deal:
    """The facts of one deal, played or passed out.

    Holdings, transfers, voids and revokes are sorted by seat or side, so that equal facts are equal deals.

    >>> from scoring.values import Contract, Seat, Strain
    >>> deal = Deal(Contract(4, Strain.SPADES), Seat.NORTH, 11, honours=((Seat.SOUTH, 4),), note="a fine finesse")
    >>> str(deal), deal.made, deal.relative
    ('4SN+1 h4S # a fine finesse', True, '+1')

    Raises:
        InvalidDeal: for facts that no deal can have; ``field`` names the fact.
    """

    contract: Contract | None
    """The final contract; None if the deal was passed out: ``declarer`` and ``tricks`` are then None too."""
    declarer: Seat | None
    tricks: int | None
    """Tricks won by declarer's side, 0 to 13, after transfers (Law 77)."""
    honours: tuple[tuple[Seat, int], ...] = ()
    """Pairs of a seat and the number of trump honours, or aces at no-trump, that it held: holdings, not points."""
    transferred: tuple[tuple[Side, int], ...] = ()
    """Pairs of a side and the tricks that it got for the other side's revoke; ``tricks`` includes them."""
    voids: tuple[Seat, ...] = ()
    """The seats that were dealt no trump (royal auction: chicane)."""
    revokes: tuple[Side, ...] = ()
    """The side that revoked, once for each established revoke (royal auction)."""
    note: str = ""
    """A remark of the players, on one line. It does not change the score."""
    side: Side | None = field(init=False, repr=False, compare=False)
    """Declarer's side; None if the deal was passed out."""
    ordinal: int = field(init=False, repr=False, compare=False)
    """The index of the result in tables: see ``result_ordinal``; 0 if the deal was passed out."""

    def __post_init__(self) -> None:
        # A club's history is millions of deals: a fact that a deal does not have costs one comparison here.
        put = object.__setattr__
        if self.note != "":
            put(self, "note", _tidy_note(self.note))
        if self.honours != ():
            put(self, "honours", _counts(self.honours, Seat, "honours"))
        if self.transferred != ():
            put(self, "transferred", _counts(self.transferred, Side, "transferred"))
        if self.voids != ():
            put(self, "voids", _members(self.voids, Seat, "voids"))
        if self.revokes != ():
            put(self, "revokes", _members(self.revokes, Side, "revokes"))
        if self.contract is None:
            put(self, "side", None)
            put(self, "ordinal", 0)
            self._require_no_facts()
        else:
            self._take_result(self.contract)

    @classmethod
    def passed_out(cls, note: str = "") -> "Deal":
        """A deal on which nobody bid."""
        return cls(None, None, None, note=note)

    def is_like(self, other: "Deal") -> bool:
        """True if the two deals have the same facts; their notes may differ.

        >>> Deal.passed_out(note="nobody opened").is_like(Deal.passed_out())
        True
        """
        return replace(self, note="") == replace(other, note="")

    @property
    def is_passed_out(self) -> bool:
        """True when nobody bid."""
        return self.contract is None

    @property
    def margin(self) -> int:
        """Tricks over the contract, negative for tricks under it; 0 when passed out."""
        if self.contract is None or self.tricks is None:
            return 0
        return self.tricks - self.contract.tricks_needed

    @property
    def made(self) -> bool:
        """True when the contract was fulfilled; False when passed out."""
        return self.contract is not None and self.margin >= 0

    @property
    def relative(self) -> str:
        """The result as players say it: "=", "+1" or "−2" with a true minus sign; empty when passed out."""
        if self.contract is None:
            return ""
        return _signed(self.margin, MINUS)

    def __str__(self) -> str:
        words = ["P"]
        if self.contract is not None:
            words = [f"{self.contract}{self.declarer}{_signed(self.margin, '-')}"]

        for seat, count in self.honours:
            words.append(f"h{count}{seat}")
        for side, tricks in self.transferred:
            words.append(f"t{tricks}{side}")
        for seat in self.voids:
            words.append(f"v{seat}")
        for side in self.revokes:
            words.append(f"!{side}")
        if self.note:
            words.append(f"# {self.note}")

        return " ".join(words)

    def _require_no_facts(self) -> None:
        """Require that a deal that was passed out has no fact but a note. Raises InvalidDeal."""
        facts: dict[str, object] = {
            "declarer": self.declarer,
            "result": self.tricks,
            "honours": self.honours or None,
            "transferred": self.transferred or None,
            "voids": self.voids or None,
            "revokes": self.revokes or None,
        }
        for name, fact in facts.items():
            if fact is not None:
                raise InvalidDeal(
                    "A passed-out deal has nothing but a note.", field=name
                )

    def _take_result(self, contract: Contract) -> None:
        """Set ``side`` and ``ordinal``, and check the facts of a deal that was played.

        Raises InvalidDeal for facts that no deal with this contract can have.
        """
        put, declarer, tricks = object.__setattr__, self.declarer, self.tricks
        if type(declarer) is not Seat or type(contract) is not Contract:
            declarer = _declarer(contract, declarer)
            put(self, "declarer", declarer)
        if type(tricks) is not int or not 0 <= tricks <= TRICKS:
            raise _result_refusal(contract, tricks)

        side = declarer.side
        put(self, "side", side)
        put(self, "ordinal", result_ordinal(contract, side, tricks))
        if self.honours:
            self._require_honours_in_pack(contract)
        if self.transferred:
            self._require_transferred_won(tricks)
        if self.voids:
            self._require_possible_voids(contract)

    def _require_honours_in_pack(self, contract: Contract) -> None:
        most, what = TRUMP_HONOURS, said("five trump honours")
        if contract.strain is Strain.NOTRUMP:
            most, what = ACES, said("four aces")
        held = sum([count for _, count in self.honours])
        if held > most:
            raise InvalidDeal(
                said("There are only {what} in the pack.", what=what), field="honours"
            )

    def _require_transferred_won(self, tricks: int) -> None:
        for side, moved in self.transferred:
            won = tricks if side is self.side else TRICKS - tricks
            if moved > won:
                message = counted(won, _WON, side=side.word, won=won, moved=moved)
                raise InvalidDeal(message, field="transferred")

    def _require_possible_voids(self, contract: Contract) -> None:
        if len(self.voids) == len(Seat) or len(set(self.voids)) < len(self.voids):
            raise InvalidDeal(
                "Each hand is void once at most, and someone holds the trumps.",
                field="voids",
            )
        held = {seat for seat, count in self.honours if count}
        if contract.strain is not Strain.NOTRUMP and held & set(self.voids):
            raise InvalidDeal(
                "A hand void of trumps cannot hold trump honours.", field="voids"
            )


def result_ordinal(contract: Contract, side: Side, tricks: int) -> int:
    """The index of a result in tables, from 1 to 3528, in the order of contracts, then sides, then tricks won.

    >>> result_ordinal(Contract(1, Strain.CLUBS), Side.NS, 0), result_ordinal(Contract(1, Strain.CLUBS), Side.EW, 13)
    (1, 28)
    """
    return (
        (contract.ordinal * len(Side) + _SIDE_NUMBER[side]) * (TRICKS + 1) + tricks + 1
    )


def _declarer(contract: Contract, declarer: object) -> Seat:
    """The declarer as a seat. Raises InvalidDeal if ``declarer`` is no seat, or ``contract`` is no contract."""
    if not isinstance(contract, Contract):
        raise InvalidDeal("The contract is not a contract.", field="contract")
    if declarer is None:
        raise InvalidDeal(
            "Who declared? The seat N, E, S or W is missing.", field="declarer"
        )
    return _member(declarer, Seat, "declarer")


def _result_refusal(contract: Contract, tricks: object) -> InvalidDeal:
    """The exception for a number of tricks that no deal can have."""
    if tricks is None:
        return InvalidDeal("The result is missing: =, +1, -2 or /10.", field="result")
    if type(tricks) is not int:
        return InvalidDeal("The result is a number of tricks.", field="result")

    needed = contract.tricks_needed
    shown = said("{level}{strain}", level=contract.level, strain=contract.strain.symbol)
    best = _signed(TRICKS - needed, MINUS)
    if tricks < 0:
        message = said(
            "{bid} cannot go further down than {most}.",
            bid=shown,
            most=f"{MINUS}{needed}",
        )
    elif tricks < 100:
        form = "{bid} cannot make {tricks} tricks: {best} is the most."
        message = said(form, bid=shown, tricks=tricks, best=best)
    else:
        message = said(
            "{bid} cannot make so many tricks: {best} is the most.",
            bid=shown,
            best=best,
        )

    return InvalidDeal(message, field="result")


def _signed(margin: int, minus: str) -> str:
    """The margin as text, such as "=", "+1" or "-1"; ``minus`` is the minus sign."""
    if margin == 0:
        return "="
    if margin > 0:
        return f"+{margin}"
    return f"{minus}{-margin}"


def _tidy_note(note: object) -> str:
    """The note without superfluous blanks. Raises InvalidDeal if it is no text, or has control characters."""
    if not isinstance(note, str):
        raise InvalidDeal("A note is text.", field="note")
    tidy = " ".join(note.split())
    for character in tidy:
        if unicodedata.category(character) in ("Cc", "Cs"):
            raise InvalidDeal("A note cannot hold control characters.", field="note")
    return tidy


def _member(value: object, kind: type[E], fact: str) -> E:
    """The seat or side (``kind`` says which) that a value names.

    Raises InvalidDeal, with ``fact`` as its field, if the value names none.
    """
    message = "There is no such seat." if kind is Seat else "There is no such side."
    if not isinstance(value, str):
        raise InvalidDeal(message, field=fact)
    try:
        return kind(value)
    except ValueError:
        raise InvalidDeal(message, field=fact) from None


def _members(values: object, kind: type[E], fact: str) -> tuple[E, ...]:
    """The seats or sides (``kind`` says which) that the values name, sorted.

    Raises InvalidDeal, with ``fact`` as its field, if ``values`` is no list of them.
    """
    if not isinstance(values, Iterable) or isinstance(values, str):
        message = (
            "The voids are a list of seats."
            if kind is Seat
            else "The revokes are a list of sides."
        )
        raise InvalidDeal(message, field=fact)
    members = [_member(value, kind, fact) for value in values]
    return tuple(sorted(members, key=list(kind).index))


def _counts(pairs: object, kind: type[E], fact: str) -> tuple[tuple[E, int], ...]:
    """The pairs of a seat or side (``kind`` says which) and its count, in the order of ``kind``, without counts of 0.

    Raises InvalidDeal, with ``fact`` as its field, if something else is among the pairs, if a count is not from 0 to
    13, or if a seat or side occurs twice.
    """
    message = _HONOURS_ONCE if kind is Seat else _TRANSFERS_ONCE
    if not isinstance(pairs, Iterable):
        raise InvalidDeal(message, field=fact)

    counts: dict[E, int] = {}
    for pair in pairs:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise InvalidDeal(message, field=fact)
        value, count = pair
        if type(count) is not int:
            raise InvalidDeal(message, field=fact)
        member = _member(value, kind, fact)
        if member in counts or not 0 <= count <= TRICKS:
            raise InvalidDeal(message, field=fact)
        counts[member] = count

    return tuple((member, counts[member]) for member in kind if counts.get(member))
