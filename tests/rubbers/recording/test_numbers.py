"""Deal numbers are never reused for another deal; an entry that its recorder undoes and enters again keeps
its number.
"""

from uuid import uuid4

import pytest
from django.core.management import call_command

from clubscore.archive.pbn import games_of
from clubscore.archive.rubber_export import rubber_exports
from clubscore.games import game_of
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import enter_deal
from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.recording.services import undo_deal
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.sheet.context import sheet_context
from scoring import Seat, parse_deal
from tests.factories import NOON, agree, record, rubber_in_play

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


def strike(rubber, number, reason="Bad pack"):
    state = load(rubber.pk)
    proposal = propose(
        state=state,
        base=state.deal(number),
        facts=None,
        key=uuid4(),
        by=state.players[N],
        now=NOON,
        reason=reason,
    )
    for seat in (E, S, W):
        cast(
            state=load(rubber.pk),
            proposal=proposal,
            is_yes=True,
            by=state.players[seat],
            now=NOON,
        )


def undo(rubber, number):
    undo_deal(state=load(rubber.pk), number=number, by=rubber.players[N], now=NOON)


def numbers(rubber):
    return [deal.number for deal in load(rubber.pk).deals]


@pytest.mark.parametrize("reason", ["Bad pack", "Undone"])
def test_the_number_of_a_deal_that_was_struck_out_is_not_used_again_also_when_it_was_the_last(
    reason,
):
    rubber = rubber_in_play(lines=("2hn=", "3he="))
    strike(rubber, 2, reason)
    assert load(rubber.pk).next_number == 3
    assert record(rubber, "1nn=").number == 3
    assert numbers(rubber) == [1, 3]


def test_a_deal_that_is_undone_and_entered_again_keeps_its_number():
    rubber = rubber_in_play(lines=("2hn=", "3he="))
    undo(rubber, 2)
    assert load(rubber.pk).next_number == 2
    assert [
        (row.number, row.version)
        for row in (record(rubber, "3he+1"), record(rubber, "1nn="))
    ] == [(2, 3), (3, 1)]


def test_a_deal_entered_after_one_was_struck_out_keeps_its_number_when_it_is_undone():
    rubber = rubber_in_play(lines=("2hn=", "3he="))
    strike(rubber, 2)
    record(rubber, "1nn=")
    undo(rubber, 3)
    assert record(rubber, "1nn+1").number == 3


def test_a_rubber_whose_only_deal_was_struck_out_goes_on_with_the_second():
    rubber = rubber_in_play(lines=("2hn=",))
    strike(rubber, 1)
    assert record(rubber, "2hn=").number == 2


def test_an_entry_for_a_deal_that_was_struck_out_meanwhile_is_stale():
    rubber = rubber_in_play(lines=("2hn=",))
    strike(rubber, 1)
    with pytest.raises(Refused, match="meanwhile"):
        enter_deal(
            state=load(rubber.pk),
            facts=parse_deal("2hn="),
            number=1,
            seen_revision=load(rubber.pk).rubber.revision,
            key=uuid4(),
            by=rubber.players[E],
            now=NOON,
        )


def test_sheet_list_and_the_next_deal_speak_of_the_same_numbers():
    rubber = rubber_in_play(lines=("2hn=", "3he=", "p"))
    strike(rubber, 3)
    state = load(rubber.pk)
    context = sheet_context(state, "NS")
    assert [entry.number for entry in context["paper"].deals] == [1, 2]
    assert (context["next_number"], state.numbered_sheet.next.number) == (4, 4)
    assert "Deal 4" in context["paper"].stand


def test_the_history_counts_the_next_deal_as_it_was_then(anna, rubber):
    for line in ("2hn=", "3he="):
        record(rubber, line)
    strike(rubber, 2)
    stands = [
        anna.get(f"/rubbers/{rubber.pk}/history/?at={at}").context["paper"].stand
        for at in (1, 2, 3)
    ]
    assert ["Deal 2" in stands[0], "Deal 3" in stands[1], "Deal 3" in stands[2]] == [
        True,
        True,
        True,
    ]


def test_dealer_and_wheel_of_chicago_follow_the_place_in_the_list():
    rubber = rubber_in_play(system="chicago", lines=("2hn=", "3he="))
    strike(rubber, 2)
    record(rubber, "1nn=")
    sheet = load(rubber.pk).numbered_sheet
    game = game_of("chicago")
    called = game.called(sheet)
    found = [
        (deal.number, deal.dealer, called[deal.number].number) for deal in sheet.deals
    ]
    assert found == [(1, N, 1), (3, E, 2)]
    assert (sheet.next.number, sheet.next.dealer, game.stand(sheet, sheet.next)) == (
        4,
        S,
        "Deal 3 of 4",
    )


def test_a_round_of_chicago_with_a_struck_deal_ends_after_four_that_count():
    rubber = rubber_in_play(system="chicago", lines=("2hn=", "3he="))
    strike(rubber, 2)
    for line in ("1nn=", "2ce=", "2dn="):
        record(rubber, line)
    assert (rubber.ending, numbers(rubber)) == ("complete", [1, 3, 4, 5])


def test_pbn_names_the_deals_as_the_sheet_does_and_the_books_agree():
    rubber = rubber_in_play(system="chicago", lines=("2hn=", "3he="))
    strike(rubber, 2)
    for line in ("1nn=", "2ce=", "2dn="):
        record(rubber, line)
    agree(rubber)
    [[exported]] = rubber_exports()
    boards = [
        line
        for game in games_of(exported)
        for line in game.splitlines()
        if line.startswith("[Board")
    ]
    assert boards == ['[Board "1"]', '[Board "2"]', '[Board "3"]', '[Board "4"]']
    call_command("check_rubbers")
