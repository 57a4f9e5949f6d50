"""The pages of what the cards give: who may ask from when, and what the answers say."""

import pytest
from django.test import Client

from clubscore.duplicate.director.dealing.services import name_set
from clubscore.duplicate.models import Session
from clubscore.duplicate.slot import Slot
from scoring import Side
from tests.duplicate.evening import in_play
from tests.duplicate.published import played, published
from tests.duplicate.recorded import agreed, player
from tests.duplicate.rulings import ruled
from tests.duplicate.worked_out import DEALS, known_set, played_with_cards, solved
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)


def seen(session: Session, page: str, who=None, **query):
    client = Client()
    client.force_login(who or player(session, FIRST))
    return client.get(f"/duplicate/{session.pk}/{page}", query)


def test_the_deals_name_the_cards_and_the_contracts_that_were_played():
    session = played_with_cards()
    deals = seen(session, "makeable/deals/").json()["deals"]
    assert [deal["board"] for deal in deals] == [1, 2, 3, 4, 5, 6]
    assert deals[0]["owners"] == DEALS[0].layout.owners
    assert deals[0]["declared"] == ["HE", "SN"]
    [one] = seen(session, "makeable/deals/", board=2).json()["deals"]
    assert (one["board"], one["declared"]) == (2, deals[1]["declared"])


def test_the_deals_of_a_card_name_the_contracts_of_its_own_tables():
    session = played_with_cards()
    four = [seen(session, "makeable/deals/", card=f"A{n}").json() for n in (1, 2, 3, 4)]
    first = [answer["deals"][0]["declared"] for answer in four]
    assert sorted(first) == [["HE"], ["HE"], ["SN"], ["SN"]]
    assert seen(session, "makeable/deals/", card="A9").status_code == 404


def test_in_play_nobody_gets_the_cards_of_a_board_before_they_may_see_it():
    session = in_play()
    hands = known_set(session.director, 10)
    name_set(session=session, deal_set=hands, by=session.director, now=NOON)
    north = player(session, FIRST)
    assert seen(session, "makeable/deals/", north).json() == {"deals": []}
    assert seen(session, "makeable/board/", north, solved=solved(1)).status_code == 404
    agreed(session, FIRST, "4sn=")
    for who in (north, player(session, FIRST, Side.EW), member("Eve")):
        found = seen(session, "makeable/deals/", who).json()["deals"]
        shown = seen(session, "boards/1/", who).status_code == 200
        assert [deal["board"] for deal in found] == [1] * shown
    assert seen(session, "makeable/deals/", session.director).json()["deals"]


def test_a_session_without_cards_has_no_deals_and_no_button():
    session = played()
    assert seen(session, "makeable/deals/").json() == {"deals": []}
    assert seen(session, "makeable/board/", solved=solved(1)).status_code == 404
    for page in ("boards/1/", "results/"):
        assert "makeable-ask" not in seen(session, page).content.decode()


def test_the_board_has_its_makeable_contracts_its_par_and_a_verdict_on_each_result():
    session = played_with_cards()
    answer = seen(session, "makeable/board/", solved=solved(1, "SN"))
    context = answer.context
    assert context["par"] == "+400: 5♣ N–S; 5♦ N–S"
    assert [words for _side, words in context["makes"]] == [
        "5♦ 5♣ 2NT 2♥",
        "2♠",
    ]
    assert [row.tricks[0] for row in context["rows"]] == [8, 2, 8, 2]
    assert [line.verdict.words for line in context["verdicts"]] == [
        "5 tricks more than the cards give.",
        "4 tricks more than the cards give.",
    ]
    assert [line.verdict.ground for line in context["own"]] == [
        "4♠ by North: 5 tricks on any lead."
    ]
    words = answer.content.decode()
    assert "nobody can know this at the table" in words
    assert 'data-slot="A-1-1-1"' in words


def test_a_card_has_a_verdict_on_each_result_of_its_entry_with_the_par():
    session = played_with_cards()
    boards = [solved(1, "SN"), solved(2), solved(3)]
    answer = seen(session, "makeable/card/", card="A1", solved=boards)
    lines = answer.context["lines"]
    assert {line.slot.board for line, _par in lines} <= {1, 2, 3}
    assert lines
    [(first, par), *_others] = lines
    assert first.verdict.words == "5 tricks more than the cards give."
    assert par == "−400: 5♣ N–S; 5♦ N–S"
    [(_first, other_s), *_] = seen(
        session, "makeable/card/", card="A4", solved=boards
    ).context["lines"]
    assert other_s == "+400: 5♣ N–S; 5♦ N–S"
    assert seen(session, "makeable/card/", card="A99").status_code == 404
    thirteen = [solved(1)] * 13
    late = seen(session, "makeable/card/", card="A1", solved=thirteen)
    assert late.status_code == 400


def test_a_ruling_has_no_verdict():
    session = played_with_cards()
    before = seen(session, "makeable/board/", solved=solved(1)).context["verdicts"]
    ruled(session, before[0].slot, "A+-")
    after = seen(session, "makeable/board/", solved=solved(1)).context["verdicts"]
    assert [line.slot for line in after] == [line.slot for line in before[1:]]


@pytest.mark.parametrize("text", ["", "1", "1-xyz", "77-" + DEALS[0].tricks])
def test_what_no_browser_sends_is_refused(text: str):
    session = played_with_cards()
    answer = seen(session, "makeable/board/", solved=text)
    assert answer.status_code in {400, 404}


def test_traveller_and_card_have_the_button_where_there_are_cards():
    session = played_with_cards()
    published(session)
    board = seen(session, "boards/1/").content.decode()
    assert 'id="makeable-ask-board"' in board
    assert 'data-verdict="A-1-1-1"' in board
    card = seen(session, "results/").content.decode()
    assert 'id="makeable-ask-own"' in card
    assert "?card=A" in card
