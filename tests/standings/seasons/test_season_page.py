"""The pages /standings/ and /standings/autumn/, and the CSV of a season."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.ledger import services as ledger
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.models import HouseRules
from clubscore.rubbers.rubber.loading import load
from clubscore.standings.seasons.services import close_season
from scoring import Seat
from tests.blanks import tight
from tests.factories import NINE_DEALS, agree, agreed_rubber, member, rubber_in_play
from tests.standings.season_of import book, take_back

pytestmark = pytest.mark.django_db

BEGINS = date(2020, 1, 1)


@pytest.fixture
def season(cast):
    return ledger.open_season(name="Autumn", slug="autumn", begins_on=BEGINS)


@pytest.fixture
def evening(cast, season):
    anna, ben, cleo, dan = cast
    now = timezone.now()
    book((anna, cleo), (ben, dan), 810, now=now)
    book((anna, ben), (cleo, dan), 300, now=now)
    return season


def names(html):
    """The members' names in the order of the table on the page."""
    body = html.split("<tbody>")[1].split("</tbody>")[0]
    return sorted(
        ("Anna", "Ben", "Cleo", "Dan"), key=lambda name: body.index(f">{name}</a>")
    )


def page(client, query=""):
    return client.get(f"/standings/autumn/{query}").content.decode()


def test_before_the_first_rubber_the_page_says_so(anna):
    assert "Nothing is booked yet" in anna.get("/standings/").content.decode()


def test_a_season_without_a_rubber_says_so(anna, season):
    assert "Contract rubber: nothing is booked in this season yet." in page(anna)


def test_the_page_opens_on_the_game_that_is_played_most(anna, cast, season):
    north, east, south, west = cast
    now = timezone.now()
    book((north, south), (east, west), 40, game="chicago", now=now)
    for _ in range(2):
        book((north, south), (east, west), 400, game="royal", now=now)
    html = page(anna)
    assert (
        "Royal auction bridge" in html.split("rubbers · as of")[0].rpartition("<p")[2]
    )
    assert html.index("?game=royal") < html.index("?game=chicago")


def test_the_first_page_is_the_season_that_is_on(anna, evening):
    html = anna.get("/standings/").content.decode()
    assert '<h1 id="standings-title">Autumn</h1>' in html
    assert names(html) == ["Anna", "Cleo", "Ben", "Dan"]
    assert "+1,110" in html
    assert "Contract rubber · 2 rubbers · as of" in html
    assert "Contract rubber · 2 rubbers" in html


def test_a_season_that_is_not_there_is_not_found(anna):
    assert anna.get("/standings/none/").status_code == 404


@pytest.mark.parametrize("by", ["net", "average", "won", "rating"])
def test_each_ranking_has_its_tab(anna, evening, by):
    html = page(anna, f"?by={by}")
    assert f'by={by}" aria-current="true"' in html.replace("&amp;", "&")
    assert names(html)[0] == "Anna"


def test_pairs_are_sorted_by_their_links_too(anna, evening):
    html = page(anna, "?by=pairs&sort=name")
    assert (
        html.index("Anna and Ben")
        < html.index("Anna and Cleo")
        < html.index("Ben and Dan")
    )
    assert 'aria-sort="ascending"' in html
    lines = csv(anna, "?by=pairs&sort=name")[1:]
    assert [(line[4], line[6]) for line in lines] == [
        ("Anna", "Ben"),
        ("Anna", "Cleo"),
        ("Ben", "Dan"),
        ("Cleo", "Dan"),
    ]


def test_the_filters_keep_the_column(anna, evening):
    assert '<input type="hidden" name="sort" value="-net">' in page(anna, "?sort=-net")


def test_pairs_have_their_tab(anna, evening):
    assert "Anna and Cleo" in page(anna, "?by=pairs")


def test_a_column_is_sorted_by_its_link_and_the_filters_stay(anna, evening):
    html = page(anna, "?by=average&guests=in&sort=name")
    assert names(html) == ["Anna", "Ben", "Cleo", "Dan"]
    assert 'aria-sort="ascending"' in html
    assert "?by=average&amp;guests=in&amp;sort=-net" in html


def test_nonsense_in_the_address_is_as_if_it_were_not_there(anna, evening):
    query = "?by=luck&sort=shoe&least=many&best=-1&guests=maybe&game=whist&page=x"
    assert names(page(anna, query)) == ["Anna", "Cleo", "Ben", "Dan"]


def test_who_has_played_too_few_is_told_how_many_more(anna, evening):
    assert "needs 8 more" in page(anna, "?least=10")


def test_guests_stay_out_unless_asked_for(anna, cast, evening):
    now = timezone.now()
    book(
        (add_guest(name="Karl Stein", now=now), cast[0]),
        (cast[1], cast[2]),
        500,
        now=now,
    )
    assert "Karl Stein" not in page(anna)
    assert "Karl Stein" in page(anna, "?guests=in")


def test_the_own_place_says_how_far_it_is_to_the_next(anna, cast, evening):
    html = tight(page(anna))
    assert tight('<b class="place-rank">1</b>') in html
    assert tight("<b>Anna</b>, of 4") in html
    assert "600 points ahead of Cleo" in html
    client = Client()
    client.force_login(cast[1])
    html = tight(page(client))
    assert tight("<b>1,020</b> points behind Cleo") in html
    assert "600 points ahead of Dan" in html


def test_who_is_not_in_the_table_has_no_own_place(evening):
    client = Client()
    client.force_login(member("Zoe"))
    assert "member-place" not in page(client)


def test_a_line_unfolds_to_the_opponents_and_the_partners(anna, cast, players, season):
    rubber = agreed_rubber(players)
    html = page(anna, f"?about={cast[0].pk}")
    row = html.split('id="about-row"')[1].split("</tr>")[0]
    for name in ("Ben", "Cleo", "Dan"):
        assert f"<span>{name}</span>" in row
    assert f'href="/members/{cast[0].pk}/?season=autumn&amp;game=contract"' in row
    assert "member-place-about" in row
    assert "about-row" not in page(anna)
    assert rubber.pk


def test_a_line_unfolds_to_ten_opponents_and_counts_them_all(anna, cast, season):
    for pair in range(6):
        east, west = (member(f"{letter} Player{pair}") for letter in "AB")
        agreed_rubber(dict(zip(Seat, (cast[0], east, cast[2], west), strict=True)))
    html = page(anna, f"?about={cast[0].pk}")
    against = html.split('id="about-list-opponents"')[1].split("</details>")[0]
    assert against.count("<li>") == 10
    assert '<span class="second">12</span>' in against


@pytest.mark.parametrize("about", ["0", "x", "²", "9" * 40, ""])
def test_nobodys_line_unfolds_nothing(anna, evening, about):
    html = page(anna, f"?about={about}")
    assert "about-row" not in html
    assert names(html) == ["Anna", "Cleo", "Ben", "Dan"]


def test_the_own_line_is_marked(anna, evening):
    assert page(anna).count('class="own ') == 1


def test_rubbers_that_are_not_agreed_are_counted(anna, players, season):
    rubber = rubber_in_play(players, lines=NINE_DEALS)
    assert "<b>1 rubber not agreed</b>" in page(anna)
    agree(rubber)
    assert "not agreed" not in page(anna)


def test_another_game_has_a_table_of_its_own(anna, cast, evening):
    book(cast[2:], cast[:2], 70, game="royal", now=timezone.now())
    assert names(page(anna, "?game=royal")) == ["Cleo", "Dan", "Anna", "Ben"]
    assert names(page(anna)) == ["Anna", "Cleo", "Ben", "Dan"]


@pytest.fixture
def closed(cast, evening):
    now = timezone.now()
    ledger.open_season(
        name="Winter", slug="winter", begins_on=now.date() + timedelta(days=1)
    )
    return close_season(season=evening, by=cast[0], now=now)


def test_a_closed_season_shows_its_final_table(anna, cast, closed):
    cast[0].name = "Anna Another"
    cast[0].save()
    html = page(anna)
    assert "final table, published" in html
    assert names(html) == ["Anna", "Cleo", "Ben", "Dan"]


def test_a_correction_of_a_closed_season_is_named_in_the_open_one(anna, closed):
    first = closed.transactions.order_by("pk").first()
    take_back(first, now=timezone.now())
    html = anna.get("/standings/winter/").content.decode()
    assert "With 1 correction of earlier seasons" in html
    assert '<a href="/standings/autumn/">Autumn</a>' in html
    assert "+1,110" in page(anna)


def csv(client, query=""):
    answer = client.get(f"/standings/autumn/standings.csv{query}")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return [line.split(",") for line in answer.content.decode("utf-8-sig").splitlines()]


def test_the_csv_has_the_lines_of_the_page(anna, cast, evening):
    header, *lines = csv(anna, "?sort=-net")
    first = dict(zip(header, lines[0], strict=True))
    assert (first.pop("season"), first.pop("game"), first.pop("name")) == (
        "Autumn",
        "contract",
        "Anna",
    )
    assert first.pop("as_of")[10] == "T"
    assert {
        name: float(value)
        for name, value in first.items()
        if not name.startswith("rating")
    } == {
        "rank": 1,
        "member_id": cast[0].pk,
        "rubbers": 2,
        "won": 2,
        "lost": 0,
        "net_exact": 1110,
        "net_posted": 1110,
        "per_rubber": 555,
        "best": 810,
        "worst": 300,
        "qualified": 1,
        "needs": 0,
    }
    assert [line[4] for line in lines] == ["Anna", "Cleo", "Ben", "Dan"]


def test_the_csv_has_the_columns_of_the_written_format_first(anna, evening):
    wanted = "season as_of rank member_id name rubbers won lost net_exact net_posted per_rubber"
    wanted += " best worst qualified needs game rating rating_give"
    assert csv(anna)[0] == wanted.split()


def exact(client, query=""):
    header, *lines = csv(client, query)
    rows = [dict(zip(header, line, strict=True)) for line in lines]
    return {row["name"]: (row["net_exact"], row["net_posted"]) for row in rows}


def test_the_csv_has_the_net_before_rounding_also_of_the_best_and_of_a_corrected_rubber(
    anna, players, season
):
    HouseRules.objects.create(pk=1, rounding="half-up")
    rubber = agreed_rubber(players)
    assert exact(anna)["Anna"] == ("810", "800")
    assert exact(anna, "?best=1")["Dan"] == ("-810", "-800")
    reopen(
        state=load(rubber.pk),
        reason="Look again",
        by=member("Ruth", role=Role.ADMIN),
        now=timezone.now(),
    )
    agree(rubber)
    assert exact(anna)["Anna"] == ("810", "800")
    assert exact(anna, "?best=1")["Dan"] == ("-810", "-800")


def test_a_published_table_keeps_the_net_before_rounding(anna, players, season):
    HouseRules.objects.create(pk=1, rounding="half-up")
    agreed_rubber(players)
    ledger.open_season(
        name="Winter", slug="winter", begins_on=timezone.localdate() + timedelta(days=1)
    )
    close_season(season=season, by=players["N"], now=timezone.now())
    assert exact(anna)["Anna"] == ("810", "800")


def test_the_csv_of_pairs_has_a_line_a_pair(anna, evening):
    lines = csv(anna, "?by=pairs")[1:]
    assert [(line[4], line[6], *line[7:10]) for line in lines] == [
        ("Anna", "Cleo", "1", "1", "810"),
        ("Anna", "Ben", "1", "1", "300"),
        ("Cleo", "Dan", "1", "0", "-300"),
        ("Ben", "Dan", "1", "0", "-810"),
    ]


@pytest.mark.parametrize("path", ["", "?by=rating", "?by=pairs", "?best=2"])
@pytest.mark.parametrize("rubbers", [1, 3])
def test_the_page_takes_as_many_queries_with_three_rubbers_as_with_one(
    anna, season, path, rubbers, django_assert_num_queries
):
    for number in range(rubbers):
        four = [member(f"{letter} Player{number}") for letter in "ABCD"]
        book(four[:2], four[2:], 100 + number, now=timezone.now())
    page(anna)
    with django_assert_num_queries(QUERIES[path]):
        page(anna, path)


# The places in the course of a season take three, and by rating eight: the state of the ratings, and their steps.
QUERIES = {"": 17, "?by=rating": 23, "?by=pairs": 14, "?best=2": 17}


@pytest.mark.parametrize("path", ["", "autumn/", "autumn/standings.csv", "worked-out/"])
def test_the_pages_are_read_only(anna, season, path):
    assert anna.post(f"/standings/{path}").status_code == 405


def test_how_it_is_worked_out_is_told_in_words(anna):
    assert (
        "Everybody begins at 1500"
        in anna.get("/standings/worked-out/").content.decode()
    )


def test_the_foot_of_the_table_says_how_it_is_ranked(anna, evening):
    assert ">Ranked by net points, at least 3 rubbers, guests included.</p>" in page(
        anna, "?least=3&guests=in"
    )
    assert ">Ranked by net points, only each one’s best rubber counts.</p>" in page(
        anna, "?least=0&best=1"
    )
    assert ">Pairs by net points together, guests included.</p>" in page(
        anna, "?by=pairs&guests=in"
    )
