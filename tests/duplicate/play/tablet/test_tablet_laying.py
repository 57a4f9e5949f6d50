"""The rules for laying a tablet on a table, and for knowing which device it is: the address alone opens nothing."""

from uuid import uuid4

import pytest
from django.contrib.auth import SESSION_KEY
from django.core.exceptions import PermissionDenied
from django.test import Client

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.models import Call, Play, PlaySignature, Tablet
from clubscore.duplicate.play.tablet.keys import cookie_of, key_of
from clubscore.duplicate.play.tablet.services import lay_tablet, take_device
from clubscore.duplicate.slot import Slot
from clubscore.refusals import Refused
from scoring import Side
from tests.duplicate.evening import in_play
from tests.duplicate.other_forms import alone, in_teams
from tests.duplicate.recorded import player, recorded
from tests.duplicate.tablets import device_of, laid
from tests.factories import NOON

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)
PAGES = ("", "moves/", "rounds/1/boards/1/", "rounds/1/boards/1/preview/")
FORMS = {
    "rounds/1/boards/1/": {
        "contract": "4S",
        "declarer": "N",
        "result": "0",
        "number": 1,
        "revision": 0,
        "seat": "N",
    },
    "rounds/1/boards/1/agreement/": {"version": 1, "seat": "E"},
    "rounds/1/boards/1/answer/": {"proposal": 1, "answer": "accept", "seat": "S"},
    "rounds/1/boards/1/call/": {"about": "a revoke"},
}


@pytest.fixture
def session():
    return in_play()


def of(who):
    client = Client()
    client.force_login(who)
    return client


def address(tablet, end=""):
    return f"/duplicate/tablets/{key_of(tablet)}/{end}"


def code(session):
    """Return a tablet of table 1 whose code no device has used yet."""
    return lay_tablet(
        session=session, letter="A", table=1, by=session.director, now=NOON
    )


def opens_nothing(client, tablet):
    pages = [client.get(address(tablet, end)) for end in PAGES]
    forms = [
        client.post(address(tablet, end), fields | {"key": uuid4()})
        for end, fields in FORMS.items()
    ]
    assert {answer.status_code for answer in (*pages, *forms)} == {403}
    assert not (
        Play.objects.exists() or PlaySignature.objects.exists() or Call.objects.exists()
    )
    assert (
        "ask the director for a new code and scan it here" in pages[0].content.decode()
    )
    return True


@pytest.mark.parametrize(
    ("open_session", "are_pairs"), [(in_play, True), (in_teams, False), (alone, False)]
)
def test_a_device_is_offered_for_tables_of_pairs_alone(open_session, are_pairs):
    session = open_session(rounds=1)
    phone = (
        of(player(session, FIRST))
        .get(f"/duplicate/{session.pk}/table/", follow=True)
        .content.decode()
    )
    director = (
        of(session.director).get(f"/duplicate/{session.pk}/director/").content.decode()
    )
    assert ("Leave this device on the table" in phone) == are_pairs
    assert ("Tablets on the tables" in director) == are_pairs


def test_who_has_noted_the_address_follows_the_table_on_no_other_device(session):
    north = player(session, FIRST)
    left = of(north)
    left.post(f"/duplicate/{session.pk}/table/tablet/")
    tablet = Tablet.objects.get()
    assert opens_nothing(Client(), tablet) and opens_nothing(of(north), tablet)
    start_round(session=session, round=2, by=session.director, now=NOON)
    recorded(session, Slot("A", 2, 1, 3), "6hxe-4")
    assert Client().get(address(tablet, "rounds/2/boards/3/")).status_code == 403
    assert (
        left.get(address(tablet, "rounds/2/boards/3/")).context["recorded"].points
        == -1100
    )


def test_the_cookie_of_a_device_is_for_its_pages_and_for_no_script(session, settings):
    settings.SESSION_COOKIE_SECURE = True
    answer = of(player(session, FIRST)).post(f"/duplicate/{session.pk}/table/tablet/")
    tablet = Tablet.objects.get()
    cookie = answer.cookies[cookie_of(tablet)]
    assert cookie["path"] == address(tablet)
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (
        True,
        "Lax",
        True,
    )
    assert key_of(tablet).partition(".")[2] not in cookie.value


def test_a_made_up_cookie_and_that_of_another_tablet_open_nothing(session):
    tablet, other = laid(session), laid(session, table=2)
    of_other = device_of(other).cookies[cookie_of(other)].value
    for value in (
        key_of(tablet),
        of_other,
        str(tablet.pk),
        f"{tablet.pk}.{of_other.partition('.')[2]}",
        "",
    ):
        client = Client()
        client.cookies[cookie_of(tablet)] = value
        assert opens_nothing(client, tablet)


def test_a_code_is_for_the_first_device_that_says_so(session):
    tablet, device = code(session), of(player(session, FIRST))
    asked = device.get(address(tablet))
    assert (
        asked.status_code == 200
        and "Is this the device for table 1?" in asked.content.decode()
    )
    early = device.get(address(tablet, "rounds/1/boards/1/"))
    assert early.status_code == 403 and "tap “Lay it here”" in early.content.decode()
    assert Tablet.objects.get().taken_at is None
    for _ in range(2):
        assert device.post(address(tablet, "taking/")).url == address(tablet)
    assert SESSION_KEY not in device.session
    assert "Board" in device.get(address(tablet)).content.decode()
    late = Client()
    assert late.post(address(tablet, "taking/")).status_code == 403 and not late.cookies
    assert opens_nothing(late, tablet)
    with pytest.raises(PermissionDenied, match="Another device lies on this table"):
        take_device(tablet=tablet, now=NOON)


def test_the_code_is_shown_until_it_is_used_and_a_new_one_ends_the_device_before(
    session,
):
    director, page = of(session.director), f"/duplicate/{session.pk}/director/tablets/"
    first, device = code(session), Client()
    assert address(first) in director.get(page).content.decode()
    director.post(page, {"letter": "A", "table": 1})
    assert Tablet.objects.get() == first
    device.post(address(first, "taking/"))
    shown = director.get(page).content.decode()
    assert key_of(first) not in shown and "New code" in shown
    director.post(page, {"letter": "A", "table": 1})
    second = Tablet.objects.open().get()
    assert second != first and address(second) in director.get(page).content.decode()
    assert device.get(address(first)).status_code == 404
    assert device.get(address(second, "moves/")).status_code == 403


@pytest.mark.parametrize("lay", [laid, code])
def test_a_player_gets_no_tablet_that_lies_on_the_table_already(session, lay):
    tablet, east = lay(session), player(session, FIRST, Side.EW)
    phone = of(east)
    answer = phone.post(f"/duplicate/{session.pk}/table/tablet/", follow=True)
    assert "The director can replace it." in answer.content.decode()
    assert key_of(tablet) not in answer.content.decode()
    assert SESSION_KEY in phone.session and cookie_of(tablet) not in phone.cookies
    assert Tablet.objects.get() == tablet
    with pytest.raises(Refused, match="by those who sit there, or by whoever directs"):
        lay_tablet(session=session, letter="A", table=1, by=east, now=NOON)
