"""All figures of royal auction bridge, by the code of 25 October 1912, each figure once and with its law."""

from typing import Final

from scoring.values import Risk, Strain

# Law 1: games that win the rubber. Law 2: trick points that win a game. Law 11: for winning the rubber.
GAMES_IN_RUBBER: Final = 2
GAME: Final = 30
RUBBER: Final = 250

# Law 4: each trick over six once the contract is made. ROYALS and SPADES are the same cards at two prices.
TRICK_VALUE: Final = {
    Strain.SPADES: 2,
    Strain.CLUBS: 6,
    Strain.DIAMONDS: 7,
    Strain.HEARTS: 8,
    Strain.ROYALS: 9,
    Strain.NOTRUMP: 10,
}
# From June 1915 there was one spade suit, at the price of royals.
ONE_SPADE_SUIT: Final = TRICK_VALUE | {Strain.SPADES: TRICK_VALUE[Strain.ROYALS]}

# Law 47: each undertrick. Law 48: the most that the dealer's opening one spade loses, unless redoubled.
UNDERTRICK: Final = {Risk.UNDOUBLED: 50, Risk.DOUBLED: 100, Risk.REDOUBLED: 200}
ONE_SPADE_LIMIT: Final = 100
# Law 56: for making the contract, and once more for each trick over it.
INSULT: Final = {Risk.DOUBLED: 50, Risk.REDOUBLED: 100}

# Law 6, in trick values: honours of a side by how many, held between partners or in one hand.
HONOURS_BETWEEN: Final = {3: 2, 4: 4, 5: 5}
HONOURS_IN_ONE_HAND: Final = {4: 8, 5: 10}
FOUR_AND_FIFTH_WITH_PARTNER: Final = 9
# Law 6, in points: aces at no-trump.
ACES_BETWEEN: Final = {3: 30, 4: 40}
ACES_IN_ONE_HAND: Final = {4: 100}
# Law 9, in trick values: by how many hands of a side were void of trumps.
CHICANE: Final = {1: 2, 2: 4}

# Laws 7 and 8: by tricks won in play, and by the value of the rule "slams".
SLAMS: Final = {"20-40": {12: 20, 13: 40}, "50-100": {12: 50, 13: 100}}

# Law 84: the tricks a declarer may take for the adversaries' first revoke; points for each after a side's first.
# The points for a first revoke are a house choice of 150 or 100.
REVOKE_TRICKS: Final = 3
FURTHER_REVOKE: Final = 100
