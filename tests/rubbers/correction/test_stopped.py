"""A correction makes a stopped rubber complete, and another makes it unfinished again: each time the pages
say which it is.
"""

from datetime import timedelta

import pytest

from clubscore.archive.rubber_export import rubber_exports
from clubscore.archive.rubbers_table import HEADER, rows
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from clubscore.rubbers.consent.cards.proposal import proposal_card
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.recording.services import start_rubber, undo_deal
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, Side
from tests.factories import NOON, record, rubber_in_play, stop_rubber
from tests.rubbers.correction.correcting import correct, vote

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
STOPPED = NOON + timedelta(hours=1)


@pytest.fixture
def stopped(db) -> Rubber:
    """A rubber stopped for rain after two deals. In truth the second deal won a game, and the rubber with it."""
    rubber = rubber_in_play(lines=("4sn=", "4ss-1"))
    stop_rubber(
        state=load(rubber.pk),
        reason="Rain",
        seen_revision=rubber.revision,
        by=rubber.players[E],
        now=STOPPED,
    )
    rubber.refresh_from_db()
    return rubber


def complete(rubber: Rubber) -> Rubber:
    vote(correct(rubber, 2, "4ss="), E, S)
    rubber.refresh_from_db()
    return rubber


def corrected_back(rubber: Rubber) -> Rubber:
    vote(correct(rubber, 2, "4ss-1"), E, S)
    rubber.refresh_from_db()
    return rubber


def follows(proposal) -> tuple[str, ...]:
    state = load(proposal.rubber_id)
    return proposal_card(
        RubberDesk(state, state.players[N]), state.proposals[0]
    ).comparison.follows


def page(signed_in, rubber, path="") -> str:
    return (
        signed_in(rubber.players[N])
        .get(f"/rubbers/{rubber.pk}/{path}")
        .content.decode()
    )


def audited(rubber: Rubber) -> list[tuple[str, str]]:
    entries = [entry.description for entry in every_entry(AuditFilter())]
    return [
        (told.words, told.reason) for told in entries if told.action == "rubber.stopped"
    ]


def test_a_stopped_rubber_that_a_correction_completes_is_complete_and_remembers_the_stop(
    stopped,
):
    complete(stopped)
    assert (stopped.ending, stopped.ending_reason, stopped.ended_at) == (
        "complete",
        "Rain",
        STOPPED,
    )
    assert load(stopped.pk).sheet.state == "complete"


def test_corrected_back_it_is_stopped_again_with_its_reason_and_never_in_play(stopped):
    corrected_back(complete(stopped))
    assert (stopped.ending, stopped.ending_reason, stopped.ended_at) == (
        "unfinished",
        "Rain",
        STOPPED,
    )
    assert not stopped.table.is_playing
    # The only game of an unfinished rubber (Law 80).
    assert load(stopped.pk).sheet.totals[Side.NS].total == 120 + 300


def test_the_comparison_before_the_vote_says_that_it_becomes_complete(stopped):
    proposal = correct(stopped, 2, "4ss=")
    assert follows(proposal) == (
        "Deal 2: We won game 2.",
        "The rubber ends with deal 2, and is not left unfinished any more: We win 940.",
    )


def test_the_comparison_before_the_vote_says_that_it_is_left_unfinished_again_and_counts_so(
    stopped,
):
    proposal = correct(complete(stopped), 2, "4ss-1")
    state = load(stopped.pk)
    comparison = proposal_card(RubberDesk(state, state.players[N]), proposal).comparison
    assert comparison.follows == (
        "Deal 2: We do not win the game with it.",
        "The rubber is left unfinished again, as it was stopped (Rain): We win 320.",
    )
    assert [(total.before, total.after) for total in comparison.totals] == [
        (940, 420),
        (0, 100),
    ]


def test_the_sheet_says_what_it_is(stopped, signed_in):
    assert "Left unfinished: Rain" in page(signed_in, stopped)
    html = page(signed_in, complete(stopped))
    assert "Rubber over" in html
    assert "Stopped (Rain), then complete by a correction" in html
    assert "Left unfinished" not in html
    assert "Left unfinished: Rain" in page(signed_in, corrected_back(stopped))


def test_the_room_says_what_it_is(stopped, signed_in):
    room = signed_in(stopped.players[N])
    complete(stopped)
    assert "Left unfinished" not in room.get("/").content.decode()
    assert (
        "Left unfinished"
        not in room.get(f"/tables/{stopped.table_id}/").content.decode()
    )


def test_the_history_says_what_it_is(stopped, signed_in):
    def ends():
        words = [event.words for event in history_of(load(stopped.pk)).events]
        return [told for told in words if told.startswith("The rubber was")]

    assert ends() == ["The rubber was stopped unfinished: Rain"]
    complete(stopped)
    assert ends() == [
        "The rubber was stopped unfinished: Rain; a correction has made it complete since"
    ]
    assert "Left unfinished" not in page(signed_in, stopped, "history/?at=1")
    corrected_back(stopped)
    assert ends() == ["The rubber was stopped unfinished: Rain"]


def test_the_audit_keeps_who_stopped_it(stopped):
    words = "stopped a rubber at Table 1 unfinished"
    assert audited(stopped) == [(words, "Rain")]
    complete(stopped)
    assert audited(stopped) == [
        (f"{words}; a correction has made it complete since", "Rain")
    ]


def test_the_export_says_what_it_is(stopped):
    def told():
        (portion,) = rubber_exports()
        (row,) = (
            dict(zip(HEADER, cells, strict=True))
            for exported in portion
            for cells in rows(exported)
        )
        return row["unfinished"], row["unfinished_reason"]

    assert told() == (True, "Rain")
    complete(stopped)
    assert told() == (False, "")


def test_a_rubber_that_was_stopped_is_not_undone_when_a_correction_has_completed_it(
    stopped,
):
    complete(stopped)
    with pytest.raises(Refused, match="has been corrected: propose another correction"):
        undo_deal(state=load(stopped.pk), number=2, by=stopped.players[N], now=STOPPED)


def test_a_rubber_closed_because_the_next_had_begun_says_so():
    rubber = rubber_in_play(lines=("4sn=", "4ss="))
    record(
        start_rubber(table=rubber.table, dealer=N, by=rubber.players[N], now=STOPPED),
        "1nn=",
    )
    vote(correct(rubber, 2, "4ss-1"), E, S, W)
    rubber.refresh_from_db()
    assert (rubber.ending, rubber.ending_reason) == (
        "unfinished",
        "Corrected when the next rubber had begun",
    )
