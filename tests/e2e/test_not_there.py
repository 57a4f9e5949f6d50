"""A member seated by another sees it at once and can decline; a table PIN that binds nobody says what would count."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from clubscore.members.access.pins import choose_pin
from clubscore.members.people.services import add_guest
from clubscore.rubbers.models import NetAgreement
from clubscore.rubbers.rubber.loading import load
from clubscore.tables import services as tables
from scoring import Seat
from tests.e2e.browser import PHONE, expect
from tests.factories import NINE_DEALS, NOON, four, member, rubber_in_play
from tests.waiting import until

N, E, S, W = Seat


def test_who_is_seated_by_another_sees_it_at_once_in_the_room_and_is_not_there(
    open_page: Callable[..., Any],
    transactional_db: None,
    obstacles: Callable[[Any], list[str]],
):
    ruth, ben = member("Ruth"), member("Ben")
    table = tables.open_table(by=ruth, now=timezone.now())
    room, phone = (
        open_page("/", member=ben),
        open_page(f"/tables/{table.pk}/", member=ben, **PHONE),
    )
    for page in (room, phone):
        expect(page.locator("#live-state")).to_have_text("live")
    tables.come_to_table(table=table, member=ben, seat=E, by=ruth, now=timezone.now())
    for page in (room, phone):
        expect(page.locator("#seat-notice")).to_contain_text(
            "Ruth seated you at Table 1"
        )
        assert obstacles(page) == []
    phone.get_by_role("button", name="I am not there").click()
    expect(phone.locator(".messages")).to_contain_text(
        "You are not at Table 1 any more."
    )
    expect(phone.locator("#seat-notice")).to_have_count(0)
    until(lambda: not table.sittings.filter(member=ben, left_at=None).exists())


def test_without_scripts_too(open_page: Callable[..., Any], transactional_db: None):
    ruth, ben = member("Ruth"), member("Ben")
    table = tables.open_table(by=ruth, now=timezone.now())
    tables.come_to_table(table=table, member=ben, seat=E, by=ruth, now=timezone.now())
    page = open_page("/ledger/", member=ben, scripts=False, **PHONE)
    page.get_by_role("button", name="Yes, I am here").click()
    expect(page.locator("#seat-notice")).to_have_count(0)
    assert table.sittings.get(member=ben).confirmed_at is not None


def test_a_table_pin_that_binds_no_member_says_what_would_count_and_keeps_the_form_open(
    open_page: Callable[..., Any], transactional_db: None
):
    players = four() | {W: add_guest(name="Karl Stein", now=NOON)}
    rubber = rubber_in_play(players, lines=NINE_DEALS)
    choose_pin(member=players[W], pin="8642", device_of=players[N], now=NOON)
    choose_pin(member=players[E], pin="2468", now=NOON)
    anna = open_page(f"/rubbers/{rubber.pk}/", member=players[N], **PHONE)
    form = anna.locator("#pin-fields-net")
    form.locator("summary").click()
    form.locator("select").select_option(label="Karl Stein")
    form.locator("[name=pin]").fill("8642")
    form.get_by_role("button", name="Agree by PIN").click()
    expect(anna.locator("#consent [role=alert]")).to_contain_text(
        "it binds guests, and Ben is a member"
    )
    expect(form).to_have_attribute("open", "")
    expect(form.locator("select")).to_have_value(str(players[W].pk))
    form.locator("select").select_option(label="Ben")
    form.locator("[name=pin]").fill("2468")
    form.get_by_role("button", name="Agree by PIN").click()
    until(lambda: load(rubber.pk).agreed_net.keys() == {players[E].pk})
    assert NetAgreement.objects.get().how == "pin"
