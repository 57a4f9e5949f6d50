"""The part of GET /attention/ about absence: players who say that they were not there, and rubbers signed
on one device.
"""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from clubscore.members.models import Member
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.absence import say_not_there
from clubscore.rubbers.agreement.services import agree_deal, agree_net
from clubscore.rubbers.attention.queries import attention_now
from clubscore.rubbers.attention.waiting import waiting
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import NINE_DEALS, agree, four, member, rubber_in_play

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


def recent(players=None, **options) -> Rubber:
    return rubber_in_play(players, now=timezone.now() - timedelta(hours=2), **options)


def sign(rubber, seat, *, how="tapped", on=None, now=None) -> None:
    state, now = load(rubber.pk), now or timezone.now()
    device_of = rubber.players[on] if on else None
    agree_net(
        state=state,
        newest=state.newest,
        by=rubber.players[seat],
        now=now,
        how=how,
        device_of=device_of,
    )
    rubber.refresh_from_db()


def one_device(now: datetime | None = None) -> list[str]:
    found = attention_now(
        now or timezone.now(), Member.objects.earliest("pk")
    ).one_device
    return [f"{each.words} on a device of {each.owner}" for each in found]


@pytest.fixture
def with_a_guest(db) -> Rubber:
    """A finished rubber in which Ben and Karl, who is a guest, play against Anna and Cleo."""
    return recent(
        four() | {W: add_guest(name="Karl Stein", now=timezone.now())}, lines=NINE_DEALS
    )


def test_a_rubber_that_both_sides_agreed_to_on_one_member_s_devices_is_listed_with_why(
    signed_in,
):
    rubber = recent(lines=NINE_DEALS)
    sign(rubber, N)
    sign(rubber, E, how="pin", on=N)
    assert rubber.is_agreed
    assert one_device() == ["Anna and Ben by PIN on a device of Anna"]
    html = signed_in(member("Sam", role=Role.ADMIN)).get("/attention/").content.decode()
    assert "Signed on one device alone" in html
    assert "agreed by Anna and Ben by PIN, all on a device of Anna" in html
    assert f'href="/rubbers/{rubber.pk}/history/"' in html
    assert waiting(timezone.now()).total == 0


def test_two_guests_by_table_pin_are_listed_as_such(db):
    now = timezone.now()
    rubber = recent(
        four()
        | {
            E: add_guest(name="Lena Horn", now=now),
            W: add_guest(name="Karl Stein", now=now),
        },
        lines=NINE_DEALS,
    )
    sign(rubber, N)
    sign(rubber, W, how="table-pin", on=N)
    assert one_device() == ["Anna and Karl Stein by table PIN on a device of Anna"]


def test_one_signature_from_another_device_under_a_deal_or_the_net_score_is_enough(
    with_a_guest,
):
    sign(with_a_guest, N)
    sign(with_a_guest, W, how="pin", on=E)
    assert with_a_guest.is_agreed
    assert one_device() == []
    rubber = recent({seat: member(f"{seat} again") for seat in Seat}, lines=NINE_DEALS)
    state = load(rubber.pk)
    agree_deal(
        state=state, deal=state.deals[0], by=rubber.players[E], now=timezone.now()
    )
    sign(rubber, N)
    sign(rubber, E, how="pin", on=N)
    assert rubber.is_agreed
    assert one_device() == []


def test_where_each_side_has_tapped_nothing_is_listed(db):
    agree(recent(lines=NINE_DEALS))
    assert one_device() == []


def test_what_waits_to_be_agreed_and_what_was_posted_long_ago_is_not(db):
    rubber = recent(lines=NINE_DEALS)
    sign(rubber, E, how="pin", on=N)
    assert one_device() == []
    sign(rubber, N)
    assert rubber.is_agreed
    assert one_device(timezone.now() + timedelta(days=20)) == []


def test_somebody_who_is_not_there_is_counted_once_whether_the_rubber_is_in_play_or_over(
    with_a_guest,
):
    in_play = recent({seat: member(f"{seat} again") for seat in Seat})
    say_not_there(state=load(in_play.pk), by=in_play.players[E], now=timezone.now())
    say_not_there(
        state=load(with_a_guest.pk), by=with_a_guest.players[E], now=timezone.now()
    )
    assert (waiting(timezone.now()).absences, waiting(timezone.now()).unagreed) == (
        1,
        1,
    )
    assert [
        said.member.name
        for said in attention_now(
            timezone.now(), Member.objects.earliest("pk")
        ).absences
    ] == [
        "E again",
        "Ben",
    ]


def test_an_admin_finds_the_form_for_a_player_who_says_not_to_have_been_there(
    with_a_guest, signed_in
):
    say_not_there(
        state=load(with_a_guest.pk), by=with_a_guest.players[E], now=timezone.now()
    )
    sam = signed_in(member("Sam", role=Role.ADMIN))
    assert (
        "<b>Ben said “I am not there”</b>: an arbiter can agree in their stead."
        in sam.get("/attention/").content.decode()
    )
    newest = with_a_guest.deals.latest("pk")
    page = f"/rubbers/{with_a_guest.pk}/"
    assert "Ben said “I am not there”</h4>" in sam.get(page).content.decode()
    answer = sam.post(
        f"{page}agreement/instead/",
        {"version": newest.pk, "seat": "E", "reason": "I saw Ben play"},
    )
    assert answer.status_code == 302
    assert not load(with_a_guest.pk).absent
