"""While the book cannot be written, the recorder is told, keeps what was typed, and records it in the end."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError

from clubscore.rubbers.agreement import services
from clubscore.rubbers.models import Deal, DealAgreement
from scoring import Seat
from tests.e2e.browser import PHONE, expect
from tests.factories import record, rubber_in_play


@pytest.fixture
def break_service(monkeypatch: pytest.MonkeyPatch) -> Callable[..., pytest.MonkeyPatch]:
    """Return a function that lets a service fail as when PostgreSQL reports this SQLSTATE.

    The function returns a monkeypatch, whose `undo()` mends the service.
    """

    def break_it(name: str, sqlstate: str | None) -> pytest.MonkeyPatch:
        def fail(*_: object, **__: object) -> None:
            error, cause = OperationalError("the disk"), Exception()
            cause.sqlstate = sqlstate
            raise error from cause

        monkeypatch.setattr(services, name, fail)
        return monkeypatch

    return break_it


@pytest.mark.parametrize(
    ("sqlstate", "words"),
    [
        (None, "the club’s server cannot write at the moment"),
        ("53100", "the disk of the club’s server is full"),
    ],
)
def test_a_deal_waits_in_the_entry_and_is_sent_again_by_itself(
    sqlstate: str | None,
    words: str,
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    expected_errors: list[str],
    break_service: Callable[..., pytest.MonkeyPatch],
):
    expected_errors += [
        "status of 503",
        "status of 507",
        "Response Status Error Code 50",
    ]
    rubber = rubber_in_play(players)
    phone = open_page(
        f"/tables/{rubber.table_id}/", member=players[Seat.NORTH], **PHONE
    )
    fault = break_service("write_deal", sqlstate)
    phone.locator("#deal-line-text").fill("4hxs+1")
    phone.locator("#record").click()
    expect(phone.locator("#entry-state")).to_contain_text(words)
    expect(phone.locator("#deal-line-text")).to_have_value("4hxs+1")
    assert not Deal.objects.exists()
    fault.undo()
    expect(phone.locator("#deals #deal-1")).to_contain_text("4♥ doubled by Cleo")
    assert Deal.objects.count() == 1


def test_without_scripts_the_page_of_the_fault_sends_the_deal_again(
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    expected_errors: list[str],
    break_service: Callable[..., pytest.MonkeyPatch],
):
    expected_errors += ["status of 507"]
    rubber = rubber_in_play(players)
    phone = open_page(
        f"/tables/{rubber.table_id}/",
        member=players[Seat.NORTH],
        scripts=False,
        **PHONE,
    )
    fault = break_service("write_deal", "53100")
    phone.locator("#deal-line-text").fill("4hxs+1")
    phone.locator("#record").click()
    expect(phone.locator("h1")).to_have_text("The disk is full")
    fault.undo()
    phone.get_by_role("button", name="Send it again").click()
    expect(phone.locator("#deals #deal-1")).to_contain_text("4♥ doubled by Cleo")
    assert Deal.objects.count() == 1


def test_a_tap_that_was_not_taken_is_told_and_can_be_given_again(
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    expected_errors: list[str],
    break_service: Callable[..., pytest.MonkeyPatch],
):
    expected_errors += ["status of 503", "Response Status Error Code 503"]
    rubber = rubber_in_play(players)
    record(rubber, "2hn=")
    phone = open_page(f"/tables/{rubber.table_id}/", member=players[Seat.EAST], **PHONE)
    fault = break_service("sign_deal", None)
    phone.locator("#agree-1").click()
    expect(phone.locator("#not-taken")).to_have_text(
        "This is not confirmed. Try again in a moment."
    )
    fault.undo()
    phone.locator("#agree-1").click()
    expect(phone.locator("#agree-1")).to_have_count(0)
    expect(phone.locator("#not-taken")).to_have_count(0)
    assert DealAgreement.objects.filter(member=players[Seat.EAST]).count() == 1
