"""A player leaves in the middle of a rubber: a substitute takes over with the consent of the other three."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from clubscore.ledger.books import books
from clubscore.members.merging.services import merge
from clubscore.members.people.services import add_guest, leave_club
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import agree_deal, agree_net
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.consent.cards.consent import consent_for
from clubscore.rubbers.models import RubberSeat
from clubscore.rubbers.recording.services import undo_deal
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.sheet.signatures import annotations_of
from clubscore.rubbers.substitution.services import (
    consent,
    propose_substitute,
    withdraw_substitute,
)
from clubscore.tables.models import Sitting
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    four,
    member,
    record,
    rubber_in_play,
)

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(hours=1)


@pytest.fixture
def eve():
    return member("Eve")


def substituted(rubber, eve):
    """Let Eve take over Ben's seat, with the consent of the others."""
    substitution = propose_substitute(
        state=load(rubber.pk),
        seat=Seat.EAST,
        substitute=eve,
        by=rubber.players[Seat.NORTH],
        now=LATER,
    )
    for seat in (Seat.SOUTH, Seat.WEST):
        consent(
            state=load(substitution.rubber_id),
            substitution=substitution,
            by=rubber.players[seat],
            now=LATER,
        )
    rubber.refresh_from_db()


def test_with_the_consent_of_the_other_three_the_seat_changes_hands_with_a_time(eve):
    rubber = rubber_in_play(lines=NINE_DEALS[:4])
    ben = rubber.players[Seat.EAST]
    substituted(rubber, eve)
    assert rubber.players[Seat.EAST] == eve
    assert RubberSeat.objects.get(rubber=rubber, member=ben).until == LATER
    assert seating_at(rubber.table).seats[Seat.EAST] == eve


def test_a_watcher_is_not_taken_as_a_substitute():
    wim = member("Wim", role=Role.WATCHER)
    rubber = rubber_in_play()
    client = Client()
    client.force_login(rubber.players[Seat.NORTH])
    answer = client.post(
        f"/rubbers/{rubber.pk}/substitution/", {"seat": "E", "substitute": wim.pk}
    )
    assert answer.status_code == 422
    assert "Wim only watches: choose somebody who plays." in answer.content.decode()
    assert not rubber.substitutions.exists()


def test_two_consents_are_not_enough(eve):
    rubber = rubber_in_play()
    substitution = propose_substitute(
        state=load(rubber.pk),
        seat=Seat.EAST,
        substitute=eve,
        by=rubber.players[Seat.NORTH],
        now=LATER,
    )
    consent(
        state=load(substitution.rubber_id),
        substitution=substitution,
        by=rubber.players[Seat.SOUTH],
        now=LATER,
    )
    assert rubber.players[Seat.EAST].name == "Ben"


def test_who_leaves_may_ask_but_not_consent(eve):
    rubber = rubber_in_play()
    ben = rubber.players[Seat.EAST]
    substitution = propose_substitute(
        state=load(rubber.pk), seat=Seat.EAST, substitute=eve, by=ben, now=LATER
    )
    with pytest.raises(PermissionDenied):
        consent(
            state=load(substitution.rubber_id),
            substitution=substitution,
            by=ben,
            now=LATER,
        )
    assert substitution.consents.count() == 0


def test_the_substitute_records_and_agrees_and_has_the_result(eve):
    rubber = rubber_in_play(lines=NINE_DEALS[:8])
    substituted(rubber, eve)
    record(rubber, NINE_DEALS[8], by=eve)
    agree(rubber)
    assert {account.member.name: account.net for account in books().accounts} == {
        "Anna": 810, "Cleo": 810, "Dan": -810, "Eve": -810,
    }  # fmt: skip


def test_who_has_left_signs_nothing_any_more(eve):
    rubber = rubber_in_play(lines=NINE_DEALS[:8])
    ben = rubber.players[Seat.EAST]
    substituted(rubber, eve)
    record(rubber, NINE_DEALS[8])
    with pytest.raises(PermissionDenied):
        agree_net(
            state=load(rubber.pk), newest=rubber.deals.latest("pk"), by=ben, now=LATER
        )


def test_one_who_plays_already_is_no_substitute():
    rubber = rubber_in_play()
    with pytest.raises(Refused, match="plays in this rubber already"):
        propose_substitute(
            state=load(rubber.pk),
            seat=Seat.EAST,
            substitute=rubber.players[Seat.WEST],
            by=rubber.players[Seat.NORTH],
            now=LATER,
        )


def test_a_proposal_is_withdrawn_once_and_keeps_the_moment_of_the_first_time(eve):
    rubber = rubber_in_play()
    north = rubber.players[Seat.NORTH]
    substitution = propose_substitute(
        state=load(rubber.pk), seat=Seat.EAST, substitute=eve, by=north, now=LATER
    )
    withdraw_substitute(
        state=load(rubber.pk), substitution=substitution, by=north, now=LATER
    )
    with pytest.raises(Refused, match="You have taken this back already"):
        withdraw_substitute(
            state=load(rubber.pk),
            substitution=substitution,
            by=north,
            now=LATER + timedelta(minutes=5),
        )
    substitution.refresh_from_db()
    assert substitution.withdrawn_at == LATER


def test_a_substitute_to_whom_all_have_agreed_is_not_taken_back(eve):
    rubber = rubber_in_play()
    proposed = propose(rubber, eve)
    for seat in (Seat.SOUTH, Seat.WEST):
        consented(rubber, proposed, seat)
    with pytest.raises(Refused, match="All have agreed: Eve plays"):
        withdraw_substitute(
            state=load(rubber.pk),
            substitution=proposed,
            by=rubber.players[Seat.NORTH],
            now=LATER,
        )


def test_whoever_asked_takes_it_back(eve):
    rubber = rubber_in_play()
    substitution = propose_substitute(
        state=load(rubber.pk),
        seat=Seat.EAST,
        substitute=eve,
        by=rubber.players[Seat.NORTH],
        now=LATER,
    )
    withdraw_substitute(
        state=load(rubber.pk),
        substitution=substitution,
        by=rubber.players[Seat.NORTH],
        now=LATER,
    )
    with pytest.raises(Refused, match="settled already"):
        consent(
            state=load(substitution.rubber_id),
            substitution=substitution,
            by=rubber.players[Seat.SOUTH],
            now=LATER,
        )


# --- the substitute is another person, and plays nowhere else ---


def propose(rubber, substitute, *, seat=Seat.EAST, by=Seat.NORTH):
    state = load(rubber.pk)
    return propose_substitute(
        state=state, seat=seat, substitute=substitute, by=state.players[by], now=LATER
    )


def consented(rubber, substitution, *seats):
    for seat in seats:
        state = load(rubber.pk)
        consent(
            state=state, substitution=substitution, by=state.players[seat], now=LATER
        )
    rubber.refresh_from_db()


def opened_again_with_a_merged_record():
    """A rubber in play again whose East player is a guest's record that was merged into Ella's in the meantime."""
    guest, ella = add_guest(name="Ella", now=NOON), member("Ella Roth")
    rubber = rubber_in_play({**four(), Seat.EAST: guest}, lines=NINE_DEALS)
    merge(kept=ella, merged=guest, by=member("Ruth"), now=LATER)
    undo_deal(state=load(rubber.pk), number=9, by=rubber.players[Seat.NORTH], now=LATER)
    return rubber, guest, ella


def test_a_substitute_is_nobody_who_plays_here_under_another_record():
    rubber, guest, ella = opened_again_with_a_merged_record()
    with pytest.raises(Refused, match="Ella Roth plays in this rubber already"):
        propose(rubber, ella, seat=Seat.WEST)
    with pytest.raises(
        Refused, match="Ella and Ella Roth are one person: choose Ella Roth"
    ):
        propose(rubber, guest, seat=Seat.WEST)


def test_for_a_record_that_was_merged_somebody_plays_on_too(eve):
    rubber, _, ella = opened_again_with_a_merged_record()
    proposed = propose(rubber, eve, by=Seat.EAST)
    assert (proposed.leaver, proposed.consents.count()) == (ella, 0)
    with pytest.raises(PermissionDenied):
        consented(rubber, proposed, Seat.EAST)
    consented(rubber, proposed, Seat.NORTH, Seat.SOUTH, Seat.WEST)
    assert rubber.players[Seat.EAST] == eve
    assert seating_at(rubber.table).seats[Seat.EAST] == eve
    assert not Sitting.objects.present().filter(member=ella).exists()


def test_the_leaver_comes_back_under_the_kept_record_and_signs_for_the_seat_as_before(
    eve,
):
    rubber, guest, ella = opened_again_with_a_merged_record()
    agree_deal(state=load(rubber.pk), deal=load(rubber.pk).deal(1), by=ella, now=LATER)
    consented(rubber, propose(rubber, eve), Seat.SOUTH, Seat.WEST)
    consented(rubber, propose(rubber, ella), Seat.SOUTH, Seat.WEST)
    state = load(rubber.pk)
    assert state.seat_by_member.get(ella.pk) is Seat.EAST
    assert [seal.is_signed for seal in annotations_of(state)[1].seals] == [
        False,
        True,
        False,
        False,
    ]
    record(rubber, NINE_DEALS[8], by=ella)
    agree(rubber)
    assert {account.member.name: account.net for account in books().accounts}[
        "Ella Roth"
    ] == -810
    assert list(differences()) == []


def test_nobody_plays_in_two_seats_of_one_rubber(eve):
    rubber = rubber_in_play()
    ben = rubber.players[Seat.EAST]
    consented(rubber, propose(rubber, eve), Seat.SOUTH, Seat.WEST)
    with pytest.raises(
        Refused,
        match="Ben has played East in this rubber: nobody plays in two seats of one rubber",
    ):
        propose(rubber, ben, seat=Seat.SOUTH)
    consented(rubber, propose(rubber, ben), Seat.SOUTH, Seat.WEST)
    assert rubber.players[Seat.EAST] == ben


def test_nobody_is_proposed_for_two_seats_of_one_rubber(eve):
    rubber = rubber_in_play()
    propose(rubber, eve)
    with pytest.raises(Refused, match="Eve is proposed for East already"):
        propose(rubber, eve, seat=Seat.WEST)


def test_the_last_consent_asks_again_whether_the_substitute_may_sit(eve):
    rubber = rubber_in_play()
    proposed = propose(rubber, eve)
    consented(rubber, proposed, Seat.SOUTH)
    leave_club(member=eve, by=member("Ruth"), now=LATER)
    with pytest.raises(
        Refused, match="Eve has left the club: choose somebody who plays"
    ):
        consented(rubber, proposed, Seat.WEST)
    assert rubber.players[Seat.EAST].name == "Ben"


def test_the_consents_are_those_of_the_three_who_play_now(eve):
    rubber = rubber_in_play()
    fay = member("Fay")
    for_ben = propose(rubber, eve)
    consented(rubber, for_ben, Seat.WEST)
    for_dan = propose(rubber, fay, seat=Seat.WEST)
    consented(rubber, for_dan, Seat.EAST, Seat.SOUTH)
    consented(rubber, for_ben, Seat.WEST)
    assert rubber.players[Seat.EAST].name == "Ben"
    consented(rubber, for_ben, Seat.SOUTH)
    assert rubber.players[Seat.EAST] == eve


def test_a_substitute_who_has_begun_another_rubber_since_does_not_come(eve):
    rubber = rubber_in_play()
    proposed = propose(rubber, eve)
    consented(rubber, proposed, Seat.SOUTH)
    rubber_in_play(
        {
            seat: eve if seat == Seat.EAST else member(f"{seat.word} Else")
            for seat in Seat
        }
    )
    with pytest.raises(Refused, match=r"Eve is in the middle of a rubber at Table 2\."):
        consented(rubber, proposed, Seat.WEST)
    assert rubber.players[Seat.EAST].name == "Ben"


def test_the_card_of_a_substitute_ends_with_the_rubber(eve):
    rubber = rubber_in_play(lines=NINE_DEALS[:-1])
    proposed = propose(rubber, eve)
    record(rubber, NINE_DEALS[-1], now=LATER)
    state = load(rubber.pk)
    cards = consent_for(RubberDesk(state, state.players[Seat.SOUTH]))
    assert (state.rubber.is_over, cards.substitutions) == (True, ())
    with pytest.raises(Refused, match="This has been settled already"):
        consented(rubber, proposed, Seat.SOUTH)
    with pytest.raises(Refused, match="The rubber is over"):
        withdraw_substitute(
            state=state,
            substitution=proposed,
            by=state.players[Seat.NORTH],
            now=LATER,
        )
    proposed.refresh_from_db()
    assert (proposed.made_at, proposed.withdrawn_at) == (None, None)
