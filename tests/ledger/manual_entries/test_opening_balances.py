"""The page /ledger/opening-balances/: what members bring with them, in one form."""

import pytest

from clubscore.ledger.books import books
from clubscore.ledger.models import Posting, Transaction
from clubscore.members.models import Member
from clubscore.standings.queries import current_season, games_of
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db

PAGE = "/ledger/opening-balances/"


@pytest.fixture
def three():
    return [member(name) for name in ("Anna", "Ben", "Cleo")]


def form(*balances, members, **changes):
    typed = {
        f"member-{who.pk}": balance
        for who, balance in zip(members, balances, strict=True)
    }
    return {"number": "1", "reason": "The paper book"} | typed | changes


def test_many_balances_are_one_booking_and_empty_lines_are_left_out(office, three):
    answer = office.post(PAGE, form("320", "", "−1,150", members=three))
    assert answer.status_code == 302
    booked = Transaction.objects.get()
    assert (booked.source, booked.reason) == ("opening", "The paper book")
    lines = [str(posting) for posting in Posting.objects.order_by("pk")]
    assert lines == ["Anna: +320", "Cleo: -1150", "Opening balances: +830"]
    assert books().plus == books().minus == 1150


def test_balances_that_sum_to_zero_need_no_account_of_the_club(office, three):
    office.post(PAGE, form("50", "-50", "", members=three))
    assert [str(posting) for posting in Posting.objects.order_by("pk")] == [
        "Anna: +50",
        "Ben: -50",
    ]


def test_opening_balances_are_no_results_of_a_season(office, three):
    office.post(PAGE, form("50", "-50", "", members=three))
    assert [(line.rubbers, line.net, line.balance) for line in books().accounts] == [
        (0, 0, 50),
        (0, 0, -50),
    ]
    assert games_of(current_season(NOON)) == []


@pytest.mark.parametrize(
    ("balances", "message"),
    [
        (("many", "", ""), "Write whole points such as 320"),
        (("", "", ""), "Write a balance for one member at least."),
        (("0", "", ""), "Write a balance for one member at least."),
    ],
)
def test_what_cannot_be_booked_is_refused_and_what_was_typed_stays(
    office, three, balances, message
):
    answer = office.post(PAGE, form(*balances, members=three))
    html = answer.content.decode()
    assert answer.status_code == 422
    assert message in html
    assert "The paper book" in html
    assert not Transaction.objects.exists()


def test_a_form_sent_twice_books_once(office, three):
    office.post(PAGE, form("320", "", "", members=three))
    assert office.post(PAGE, form("320", "", "", members=three)).status_code == 409
    assert Transaction.objects.count() == 1


def test_balances_in_money_are_typed_as_money(office, three, settings):
    settings.CLUB_CURRENCY = "EUR"
    office.post(PAGE, form("2.40", "-1", "", members=three, unit="money"))
    assert [str(posting) for posting in Posting.objects.order_by("pk")] == [
        "Anna: +240",
        "Ben: -100",
        "Opening balances: -140",
    ]


def test_a_large_club_books_all_its_balances_in_one_form(office):
    people = Member.objects.bulk_create(
        Member(name=f"Member {number}", joined_at=NOON) for number in range(1100)
    )
    answer = office.post(PAGE, form("320", *[""] * 1098, "-320", members=people))
    assert answer.status_code == 302
    assert Posting.objects.count() == 2


def test_the_form_takes_as_many_queries_with_many_members_as_with_one(
    office, django_assert_max_num_queries
):
    for name in ("Anna", "Ben", "Cleo"):
        member(name)
        with django_assert_max_num_queries(7):
            assert name in office.get(PAGE).content.decode()
