"""Every figure of the contract scoring table, written here by hand and compared with the computed score."""

import pytest

from scoring import Contract, Kind, Risk, Side, Strain, parse_deal
from scoring.contract_deal import deal_lines
from tests.scoring.table_talk import contract_lines

COLUMNS = [(risk, vulnerable) for vulnerable in (False, True) for risk in Risk]

MINOR = [
    (20, 40, 80),
    (40, 80, 160),
    (60, 120, 240),
    (80, 160, 320),
    (100, 200, 400),
    (120, 240, 480),
    (140, 280, 560),
]
MAJOR = [
    (30, 60, 120),
    (60, 120, 240),
    (90, 180, 360),
    (120, 240, 480),
    (150, 300, 600),
    (180, 360, 720),
    (210, 420, 840),
]
NOTRUMP = [
    (40, 80, 160),
    (70, 140, 280),
    (100, 200, 400),
    (130, 260, 520),
    (160, 320, 640),
    (190, 380, 760),
    (220, 440, 880),
]
# By level, then by risk.
TRICK_POINTS = {
    "C": MINOR,
    "D": MINOR,
    "H": MAJOR,
    "S": MAJOR,
    "NT": NOTRUMP,
}

# Down 1, 2, 3 … 13. Columns: not vulnerable undoubled, doubled, redoubled; vulnerable undoubled, doubled, redoubled.
UNDERTRICKS = [
    (50, 100, 200, 100, 200, 400),
    (100, 300, 600, 200, 500, 1000),
    (150, 500, 1000, 300, 800, 1600),
    (200, 800, 1600, 400, 1100, 2200),
    (250, 1100, 2200, 500, 1400, 2800),
    (300, 1400, 2800, 600, 1700, 3400),
    (350, 1700, 3400, 700, 2000, 4000),
    (400, 2000, 4000, 800, 2300, 4600),
    (450, 2300, 4600, 900, 2600, 5200),
    (500, 2600, 5200, 1000, 2900, 5800),
    (550, 2900, 5800, 1100, 3200, 6400),
    (600, 3200, 6400, 1200, 3500, 7000),
    (650, 3500, 7000, 1300, 3800, 7600),
]
OVERTRICK = {  # one overtrick, by strain and the six columns
    "C": (20, 100, 200, 20, 200, 400),
    "D": (20, 100, 200, 20, 200, 400),
    "H": (30, 100, 200, 30, 200, 400),
    "S": (30, 100, 200, 30, 200, 400),
    "NT": (30, 100, 200, 30, 200, 400),
}
INSULT = (0, 50, 100, 0, 50, 100)
SLAM = {6: (500, 500, 500, 750, 750, 750), 7: (1000, 1000, 1000, 1500, 1500, 1500)}


def points(contract, tricks, vulnerable, kind, side=Side.NS):
    lines = contract_lines(contract, Side.NS, tricks, vulnerable)
    return sum(line.points for line in lines if line.kind is kind and line.side is side)


@pytest.mark.parametrize("strain", TRICK_POINTS)
@pytest.mark.parametrize("level", range(1, 8))
def test_odd_tricks_bid_and_made_score_below_the_line(strain, level):
    for risk, expected in zip(Risk, TRICK_POINTS[strain][level - 1], strict=True):
        contract = Contract(level, Strain(strain), risk)
        for vulnerable in (False, True):
            for tricks in range(contract.tricks_needed, 14):
                assert points(contract, tricks, vulnerable, Kind.TRICKS) == expected
                below = [
                    line
                    for line in contract_lines(contract, Side.NS, tricks, vulnerable)
                    if line.where == "below"
                ]
                assert [line.kind for line in below] == [Kind.TRICKS]


@pytest.mark.parametrize("strain", OVERTRICK)
@pytest.mark.parametrize("column", range(6))
def test_each_overtrick_counts_alike(strain, column):
    risk, vulnerable = COLUMNS[column]
    for level in range(1, 8):
        contract = Contract(level, Strain(strain), risk)
        for over in range(14 - contract.tricks_needed):
            scored = points(
                contract, contract.tricks_needed + over, vulnerable, Kind.OVERTRICKS
            )
            assert scored == over * OVERTRICK[strain][column]


@pytest.mark.parametrize("column", range(6))
def test_making_a_doubled_contract_earns_the_insult(column):
    risk, vulnerable = COLUMNS[column]
    for strain in TRICK_POINTS:
        for level in range(1, 8):
            contract = Contract(level, Strain(strain), risk)
            for tricks in range(contract.tricks_needed, 14):
                assert (
                    points(contract, tricks, vulnerable, Kind.INSULT) == INSULT[column]
                )


@pytest.mark.parametrize("column", range(6))
def test_a_slam_premium_needs_the_slam_bid_and_made(column):
    risk, vulnerable = COLUMNS[column]
    for strain in TRICK_POINTS:
        for level in range(1, 8):
            contract = Contract(level, Strain(strain), risk)
            expected = SLAM[level][column] if level in SLAM else 0
            for tricks in range(contract.tricks_needed, 14):
                assert points(contract, tricks, vulnerable, Kind.SLAM) == expected


@pytest.mark.parametrize("down", range(1, 14))
@pytest.mark.parametrize("column", range(6))
def test_undertricks_go_to_the_defenders(down, column):
    risk, vulnerable = COLUMNS[column]
    for strain in TRICK_POINTS:
        for level in range(max(1, down - 6), 8):
            contract = Contract(level, Strain(strain), risk)
            lines = contract_lines(
                contract, Side.NS, contract.tricks_needed - down, vulnerable
            )
            assert [
                (line.side, line.where, line.points, line.kind) for line in lines
            ] == [(Side.EW, "above", UNDERTRICKS[down - 1][column], Kind.UNDERTRICKS)]


def test_the_figures_of_a_deal_stand_in_the_order_they_are_written():
    lines = contract_lines(Contract(6, Strain.HEARTS, Risk.DOUBLED), Side.EW, 13, True)
    assert [(line.kind.value, line.points) for line in lines] == [
        ("tricks", 360),
        ("overtricks", 200),
        ("insult", 50),
        ("slam", 750),
    ]
    assert {line.side for line in lines} == {Side.EW}


def added_up(text):
    """The value of the sum at the end of a sentence such as "…: 30 + 20 = 50."; a single figure is its own value."""
    shown = text.removesuffix(".").rpartition(": ")[2].partition(" = ")[0]
    return eval(shown.replace("×", "*"))


def test_every_figure_has_a_law_and_a_sentence_that_ends_with_its_sum():
    for strain in TRICK_POINTS:
        for level in range(1, 8):
            for risk, vulnerable in COLUMNS:
                for tricks in range(14):
                    for line in contract_lines(
                        Contract(level, Strain(strain), risk),
                        Side.NS,
                        tricks,
                        vulnerable,
                    ):
                        assert line.law == "Law 72, scoring table"
                        assert line.text.endswith(f" {line.points}.")
                        assert added_up(line.text) == line.points


INSULTED = "For making a doubled contract: 50."


@pytest.mark.parametrize(
    ("line", "vulnerable", "texts"),
    [
        ("1ntn=", False, ["1NT bid and made: 40."]),
        ("2ntn=", False, ["2NT bid and made: 40 + 30 = 70."]),
        ("3ntn=", False, ["3NT bid and made: 40 + 2 × 30 = 100."]),
        ("1ntxn=", False, ["1NT doubled bid and made: 40 × 2 = 80.", INSULTED]),
        (
            "3ntxn=",
            True,
            ["3NT doubled bid and made: (40 + 2 × 30) × 2 = 200.", INSULTED],
        ),
        (
            "2hn+2",
            False,
            ["2♥ bid and made: 2 × 30 = 60.", "Two overtricks at 30 each: 60."],
        ),
        ("1cn+1", False, ["1♣ bid and made: 20.", "One overtrick: 20."]),
        (
            "2cxn+1",
            True,
            [
                "2♣ doubled bid and made: 2 × 20 × 2 = 80.",
                "One overtrick, doubled, vulnerable: 200.",
                INSULTED,
            ],
        ),
        (
            "6sn=",
            True,
            [
                "6♠ bid and made: 6 × 30 = 180.",
                "Small slam bid and made, vulnerable: 750.",
            ],
        ),
        (
            "7sn=",
            False,
            [
                "7♠ bid and made: 7 × 30 = 210.",
                "Grand slam bid and made, not vulnerable: 1000.",
            ],
        ),
        (
            "4sxn-4",
            False,
            ["Four undertricks, doubled, not vulnerable: 100 + 2 × 200 + 300 = 800."],
        ),
        ("4sn-1", True, ["One undertrick, vulnerable: 100."]),
        ("4sn-2", True, ["Two undertricks, vulnerable: 2 × 100 = 200."]),
        (
            "4sxxn-3",
            True,
            ["Three undertricks, redoubled, vulnerable: 400 + 2 × 600 = 1600."],
        ),
    ],
)
def test_the_sentence_shows_the_sum(line, vulnerable, texts):
    assert [scored.text for scored in deal_lines(parse_deal(line), vulnerable)] == texts


def test_honours_score_unless_they_are_left_out():
    deal = parse_deal("4sn= h4n")
    assert [line.points for line in deal_lines(deal, False)] == [120, 100]
    assert [line.points for line in deal_lines(deal, False, honours=False)] == [120]
