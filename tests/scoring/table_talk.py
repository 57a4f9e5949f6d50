"""Helpers that write and read rubbers in short form."""

from scoring import SYSTEMS, Deal, Kind, Seat, fold, parse_deal
from scoring.contract_deal import deal_lines

# They win the rubber and We the money (N-S are We).
NINE_DEALS = (
    "2hs+2",
    "4sxw-2",
    "3nte+1",
    "3se=",
    "2dw-2",
    "6hxn+1",
    "1ntw+1",
    "3cn=",
    "3he=",
)
# A wheel: a partscore carried, wiped by a game, and one on the fourth deal.
WHEEL = ("2ss=", "1ntw+1", "2cn=", "3dw=")


def rubber(*lines, **options):
    """The sheet of a rubber that is written in quick notation."""
    return fold([parse_deal(line) for line in lines], **options)


def contract_lines(contract, side, tricks, vulnerable):
    """The score lines of one result by itself."""
    return deal_lines(Deal(contract, side.seats[0], tricks), vulnerable)


def figures(scored):
    """The side, place and points of each line of a scored deal."""
    return [(line.side.value, line.where.value, line.points) for line in scored.lines]


def closing(sheet):
    """The side, kind and points of each closing line of a sheet."""
    return [(line.side.value, line.kind.value, line.points) for line in sheet.closing]


def totals(sheet):
    """The total of North-South and the total of East-West."""
    return sheet.totals["NS"].total, sheet.totals["EW"].total


def wheel(*lines, dealer=Seat.NORTH, unfinished=False, **rules):
    """The sheet of a Chicago wheel that is written in quick notation, scored by these rules."""
    return rubber(
        *lines,
        system="chicago",
        rules=SYSTEMS["chicago"].rules(rules),
        dealer=dealer,
        unfinished=unfinished,
    )


def premiums(sheet):
    """The deal number, side, kind and points of each premium for a game or a partscore."""
    kinds = (Kind.GAME, Kind.PARTSCORE)
    lines = [
        (scored.number, line)
        for scored in sheet.deals
        for line in scored.lines
        if line.kind in kinds
    ]
    return [
        (number, line.side.value, line.kind.value, line.points)
        for number, line in lines
    ]
