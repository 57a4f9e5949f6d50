"""Payments that clear balances. The functions are pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Party(NamedTuple):
    """A member, or an account of the club. Sorted parties have the members first, then the accounts, by their ids."""

    is_account: bool
    id: int


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment between two parties. `amount` is more than 0, in the unit of the balances."""

    payer: Party
    receiver: Party
    amount: int


def payments(balances: Mapping[Party, int]) -> list[Payment]:
    """Payments that clear these balances. There are fewer payments than parties.

    A party with a positive balance is owed this amount; a party with a negative balance owes it.

    The party that is owed most is paid first, by the party that owes most; of equals, the lower `Party` comes first. So
    equal balances always give equal payments in the same order. Raises ValueError unless the balances sum to zero.

    >>> ben, cleo, dan = Party(False, 2), Party(False, 3), Party(False, 4)
    >>> [(each.payer.id, each.receiver.id, each.amount) for each in payments({ben: -320, cleo: 470, dan: -150})]
    [(2, 3, 320), (4, 3, 150)]
    """
    if sum(balances.values()) != 0:
        raise ValueError(f"The balances sum to {sum(balances.values())}, not to 0.")
    return list(
        _payments(_largest_first(balances, sign=1), _largest_first(balances, sign=-1))
    )


def _largest_first(
    balances: Mapping[Party, int], *, sign: int
) -> list[tuple[Party, int]]:
    amounts = [
        (party, sign * balance)
        for party, balance in balances.items()
        if sign * balance > 0
    ]
    return sorted(amounts, key=lambda pair: (-pair[1], pair[0]))


def _payments(
    owed: list[tuple[Party, int]], owing: list[tuple[Party, int]]
) -> Iterator[Payment]:
    debtors = iter(owing)
    payer, left = next(debtors, (Party(False, 0), 0))
    for receiver, due in owed:
        while due:
            if not left:
                payer, left = next(debtors)
            amount = min(due, left)
            yield Payment(payer, receiver, amount)
            due -= amount
            left -= amount
