"""Chicago and royal auction at a table: entry, undo, stopping, the ledger, and the words of the pages."""

import pytest
from django.test import Client

from clubscore.ledger.queries import details_of, statement_of
from clubscore.rubbers.models import Motion, Rubber
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.tables.services import choose_game
from scoring import Seat
from tests.factories import NOON, agree, member, record, rubber_in_play
from tests.rubbers.conftest import HTMX, entry
from tests.rubbers.motions.asking import answer

pytestmark = pytest.mark.django_db


@pytest.fixture
def royal(db) -> Rubber:
    return rubber_in_play(system="royal")


@pytest.fixture
def chicago(db) -> Rubber:
    return rubber_in_play(system="chicago")


def page(rubber: Rubber, path: str = "") -> str:
    return browser(rubber).get(path or f"/tables/{rubber.table_id}/").content.decode()


def browser(rubber: Rubber) -> Client:
    client = Client()
    client.force_login(rubber.players[Seat.NORTH])
    return client


def facts_of(rubber: Rubber) -> list[str]:
    return [str(deal.deal) for deal in load(rubber.pk).sheet.deals]


def test_royals_are_tapped_with_the_honours_of_every_hand(royal):
    fields = entry(royal, contract="2R", honours_n="3", honours_e="2", void_w="on")
    browser(royal).post(f"/rubbers/{royal.pk}/deals/", fields)
    assert facts_of(royal) == ["2RN= h3N h2E vW"]


def test_without_the_honours_the_entry_comes_back_as_it_was(royal):
    answer = browser(royal).post(
        f"/rubbers/{royal.pk}/deals/", entry(royal, contract="2R", honours_n="3")
    )
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Tap the honours (3 of 5 so far)." in html
    assert (
        '<input type="radio" name="honours_n" value="3" id="id_honours_n_3" checked>'
        in html
    )


def test_the_preview_speaks_of_tricks_and_honours(royal):
    html = page(royal, f"/rubbers/{royal.pk}/deals/preview/?line=2rn%3D+h3n+h2e")
    assert "We +18 tricks" in html
    assert "We +18 honours" in html


def test_a_deal_of_royal_auction_undone_is_back_in_the_form(royal):
    record(royal, "2rn= h3n h2e vw !ew")
    answer = browser(royal).post(f"/rubbers/{royal.pk}/deals/1/undo/", follow=True)
    assert 'value="2RN= h3N h2E vW !EW"' in answer.content.decode()


def test_all_may_not_pass_by_the_code_of_1912(royal):
    assert 'value="P"' not in page(royal)
    answer = browser(royal).post(
        f"/rubbers/{royal.pk}/deals/",
        entry(royal, line="p", contract="", declarer="", result=""),
    )
    assert answer.status_code == 422
    assert facts_of(royal) == []


def test_a_rubber_of_royal_auction_reaches_the_ledger(royal):
    for line in ("4rn= h3n h2e", "4rn= h3n h2e"):
        record(royal, line)
    assert royal.ending == "complete"
    agree(royal)
    statements = {seat: statement_of(player) for seat, player in royal.players.items()}
    assert [statement.balance for statement in statements.values()] == [
        *(358, -358, 358, -358)
    ]
    north = statements[Seat.NORTH]
    [details] = details_of(north, north.entries).values()
    assert details.transaction.description == "Royal auction bridge at Table 1"


def test_four_deals_of_chicago_reach_the_ledger(chicago):
    for line in ("4hn=", "p", "4he=", "1nn-1", "1nte="):
        record(chicago, line)
    assert chicago.ending == "complete"
    agree(chicago)
    assert [statement_of(player).balance for player in chicago.players.values()] == [
        -440,
        440,
        -440,
        440,
    ]


def test_the_last_deal_of_a_round_can_be_undone_and_the_books_with_it(chicago):
    for line in ("4hn=", "4he=", "1nn-1", "1nte="):
        record(chicago, line)
    html = page(chicago)
    assert "Round over" in html
    browser(chicago).post(f"/rubbers/{chicago.pk}/deals/4/undo/")
    chicago.refresh_from_db()
    assert not chicago.is_over
    assert statement_of(chicago.players[Seat.NORTH]).balance == 0


def test_a_page_of_chicago_speaks_of_a_round_and_of_dealing_again(chicago):
    html = page(chicago)
    for words in (
        "Chicago · round 1",
        "Deal 1 of 4 · Anna deals",
        "Passed out: redeal",
        "End round early",
    ):
        assert words in html
    assert "End rubber" not in html


def test_a_redeal_is_announced_and_keeps_its_number(chicago):
    preview = page(chicago, f"/rubbers/{chicago.pk}/deals/preview/?contract=P")
    assert "The same dealer deals again." in preview
    record(chicago, "p")
    assert "Deal 1 of 4 (dealt again) · Anna deals" in page(chicago)
    assert '<h2 id="figure-title" tabindex="-1">Deal 1</h2>' in page(
        chicago, f"/rubbers/{chicago.pk}/deals/1/"
    )


def test_honours_that_do_not_score_are_not_asked_for():
    rubber = rubber_in_play(
        system="chicago", rules={"honours": "off", "vulnerable": "defenders"}
    )
    html = page(rubber)
    assert "Honours in one hand" not in html
    assert (
        "Dealer&#x27;s opponents vulnerable on deals 2 and 3 · Honours do not score"
        in html
    )


def test_stopping_says_what_each_game_makes_of_it(chicago):
    record(chicago, "2hn=")
    html = page(chicago, f"/rubbers/{chicago.pk}/ending/")
    assert "End this round early?" in html
    assert "nothing is added for a round that is not finished" in html
    assert "Law 80" not in html


def test_stopping_royal_auction_keeps_what_is_written(royal):
    record(royal, "2rn= h3n h2e")
    html = page(royal, f"/rubbers/{royal.pk}/ending/")
    assert "The code of 1912 has no points for a rubber that is not finished" in html
    browser(royal).post(
        f"/rubbers/{royal.pk}/ending/", {"reason": "Last train", "revision": 1}
    )
    answer(royal, Motion.objects.get(), Seat.EAST)
    agree(royal)
    assert statement_of(royal.players[Seat.NORTH]).balance == 36


def test_stopping_contract_bridge_is_law_80(rubber):
    record(rubber, "2hn=")
    html = page(rubber, f"/rubbers/{rubber.pk}/ending/")
    assert "under Law 80 the only side with a game gets 300" in html
    assert "unfinished game gets 100." in html


def test_the_room_tells_how_far_each_game_is(chicago):
    record(chicago, "4hn=")
    names = ("Elsa", "Fritz", "Gerda", "Hugo")
    royal = rubber_in_play(
        dict(zip(Seat, map(member, names), strict=True)),
        system="royal",
        lines=("4rn= h3n h2e",),
    )
    html = page(royal, "/")
    for words in (
        "Chicago · deal 2 of 4 · E deals",
        "Royal auction · game 2 · E deals",
        "<span>Games 1</span>",
    ):
        assert words in html


def test_a_card_keeps_the_game_that_was_played_when_another_is_chosen(chicago):
    for line in ("4hn=", "4he=", "1nn-1", "1nte="):
        record(chicago, line)
    choose_game(table=chicago.table, system="royal", rules={})
    assert "Chicago · over since 12:04" in page(chicago, "/")
    assert "The next rubber" in page(chicago)


def test_rounds_and_rubbers_of_a_table_are_counted_by_themselves(chicago):
    for line in ("4hn=", "4he=", "1nn-1", "1nte="):
        record(chicago, line)
    choose_game(table=chicago.table, system="contract", rules={})
    start_rubber(
        table=chicago.table, dealer=Seat.EAST, by=chicago.players[Seat.NORTH], now=NOON
    )
    assert "Contract rubber · rubber 1" in page(chicago)


@pytest.mark.parametrize(
    ("system", "line"), [("royal", "2rn= h3n h2e !ew"), ("chicago", "4hn= h4e")]
)
def test_every_figure_explains_itself(system: str, line: str):
    rubber = rubber_in_play(system=system, lines=(line,))
    html = (
        browser(rubber)
        .get(f"/rubbers/{rubber.pk}/deals/1/", headers=HTMX)
        .content.decode()
    )
    for scored in load(rubber.pk).sheet.deals[0].lines:
        assert scored.law in html
    assert "vulnerable" in html if system == "chicago" else "vulnerable" not in html
