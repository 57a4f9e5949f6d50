"""Who sat where is corrected by a majority until the net score is agreed: wrong computation (Law 78)."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.urls import reverse

from clubscore.archive.rubber_export import rubber_exports
from clubscore.ledger.books import books
from clubscore.ledger.models import Transaction
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.consent.cards.motion import motion_card
from clubscore.rubbers.consent.cards.net_words import UNBROKEN_DASH
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import DealAgreement, Motion, Rubber, RubberSeat
from clubscore.rubbers.motions import services
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.sheet.replaced import replaced_players
from clubscore.rubbers.substitution.services import consent, propose_substitute
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.factories import NOON, member, record, rubber_in_play
from tests.rubbers.correction.correcting import correct
from tests.rubbers.motions.asking import LATER, answer, arbiter, sign_net, totals

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
FOUR_DEALS = ("2sn=", "4se-1", "4ss=", "1nn=")
"""Anna & Cleo 920 as entered. If Ben and Cleo sat in each other's seats, Ben & Dan won the game of Cleo."""


@pytest.fixture
def chicago(db) -> Rubber:
    """A round of Chicago that is over and not agreed: Anna & Cleo against Ben & Dan on the sheet."""
    return rubber_in_play(lines=FOUR_DEALS, system="chicago")


def correct_seats(rubber: Rubber, *, seat: Seat = N, by=None, swap="ES") -> Motion:
    rubber.refresh_from_db()
    state = load(rubber.pk)
    return services.move(
        state=state,
        kind=Motion.Kind.SEATS,
        reason="Anna played with Ben",
        seen_revision=rubber.revision,
        by=by or state.players[seat],
        now=LATER,
        swap=swap,
    )


def names(rubber: Rubber) -> list[str]:
    """The names of the players, in the order N E S W."""
    return [*load(rubber.pk).names.values()]


@pytest.fixture
def chicago_with_a_substitute(db) -> Rubber:
    """A round in play in which Mei plays on for Dan from the third deal on."""
    rubber = rubber_in_play(lines=("2hs=", "1de="), system="chicago")
    then = NOON + timedelta(minutes=10)
    proposed = propose_substitute(
        state=load(rubber.pk),
        seat=W,
        substitute=member("Mei Tan"),
        by=rubber.players[N],
        now=then,
    )
    for seat in (E, S):
        consent(
            state=load(rubber.pk),
            substitution=proposed,
            by=rubber.players[seat],
            now=then,
        )
    record(rubber, "1nn=", now=NOON + timedelta(minutes=20))
    return rubber


def corrected(rubber: Rubber, *, swap: str = "ES") -> Motion:
    """Correct the seats by the votes of North, East and South."""
    motion = correct_seats(rubber, swap=swap)
    answer(rubber, motion, E)
    answer(rubber, motion, S)
    assert motion.state == "carried"
    return motion


def accounts() -> dict[str, int]:
    return {account.member.name: account.net for account in books().accounts}


def test_920_becomes_200_to_470_when_a_majority_says_who_sat_in_whose_seat(chicago):
    assert totals(chicago) == (920, 0)
    motion = correct_seats(chicago)
    answer(chicago, motion, E)
    assert (names(chicago), totals(chicago)) == (
        ["Anna", "Ben", "Cleo", "Dan"],
        (920, 0),
    )
    answer(chicago, motion, W)
    assert (motion.state, names(chicago)) == ("carried", ["Anna", "Cleo", "Ben", "Dan"])
    assert totals(chicago) == (200, 470)


def test_a_deal_stays_with_the_player_who_played_it_and_held_the_honours():
    rubber = rubber_in_play(lines=("4sn=", "2hs+1 h5s t1ew", "2de="))
    corrected(rubber)
    assert [str(deal) for deal in load(rubber.pk).facts] == [
        "4SN=",
        "2HE+1 h5E t1NS",
        "2DS=",
    ]
    assert names(rubber) == ["Anna", "Cleo", "Ben", "Dan"]


def test_both_seatings_and_both_scores_are_shown_first_and_the_buttons_carry_them(
    chicago,
):
    correct_seats(chicago)
    state = load(chicago.pk)
    card = motion_card(RubberDesk(state, state.players[S]), state.motions[0])
    assert card.title == "Did Ben and Cleo sit in each other’s seats?"
    assert card.now == "Anna & Cleo 920 – Ben & Dan 0, Anna & Cleo win 920."
    assert card.follows == (
        "Ben and Cleo change places: Cleo & Dan 470 – Anna & Ben 200, Cleo & Dan win 270."
    )
    assert (card.yes, card.no) == (
        f"Ben ↔ Cleo: 470{UNBROKEN_DASH}200",
        f"As it is: 920{UNBROKEN_DASH}0",
    )
    assert [(deal.words, deal.before, deal.after) for deal in card.deals] == [
        ("2♠ by Anna, made", "Anna & Cleo 60", "Anna & Ben 60"),
        ("4♠ by Ben, −1", "Anna & Cleo 100", "Cleo & Dan 50"),
        ("4♠ by Cleo, made", "Anna & Cleo 620", "Cleo & Dan 420"),
        ("1NT by Anna, made", "Anna & Cleo 140", "Anna & Ben 140"),
    ]
    assert (card.mine, card.further) == (True, ())


def test_one_no_leaves_the_seats_open_and_two_refuse(chicago):
    motion = correct_seats(chicago)
    answer(chicago, motion, S, is_yes=False)
    assert motion.state == "open"
    answer(chicago, motion, W, is_yes=False)
    assert (motion.state, totals(chicago)) == ("refused", (920, 0))


def test_the_first_dealer_stays_the_player_who_dealt(chicago):
    corrected(chicago, swap="NE")
    assert (chicago.first_dealer, chicago.dealer) == ("N", E)
    assert load(chicago.pk).names[E] == "Anna"
    corrected(chicago, swap="NE")
    assert (names(chicago), totals(chicago)) == (
        ["Anna", "Ben", "Cleo", "Dan"],
        (920, 0),
    )


def test_signatures_under_deals_stay_and_those_under_the_net_score_do_not(chicago):
    third = load(chicago.pk).deals[2]
    DealAgreement.objects.create(
        deal=third, member=chicago.players[W], at=NOON, how="tapped"
    )
    sign_net(chicago, N)
    corrected(chicago)
    state = load(chicago.pk)
    signers = [
        signature.member_id
        for signature in state.deal_signatures
        if signature.under == state.deals[2].pk
    ]
    assert signers == [chicago.players[W].pk]
    assert state.agreed_net == {}
    sign_net(chicago, E)
    assert accounts() == {}
    sign_net(chicago, S)
    assert accounts() == {"Anna": -270, "Ben": -270, "Cleo": 270, "Dan": 270}
    assert list(differences()) == []


def test_nothing_is_posted_while_the_four_decide_who_sat_where(chicago):
    motion = correct_seats(chicago)
    sign_net(chicago, N, E)
    assert not chicago.is_agreed
    answer(chicago, motion, S, is_yes=False)
    answer(chicago, motion, E, is_yes=False)
    assert chicago.is_agreed
    assert accounts() == {"Anna": 920, "Ben": -920, "Cleo": 920, "Dan": -920}


def test_once_the_net_score_is_agreed_the_seats_wait_until_it_is_opened_again(chicago):
    sign_net(chicago, N, E)
    with pytest.raises(Refused, match="must be opened again first"):
        correct_seats(chicago)
    reopen(state=load(chicago.pk), reason="Wrong pairs", by=arbiter(), now=LATER)
    corrected(chicago)
    sign_net(chicago, N, E)
    assert accounts() == {"Anna": -270, "Ben": -270, "Cleo": 270, "Dan": 270}
    assert Transaction.objects.filter(reverses__isnull=False).count() == 1
    assert list(differences()) == []


def test_a_neutral_arbiter_corrects_the_seats_with_the_reason_in_writing(chicago):
    motion = correct_seats(chicago, by=arbiter())
    assert (motion.state, totals(chicago)) == ("ruled", (200, 470))


def test_somebody_else_does_not_correct_the_seats(chicago):
    with pytest.raises(PermissionDenied):
        correct_seats(chicago, by=member("Eve"))


def test_in_a_rubber_in_play_the_table_sits_as_corrected_and_plays_on():
    rubber = rubber_in_play(lines=("2sn=",), system="chicago")
    corrected(rubber)
    seated = {
        seat: player.name for seat, player in seating_at(rubber.table).seats.items()
    }
    assert seated == {N: "Anna", E: "Cleo", S: "Ben", W: "Dan"}
    record(rubber, "4ss=", now=LATER)
    assert totals(rubber) == (60 + 420, 0)


def test_after_the_end_the_table_keeps_the_seats_of_the_next_rubber(chicago):
    corrected(chicago)
    seated = [player.name for player in seating_at(chicago.table).seats.values()]
    assert sorted(seated) == ["Anna", "Ben", "Cleo", "Dan"]
    assert seating_at(chicago.table).seats[E].name == "Ben"


def test_who_was_replaced_is_the_same_by_the_corrected_seats(chicago_with_a_substitute):
    rubber = chicago_with_a_substitute
    assert replaced_players(load(rubber.pk)) == ("Mei for Dan from deal 3",)
    corrected(rubber, swap="SW")
    assert replaced_players(load(rubber.pk)) == ("Mei for Dan from deal 3",)
    assert names(rubber) == ["Anna", "Ben", "Mei", "Cleo"]
    assert sorted((stay.seat, stay.member.name) for stay in load(rubber.pk).seats) == [
        ("E", "Ben"),
        ("N", "Anna"),
        ("S", "Dan"),
        ("S", "Mei Tan"),
        ("W", "Cleo"),
    ]


def test_a_disputed_deal_is_settled_before_the_seats_are_corrected():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    motion = correct_seats(rubber)
    correct(rubber, 2, "3he=")
    with pytest.raises(Refused, match="A correction of deal 2 is proposed: settle it"):
        correct_seats(rubber)
    answer(rubber, motion, E)
    with pytest.raises(Refused, match="settle it first"):
        answer(rubber, motion, S)
    assert names(rubber) == ["Anna", "Ben", "Cleo", "Dan"]


def test_a_motion_about_the_dealer_expires_since_another_sits_in_that_seat(chicago):
    dealer = services.move(
        state=load(chicago.pk),
        kind=Motion.Kind.DEALER,
        reason="East had the low card",
        seen_revision=chicago.revision,
        by=chicago.players[N],
        now=LATER,
        dealer=E,
    )
    corrected(chicago)
    dealer.refresh_from_db()
    assert dealer.state == "expired"


def test_deals_after_an_earlier_end_begin_the_next_rubber_in_the_corrected_seats():
    rubber = rubber_in_play(lines=("4sn=", "4se=", "2hn="))
    motion = correct_seats(rubber)
    state = load(rubber.pk)
    card = motion_card(RubberDesk(state, state.players[E]), state.motions[0])
    assert card.now == "Ben & Dan 120 – Anna & Cleo 180."
    assert card.further == (
        "The rubber ends with deal 2: Anna & Ben win 940.",
        "Deal 3 came after that end. It begins the next rubber if the four still sit here and it has no deal yet; "
        "otherwise it is struck out.",
        "If struck out, deal 3 is lost: 2♥ by Anna, made, Anna & Cleo 60.",
    )
    answer(rubber, motion, E)
    answer(rubber, motion, S)
    assert (rubber.ending, totals(rubber)) == ("complete", (240 + 700, 0))
    following = Rubber.objects.in_play().get(table=rubber.table)
    assert names(following) == names(rubber)
    assert [str(deal) for deal in load(following.pk).facts] == ["2HN="]
    assert following.dealer == S


def test_a_rubber_that_is_not_over_by_the_corrected_seats_is_played_on():
    rubber = rubber_in_play(lines=("4sn=", "4ss="))
    assert rubber.is_over
    motion = correct_seats(rubber)
    state = load(rubber.pk)
    card = motion_card(RubberDesk(state, state.players[E]), state.motions[0])
    assert "not over any more" in card.further[0]
    answer(rubber, motion, E)
    answer(rubber, motion, S)
    assert (rubber.is_over, totals(rubber)) == (False, (120, 120))
    assert seating_at(rubber.table).seats[E].name == "Cleo"


def test_the_history_names_the_players_as_the_sheet_said_them_at_the_time(
    chicago, signed_in
):
    corrected(chicago)
    history = history_of(load(chicago.pk))
    assert [version.words for version in history.rows] == 2 * [
        "2♠ by Anna, made",
        "4♠ by Ben, one down",
        "4♠ by Cleo, made",
        "1NT by Anna, made",
    ]
    words = [event.words for event in history.events]
    asked = "Anna asked: let Ben and Cleo change places? Anna played with Ben"
    assert asked in words
    assert "Carried: let Ben and Cleo change places" in words
    address = reverse("rubbers:history", args=[chicago.pk])
    client = signed_in(chicago.players[N])
    before = client.get(f"{address}?at=4").context
    assert [entry.short for entry in before["paper"].deals][2] == "4♠ by Cleo, made"
    assert [column.total for column in before["paper"].columns] == [920, 0]
    for step in (5, 8):
        after = client.get(f"{address}?at={step}").context["paper"]
        assert [column.total for column in after.columns] == [200, 470]


def test_the_audit_names_the_players_as_the_sheet_said_them_at_the_time(chicago):
    corrected(chicago)
    told = [entry.description.words for entry in every_entry(AuditFilter())]
    assert (
        "corrected deal 3 at Table 1: 4♠ by Cleo, made, before 4♠ by Cleo, made" in told
    )
    assert "asked at Table 1: let Ben and Cleo change places?" in told


def test_the_export_has_each_version_with_the_players_of_its_seats(chicago):
    corrected(chicago)
    ((exported,),) = rubber_exports()
    declarers = [
        version.seats[version.row.facts.declarer].name for version in exported.versions
    ]
    assert declarers == 2 * ["Anna", "Ben", "Cleo", "Anna"]


def test_the_page_shows_the_score_of_each_exchange_and_asks_the_others(
    chicago, signed_in
):
    client = signed_in(chicago.players[N])
    address = reverse("rubbers:seats", args=[chicago.pk])
    page = client.get(address).content.decode()
    assert "Anna &amp; Cleo 920 – Ben &amp; Dan 0, Anna &amp; Cleo win 920." in page
    assert "Ben and Cleo change places: Anna &amp; Ben 200 – Cleo &amp; Dan 470" in page
    refused = client.post(address, {"reason": "Wrong pairs", "revision": 4})
    assert refused.status_code == 422
    assert "Say who sat in each other’s seats." in refused.content.decode()
    fields = {
        "swap": "ES",
        "reason": "Wrong pairs",
        "revision": load(chicago.pk).rubber.revision,
    }
    assert client.post(address, fields).status_code == 302
    table = (
        signed_in(chicago.players[S])
        .get(reverse("room:table", args=[chicago.table_id]))
        .content.decode()
    )
    assert f"Ben ↔ Cleo: 470{UNBROKEN_DASH}200" in table


def test_the_database_refuses_a_motion_about_the_seats_without_two_seats(chicago):
    with pytest.raises(IntegrityError), transaction.atomic():
        Motion.objects.create(
            rubber=chicago,
            kind=Motion.Kind.SEATS,
            made_by=chicago.players[N],
            made_at=NOON,
            reason="Wrong pairs",
        )


def test_the_database_refuses_a_corrected_seat_that_goes_on(chicago):
    with pytest.raises(IntegrityError), transaction.atomic():
        RubberSeat.objects.filter(rubber=chicago, seat="N").update(corrected_at=NOON)
