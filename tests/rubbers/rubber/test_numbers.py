"""A deal has the same number on the sheet, in the list, in notices, on cards, in the history and in the audit."""

import re
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

import scoring
from clubscore.contracts.models import columns_of
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.models import Deal, Proposal, Rubber
from clubscore.rubbers.recording.services import undo_deal
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.numbers import called
from scoring import Seat, parse_deal
from tests.archive.zips import packed, table
from tests.factories import NOON, member, record, rubber_in_play
from tests.rubbers.conftest import HTMX, entry

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
N, E, S, W = Seat
TWICE = "2 (dealt again)"


@pytest.fixture
def redealt() -> Rubber:
    """A Chicago rubber whose second deal was passed out and dealt again, so that the third row is a second "deal 2"."""
    return rubber_in_play(system="chicago", lines=("2he=", "p", "2sn="))


def browser(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def words(rubber: Rubber, path: str, who: Member | None = None, **headers: str) -> str:
    """The text of the page, on one line, as the North player or the member `who` sees it."""
    html = browser(who or rubber.players[N]).get(path, headers=headers).content.decode()
    return re.sub(r"\s+", " ", strip_tags(html))


def table_of(rubber: Rubber) -> str:
    return f"/tables/{rubber.table_id}/"


def proposed(
    rubber: Rubber, number: int, facts: scoring.Deal, now: datetime = NOON
) -> Proposal:
    return propose(
        state=load(rubber.pk),
        base=load(rubber.pk).deal(number),
        facts=facts,
        key=uuid4(),
        error="agreement",
        by=rubber.players[S],
        now=now,
        reason="seen",
    )


def accept(rubber: Rubber, proposal: Proposal) -> None:
    """Let the other players vote yes, one after the other, until the proposal is accepted."""
    for seat in (N, E, W):
        proposal.refresh_from_db()
        if proposal.is_open:
            cast(
                state=load(rubber.pk),
                proposal=proposal,
                is_yes=True,
                by=rubber.players[seat],
                now=proposal.made_at,
            )


def strike(rubber: Rubber, number: int) -> None:
    """Strike out a deal as an accepted proposal would."""
    Deal.objects.create(
        rubber=rubber,
        number=number,
        version=2,
        is_struck=True,
        recorded_at=NOON,
        recorded_by=rubber.players[N],
        reason="Two aces of spades",
        key=uuid4(),
        **columns_of(load(rubber.pk).deal(number).facts),
    )


def test_sheet_list_and_notice_say_the_same_number_after_a_redeal(redealt):
    page = words(redealt, table_of(redealt))
    # The row of the sheet, and its figure.
    assert "Deal 2 (dealt again) E again 2♠ 60, deal 2 (dealt again)" in page
    assert "Deal 2 (dealt again) 2♠ by Anna, made dealt again" in page  # in the list
    assert f"Deal {TWICE} recorded: 2♠ by Anna, made." in page
    assert f"the tricks of deal {TWICE};" in page
    assert "Deal 3" not in page.replace("Deal 3 of 4", "").replace("Deal 3 Deal 4", "")


def test_the_answer_to_a_recorded_deal_calls_it_as_the_sheet_does(redealt):
    rubber = rubber_in_play(
        {seat: member(f"{seat.word} Else") for seat in Seat},
        system="chicago",
        lines=("p", "p"),
    )
    html = (
        browser(rubber.players[N])
        .post(f"/rubbers/{rubber.pk}/deals/", entry(rubber), headers=HTMX)
        .content.decode()
    )
    assert "Deal 1 (dealt again ×2) recorded: " in html
    # Addresses keep the number of the row.
    assert f"/rubbers/{rubber.pk}/deals/3/undo/" in html


def test_the_sheet_announces_that_a_deal_is_dealt_again():
    rubber = rubber_in_play(system="chicago", lines=("2he=", "p"))
    page = words(rubber, table_of(rubber))
    assert "Deal 2 of 4 (dealt again) · Ben deals" in page
    assert "Chicago · deal 2 of 4 (dealt again) · E deals" in words(rubber, "/")
    html = browser(rubber.players[N]).get(table_of(rubber)).content.decode()
    assert (
        'data-next="3" data-next-called="2 (dealt again)" data-last-called="2"' in html
    )


def test_the_cards_and_the_page_of_a_correction_say_the_number_of_the_sheet(redealt):
    ben = redealt.players[E]
    # To sign.
    assert f"Deal {TWICE} Ben dealt" in words(redealt, table_of(redealt), ben)
    assert f"Deal {TWICE} is not right" in words(
        redealt, f"/rubbers/{redealt.pk}/deals/3/correction/"
    )
    assert f"Propose to strike out deal {TWICE}" in words(
        redealt, f"/rubbers/{redealt.pk}/deals/3/correction/"
    )
    assert f"Deal {TWICE} 2♠ by Anna, made" in words(
        redealt, f"/rubbers/{redealt.pk}/deals/3/"
    )
    proposed(redealt, 3, parse_deal("2sn+1"))
    assert f"Deal {TWICE}: which is right?" in words(redealt, table_of(redealt), ben)
    assert f"Table 1, deal {TWICE}" in words(
        redealt, "/attention/", member("Sam", role=Role.ADMIN)
    )


def test_what_a_correction_renumbers_is_said_before_it_is_made(redealt):
    proposal = proposed(redealt, 2, parse_deal("1ne="))
    card = words(redealt, table_of(redealt), redealt.players[E])
    assert "Deal 2: which is right?" in card
    assert f"Deal {TWICE}: is deal 3 then; " in card
    accept(redealt, proposal)
    assert [str(called(load(redealt.pk), number)) for number in (1, 2, 3)] == [
        "1",
        "2",
        "3",
    ]


def test_a_refusal_names_the_deal_as_the_sheet_does(redealt):
    fields = entry(redealt, number=4, revision=redealt.revision)
    record(redealt, "1ns=")
    answer = (
        browser(redealt.players[S])
        .post(f"/rubbers/{redealt.pk}/deals/", fields, headers=HTMX)
        .content.decode()
    )
    assert "Anna recorded deal 3 meanwhile: " in answer
    undo = (
        browser(redealt.players[N])
        .post(f"/rubbers/{redealt.pk}/deals/3/undo/", follow=True)
        .content.decode()
    )
    assert f"Deal {TWICE} is not the last one any more: it cannot be undone." in undo


def test_the_history_and_the_audit_say_the_number_of_the_sheet(redealt):
    proposed(redealt, 3, parse_deal("2sn+1"))
    history = words(redealt, f"/rubbers/{redealt.pk}/history/")
    assert f"Step 3 of 3: deal {TWICE}, 2♠ by Anna, made" in history
    assert f"Deal {TWICE} 3 2♠ by Anna, made" in history
    audit = words(redealt, "/office/audit/?kind=all", member("Sam", role=Role.ADMIN))
    assert f"recorded deal {TWICE} at Table 1: 2♠ by Anna, made" in audit
    assert f"proposed to correct deal {TWICE} at Table 1" in audit
    assert f"said yes to the correction of deal {TWICE} at Table 1" in audit


def test_the_tables_that_members_take_away_have_the_number_of_the_sheet(redealt):
    deals = table(packed(), "deals.csv")
    assert [(line["deal_no"], line["deal_called"]) for line in deals] == [
        ("1", "1"),
        ("2", "2"),
        ("3", TWICE),
    ]


def test_a_deal_of_chicago_that_was_struck_out_keeps_the_number_it_had():
    rubber = rubber_in_play(system="chicago", lines=("2he=", "1nn=", "2sn="))
    strike(rubber, 2)
    state = load(rubber.pk)
    assert [str(called(state, number)) for number in (1, 2, 3)] == ["1", "2", "2"]
    page = words(rubber, f"/rubbers/{rubber.pk}/history/")
    assert "Deal 2, struck out 2 1NT by Anna" in page
    assert "Deal 2 3 2♠ by Anna" in page
    assert "struck out deal 2 at Table 1" in words(
        rubber, "/office/audit/", member("Sam", role=Role.ADMIN)
    )


def test_a_late_correction_is_named_in_the_office_by_the_number_of_the_sheet():
    rubber = rubber_in_play(
        system="chicago",
        lines=("p", "4hn=", "4he=", "1nn-1", "1nte="),
        now=timezone.now(),
    )
    accept(
        rubber,
        proposed(
            rubber, 5, parse_deal("1nte+1"), now=timezone.now() + timedelta(hours=1)
        ),
    )
    assert "Deal 4 was corrected after the end" in words(
        rubber, "/attention/", member("Sam", role=Role.ADMIN)
    )


def test_after_a_deal_was_struck_out_room_sheet_and_notice_count_alike():
    rubber = rubber_in_play(lines=("2he=", "1nn=", "2sn="))
    strike(rubber, 2)
    coming = load(rubber.pk).next_number
    assert f"Deal {coming} · " in words(rubber, table_of(rubber))
    assert f"Contract rubber · deal {coming} · " in words(rubber, "/")
    record(rubber, "1he=")
    page = words(rubber, table_of(rubber))
    assert f"Deal {coming} recorded: 1♥ by Ben, made." in page
    assert f"Deal {coming} 1♥ by Ben, made" in page


def test_after_an_undoing_the_next_deal_is_recorded_under_the_number_that_the_sheet_announced():
    for system in ("contract", "chicago"):
        players = {seat: member(f"{seat.word} of {system}") for seat in Seat}
        rubber = rubber_in_play(players, system=system, lines=("2he=", "1nn="))
        undo_deal(state=load(rubber.pk), number=2, by=players[N], now=NOON)
        announced = re.search(r"live Deal (\d+)", words(rubber, table_of(rubber)))
        assert announced
        record(rubber, "1he=")
        assert f"Deal {announced[1]} recorded: 1♥ by East, made." in words(
            rubber, table_of(rubber)
        )
