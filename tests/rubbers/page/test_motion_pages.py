"""The pages of motions: ending a rubber early, playing on, voiding it; the cards of the others, and the history."""

import pytest
from django.urls import reverse

from clubscore.members.access.pins import choose_pin
from clubscore.members.duties import Duty
from clubscore.members.roles import Role
from clubscore.rubbers.models import Motion
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import NINE_DEALS, agreed_rubber, member, rubber_in_play, void
from tests.rubbers.conftest import HTMX
from tests.rubbers.motions.asking import LATER, answer, arbiter, ask, named

pytestmark = pytest.mark.django_db

VOID = Motion.Kind.VOID


def page(name, rubber, *more):
    return reverse(f"rubbers:{name}", args=[rubber.pk, *more])


@pytest.fixture
def begun():
    return rubber_in_play(lines=("4sn=", "2he="))


def test_a_player_asks_and_the_other_side_sees_the_result_on_a_card(begun, signed_in):
    anna, ben = (signed_in(begun.players[seat]) for seat in (Seat.NORTH, Seat.EAST))
    shown = anna.get(page("ending", begun)).content.decode()
    assert "Ask the other side" in shown
    asked = anna.post(
        page("ending", begun), {"reason": "It is late", "revision": begun.revision}
    )
    assert asked.status_code == 302
    motion = Motion.objects.get()
    card = ben.get(page("detail", begun)).content.decode()
    assert "The rubber ends unfinished: We 160 – They 420, They win 260." in card
    assert "It is late" in card
    done = ben.post(page("motion-answer", begun, motion.pk), {"vote": "yes"})
    assert done.status_code == 302
    begun.refresh_from_db()
    assert begun.is_over


def test_with_scripts_the_answer_is_the_cards_of_now(begun, signed_in):
    motion = ask(begun)
    cleo = signed_in(begun.players[Seat.SOUTH])
    assert "motion-yes" not in cleo.get(page("consent", begun)).content.decode()
    ben = signed_in(begun.players[Seat.EAST])
    cards = ben.post(
        page("motion-answer", begun, motion.pk), {"vote": "no"}, headers=HTMX
    )
    assert "Answered." in cards.content.decode()
    motion.refresh_from_db()
    assert motion.state == "refused"


def test_a_motion_moves_the_live_sheet(begun, signed_in):
    before = load(begun.pk).rubber.moves
    ask(begun)
    assert load(begun.pk).rubber.moves != before


def test_a_player_answers_by_pin_on_a_borrowed_device(begun, signed_in):
    ben = begun.players[Seat.EAST]
    choose_pin(member=ben, pin="2580", now=LATER)
    motion = ask(begun)
    anna = signed_in(begun.players[Seat.NORTH])
    anna.post(
        page("motion-answer", begun, motion.pk),
        {"vote": "yes", "member": ben.pk, "pin": "2580", "at": f"{motion.pk}m"},
    )
    begun.refresh_from_db()
    assert begun.is_over


def test_the_maker_takes_it_back_on_the_card(begun, signed_in):
    motion = ask(begun)
    anna = signed_in(begun.players[Seat.NORTH])
    assert "Take it back" in anna.get(page("detail", begun)).content.decode()
    anna.post(page("motion-withdrawal", begun, motion.pk))
    motion.refresh_from_db()
    assert motion.state == "withdrawn"


def test_a_stranger_reads_who_may_end_it(begun, signed_in):
    shown = signed_in(member("Eve")).get(page("ending", begun)).content.decode()
    assert "Only its players end this rubber early" in shown
    assert "stop-form" not in shown


def test_an_arbiter_decides_at_once_on_the_page(begun, signed_in):
    otto = signed_in(arbiter())
    shown = otto.get(page("voiding", begun)).content.decode()
    assert "so you decide alone" in shown
    otto.post(page("voiding", begun), {"reason": "A trial", "revision": begun.revision})
    begun.refresh_from_db()
    assert begun.is_voided


def test_an_arbiter_who_only_watches_decides_too(begun, signed_in):
    vera = signed_in(named("Vera", role=Role.WATCHER, duty=Duty.ARBITER))
    motion = ask(begun)
    ruling = page("motion-ruling", begun, motion.pk)
    vera.post(ruling, {"vote": "yes", "reason": "All have gone home"})
    vera.post(page("voiding", begun), {"reason": "A trial", "revision": 99})
    begun.refresh_from_db()
    assert begun.is_over
    sent = {"reason": "A trial", "revision": begun.revision}
    assert vera.post(page("voiding", begun), sent).status_code == 302
    begun.refresh_from_db()
    assert begun.is_voided
    watcher = signed_in(member("Eve", role=Role.WATCHER))
    assert watcher.post(page("voiding", begun), sent).status_code == 403


def test_an_arbiter_decides_the_motion_of_a_player(begun, signed_in):
    motion = ask(begun, kind=VOID)
    ruling = page("motion-ruling", begun, motion.pk)
    otto = signed_in(arbiter())
    otto.post(ruling, {"vote": "no"})
    motion.refresh_from_db()
    assert motion.is_open
    otto.post(ruling, {"vote": "no", "reason": "It was played for points"})
    motion.refresh_from_db()
    assert (motion.state, motion.is_ruled_yes) == ("ruled", False)


def test_an_agreed_rubber_shows_the_card_of_voiding(signed_in):
    rubber = agreed_rubber()
    motion = ask(rubber, kind=VOID)
    dan = signed_in(rubber.players[Seat.WEST])
    assert "Void this rubber?" in dan.get(page("detail", rubber)).content.decode()
    for seat in (Seat.EAST, Seat.SOUTH):
        answer(rubber, motion, seat)
    dan.post(page("motion-answer", rubber, motion.pk), {"vote": "yes"})
    rubber.refresh_from_db()
    assert rubber.is_voided


def test_the_page_and_the_history_of_a_voided_rubber_say_so(signed_in):
    rubber = rubber_in_play(lines=NINE_DEALS)
    void(rubber, now=LATER)
    anna = signed_in(rubber.players[Seat.NORTH])
    shown = anna.get(page("detail", rubber)).content.decode()
    assert "Voided by Anna, Ben, Cleo and Dan" in shown
    history = anna.get(page("history", rubber)).content.decode()
    for words in (
        "Anna asked: void the rubber? A trial",
        "Dan agreed to it",
        "Carried: void the rubber",
    ):
        assert words in history
    assert "posted to the ledger" not in history


def test_playing_on_is_offered_where_it_was_ended_early(begun, signed_in):
    answer(begun, ask(begun), Seat.EAST)
    anna = signed_in(begun.players[Seat.NORTH])
    assert (
        page("continuation", begun) in anna.get(page("detail", begun)).content.decode()
    )
    shown = anna.get(page("continuation", begun)).content.decode()
    assert "The rubber is in play again" in shown
    anna.post(
        page("continuation", begun),
        {"reason": "He is back", "revision": begun.revision},
    )
    motion = Motion.objects.get(kind="continue")
    answer(begun, motion, Seat.WEST)
    assert not begun.is_over


def test_attention_lists_what_is_asked(begun, signed_in):
    ask(begun, kind=VOID, reason="A trial")
    sam = signed_in(named("Sam", role=Role.ADMIN))
    shown = sam.get(reverse("rubbers:attention")).content.decode()
    assert "Anna asks: void the rubber?" in shown


def test_a_refusal_shows_the_form_again(begun, signed_in):
    anna = signed_in(begun.players[Seat.NORTH])
    empty = anna.post(page("voiding", begun), {"reason": "", "revision": 2})
    assert empty.status_code == 422
    stale = anna.post(page("voiding", begun), {"reason": "A trial", "revision": 1})
    assert stale.status_code == 422
    assert not Motion.objects.exists()
