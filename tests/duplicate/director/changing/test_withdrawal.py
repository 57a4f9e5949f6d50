"""A pair withdraws: the others go on by another edition of the plan, and its scores stand or are cancelled."""

import pytest
from defusedxml import ElementTree
from django.test import Client

from clubscore.duplicate.director.changing.services import withdraw
from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import Entry, Plan, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.withdrawn import cancelled, owed
from clubscore.duplicate.results.travellers.context import traveller_context
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.refusals import Refused
from scoring.contest import ContestRules
from scoring.duplicate.outcomes import Average
from tests.duplicate.evening import in_play
from tests.duplicate.published import published
from tests.duplicate.recorded import recorded
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def played(session: Session, rounds: int) -> None:
    """Begin the rounds up to number `rounds`, and record a result for every board of them."""
    for round in range(1, rounds + 1):
        if round > load(session.pk).round:
            start_round(session=session, round=round, by=session.director, now=NOON)
        for slot, _ in list(slots_of(load(session.pk))):
            if slot.round == round:
                recorded(session, slot, "1ne=" if slot.table % 2 else "2hs+1")


def gone_home(session: Session, number: int, *, way: int = 0) -> None:
    from_round = load(session.pk).round + 1
    withdraw(
        session=session,
        letter="A",
        number=number,
        way=way,
        from_round=from_round,
        by=session.director,
        now=NOON,
    )


def rows(session: Session):
    return scores_of(load(session.pk), results_of(session.pk))


def test_the_others_go_on_by_an_edition_that_keeps_what_was_played():
    session = in_play()
    before = load(session.pk).sections[0].movement
    gone_home(session, 2)
    section = load(session.pk).sections[0]
    assert [plan.edition for plan in section.plans] == [1, 2]
    assert section.plans[1].reason.startswith("Number 2 goes home after round 1: ")
    assert section.movement.by_round[1] == before.by_round[1]
    assert all(
        2 not in row.seated
        for round in range(2, 6)
        for row in section.movement.by_round[round]
    )
    assert section.entries[2].standing == Entry.Standing.WITHDRAWN
    assert (len(section.players_in(2, 1)), section.players_in(2, 2)) == (2, [])


def test_its_number_is_not_open_to_others():
    session = in_play()
    gone_home(session, 2)
    section = load(session.pk).sections[0]
    assert section.open_numbers == []
    assert section.withdrawn == {2: 1}


def test_a_board_that_it_has_played_is_recorded_and_corrected_after_it_went():
    session = in_play()
    slot = next(
        slot
        for slot, row in slots_of(load(session.pk))
        if slot.round == 1 and 2 in row.seated
    )
    gone_home(session, 2)
    recorded(session, slot, "4sn=")
    assert slot in results_of(session.pk)


def test_of_less_than_half_the_session_nothing_counts():
    session = in_play()
    played(session, 2)
    gone_home(session, 2)
    assert cancelled(load(session.pk)) == {("A", 2)}
    assert owed(load(session.pk)) == {}
    scores = rows(session)
    assert all(
        2 not in {scores.entry(each.slot.ns)[1], scores.entry(each.slot.ew)[1]}
        for each in scores.result.slots
    )
    ranked = {
        scores.entry(row.entry)[1] for each in scores.result.lists for row in each.rows
    }
    assert ranked == {1, 3, 4, 5, 6}


def test_from_half_of_the_session_its_scores_stand_and_who_would_meet_it_gets_average_plus():
    session = in_play()
    played(session, 3)
    gone_home(session, 2)
    assert cancelled(load(session.pk)) == frozenset()
    assert owed(load(session.pk)) == {}, (
        "nobody is owed a board of a round that has not begun"
    )
    played(session, 5)
    state = load(session.pk)
    missed = owed(state)
    sits_out = {each for each in state.sections[0].movement.sit_outs if each[0] > 3}
    assert {slot.round for slot in missed} == {round for round, _ in sits_out}
    assert len(missed) == 2 * len(sits_out)
    scores = rows(session)
    for slot, each in missed.items():
        award = scores.slots[slot]
        opponent = award.ew if each.ns == 2 else award.ns
        assert (each.score.ew if each.ns == 2 else each.score.ns) is Average.PLUS
        assert opponent is not None
        assert "60" in " ".join(opponent.steps)
    boards = {
        row.entry: row.boards for each in scores.result.lists for row in each.rows
    }
    assert {scores.entry(entry)[1] for entry in boards} == {1, 3, 4, 5, 6}


def test_total_points_know_no_average_so_the_boards_are_not_played():
    session = in_play(rules=ContestRules(scoring="aggregate"))
    played(session, 3)
    gone_home(session, 2)
    played(session, 5)
    assert set(rows(session).slots) == set(results_of(session.pk))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"from_round": 3}, "moved on"),
        ({"letter": "B"}, "moved on"),
        ({"way": 9}, "Choose one of the ways"),
        ({"number": 9}, "Nobody has number 9"),
    ],
)
def test_what_does_not_fit_any_more_changes_nothing(changes, words):
    session = in_play()
    chosen = {"letter": "A", "number": 2, "way": 0, "from_round": 2} | changes
    with pytest.raises(Refused, match=words):
        withdraw(session=session, by=session.director, now=NOON, **chosen)
    assert Plan.objects.count() == 1


def test_the_director_chooses_the_pair_then_the_way():
    session = in_play()
    client = Client()
    client.force_login(session.director)
    address = f"/duplicate/{session.pk}/director/withdrawal/"
    assert "choices" in client.get(address).context
    page = client.get(address, {"pair": "A2"})
    assert page.context["choices"]
    chosen = {
        "pair": "A2",
        "way": "0",
        "from_round": 2,
        "read": page.context["form"].mark,
    }
    assert client.post(address, chosen).status_code == 302
    assert load(session.pk).sections[0].withdrawn == {2: 1}
    assert client.post(address, chosen).status_code == 422
    again = client.post(address, {"pair": "A3", "way": "7", "from_round": 2})
    assert (again.status_code, "Choose" in again.content.decode()) == (422, True)


def test_before_play_and_in_the_last_round_there_is_no_plan_to_change():
    session = in_play(rounds=5)
    client = Client()
    client.force_login(session.director)
    page = client.get(f"/duplicate/{session.pk}/director/withdrawal/", {"pair": "A2"})
    assert "No round is to come" in page.content.decode()
    assert not page.context["choices"]


def test_only_directors_let_a_pair_go():
    session = in_play()
    client = Client()
    client.force_login(member("Mona"))
    chosen = {"pair": "A2", "way": "0", "from_round": 2}
    assert (
        client.post(f"/duplicate/{session.pk}/director/withdrawal/", chosen).status_code
        == 403
    )
    assert Slot("A", 1, 1, 1) not in results_of(session.pk)
    assert Plan.objects.count() == 1


def test_the_page_of_places_says_who_went_home_and_asks_for_nobody_where_all_are_taken():
    session = in_play()
    gone_home(session, 2)
    client = Client()
    client.force_login(session.director)
    page = client.get(f"/duplicate/{session.pk}/entries/").content.decode()
    assert "went home" in page
    assert "Every number of the plan is taken." in page
    assert "Seat them" not in page


def test_a_traveller_shows_what_is_owed():
    session = in_play()
    played(session, 3)
    gone_home(session, 2)
    played(session, 5)
    state = load(session.pk)
    slot, missed = next(iter(owed(state).items()))
    lines = traveller_context(state, results_of(session.pk), slot.board, None)["lines"]
    line = next(line for line in lines if line.law == "12C2")
    words = (
        ("average minus", "average plus")
        if missed.ns == 2
        else ("average plus", "average minus")
    )
    assert line.ruled == f"{words[0]} for North–South, {words[1]} for East–West"
    assert line.score is None
    assert "Cleo & Dan" in {line.ns, line.ew}


def test_a_traveller_shows_what_is_cancelled_without_awards():
    session = in_play()
    played(session, 1)
    slot = next(
        slot
        for slot, row in slots_of(load(session.pk))
        if slot.round == 1 and 2 in row.seated
    )
    gone_home(session, 2)
    lines = traveller_context(
        load(session.pk), results_of(session.pk), slot.board, None
    )["lines"]
    assert [line.ns_award for line in lines if line.table == str(slot.table)] == [""]


def test_the_file_of_the_results_has_who_went_home_by_name_and_without_a_place():
    session = in_play()
    played(session, 3)
    gone_home(session, 2)
    played(session, 5)
    end_play(session=session, by=session.director, now=NOON)
    published(session, accepts_missing=True)
    client = Client()
    client.force_login(session.director)
    root = ElementTree.fromstring(
        client.get(f"/duplicate/{session.pk}/results/1/usebio/").content
    )
    found = {pair.findtext("PAIR_NUMBER"): pair for pair in root.iter("PAIR")}
    assert {number for number, pair in found.items() if pair.find("PLACE") is None} == {
        "2"
    }
    assert [each.text for each in found["2"].iter("PLAYER_NAME")] == ["Cleo", "Dan"]
    assert {line.findtext("SCORE") for line in root.iter("TRAVELLER_LINE")} >= {
        "A4060",
        "A6040",
    }
