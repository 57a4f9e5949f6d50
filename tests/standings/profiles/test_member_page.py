"""The page of a member, /members/1/, and the page of a partnership, /members/1/with/2/."""

from datetime import date, timedelta

import pytest

from clubscore.ledger import services as ledger
from clubscore.ledger.models import Season, Transaction
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.recording import services as rubbers
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.substitution.services import consent, propose_substitute
from clubscore.standings.models import FinalRow, Terms
from clubscore.standings.profiles import context
from clubscore.standings.profiles.declarer import AsDeclarer, Contracts, as_declarer
from clubscore.standings.profiles.member_rank import place_of
from clubscore.standings.profiles.results import (
    against_opponents,
    ids_of,
    results_of,
    with_partners,
)
from clubscore.standings.seasons.services import close_season
from scoring import Seat
from tests.blanks import tight
from tests.factories import (
    NOON,
    agree,
    agreed_rubber,
    member,
    record,
    rubber_in_play,
    stop_rubber,
)
from tests.standings.season_of import take_back
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TWO_GAMES_OF_BEN_AND_DAN = ("4se=", "3nw=")


@pytest.fixture
def rubber(players) -> Rubber:
    """An agreed rubber that Anna and Cleo have won by 810 from Ben and Dan."""
    ledger.open_season(name="Ever", slug="ever", begins_on=date(2020, 1, 1))
    return agreed_rubber(players)


def drawn(players) -> Rubber:
    """An agreed rubber that was stopped after one undertrick of each side, so that nobody has won."""
    rubber = rubber_in_play(players, lines=("4sn-1", "4se-1"))
    stop_rubber(
        state=load(rubber.pk),
        reason="Late",
        seen_revision=rubber.revision,
        by=players[Seat.NORTH],
        now=NOON,
    )
    agree(rubber)
    return rubber


def page(client, pk, query=""):
    return client.get(f"/members/{pk}/{query}").content.decode()


def test_the_page_has_headline_chart_company_and_rubbers(anna, players, rubber):
    html = page(anna, players[Seat.NORTH].pk)
    assert '<dd class="good">+810</dd>' in html
    assert html.count("<circle") == 1
    assert "<title>21 Nov 2026: +810 with Cleo against Ben and Dan</title>" in html
    assert (
        f'href="/members/{players[Seat.NORTH].pk}/with/{players[Seat.SOUTH].pk}/?season=ever&amp;game=contract"'
        in html
    )
    assert f'href="/rubbers/{rubber.pk}/"' in html
    assert f'href="/ledger/{players[Seat.NORTH].pk}/"' in html
    assert 'aria-label="Running total over 1 rubber, +810 at the end' in html


def test_the_headline_has_the_rank_and_the_last_results_in_words(anna, players, rubber):
    drawn(players)
    html = page(anna, players[Seat.NORTH].pk)
    assert tight(
        '<dt>rank by net points</dt><dd>1 <span class="give second">of 4</span></dd>'
    ) in tight(html)
    assert 'aria-label="The last 2 rubbers, oldest first: +810; 0"' in html
    assert html.count("<rect") == 2


def test_who_has_played_too_few_is_told_so_in_place_of_a_rank(anna, players, rubber):
    season = Transaction.objects.first().season
    Terms.objects.create(season=season, least="10")
    assert "needs 9 more" in page(anna, players[Seat.NORTH].pk)


def test_through_all_seasons_nobody_has_a_rank(anna, players, rubber):
    assert "<dt>rank" not in page(anna, players[Seat.NORTH].pk, "?season=all")


def test_in_a_closed_season_the_rank_is_the_published_one(anna, players, rubber):
    ledger.open_season(name="Next", slug="next", begins_on=date(2026, 11, 22))
    close_season(
        season=Transaction.objects.first().season, by=players[Seat.NORTH], now=NOON
    )
    rewrite(FinalRow.objects.filter(member=players[Seat.NORTH]), rank=3)
    assert (
        place_of(
            players[Seat.NORTH].pk, Season.objects.get(slug="ever"), "contract"
        ).rank
        == 3
    )
    assert place_of(0, Season.objects.get(slug="ever"), "contract") is None


def test_company_of_few_rubbers_is_grey(anna, players, rubber):
    assert page(anna, players[Seat.NORTH].pk).count('<tr class="few">') == 6


def test_a_member_without_a_rubber_has_a_page_that_says_so(anna, players):
    assert "No rubber of Anna’s is booked here" in page(anna, players[Seat.NORTH].pk)


NO_RUBBER_YET = 'id="no-rubber-yet"'


@pytest.mark.parametrize("path", ["/members/{}/", "/ledger/{}/", "/ledger/"])
def test_who_has_no_rubber_yet_is_told_how_the_first_one_counts(anna, players, path):
    own = anna.get(path.format(players[Seat.NORTH].pk)).content.decode()
    assert NO_RUBBER_YET in own
    assert 'href="/">To the tables</a>' in own
    agreed_rubber(players)
    played = anna.get(path.format(players[Seat.NORTH].pk)).content.decode()
    assert NO_RUBBER_YET not in played


def test_the_pages_of_another_member_ask_nobody_to_play(anna, players):
    pk = players[Seat.EAST].pk
    for path in (f"/members/{pk}/", f"/ledger/{pk}/"):
        html = anna.get(path).content.decode()
        assert NO_RUBBER_YET not in html
        assert 'id="print"' not in html


def test_a_season_in_which_nothing_was_played_is_empty_and_all_seasons_are_not(
    anna, players, rubber
):
    ledger.open_season(name="Next", slug="next", begins_on=date(2027, 1, 1))
    pk = players[Seat.NORTH].pk
    assert "No rubber of Anna’s is booked here" in page(anna, pk, "?season=next")
    assert "+810" in page(anna, pk, "?season=all")
    assert "+810" in page(anna, pk, "?season=ever")


def test_who_is_not_there_has_no_page(anna):
    assert anna.get("/members/999999/").status_code == 404


def test_partners_and_opponents_are_told_by_their_seats_even_when_nobody_won(
    players, rubber
):
    drawn(players)
    season = Transaction.objects.first().season
    results = results_of(ids_of(players[Seat.NORTH]), "contract", season)
    assert [
        (line.member.name, line.rubbers, line.won, line.net)
        for line in with_partners(results)
    ] == [("Cleo", 2, 1, 810)]
    assert [
        (line.member.name, line.rubbers, line.won, line.net)
        for line in against_opponents(results)
    ] == [
        ("Ben", 2, 1, 810),
        ("Dan", 2, 1, 810),
    ]


def test_a_rubber_taken_back_is_not_among_the_results(players, rubber):
    booked = Transaction.objects.get()
    take_back(booked)
    assert results_of(ids_of(players[Seat.NORTH]), "contract", booked.season) == []
    assert results_of(ids_of(players[Seat.NORTH]), "contract", None) == []


def declared_by(player):
    return as_declarer(ids_of(player), results_of(ids_of(player), "contract", None))


def test_as_declarer_counts_contracts_tricks_doubles_slams_and_penalties(
    players, rubber
):
    # NINE_DEALS: S 2H+2, W 4SX-2, E 3NT+1, E 3S=, W 2D-2, N 6HX+1, W 1NT+1, N 3C=, E 3H=
    counted = {seat: declared_by(player) for seat, player in players.items()}
    made = Contracts(bid=1, made=1, over=1)
    assert counted[Seat.NORTH] == AsDeclarer(
        all=Contracts(bid=2, made=2, over=1), doubled=made, slams=made
    )
    assert counted[Seat.WEST] == AsDeclarer(
        all=Contracts(bid=3, made=1, over=1, under=4, penalties=500, deepest=300),
        doubled=Contracts(bid=1, under=2, penalties=300, deepest=300),
    )


def test_a_deal_struck_out_or_passed_out_is_no_contract_and_honours_are_the_hands_own(
    players,
):
    rubber = rubber_in_play(players, lines=("p", "2sn= h4s"))
    record(rubber, "1cn=")
    rubbers.undo_deal(state=load(rubber.pk), number=3, by=players[Seat.NORTH], now=NOON)
    rubber.refresh_from_db()
    stop_rubber(
        state=load(rubber.pk),
        reason="Late",
        seen_revision=rubber.revision,
        by=players[Seat.NORTH],
        now=NOON,
    )
    agree(rubber)
    north, south = (declared_by(players[seat]) for seat in (Seat.NORTH, Seat.SOUTH))
    assert (north.all.bid, north.honours) == (1, 0)
    assert (south.all.bid, south.all.average, south.honours) == (0, None, 1)


def test_what_was_declared_before_a_substitute_came_is_not_the_substitutes(players):
    rubber = rubber_in_play(players, lines=("3nn-1",))
    eve = member("Eve")
    substitution = propose_substitute(
        state=load(rubber.pk),
        seat=Seat.NORTH,
        substitute=eve,
        by=players[Seat.EAST],
        now=NOON + timedelta(hours=1),
    )
    for seat in (Seat.SOUTH, Seat.WEST):
        consent(
            state=load(substitution.rubber_id),
            substitution=substitution,
            by=players[seat],
            now=NOON + timedelta(hours=1),
        )
    rubber.refresh_from_db()
    for line in ("4sn=", "4hs="):
        record(rubber, line, by=players[Seat.EAST], now=NOON + timedelta(hours=2))
    agree(rubber, Seat.SOUTH, Seat.EAST)
    assert declared_by(eve).all == Contracts(bid=1, made=1)
    assert declared_by(players[Seat.NORTH]).all == Contracts()
    [line] = with_partners(results_of(ids_of(players[Seat.SOUTH]), "contract", None))
    assert line.member == eve


def test_the_pages_of_a_pair_show_their_rubbers_together_and_against(
    anna, players, rubber
):
    north, east, south = (
        players[seat].pk for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH)
    )
    together = anna.get(f"/members/{north}/with/{south}/").content.decode()
    assert '<dd class="good">+810</dd>' in together
    against = anna.get(f"/members/{north}/with/{east}/").content.decode()
    assert "They have not been partners here" in against
    assert "1 rubber, Anna" in against


def test_each_table_is_sorted_by_its_own_links_and_keeps_what_else_was_asked_for(
    anna, players, rubber
):
    agreed_rubber(players, lines=TWO_GAMES_OF_BEN_AND_DAN)
    html = page(
        anna, players[Seat.NORTH].pk, "?season=all&opponents=-name&rubbers=points"
    )
    opponents = html.split('id="companies-opponents"')[1]
    assert opponents.index(">Dan</a>") < opponents.index(">Ben</a>")
    assert (
        'id="column-opponents-name" scope="col" class="who" aria-sort="descending"'
        in html
    )
    assert (
        "?season=all&amp;rubbers=points&amp;opponents=name#companies-opponents" in html
    )
    assert "?season=all&amp;opponents=-name&amp;rubbers=-points#rubber-lines" in html
    assert (
        "?season=all&amp;opponents=-name&amp;rubbers=points&amp;partners=-net#companies-partners"
        in html
    )
    lines = html.split('id="rubber-lines"')[1]
    assert lines.index('<td class="net danger-figure">') < lines.index(
        '<td class="net good">+810</td>'
    )


def test_a_long_list_of_rubbers_has_pages(anna, players, rubber, monkeypatch):
    monkeypatch.setattr(context, "PAGE_SIZE", 1)
    drawn(players)
    pk = players[Seat.NORTH].pk
    assert 'href="?page=2#rubber-lines"' in page(anna, pk)
    assert f'href="/rubbers/{rubber.pk}/"' in page(anna, pk, "?page=2")


def csv(client, path):
    answer = client.get(path)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    header, *rows = (
        line.split(",") for line in answer.content.decode("utf-8-sig").splitlines()
    )
    return [dict(zip(header, row, strict=True)) for row in rows]


def test_the_rubbers_of_a_member_and_of_a_pair_can_be_downloaded(anna, players, rubber):
    north, east, south, west = (players[seat].pk for seat in Seat)
    [line] = csv(anna, f"/members/{north}/rubbers.csv?season=all")
    assert line.pop("posted_at")[10] == "T"
    assert line == {
        "season": "All seasons",
        "game": "contract",
        "rubber_id": str(rubber.pk),
        "description": "Contract rubber at Table 1",
        "partner_id": str(south),
        "partner_name": "Cleo",
        "opponent_ids": f"{east};{west}",
        "opponent_names": "Ben;Dan",
        "net_posted": "810",
        "total": "810",
    }
    assert [
        line["net_posted"]
        for line in csv(anna, f"/members/{north}/with/{south}/rubbers.csv")
    ] == ["810"]
    assert csv(anna, f"/members/{north}/with/{east}/rubbers.csv") == []


def test_partners_opponents_and_contracts_can_be_downloaded(anna, players, rubber):
    pk = players[Seat.WEST].pk
    [partner] = csv(anna, f"/members/{pk}/partners.csv")
    assert (
        partner["season"],
        partner["name"],
        partner["rubbers"],
        partner["net_posted"],
    ) == (
        "Ever",
        "Ben",
        "1",
        "-810",
    )
    assert [
        line["name"]
        for line in csv(anna, f"/members/{pk}/opponents.csv?opponents=-name")
    ] == ["Cleo", "Anna"]
    contracts = csv(anna, f"/members/{pk}/declarer.csv")
    assert [
        (line["contracts"], line["bid"], line["penalty_points"]) for line in contracts
    ] == [
        ("all", "3", "500"),
        ("doubled", "1", "300"),
        ("slams", "0", "0"),
    ]
    assert anna.get(f"/members/{pk}/shoes.csv").status_code == 404


def test_nobody_is_a_pair_alone(anna, players):
    pk = players[Seat.NORTH].pk
    assert anna.get(f"/members/{pk}/with/{pk}/").status_code == 404
    assert anna.get(f"/members/{pk}/with/999999/").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/members/{}/",
        "/members/{}/rubbers.csv",
        "/members/{}/with/{}/",
        "/members/{}/with/{}/rubbers.csv",
    ],
)
def test_the_pages_are_read_only(anna, players, path):
    assert (
        anna.post(
            path.format(players[Seat.NORTH].pk, players[Seat.EAST].pk)
        ).status_code
        == 405
    )


@pytest.mark.parametrize(
    ("path", "queries"), [("/members/{}/", 21), ("/members/{}/with/{}/", 8)]
)
@pytest.mark.parametrize("count", [1, 3])
def test_a_page_takes_as_many_queries_with_three_rubbers_as_with_one(
    anna, players, rubber, path, queries, count, django_assert_num_queries
):
    for _ in range(count - 1):
        drawn(players)
    address = path.format(players[Seat.NORTH].pk, players[Seat.SOUTH].pk)
    page(anna, players[Seat.NORTH].pk)
    with django_assert_num_queries(queries):
        anna.get(address)
