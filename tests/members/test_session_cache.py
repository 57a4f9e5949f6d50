"""A session is read with its member by one query and cached for five seconds, unless something ends the session."""

import time
from collections.abc import Callable
from datetime import timedelta
from http.cookies import SimpleCookie

import pytest
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import Group
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubscore.members import session_cache
from clubscore.members.access.pins import choose_pin
from clubscore.members.access.sessions import SessionStore
from clubscore.members.importing.plan import plan_import
from clubscore.members.importing.services import carry_out
from clubscore.members.models import Member, OpenSession
from clubscore.members.people.services import (
    change_role,
    close_sessions,
    leave_club,
    sign_out,
)
from clubscore.members.permissions import may_administer, may_play
from clubscore.members.roles import Role, permissions_of
from clubscore.members.session_cache import KnownSession, SessionCache, known_sessions
from tests.factories import NOON, PASSWORD, member
from tests.members.importing.reading import read_list

HELLO = "/members/roles/"  # a page that asks the database for nothing


@pytest.fixture
def anna(transactional_db: None) -> Member:
    return member("Anna", password=PASSWORD)


@pytest.fixture
def ruth(transactional_db: None) -> Member:
    return member("Ruth", role=Role.OWNER)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """A function that moves the clock of the session cache forward by the given number of seconds."""
    passed = 0.0
    monotonic = time.monotonic

    def wait(seconds: float) -> None:
        nonlocal passed
        passed += seconds

    monkeypatch.setattr(session_cache.time, "monotonic", lambda: monotonic() + passed)
    return wait


def signed_in(who: Member) -> Client:
    """A client in which `who` is signed in, and whose session is cached already."""
    client = Client()
    client.force_login(who)
    assert is_in(client)
    return client


def is_in(client: Client) -> bool:
    return client.get(HELLO).status_code == 200


def statements(client: Client, path: str = HELLO) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
        return [query["sql"] for query in queries]


def test_session_member_and_role_are_one_statement_and_then_none(anna: Member):
    client = Client()
    client.force_login(anna)
    known_sessions.forget_all()
    assert [len(statements(client)) for _ in range(3)] == [1, 0, 0]


def test_after_five_seconds_the_database_is_asked_again(
    anna: Member, clock: Callable[[float], None]
):
    client = signed_in(anna)
    clock(4)
    assert len(statements(client)) == 0
    clock(1)
    assert len(statements(client)) == 1


def test_a_session_that_another_process_closes_is_out_within_five_seconds(
    anna: Member, clock: Callable[[float], None]
):
    client = signed_in(anna)
    with connection.cursor() as cursor:  # no model of this process hears of it
        cursor.execute("DELETE FROM members_opensession")
    assert is_in(client)
    clock(5)
    assert not is_in(client)


def test_a_role_that_another_process_takes_away_is_gone_within_five_seconds(
    anna: Member, clock: Callable[[float], None]
):
    client = signed_in(anna)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM members_member_groups")
    assert client.post("/tables/").status_code == 302
    clock(5)
    assert client.post("/tables/").status_code == 403


def test_whoever_signs_out_is_out_at_once_with_a_copy_of_the_cookie_too(anna: Member):
    client, copy = signed_in(anna), Client()
    copy.cookies = SimpleCookie(client.cookies.output(header="", attrs=[]))
    assert is_in(copy)
    client.post("/sign-out/")
    assert not is_in(copy)


ENDINGS = {
    "signed out by an admin": lambda anna, ruth: sign_out(
        member=anna, by=ruth, now=NOON
    ),
    "closed": lambda anna, ruth: close_sessions(member=anna),
    "left the club": lambda anna, ruth: leave_club(member=anna, by=ruth, now=NOON),
    "deleted by a query": lambda anna, ruth: OpenSession.objects.filter(
        member=anna
    ).delete(),
    "made inactive by a query": lambda anna, ruth: Member.objects.filter(
        pk=anna.pk
    ).update(is_active=False),
}


@pytest.mark.parametrize("end", ENDINGS.values(), ids=ENDINGS)
def test_a_session_that_is_ended_is_out_at_once(
    end: Callable[[Member, Member], None], anna: Member, ruth: Member
):
    phone, other = signed_in(anna), signed_in(ruth)
    end(anna, ruth)
    assert not is_in(phone)
    assert is_in(other)


def test_a_replaced_password_ends_the_sessions_that_began_with_the_old_one(
    anna: Member,
):
    client = signed_in(anna)
    anna.set_password("five no trump doubled")
    anna.save(update_fields=["password"])
    assert not is_in(client)


@pytest.mark.parametrize("role", [Role.SCORER, Role.ADMIN, Role.OWNER])
def test_a_higher_role_begins_with_a_new_sign_in(
    anna: Member, ruth: Member, role: Role
):
    """A changed role ends the member's open sessions, so that a stolen session of a player never becomes
    one of an admin.
    """
    client = signed_in(anna)
    change_role(member=anna, role=role, by=ruth, now=NOON)
    assert not is_in(client)
    assert is_in(signed_in(ruth))


def test_a_higher_role_that_a_list_brings_begins_with_a_new_sign_in_too(
    anna: Member, ruth: Member
):
    client = signed_in(anna)
    rows = read_list("first_name,last_name,external_id,role\nAnna,,7,scorer\n")
    Member.objects.filter(pk=anna.pk).update(external_id="7")
    carry_out(plan=plan_import(rows=rows, overwrite=True, by=ruth), by=ruth, now=NOON)
    assert Member.objects.get(pk=anna.pk).role == Role.SCORER
    assert not is_in(client)


def test_a_lower_role_and_the_same_one_leave_the_sessions_open(
    anna: Member, ruth: Member
):
    client = signed_in(anna)
    change_role(member=anna, role=Role.PLAYER, by=ruth, now=NOON)
    change_role(member=anna, role=Role.WATCHER, by=ruth, now=NOON)
    assert is_in(client)


def test_a_role_that_is_given_counts_at_once(anna: Member, ruth: Member):
    change_role(member=anna, role=Role.ADMIN, by=ruth, now=NOON)
    client = signed_in(anna)
    assert client.get("/office/").status_code == 200
    change_role(member=anna, role=Role.WATCHER, by=ruth, now=NOON)
    assert client.get("/office/").status_code == 403
    assert client.post("/tables/").status_code == 403


def test_a_group_changed_from_its_own_side_counts_at_once(anna: Member):
    client = signed_in(anna)
    Group.objects.get(name=Role.PLAYER.value).user_set.remove(anna)
    assert client.post("/tables/").status_code == 403


def test_what_a_member_changes_shows_on_the_next_page(anna: Member):
    client = signed_in(anna)
    choose_pin(member=anna, pin="4071", now=NOON)
    assert "Change my PIN" in client.get(HELLO).content.decode()


def test_a_session_that_expires_is_out_though_it_is_remembered(anna: Member):
    client = signed_in(anna)
    key = client.session.session_key
    known = known_sessions.find(key, timezone.now())
    assert known is not None
    assert known_sessions.find(key, known.expires_at) is None


def test_what_a_request_changes_in_its_session_without_saving_is_not_remembered(
    anna: Member,
):
    client = signed_in(anna)
    session = SessionStore(client.session.session_key)
    session["seen"] = "this"
    session.member.name = "Somebody else"
    again = SessionStore(session.session_key)
    assert again.get("seen") is None
    assert again.member.name == "Anna"


def test_what_a_transaction_reads_is_not_remembered_for_it_may_be_rolled_back(
    anna: Member, ruth: Member
):
    client = signed_in(anna)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        close_sessions(member=anna)
        assert SessionStore(client.session.session_key).member is None
        raise ZeroDivisionError
    assert is_in(client)


def test_a_session_closed_while_it_was_read_is_not_remembered():
    cache = SessionCache()
    session = KnownSession({}, NOON + timedelta(days=1), None, (), Role.WATCHER)
    changes = cache.changes
    cache.forget("another")
    cache.keep("key", session, changes=changes)
    assert cache.find("key", NOON) is None
    cache.keep("key", session, changes=cache.changes)
    assert cache.find("key", NOON) is session


def test_the_oldest_make_room_for_the_newest(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(session_cache, "MOST", 2)
    cache = SessionCache()
    session = KnownSession({}, NOON + timedelta(days=1), None, (), Role.WATCHER)
    for key in ("first", "second", "first", "third"):
        cache.keep(key, session, changes=cache.changes)
    assert [key for key in ("first", "second", "third") if cache.find(key, NOON)] == [
        "first",
        "third",
    ]


def test_a_session_signed_with_an_earlier_secret_key_stays_open(anna: Member, settings):
    client = signed_in(anna)
    data = dict(client.session.items())
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = (
        "another key",
        [settings.SECRET_KEY],
    )
    known_sessions.forget_all()
    assert is_in(client)
    assert client.session["_auth_user_hash"] != data["_auth_user_hash"]


@pytest.mark.parametrize("role", list(Role))
def test_a_role_holds_the_permissions_of_its_group(
    role: Role, anna: Member, ruth: Member
):
    change_role(member=anna, role=role, by=ruth, now=NOON)
    Member.objects.filter(pk=anna.pk).update(is_superuser=False)
    found = Member.objects.get(pk=anna.pk)
    assert ModelBackend().get_all_permissions(found) == permissions_of(
        role, frozenset()
    )
    assert found.has_module_perms("ledger") == role.opens_the_office


def test_whoever_left_the_club_may_do_nothing(ruth: Member):
    assert may_administer(ruth)
    ruth.is_active = False
    assert not may_administer(ruth)
    assert not may_play(ruth)
    assert not ruth.has_module_perms("members")
