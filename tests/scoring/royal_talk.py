"""Helpers that write and read royal auction in short form."""

from scoring import SYSTEMS, Seat, parse_deal

ROYAL = SYSTEMS["royal"]

# The rubber that Milton Work printed in 1913 to show the new score-sheet: its figures, from deals that give them.
# North-South are We; they win 1033 to 621.
WORK_1913 = (
    "2HN= h2N h2S h1E",
    "2RE= h4E h1N",
    "4NTE-2 h2E h1W h1N",
    "3NTN+3 h2N h2S",
    "3RE= h2E h1W h1N h1S",
    "3HXE-2 h2N h1S h2E",
    "2NTN= h2N h1S h1E",
    "4HE+2 h2E h2W h1N",
    "3HXN-2 h4N h1E",
    "4RN-2 h2N h2S h1E",
    "3HE= h2E h2W h1N",
    "2DN+1 h4N h1E",
    "4RN= h2N h2S h1E",
)


def royal(*lines, rules=None, dealer=Seat.NORTH, unfinished=False):
    """The sheet of a rubber of royal auction that is written in quick notation."""
    deals = [parse_deal(line, royals=True) for line in lines]
    return ROYAL.fold(
        deals, rules=ROYAL.rules(rules or {}), dealer=dealer, unfinished=unfinished
    )


def scored(line, dealer=Seat.NORTH, **rules):
    """One deal of royal auction, scored by itself."""
    return ROYAL.score_deal(
        parse_deal(line, royals=True), rules=ROYAL.rules(rules), dealer=dealer
    )


def figures(line, dealer=Seat.NORTH, **rules):
    """The side, kind and points of each line of one scored deal."""
    return [
        (got.side.value, got.kind.value, got.points)
        for got in scored(line, dealer, **rules).lines
    ]


def texts(line, dealer=Seat.NORTH, **rules):
    """The law and the sentence of each line of one scored deal."""
    return [(got.law, got.text) for got in scored(line, dealer, **rules).lines]
