"""The house rules of royal auction: the code of 1912, and the changes of later codes."""

from dataclasses import dataclass

from scoring.rules import Rules, choice


@dataclass(frozen=True, slots=True)
class RoyalRules(Rules):
    """The house rules of royal auction: by default the code of 25 October 1912; other values are from later codes."""

    chicane: str = choice(
        "Does a hand void of trumps (chicane) count?",
        {
            "on": "Chicane counts, as in 1912",
            "off": "Chicane does not count, as from 1913",
        },
    )
    revoke: int = choice(
        "How many points is a first revoke?",
        {150: "150 points, as in 1912", 100: "100 points, as from 1913"},
    )
    slams: str = choice(
        "How much are little slam and slam?",
        {
            "20-40": "Little slam 20 and slam 40, as in 1912",
            "50-100": "Little slam 50 and slam 100, as from 1915",
        },
    )
    spades: str = choice(
        "Which spades can be bid?",
        {
            "both": "Low spades at two points and royals at nine, as in 1912",
            "royals": "One spade suit at nine points, as from 1915",
        },
    )
    one_spade_cap: str = choice(
        "Is the loss limited when the dealer's opening one low spade is left to stand?",
        {
            "on": "It loses 100 points at most unless redoubled, as in 1912",
            "off": "Every undertrick counts in full",
        },
    )
    passed_out: str = choice(
        "May all four players pass?",
        {
            "refused": "No, the dealer must bid, as in 1912",
            "allowed": "Yes, and the next player deals",
        },
    )
    little_slam_in_failed_seven: str = choice(
        "Does a side that bids seven and wins twelve tricks score little slam?",
        {
            "on": "Yes, twelve tricks are little slam",
            "off": "No, not when the contract fails",
        },
    )
