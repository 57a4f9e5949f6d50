"""The page of a member's boards in figures, /members/1/boards/."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.test import Client

from clubscore.ledger import services as ledger
from clubscore.members.merging.services import merge
from clubscore.members.models import Member
from clubscore.standings.boards import context as of_page
from clubscore.standings.boards.played import AwardUnit, BoardPlayed
from clubscore.standings.boards.remembered import forget_boards
from scoring import Seat, Strain
from tests.duplicate.published import played, published
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db

TOP = Fraction(100)
ON_THE_DAY = "?season=all"


def shown(who: Member, query: str = ON_THE_DAY, reader: Member | None = None):
    client = Client()
    client.force_login(reader or who)
    return client.get(f"/members/{who.pk}/boards/{query}")


def text_of(response) -> str:
    return " ".join(response.content.decode().split())


def with_boards(monkeypatch: pytest.MonkeyPatch, count: int, **more) -> Member:
    """Return Anna, who has declared so many boards in 4♠ with Ben: every other one brought 100 per cent, the others 0.

    The boards take the place of those of her published sessions.
    """
    players = [member(name) for name in ("Anna", "Cleo", "Ben", "Dan")]
    usual = {
        "players": tuple(player.pk for player in players),
        "declarer": Seat.NORTH,
        "level": 4,
        "strain": Strain.SPADES,
        "is_doubled": False,
        "lead": "H2",
        "unit": AwardUnit.PERCENT,
    }
    boards = []
    for index in range(count):
        ns = TOP * (index % 2)
        boards.append(BoardPlayed(ns=ns, ew=TOP - ns, **(usual | more)))
    monkeypatch.setattr(of_page, "boards_in", lambda publications: [tuple(boards)])
    return players[0]


def test_a_member_without_a_board_has_a_sentence_instead_of_tables():
    anna = member("Anna")
    page = text_of(shown(anna))
    assert "<p>No board of Anna’s counts here.</p>" in page
    assert "<table" not in page


def test_twenty_nine_boards_show_their_number_alone(monkeypatch):
    anna = with_boards(monkeypatch, 29)
    response = shown(anna)
    [percent] = response.context["units"]
    assert (percent.all.boards, percent.all.mean) == (29, "")
    page = text_of(response)
    assert "29 boards: too few to say." in page
    assert '<td>29</td> <td colspan="2">too few to say</td>' in page
    assert '<svg class="range"' not in page


def test_thirty_boards_show_their_mean_and_its_range(monkeypatch):
    anna = with_boards(monkeypatch, 30)
    response = shown(anna)
    [percent] = response.context["units"]
    found = {
        table.slug: [line.label for line in table.lines] for table in percent.tables
    }
    assert found == {
        "percent-parts": ["Declarer"],
        "percent-contracts": ["♠", "Games"],
        "percent-partners": ["Ben"],
    }
    page = text_of(response)
    assert "30 boards: <b>50.0</b> on average, between 31 and 69." in page
    assert "<td>30</td> <td>50.0</td> <td>31 and 69 <svg" in page


def test_the_leader_has_a_table_of_leads(monkeypatch):
    with_boards(monkeypatch, 30)
    cleo = Member.objects.get(name="Cleo")
    [percent] = shown(cleo).context["units"]
    leads = percent.tables[1]
    assert leads.slug == "percent-leads"
    assert [(line.label, line.boards, line.mean) for line in leads.lines] == [
        ("Another suit against a trump contract", 30, "50.0"),
        ("A card below the ten", 30, "50.0"),
    ]


def test_imps_have_tables_of_their_own(monkeypatch):
    anna = with_boards(monkeypatch, 30, unit=AwardUnit.IMPS)
    response = shown(anna)
    [imps] = response.context["units"]
    assert (imps.title, imps.all.mean) == ("In IMPs a board", "+50.00")
    assert "Mean IMPs</th>" in text_of(response)


def test_every_member_sees_the_page_as_they_see_the_page_of_the_member():
    anna, bert = member("Anna"), member("Bert")
    assert shown(anna, reader=bert).status_code == 200
    stranger = Client().get(f"/members/{anna.pk}/boards/")
    assert (stranger.status_code, stranger["Location"][:9]) == (302, "/sign-in/")
    client = Client()
    client.force_login(bert)
    assert client.get("/members/99999/boards/").status_code == 404


def test_an_erased_member_has_no_figures(monkeypatch):
    anna = with_boards(monkeypatch, 30)
    reader = Member.objects.get(name="Ben")
    values = {"erased_at": NOON, "username": None, "is_active": False, "nickname": ""}
    Member.objects.filter(pk=anna.pk).update(**values)
    page = text_of(shown(anna, reader=reader))
    assert "<p>This member was erased: there are no figures.</p>" in page
    assert "<table" not in page


def test_two_records_of_one_person_have_their_boards_together():
    ruth = member("Ruth")
    published(played(ruth))
    published(played(ruth, family="B", name="Another"))
    first, second = (Member.objects.get(name=name) for name in ("Anna", "Anna B"))
    merge(kept=first, merged=second, by=ruth, now=NOON)
    [percent] = shown(first).context["units"]
    assert percent.all.boards == 12
    assert [line.label for line in percent.tables[-1].lines] == ["Ben", "Ben B"]
    answer = shown(second, reader=ruth)
    assert answer["Location"] == f"/members/{first.pk}/boards/?season=all"


def test_the_boards_are_those_of_twelve_months_of_a_season_or_of_all():
    session = played()
    published(session)
    ledger.open_season(name="Then", slug="then", begins_on=date(2026, 1, 1))
    ledger.open_season(name="Now", slug="now", begins_on=session.day)
    anna = Member.objects.get(name="Anna")
    counts = {}
    for season in ("then", "now", "all", "", "nonsense"):
        response = shown(anna, f"?season={season}")
        counts[season] = sum(each.all.boards for each in response.context["units"])
    recent = 6 * (session.day >= date.today() - timedelta(days=365))
    assert counts == {"then": 0, "now": 6, "all": 6, "": recent, "nonsense": recent}


def test_the_page_of_the_member_leads_to_the_boards():
    published(played())
    anna = Member.objects.get(name="Anna")
    client = Client()
    client.force_login(anna)
    page = client.get(f"/members/{anna.pk}/?season=all").content.decode()
    assert f'href="/members/{anna.pk}/boards/"' in page


def test_a_second_visit_takes_few_statements(django_assert_max_num_queries):
    ruth = member("Ruth")
    for number in range(2):
        published(played(ruth, family=str(number), name=f"Pairs {number}"))
    anna = Member.objects.get(name="Anna 0")
    client = Client()
    client.force_login(anna)
    path = f"/members/{anna.pk}/boards/?season=all"
    forget_boards()
    client.get(path)
    with django_assert_max_num_queries(12):
        client.get(path)
