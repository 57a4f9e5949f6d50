"""The public pages of duplicate: /public/duplicate/ and /public/duplicate/12/."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.published import figure_of, place_of_row, rows_of
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from clubscore.public.choices.services import wish_naming
from clubscore.public.naming import Naming
from clubscore.public.pages.sessions import ListedSession
from clubscore.public.sharing.queries import link_token
from clubscore.public.sharing.services import make_link
from scoring import Side
from scoring.movements.howell import howell
from tests.blanks import tight
from tests.duplicate.evening import in_play
from tests.duplicate.other_forms import in_teams, played_to_the_end
from tests.duplicate.published import played, published, published_as_it_is
from tests.duplicate.recorded import player, recorded
from tests.factories import NOON, agreed_rubber, member
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ALL = "/public/duplicate/"
EVENING = "/public/evenings/2026-11-21/"


@pytest.fixture(autouse=True)
def that_evening():
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def session(admin) -> Session:
    return published(played(admin, name="Saturday pairs")).session


def at(session: Session) -> str:
    return f"/public/duplicate/{session.pk}/"


def get(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def names_on(html: str) -> list[str]:
    found = re.findall(r'<th scope="row" class="who">([^<]*)<', tight(html))
    return [name for names in found for name in re.split(r" &amp; |, ", names)]


def test_a_session_is_there_as_it_was_published(session, choose):
    choose()
    html = get(at(session))
    rows = rows_of(session.publications.all())
    lines = re.findall(
        r'<td>(\S+)</td>\s*<th[^>]*>[^<]*</th>\s*<td[^>]*>(\d+)</td>\s*<td class="net">([^<]*)<',
        html,
    )
    assert lines == [
        (place_of_row(row), str(row.boards), figure_of(row, session.contest_rules))
        for row in rows
    ]
    assert "Saturday pairs" in html and "Saturday 21 November 2026" in html
    assert sorted(names_on(html)) == sorted(
        player.member.name for row in rows for player in row.players.all()
    )


def test_the_list_has_each_session_with_its_field_the_newest_first(
    session, choose, admin
):
    teams = played_to_the_end(
        in_teams(count=3, boards_a_round=2, by=admin, family="Cole")
    )
    published(teams)
    choose()
    html = get(ALL)
    found = re.findall(
        r'<a href="(/public/duplicate/\d+/)">[^<]*</a> <small class="second">([^<]*)<',
        html,
    )
    assert found == [(at(teams), "3 teams"), (at(session), "4 pairs")]
    assert ">Team<" in tight(get(at(teams)))


def test_nothing_is_there_of_a_session_before_it_is_published(choose, admin):
    choose()
    waits = played(admin, name="Is over")
    playing = in_play(
        admin, howell(2), count=4, rounds=1, family="Ames", name="In play"
    )
    for session in (waits, playing):
        assert Client().get(at(session)).content == Client().get("/nowhere/").content
        assert session.name not in get(ALL)
    assert "No session has been published yet." in get(ALL)
    published(waits)
    assert "Is over" in get(ALL) and "In play" not in get(ALL)


@pytest.mark.parametrize("number", [0, 99, 10**30])
def test_a_session_that_is_not_there_does_not_exist(session, choose, number):
    choose()
    assert Client().get(f"/public/duplicate/{number}/").status_code == 404


def test_a_page_says_how_long_it_is_provisional_and_then_that_it_is_final(
    session, choose
):
    choose()
    tag = Client().get(at(session))["ETag"]
    assert "provisional until 21 Nov, 12:30" in get(at(session))
    with time_machine.travel(NOON + timedelta(minutes=31), tick=False):
        assert (
            Client().get(at(session), headers={"If-None-Match": tag}).status_code == 200
        )
        assert "final results" in get(at(session))


def test_a_later_publication_takes_the_place_of_the_first_and_nobody_reads_why(
    session, choose, admin
):
    choose()
    tags = {path: Client().get(path)["ETag"] for path in (ALL, at(session))}
    published(session, begins_period=True, reason="Ben revoked")
    for path, tag in tags.items():
        assert Client().get(path, headers={"If-None-Match": tag}).status_code == 200
    assert "revoked" not in get(at(session)) and admin.name not in get(at(session))


def test_a_page_leads_to_no_board_and_to_no_page_for_members(session, choose):
    choose()
    links = set(re.findall(r'href="([^"]*)"', get(at(session)) + get(ALL)))
    assert all(
        link.startswith(("/public/", "/static/", "#"))
        for link in links - {"?year=2026"}
    )
    assert f"{ALL}?year=2026" in links


def test_who_asked_for_it_and_guests_are_not_named_and_have_the_number_of_the_evening(
    session, choose, admin
):
    anna = Member.objects.get(name="Anna")
    wish_naming(member=anna, is_unnamed=True, by=anna, now=NOON)
    Member.objects.filter(name="Ben").update(is_guest=True, username=None)
    choose()
    names = names_on(get(at(session)))
    assert not {"Anna", "Ben"} & set(names)
    assert sum(bool(re.fullmatch(r"Player \d{4}", name)) for name in names) == 1
    assert sum(bool(re.fullmatch(r"Guest \d{4}", name)) for name in names) == 1


def test_somebody_who_is_not_named_has_one_number_in_the_rubbers_and_the_session_of_an_evening(
    session, choose, players
):
    agreed_rubber(players | {next(iter(players)): Member.objects.get(name="Anna")})
    choose(naming=Naming.NONE, duplicate=False)
    numbers = set(names_on(get(EVENING)))
    choose(naming=Naming.NONE)
    assert len(numbers & set(names_on(get(at(session))))) == 1


# --- the page of the evening ---


def test_the_evening_has_its_sessions_with_their_ranking_beside_its_rubbers(
    session, choose, players
):
    agreed_rubber(players)
    choose()
    evening = get(EVENING)
    assert f'<a href="{at(session)}">Saturday pairs</a>' in evening
    assert "provisional until 21 Nov, 12:30" in evening
    ranked = names_on(get(at(session)))
    assert names_on(evening)[-len(ranked) :] == ranked
    choose(duplicate=False)
    assert "Saturday pairs" not in get(EVENING)


def test_an_evening_of_duplicate_alone_has_its_page_and_stands_in_the_list(
    session, choose
):
    choose(duplicate=False)
    assert Client().get(EVENING).status_code == 404
    assert EVENING not in get("/public/evenings/")
    choose()
    assert "No rubber has ended yet." not in get(EVENING)
    listed = get("/public/evenings/")
    row = (
        rf'<a href="{EVENING}">Saturday 21 November</a></th>\s*<td>0</td>\s*<td>1</td>'
    )
    assert re.search(row, listed)


def test_an_evening_leads_to_the_evening_before_and_after_it(session, choose, admin):
    for name, days in (("Earlier", -7), ("Later", 7)):
        other = published(played(admin, name=name, family=name)).session
        day = other.day + timedelta(days=days)
        rewrite(Session.objects.filter(pk=other.pk), day=day)
    choose()
    html = get(EVENING)
    assert '<a href="/public/evenings/2026-11-14/" rel="prev">' in html
    assert '<a href="/public/evenings/2026-11-28/" rel="next">' in html


def test_no_two_players_of_an_evening_have_one_name(session, choose, players):
    first = next(iter(players))
    agreed_rubber(players | {first: member("Anna Wolf")})
    Member.objects.filter(name="Anna").update(name="Anna Winter")
    choose(naming=Naming.FIRST)
    names = names_on(get(EVENING))
    assert {"Anna W. 1", "Anna W. 2"} <= set(names)
    assert len(names) == len(set(names))


def test_the_evening_follows_publications_and_the_end_of_the_correction_period(
    session, choose
):
    choose()
    tag = Client().get(EVENING)["ETag"]
    assert Client().get(EVENING, headers={"If-None-Match": tag}).status_code == 304
    published(session, begins_period=True, reason="A score was wrong")
    answer = Client().get(EVENING, headers={"If-None-Match": tag})
    assert answer.status_code == 200
    with time_machine.travel(NOON + timedelta(minutes=31), tick=False):
        assert "final results" in get(EVENING)


def test_a_session_that_is_not_published_makes_no_evening(choose, admin):
    choose()
    played(admin, name="Is over")
    assert Client().get(EVENING).status_code == 404


def test_the_link_to_an_evening_s_rubbers_shows_no_session(
    session, choose, players, admin
):
    agreed_rubber(players)
    choose()
    link = make_link(day=NOON.date(), by=admin, now=NOON)
    html = get(f"/public/results/{link_token(link)}/")
    assert "Saturday pairs" not in html


def test_an_evening_takes_as_many_statements_with_three_sessions_as_with_one(
    session, choose, admin, django_assert_max_num_queries
):
    choose()
    with django_assert_max_num_queries(17) as one:
        get(EVENING)
    for number in (1, 2):
        published(played(admin, name=f"S{number}", family=str(number)))
    with django_assert_max_num_queries(len(one)):
        get(EVENING)


def test_a_session_of_another_year_has_its_own_list(session, choose, admin):
    older = published(played(admin, name="Last year", family="Older")).session
    rewrite(Session.objects.filter(pk=older.pk), day=older.day.replace(year=2025))
    choose()
    assert "Last year" not in get(ALL) and "Last year" in get(f"{ALL}?year=2025")
    assert get(f"{ALL}?year=1999") == get(ALL)


def test_the_pages_take_as_many_statements_with_three_sessions_as_with_one(
    session, choose, admin, django_assert_max_num_queries
):
    choose()
    with django_assert_max_num_queries(13) as one:
        get(ALL)
        get(at(session))
    for number in (1, 2):
        published(played(admin, name=f"S{number}", family=str(number)))
    last = published(
        played_to_the_end(
            in_teams(count=5, boards_a_round=2, by=member("Cy"), family="Cole")
        )
    ).session
    with django_assert_max_num_queries(len(one)):
        get(ALL)
        get(at(last))


def test_search_engines_are_sent_away_unless_the_club_wishes_them(session, choose):
    choose()
    for path in (ALL, at(session)):
        page = Client().get(path)
        assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert (
            '<meta name="robots" content="noindex, nofollow">' in page.content.decode()
        )
    choose(is_indexed=True)
    assert "X-Robots-Tag" not in Client().get(ALL).headers
    assert "noindex" not in get(at(session))


@pytest.mark.parametrize(
    ("form", "entries", "words"),
    [
        ("pairs", 1, "1 pair"),
        ("swiss_pairs", 8, "8 pairs"),
        ("teams", 6, "6 teams"),
        ("individual", 12, "12 players"),
    ],
)
def test_the_entries_of_a_listed_session_are_counted_by_their_noun(
    form: str, entries: int, words: str
):
    assert ListedSession(Session(form=form), entries).entries_in_words == words


def test_law_79b_a_board_that_was_published_open_is_named_without_its_matter(
    admin, choose
):
    choose()
    session = in_play(admin, howell(2), count=4, rounds=3)
    slot = Slot("A", 1, 1, 1)
    recorded(session, slot, "4sn=")
    recorded(session, slot, "4sn-1", by=player(session, slot, Side.EW), seen=1)
    end_play(session=session, by=admin, now=NOON)
    session.refresh_from_db()
    published_as_it_is(session, accepts_missing=True)
    html = get(at(session))
    assert "Board 1 is open: these results may still change." in html
    assert "two results" not in html


def test_law_79a_the_page_says_how_many_results_one_side_alone_entered(session, choose):
    choose()
    number = session.publications.get().one_sided
    assert number > 0
    words = f"{number} results were entered by one side or by the director alone"
    assert words in tight(get(at(session)))
