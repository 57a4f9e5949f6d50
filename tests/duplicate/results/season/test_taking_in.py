"""A session of a member who is no organiser counts nowhere until an organiser takes it into the season."""

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.test import Client

from clubscore.duplicate.director.directing.services import dismiss_deputy, name_deputy
from clubscore.duplicate.models import Session
from clubscore.duplicate.results.publishing.queries import unpublished_of_days
from clubscore.duplicate.results.season.queries import waiting_for_the_season
from clubscore.duplicate.results.season.services import take_into_season
from clubscore.ledger import services as ledger
from clubscore.ledger.models import Season
from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.standings.duplicate.queries import counted_in, has_duplicate
from clubscore.standings.profiles.duplicate import duplicate_context
from clubscore.standings.profiles.period import ProfilePeriod
from tests.duplicate.published import played, published
from tests.duplicate.sessions import opened
from tests.factories import NOON, member
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def autumn():
    return ledger.open_season(name="Autumn", slug="autumn", begins_on=date(2026, 9, 1))


def organiser(name: str) -> Member:
    admin = member(name)
    give_role(member=admin, role=Role.ADMIN)
    return Member.objects.get(pk=admin.pk)


def friendly(name: str = "Ruth") -> Session:
    """A friendly session that Ruth opened, directed and published."""
    session = played(member(name), is_friendly=True)
    published(session)
    return session


def take_in(session: Session, by: Member) -> None:
    take_into_season(session=session, by=by, now=NOON)
    session.refresh_from_db()


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def test_an_organisers_session_counts_at_once():
    session = opened(organiser("Olga"), is_friendly=True)

    assert (session.is_friendly, session.taken_in_by.name) == (False, "Olga")


def test_81a_a_session_of_a_player_counts_nowhere_until_an_organiser_takes_it_in(
    autumn,
):
    session = friendly()
    before = counted_in(autumn)
    assert (before.publications, before.percentages) == ([], {})
    assert has_duplicate(autumn) is False

    take_in(session, organiser("Olga"))

    assert has_duplicate(autumn) is True
    after = counted_in(autumn)
    assert (after.sessions, len(after.percentages)) == (1, 8)


def test_a_friendly_session_is_listed_on_a_members_page_and_in_no_mean():
    session = friendly()
    anna = session.places.order_by("pk")[0].member
    context = duplicate_context(anna, [anna.pk], ProfilePeriod("", None, []))

    assert [each.session for each in context["duplicate"]] == [session]
    assert context["duplicate_figures"].sessions == 0
    assert context["duplicate_partners"] == []


def test_a_friendly_session_holds_no_season_open():
    opened(member("Ruth"), is_friendly=True)

    days = (date(2026, 1, 1), date(2027, 1, 1))
    assert [*unpublished_of_days(*days, NOON.date())] == []


def test_a_player_does_not_take_in_their_own_session_and_reads_who_may():
    session = friendly()
    organiser("Olga")

    with pytest.raises(PermissionDenied, match="does this: Olga"):
        take_in(session, session.director)


def test_an_organiser_who_directed_as_a_deputy_does_not_take_it_in_even_after_that():
    session = friendly()
    olga = organiser("Olga")
    ruth = session.director
    name_deputy(session=session, member=olga, by=ruth, now=NOON)
    dismiss_deputy(session=session, member=olga, by=ruth, now=NOON)

    with pytest.raises(PermissionDenied, match="the club names another organiser"):
        take_in(session, olga)


def test_an_organiser_who_plays_takes_it_in_only_where_no_other_may():
    session = friendly()
    anna = session.places.order_by("pk")[0].member
    give_role(member=anna, role=Role.ADMIN)
    olga = organiser("Olga")

    with pytest.raises(PermissionDenied, match="nobody decides in their own matter"):
        take_in(session, Member.objects.get(pk=anna.pk))

    give_role(member=olga, role=Role.PLAYER)
    take_in(session, Member.objects.get(pk=anna.pk))
    assert session.taken_in_by == anna


def test_a_closed_seasons_final_table_takes_no_session_in(autumn):
    session = friendly()
    rewrite(
        Season.objects.all(), closed_at=NOON, closed_by=session.director, closed_after=0
    )

    with pytest.raises(Refused, match="The final table of Autumn is published"):
        take_in(session, organiser("Olga"))
    session.refresh_from_db()
    assert session.is_friendly


def test_taken_in_twice_keeps_who_took_it_in_first():
    session = friendly()
    olga, otto = organiser("Olga"), organiser("Otto")

    take_in(session, olga)
    take_in(session, otto)

    assert session.taken_in_by == olga


@pytest.mark.tampers
def test_the_database_refuses_a_session_that_nobody_took_in():
    session = friendly()

    session.taken_in_at = NOON
    with pytest.raises(
        IntegrityError, match="duplicate_session_is_taken_in_by_somebody"
    ):
        session.save(update_fields=["taken_in_at"])


def test_the_page_says_friendly_and_offers_the_button_to_the_organiser_alone():
    session = friendly()
    olga = organiser("Olga")
    address = f"/duplicate/{session.pk}/"
    assert [*waiting_for_the_season()] == [session]
    page = of(session.director).get(address).content.decode()
    assert "counts in no season until an organiser takes it in" in page
    assert "Take it into the season" not in page
    assert "friendly" in of(session.director).get("/duplicate/").content.decode()
    assert "Take it into the season" in of(olga).get(address).content.decode()
    assert (
        "an organiser may take it into the season"
        in of(olga).get("/office/").content.decode()
    )

    of(olga).post(f"{address}season/")

    assert [*waiting_for_the_season()] == []
    assert "friendly" not in of(olga).get(address).content.decode()


def test_law_81_every_member_reads_who_took_a_session_into_the_season():
    session, olga, eve = friendly(), organiser("Olga"), member("Eve")
    page = f"/duplicate/{session.pk}/"
    words = "Olga took this session into the season as an organiser"
    assert words not in of(eve).get(page).content.decode()
    take_in(session, olga)
    assert words in of(eve).get(page).content.decode()
    opened_by_her = opened(organiser("Ottilie"), name="Her own")
    html = of(eve).get(f"/duplicate/{opened_by_her.pk}/").content.decode()
    assert "as an organiser" not in html
