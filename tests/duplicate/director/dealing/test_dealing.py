"""The hands of a session: dealt by a director, shown with the results, and opened when nobody has to play them."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from clubscore.duplicate.director.dealing.services import (
    deal_hands,
    look_at_hands,
    name_set,
    open_hands,
)
from clubscore.duplicate.director.directing.services import (
    end_play,
    name_deputy,
    start_round,
)
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.hands.models import DealSet, Look
from clubscore.hands.queries import is_open, sealed_sets
from clubscore.hands.services import deal_set
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from tests.duplicate.evening import in_play, seated
from tests.duplicate.evening import pairs as six_pairs
from tests.duplicate.recorded import agreed, player
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)
LATER = NOON + timedelta(hours=3)


@pytest.fixture
def ruth() -> Member:
    return member("Ruth")


@pytest.fixture
def session(ruth) -> Session:
    """Return a session of three tables with its hands dealt, before the first round."""
    found = opened(ruth)
    seated(found, six_pairs())
    deal_hands(session=found, name="Thursday hands", by=ruth, now=NOON)
    found.refresh_from_db()
    return found


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def begun(session: Session, *rounds: int) -> None:
    for round in rounds:
        start_round(session=session, round=round, by=session.director, now=NOON)


def spare(
    by: Member, name: str = "Spare", *, first: int = 1, boards: int = 10, **more: object
) -> DealSet:
    return deal_set(
        name=name,
        first=first,
        boards=boards,
        **{"opens_at": None, **more},
        by=by,
        now=NOON,
    )


def test_whoever_directs_deals_the_boards_of_the_session_and_a_deputy_makes_them_up(
    session, ruth
):
    made = session.deal_set
    assert (made.first_board, made.boards, made.made_by) == (
        1,
        load(session.pk).boards,
        ruth,
    )
    deputy = member("Dora")
    with pytest.raises(PermissionDenied):
        look_at_hands(session=session, by=deputy, now=NOON)
    name_deputy(session=session, member=deputy, by=ruth, now=NOON)
    page = f"/duplicate/{session.pk}/director/hands/"
    assert "Curtain cards" not in of(deputy).get(page).content.decode()
    assert of(deputy).post(f"{page}look/").url == page
    assert Look.objects.get().by == deputy
    assert "Curtain cards" in of(deputy).get(page).content.decode()
    assert of(deputy).get(f"/hands/{made.pk}/cards/").status_code == 200
    assert of(ruth).get(f"/hands/{made.pk}/cards/").status_code == 403


def test_who_directs_and_plays_does_not_look(ruth):
    session = opened(ruth)
    seat(
        session=session,
        taken=[Taken("A", 1, [ruth, member("Rolf")])],
        by=ruth,
        now=NOON,
    )
    deal_hands(session=session, name="Hands", by=ruth, now=NOON)
    with pytest.raises(Refused, match="You play in Thursday pairs"):
        look_at_hands(session=session, by=ruth, now=NOON)
    assert "let somebody look at the cards who does not" in (
        of(ruth).get(f"/duplicate/{session.pk}/director/hands/").content.decode()
    )


def test_a_session_has_one_set_and_a_set_one_session(session, ruth):
    with pytest.raises(Refused, match="are dealt already"):
        deal_hands(session=session, name="More", by=ruth, now=NOON)
    other = opened(ruth, name="Friday pairs")
    with pytest.raises(
        Refused,
        match="Thursday hands is of Thursday pairs, 21.11.2026: a set belongs to one session",
    ):
        name_set(session=other, deal_set=session.deal_set, by=ruth, now=NOON)
    page = of(ruth).get(f"/duplicate/{other.pk}/director/hands/")
    assert page.context["has_choice"] is False
    chosen = spare(ruth)
    of(ruth).post(f"/duplicate/{other.pk}/director/hands/", {"deal_set": chosen.pk})
    other.refresh_from_db()
    assert (other.deal_set, other.hands_by) == (chosen, ruth)


def test_another_set_must_have_the_boards_and_be_sealed(ruth):
    session = opened(ruth)
    for given, words in (
        (
            spare(ruth, "Few", boards=6),
            "Few has boards 1 to 6, and this session plays 1 to 10",
        ),
        (spare(ruth, "High", first=3, boards=24), "High has boards 3 to 26"),
        (
            spare(ruth, "Open", opens_at=NOON),
            "Open is open: whoever plays could know it",
        ),
    ):
        with pytest.raises(Refused, match=words):
            name_set(session=session, deal_set=given, by=ruth, now=NOON)


def test_the_hands_stay_once_a_result_stands_on_them(session, ruth):
    better = spare(ruth)
    name_set(session=session, deal_set=better, by=ruth, now=NOON)
    begun(session, 1)
    agreed(session, FIRST, "4sn=")
    with pytest.raises(Refused, match="Results stand on the hands"):
        name_set(session=session, deal_set=spare(ruth, "Third"), by=ruth, now=NOON)


def test_hands_of_boards_that_were_shuffled_come_afterwards_from_a_file(ruth):
    session = in_play(ruth, rounds=5)
    agreed(session, FIRST, "4sn=")
    end_play(session=session, by=ruth, now=NOON)
    with pytest.raises(Refused, match="dealt already"):
        deal_hands(session=session, name="Hands", by=ruth, now=NOON)
    name_set(session=session, deal_set=spare(ruth, opens_at=NOON), by=ruth, now=LATER)


def test_a_traveller_shows_the_cards_to_who_may_see_the_board_and_to_nobody_else(
    session,
):
    begun(session, 1)
    north, page = of(player(session, FIRST)), f"/duplicate/{session.pk}/boards/1/"
    sharing = [
        row for row in load(session.pk).sections[0].movement.by_round[1] if row.set == 1
    ]
    for row in sharing:
        refused = north.get(page)
        assert refused.status_code == 403 and "diagram" not in refused.content.decode()
        agreed(session, Slot("A", 1, row.table, 1), "4sn=")
    shown = north.get(page)
    assert shown.context["diagram"].number == 1
    assert 'id="diagram-1"' in shown.content.decode()
    assert (
        of(player(session, FIRST))
        .get(f"/hands/{session.deal_set_id}/sheet/")
        .status_code
        == 403
    )


def test_a_set_with_a_time_of_its_own_stays_sealed_until_then(ruth):
    session = in_play(ruth, rounds=5)
    agreed(session, FIRST, "4sn=")
    name_set(
        session=session,
        deal_set=spare(ruth, opens_at=LATER + timedelta(days=9999)),
        by=ruth,
        now=NOON,
    )
    end_play(session=session, by=ruth, now=NOON)
    assert of(ruth).get(f"/duplicate/{session.pk}/boards/1/").context["diagram"] is None


@pytest.mark.landing
def test_hands_whose_own_time_comes_in_play_stay_sealed_until_the_last_board_is_played(
    ruth,
):
    session = opened(ruth)
    named = spare(ruth, opens_at=NOON + timedelta(minutes=1))
    name_set(session=session, deal_set=named, by=ruth, now=NOON)
    seated(session, six_pairs())
    watcher, pages = (
        of(member("Somebody")),
        [f"/hands/{named.pk}/{end}/" for end in ("sheet", "cards", "sealed")],
    )
    admin = member("Ada", role=Role.ADMIN)
    begun(session, 1, 2, 3, 4, 5)
    slots = sorted(slot for slot, _ in slots_of(load(session.pk)))
    for slot in slots:
        assert not is_open(named, LATER)
        assert sealed_sets(admin, LATER).get() == named
        assert "Sealed" in watcher.get("/hands/").content.decode()
        agreed(session, slot, "1ne=")
    assert is_open(named, LATER) and not is_open(named, NOON)
    assert not sealed_sets(admin, LATER).exists()
    assert [watcher.get(page).status_code for page in pages] == [200, 200, 200]


def test_hands_that_are_due_in_play_are_refused_to_who_watches_and_looked_at_by_who_makes_them_up(
    ruth,
):
    session = opened(ruth)
    named = spare(ruth, opens_at=NOON + timedelta(minutes=1))
    name_set(session=session, deal_set=named, by=ruth, now=NOON)
    refused = of(member("Somebody")).get(f"/hands/{named.pk}/sheet/")
    assert "until nobody has to play them any more" in refused.content.decode()
    assert (
        of(member("Other")).get(f"/duplicate/{session.pk}/boards/1/").status_code == 403
    )
    look_at_hands(session=session, by=ruth, now=LATER)
    assert of(ruth).get(f"/hands/{named.pk}/sheet/").status_code == 200


def test_the_list_of_hands_asks_as_often_for_three_that_are_due_as_for_one(
    ruth, django_assert_max_num_queries
):
    client = of(ruth)
    for number in range(3):
        session = opened(ruth, name=f"Pairs {number}")
        due = spare(ruth, f"Set {number}", opens_at=NOON + timedelta(minutes=1))
        name_set(session=session, deal_set=due, by=ruth, now=NOON)
        with django_assert_max_num_queries(18):
            assert client.get("/hands/").content.decode().count("Sealed") == number + 1


def test_the_hands_are_opened_when_no_board_is_to_be_played(session, ruth):
    with pytest.raises(
        Refused, match="Boards of Thursday pairs are still to be played"
    ):
        open_hands(session=session, by=ruth, now=NOON)
    begun(session, 1, 2, 3, 4, 5)
    end_play(session=session, by=ruth, now=NOON)
    page = f"/duplicate/{session.pk}/director/hands/"
    of(ruth).post(f"{page}opening/")
    assert DealSet.objects.get().opened_by == ruth
    assert (
        of(member("Somebody")).get(f"/hands/{session.deal_set_id}/sheet/").status_code
        == 200
    )
    assert "Open them to everybody" not in of(ruth).get(page).content.decode()


def test_a_name_that_is_taken_is_refused_on_the_form(session, ruth):
    other = opened(ruth, name="Friday pairs")
    page = f"/duplicate/{other.pk}/director/hands/dealing/"
    refused = of(ruth).post(page, {"name": "Thursday hands"})
    assert refused.status_code == 422
    assert "There is a set “Thursday hands” already" in refused.content.decode()
    assert 'value="Thursday hands"' in refused.content.decode()


def test_without_hands_there_is_nothing_to_look_at_or_to_open(ruth):
    session = in_play(ruth, rounds=5)
    end_play(session=session, by=ruth, now=NOON)
    for act in (look_at_hands, open_hands):
        with pytest.raises(Refused, match="names no hands"):
            act(session=session, by=ruth, now=NOON)


def test_who_named_the_hands_stands_in_the_audit(session, ruth):
    ruth.is_superuser = True
    ruth.save()
    assert (
        "named Thursday hands as the hands of Thursday pairs"
        in of(ruth).get("/office/audit/").content.decode()
    )
