"""The CSV tables of an archive (deals, rubbers, ledger, standings, audit) agree with the sheets and each other."""

from collections import defaultdict
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubscore.ledger.models import Unit
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.rubbers.history.fingerprint import fingerprint_of
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.settlements.open_bookings import seen_as, to_settle
from clubscore.settlements.period import SettlementPeriod
from clubscore.settlements.services import settle
from scoring import Seat, Side
from tests.archive.history import STRANGE_NAMES
from tests.archive.zips import packed, table
from tests.factories import NOON, agreed_rubber, member, rubber_in_play
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.landing]


def of(rubber, lines):
    return [line for line in lines if line["rubber_id"] == str(rubber.pk)]


def points(lines, side):
    return sum(
        int(line[f"{where}_{side}"] or 0)
        for line in lines
        for where in ("below", "above", "premium")
    )


def test_the_deals_of_a_rubber_add_up_to_its_totals(history):
    archive = packed()
    deals = table(archive, "deals.csv")
    for line in table(archive, "rubbers.csv"):
        rubber = Rubber.objects.get(pk=line["rubber_id"])
        totals, current = (
            load(rubber.pk).sheet.totals,
            [deal for deal in of(rubber, deals) if deal["is_current"] == "1"],
        )
        for side in Side:
            assert (
                points(current, side.lower())
                == totals[side].total
                == int(line[f"total_{side.lower()}"])
            )
        assert line["margin_exact"] == str(load(rubber.pk).sheet.margin)


def test_every_version_is_there_and_the_tricks_are_those_that_were_played(history):
    deals = table(packed(), "deals.csv")
    assert len(deals) == Deal.objects.count()
    first, struck, second = (
        of(history["unfinished"], deals)[:1] + of(history["unfinished"], deals)[2:]
    )
    assert [
        (line["deal_no"], line["version"], line["is_current"])
        for line in (first, struck, second)
    ] == [
        ("1", "1", "1"),
        ("2", "2", "0"),
        ("2", "3", "1"),
    ]
    assert (struck["is_struck"], struck["below_ns"], struck["reason"]) == (
        "1",
        "",
        "Undone",
    )
    revoked = of(history["substituted"], deals)[1]
    played = [
        revoked[name]
        for name in ("tricks_played", "tricks_transferred_to_declarer", "tricks_scored")
    ]
    assert played == ["10", "1", "11"]
    assert (revoked["honours_holder_seat"], revoked["honours_points"]) == ("W", "150")
    assert revoked["note"] == "Revoked, “twice”"


def test_nine_deals_stand_as_on_paper():
    agreed_rubber()
    deals = table(packed(), "deals.csv")
    assert [
        line["dealer"] + line["declarer_seat"] + line["level"] + line["strain"]
        for line in deals
    ] == [
        *("NS2H", "EW4S", "SE3NT", "WE3S", "NW2D", "EN6H", "SW1NT", "WN3C", "NE3H"),
    ]
    last = deals[-1]
    assert (last["vul_we"], last["vul_they"], last["game_no"], last["ends_game"]) == (
        "1",
        "1",
        "3",
        "EW",
    )
    assert (last["premium_ns"], last["premium_ew"], last["ends_rubber"]) == (
        "0",
        "500",
        "1",
    )
    assert [line["ends_rubber"] for line in deals[:-1]] == ["0"] * 8


def test_a_deal_passed_out_has_no_contract(history):
    passed = of(history["chicago"], table(packed(), "deals.csv"))[0]
    assert (
        passed["passed_out"],
        passed["level"],
        passed["tricks_scored"],
        passed["below_ns"],
    ) == ("1", "", "", "0")


def test_whoever_sat_there_then_is_the_declarer(history):
    second = of(history["substituted"], table(packed(), "deals.csv"))[1]
    assert second["declarer_id"] == str(Member.objects.get(name="Ben").pk)
    (rubber,) = of(history["substituted"], table(packed(), "rubbers.csv"))
    assert rubber["e_id"] == str(Member.objects.get(name="Ines").pk)


def test_a_rubber_begun_after_midnight_is_of_the_evening_before():
    late = rubber_in_play()
    rewrite(
        Rubber.objects.filter(pk=late.pk),
        started_at=NOON + timedelta(hours=12, minutes=30),
    )
    (line,) = table(packed(), "rubbers.csv")
    assert (line["session_date"], line["started_at"]) == (
        "2026-11-21",
        "2026-11-22T00:30:00+00:00",
    )


def test_a_rubber_has_its_result_its_season_and_its_fingerprint(history):
    lines = table(packed(), "rubbers.csv")
    rows = {key: of(rubber, lines)[0] for key, rubber in history.items()}
    assert [rows[key]["game_type"] for key in ("corrected", "chicago", "royal")] == [
        "rubber",
        "chicago",
        "auction",
    ]
    assert (
        rows["unfinished"]["unfinished"],
        rows["unfinished"]["unfinished_reason"],
    ) == ("1", "'-Fire alarm")
    assert (
        rows["in play"]["ended_at"],
        rows["in play"]["fingerprint"],
        rows["in play"]["season"],
    ) == ("", "", "")
    assert rows["corrected"]["season"] == "Season 2026"
    assert rows["corrected"]["session_date"] == "2026-11-21"
    for key in ("corrected", "unfinished", "royal"):
        assert rows[key]["fingerprint"] == fingerprint_of(load(history[key].pk))
    margin = int(rows["corrected"]["margin_exact"])
    assert int(rows["corrected"]["margin_posted"]) == (margin + 50) // 100 * 100


def test_every_transaction_in_the_ledger_sums_to_zero_and_names_what_it_takes_back(
    history,
):
    lines = table(packed(), "ledger.csv")
    sums: dict[str, int] = defaultdict(int)
    for line in lines:
        sums[f"{line['rubber_id']} {line['posted_at']}"] += int(line["points"])
        assert len(line["counter_ids"].split(";")) == 2
        assert line["partner_id"]
    assert set(sums.values()) == {0}
    entries = {line["entry_id"]: line for line in lines}
    taken_back = [line for line in lines if line["reverses_entry_id"]]
    assert len(taken_back) == 4
    for line in taken_back:
        earlier = entries[line["reverses_entry_id"]]
        assert (line["member_id"], int(line["points"])) == (
            earlier["member_id"],
            -int(earlier["points"]),
        )


def test_the_audit_is_the_one_of_the_office_and_whole(history):
    actions = {line["action"] for line in table(packed(), "audit.csv")}
    assert actions >= {
        "deal.recorded",
        "deal.struck",
        "rubber.reopened",
        "transaction.reversed",
        "season.closed",
    }


def test_the_payments_of_settlements_are_there(history):
    year = SettlementPeriod(date(2026, 1, 1), date(2026, 12, 31))
    seen = seen_as(to_settle(year, Unit.POINTS).values_list("pk", flat=True))
    settlement = settle(
        period=year,
        unit=Unit.POINTS,
        seen=seen,
        by=member("Sam", role=Role.ADMIN),
        now=NOON,
    )
    lines = table(packed(), "settlements.csv")
    assert [int(line["amount"]) for line in lines] == [
        transfer.amount for transfer in settlement.transfers.all()
    ]


def test_the_standings_are_those_of_every_season_and_game(history):
    lines = table(packed(), "standings.csv")
    assert {(line["season"], line["game"]) for line in lines} == {
        ("Season 2026", "contract"),
        ("Winter", "contract"),
        ("Winter", "chicago"),
    }
    assert sum(int(line["net_posted"]) for line in lines) == 0


def test_no_cell_is_a_formula_and_names_are_whole(history):
    archive = packed()
    for name in (
        "members.csv",
        "deals.csv",
        "rubbers.csv",
        "ledger.csv",
        "standings.csv",
        "audit.csv",
    ):
        for line in table(archive, name):
            for cell in line.values():
                assert not cell.startswith(("=", "@", "+", "\t", "\r"))
                assert not cell.startswith("-") or float(cell) < 0
    names = {line["member_name"] for line in table(archive, "ledger.csv")}
    assert {f"'{STRANGE_NAMES[0]}", *STRANGE_NAMES[1:]} <= names


def test_rows_that_cannot_be_scored_leave_without_scores():
    """Rows that cannot be scored, which should not exist, are exported all the same, with empty scores."""
    rubber = rubber_in_play(lines=("4sn=",))
    deal = rubber.deals.get()
    for number in range(2, 6):
        Deal.objects.create(
            rubber=rubber, number=number, version=1, level=7, strain="NT", declarer="N", tricks=13,
            recorded_at=deal.recorded_at, recorded_by=deal.recorded_by, key=f"{number:032}",
        )  # fmt: skip
    archive = packed()
    assert [line["below_ns"] for line in table(archive, "deals.csv")] == [""] * 5
    assert table(archive, "rubbers.csv")[0]["total_ns"] == ""


def test_an_archive_takes_as_many_queries_for_three_rubbers_as_for_one():
    counts = []
    for letters in ("ABCD", "EFGH", "JKLM"):
        agreed_rubber(
            dict(
                zip(
                    Seat,
                    [member(f"{letter} Player") for letter in letters],
                    strict=True,
                )
            )
        )
        packed()  # works the ratings in
        with CaptureQueriesContext(connection) as queries:
            packed()
        counts.append(len(queries))
    assert counts[0] == counts[2]
