"""The page /office/house-rules/, on which an admin chooses the club's house rules."""

import pytest

from clubscore.members.models import AuditEvent
from clubscore.rubbers.models import HouseRules

pytestmark = pytest.mark.django_db

CHOSEN = {
    "going_out": "cut",
    "agreed_by": "all",
    "agreed_after": "30",
    "rounding": "exact",
    "season_by": "play",
}


def test_an_admin_chooses_and_the_audit_says_what(office, ruth):
    assert (
        "Whoever has played longest goes out; if equal, they cut"
        in office.get("/office/house-rules/").content.decode()
    )
    assert office.post("/office/house-rules/", CHOSEN).url == "/office/"
    rules = HouseRules.objects.get()
    assert (rules.going_out, rules.agreed_by, rules.wash_out_below) == ("cut", "all", 0)
    event = AuditEvent.objects.get(what="rules")
    assert event.by == ruth
    assert "All who have just played cut for it" in event.after
    assert "changed the house rules" in office.get("/office/audit/").content.decode()


def test_rules_that_are_right_as_they_are_count_as_chosen_and_saving_them_again_is_no_event(
    office,
):
    usual = CHOSEN | {"going_out": "longest", "agreed_by": "sides"}
    for _ in range(2):
        office.post("/office/house-rules/", usual)
    assert HouseRules.objects.count() == 1
    assert AuditEvent.objects.filter(what="rules").count() == 1


def test_amounts_are_typed_and_shown_as_money(office, settings):
    settings.CLUB_CURRENCY = "EUR"
    office.post(
        "/office/house-rules/", CHOSEN | {"stake": "0,05", "table_money": "2.5"}
    )
    rules = HouseRules.objects.get()
    assert (rules.stake, rules.table_money) == (5, 250)
    page = office.get("/office/house-rules/").content.decode()
    assert 'name="stake" value="0.05"' in page
    assert 'name="table_money" value="2.50"' in page
    event = AuditEvent.objects.get(what="rules")
    assert "stake for every hundred points: €\N{NO-BREAK SPACE}0.05" in event.after


@pytest.mark.parametrize(
    ("stake", "refusal"),
    [
        ("5 cents", "Write an amount such as 12.50"),
        ("-0.05", "Write the amount without a sign."),
        ("1000.01", "That is more than can be booked at once"),
    ],
)
def test_an_amount_that_is_not_right_is_refused_with_the_way(
    office, settings, stake, refusal
):
    settings.CLUB_CURRENCY = "EUR"
    answer = office.post("/office/house-rules/", CHOSEN | {"stake": stake})
    assert answer.status_code == 422
    assert refusal in answer.content.decode()
    assert f'value="{stake}"' in answer.content.decode()


def test_money_without_a_currency_is_refused_and_what_was_typed_stays(office, settings):
    settings.CLUB_CURRENCY = ""
    answer = office.post("/office/house-rules/", CHOSEN | {"stake": "25"})
    assert answer.status_code == 422
    assert "first name the currency" in answer.content.decode()
    assert 'value="25"' in answer.content.decode()
    assert not HouseRules.objects.exists()
