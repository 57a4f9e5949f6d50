"""An individual: opened, seated, played by phones, ranked by persons, ruled on, published, corrected, printed."""

import re
from collections import Counter
from itertools import pairwise
from uuid import uuid4

import pytest
from django.test import Client

from clubscore.duplicate.director.changing.services import (
    change_rounds,
    let_late_pair_in,
    withdraw,
)
from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.director.seating.services import seat, unseat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Place, PublishedRow, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.sight import SessionMoment, Viewer, may_see
from clubscore.duplicate.play.entering.services import sign_play
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.correcting import services as correcting
from clubscore.duplicate.verdicts.penalties.services import Taking, penalise
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring import Side, parse_deal
from scoring.movements.individual import individual
from scoring.movements.plan import boards_of
from tests.duplicate.other_forms import alone, played_to_the_end
from tests.duplicate.published import published
from tests.duplicate.recorded import agreed, player, recorded
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
NUMBERS = {
    "form": "individual",
    "tables": "2",
    "boards": "21",
    "minutes": "7",
    "sections": "1",
}


def signed_in(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def names(session: Session, slot: Slot) -> list[str]:
    state = load(session.pk)
    row = state.section("A").row_at(slot.round, slot.table)
    return [state.section("A").players[number][0].short_name for number in row.seated]


def test_the_opening_page_offers_the_whole_individual_first_and_opens_it():
    client = signed_in(member("Ruth"))
    page = client.get("/duplicate/opening/", NUMBERS)
    offer = page.context["choices"][0][1]
    assert (offer.first.movement.rounds, offer.first.boards_a_round) == (7, 3)
    assert (
        "8 players" in page.content.decode() and "balance" not in page.content.decode()
    )
    scorings = [value for value, _ in page.context["form"].fields["scoring"].choices]
    assert scorings == ["matchpoints", "cross-imps", "butler", "aggregate"]
    chosen = {
        "name": "An individual",
        "scoring": "matchpoints",
        "leads": "off",
        "law": "2017",
    }
    answer = client.post(
        "/duplicate/opening/",
        NUMBERS | chosen | {"plan": offer.key, "key": str(uuid4())},
    )
    session = Session.objects.get()
    assert answer.status_code == 302 and session.form == "individual"
    assert load(session.pk).section("A").movement.rows == individual(8).rows


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("tables", "1", "8 is the nearest number"),
        ("tables", "9", "32 is the nearest number"),
        ("tables", "2½", "whole tables"),
        ("sections", "2", "all others play in one"),
        ("boards", "99", "No plan has about as many boards"),
        ("form", "swiss", "swiss is not one of the available choices"),
    ],
)
def test_numbers_that_no_individual_has_are_refused(field, value, words):
    page = signed_in(member("Ruth")).get(
        "/duplicate/opening/", NUMBERS | {field: value}
    )
    assert page.status_code == 422 and words in page.content.decode()


def test_a_player_takes_a_seat_without_a_partner_and_frees_it_again():
    session = alone()
    kim = member("Kim Late")
    unseat(session=session, letter="A", number=3, by=session.director, now=NOON)
    client = signed_in(kim)
    page = client.get(f"/duplicate/{session.pk}/seat/")
    assert (
        "Table 2, North: number 3" in page.content.decode()
        and "partner" not in page.context["form"].fields
    )
    assert (
        client.post(f"/duplicate/{session.pk}/seat/", {"number": "A3"}).status_code
        == 302
    )
    assert Place.objects.taken().get(member=kim).entry.number == 3
    assert "Table 2" in client.get(f"/duplicate/{session.pk}/").content.decode()
    unseat(session=session, letter="A", number=3, by=kim, now=NOON)
    assert load(session.pk).section("A").open_numbers == [3]


def test_the_director_seats_one_or_a_list_with_a_name_a_line():
    session = alone()
    ruth = session.director
    for number in (1, 2, 3):
        unseat(session=session, letter="A", number=number, by=ruth, now=NOON)
    client = signed_in(ruth)
    anna, kim = Member.objects.get(name="Anna"), member("Kim")
    page = client.post(
        f"/duplicate/{session.pk}/entries/", {"number": "A2", "first": kim.pk}
    )
    assert page.status_code == 302
    wrong = client.post(
        f"/duplicate/{session.pk}/entries/list/", {"lines": "Anna, Ben"}
    )
    assert (
        "Line 1: write one name." in wrong.content.decode() and wrong.status_code == 422
    )
    client.post(f"/duplicate/{session.pk}/entries/list/", {"lines": "3 Anna\nBen"})
    players = load(session.pk).section("A").players
    assert (players[3], players[2], [each.name for each in players[1]]) == (
        [anna],
        [kim],
        ["Ben"],
    )


def test_a_pair_cannot_take_a_number_of_an_individual():
    session = alone()
    unseat(session=session, letter="A", number=3, by=session.director, now=NOON)
    with pytest.raises(Refused, match="is for 1 player, not for 2"):
        seat(
            session=session,
            taken=[Taken("A", 3, [member("Kim"), member("Lars")])],
            by=session.director,
            now=NOON,
        )


def test_a_phone_shows_seat_partner_and_opponents_and_where_next():
    session = alone(rounds=1)
    hugo = Member.objects.get(name="Hugo")  # number 8, who stays
    page = (
        signed_in(hugo)
        .get(f"/duplicate/{session.pk}/table/", follow=True)
        .content.decode()
    )
    assert (
        "Table 1 · North" in page
        and "with <b>Anna</b>" in page
        and "against <b>Ben &amp; Dan</b>" in page
    )
    assert "Table 1, North" in page.partition("Next, in round 2")[2]
    assert "with Ben · against Cleo &amp; Eva" in page.partition("Next, in round 2")[2]


def test_a_result_is_entered_by_one_and_agreed_to_by_the_other_side():
    session = alone(rounds=1)
    slot = Slot("A", 1, 1, 1)
    assert names(session, slot) == ["Hugo", "Anna", "Ben", "Dan"]
    recorded(session, slot, "4sn=")
    standing = sign_play(
        session_id=session.pk,
        slot=slot,
        version=1,
        by=Member.objects.get(name="Dan"),
        now=NOON,
    )
    assert standing == "agreed"
    with pytest.raises(Refused, match=r"You play at table 2, North, boards 1–2\."):
        recorded(
            session, Slot("A", 1, 1, 2), "4sn=", by=Member.objects.get(name="Cleo")
        )


def test_the_ranking_is_of_persons_each_with_the_boards_of_all_their_partners():
    session = played_to_the_end(alone())
    state = load(session.pk)
    scores = scores_of(state, results_of(session.pk))
    rows = scores.result.lists[0].rows
    assert len(rows) == 8 and {row.boards for row in rows} == {14}
    # Boards, tables, and two at each get what their side gets.
    assert sum(row.score for row in rows) == 14 * 2 * 2 * 2
    again: Counter[int] = Counter()
    for slot, scored in scores.slots.items():
        row = state.section("A").row_at(slot.round, slot.table)
        again.update({row.north: scored.ns.points, row.east: scored.ew.points})
        again.update({row.south: scored.ns.points, row.west: scored.ew.points})
    assert {row.entry: row.score for row in rows} == again
    page = (
        signed_in(member("Kim Late"))
        .get(f"/duplicate/{session.pk}/ranking/")
        .content.decode()
    )
    assert "All players" in page
    assert re.search(r'<th scope="col">\s*Player\s*</th>', page)
    assert "Anna &amp;" not in page


def test_the_traveller_names_the_four_and_leads_to_the_card_of_each():
    session = played_to_the_end(alone())
    page = signed_in(Member.objects.get(name="Anna")).get(
        f"/duplicate/{session.pk}/boards/1/"
    )
    (sides,) = (
        line.sides for line in page.context["lines"] if line.sides[0][0].names == "Hugo"
    )
    four = [[each.names for each in side] for side in sides]
    assert four == [["Hugo", "Anna"], ["Ben", "Dan"]]
    for each in (*sides[0], *sides[1]):
        card = f"/duplicate/{session.pk}/results/?card={each.code}#card"
        assert f'<a href="{card}">{each.names}</a>' in page.content.decode()


def test_an_average_plus_a_weighted_score_and_a_penalty_count_for_each_person():
    session = played_to_the_end(alone())
    slot = Slot("A", 1, 1, 1)
    ruled(session, slot, "A+-")
    ruled(session, Slot("A", 1, 2, 2), "60%=+420,40%=-50")
    penalise(
        session=session,
        taking=Taking("A", 8, 2500, "%", "90B", "Late", uuid4()),
        by=session.director,
        now=NOON,
    )
    scores = scores_of(load(session.pk), results_of(session.pk))
    found = scores.slots[slot]
    assert (
        found.ns.points >= 1.2
        and found.south.points >= 1.2
        and found.west.points <= 0.8
    )
    assert {row.entry: row.penalty for row in scores.result.lists[0].rows}[8] == 0.5
    director = signed_in(session.director)
    page = director.get(f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/ruling/")
    assert page.status_code == 200 and "Hugo &amp; Anna" in page.content.decode()
    effect = director.get(
        f"/duplicate/{session.pk}/rounds/1/A/1/boards/2/ruling/effect/",
        {
            "kind": "artificial",
            "ns": "+",
            "ew": "-",
            "law": "12C1d",
            "seen_ruling": 0,
            "seen_play": 1,
            "key": str(uuid4()),
        },
    )
    text = effect.content.decode()
    assert (
        "All players: the first places" in text
        and '<th scope="col">Player</th>' in text
    )


def test_it_is_published_with_a_row_a_person_and_corrected_by_both_sides():
    session = played_to_the_end(alone())
    published(session)
    rows = PublishedRow.objects.prefetch_related("players")
    assert [len(row.players.all()) for row in rows] == [1] * 8
    slot = Slot("A", 1, 1, 1)
    asked = correcting.Asked(parse_deal("6ss="), "score", "The wrong board", 1, uuid4())
    correction = correcting.ask(
        session=session, slot=slot, asked=asked, by=player(session, slot), now=NOON
    )
    page = signed_in(player(session, slot)).get(
        f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/correction/"
    )
    assert page.status_code == 200 and "Player" in page.content.decode()
    correcting.answer_request(
        correction=correction, confirm=True, by=player(session, slot, Side.EW), now=NOON
    )
    correcting.decide(
        correction=correction,
        grounds=correcting.Grounds(),
        reason="",
        by=session.director,
        now=NOON,
    )
    published(session, begins_period=False, reason="Board 1 corrected")
    page = (
        signed_in(Member.objects.get(name="Anna"))
        .get(f"/duplicate/{session.pk}/results/")
        .content.decode()
    )
    assert "All players" in page and "My boards" in page


def test_guide_cards_say_with_whom_and_table_cards_who_sits_there():
    session = alone(rounds=1)
    client = signed_in(member("Kim Late"))
    cards = client.get(f"/duplicate/{session.pk}/guide-cards/")
    rounds = {card.entry.names: card.rounds for card in cards.context["cards"]}
    assert len(rounds) == 8
    assert [(each.line, each.partner) for each in rounds["Hugo"][:2]] == [
        ("North", "1"),
        ("North", "2"),
    ]
    assert "With" in cards.content.decode()
    assert (
        "8, 1" in client.get(f"/duplicate/{session.pk}/board-moves/").content.decode()
    )


def test_the_line_up_and_the_director_s_page_name_the_partnerships():
    session = alone(rounds=1)
    assert (
        "Hugo &amp; Anna"
        in signed_in(member("Kim Late"))
        .get(f"/duplicate/{session.pk}/")
        .content.decode()
    )
    page = (
        signed_in(session.director)
        .get(f"/duplicate/{session.pk}/director/")
        .content.decode()
    )
    assert (
        "Hugo &amp; Anna" in page
        and "A late pair" not in page
        and "Another number of rounds" in page
    )


def test_nobody_more_comes_in_and_nobody_is_taken_out_but_rounds_may_be_fewer():
    session = alone(rounds=2)
    ruth = session.director
    more = {
        "session": session,
        "letter": "A",
        "way": 0,
        "from_round": 3,
        "by": ruth,
        "now": NOON,
    }
    with pytest.raises(Refused, match="planned for the players of its tables"):
        let_late_pair_in(members=[member("Kim"), member("Lars")], **more)
    with pytest.raises(Refused, match="A table of three cannot play"):
        withdraw(number=3, **more)
    client = signed_in(ruth)
    for page, words in (
        ("late-pair", "the players of its tables"),
        ("withdrawal", "table of three"),
    ):
        answer = client.get(f"/duplicate/{session.pk}/director/{page}/")
        assert answer.status_code == 200 and words in answer.content.decode()
    offered = [
        option.data["value"]
        for option, _ in client.get(
            f"/duplicate/{session.pk}/director/rounds/number/"
        ).context["choices"]
    ]
    assert offered == ["6", "5", "4", "3", "2"]
    change_rounds(session=session, rounds=6, from_round=3, by=ruth, now=NOON)
    state = load(session.pk)
    assert state.rounds == 6
    assert all(
        len(state.section("A").players_at(row, line)) == 2
        for row in state.section("A").movement.rows
        for line in ("NS", "EW")
    )


def test_a_seat_that_nobody_took_leaves_its_table_idle_and_is_filled_later():
    session = alone()
    unseat(session=session, letter="A", number=3, by=session.director, now=NOON)
    start_round(session=session, round=1, by=session.director, now=NOON)
    with pytest.raises(Refused, match="no two full sides at table 2"):
        recorded(session, Slot("A", 1, 2, 1), "4sn=", by=session.director)
    agreed(session, Slot("A", 1, 1, 1), "4sn=")
    seat(
        session=session,
        taken=[Taken("A", 3, [member("Kim Late")])],
        by=session.director,
        now=NOON,
    )
    agreed(session, Slot("A", 1, 2, 1), "4sn=")
    assert (
        len(scores_of(load(session.pk), results_of(session.pk)).result.lists[0].rows)
        == 8
    )


def test_nobody_sees_a_board_that_they_still_have_to_play_at_any_moment():
    rows = individual(8).rows
    plan = {
        Slot("A", row.round, row.table, board): frozenset(row.seated)
        for row in rows
        for board in boards_of(row.set, 1)
    }
    done = sorted(plan, key=lambda slot: (slot.round, slot.table))
    seen = 0
    for count, (last, _) in enumerate(pairwise(done)):
        moment = SessionMoment(
            plan, {slot: plan[slot] for slot in done[: count + 1]}, last.round
        )
        to_play = plan.keys() - moment.signed.keys()
        for number in range(1, 9):
            own = {slot.board for slot in to_play if number in plan[slot]}
            sees = {
                board
                for board in range(1, 8)
                if may_see(Viewer(("A", number)), board, moment)
            }
            assert not sees & own and not sees & {
                slot.board for slot in to_play if slot.round <= moment.round
            }
            seen += len(sees)
    assert seen


@pytest.mark.parametrize(
    ("tables", "boards", "rounds", "a_round"),
    [("3", "22", 11, 2), ("4", "30", 15, 2), ("8", "24", 12, 2)],
)
def test_more_play_at_more_tables(tables, boards, rounds, a_round):
    client = signed_in(member("Ruth"))
    numbers = NUMBERS | {"tables": tables, "boards": boards}
    page = client.get("/duplicate/opening/", numbers)
    offer = page.context["choices"][0][1]
    assert (offer.first.movement.rounds, offer.first.boards_a_round) == (
        rounds,
        a_round,
    )
    assert len(offer.first.movement.entries) == 4 * int(tables)
    words = f"all tables play the same boards: {tables} copies, or passed on"
    assert words in page.content.decode()
