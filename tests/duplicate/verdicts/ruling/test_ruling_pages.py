"""The page of a ruling, its effect and the history of a slot; the ruling on the phone, the traveller and the audit."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.duplicate.director.directing.services import end_play, name_deputy
from clubscore.duplicate.models import Ruling
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.ruling.audit_source import ruling_made
from scoring import Side
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, player, recorded
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)


@pytest.fixture
def session():
    session = in_play(rounds=5)
    recorded(session, FIRST, "4sn=")
    return session


def of(who):
    client = Client()
    client.force_login(who)
    return client


def address(session, slot=FIRST, end="ruling/"):
    return f"/duplicate/{session.pk}/rounds/{slot.round}/{slot.letter}/{slot.table}/boards/{slot.board}/{end}"


def form(**changes):
    sent = {
        "kind": "weighted",
        "line": "60% 4SN=, 40% 4SN-1",
        "law": "",
        "text": "A slow pass",
        "key": uuid4(),
    }
    return (
        sent
        | {"ns": "=", "ew": "=", "seen_ruling": 0, "seen_play": 1, "step": "record"}
        | changes
    )


SHOWN = "60%=4SN=,40%=4SN-1"


def test_the_effect_is_shown_before_a_ruling_is_recorded(session):
    director = of(session.director)
    assert director.get(address(session)).status_code == 200
    sent = form()
    shown = director.post(address(session), sent)
    assert (shown.status_code, Ruling.objects.count()) == (200, 0)
    effect = shown.context["effect"]
    assert (
        effect.shown == SHOWN
        and effect.words
        == "60 % of 4♠ by Kim, made (+420); 40 % of 4♠ by Kim, one down (−50)"
    )
    assert [change.line.table for change in effect.traveller] == ["1"] and effect.lists
    assert (
        director.post(address(session), sent | {"shown": SHOWN}).url
        == f"/duplicate/{session.pk}/director/"
    )
    made = Ruling.objects.get()
    assert (made.kind, made.law, made.ruled_by) == (
        "weighted",
        "12C1c",
        session.director,
    )


def test_who_asks_for_the_effect_again_records_nothing(session):
    again = of(session.director).post(address(session), form(shown=SHOWN, step=""))
    assert again.status_code == 200 and not Ruling.objects.exists()


def test_what_was_changed_after_the_effect_was_shown_is_shown_again(session):
    changed = of(session.director).post(
        address(session), form(line="50% 4SN=, 50% 4SN-1", shown=SHOWN)
    )
    assert (
        changed.status_code == 200
        and changed.context["effect"].shown == "50%=4SN=,50%=4SN-1"
    )
    assert not Ruling.objects.exists()


def test_the_effect_needs_no_reason_yet_and_says_what_is_wrong(session):
    director = of(session.director)
    effect = director.get(address(session, end="ruling/effect/"), form(text=""))
    assert effect.context["effect"].shown == SHOWN
    wrong = director.get(
        address(session, end="ruling/effect/"), form(line="60% 4SN=, 30% 4SN-1")
    )
    assert "The weights add up to 100 %, not to 90 %." in wrong.content.decode()


def test_a_ruling_that_cannot_be_counted_is_refused_and_is_not_to_be_recorded(session):
    six = "20% 4SN=, 20% 4SN-1, 20% 4SN-2, 20% 4SN-3, 10% 4SN-4, 10% 4SN+1"
    page = of(session.director).post(address(session), form(line=six))
    assert page.status_code == 422 and page.context["form"]["line"].value() == six
    shown = page.content.decode()
    assert (
        "A side has at most 5 results" in shown
        and "This is what the ruling does" not in shown
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": ""}, "This field is required."),
        ({"line": ""}, "Write the result, such as 60% 4SN=, 40% 4SN-1."),
        ({"line": "60% 4SN=, 40% 4ZN-1"}, "It is about “ZN-1”."),
        (
            {"line": "4SN="},
            "That is an assigned score: choose it above, or write it as 60% 4SN=, 40% 4SN-1.",
        ),
        (
            {"kind": "split"},
            "That is a weighted score: choose it above, or write it as ns: 4SN-1, ew: 4SN=.",
        ),
        ({"kind": "assigned", "line": "NP"}, "That is not a result: choose it above"),
        (
            {"kind": "artificial", "ns": "%"},
            "Say what North–South get: a whole number from 0 to 100.",
        ),
        (
            {"kind": "artificial", "ew": ""},
            "Say what East–West get: an average, or a per cent.",
        ),
        (
            {"kind": "artificial", "ns": "%", "ns_percent": "101"},
            "less than or equal to 100",
        ),
        (
            {"law": "the twelfth"},
            "A law is its number and clause, such as 12C1c or 79B3.",
        ),
        ({"text": ""}, "This field is required."),
    ],
)
def test_bad_input_says_what_would_be_right_and_keeps_what_was_typed(
    session, changes, message
):
    refused = of(session.director).post(address(session), form(**changes))
    assert (
        refused.status_code == 422
        and message in refused.context["form"].errors.as_text()
    )
    assert refused.context["form"]["line"].value() == form(**changes)["line"]
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    ("law", "clause"),
    [("Law 12 C1(c)", "12C1c"), ("12c1C", "12C1c"), ("79b3", "79B3"), ("71", "71")],
)
def test_a_clause_is_read_as_directors_write_it(session, law, clause):
    of(session.director).post(address(session), form(law=law, claim="no", shown=SHOWN))
    assert Ruling.objects.get().law == clause


def test_not_played_is_for_those_who_lost_the_board_and_not_for_a_board_with_a_result(
    session,
):
    director, sent = of(session.director), {"kind": "not_played", "shown": "NP"}
    assert director.post(address(session), form(**sent)).status_code == 422
    empty = FIRST._replace(board=FIRST.board + 1)
    lost = director.post(address(session, empty), form(**sent, seen_play=0))
    assert lost.status_code == 302
    assert Ruling.objects.get().kind == "not_played"


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ({"kind": "artificial", "ns": "+", "ew": "-"}, "A+-"),
        ({"kind": "artificial", "ns": "%", "ns_percent": "55", "ew": "="}, "A55="),
        ({"kind": "split", "line": "ns: 4SN-1, ew: 4SN="}, "ns:4SN-1,ew:4SN="),
    ],
)
def test_each_kind_is_ruled_by_the_form(session, sent, shown):
    assert (
        of(session.director)
        .post(address(session), form(**sent, shown=shown))
        .status_code
        == 302
    )
    assert Ruling.objects.get().kind == sent["kind"]


def test_another_ruling_meanwhile_keeps_what_was_typed_and_is_looked_at_again(session):
    ruled(session, FIRST, "A+-")
    director = of(session.director)
    late = director.post(address(session), form(shown=SHOWN))
    assert (
        late.status_code == 409
        and "Another director has ruled" in late.content.decode()
    )
    again = late.context["form"]
    assert (
        again["line"].value(),
        again["seen_ruling"].value(),
        again["shown"].value(),
    ) == (form()["line"], 1, "")
    sent = form(seen_ruling=1, key=again["key"].value(), shown=SHOWN)
    assert director.post(address(session), sent).status_code == 302


def test_a_ruling_is_withdrawn_by_the_same_form(session):
    ruled(session, FIRST, "A+-")
    director = of(session.director)
    page = director.get(address(session))
    assert page.context["form"]["kind"].value() == "artificial"
    director.post(address(session), form(kind="stands", seen_ruling=1, shown="stands"))
    assert Ruling.objects.get(version=2).kind == "stands"
    page = of(player(session, FIRST)).get(address(session, end=""))
    assert page.context["recorded"].points == 420


def test_who_directs_and_plays_is_shown_neither_result_nor_effect_of_a_board_still_to_play():
    session = in_play()
    name_deputy(
        session=session,
        member=(deputy := player(session, Slot("A", 1, 2, 1))),
        by=session.director,
        now=NOON,
    )
    recorded(session, FIRST, "4sn=")
    page = of(deputy).post(address(session), form())
    assert (
        page.status_code == 200
        and page.context["effect"].traveller is None
        and page.context["effect"].lists is None
    )
    assert (
        "result_words" not in page.context
        and "60 % of 4♠" in page.context["effect"].words
    )
    ruled(session, FIRST, "70%=3nte=,30%=3nte-1")
    hidden = of(deputy).get(address(session))
    # A token against forged forms is of random letters, which may spell a contract.
    shown = re.sub(
        r'name="csrfmiddlewaretoken" value="\w+"', "", hidden.content.decode()
    )
    assert "3NT" not in shown.upper()
    assert hidden.context["form"]["line"].value() is None
    assert of(player(session, FIRST)).get(address(session)).status_code == 403
    assert (
        of(deputy).get(address(session, Slot("A", 1, 2, 1))).url.endswith("/director/")
    )


def test_the_reason_is_kept_in_one_line(session):
    of(session.director).post(
        address(session), form(text=" A slow\r\npass ", shown=SHOWN)
    )
    assert Ruling.objects.get().text == "A slow pass"


def test_the_four_read_the_ruling_on_their_phones_and_enter_no_other_result(session):
    ruled(session, FIRST, "A+-", text="Board fouled at table 2")
    page = of(player(session, FIRST, Side.EW)).get(address(session, end=""))
    text = page.content.decode()
    assert (
        "Ruled by the director: average plus for North–South, average minus for East–West"
        in text
    )
    assert "Board fouled at table 2" in text and "Law 12C2" in text
    assert "form" not in page.context and page.context["boards"][0].standing == "ruled"


def test_the_traveller_has_the_clause_and_the_reason_of_each_award(session):
    end_play(session=session, by=session.director, now=NOON)
    ruled(session, FIRST, "A6040", text="Too late to play it")
    page = of(member("Nina")).get(f"/duplicate/{session.pk}/boards/1/")
    [line] = page.context["lines"]
    assert (line.law, line.why, line.ew_why) == (
        "12C2",
        ("artificial score of 60 %", "+2.4"),
        line.ew_why,
    )
    assert (
        "ruled by Ruth (Law 12C2)" in page.content.decode()
        and "Too late to play it" in page.content.decode()
    )


def test_the_history_of_a_slot_is_for_the_four_and_for_directors(session):
    agreed(session, FIRST._replace(board=2), "4sn=")
    slot = FIRST._replace(board=2)
    ruled(session, slot, "A+-")
    ruled(session, slot, "", text="On appeal")
    history = address(session, slot, end="history/")
    for who in (
        session.director,
        player(session, FIRST),
        player(session, FIRST, Side.EW),
    ):
        page = of(who).get(history)
        names = [event.name for event in page.context["history"]]
        assert names == ["recorded", "agreed", "ruled", "withdrew"]
        acts = [event.act for event in page.context["history"]]
        assert (
            acts == ["recorded", "agreed", "ruled", "withdrew the ruling"]
            and "On appeal" in page.content.decode()
        )
    assert of(member("Nina")).get(history).status_code == 403


@pytest.mark.parametrize("others", [0, 2])
def test_the_page_takes_the_same_statements_with_one_ruling_as_with_three(
    session, others
):
    for board in (FIRST._replace(board=2), Slot("A", 1, 2, 1))[:others]:
        ruled(session, board, "30%=420,70%=-50")
    ruled(session, FIRST, "30%=420,70%=-50")
    director = of(session.director)
    with CaptureQueriesContext(
        connection,
    ) as taken:
        director.get(address(session))
    assert len(taken) <= 18


def test_the_audit_has_a_ruling_with_its_law_and_why(session):
    found = ruling_made(ruled(session, FIRST, "A+-"))
    assert found.words.startswith(
        "ruled on board 1 at table A1 of Thursday pairs: average plus for North–South"
    )
    assert (found.action, found.reason, found.after["law"]) == (
        "session.ruling-artificial",
        "So it is right.",
        "12C2",
    )
    assert ruling_made(ruled(session, FIRST, "", text="On appeal")).words.startswith(
        "withdrew the ruling on board 1"
    )


def test_law_12c1_a_ruling_of_another_kind_does_not_keep_the_clause_of_the_one_before(
    session,
):
    ruled(session, FIRST, "60% 4SN=, 40% 4SN-1")
    offered = of(session.director).get(address(session)).context["form"]
    assert (offered["kind"].value(), offered["law"].value() or "") == ("weighted", "")
    ruled(session, FIRST, "4SN-1", law="16B3")
    offered = of(session.director).get(address(session)).context["form"]
    assert offered["law"].value() == "16B3"
