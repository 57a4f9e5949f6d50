"""Every Chicago example of the collection, by its id; "We" are North-South, and North deals first."""

from scoring import SYSTEMS, Kind
from tests.scoring.worked_examples import SIDES, deal_of, of_kind, points

CHICAGO = SYSTEMS["chicago"]
KINDS = {
    "odd_tricks": Kind.TRICKS,
    "overtricks": Kind.OVERTRICKS,
    "insult": Kind.INSULT,
    "slam": Kind.SLAM,
    "undertricks": Kind.UNDERTRICKS,
    "game": Kind.GAME,
    "honors": Kind.HONOURS,
}


def rules_of(profile):
    partscores, schedule, honours = profile.split("/")
    return CHICAGO.rules(
        {
            "partscores": {"laws": "carry", "duplicate": "duplicate"}[partscores],
            "vulnerable": {"dealer-vul": "dealer", "nondealer-vul": "defenders"}[
                schedule
            ],
            "honours": {"honors-on": "on", "honors-off": "off"}[honours],
        }
    )


@of_kind("four-deals", "chicago")
def test_four_deals(example):
    rules, expected = rules_of(example["profile"]), example["expected"]
    deals = [deal_of(entry) for entry in example["deals"]]
    sheet = CHICAGO.fold(deals, rules=rules)

    for scored, entry in zip(sheet.deals, example["deals"], strict=True):
        assert scored.dealer.side is SIDES[entry["dealer_side"]]
    played = [scored for scored in sheet.deals if not scored.deal.is_passed_out]
    for scored, wanted in zip(played, expected["per_deal"], strict=True):
        assert {
            name: side in scored.vulnerable for name, side in SIDES.items()
        } == wanted["vulnerable"]
        for where in ("below", "above"):
            assert {
                name: points(scored.lines, where, side) for name, side in SIDES.items()
            } == wanted[where]
        upto = CHICAGO.fold(deals[: scored.number], rules=rules)
        assert {name: upto.partscore[side] for name, side in SIDES.items()} == wanted[
            "leg_after"
        ]
        assert breakdown(scored.lines) == {
            name: value for name, value in named(wanted["breakdown"]).items() if value
        }

    assert sheet.state == ("complete" if example["finished"] else "open")
    assert sheet.closing == ()
    assert {name: sheet.totals[side].total for name, side in SIDES.items()} == expected[
        "totals"
    ]
    assert sheet.margin == expected["margin"]["points"]
    assert sheet.winner == (
        SIDES[expected["margin"]["side"]] if example["finished"] else None
    )


def named(parts):
    return {
        ("partscore" if name == "fourth-deal partscore" else name): value
        for name, value in parts.items()
    }


def breakdown(lines):
    names = {kind: name for name, kind in KINDS.items()} | {Kind.PARTSCORE: "partscore"}
    return {names[line.kind]: line.points for line in lines}


def test_all_chicago_examples_are_here():
    ids = [param.id for param in test_four_deals.pytestmark[0].args[1]]
    assert [name.partition("-")[0] for name in ids] == [
        "C02",
        "C02b",
        "C04",
        "C06",
        "C07",
        "C08",
        "C09",
        "C10",
    ]
