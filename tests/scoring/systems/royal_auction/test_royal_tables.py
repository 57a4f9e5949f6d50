"""Every figure of the code of 1912, written here by hand and compared with the computed score."""

from itertools import product

import pytest

from scoring import Contract, Deal, Kind, Risk, Seat, Side, Strain
from tests.scoring.royal_talk import ROYAL, figures, texts

# Odd tricks 1 to 7, undoubled.
TRICKS = {
    "S": (2, 4, 6, 8, 10, 12, 14),
    "C": (6, 12, 18, 24, 30, 36, 42),
    "D": (7, 14, 21, 28, 35, 42, 49),
    "H": (8, 16, 24, 32, 40, 48, 56),
    "R": (9, 18, 27, 36, 45, 54, 63),
    "NT": (10, 20, 30, 40, 50, 60, 70),
}
TIMES = {Risk.UNDOUBLED: 1, Risk.DOUBLED: 2, Risk.REDOUBLED: 4}
# For making it, with 1 trick over, with 2 …
INSULT = {
    Risk.UNDOUBLED: (0, 0, 0, 0, 0, 0, 0),
    Risk.DOUBLED: (50, 100, 150, 200, 250, 300, 350),
    Risk.REDOUBLED: (100, 200, 300, 400, 500, 600, 700),
}
# Down 1 to 13.
UNDERTRICKS = {
    Risk.UNDOUBLED: (50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650),
    Risk.DOUBLED: (100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300),
    Risk.REDOUBLED: (
        200,
        400,
        600,
        800,
        1000,
        1200,
        1400,
        1600,
        1800,
        2000,
        2200,
        2400,
        2600,
    ),
}
# Three honours, four, five; four in one hand, four and the fifth with partner, five in one hand.
HONOURS = {
    "S": (4, 8, 10, 16, 18, 20),
    "C": (12, 24, 30, 48, 54, 60),
    "D": (14, 28, 35, 56, 63, 70),
    "H": (16, 32, 40, 64, 72, 80),
    "R": (18, 36, 45, 72, 81, 90),
}
COLUMN = {
    (3, 0): 0,
    (2, 1): 0,
    (3, 1): 1,
    (2, 2): 1,
    (3, 2): 2,
    (4, 0): 3,
    (4, 1): 4,
    (5, 0): 5,
}
ACES = {(3, 0): 30, (2, 1): 30, (3, 1): 40, (2, 2): 40, (4, 0): 100}
# One void hand, two.
CHICANE = {
    "S": (4, 8),
    "C": (12, 24),
    "D": (14, 28),
    "H": (16, 32),
    "R": (18, 36),
}


def expected_result(level, strain, risk, tricks):
    """The expected lines of a result: points below, insult and undertricks, and the slam for the side that wins it."""
    over = tricks - 6 - level
    below = TRICKS[strain][tricks - 7] * TIMES[risk] if over >= 0 else 0
    insult = INSULT[risk][over] if over >= 0 else 0
    down = UNDERTRICKS[risk][-over - 1] if over < 0 else 0
    slam = {13: ("NS", 40), 12: ("NS", 20), 1: ("EW", 20), 0: ("EW", 40)}.get(tricks)
    return [
        ("NS", "tricks", below),
        ("NS", "insult", insult),
        ("EW", "undertricks", down),
    ], slam


@pytest.mark.parametrize("strain", TRICKS)
@pytest.mark.parametrize("risk", Risk)
def test_all_results(strain, risk):
    for level, tricks in product(range(1, 8), range(14)):
        deal = Deal(Contract(level, Strain(strain), risk), Seat.SOUTH, tricks)
        result, slam = expected_result(level, strain, risk, tricks)
        expected = [line for line in result if line[2]] + (
            [(slam[0], "slam", slam[1])] if slam else []
        )
        lines = ROYAL.score_deal(deal).lines
        assert [(line.side, line.kind, line.points) for line in lines] == expected
        assert all(
            (line.where == "below") == (line.kind is Kind.TRICKS) for line in lines
        )


def spread(count):
    """Every way in which four hands can hold `count` cards, as four counts."""
    return [held for held in product(range(count + 1), repeat=4) if sum(held) == count]


@pytest.mark.parametrize("strain", HONOURS)
@pytest.mark.parametrize("tricks", [7, 6])
def test_every_holding_of_honours(strain, tricks):
    for held in spread(5):
        deal = Deal(
            Contract(1, Strain(strain), Risk.DOUBLED),
            Seat.NORTH,
            tricks,
            tuple(zip(Seat, held, strict=True)),
        )
        lines = [
            line for line in ROYAL.score_deal(deal).lines if line.kind is Kind.HONOURS
        ]
        pairs = {Side.NS: (held[0], held[2]), Side.EW: (held[1], held[3])}
        (holder,) = [side for side, pair in pairs.items() if sum(pair) >= 3]
        worth = HONOURS[strain][COLUMN[tuple(sorted(pairs[holder], reverse=True))]]
        assert [(line.side, line.where, line.points) for line in lines] == [
            (holder, "above", worth)
        ]


def test_every_holding_of_aces():
    for held in spread(4):
        deal = Deal(
            Contract(1, Strain.NOTRUMP),
            Seat.NORTH,
            7,
            tuple(zip(Seat, held, strict=True)),
        )
        lines = [
            line for line in ROYAL.score_deal(deal).lines if line.kind is Kind.HONOURS
        ]
        pairs = {Side.NS: (held[0], held[2]), Side.EW: (held[1], held[3])}
        expected = [
            (side, ACES[tuple(sorted(pair, reverse=True))])
            for side, pair in pairs.items()
            if sum(pair) >= 3
        ]
        assert [(line.side, line.points) for line in lines] == expected


@pytest.mark.parametrize("strain", CHICANE)
def test_chicane(strain):
    one, both = CHICANE[strain]
    assert figures(f"1{strain}n= h3n h2e vs")[2:] == [("NS", "chicane", one)]
    assert figures(f"1{strain}n= h3n h2e vw")[2:] == [("NS", "chicane", -one)]
    assert figures(f"1{strain}n= h3n h2s ve vw")[2:] == [("NS", "chicane", -both)]
    assert figures(f"1{strain}n= h3n h2e vs vw")[2:] == [
        ("NS", "chicane", one),
        ("NS", "chicane", -one),
    ]
    assert figures(f"1{strain}n= h5n ve vw vs")[2:] == [
        ("NS", "chicane", one),
        ("NS", "chicane", -both),
    ]


def test_chicane_never_takes_more_than_the_honours():
    for strain, (strain_one, strain_both) in CHICANE.items():
        assert HONOURS[strain][0] >= strain_one
        assert (
            min(HONOURS[strain][2], HONOURS[strain][4], HONOURS[strain][5])
            > strain_both
        )


MADE = "For making a doubled contract"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1dn=", [("Law 4", "1♦ made, one odd trick: 7.")]),
        ("1dn+2", [("Law 4", "1♦ made, three odd tricks: 3 × 7 = 21.")]),
        (
            "2rxn=",
            [
                ("Law 53", "2 royals doubled made, two odd tricks: 2 × 9 × 2 = 36."),
                ("Law 56", f"{MADE}: 50."),
            ],
        ),
        (
            "1cxn+1",
            [
                ("Law 53", "1♣ doubled made, two odd tricks: 2 × 6 × 2 = 24."),
                ("Law 56", f"{MADE} with one trick over: 50 + 50 = 100."),
            ],
        ),
        (
            "1cxxn+2",
            [
                ("Law 53", "1♣ redoubled made, three odd tricks: 3 × 6 × 4 = 72."),
                (
                    "Law 56",
                    "For making a redoubled contract with two tricks over: 100 + 2 × 100 = 300.",
                ),
            ],
        ),
        (
            "3hxn+2 t3ns !ew",
            [
                (
                    "Law 53",
                    "3♥ doubled made, five odd tricks with three tricks taken for the revoke: 5 × 8 × 2 = 80.",
                )
            ],
        ),
        ("3hn-1", [("Law 47", "One undertrick: 50.")]),
        ("1sn-2", [("Law 47", "Two undertricks: 2 × 50 = 100.")]),
        ("3hxxn-2", [("Law 47", "Two undertricks, redoubled: 2 × 200 = 400.")]),
        (
            "1sn-4",
            [
                (
                    "Law 48",
                    "Four undertricks: 4 × 50 = 200, but the dealer’s opening one spade loses at most 100.",
                )
            ],
        ),
        (
            "6nte=",
            [
                ("Law 4", "6NT made, six odd tricks: 6 × 10 = 60."),
                ("Law 8", "Little slam, twelve tricks: 20."),
            ],
        ),
        (
            "7nte=",
            [
                ("Law 4", "7NT made, seven odd tricks: 7 × 10 = 70."),
                ("Law 7", "Slam, all thirteen tricks: 40."),
            ],
        ),
        (
            "3hn-1 !ew",
            [("Law 84", "East-West revoked and score only honours and chicane: 150.")],
        ),
        (
            "3hn-1 !ew !ew !ew",
            [
                (
                    "Law 84",
                    "East-West revoked and score only honours and chicane: 150.",
                ),
                ("Law 84", "East-West revoked two times more: 2 × 100 = 200."),
            ],
        ),
        ("3hn= !ns !ew !ew", [("Law 89", "East-West revoked once more: 100.")]),
    ],
)
def test_the_sentence_names_its_law_and_shows_the_sum(line, expected):
    assert texts(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "1hn-1 h2n h1s h2e",
            [("Law 6", "North-South held three honours between them: 2 × 8 = 16.")],
        ),
        ("1hn-1 h3n h2e", [("Law 6", "North-South held three honours: 2 × 8 = 16.")]),
        (
            "1hn-1 h2e h2w h1s",
            [("Law 6", "East-West held four honours between them: 4 × 8 = 32.")],
        ),
        (
            "1hn-1 h3e h2w",
            [("Law 6", "East-West held all five honours between them: 5 × 8 = 40.")],
        ),
        (
            "1hn-1 h4e h1s",
            [("Law 6", "East-West held four honours in one hand: 8 × 8 = 64.")],
        ),
        (
            "1hn-1 h4e h1w",
            [
                (
                    "Law 6",
                    "East-West held four honours in one hand and the fifth in the other: 9 × 8 = 72.",
                )
            ],
        ),
        (
            "1hn-1 h5e",
            [("Law 6", "East-West held all five honours in one hand: 10 × 8 = 80.")],
        ),
        (
            "1ntn-1 h2n h1s h1e",
            [("Law 6", "North-South held three aces between them at no-trump: 30.")],
        ),
        (
            "1ntn-1 h4s",
            [("Law 6", "North-South held four aces in one hand at no-trump: 100.")],
        ),
        (
            "1hn-1 h4s h1w vn ve",
            [
                ("Law 6", "North-South held four honours in one hand: 8 × 8 = 64."),
                (
                    "Law 9",
                    "Chicane, North without a trump, added to the honours of North-South: 2 × 8 = 16.",
                ),
                (
                    "Law 9",
                    "Chicane, East without a trump, taken off the honours of North-South: −2 × 8 = −16.",
                ),
            ],
        ),
        (
            "1hn-1 h4s h1n ve vw",
            [
                (
                    "Law 6",
                    "North-South held four honours in one hand and the fifth in the other: 9 × 8 = 72.",
                ),
                (
                    "Law 9",
                    "Double chicane, East and West without a trump, taken off the honours of North-South: "
                    "−4 × 8 = −32.",
                ),
            ],
        ),
    ],
)
def test_the_sentences_of_honours_and_chicane(line, expected):
    assert texts(line)[1:] == expected
