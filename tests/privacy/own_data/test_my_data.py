"""The page My data: it shows everything but secrets, and a member corrects wrong data after giving the password."""

import json
import re
from datetime import timedelta

import pytest

from clubscore.duplicate.models import Session
from clubscore.hands.services import deal_set
from clubscore.members.access.pins import choose_pin
from clubscore.members.invitations.services import invite
from clubscore.members.merging.services import merge
from clubscore.members.models import AuditEvent, Member
from clubscore.members.roles import Role
from clubscore.privacy.own_data.rows import (
    NOT_ABOUT_ANYBODY,
    SECRETS,
    models_about_members,
    shown_fields,
)
from clubscore.tables.services import leave_table
from scoring import Seat
from tests.duplicate.late_changes import organiser
from tests.duplicate.published import played as played_session
from tests.factories import NOON, PASSWORD, agreed_rubber, member
from tests.privacy.conftest import NAME
from tests.settlements.settling import settle

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGE, FILE, CORRECTION = (
    "/members/me/data/",
    "/members/me/data/my-data.json",
    "/members/me/correction/",
)


@pytest.fixture
def played(xanthippe: Member, owner: Member):
    """Give Xanthippe a played rubber, an invitation, a PIN, an open payment and a second record."""
    players = [
        xanthippe,
        *(member(name) for name in ("Ben Cole", "Cleo Dunn", "Dan Falk")),
    ]
    rubber = agreed_rubber(dict(zip(Seat, players, strict=True)))
    settle(owner, now=NOON + timedelta(hours=8))
    choose_pin(member=xanthippe, pin="1928", now=NOON)
    invite(member=xanthippe, by=owner, now=NOON)
    guest = Member.objects.create(name="Xanthippe Q", is_guest=True, joined_at=NOON)
    merge(kept=xanthippe, merged=guest, by=owner, now=NOON)
    return rubber


def downloaded(client) -> tuple[dict, str]:
    text = b"".join(client.get(FILE)).decode()
    return json.loads(text), text


# --- seeing ---


def test_the_page_tells_what_is_kept(xanthippe, played, browser):
    html = browser(xanthippe).get(PAGE).content.decode()
    for text in (
        NAME,
        "xanthippe@club.example",
        "0123 456",
        "0042",
        "7788",
        "Pays late",
        "Xanthippe Q",
    ):
        assert text in html
    assert "Rubbers: 1" in html
    assert "Payments of settlements: 1" in html
    assert "merged Xanthippe Q into" in html


def test_the_file_has_the_rubber_with_its_deals_the_books_the_payment_and_the_audit(
    xanthippe, played, browser
):
    data, _ = downloaded(browser(xanthippe))
    (rubber,) = data["rubbers"]
    assert (rubber["own_seats"], len(rubber["deals"]), len(rubber["players"])) == (
        ["N"],
        9,
        4,
    )
    assert rubber["deals"][0]["deal"].lower() == "2hs+2"
    assert [each["amount"] for each in data["ledger"]] == [810]
    assert [(each["from"], each["to"]) for each in data["settlements"]] == [
        ("Ben Cole", NAME)
    ]
    assert any("merged" in entry["what"] for entry in data["audit"])
    assert data["sign_in"]["has_pin"] is True
    assert {row["name"] for row in data["rows"]["members.Member"]} == {
        NAME,
        "Xanthippe Q",
    }
    assert len(data["rows"]["rubbers.RubberSeat"]) == 1
    assert len(data["rows"]["members.OpenSession"]) == 1


def test_the_file_has_every_model_that_points_to_a_member(xanthippe, browser):
    data, _ = downloaded(browser(xanthippe))
    assert list(data["rows"]) == [model._meta.label for model in models_about_members()]
    assert {
        "privacy.Erasure",
        "rubbers.Deal",
        "ledger.Posting",
        "members.Invitation",
    } <= data["rows"].keys()


def test_no_secret_is_told(xanthippe, played, browser):
    client = browser(xanthippe)
    _, text = downloaded(client)
    known = Member.objects.get(pk=xanthippe.pk)
    nonce = known.invitations.get().nonce
    for page in (text, client.get(PAGE).content.decode()):
        for secret in (known.password, known.pin, nonce, client.session.session_key):
            assert secret not in page


def test_a_column_that_sounds_like_a_secret_is_named_as_one_or_shown_on_purpose():
    # Of duplicate.
    on_purpose = {
        "pin_set_at",
        "pin_set_on",
        "has_table_keys",
        "session",
        "sessions",
    }
    sounds = re.compile(r"password|secret|sealed|token|nonce|hash|session|\bpin|key")
    found = {
        f"{model._meta.label}.{field.name}"
        for model in models_about_members()
        for field in shown_fields(model)
        if sounds.search(field.name) and field.name not in on_purpose
    }
    assert found == {
        "duplicate.LateChange.key",
        "members.ListHeading.key",
        "rubbers.Proposal.key",
    }
    assert SECRETS.keys() | NOT_ABOUT_ANYBODY.keys() <= {
        model._meta.label for model in models_about_members()
    }


def test_whoever_has_dealt_a_sealed_set_is_not_told_its_cards(owner, browser):
    made = deal_set(
        name="Sunday pairs", first=1, boards=2, opens_at=None, by=owner, now=NOON
    )
    data, text = downloaded(browser(owner))
    assert [row["digest"] for row in data["rows"]["hands.DealSet"]] == [made.digest]
    assert json.dumps(made.sealed_text) not in text


def test_an_organiser_is_told_which_sessions_they_have_looked_at(xanthippe, browser):
    session = played_session(member("Ruth"))
    with_duty, seen_at = organiser("Olga"), NOON + timedelta(hours=1)
    Session.objects.filter(pk=session.pk).update(
        entries_seen_by=with_duty, entries_seen_at=seen_at
    )
    data, _ = downloaded(browser(with_duty))
    [row] = data["rows"]["duplicate.Session"]
    assert (row["entries_seen_by"], row["entries_seen_at"]) == (
        with_duty.pk,
        seen_at.isoformat(),
    )
    words = "saw how many results of Thursday pairs the director entered alone"
    assert words in [entry["what"] for entry in data["audit"]]
    data, _ = downloaded(browser(xanthippe))
    assert data["rows"]["duplicate.Session"] == []


def test_nothing_of_another_member_is_told(xanthippe, played, browser):
    Member.objects.filter(name="Ben Cole").update(
        email="ben@club.example", note="Cheats"
    )
    _, text = downloaded(browser(xanthippe))
    assert "ben@club.example" not in text
    assert "Cheats" not in text


@pytest.mark.parametrize("rubbers", [1, 3])
def test_the_page_asks_the_database_as_often_for_three_rubbers_as_for_one(
    rubbers, xanthippe, browser, django_assert_max_num_queries
):
    for number in range(rubbers):
        others = [
            member(f"{name} {number}") for name in ("Ben Cole", "Cleo Dunn", "Dan Falk")
        ]
        rubber = agreed_rubber(dict(zip(Seat, [xanthippe, *others], strict=True)))
        leave_table(table=rubber.table, member=xanthippe, now=NOON + timedelta(hours=1))
    client = browser(xanthippe)
    with django_assert_max_num_queries(105):
        # One for all counts, one or two for each source of the audit.
        client.get(PAGE)


# --- correcting ---


def correction(**changes: str) -> dict[str, str]:
    fields = {
        "name": NAME,
        "nickname": "Xanthi",
        "email": "xanthippe@club.example",
        "phone": "0123 456",
    }
    return fields | {"language": "el", "password": PASSWORD} | changes


def test_a_member_corrects_the_own_record_and_the_audit_keeps_which_fields(
    xanthippe, browser
):
    answer = browser(xanthippe).post(
        CORRECTION, correction(name="Xanthippe  Quill", email="x@club.example")
    )
    assert answer.url == PAGE
    xanthippe.refresh_from_db()
    assert (xanthippe.name, xanthippe.email, xanthippe.external_id) == (
        "Xanthippe Quill",
        "x@club.example",
        "0042",
    )
    event = AuditEvent.objects.get(what="corrected")
    assert (event.member, event.by, event.before, event.after) == (
        xanthippe,
        xanthippe,
        "",
        "name, e-mail",
    )


def test_nothing_changed_is_nothing_written(xanthippe, browser):
    answer = browser(xanthippe).post(CORRECTION, correction(), follow=True)
    assert "Nothing was changed." in answer.content.decode()
    assert not AuditEvent.objects.exists()


def test_without_the_password_nothing_changes_and_what_was_typed_stays(
    xanthippe, browser
):
    answer = browser(xanthippe).post(
        CORRECTION, correction(email="thief@club.example", password="wrong")
    )
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "That is not your password: type it again." in html
    assert "thief@club.example" in html
    xanthippe.refresh_from_db()
    assert xanthippe.email == "xanthippe@club.example"


def test_whoever_has_the_phone_does_not_guess_the_password_here_either(
    xanthippe, browser
):
    client = browser(xanthippe)
    for _ in range(10):
        client.post(CORRECTION, correction(password="wrong"))
    answer = client.post(CORRECTION, correction(phone="999"))
    assert (answer.status_code, "Too many tries" in answer.content.decode()) == (
        429,
        True,
    )
    assert "999" in answer.content.decode()
    xanthippe.refresh_from_db()
    assert xanthippe.phone == "0123 456"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "Ben C0le"}, "Another member has this name"),
        ({"name": ""}, "This field is required"),
        ({"name": "Xan\u200bthippe"}, "nobody can see"),
        ({"email": "nowhere"}, "valid email"),
    ],
)
def test_a_name_of_another_and_what_cannot_be_are_refused(
    xanthippe, browser, change, message
):
    member("Ben Cole")
    answer = browser(xanthippe).post(CORRECTION, correction(**change))
    assert (answer.status_code, message in answer.content.decode()) == (422, True)


def test_a_member_changes_no_field_that_is_the_clubs(xanthippe, browser):
    browser(xanthippe).post(
        CORRECTION,
        correction(note="Pays early", is_superuser="on", external_id="1", phone="1"),
    )
    xanthippe.refresh_from_db()
    assert (xanthippe.note, xanthippe.is_superuser, xanthippe.external_id, xanthippe.phone) == (
        "Pays late", False, "0042", "1",
    )  # fmt: skip
    assert xanthippe.role == Role.SCORER
