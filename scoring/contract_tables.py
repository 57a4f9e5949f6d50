"""The scoring table of contract bridge, in points: every figure once, with its law.

A pair of figures is one figure for a side that is not vulnerable, then one for a side that is vulnerable.
"""

from typing import Final

from scoring.said import said
from scoring.values import Risk, Strain

TABLE: Final = said("Law {number}, scoring table", number=72)
LAW_OF_RUBBER: Final = said("Law {number}", number=74)
LAW_OF_UNFINISHED: Final = said("Law {number}", number=80)
LAW_OF_FOUR_DEALS: Final = said("Four-deal bridge")
LAW_OF_DUPLICATE: Final = said("Law {number} of duplicate bridge", number=77)

# Trick points for each odd trick bid and made, undoubled.
TRICK_VALUE: Final = {
    Strain.CLUBS: 20,
    Strain.DIAMONDS: 20,
    Strain.HEARTS: 30,
    Strain.SPADES: 30,
    Strain.NOTRUMP: 30,
}
# The first odd trick at no-trump counts 40, which is 10 more than each further one.
FIRST_NOTRUMP_TRICK_EXTRA: Final = 10

# Premiums for each overtrick when doubled; undoubled an overtrick counts its trick value.
OVERTRICK: Final = {Risk.DOUBLED: (100, 200), Risk.REDOUBLED: (200, 400)}
# For making a doubled or redoubled contract, at any vulnerability.
INSULT: Final = {Risk.DOUBLED: 50, Risk.REDOUBLED: 100}
# Slams bid and made, by level.
SLAM: Final = {6: (500, 750), 7: (1000, 1500)}

# Undertricks: the first, each of the second and third, each from the fourth on.
UNDERTRICKS: Final = {
    Risk.UNDOUBLED: ((50, 50, 50), (100, 100, 100)),
    Risk.DOUBLED: ((100, 200, 300), (200, 300, 300)),
    Risk.REDOUBLED: ((200, 400, 600), (400, 600, 600)),
}

# Honours in one hand, by how many: trump honours, and aces at no-trump.
TRUMP_HONOURS: Final = {4: 100, 5: 150}
NOTRUMP_ACES: Final = {4: 150}

# Law 73: trick points that win a game. Law 74: games that end a rubber and the premium by the losers' games.
GAME: Final = 100
GAMES_IN_RUBBER: Final = 2
RUBBER: Final = (700, 500)
# Law 80: the only game completed. The only partscore is a house choice of 100 or 50.
UNFINISHED_GAME: Final = 300

# Where each deal has its own premiums, in four-deal and in duplicate bridge: a game, and a partscore in duplicate.
GAME_PREMIUM: Final = (300, 500)
PARTSCORE_PREMIUM: Final = 50
# Four-deal bridge: a partscore made on the fourth deal that completes no game.
DEALS_IN_WHEEL: Final = 4
FOURTH_DEAL_PARTSCORE: Final = 100
