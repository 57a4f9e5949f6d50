"""PINs: members choose them, they are stored as hashes, and five wrong tries lock a PIN for a quarter of an hour."""

from datetime import timedelta
from threading import Thread

import pytest
from django.db import connections
from django.test import Client

from clubscore.calendar import evening_of
from clubscore.members.access.pins import (
    PinRefused,
    choose_pin,
    forget_pin,
    is_proof_of_a_member,
    require_right_pin,
)
from clubscore.members.models import Member, WrongPin
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from tests.factories import NOON, PASSWORD, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def ben(db: None) -> Member:
    ben = member("Ben")
    choose_pin(member=ben, pin="2468", now=NOON)
    return ben


def wrong(ben: Member, *, after: timedelta = timedelta()) -> None:
    with pytest.raises(PinRefused, match="not Ben’s PIN"):
        require_right_pin(member=ben, pin="1357", now=NOON + after)


def test_the_right_pin_is_let_through(ben):
    require_right_pin(member=ben, pin="2468", now=NOON)


def test_a_pin_is_kept_hashed(ben):
    assert ben.pin.startswith("argon2")
    assert "2468" not in ben.pin


def test_nobody_has_a_pin_before_choosing_one():
    dan = member("Dan")
    assert not dan.has_pin
    for pin in ("", "0000", "1234"):
        with pytest.raises(PinRefused, match="has not chosen a PIN yet"):
            require_right_pin(member=dan, pin=pin, now=NOON)


@pytest.mark.parametrize("pin", ["", "123", "12345", "12a4", "١٢٣٤", " 123"])
def test_a_pin_is_four_digits(pin):
    with pytest.raises(PinRefused, match="four digits"):
        choose_pin(member=member("Dan"), pin=pin, now=NOON)


def test_four_alike_are_too_easy():
    with pytest.raises(PinRefused, match="not all the same"):
        choose_pin(member=member("Dan"), pin="0000", now=NOON)


def test_five_wrong_tries_close_it_for_a_quarter_of_an_hour_even_to_its_owner(ben):
    for minute in range(5):
        wrong(ben, after=timedelta(minutes=minute))
    with pytest.raises(PinRefused, match="closed for 15 more minutes"):
        require_right_pin(member=ben, pin="2468", now=NOON + timedelta(minutes=4))
    with pytest.raises(PinRefused, match="closed for 1 more"):
        require_right_pin(
            member=ben, pin="2468", now=NOON + timedelta(minutes=18, seconds=30)
        )
    require_right_pin(member=ben, pin="2468", now=NOON + timedelta(minutes=19))


def test_a_try_while_it_is_closed_does_not_keep_it_closed(ben):
    for _ in range(5):
        wrong(ben)
    with pytest.raises(PinRefused, match="Too many"):
        require_right_pin(member=ben, pin="1357", now=NOON + timedelta(minutes=14))
    require_right_pin(member=ben, pin="2468", now=NOON + timedelta(minutes=15))


def test_five_wrong_tries_over_a_whole_evening_close_nothing(ben):
    for tries in range(5):
        wrong(ben, after=timedelta(minutes=4 * tries))
    require_right_pin(member=ben, pin="2468", now=NOON + timedelta(minutes=17))


def test_the_right_pin_forgets_the_wrong_tries(ben):
    for _ in range(4):
        wrong(ben)
    require_right_pin(member=ben, pin="2468", now=NOON)
    wrong(ben)
    require_right_pin(member=ben, pin="2468", now=NOON)


def test_one_s_wrong_tries_do_not_close_another_s(ben):
    dan = member("Dan")
    choose_pin(member=dan, pin="8642", now=NOON)
    for _ in range(5):
        wrong(ben)
    require_right_pin(member=dan, pin="8642", now=NOON)


TONIGHT = evening_of(NOON)
A_WEEK = timedelta(days=7)


def proves(who: Member, *, on: Member) -> bool:
    return is_proof_of_a_member(who, device_of=on, occasion=TONIGHT)


def test_a_pin_chosen_signed_in_or_with_the_password_proves_who_types_it():
    anna, ben = member("Anna"), member("Ben", password=PASSWORD)
    choose_pin(member=ben, pin="2468", now=NOON)
    assert proves(ben, on=anna)
    choose_pin(member=ben, pin="8642", password=PASSWORD, device_of=anna, now=NOON)
    assert (ben.pin_set_at, ben.pin_set_on) == (NOON, None)
    assert proves(ben, on=anna)


def test_a_table_pin_proves_it_on_a_later_evening_and_another_s_device_alone():
    anna, dan, karl = (
        member("Anna"),
        member("Dan"),
        Member.objects.create(name="Karl Stein", joined_at=NOON),
    )
    choose_pin(member=karl, pin="2468", device_of=anna, now=NOON)
    assert (karl.pin_set_at, karl.pin_set_on) == (NOON, anna)
    assert not proves(karl, on=anna)
    assert not proves(karl, on=dan)
    choose_pin(member=karl, pin="2468", device_of=anna, now=NOON - A_WEEK)
    assert not proves(karl, on=anna)
    assert proves(karl, on=dan)


def test_the_pin_of_a_guest_proves_no_member():
    karl = add_guest(name="Karl Stein", now=NOON)
    choose_pin(member=karl, pin="2468", now=NOON - A_WEEK)
    assert not proves(karl, on=member("Anna"))


def test_a_pin_that_is_forgotten_leaves_nothing_of_where_it_was_chosen():
    anna, karl = member("Anna"), add_guest(name="Karl Stein", now=NOON)
    choose_pin(member=karl, pin="2468", device_of=anna, now=NOON)
    forget_pin(member=karl, by=anna, now=NOON)
    karl.refresh_from_db()
    assert (karl.has_pin, karl.pin_set_at, karl.pin_set_on) == (False, None, None)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_forty_tries_in_the_same_instant_are_counted_one_by_one(ben):
    refusals: list[str] = []

    def guess() -> None:
        try:
            require_right_pin(member=ben, pin="1357", now=NOON)
        except PinRefused as refusal:
            refusals.append(str(refusal))
        finally:
            connections.close_all()

    threads = [Thread(target=guess) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum("not Ben’s PIN" in refusal for refusal in refusals) == 5
    assert WrongPin.objects.count() == 5


def test_on_another_s_device_the_password_is_asked_and_a_wrong_one_counts_as_a_try():
    dan = member("Dan", password=PASSWORD)
    with pytest.raises(PinRefused, match="not the sign-in password"):
        choose_pin(member=dan, pin="8642", password="guessed", now=NOON)
    assert dan.wrong_pins.count() == 1
    choose_pin(member=dan, pin="8642", password=PASSWORD, now=NOON)
    require_right_pin(member=dan, pin="8642", now=NOON)


def test_a_member_chooses_a_pin_on_the_own_page():
    dan = member("Dan")
    client = Client()
    client.force_login(dan)
    assert "Choose a PIN" in client.get("/pin/").content.decode()
    answer = client.post("/pin/", {"pin": "8642", "again": "8642"})
    assert (answer.status_code, answer.url) == (302, "/")
    dan.refresh_from_db()
    require_right_pin(member=dan, pin="8642", now=NOON)
    assert "Change my PIN" in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("pin", "again", "words"),
    [
        ("8642", "8643", "The two are not the same."),
        ("1111", "1111", "not all the same"),
        ("86a2", "86a2", "four digits"),
    ],
)
def test_what_is_no_pin_is_refused_with_the_reason(pin, again, words):
    client = Client()
    client.force_login(member("Dan"))
    answer = client.post("/pin/", {"pin": pin, "again": again})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert pin not in answer.content.decode()


def test_an_admin_can_have_a_pin_forgotten_but_not_read(ben):
    client = Client()
    client.force_login(member("Sam", role=Role.OWNER))
    assert (
        ben.pin
        not in client.get(f"/admin/members/member/{ben.pk}/change/").content.decode()
    )
    client.post(
        "/admin/members/member/", {"action": "forget_pin", "_selected_action": [ben.pk]}
    )
    ben.refresh_from_db()
    assert not ben.has_pin


def test_wrong_tries_of_a_clock_that_was_ahead_close_no_pin(ben):
    for _ in range(5):
        wrong(ben, after=timedelta(days=365))
    require_right_pin(member=ben, pin="2468", now=NOON)


def test_a_clock_set_back_by_minutes_opens_no_pin(ben):
    for _ in range(5):
        wrong(ben, after=timedelta(minutes=10))
    with pytest.raises(PinRefused, match="closed for 25 more minutes"):
        require_right_pin(member=ben, pin="2468", now=NOON)


def test_a_pin_that_is_no_pin_is_told_so_and_is_no_try(ben):
    for _ in range(6):
        with pytest.raises(PinRefused, match="A PIN is four digits"):
            require_right_pin(member=ben, pin="24", now=NOON)
    assert not WrongPin.objects.exists()


def test_a_pin_that_is_typed_once_is_asked_for_once_more_in_one_sentence(client, ben):
    client.force_login(ben)
    html = client.post("/pin/", {"pin": "1928", "again": ""}).content.decode()
    assert "The two are not the same." not in html
    assert html.count("This field is required.") == 1
