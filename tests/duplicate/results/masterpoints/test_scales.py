"""The masterpoints of a session: the scale that a director chooses, the published rows, the page and the files."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from clubscore.duplicate.models import ScaleChoice
from clubscore.duplicate.results.grading.grades import Grade
from clubscore.duplicate.results.grading.services import set_grades
from clubscore.duplicate.results.masterpoints.services import choose_scale
from clubscore.duplicate.results.publishing.queries import won_in
from clubscore.members.models import Member
from clubscore.office.audit import AuditFilter, entries_of, newest_keys
from clubscore.public.models import PublicChoice
from clubscore.public.pages.sessions import public_session
from clubscore.refusals import Refused
from tests.duplicate.published import played, published
from tests.factories import NOON

pytestmark = pytest.mark.django_db
OWN = {"depth": "1/2", "each": 25, "most": 100, "shares": ["100", "60"]}


def signed_in(who):
    client = Client()
    client.force_login(who)
    return client


def chosen(session, scale, *, now=NOON, **own):
    choose_scale(session=session, scale=scale, own=own, by=session.director, now=now)


def won(session):
    """The masterpoints of each published row of the newest publication, by list, the best first."""
    publication = session.publications.order_by("-number").first()
    points = {}
    for row in publication.rows.order_by("list", "position"):
        points.setdefault(row.list, []).append(row.masterpoints)
    return points


def test_a_session_without_a_scale_gives_none():
    session = played()
    published(session)
    assert won(session) == {"all": [None] * 4}
    assert not ScaleChoice.objects.exists()


def test_the_published_rows_have_the_masterpoints_of_the_scale():
    session = played()
    chosen(session, "acbl-club")
    published(session)
    assert won(session) == {"all": [34, 34, 0, 0]}


def test_a_scale_of_the_ebu_pays_a_third_at_full_tables():
    session = played()
    chosen(session, "ebu-club")
    published(session)
    assert won(session) == {"all": [9, 9, 0, 0]}


def test_a_club_has_numbers_of_its_own_and_they_are_kept_as_data():
    session = played()
    chosen(session, "own", **OWN)
    published(session)
    assert won(session) == {"all": [80, 80, 0, 0]}
    assert ScaleChoice.objects.get().data == OWN


def test_a_handicap_list_gives_none_and_has_none():
    session = played()
    chosen(session, "acbl-club")
    set_grades(
        session=session,
        grades={("A", 4): Grade(90)},
        by=session.director,
        now=NOON,
    )
    published(session)
    assert won(session) == {"all": [34, 34, 0, 0], "handicap": [None] * 4}


def test_a_member_wins_masterpoints_once_a_session():
    session = played()
    chosen(session, "acbl-club")
    publication = published(session)
    points = sorted(won.masterpoints for won in won_in([publication.pk]))
    assert points == [0, 0, 0, 0, 34, 34, 34, 34]


def test_a_scale_that_was_chosen_later_counts_once_the_results_are_published_again():
    session = played()
    published(session)
    later = NOON + timedelta(minutes=5)
    chosen(session, "acbl-club", now=later)
    assert won(session) == {"all": [None] * 4}
    published(session, now=later, reason="masterpoints", begins_period=False)
    assert won(session) == {"all": [34, 34, 0, 0]}


def test_the_same_scale_again_writes_nothing():
    session = played()
    chosen(session, "none")
    chosen(session, "acbl-club")
    chosen(session, "acbl-club")
    assert ScaleChoice.objects.count() == 1
    chosen(session, "none")
    assert list(ScaleChoice.objects.values_list("number", "scale", "data")[1:]) == [
        (2, "none", {})
    ]


def test_once_the_results_are_final_the_scale_stays():
    session = played()
    publication = published(session)
    later = publication.correction_ends_at + timedelta(minutes=1)
    with pytest.raises(Refused, match="final"):
        chosen(session, "acbl-club", now=later)


@pytest.mark.parametrize(
    ("scale", "own", "words"),
    [("martian", {}, "no such scale"), ("own", {}, "A scale has depth")],
)
def test_a_scale_that_cannot_be_is_refused(scale, own, words):
    with pytest.raises(Refused, match=words):
        chosen(played(), scale, **own)


def test_a_player_chooses_nothing():
    session = played()
    anna = Member.objects.get(name="Anna")
    with pytest.raises(PermissionDenied):
        choose_scale(session=session, scale="acbl-club", own={}, by=anna, now=NOON)


def test_the_director_chooses_on_the_page_and_the_results_show_it():
    session = played()
    client = signed_in(session.director)
    address = f"/duplicate/{session.pk}/handicaps/masterpoints/"
    client.post(address, {"scale": "acbl-club"})
    published(session)
    page = signed_in(Member.objects.get(name="Anna")).get(
        f"/duplicate/{session.pk}/results/"
    )
    lines = page.context["lists"][0][1]
    assert [line.masterpoints for line in lines] == ["0.34", "0.34", "", ""]
    csv = client.get(f"/duplicate/{session.pk}/results/1/csv/").content.decode()
    header, first, *_ = csv.splitlines()
    assert (
        dict(zip(header.split(","), first.split(","), strict=True))["masterpoints"]
        == "0.34"
    )


def test_the_clubs_own_numbers_are_sent_in_fields_and_shown_again():
    session = played()
    client = signed_in(session.director)
    address = f"/duplicate/{session.pk}/handicaps/masterpoints/"
    fields = {"depth": 50, "each": "0.25", "most": "1", "shares": "100, 60.5"}
    wrong = client.post(address, {"scale": "own", **fields, "shares": "a lot"})
    assert wrong.status_code == 422
    client.post(address, {"scale": "own", **fields})
    published(session)
    assert won(session) == {"all": [80, 80, 0, 0]}
    page = client.get(f"/duplicate/{session.pk}/handicaps/")
    assert page.context["scale_form"].initial["shares"] == "100, 60.5"


def test_the_clubs_own_scale_needs_all_its_numbers():
    session = played()
    address = f"/duplicate/{session.pk}/handicaps/masterpoints/"
    answer = signed_in(session.director).post(address, {"scale": "own"})
    assert set(answer.context["scale_form"].errors) == {
        "depth",
        "each",
        "most",
        "shares",
    }


def test_the_audit_says_who_chose_the_scale():
    session = played()
    chosen(session, "ebu-club", now=NOON + timedelta(minutes=1))
    keys = newest_keys(AuditFilter(kind="duplicate"), count=1)
    words = entries_of(keys)[0].description.words
    assert words == (
        f"chose the masterpoints of {session.name}: a club session of the EBU"
    )


def test_the_public_page_has_the_masterpoints():
    session = played()
    chosen(session, "acbl-club")
    publication = published(session)
    shown = public_session(PublicChoice(naming="full"), session, publication, NOON)
    lines = shown.lists[0][1]
    assert [line.masterpoints for line in lines] == ["0.34", "0.34", "", ""]
    assert shown.has_masterpoints is True
