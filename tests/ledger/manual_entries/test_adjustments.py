"""The page /ledger/adjustments/, by which an admin books by hand."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from clubscore.ledger.books import books
from clubscore.ledger.manual_entries import services as by_hand
from clubscore.ledger.models import ClubAccount, Posting, Transaction, Unit
from clubscore.ledger.queries import statement_of
from clubscore.members.merging.services import merge
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from tests.factories import NOON, agreed_rubber, four, member

pytestmark = pytest.mark.django_db

PAGE = "/ledger/adjustments/"


@pytest.fixture
def anna():
    return member("Anna")


def form(anna, **changes):
    settled = {
        "number": "1",
        "member": anna.pk,
        "sign": "minus",
        "points": "320",
        "against": "Adjustments",
    }
    return settled | {"reason": "A fine for a lost pencil"} | changes


def lines():
    return [str(posting) for posting in Posting.objects.order_by("pk")]


def test_an_admin_books_points_for_a_member_against_an_account_of_the_club(
    office, ruth, anna
):
    answer = office.post(PAGE, form(anna))
    assert (answer.status_code, answer.url) == (302, PAGE)
    booked = Transaction.objects.get()
    assert (booked.source, booked.unit, booked.game, booked.posted_by) == (
        "adjustment",
        Unit.POINTS,
        "",
        ruth,
    )
    assert lines() == ["Anna: -320", "Adjustments: +320"]


def test_the_member_reads_the_reason_and_who_booked_it_on_the_statement(office, anna):
    office.post(PAGE, form(anna))
    html = office.get(f"/ledger/{anna.pk}/").content.decode()
    assert "A fine for a lost pencil · booked by Ruth" in html
    assert "−320" in html


def test_a_form_sent_twice_books_once(office, anna):
    office.post(PAGE, form(anna))
    answer = office.post(PAGE, form(anna))
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Something was booked since this page was opened" in html
    assert Transaction.objects.count() == 1
    assert 'name="number" value="2"' in html
    assert "A fine for a lost pencil" in html


def test_the_number_of_an_adjustment_that_was_taken_back_is_not_used_again(
    office, ruth, anna
):
    office.post(PAGE, form(anna))
    by_hand.reverse_entry(
        booked=Transaction.objects.get(), reason="It was found", by=ruth, now=NOON
    )
    assert office.post(PAGE, form(anna)).status_code == 409
    assert office.post(PAGE, form(anna, number="2")).status_code == 302


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"reason": " "}, "This field is required."),
        ({"points": "many"}, "Write whole points such as 320"),
        ({"points": "-320"}, "Choose minus above"),
        ({"points": "99999999"}, "look for a slip of the finger"),
        ({"points": "0"}, "0 changes nothing"),
        ({"member": ""}, "This field is required."),
        ({"against": "Anybody"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_booked_is_refused_and_what_was_typed_stays(
    office, anna, changes, message
):
    answer = office.post(PAGE, form(anna, **changes))
    html = answer.content.decode()
    assert answer.status_code == 422
    assert message in html
    assert 'name="points" value="' + changes.get("points", "320") in html
    assert not Transaction.objects.exists()


def test_who_does_not_administer_the_club_neither_sees_nor_books(anna):
    for role in (Role.PLAYER, Role.SCORER):
        client, somebody = Client(), member(f"Some {role}", role=role)
        client.force_login(somebody)
        for page in (
            PAGE,
            "/ledger/opening-balances/",
            "/ledger/adjustments/1/reversal/",
        ):
            assert client.get(page).status_code == 403
            assert client.post(page, form(anna)).status_code == 403
        assert PAGE not in client.get("/ledger/").content.decode()
    with pytest.raises(PermissionDenied):
        by_hand.book_adjustment(
            number=1,
            member=anna,
            points=5,
            against="Adjustments",
            unit=Unit.POINTS,
            reason="A gift",
            by=anna,
            now=NOON,
        )


@pytest.mark.parametrize(
    ("points", "reason", "message"),
    [(0, "A fine", "of 0 changes nothing"), (5, " ", "Write down why")],
)
def test_the_service_refuses_what_the_form_would(ruth, anna, points, reason, message):
    with pytest.raises(by_hand.ManualEntryRefused, match=message):
        by_hand.book_adjustment(
            number=1,
            member=anna,
            points=points,
            against="Adjustments",
            unit=Unit.POINTS,
            reason=reason,
            by=ruth,
            now=NOON,
        )


def test_a_club_that_plays_for_points_is_not_asked_about_money(office):
    html = office.get(PAGE).content.decode()
    assert 'name="unit"' not in html
    assert "money" not in html.lower()


def test_a_club_with_a_currency_books_money_in_its_smallest_unit(
    office, anna, settings
):
    settings.CLUB_CURRENCY = "EUR"
    ClubAccount.objects.create(name="Prizes")
    assert "money such as 2.50" in office.get(PAGE).content.decode()
    office.post(
        PAGE, form(anna, sign="plus", points="2.50", unit="money", against="Prizes")
    )
    assert Transaction.objects.get().unit == Unit.MONEY
    assert lines() == ["Anna: +250", "Prizes: -250"]
    assert (statement_of(anna).balance, statement_of(anna).money_balance) == (0, 250)
    html = office.get("/ledger/").content.decode()
    assert "+€\xa02.50" in html
    assert "−€\xa02.50" in html


def test_an_adjustment_changes_the_balance_and_no_result_and_the_columns_stay_equal(
    office, ruth
):
    players = four()
    agreed_rubber(players)
    anna = next(iter(players.values()))
    assert "Adjusted" not in office.get("/ledger/").content.decode()
    office.post(PAGE, form(anna))
    account = next(line for line in books().accounts if line.member == anna)
    assert (
        account.rubbers,
        account.won,
        account.net,
        account.adjusted,
        account.balance,
    ) == (1, 1, 810, -320, 490)
    assert (books().plus, books().minus) == (490 + 810 + 320, 1620)
    assert [(str(line.account), line.balance) for line in books().of_the_club] == [
        ("Adjustments", 320)
    ]
    html = office.get("/ledger/").content.decode()
    assert "Adjusted" in html
    assert "The club’s own accounts" in html
    assert "the books balance" in html


def test_what_is_booked_for_a_record_counts_for_the_person_after_a_merge(
    office, ruth, anna
):
    guest = add_guest(name="Ann", now=NOON)
    office.post(PAGE, form(guest))
    merge(kept=anna, merged=guest, by=ruth, now=NOON)
    assert [(line.member, line.balance) for line in books().accounts] == [(anna, -320)]
    assert statement_of(anna).balance == -320
    assert f'<option value="{guest.pk}"' not in office.get(PAGE).content.decode()


def test_the_page_takes_as_many_queries_with_three_adjustments_as_with_one(
    office, anna, django_assert_max_num_queries
):
    for number in (1, 2, 3):
        office.post(PAGE, form(anna, number=number))
        with django_assert_max_num_queries(11):
            assert f"Adjustment {number}" in office.get(PAGE).content.decode()
