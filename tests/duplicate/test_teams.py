"""Matches of teams: opened, seated, played by phones, ranked, ruled on, published and corrected."""

from uuid import uuid4

import pytest

from clubscore.duplicate.director.changing.services import (
    change_rounds,
    let_late_pair_in,
    withdraw,
)
from clubscore.duplicate.director.directing.boards import Eyes
from clubscore.duplicate.director.directing.checking import check_result
from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.director.seating.services import seat, unseat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import BoardGroup, Place, PublishedRow, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.sight import (
    SessionMoment,
    Viewer,
    is_concerned,
    may_see,
)
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.appealing import services as appealing
from clubscore.duplicate.verdicts.correcting import services as correcting
from clubscore.duplicate.verdicts.groups.services import group_board
from clubscore.duplicate.verdicts.penalties.services import Taking, penalise
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from scoring import Seat, Side, parse_deal
from scoring.contest.rules import ContestRules
from scoring.duplicate.victory_points import victory_points
from scoring.movements.plan import boards_of
from scoring.movements.teams import teams
from tests.duplicate.other_forms import in_teams, played_to_the_end
from tests.duplicate.published import published
from tests.duplicate.recorded import agreed, at, player, recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import opened
from tests.duplicate.team_match import (
    BAM,
    IMPS,
    VICTORY_POINTS,
    match,
    signed_in,
    text,
)
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
NUMBERS = {
    "form": "teams",
    "tables": "5",
    "boards": "24",
    "minutes": "7",
    "sections": "1",
}


@pytest.mark.parametrize(
    ("tables", "name", "rounds"),
    [
        ("5", "American Whist", 4),
        ("2", "Head to head", 4),
        ("8", "Round robin, head to head", 6),
    ],
)
def test_the_opening_page_offers_matches_of_teams_and_opens_one(tables, name, rounds):
    client = signed_in(member("Ruth"))
    page = client.get("/duplicate/opening/", NUMBERS | {"tables": tables})
    offer = page.context["choices"][0][1]
    assert (offer.first.name, offer.first.movement.rounds) == (name, rounds)
    assert f"{tables} teams" in page.content.decode()
    assert [value for value, _ in page.context["form"].fields["scoring"].choices] == [
        "vp",
        "team-imps",
        "bam",
    ]
    chosen = {
        "name": "A match",
        "scoring": "vp",
        "leads": "off",
        "law": "2017",
        "plan": offer.key,
    }
    answer = client.post(
        "/duplicate/opening/",
        NUMBERS | {"tables": tables, "key": str(uuid4())} | chosen,
    )
    session = Session.objects.get()
    assert answer.status_code == 302 and session.form == "teams"
    assert session.contest_rules == VICTORY_POINTS and load(session.pk).tables == int(
        tables
    )


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("tables", "4½", "write whole tables, 4 or 5"),
        ("tables", "32", "from 2 to 31 teams"),
        ("tables", "1", "from 2 to 31 teams"),
        ("sections", "2", "all others play in one"),
    ],
)
def test_numbers_that_no_match_has_are_refused(field, value, words):
    page = signed_in(member("Ruth")).get(
        "/duplicate/opening/", NUMBERS | {field: value}
    )
    assert page.status_code == 422 and words in page.content.decode()


def test_the_scorings_of_pairs_are_not_taken_for_teams():
    client = signed_in(member("Ruth"))
    key = client.get("/duplicate/opening/", NUMBERS).context["choices"][0][1].key
    chosen = {
        "name": "A match",
        "scoring": "matchpoints",
        "leads": "off",
        "law": "2017",
        "plan": key,
    }
    answer = client.post(
        "/duplicate/opening/", NUMBERS | {"key": str(uuid4())} | chosen
    )
    assert answer.status_code == 422 and not Session.objects.exists()


def test_one_of_a_team_takes_the_places_of_all_four():
    session = in_teams()
    unseat(session=session, letter="A", number=2, by=session.director, now=NOON)
    four = [member(f"New {name}") for name in ("North", "South", "East", "West")]
    client = signed_in(four[0])
    assert "Table 2: team 2" in text(client, f"/duplicate/{session.pk}/seat/")
    names = dict(
        zip(("partner", "third", "fourth"), (each.pk for each in four[1:]), strict=True)
    )
    assert (
        client.post(f"/duplicate/{session.pk}/seat/", {"number": "A2"}).status_code
        == 422
    )
    assert (
        client.post(
            f"/duplicate/{session.pk}/seat/", {"number": "A2"} | names
        ).status_code
        == 302
    )
    places = Place.objects.taken().filter(entry__number=2)
    assert {place.seat: place.member for place in places} == dict(
        zip("NSEW", four, strict=True)
    )


def test_a_team_by_a_list_is_four_names_a_line_and_nobody_twice():
    session = in_teams()
    unseat(session=session, letter="A", number=2, by=session.director, now=NOON)
    client = signed_in(session.director)
    lists = f"/duplicate/{session.pk}/entries/list/"
    short = client.post(lists, {"lines": "Eva, Finn"})
    assert (
        "Line 1: write the names of a team, four to six" in short.content.decode()
        and short.status_code == 422
    )
    twice = client.post(lists, {"lines": "Eva, Finn, Gita, Eva"})
    assert "Eva is named twice." in twice.content.decode()
    assert client.post(lists, {"lines": "2 Eva, Finn, Gita, Hugo"}).status_code == 302
    assert [each.name for each in load(session.pk).section("A").players[2]] == [
        "Eva",
        "Finn",
        "Gita",
        "Hugo",
    ]
    assert "Eva, Finn, Gita &amp; Hugo" in text(
        client, f"/duplicate/{session.pk}/entries/"
    )


def test_both_halves_of_a_team_have_their_own_table_boards_and_opponents():
    session = in_teams(rounds=1, boards_a_round=2)
    north = text(signed_in("Anna"), f"/duplicate/{session.pk}/table/")
    assert (
        "Table 1 · North–South" in north
        and "boards 1–2 · against <b>Gita &amp; Hugo</b>" in north
    )
    west = text(signed_in("Dan"), f"/duplicate/{session.pk}/table/")
    assert (
        "Table 2 · East–West" in west
        and "boards 3–4 · against <b>Eva &amp; Finn</b>" in west
    )
    page = text(signed_in("Dan"), f"/duplicate/{session.pk}/")
    assert "<b>Table 2</b> <span>East–West</span>" in page and "boards 3–4" in page
    line_up = text(signed_in(session.director), f"/duplicate/{session.pk}/director/")
    assert "Anna &amp; Ben</td>" in line_up and "Gita &amp; Hugo</td>" in line_up


def test_a_result_is_of_those_who_sit_there_and_not_of_their_team_mates():
    session = in_teams(rounds=1)
    slot = Slot("A", 1, 1, 1)
    with pytest.raises(Refused, match=r"You play at table 2, East–West, boards 3–4\."):
        recorded(session, slot, "4sn=", by=Member.objects.get(name="Cleo"))
    agreed(session, slot, "4sn=")
    assert player(session, slot, Side.EW).name == "Gita"


def test_a_team_plays_a_board_in_both_rooms():
    assert len(results_of(match().pk)) == 4


def test_a_session_of_teams_has_no_scoring_of_pairs_nor_pairs_one_of_teams():
    with pytest.raises(Refused, match="are for teams"):
        in_teams(rules=ContestRules())
    with pytest.raises(Refused, match="are for teams"):
        opened(member("Otto"), rules=IMPS)


def test_imps_and_victory_points_rank_the_teams():
    session = match()
    scores = scores_of(load(session.pk), results_of(session.pk))
    won = victory_points(2, 10)
    assert [
        (scores.entry(row.entry)[1], row.score) for row in scores.result.lists[0].rows
    ] == [
        (1, won.ours),
        (2, won.theirs),
    ]
    page = text(signed_in("Anna"), f"/duplicate/{session.pk}/ranking/")
    assert (
        "All teams" in page
        and "Anna, Ben, Cleo &amp; Dan" in page
        and "Matches</a>" in page
    )


@pytest.mark.parametrize(("rules", "score"), [(IMPS, 10), (BAM, 3)])
def test_total_imps_and_board_a_match_rank_them_too(rules, score):
    session = match(rules=rules)
    first = scores_of(load(session.pk), results_of(session.pk)).result.lists[0].rows[0]
    assert first.score == score


def test_an_american_whist_of_five_gives_every_team_a_match_against_every_other():
    session = played_to_the_end(
        in_teams(count=5, boards_a_round=1, rules=VICTORY_POINTS)
    )
    result = scores_of(load(session.pk), results_of(session.pk)).result
    assert (
        len(result.matches) == 10
        and sum(row.score for row in result.lists[0].rows) == 200
    )
    assert {row.boards for row in result.lists[0].rows} == {4}
    page = text(signed_in("Anna"), f"/duplicate/{session.pk}/matches/")
    assert page.count('<article class="match"') == 10


@pytest.mark.parametrize(
    "movement",
    [
        teams(2),
        teams(5),
        teams(7, rounds=4),
        teams(6),
        teams(6, way="stagger"),
        teams(8, way="own-boards"),
        teams(5, way="triangle"),
        teams(7, way="triangle"),
    ],
)
def test_nobody_sees_a_board_that_a_half_of_their_team_still_has_to_play(movement):
    plan = {
        Slot("A", row.round, row.table, board): frozenset(row.seated)
        for row in movement.rows
        for board in boards_of(row.set, 1)
    }
    done, seen = sorted(plan, key=lambda slot: (slot.round, slot.table)), 0
    for count in range(1, len(done)):
        moment = SessionMoment(
            plan, {slot: plan[slot] for slot in done[:count]}, done[count - 1].round
        )
        to_play = plan.keys() - moment.signed.keys()
        for number in movement.entries:
            own = {slot.board for slot in to_play if number in plan[slot]}
            sees = {
                board
                for board in range(1, movement.sets + 1)
                if may_see(Viewer(("A", number)), board, moment)
            }
            assert not sees & own
            seen += len(sees)
    assert seen


def test_a_director_who_plays_in_a_team_does_not_see_the_results_of_the_other_half():
    anna = member("Anna")
    session = in_teams(rounds=1, by=anna)
    # Table 2 has boards 3 and 4 now, and Anna's has them next.
    there = Slot("A", 1, 2, 3)
    recorded(session, there, "4sn=", by=player(session, there))
    state, results = load(session.pk), results_of(session.pk)
    assert not Eyes.of(state, results, anna).see(there)
    assert "4♠" not in text(signed_in(anna), f"/duplicate/{session.pk}/director/")


def assert_neither_rules_nor_looks(session, slot, director):
    with pytest.raises(
        Refused,
        match="Your team plays at this table: another director or an admin rules",
    ):
        ruled(session, slot, "A+-", by=director)
    with pytest.raises(
        Refused, match="Your team plays at this table: another director looks"
    ):
        check_result(session_id=session.pk, slot=slot, version=1, by=director, now=NOON)


def assert_decides_no_correction(session, slot, director):
    """Ask for a correction, assert that the director neither refuses nor makes it, and withdraw it."""
    north = at(session, slot).players[Seat.NORTH]
    asked = correcting.Asked(parse_deal("6ss="), "score", "The wrong board", 1, uuid4())
    correction = correcting.ask(
        session=session, slot=slot, asked=asked, by=north, now=NOON
    )
    for grounds, words in (
        (None, "another director or an admin says"),
        (correcting.Grounds(), "the other side confirms"),
    ):
        with pytest.raises(Refused, match=words):
            correcting.decide(
                correction=correction,
                grounds=grounds,
                reason="So",
                by=director,
                now=NOON,
            )
    correcting.withdraw(correction=correction, by=north, now=NOON)


def assert_decides_no_appeal(session, slot, director):
    """Appeal as North, and assert that the director neither agrees for the pair nor decides."""
    players = at(session, slot).players
    appeal = appealing.appeal(
        session=session,
        slot=slot,
        why="No",
        key=uuid4(),
        by=players[Seat.NORTH],
        now=NOON,
    )
    with pytest.raises(Refused, match="The other of the pair agrees"):
        appealing.agree(appeal=appeal, by=director, now=NOON)
    appealing.agree(appeal=appeal, by=players[Seat.SOUTH], now=NOON)
    with pytest.raises(Refused, match="nobody of the table or its teams"):
        appealing.decide(
            appeal=appeal,
            changed=False,
            heard_as="reviewer",
            reason="So",
            by=director,
            now=NOON,
        )


def test_a_director_of_the_other_half_decides_nothing_at_a_table_of_their_own_team():
    cleo, ida = member("Cleo"), member("Ilse", role=Role.ADMIN)
    session = played_to_the_end(
        in_teams(boards_a_round=1, movement=teams(2, rounds=2), by=cleo)
    )
    slot = next(
        slot
        for slot, _ in slots_of(load(session.pk))
        if not at(session, slot).side_of(cleo)
    )
    assert is_concerned(at(session, slot), cleo)
    assert not is_concerned(at(session, slot), ida)
    assert_neither_rules_nor_looks(session, slot, cleo)
    assert_decides_no_correction(session, slot, cleo)
    ruled(session, slot, "A+-", by=ida)
    assert_decides_no_appeal(session, slot, cleo)
    page = f"/duplicate/{session.pk}/rounds/{slot.round}/A/{slot.table}/boards/{slot.board}/"
    for name in ("appeal/", "correction/"):
        assert not signed_in(cleo).get(page + name).context["directs"]


def test_rulings_in_one_room_are_those_of_the_board():
    session = match()
    ruled(session, Slot("A", 1, 1, 1), "A+-")
    result = scores_of(load(session.pk), results_of(session.pk)).result
    assert [side.points for side in result.matches[0]] == [3, -3]
    ruled(session, Slot("A", 1, 1, 1), "50%=+420,50%=-50")
    assert (
        scores_of(load(session.pk), results_of(session.pk)).result.matches[0].one.points
        == 5
    )
    page = signed_in(session.director).get(
        f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/ruling/effect/",
        {
            "kind": "artificial",
            "ns": "=",
            "ew": "=",
            "seen_ruling": 2,
            "seen_play": 1,
            "key": str(uuid4()),
        },
    )
    assert "All teams: the first places" in page.content.decode()
    assert "§ ruled" in text(signed_in("Anna"), f"/duplicate/{session.pk}/matches/1/2/")


def test_rooms_that_had_other_cards_are_not_compared():
    session = match()
    slot = next(slot for slot, _ in slots_of(load(session.pk)) if slot.board == 1)
    group_board(
        session=session,
        board=1,
        groups={slot: "b"},
        reason="Changed",
        by=session.director,
        now=NOON,
    )
    assert BoardGroup.objects.count() == 1
    side = scores_of(load(session.pk), results_of(session.pk)).result.matches[0].one
    assert (side.points, side.boards) == (0, 1)
    assert "other cards, group b" in text(
        signed_in("Anna"), f"/duplicate/{session.pk}/matches/1/2/"
    )


def test_penalties_are_in_victory_points_and_no_others():
    session = match()
    take = Taking("A", 1, 50, "vp", "90B", "Late", uuid4())
    with pytest.raises(Refused, match="taken off in victory points"):
        penalise(
            session=session,
            taking=take._replace(unit="imp"),
            by=session.director,
            now=NOON,
        )
    penalise(session=session, taking=take, by=session.director, now=NOON)
    rows = scores_of(load(session.pk), results_of(session.pk)).result.lists[0].rows
    assert rows[0].penalty == 0.5
    assert "0.5 victory points" in text(
        signed_in("Anna"), f"/duplicate/{session.pk}/ranking/"
    )
    assert "victory points" in text(
        signed_in(session.director), f"/duplicate/{session.pk}/director/penalties/"
    )


def test_it_is_published_with_all_four_of_a_team_and_corrected():
    session = played_to_the_end(
        in_teams(boards_a_round=1, movement=teams(2, rounds=2), rules=VICTORY_POINTS)
    )
    published(session)
    rows = PublishedRow.objects.prefetch_related("players")
    assert [len(row.players.all()) for row in rows] == [4, 4] and {
        row.percent for row in rows
    } == {None}
    slot, _ = next(slots_of(load(session.pk)))
    asked = correcting.Asked(parse_deal("6ss="), "score", "The wrong board", 1, uuid4())
    correction = correcting.ask(
        session=session, slot=slot, asked=asked, by=player(session, slot), now=NOON
    )
    at = f"/duplicate/{session.pk}/rounds/{slot.round}/A/{slot.table}/boards/{slot.board}/correction/"
    assert "Team</th>" in text(signed_in(player(session, slot)), at)
    team_mate = next(
        each
        for each in load(session.pk).section("A").players[1]
        if each != player(session, slot)
    )
    text(signed_in("Cleo" if team_mate.name != "Cleo" else "Dan"), at, 403)
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
    page = text(signed_in("Anna"), f"/duplicate/{session.pk}/results/")
    assert "All teams" in page and "Matches</a>" in page and "My boards" in page


def test_late_teams_departures_and_other_rounds_are_refused_with_a_sentence():
    session = in_teams(rounds=1)
    ruth = session.director
    more = {"session": session, "from_round": 2, "by": ruth, "now": NOON}
    with pytest.raises(Refused, match="no other team can be let in"):
        let_late_pair_in(
            letter="A", way=0, members=[member("Kim"), member("Lars")], **more
        )
    with pytest.raises(Refused, match="none can be taken out"):
        withdraw(letter="A", way=0, number=2, **more)
    with pytest.raises(Refused, match="teams play all of those planned"):
        change_rounds(rounds=3, **more)
    client = signed_in(ruth)
    for page, words in (
        ("late-pair/", "no other team"),
        ("withdrawal/?pair=A1", "none can be taken out"),
        ("rounds/number/", "teams play all of those planned"),
    ):
        assert words in text(client, f"/duplicate/{session.pk}/director/{page}")


def test_a_team_that_comes_late_takes_its_number_and_the_rest_is_played():
    session = in_teams(count=3, boards_a_round=1, rules=VICTORY_POINTS)
    four = load(session.pk).section("A").players[3]
    unseat(session=session, letter="A", number=3, by=session.director, now=NOON)
    start_round(session=session, round=1, by=session.director, now=NOON)
    with pytest.raises(Refused, match="There are no two pairs at table 3"):
        recorded(session, Slot("A", 1, 3, 1), "4sn=", by=session.director)
    seat(session=session, taken=[Taken("A", 3, four)], by=session.director, now=NOON)
    start_round(session=session, round=2, by=session.director, now=NOON)
    assert {slot.table for slot, _ in slots_of(load(session.pk))} == {1, 2, 3}


def test_cards_have_one_for_each_half_of_a_team():
    session = in_teams(count=3, boards_a_round=2)
    cards = (
        signed_in("Anna").get(f"/duplicate/{session.pk}/guide-cards/").context["cards"]
    )
    named = {
        card.entry.names: [(each.table, each.line) for each in card.rounds]
        for card in cards
    }
    assert len(named) == 6
    assert named["Anna & Ben"] == [("1", "North–South")] * 2
    assert [line for _, line in named["Cleo & Dan"]] == ["East–West"] * 2
    assert "half of a team" in text(
        signed_in("Anna"), f"/duplicate/{session.pk}/guide-cards/"
    )
    text(signed_in("Anna"), f"/duplicate/{session.pk}/board-moves/")


def test_a_director_who_plays_in_the_other_half_of_a_team_records_nothing_at_its_table():
    anna = member("Anna")
    session = in_teams(rounds=1, by=anna)
    of_round = sorted(slot for slot, _ in slots_of(load(session.pk)) if slot.round == 1)
    own, other = of_round[0], of_round[-1]
    assert (at(session, own).side_of(anna), at(session, other).side_of(anna)) == (
        Side.NS,
        None,
    )
    with pytest.raises(
        Refused,
        match="You do not play at table 2 in round 1. You play at table 1, North–South",
    ):
        recorded(session, other, "4sn=", by=anna)
    recorded(session, own, "4sn=", by=anna)
    agreed_to = recorded(session, other, "4sn-1")
    with pytest.raises(Refused, match="You do not play at table 2 in round 1"):
        recorded(session, other, "4sn=", by=anna, seen=agreed_to.play.version)
