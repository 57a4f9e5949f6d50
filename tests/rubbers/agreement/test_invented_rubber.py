"""A rubber that one player invents on one phone is never posted to players who were not there."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.ledger.books import books
from clubscore.members.access.pins import choose_pin, forget_pin
from clubscore.members.merging.services import merge, undo
from clubscore.members.models import Member
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import agree_net, agree_net_instead
from clubscore.rubbers.models import HouseRules, NetAgreement, Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.sheet.net_signatures import net_annotations
from clubscore.tables.models import Table
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.factories import (
    NINE_DEALS,
    NOON,
    PASSWORD,
    four,
    member,
    record,
    rubber_in_play,
)
from tests.rubbers.conftest import HTMX

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

N, E, S, W = Seat
GRAND_SLAMS = ("7nxxn=", "7nxxn=")
PIN = {"pin": "2468", "again": "2468"}


@pytest.fixture
def phone(db) -> Client:
    """A client in which Anna is signed in; it sends every request of these tests."""
    client = Client()
    client.force_login(member("Anna"))
    return client


def invent(phone: Client, *seats: tuple[Seat, Member | str]) -> Rubber:
    """Seat the other players, members or guests by name, begin and record a rubber, and choose PINs for
    players without a password.
    """
    page = phone.post("/tables/", {"system": "contract"}).url
    anna = Member.objects.get(username="anna")
    for seat, who in [(N, anna), *seats]:
        fields = {"guest": who} if isinstance(who, str) else {"member": who.pk}
        assert phone.post(page, fields | {"seat": seat}).status_code == 302
    seating = seating_at(Table.objects.latest("pk"))
    begin = {"dealer": "N", "seats": seating.who_sits_where}
    answer = phone.post(f"{page.removesuffix('seating/')}rubbers/", begin)
    assert answer.status_code == 302
    rubber = Rubber.objects.latest("pk")
    for line in GRAND_SLAMS:
        record(rubber, line, by=anna)
    for each in Member.objects.filter(username=None, pin=""):
        choose_here(phone, rubber, each)
    rubber.refresh_from_db()
    return rubber


def choose_here(phone: Client, rubber: Rubber, who: Member, **more):
    return phone.post(f"/rubbers/{rubber.pk}/pins/{who.pk}/", PIN | more)


def agree(phone: Client, rubber: Rubber, who: Member | None = None, headers=HTMX):
    fields = {"version": rubber.deals.latest("pk").pk}
    if who:
        fields |= {"member": who.pk, "pin": "2468", "at": "net"}
    answer = phone.post(f"/rubbers/{rubber.pk}/agreement/", fields, headers=headers)
    rubber.refresh_from_db()
    return answer


def karl() -> Member:
    return Member.objects.get(name="Karl Stein")


# --- guests ---


def test_a_guest_s_pin_chosen_on_the_player_s_own_phone_posts_nothing_to_an_absent_member(
    phone,
):
    rubber = invent(phone, (E, member("Ben")), (S, member("Cleo")), (W, "Karl Stein"))
    agree(phone, rubber)
    answer = agree(phone, rubber, karl())
    assert not rubber.is_agreed
    assert not books().accounts
    assert answer.status_code == 409
    assert NetAgreement.objects.count() == 1


def test_the_page_says_why_that_pin_does_not_count_and_what_would_and_keeps_who_was_chosen(
    phone,
):
    member("Sam", role=Role.ADMIN)
    rubber = invent(phone, (E, member("Ben")), (S, member("Cleo")), (W, "Karl Stein"))
    html = agree(phone, rubber, karl()).content.decode()
    assert "Karl’s PIN was chosen at a table" in html
    assert "it binds guests, and Ben is a member" in html
    for way in (
        "Ben’s own tap",
        "a PIN that Ben has chosen",
        "Karl’s PIN on Ben’s own device",
        "An arbiter who has not played in it decides: Sam",
    ):
        assert way in html
    assert '<details id="pin-fields-net" class="lend" open>' in html
    assert f'<option value="{karl().pk}" selected>' in html
    page = agree(phone, rubber, karl(), headers={}).url
    html = phone.get(page.partition("#")[0]).content.decode()
    assert "it binds guests, and Ben is a member" in html
    assert '<details id="pin-fields-net" class="lend" open>' in html
    assert f'<option value="{karl().pk}" selected>' in html


def test_two_guests_against_two_members_agree_on_one_phone(phone):
    rubber = invent(phone, (E, "Lena Horn"), (S, member("Cleo")), (W, "Karl Stein"))
    agree(phone, rubber)
    assert agree(phone, rubber, karl()).status_code == 200
    assert rubber.is_agreed
    assert NetAgreement.objects.get(member=karl()).how == "table-pin"


def test_a_guest_s_pin_of_an_earlier_evening_binds_no_member_either(phone):
    rubber = invent(phone, (E, member("Ben")), (S, member("Cleo")), (W, "Karl Stein"))
    Member.objects.filter(pk=karl().pk).update(
        pin_set_at=timezone.now() - timedelta(days=30)
    )
    assert agree(phone, rubber, karl()).status_code == 409


def test_a_guest_agrees_on_the_own_partner_s_device_for_both(phone, signed_in):
    rubber = invent(phone, (E, member("Ben")), (S, member("Cleo")), (W, "Karl Stein"))
    agree(phone, rubber)
    assert agree(signed_in(rubber.players[E]), rubber, karl()).status_code == 200
    assert rubber.is_agreed
    given = NetAgreement.objects.get(member=karl())
    assert (given.how, given.device_of) == ("pin", rubber.players[E])


def test_a_pin_that_an_admin_let_a_player_set_anew_for_a_guest_binds_no_member(phone):
    rubber = invent(phone, (E, member("Ben")), (S, member("Cleo")), (W, "Karl Stein"))
    choose_pin(member=karl(), pin="1357", now=NOON)
    forget_pin(member=karl(), by=member("Sam", role=Role.ADMIN), now=NOON)
    assert choose_here(phone, rubber, karl()).status_code == 302
    assert karl().pin_set_on == rubber.players[N]
    assert agree(phone, rubber, karl()).status_code == 409


def test_the_device_of_whoever_began_a_rubber_and_does_not_play_is_no_better(signed_in):
    players = four() | {W: add_guest(name="Karl Stein", now=NOON)}
    rubber = rubber_in_play(players, lines=NINE_DEALS)
    scorer = signed_in(member("Ines", role=Role.SCORER))
    choose_here(scorer, rubber, karl())
    assert agree(scorer, rubber, karl()).status_code == 409


# --- members ---


def not_joined(name: str) -> Member:
    return Member.objects.create(name=name, joined_at=NOON)


def test_a_member_who_has_not_joined_is_not_bound_by_a_pin_chosen_on_that_phone_even_weeks_later(
    phone,
):
    rubber = invent(
        phone, (E, not_joined("Karl Stein")), (S, member("Cleo")), (W, "Lena Horn")
    )
    agree(phone, rubber)
    answer = agree(phone, rubber, karl())
    assert answer.status_code == 409
    assert (
        "Karl’s own tap, once Karl has joined by an invitation"
        in answer.content.decode()
    )
    Member.objects.filter(pk=karl().pk).update(
        pin_set_at=timezone.now() - timedelta(days=30)
    )
    assert agree(phone, rubber, karl()).status_code == 409


def test_a_pin_chosen_on_an_earlier_evening_on_another_device_binds_its_member(phone):
    rubber = invent(
        phone, (E, not_joined("Karl Stein")), (S, member("Cleo")), (W, "Lena Horn")
    )
    agree(phone, rubber)
    earlier = {
        "pin_set_at": timezone.now() - timedelta(days=7),
        "pin_set_on": rubber.players[S],
    }
    Member.objects.filter(pk=karl().pk).update(**earlier)
    assert agree(phone, rubber, karl()).status_code == 200
    assert rubber.is_agreed


def test_the_same_evening_on_another_device_is_there_and_then(phone):
    rubber = invent(
        phone, (E, not_joined("Karl Stein")), (S, member("Cleo")), (W, "Lena Horn")
    )
    Member.objects.filter(pk=karl().pk).update(pin_set_on=rubber.players[S])
    assert agree(phone, rubber, karl()).status_code == 409


def test_four_at_one_tablet_agree_by_pins_that_they_chose_signed_in(phone, signed_in):
    rubber = invent(phone, (E, member("Ben")), (S, member("Cleo")), (W, member("Dan")))
    assert signed_in(rubber.players[E]).post("/pin/", PIN).status_code == 302
    agree(phone, rubber)
    assert agree(phone, rubber, rubber.players[E]).status_code == 200
    assert rubber.is_agreed


def test_a_pin_chosen_at_the_tablet_with_the_password_is_its_member_s_own(phone):
    rubber = invent(
        phone,
        (E, member("Ben", password=PASSWORD)),
        (S, member("Cleo")),
        (W, member("Dan")),
    )
    assert (
        choose_here(phone, rubber, rubber.players[E], password=PASSWORD).status_code
        == 302
    )
    agree(phone, rubber)
    assert agree(phone, rubber, rubber.players[E]).status_code == 200
    assert rubber.is_agreed


def test_a_pin_from_before_it_was_kept_where_counts_as_set_before(phone):
    rubber = invent(
        phone, (E, not_joined("Karl Stein")), (S, member("Cleo")), (W, member("Dan"))
    )
    Member.objects.filter(pk=karl().pk).update(pin_set_at=None, pin_set_on=None)
    agree(phone, rubber)
    assert agree(phone, rubber, karl()).status_code == 200
    assert rubber.is_agreed


def test_where_all_four_sign_a_guest_signs_for_nobody_else_and_a_member_only_by_an_own_pin(
    phone,
):
    HouseRules.objects.create(pk=1, agreed_by="all")
    member("Sam", role=Role.ADMIN)
    rubber = invent(
        phone, (E, not_joined("Karl Stein")), (S, member("Cleo")), (W, "Lena Horn")
    )
    assert agree(phone, rubber, Member.objects.get(name="Lena Horn")).status_code == 200
    answer = agree(phone, rubber, karl())
    assert answer.status_code == 409
    assert (
        "Lena"
        not in answer.content.decode()
        .partition("Karl’s PIN was chosen")[2]
        .partition("An arbiter")[0]
    )


# --- who a guest turns out to be ---


def by_table_pin(rubber: Rubber, who: Member) -> None:
    newest = rubber.deals.latest("pk")
    agree_net(
        state=load(rubber.pk),
        newest=newest,
        by=who,
        now=NOON,
        how="table-pin",
        device_of=rubber.players[N],
    )


@pytest.fixture
def against_guests(db) -> Rubber:
    """A rubber of nine deals against two guests, Lena and Karl. Karl has agreed to it by his table PIN."""
    guests = {
        E: add_guest(name="Lena Horn", now=NOON),
        W: add_guest(name="Karl Stein", now=NOON),
    }
    rubber = rubber_in_play(four() | guests, lines=NINE_DEALS)
    by_table_pin(rubber, guests[W])
    assert load(rubber.pk).agreed_net.keys() == {guests[W].pk}
    return rubber


def test_a_guest_who_turns_out_to_be_a_member_is_not_bound_by_the_partner_s_table_pin(
    against_guests,
):
    sam, lena, real = (
        member("Sam", role=Role.ADMIN),
        Member.objects.get(name="Lena Horn"),
        member("Helena Horn"),
    )
    made = merge(kept=real, merged=lena, by=sam, now=NOON)
    assert load(against_guests.pk).agreed_net == {}
    net = net_annotations(load(against_guests.pk))
    assert "Karl (by table PIN, which binds no member)" in net.agreement
    undo(merge=made, by=sam, now=NOON)
    assert load(against_guests.pk).agreed_net.keys() == {karl().pk}


def test_a_guest_who_has_joined_signs_again_as_a_member(against_guests):
    Member.objects.filter(pk=karl().pk).update(is_guest=False, username="karl")
    assert load(against_guests.pk).agreed_net == {}
    newest = against_guests.deals.latest("pk")
    for who in (karl(), against_guests.players[N]):
        agree_net(state=load(against_guests.pk), newest=newest, by=who, now=NOON)
    against_guests.refresh_from_db()
    assert against_guests.is_agreed


def test_nobody_else_s_signature_is_asked_twice_by_table_pin(against_guests):
    by_table_pin(against_guests, karl())
    assert NetAgreement.objects.count() == 1


# --- an admin ---


def test_an_admin_agrees_for_members_who_cannot_sign_in_and_not_for_one_who_can(phone):
    sam = member("Sam", role=Role.ADMIN)
    rubber = invent(
        phone, (E, not_joined("Karl Stein")), (S, member("Cleo")), (W, "Lena Horn")
    )
    agree(phone, rubber)
    newest = rubber.deals.latest("pk")
    given = {
        "newest": newest,
        "reason": "Karl was here, I saw him",
        "by": sam,
        "now": NOON,
    }
    with pytest.raises(Refused, match="Anna has agreed already"):
        agree_net_instead(state=load(rubber.pk), seat=N, **given)
    with pytest.raises(Refused, match="Cleo can still agree"):
        agree_net_instead(state=load(rubber.pk), seat=S, **given)
    agree_net_instead(state=load(rubber.pk), seat=E, **given)
    rubber.refresh_from_db()
    assert rubber.is_agreed
    assert (
        "for Karl: Sam, “Karl was here, I saw him”"
        in net_annotations(load(rubber.pk)).agreement
    )


def test_not_where_the_partner_can_sign_in(phone):
    sam = member("Sam", role=Role.ADMIN)
    rubber = invent(
        phone, (E, not_joined("Karl Stein")), (S, member("Cleo")), (W, member("Dan"))
    )
    with pytest.raises(
        Refused, match="Dan can agree for that side: one of each side is enough"
    ):
        agree_net_instead(
            state=load(rubber.pk),
            newest=rubber.deals.latest("pk"),
            seat=E,
            reason="So it was",
            by=sam,
            now=NOON,
        )
