"""Marking a payment as paid, withdrawing the mark, and confirming the receipt:
/settlements/payments/1/mark/ and others.
"""

import pytest
from django.test import Client

from clubscore.ledger.models import Transaction
from clubscore.members.models import Member
from clubscore.settlements import services
from clubscore.settlements.models import PaymentEvent
from scoring import Seat
from tests.factories import PASSWORD, member
from tests.settlements.settling import LATER, booked_rubber, settle

pytestmark = pytest.mark.django_db

EVENTS = ("mark/", "mark/withdrawal/", "receipt/")
RECEIPT = "/settlements/payments/{}/receipt/"
WHY = "Paid in cash at the bar, both were there"


@pytest.fixture
def transfer(players, ruth):
    """The payment of 940 from Ben to Anna in a settlement."""
    booked_rubber(players)
    return settle(ruth).transfers.get(payer=players[Seat.EAST])


def said(transfer):
    return [
        (event.kind, event.by.name, event.for_another)
        for event in transfer.events.order_by("pk")
    ]


def post(client, transfer, event):
    return client.post(f"/settlements/payments/{transfer.pk}/{event}", follow=True)


def test_the_payer_marks_and_the_receiver_confirms(transfer, anna, ben):
    assert "Paid, waiting for" in post(ben, transfer, "mark/").content.decode()
    assert not Transaction.objects.filter(source="settlement").exists()
    html = post(anna, transfer, "receipt/").content.decode()
    assert '<p class="good">received</p>' in html
    assert said(transfer) == [("paid", "Ben", False), ("received", "Anna", False)]
    booked = Transaction.objects.get(source="settlement")
    assert (booked.source_id, booked.description) == (
        transfer.pk,
        "Settlement of 21 November 2026",
    )
    assert sorted(
        (str(each.member), each.points) for each in booked.postings.all()
    ) == [("Anna", -940), ("Ben", 940)]


def test_what_is_said_in_the_ledger_leads_back_to_the_ledger(transfer, anna, ben):
    ledger = {"back": "ledger"}
    address = f"/settlements/payments/{transfer.pk}"
    line = "waiting for Anna to confirm"
    answer = ben.post(f"{address}/mark/", ledger, follow=True)
    assert answer.redirect_chain == [("/ledger/", 302)]
    assert line in answer.content.decode()
    answer = ben.post(f"{address}/mark/withdrawal/", ledger, follow=True)
    assert line not in answer.content.decode()
    answer = anna.post(f"{address}/receipt/", ledger, follow=True)
    assert answer.redirect_chain == [("/ledger/", 302)]
    assert "Ben pays Anna: received and booked." in answer.content.decode()


def test_what_is_said_elsewhere_leads_to_the_settlement(transfer, ben):
    address = f"/settlements/payments/{transfer.pk}/mark/"
    answer = ben.post(address, {"back": "//elsewhere.example/"})
    assert answer["Location"] == f"/settlements/{transfer.settlement_id}/"


def test_a_payment_and_what_is_said_about_it_are_sentences(transfer, anna, ben, ruth):
    services.mark_paid(transfer=transfer, by=transfer.payer, now=LATER)
    services.confirm(transfer=transfer, by=ruth, reason=WHY, now=LATER)
    assert transfer.in_words == "Ben pays Anna"
    assert [event.author for event in transfer.events.order_by("pk")] == [
        "Ben",
        "Ruth for Anna",
    ]
    assert [event.in_words for event in transfer.events.order_by("pk")] == [
        "Marked as paid by Ben",
        "Confirmed as received by Ruth, for whom it concerns",
    ]


def test_who_takes_the_mark_back_for_the_payer_is_named_for_the_payer(transfer, ruth):
    services.mark_paid(transfer=transfer, by=ruth, now=LATER)
    services.withdraw_payment(transfer=transfer, by=ruth, now=LATER)
    services.confirm(transfer=transfer, by=ruth, reason=WHY, now=LATER)
    assert [event.author for event in transfer.events.order_by("pk")] == [
        "Ruth for Ben",
        "Ruth for Ben",
        "Ruth for Anna",
    ]


def test_the_receiver_may_confirm_what_was_not_marked(transfer, anna):
    post(anna, transfer, "receipt/")
    assert said(transfer) == [("received", "Anna", False)]


def test_a_mark_is_taken_back_until_it_is_confirmed(transfer, anna, ben):
    post(ben, transfer, "mark/")
    post(ben, transfer, "mark/withdrawal/")
    assert not transfer.is_marked_paid
    post(ben, transfer, "mark/")
    post(anna, transfer, "receipt/")
    html = post(ben, transfer, "mark/withdrawal/").content.decode()
    assert "This payment is confirmed as received already." in html
    assert [kind for kind, *_ in said(transfer)] == [
        "paid",
        "taken_back",
        "paid",
        "received",
    ]


def test_an_admin_does_either_for_somebody_else_and_it_is_noted(transfer, admin):
    post(admin, transfer, "mark/")
    html = post(admin, transfer, "receipt/").content.decode()
    assert said(transfer) == [("paid", "Ruth", True), ("received", "Ruth", True)]
    assert "Ruth for Anna" in html


@pytest.mark.parametrize("event", ["mark/", "mark/withdrawal/"])
def test_a_form_sent_twice_says_it_once(transfer, ben, event):
    post(ben, transfer, "mark/")
    for _ in range(2):
        post(ben, transfer, event)
    assert len(said(transfer)) == (1 if event == "mark/" else 2)


def test_a_receipt_sent_twice_is_booked_once(transfer, anna):
    post(anna, transfer, "receipt/")
    assert (
        "confirmed as received already"
        in post(anna, transfer, "receipt/").content.decode()
    )
    assert Transaction.objects.filter(source="settlement").count() == 1


@pytest.mark.parametrize("event", EVENTS)
def test_nobody_else_says_anything_about_it(transfer, event):
    services.mark_paid(transfer=transfer, by=transfer.payer, now=LATER)
    stranger = Client()
    stranger.force_login(member("Zoe"))
    assert post(stranger, transfer, event).status_code == 403
    assert len(said(transfer)) == 1


@pytest.mark.parametrize(
    ("who", "event"),
    [("anna", "mark/"), ("anna", "mark/withdrawal/"), ("ben", "receipt/")],
)
def test_neither_side_speaks_for_the_other(request, transfer, who, event):
    services.mark_paid(transfer=transfer, by=transfer.payer, now=LATER)
    if event == "mark/":
        services.withdraw_payment(transfer=transfer, by=transfer.payer, now=LATER)
    before = said(transfer)
    assert post(request.getfixturevalue(who), transfer, event).status_code == 403
    assert said(transfer) == before


@pytest.mark.parametrize("event", EVENTS)
def test_nothing_is_paid_by_a_cancelled_settlement(transfer, admin, ruth, event):
    services.cancel(
        settlement=transfer.settlement, reason="Too early", by=ruth, now=LATER
    )
    assert (
        "This settlement was cancelled" in post(admin, transfer, event).content.decode()
    )
    assert not PaymentEvent.objects.exists()


@pytest.mark.parametrize("event", EVENTS)
def test_looking_at_a_deed_leads_to_its_payment(transfer, anna, event):
    assert anna.get(f"/settlements/payments/{transfer.pk}/{event}").url.startswith(
        f"/settlements/payments/{transfer.pk}/"
    )


@pytest.mark.parametrize("event", EVENTS)
def test_a_payment_that_does_not_exist(admin, event):
    assert admin.post(f"/settlements/payments/999999/{event}").status_code == 404


def test_a_record_that_was_merged_into_mine_pays_as_me(transfer, players):
    eve = member("Eve")
    Member.objects.filter(pk=players[Seat.EAST].pk).update(
        merged_into=eve, is_active=False
    )
    client = Client()
    client.force_login(eve)
    assert "You pay Anna" in client.get("/settlements/").content.decode()
    post(client, transfer, "mark/")
    assert said(transfer) == [("paid", "Eve", False)]


# --- an admin, for somebody else ---


@pytest.fixture
def anna_signs_in(players):
    players[Seat.NORTH].set_password(PASSWORD)
    players[Seat.NORTH].save()


def test_an_admin_gives_a_reason_where_the_receiver_can_sign_in(
    transfer, anna_signs_in, admin
):
    assert (
        "Received<"
        not in admin.get(f"/settlements/payments/{transfer.pk}/").content.decode()
    )
    answer = post(admin, transfer, "receipt/")
    assert answer.status_code == 422
    assert (
        "Anna signs in and can confirm it. Say why you do it instead"
        in answer.content.decode()
    )
    assert said(transfer) == []
    assert not Transaction.objects.filter(source="settlement").exists()
    assert admin.post(RECEIPT.format(transfer.pk), {"reason": WHY}).status_code == 302
    assert said(transfer) == [("received", "Ruth", True)]


def test_both_see_the_reason_on_the_payment_on_the_settlement_and_on_their_statements(
    transfer, anna_signs_in, admin, anna, ben
):
    admin.post(RECEIPT.format(transfer.pk), {"reason": WHY})
    for party, member_id in ((anna, transfer.receiver_id), (ben, transfer.payer_id)):
        pages = (f"payments/{transfer.pk}/", f"{transfer.settlement_id}/")
        for page in (
            *(f"/settlements/{each}" for each in pages),
            f"/ledger/{member_id}/",
        ):
            html = party.get(page).content.decode()
            assert (page, WHY in html) == (page, True)
    assert (
        f"“{WHY}”"
        in anna.get(f"/settlements/{transfer.settlement_id}/").content.decode()
    )
    assert (
        f"{WHY} · booked by Ruth"
        in ben.get(f"/ledger/{transfer.payer_id}/").content.decode()
    )


def test_the_audit_has_the_reason(transfer, anna_signs_in, admin):
    admin.post(RECEIPT.format(transfer.pk), {"reason": WHY})
    html = admin.get("/office/audit/?kind=books").content.decode()
    assert "confirmed as received for somebody else: Ben pays Anna 940" in html
    assert html.count(WHY) == 2  # of the payment and of its booking


@pytest.mark.parametrize(
    ("changed", "is_asked"),
    [
        ({}, True),
        ({"is_guest": True, "username": None}, False),
        ({"username": None}, False),
        ({"is_active": False}, False),
        ({"password": "!"}, False),
        ({"password": ""}, False),
    ],
    ids=[
        "signs in",
        "guest",
        "not joined",
        "left",
        "no usable password",
        "no password",
    ],
)
def test_no_reason_is_asked_for_who_cannot_sign_in(
    transfer, anna_signs_in, admin, changed, is_asked
):
    Member.objects.filter(pk=transfer.receiver_id).update(**changed)
    leads_to_the_reason = f'href="/settlements/payments/{transfer.pk}/#receipt"'
    page = admin.get(f"/settlements/{transfer.settlement_id}/").content.decode()
    assert (leads_to_the_reason in page) == is_asked
    assert post(admin, transfer, "receipt/").status_code == (422 if is_asked else 200)
    assert bool(said(transfer)) != is_asked


def test_a_record_that_was_merged_signs_in_as_the_other(transfer, anna_signs_in, admin):
    eve = member("Eve")
    Member.objects.filter(pk=transfer.receiver_id).update(
        merged_into=eve, is_active=False
    )
    assert post(admin, transfer, "receipt/").status_code == 200
    assert said(transfer) == [("received", "Ruth", True)]


def test_the_receivers_own_word_has_no_reason(transfer, anna_signs_in, anna):
    anna.post(RECEIPT.format(transfer.pk), {"reason": WHY})
    assert transfer.newest_event.reason == ""
    assert said(transfer) == [("received", "Anna", False)]


def test_a_reason_that_is_too_long_is_kept_and_nothing_is_booked(
    transfer, anna_signs_in, admin
):
    answer = admin.post(RECEIPT.format(transfer.pk), {"reason": "x" * 201})
    assert answer.status_code == 422
    assert "x" * 201 in answer.content.decode()
    assert said(transfer) == []


def test_a_reason_does_not_make_others_admins(transfer, anna_signs_in, ben):
    assert ben.post(RECEIPT.format(transfer.pk), {"reason": WHY}).status_code == 403
    assert said(transfer) == []
