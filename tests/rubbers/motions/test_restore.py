"""A voided rubber counts again as it was voided: by all four, or by a neutral arbiter (decision 0087)."""

from datetime import date, timedelta
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied

from clubscore.evenings.queries import rubbers_of
from clubscore.ledger.books import books
from clubscore.ledger.models import Season
from clubscore.ledger.services import close_season, open_season
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.due import post_due
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.consent.cards.decision import decision_cards
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import HouseRules, Motion
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    agreed_rubber,
    member,
    rubber_in_play,
    void,
)
from tests.rubbers.motions.asking import LATER, answer, arbiter, ask, named

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
RESTORE = Motion.Kind.RESTORE

ask_to_restore = partial(ask, kind=RESTORE, reason="It was no trial")


def points():
    return [account.net for account in books().accounts]


def test_all_four_let_it_count_again_and_it_is_posted_anew():
    rubber = agreed_rubber()
    before, agreed_at = points(), rubber.agreed_at
    void(rubber, now=LATER)
    motion = ask_to_restore(rubber)
    answer(rubber, motion, E)
    answer(rubber, motion, S)
    assert rubber.is_voided
    answer(rubber, motion, W)
    assert (rubber.is_voided, rubber.agreed_at) == (False, agreed_at)
    assert points() == before != []
    assert list(differences()) == []
    assert rubbers_of(NOON.date()) == [rubber]


def test_one_no_leaves_it_voided():
    rubber = agreed_rubber()
    void(rubber, now=LATER)
    motion = ask_to_restore(rubber)
    answer(rubber, motion, E, is_yes=False)
    assert (rubber.is_voided, motion.state) == (True, "refused")


def test_a_neutral_arbiter_lets_it_count_alone_and_nobody_else():
    rubber = agreed_rubber()
    void(rubber, now=LATER)
    otto = arbiter()
    with pytest.raises(PermissionDenied, match="decides: Otto"):
        ask_to_restore(rubber, by=named("Sam"))
    ask_to_restore(rubber, by=otto)
    rubber.refresh_from_db()
    assert not rubber.is_voided
    assert any(points())


def test_one_that_was_voided_before_it_was_agreed_is_agreed_anew_with_its_whole_time():
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, N, now=NOON)
    void(rubber, now=LATER)
    much_later = LATER + timedelta(days=1)
    motion = ask_to_restore(rubber, now=much_later)
    for seat in (E, S, W):
        answer(rubber, motion, seat)
    state = load(rubber.pk)
    assert (state.rubber.is_agreed, dict(state.agreed_net)) == (False, {})
    assert post_due(now=much_later + timedelta(minutes=29)) == []
    (card,) = decision_cards(state)
    assert (card.title, card.words) == (
        "This rubber counts again",
        "Its net score is to be agreed.",
    )
    assert [rubber.pk for rubber in post_due(now=much_later + timedelta(days=1))] == [
        rubber.pk
    ]


def test_one_that_was_voided_in_play_is_over_and_can_be_played_on():
    rubber = rubber_in_play(lines=("4sn=",))
    void(rubber, now=LATER)
    motion = ask_to_restore(rubber)
    for seat in (E, S, W):
        answer(rubber, motion, seat)
    assert (rubber.is_over, rubber.is_agreed, rubber.ending) == (
        True,
        False,
        "unfinished",
    )
    answer(rubber, ask(rubber, kind=Motion.Kind.CONTINUE), E)
    assert not rubber.is_over


def test_it_stays_voided_once_its_season_is_closed():
    open_season(name="Old", slug="old", begins_on=date(NOON.year, 1, 1))
    rubber = agreed_rubber()
    void(rubber, now=LATER)
    new = NOON.date() + timedelta(days=1)
    open_season(name="New", slug="new", begins_on=new)
    season = Season.objects.get(slug="old")
    close_season(season=season, by=member("Ruth"), now=NOON + timedelta(days=2))
    with pytest.raises(Refused, match="Old is closed: the rubber stays voided"):
        ask_to_restore(rubber)


def test_a_rubber_that_counts_is_not_restored():
    with pytest.raises(Refused, match="is not voided"):
        ask_to_restore(agreed_rubber())


def test_the_history_says_both():
    rubber = agreed_rubber()
    void(rubber, now=LATER)
    motion = ask_to_restore(rubber)
    for seat in (E, S, W):
        answer(rubber, motion, seat)
    words = [event.words for event in history_of(load(rubber.pk)).events]
    assert "Carried: void the rubber" in words
    assert "Carried: let the voided rubber count again" in words
    assert "Anna asked: let the voided rubber count again? It was no trial" in words


def test_the_page_of_a_voided_rubber_asks_the_others_with_the_figures(signed_in):
    rubber = agreed_rubber()
    void(rubber, now=LATER)
    anna, ben = (signed_in(rubber.players[seat]) for seat in (N, E))
    path = f"/rubbers/{rubber.pk}/restoring/"
    assert path in anna.get(f"/rubbers/{rubber.pk}/").content.decode()
    html = anna.get(path).content.decode()
    assert "It counts again: " in html and "Its points are posted anew." in html
    sent = {"reason": "It was no trial", "revision": load(rubber.pk).rubber.revision}
    assert anna.post(path, sent).status_code == 302
    html = ben.get(f"/rubbers/{rubber.pk}/").content.decode()
    assert "Let this rubber count again?" in html
    assert "It takes all four." in html
