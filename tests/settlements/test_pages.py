"""The pages /settlements/, /settlements/new/, /settlements/1/, /settlements/payments/1/, the cancellation
and the CSV.
"""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.ledger.models import Unit
from clubscore.members.merging.services import merge
from clubscore.members.roles import Role
from clubscore.settlements import services
from clubscore.settlements.models import Settlement
from scoring import Seat
from tests.factories import NOON, member
from tests.settlements.settling import DAY, EVENING, LATER, begun, booked_rubber, settle

pytestmark = pytest.mark.django_db

NEW = "/settlements/new/?first=2026-11-21&last=2026-11-21"


def four_more(*names: str):
    return dict(zip(Seat, [member(name) for name in names], strict=True))


def form_of(html: str) -> dict[str, str]:
    """The hidden fields of the form that settles exactly what the preview shows."""
    return dict(
        re.findall(
            r'<input type="hidden" name="(first|last|unit|seen)" value="([^"]*)">', html
        )
    )


def rows_of(answer) -> list[str]:
    return answer.getvalue().decode("utf-8-sig").split("\r\n")[:-1]


# --- making one ---


def test_an_admin_looks_at_the_preview_and_settles(players, admin):
    booked_rubber(players)
    html = admin.get(NEW).content.decode()
    assert "<span>Ben pays Anna</span> <b>940</b>" in html
    assert not Settlement.objects.exists()
    answer = admin.post("/settlements/new/", form_of(html))
    settlement = Settlement.objects.get()
    assert answer.url == f"/settlements/{settlement.pk}/"
    assert (settlement.first_day, settlement.last_day, settlement.unit) == (
        DAY,
        DAY,
        Unit.POINTS,
    )


def test_the_newest_evening_and_the_season_are_offered(players, admin):
    booked_rubber(players)
    html = admin.get("/settlements/new/").content.decode()
    assert "?first=2026-11-21&amp;last=2026-11-21" in html
    assert "Season 2026" in html


def test_the_second_admin_is_told_who_was_faster_and_sees_what_is_open_now(
    players, admin, ruth
):
    booked_rubber(players)
    form = form_of(admin.get(NEW).content.decode())
    settle(member("Sam", role=Role.ADMIN))
    answer = admin.post("/settlements/new/", form)
    assert answer.status_code == 409
    html = answer.content.decode()
    assert "Sam has settled these days in the meantime." in html
    assert "there is nothing to settle" in html
    assert Settlement.objects.count() == 1


@pytest.mark.parametrize(
    ("dates", "says"),
    [
        ("first=2026-11-22&last=2026-11-21", "The last evening comes before the first"),
        ("first=soon&last=2026-11-21", "Enter a valid date"),
        ("first=2026-11-21", "This field is required"),
        ("first=0001-01-01&last=2026-11-21", "Look at the year"),
        ("first=2026-11-21&last=9999-12-31", "Look at the year"),
    ],
)
def test_dates_that_make_no_sense_are_refused_with_the_reason(
    players, admin, dates, says
):
    answer = admin.get(f"/settlements/new/?{dates}")
    assert answer.status_code == 422
    assert says in answer.content.decode()


def test_a_form_without_a_preview_settles_nothing(players, admin):
    booked_rubber(players)
    answer = admin.post(
        "/settlements/new/", {"first": "2026-11-21", "last": "2026-11-21"}
    )
    assert answer.status_code == 422
    assert not Settlement.objects.exists()


def test_bookings_that_stay_open_before_are_named(players, admin):
    begun(booked_rubber(players), days=-7)
    assert (
        "<b>1 booking of earlier evenings</b> is not settled"
        in admin.get(NEW).content.decode()
    )


def test_very_many_bookings_of_earlier_evenings_are_not_all_counted(
    players, admin, monkeypatch
):
    for module in ("open_bookings", "queries"):
        monkeypatch.setattr(f"clubscore.settlements.{module}.MANY", 2)
    for days in (1, 2, 3):
        booked_rubber(players, now=NOON - timedelta(days=days))
    booked_rubber(players)
    assert (
        "<b>A thousand or more bookings of earlier evenings</b> are not settled"
        in admin.get(NEW).content.decode()
    )


def test_money_is_offered_only_where_the_club_plays_for_it(players, admin, settings):
    assert "the money" not in admin.get(NEW).content.decode()
    settings.CLUB_CURRENCY = "EUR"
    html = admin.get(NEW).content.decode()
    assert (
        '<option value="money" selected>' in html
        or '<option value="money">the money' in html
    )
    booked_rubber(players)
    assert form_of(admin.get(f"{NEW}&unit=pt").content.decode())["unit"] == "pt"


@pytest.mark.parametrize("method", ["get", "post"])
def test_members_settle_nothing_and_are_offered_nothing(players, anna, method):
    booked_rubber(players)
    assert getattr(anna, method)("/settlements/new/").status_code == 403
    assert "Settle up" not in anna.get("/settlements/").content.decode()
    assert (
        "Settle this evening up"
        not in anna.get("/evenings/2026-11-21/").content.decode()
    )


def test_the_evening_leads_an_admin_to_its_settlement(players, admin):
    booked_rubber(players)
    assert (
        "Settle this evening up" in admin.get("/evenings/2026-11-21/").content.decode()
    )


# --- reading ---


def test_a_member_sees_what_is_owed_both_ways(players, ruth, anna, ben):
    booked_rubber(players)
    settlement = settle(ruth)
    pages = ("/settlements/", f"/settlements/{settlement.pk}/")
    assert all("You pay Anna" in ben.get(page).content.decode() for page in pages)
    assert all("Ben pays you" in anna.get(page).content.decode() for page in pages)
    statement = f"/ledger/{players[Seat.EAST].pk}/"
    assert "You owe Anna <b>940</b>" in ben.get(statement).content.decode()
    assert "You owe" not in anna.get(statement).content.decode()
    assert (
        "Ben owes you <b>940</b>"
        in anna.get(f"/ledger/{players[Seat.NORTH].pk}/").content.decode()
    )


def test_what_was_received_or_cancelled_is_not_owed_any_more(players, ruth, ben):
    booked_rubber(players)
    first = settle(ruth)
    services.cancel(settlement=first, reason="Too early", by=ruth, now=LATER)
    assert "You owe nobody" in ben.get("/settlements/").content.decode()
    services.confirm(
        transfer=settle(ruth).transfers.get(payer__name="Ben"), by=ruth, now=LATER
    )
    html = ben.get("/settlements/").content.decode()
    assert "You owe nobody" in html
    assert "1 of 2 received" in html
    assert "cancelled" in html


def test_before_the_first_settlement_the_list_says_so(anna):
    assert (
        "The club has not settled up yet." in anna.get("/settlements/").content.decode()
    )


def test_only_those_concerned_get_buttons(players, ruth, anna, ben, admin):
    booked_rubber(players)
    page = f"/settlements/{settle(ruth).pk}/"
    # Hers, to print, and to sign out.
    assert anna.get(page).content.decode().count("<button") == 3
    assert "Received<span" in anna.get(page).content.decode()
    assert "I have paid" in ben.get(page).content.decode()
    assert admin.get(page).content.decode().count("<button") == 6
    watcher = member("Will")
    watcher.groups.clear()
    client = Client()
    client.force_login(watcher)
    assert client.get(page).content.decode().count("<button") == 2


def test_a_payment_says_what_it_comes_from(players, ruth, anna):
    rubber = booked_rubber(players)
    transfer = settle(ruth).transfers.get(payer=players[Seat.EAST])
    html = anna.get(f"/settlements/payments/{transfer.pk}/").content.decode()
    assert html.count(f'href="/rubbers/{rubber.pk}/"') == 2
    assert html.count("−940") == 2
    assert html.count("+940") == 2


def test_a_statement_leads_from_a_settlement_to_its_payment(players, ruth, anna):
    booked_rubber(players)
    transfer = settle(ruth).transfers.get(payer=players[Seat.EAST])
    services.confirm(transfer=transfer, by=ruth, now=LATER)
    html = anna.get(f"/ledger/{players[Seat.EAST].pk}/").content.decode()
    assert (
        f'<a href="/settlements/payments/{transfer.pk}/">Settlement of 21 November 2026</a>'
        in html
    )
    assert "940" in html  # what was settled stays


@pytest.mark.parametrize(
    "page",
    [
        "/settlements/999/",
        "/settlements/999/settlement.csv",
        "/settlements/payments/999/",
    ],
)
def test_what_does_not_exist_is_not_found(anna, page):
    assert anna.get(page).status_code == 404


# --- cancelling ---


def test_an_admin_cancels_with_a_reason(players, ruth, admin, anna):
    booked_rubber(players)
    settlement = settle(ruth)
    page = f"/settlements/{settlement.pk}/"
    assert f"{page}cancellation/" in admin.get(page).content.decode()
    assert admin.get(f"{page}cancellation/").status_code == 200
    assert admin.post(f"{page}cancellation/", {"reason": ""}).status_code == 422
    assert (
        admin.post(f"{page}cancellation/", {"reason": "A rubber was missing"}).url
        == page
    )
    html = anna.get(page).content.decode()
    assert "Cancelled by Ruth" in html
    assert "A rubber was missing" in html
    assert admin.post(f"{page}cancellation/", {"reason": "Again"}).status_code == 409


def test_a_settlement_with_a_confirmed_payment_is_not_cancelled(players, ruth, admin):
    booked_rubber(players)
    settlement = settle(ruth)
    services.confirm(transfer=settlement.transfers.first(), by=ruth, now=LATER)
    page = f"/settlements/{settlement.pk}/"
    assert "cancellation" not in admin.get(page).content.decode()
    answer = admin.post(f"{page}cancellation/", {"reason": "Too late"})
    assert answer.status_code == 409
    assert "book an adjustment instead" in answer.content.decode()


@pytest.mark.parametrize("method", ["get", "post"])
def test_members_cancel_nothing(players, ruth, anna, method):
    booked_rubber(players)
    settlement = settle(ruth)
    assert (
        getattr(anna, method)(f"/settlements/{settlement.pk}/cancellation/").status_code
        == 403
    )


# --- CSV ---


def test_the_csv_has_a_row_for_each_payment_with_the_rubbers_behind_it(
    players, ruth, anna
):
    rubber = booked_rubber(players)
    settlement = settle(ruth)
    transfer = settlement.transfers.get(payer=players[Seat.EAST])
    services.mark_paid(transfer=transfer, by=players[Seat.EAST], now=LATER)
    answer = anna.get(f"/settlements/{settlement.pk}/settlement.csv")
    header, first, second = rows_of(answer)
    assert header == (
        "settlement_id,frozen_at,from_member,to_member,amount,unit,because,paid_marked_at,received_confirmed_at,"
        "cancelled_at,from_member_id,to_member_id"
    )
    at, (east, north) = (
        "2026-11-21T20:00:00+00:00",
        (players[Seat.EAST].pk, players[Seat.NORTH].pk),
    )
    assert (
        first
        == f"{settlement.pk},{at},Ben,Anna,940,pt,{rubber.pk},{at},,,{east},{north}"
    )
    assert second.startswith(f"{settlement.pk},{at},Dan,Cleo,940,pt,{rubber.pk},,,,")


def test_the_csv_of_all_settlements_is_in_their_order(players, ruth, anna):
    booked_rubber(players)
    first = settle(ruth)
    services.cancel(settlement=first, reason="Too early", by=ruth, now=LATER)
    second = settle(ruth)
    rows = rows_of(anna.get("/settlements/settlements.csv"))[1:]
    assert [row.split(",")[0] for row in rows] == [str(first.pk)] * 2 + [
        str(second.pk)
    ] * 2
    assert [row.split(",")[9] != "" for row in rows] == [True, True, False, False]


def test_a_mark_that_was_taken_back_is_no_mark_in_the_csv(players, ruth, anna):
    booked_rubber(players)
    transfer = settle(ruth).transfers.first()
    for event in (services.mark_paid, services.withdraw_payment):
        event(transfer=transfer, by=ruth, now=LATER)
    assert rows_of(anna.get("/settlements/settlements.csv"))[1].split(",")[7] == ""


def test_the_csv_names_the_rubbers_of_the_persons_of_that_day(players, ruth, anna):
    lost_by_ben = booked_rubber(players)
    others = four_more("Eve", "Fay", "Gus", "Hal")
    booked_rubber(others)
    settle(ruth)
    merge(
        kept=players[Seat.EAST],
        merged=others[Seat.EAST],
        by=ruth,
        now=LATER + timedelta(hours=1),
    )
    of_ben = next(
        row
        for row in rows_of(anna.get("/settlements/settlements.csv"))
        if ",Ben,Anna," in row
    )
    assert of_ben.split(",")[6] == str(lost_by_ben.pk)


# --- queries ---


def queries_of(client, page) -> int:
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(page)
        assert (answer.status_code, b"".join(answer) != b"") == (200, True)
    return len(queries)


@pytest.mark.parametrize(
    "page",
    [
        "/settlements/",
        "/settlements/{}/",
        "/settlements/settlements.csv",
        NEW,
        "/settlements/payments/{}/",
    ],
)
def test_three_tables_take_as_many_queries_as_one(players, ruth, admin, page):
    def settled_and_open() -> int:
        settlement = settle(ruth)
        open_one = booked_rubber(
            four_more(*(f"{letter}{Settlement.objects.count()}" for letter in "WXYZ"))
        )
        assert open_one
        pk = settlement.transfers.first().pk if "payments" in page else settlement.pk
        return queries_of(admin, page.format(pk))

    booked_rubber(players)
    one = settled_and_open()
    for names in ("Eve Fay Gus Hal", "Ida Jon Kay Lea"):
        booked_rubber(four_more(*names.split()))
    assert settled_and_open() == one


@pytest.mark.parametrize("page", ["/settlements/", "/settlements/settlements.csv"])
def test_what_is_only_read_is_not_posted_to(anna, page):
    assert anna.post(page).status_code == 405


def test_the_office_reads_settlements(players, ruth, admin):
    booked_rubber(players)
    settlement = settle(ruth, period=EVENING)
    services.mark_paid(transfer=settlement.transfers.first(), by=ruth, now=NOON)
    for model in ("settlement", "transfer", "paymentevent"):
        assert admin.get(f"/admin/settlements/{model}/?q=Ben").status_code == 200
        pk = {"settlement": settlement, "transfer": settlement.transfers.first()}.get(
            model, settlement
        ).pk
        if model != "paymentevent":
            assert (
                admin.get(f"/admin/settlements/{model}/{pk}/change/").status_code == 200
            )
