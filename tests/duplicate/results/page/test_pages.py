"""Pages that everybody sees: the list of sessions, a session with its rounds, its stream and its papers."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.duplicate.director.dealing.services import name_set
from clubscore.duplicate.director.directing.services import start_round
from clubscore.hands.services import deal_set
from clubscore.live.topics import TOPICS
from clubscore.members.roles import Role
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play
from tests.duplicate.published import played, published
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def watching() -> Client:
    client = Client()
    client.force_login(member("Walter", role=Role.WATCHER))
    return client


def test_the_list_has_as_many_queries_with_one_session_as_with_three(
    watching, django_assert_num_queries
):
    ruth = member("Ruth")
    opened(ruth)
    watching.get("/duplicate/")
    with django_assert_num_queries(3):
        watching.get("/duplicate/")
    for name in ("Friday pairs", "Saturday pairs"):
        opened(ruth, name=name)
    with django_assert_num_queries(3):
        assert watching.get("/duplicate/").content.decode().count("<tr>") == 4


@pytest.mark.parametrize(("ago", "state"), [(10, "provisional"), (40, "final")])
def test_the_list_says_whether_results_are_provisional_or_final(
    watching, django_assert_num_queries, ago, state
):
    session = played()
    published(session, now=timezone.now() - timedelta(minutes=ago))
    opened(session.director, name="Saturday pairs")
    with django_assert_num_queries(4):
        page = watching.get("/duplicate/")
    assert [found for _, found in page.context["listed"]] == ["", state]
    assert (
        f'<a href="/duplicate/{session.pk}/results/">{state}</a>'
        in page.content.decode()
    )


def test_the_page_of_a_session_leads_to_its_hands_and_their_seal(watching):
    session = opened(member("Ruth"))
    page = watching.get(f"/duplicate/{session.pk}/").content.decode()
    assert 'href="/hands/' not in page
    hands = deal_set(
        name="Thursday",
        first=1,
        boards=10,
        opens_at=None,
        by=session.director,
        now=NOON,
    )
    name_set(session=session, deal_set=hands, by=session.director, now=NOON)
    page = watching.get(f"/duplicate/{session.pk}/").content.decode()
    assert f'<a href="/hands/{hands.pk}/">Hands</a>' in page
    seal = watching.get(f"/hands/{hands.pk}/").context["digest"]
    assert seal.replace(" ", "") == hands.digest


def test_a_watcher_sees_who_sits_where_in_each_round(watching):
    session = in_play(rounds=2)
    now, later = (
        watching.get(f"/duplicate/{session.pk}/{query}") for query in ("", "?round=3")
    )
    assert (now.context["round"], later.context["round"]) == (2, 3)
    assert "Anna &amp; Ben" in now.content.decode()
    assert "Take a place" not in now.content.decode()
    assert watching.get(f"/duplicate/{session.pk}/?round=99").context["round"] == 5


def test_a_player_sees_the_own_table_first():
    session = in_play()
    client = Client()
    client.force_login(session.places.order_by("pk").first().member)
    own = client.get(f"/duplicate/{session.pk}/").context["own"]
    assert (own["number"], own["table"], own["boards"]) == (1, "1", "1–2")


def test_who_sits_out_is_told_so():
    session = opened(member("Ruth"), mitchell(3).without(6))
    from_page = Client()
    anna = member("Anna")
    from_page.force_login(anna)
    from_page.post(
        f"/duplicate/{session.pk}/seat/", {"number": "A3", "partner": member("Ben").pk}
    )
    assert (
        "You sit out round 1"
        in from_page.get(f"/duplicate/{session.pk}/").content.decode()
    )


def test_the_line_up_is_live_and_polled(watching):
    session = in_play()
    address = f"/duplicate/{session.pk}/line-up/"
    revision = watching.get(address)["X-Revision"]
    assert watching.get(address, {"revision": revision}).status_code == 204
    start_round(session=session, round=2, by=session.director, now=NOON)
    moved = watching.get(address, {"revision": revision})
    assert moved.status_code == 200 and 'data-stage="2-' in moved.content.decode()
    assert set(TOPICS["session"].revisions([session.pk, 0])) == {session.pk}


def test_a_session_that_is_not_there_is_not_found(watching):
    assert {watching.get(f"/duplicate/{pk}/").status_code for pk in (1, 2**70)} == {404}
