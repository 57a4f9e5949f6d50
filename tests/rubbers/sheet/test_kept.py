"""The live part of a table's page is cached, and every write to the table is shown all the same."""

from collections.abc import Callable
from unittest import mock

import pytest
from django.db import transaction
from django.utils import translation

from clubscore.members.models import Member
from clubscore.room import context
from clubscore.room.context import table_fragment
from clubscore.rubbers.agreement.services import agree_deal
from clubscore.rubbers.models import Motion, Rubber
from clubscore.rubbers.motions.services import move
from clubscore.rubbers.recording.services import undo_deal
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.sheet import kept
from clubscore.rubbers.substitution.services import consent, propose_substitute
from clubscore.tables.models import Sitting, Table
from scoring import Seat
from tests.factories import NOON, member, record, rubber_in_play, stop_rubber
from tests.rubbers.correction.correcting import correct, vote
from tests.rubbers.motions.asking import answer, ask

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


@pytest.fixture
def rubber() -> Rubber:
    return rubber_in_play(lines=("2hn=", "1nte="))


def shown(rubber: Rubber, view: str = "NS") -> str:
    return table_fragment(rubber.table_id, view)


def drawn_anew(rubber: Rubber, view: str = "NS") -> str:
    with mock.patch.dict(kept._html, clear=True):
        return shown(rubber, view)


def test_what_has_not_changed_is_not_drawn_again(rubber):
    first = shown(rubber)
    with mock.patch.object(context, "render_to_string") as drawing:
        assert shown(rubber) == first
    assert not drawing.called


def recorded(rubber: Rubber) -> None:
    record(rubber, "4sn=")


def proposed(rubber: Rubber) -> None:
    correct(rubber, 1, "2hn+1")


def signed(rubber: Rubber) -> None:
    state = load(rubber.pk)
    agree_deal(state=state, deal=state.last, by=state.players[E], now=NOON)


def undone(rubber: Rubber) -> None:
    state = load(rubber.pk)
    undo_deal(state=state, number=2, by=state.last.recorded_by, now=NOON)


def replaced(rubber: Rubber) -> None:
    state = load(rubber.pk)
    proposed = propose_substitute(
        state=state, seat=E, substitute=member("Eve"), by=state.players[N], now=NOON
    )
    for seat in (S, W):
        consent(
            state=load(rubber.pk),
            substitution=proposed,
            by=state.players[seat],
            now=NOON,
        )


def called_otherwise(rubber: Rubber) -> None:
    Member.objects.filter(pk=rubber.players[E].pk).update(nickname="Benny")


def with_other_initials(rubber: Rubber) -> None:
    player = rubber.players[E]
    Member.objects.filter(pk=player.pk).update(
        name="Zoe Young", nickname=player.short_name
    )


def table_renamed(rubber: Rubber) -> None:
    Table.objects.filter(pk=rubber.table_id).update(name="By the window")


def brought(rubber: Rubber) -> None:
    table, player = rubber.table, rubber.players[E]
    Sitting.objects.filter(table=table, member=player).update(left_at=NOON)
    Sitting.objects.create(
        table=table, member=player, seat=E, arrived_at=NOON, seated_by=rubber.players[N]
    )


def corrected(rubber: Rubber) -> None:
    vote(correct(rubber, 1, "2hn+1"), E, S, W)


def test_what_is_asked_about_the_whole_rubber_stands_on_the_sheet_of_a_watcher(rubber):
    assert "asks:" not in shown(rubber, "watch")
    motion = ask(rubber)
    ask(rubber, E, kind=Motion.Kind.VOID)
    assert "Anna asks: end the rubber early? " in shown(rubber, "watch")
    assert "Ben asks: void the rubber? " in shown(rubber, "watch")
    assert "asks:" not in shown(rubber, "NS")
    answer(rubber, motion, W, is_yes=False)
    assert "asks: end" not in shown(rubber, "watch")


def test_a_watcher_reads_the_players_of_a_question_about_the_seats(rubber):
    rubber.refresh_from_db()
    state = load(rubber.pk)
    move(
        state=state,
        kind=Motion.Kind.SEATS,
        reason="Anna played with Ben",
        seen_revision=rubber.revision,
        by=state.players[N],
        now=NOON,
        swap="ES",
    )
    assert "Anna asks: let Ben and Cleo change places? " in shown(rubber, "watch")


def stopped(rubber: Rubber) -> None:
    stop_rubber(
        state=load(rubber.pk),
        reason="Rain",
        seen_revision=2,
        by=rubber.players[N],
        now=NOON,
    )


@pytest.mark.parametrize(
    "change",
    [
        *(recorded, signed, undone, replaced, proposed, corrected, stopped),
        *(called_otherwise, with_other_initials, table_renamed, brought),
    ],
)
def test_after_a_change_it_is_as_if_it_were_drawn_anew(
    rubber, change: Callable[[Rubber], object]
):
    before = {view: shown(rubber, view) for view in ("NS", "EW", "watch")}
    change(rubber)
    after = {view: shown(rubber, view) for view in before}
    assert after == {view: drawn_anew(rubber, view) for view in before}
    assert after != before


def test_each_language_has_its_own(rubber):
    english = shown(rubber)
    with translation.override("de"):
        assert shown(rubber) == drawn_anew(rubber) != english
    assert shown(rubber) == english


def test_a_deal_that_was_rolled_back_is_not_shown_for_another_with_its_numbers(rubber):
    with transaction.atomic():
        record(rubber, "4sn=")
        assert "4" in shown(rubber)
        transaction.set_rollback(True)
    with transaction.atomic():
        record(rubber, "3nts-1")
        assert shown(rubber) == drawn_anew(rubber)


def test_only_so_many_are_kept(rubber, monkeypatch):
    monkeypatch.setattr(kept, "MOST", 3)
    with mock.patch.dict(kept._html, clear=True):
        for line in ("2hn=", "1nte=", "1dw=", "2hn=", "1nte="):
            record(rubber, line)
            shown(rubber)
        assert len(kept._html) == 3
