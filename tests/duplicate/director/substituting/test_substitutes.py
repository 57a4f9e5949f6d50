"""A substitute sits in from some round on, plays and is named; the result counts for whoever has played half."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubscore.duplicate.audit_source import place_taken
from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.director.seating.services import leave
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.services import sit_in
from clubscore.duplicate.models import Place, PublishedPlayer, Ruling
from clubscore.duplicate.outcomes.desk import SessionDesk
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.sight import is_concerned, may_see, moment_of
from clubscore.duplicate.results.glance import own_sessions
from clubscore.duplicate.session.lineup import entry_names, shares_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.penalties.services import Taking, penalise
from clubscore.members.merging.services import MergeRefused, merge
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.privacy.erasing.services import erase
from clubscore.refusals import Refused
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play, pairs, seated
from tests.duplicate.other_forms import in_teams
from tests.duplicate.published import published
from tests.duplicate.recorded import agreed, at, player, recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import opened
from tests.duplicate.team_match import signed_in, text
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    """Return a session of two tables in the first of three rounds, in which Anna and Ben are number 1."""
    return in_play(member("Ruth"), howell(2), count=4)


def put_in(
    session,
    name,
    *,
    from_round,
    to_round=None,
    number=1,
    seat="S",
    is_sure=False,
    by=None,
):
    who = Member.objects.filter(name=name).first() or member(name)
    change = PlaceChange("A", number, seat, who, from_round, to_round, is_sure)
    return sit_in(session=session, change=change, by=by or session.director, now=NOON)


def playing(session, round, number=1):
    return [
        each.name for each in load(session.pk).sections[0].players_in(number, round)
    ]


def played_on(session, *, to=3):
    """Begin the rounds up to number `to`, and let North record and East agree to every board without a result."""
    for round in range(1, to + 1):
        if round > load(session.pk).round:
            start_round(session=session, round=round, by=session.director, now=NOON)
        for slot, _ in slots_of(load(session.pk)):
            if slot.round == round and slot not in results_of(session.pk):
                agreed(session, slot, "4sn=")


def slots_in(session, round, number=1):
    return [
        slot
        for slot, row in slots_of(load(session.pk))
        if slot.round == round and number in row.seated
    ]


def put_in_on_the_page(session, director, who):
    """Let the director put somebody in for Ben from round 2 on."""
    address = f"/duplicate/{session.pk}/director/substitutes/"
    assert "Ben" in text(director, address)
    sent = director.post(
        address,
        {"place": "A1S", "member": who.pk, "from_round": 2, "to_round": ""},
        follow=True,
    )
    assert f"{who.name} plays from round 2." in sent.content.decode()


def assert_has_the_place_of_ben(session, slot, phone, ben):
    """Assert that in round 2 the phone's member is at the table, and Ben neither sees it nor records."""
    table = f"/duplicate/{session.pk}/table/"
    here = phone.get(table, follow=True)
    assert "Table" in here.content.decode() and here.context["side"]
    assert "You have no place" in text(ben, table)
    there = f"/duplicate/{session.pk}/rounds/2/A/{slot.table}/boards/{slot.board}/"
    assert ben.get(there).status_code == 403
    with pytest.raises(Refused, match="You have no place"):
        recorded(session, slot, "4sn=", by=Member.objects.get(name="Ben"))


def assert_is_named_in_the_results(session, slot, phone):
    results = text(phone, f"/duplicate/{session.pk}/results/")
    assert "Anna &amp; Tim (Ben in round 1)" in results
    traveller = text(phone, f"/duplicate/{session.pk}/boards/{slot.board}/")
    assert "Anna &amp; Tim" in traveller and "Anna &amp; Ben" not in traveller


def standings_of(client, name):
    who = Member.objects.get(name=name)
    return text(client, reverse("standings:member", args=[who.pk]))


def test_a_whole_session_with_a_substitute_from_the_second_round_on(session):
    tim = member("Tim")
    director, ben, phone = signed_in("Ruth"), signed_in("Ben"), signed_in("Tim")
    played_on(session, to=1)
    put_in_on_the_page(session, director, tim)
    assert playing(session, 1) == ["Anna", "Ben"]
    assert playing(session, 2) == ["Anna", "Tim"]
    assert "You sit out round 1" in text(phone, f"/duplicate/{session.pk}/table/")
    start_round(session=session, round=2, by=session.director, now=NOON)
    slot = slots_in(session, 2)[0]
    assert_has_the_place_of_ben(session, slot, phone, ben)
    recorded(session, slot, "4sn=", by=tim)
    played_on(session)
    ranking = text(director, f"/duplicate/{session.pk}/ranking/")
    assert "Anna &amp; Tim (Ben in round 1)" in ranking
    end_play(session=session, by=session.director, now=NOON)
    published(session)
    assert_is_named_in_the_results(session, slot, phone)
    shares = PublishedPlayer.objects.filter(row__entry__number=1).order_by("position")
    assert [(each.member.name, each.rounds, each.counts) for each in shares] == [
        ("Anna", "", True),
        ("Tim", "", True),
        ("Ben", "1-1", False),
    ]
    assert "Thursday pairs" in standings_of(phone, "Tim")
    assert "Thursday pairs" not in standings_of(ben, "Ben")


def test_the_result_counts_for_both_when_each_played_half_and_the_first_gives_the_name():
    # Number 6 is not there: everybody sits out a round.
    session = in_play(member("Ruth"), count=5)
    section = load(session.pk).sections[0]
    rounds = [
        round
        for round in range(1, 6)
        if (row := section.row_of(round, 1)) and 6 not in row.seated
    ]
    put_in(session, "Tim", from_round=rounds[2])
    played_on(session, to=5)
    end_play(session=session, by=session.director, now=NOON)
    published(session)
    shares = PublishedPlayer.objects.filter(row__entry__number=1).order_by("position")
    assert [(each.member.name, each.rounds, each.counts) for each in shares] == [
        ("Anna", "", True),
        ("Ben", "", True),
        ("Tim", f"{rounds[2]}-", True),
    ]
    page = signed_in("Tim").get(f"/duplicate/{session.pk}/results/").content.decode()
    assert f"Anna &amp; Ben (Tim from round {rounds[2]})" in page
    file = (
        signed_in("Tim").get(f"/duplicate/{session.pk}/results/1/pbn/").content.decode()
    )
    assert '"Anna;Ben"' in file and "Tim" not in file


def test_who_comes_late_has_the_place_from_the_round_after_the_substitute(session):
    put_in(session, "Tim", from_round=1, to_round=1)
    assert [playing(session, round)[1] for round in (1, 2, 3)] == ["Tim", "Ben", "Ben"]
    state = load(session.pk)
    ben, tim = Member.objects.get(name="Ben"), Member.objects.get(name="Tim")
    assert state.entry_of(ben) and state.entry_of(tim)
    assert list(own_sessions(ben)) == [session] == list(own_sessions(tim))
    start_round(session=session, round=2, by=session.director, now=NOON)
    assert load(session.pk).entry_of(tim) is None
    assert (list(own_sessions(ben)), list(own_sessions(tim))) == ([session], [])


def test_the_newest_word_has_a_round_and_nothing_is_taken_from_the_rows(session):
    put_in(session, "Tim", from_round=2)
    put_in(session, "Uma", from_round=2)
    assert [playing(session, round)[1] for round in (1, 2, 3)] == ["Ben", "Uma", "Uma"]
    put_in(session, "Ben", from_round=3)
    assert [playing(session, round)[1] for round in (1, 2, 3)] == ["Ben", "Uma", "Ben"]
    put_in(session, "Tim", from_round=1, to_round=2)
    assert [playing(session, round)[1] for round in (1, 2, 3)] == ["Tim", "Tim", "Ben"]
    assert Place.objects.filter(entry__number=1, seat="S").count() == 5
    assert load(session.pk).sections[0].players[1][1].name == "Ben"


@pytest.mark.parametrize(
    ("who", "how", "words"),
    [
        ("Cleo", {"from_round": 2}, "plays as number 2 in these rounds"),
        ("Anna", {"from_round": 2}, "plays as number 1 in these rounds"),
        ("Ben", {"from_round": 2}, "plays there already"),
        ("Tim", {"from_round": 4}, "has rounds 1 to 3"),
        ("Tim", {"from_round": 3, "to_round": 2}, "The last round is before the first"),
        ("Tim", {"from_round": 2, "number": 9}, "Nobody has number 9"),
    ],
)
def test_what_cannot_be_is_refused_and_says_what_is_right(session, who, how, words):
    with pytest.raises(Refused, match=words):
        put_in(session, who, **how)
    assert Place.objects.count() == 8


def test_nobody_is_given_a_board_that_they_have_played():
    session = in_play(member("Ruth"), mitchell(3))
    played_on(session, to=1)
    put_in(session, "Tim", from_round=2)  # Ben has played the boards of round 1
    section = load(session.pk).sections[0]
    mine = section.row_of(1, 1).set
    again = next(
        (row.round, number)
        for row in section.movement.rows
        for number in row.seated
        if row.set == mine and row.round > 1 and number != 1
    )
    with pytest.raises(
        Refused, match=rf"has board \d+ of round {again[0]} in round 1 at another table"
    ):
        put_in(session, "Ben", from_round=again[0], to_round=again[0], number=again[1])


def test_a_director_who_has_seen_results_sits_in_only_when_that_is_weighed():
    session = in_play(member("Ruth"), howell(3))
    played_on(session, to=2)
    client = signed_in("Ruth")
    sent = {"place": "A1S", "member": session.director_id, "from_round": 3}
    address = f"/duplicate/{session.pk}/director/substitutes/"
    refused = client.post(address, sent)
    assert refused.status_code == 422
    words = refused.content.decode()
    assert "Law 16D" in words and "That is so, and they play all the same" in words
    assert client.post(address, sent | {"is_sure": "on"}).status_code == 302
    assert playing(session, 3) == ["Anna", "Ruth"]


def test_results_of_the_round_are_named_before_they_become_those_of_the_substitute(
    session,
):
    slot = slots_in(session, 1)[0]
    recorded(session, slot, "4sn=")
    with pytest.raises(
        Refused,
        match=f"of round 1 are recorded already, and become those of Tim: {slot.board}",
    ):
        put_in(session, "Tim", from_round=1)
    put_in(session, "Tim", from_round=1, is_sure=True)
    assert playing(session, 1) == ["Anna", "Tim"]


def test_who_was_replaced_sees_only_what_an_onlooker_sees():
    session = in_play(member("Ruth"), howell(3))
    put_in(session, "Tim", from_round=2)
    played_on(session, to=2)
    state = load(session.pk)
    moment, ben, tim, anna = (
        moment_of(state, results_of(session.pk)),
        *(
            SessionDesk(state, Member.objects.get(name=name)).viewer
            for name in ("Ben", "Tim", "Anna")
        ),
    )
    nobody = SessionDesk(state, member("Wim")).viewer
    for board in range(1, 11):
        rounds = {
            slot.round
            for slot in (*slots_in(session, 1), *slots_in(session, 2))
            if slot.board == board
        }
        if 1 not in rounds:
            assert may_see(ben, board, moment) is may_see(nobody, board, moment)
            assert may_see(tim, board, moment) is may_see(anna, board, moment)
        else:
            assert may_see(tim, board, moment) is may_see(nobody, board, moment)


def test_a_director_sees_all_again_after_the_rounds_that_they_played():
    session = in_play(member("Ruth"), howell(3))
    put_in(session, "Ruth", from_round=1, to_round=1)
    for round, sees in ((1, False), (2, True)):
        if round > 1:
            played_on(session, to=1)
            start_round(session=session, round=2, by=session.director, now=NOON)
        state = load(session.pk)
        moment = moment_of(state, results_of(session.pk))
        later = slots_in(session, 3)[0].board
        assert (
            may_see(SessionDesk(state, session.director).viewer, later, moment) is sees
        )


def test_only_who_directs_puts_somebody_in(session):
    anna = signed_in("Anna")
    address = f"/duplicate/{session.pk}/director/substitutes/"
    assert anna.get(address).status_code == 403
    assert (
        anna.post(
            address, {"place": "A1S", "member": member("Tim").pk, "from_round": 2}
        ).status_code
        == 403
    )


@pytest.mark.parametrize(
    "sent", [{}, {"place": "A1S", "from_round": "x"}, {"place": "Z9Q", "member": "0"}]
)
def test_a_form_that_is_not_whole_says_what_is_missing_and_keeps_what_was_typed(
    session, sent
):
    answer = signed_in("Ruth").post(
        f"/duplicate/{session.pk}/director/substitutes/", sent
    )
    assert answer.status_code == 422
    assert answer.context["form"].errors


def test_after_a_publication_a_substitute_makes_another_one_worth_it_until_it_is_final(
    session,
):
    played_on(session)
    end_play(session=session, by=session.director, now=NOON)
    first = published(session)
    with pytest.raises(Refused, match="Nothing has changed"):
        published(session, reason="Again", begins_period=False)
    put_in(session, "Tim", from_round=1, is_sure=True)
    second = published(session, reason="Tim played for Ben", begins_period=False)
    named = [
        each.member.name
        for each in PublishedPlayer.objects.filter(
            row__publication=second, row__entry__number=1
        )
    ]
    assert sorted(named) == ["Anna", "Tim"]
    with pytest.raises(Refused, match="final"):
        change = PlaceChange(
            "A", 1, "S", Member.objects.get(name="Ben"), 1, None, is_sure=True
        )
        sit_in(
            session=session,
            change=change,
            by=session.director,
            now=first.correction_ends_at + timedelta(minutes=1),
        )


def test_a_pair_with_a_substitute_goes_home_with_all_who_were_to_play(session):
    put_in(session, "Tim", from_round=2, to_round=2)
    section = load(session.pk).sections[0]
    leave(section=section, number=1, last_round=1, by=session.director, now=NOON)
    assert playing(session, 2) == [] == playing(session, 3)
    assert playing(session, 1) == ["Anna", "Ben"]


def test_the_pages_take_as_many_queries_for_three_substitutes_as_for_one(session):
    client = signed_in("Ruth")
    pages = ("director/substitutes/", "", "ranking/", "director/")
    counts = []
    for names in (("Tim",), ("Uma", "Vera")):
        for number, name in enumerate(names, start=1 if len(names) == 1 else 2):
            put_in(session, name, from_round=2, number=number)
        for page in pages:
            client.get(f"/duplicate/{session.pk}/{page}")
        found = []
        for page in pages:
            with CaptureQueriesContext(
                connection,
            ) as queries:
                assert client.get(f"/duplicate/{session.pk}/{page}").status_code == 200
            found.append(len(queries))
        counts.append(found)
    assert counts[0] == counts[1]


def test_the_audit_says_from_which_round_somebody_was_seated(session):
    place = put_in(session, "Tim", from_round=2)
    assert (
        place_taken(place).words
        == "seated Tim as number 1 of Thursday pairs, from round 2"
    )
    assert player(session, Slot("A", 1, 1, 1))


def test_who_was_replaced_in_a_team_learns_nothing_that_the_others_still_need():
    session = in_teams(count=3, rounds=1)
    put_in(session, "Tim", from_round=2, seat="N")
    played_on(session, to=1)
    state = load(session.pk)
    moment, anna = (
        moment_of(state, results_of(session.pk)),
        Member.objects.get(name="Anna"),
    )
    open_boards = {
        slot.board
        for slot, row in slots_of(state)
        if slot.round > 1 and 1 in row.seated
    }
    assert open_boards
    assert not any(
        may_see(SessionDesk(state, anna).viewer, board, moment) for board in open_boards
    )


def test_who_sits_in_at_two_places_is_named_once():
    session = in_teams(count=3, rounds=1)
    put_in(session, "Tim", from_round=1, to_round=1, seat="N")
    put_in(session, "Tim", from_round=2, to_round=2, seat="S")
    section = load(session.pk).sections[0]
    assert [share.member.name for share in shares_of(section, 1)].count("Tim") == 1
    assert entry_names(section, 1) == "Tim, Ben, Cleo & Dan (Anna from round 2)"


def test_a_substitute_is_merged_and_erased_as_anybody_who_has_played(session):
    tim, timothy = put_in(session, "Tim", from_round=2).member, member("Timothy")
    with pytest.raises(MergeRefused, match="Tim has a place in Thursday pairs"):
        merge(kept=timothy, merged=tim, by=session.director, now=NOON)
    played_on(session)
    end_play(session=session, by=session.director, now=NOON)
    published(session)
    owner = member("Olga", role=Role.OWNER)
    merge(kept=timothy, merged=tim, by=owner, now=NOON)
    assert SessionDesk(load(session.pk), timothy).viewer.plays_for(("A", 1))
    timothy.refresh_from_db()
    erase(member=timothy, by=owner, now=NOON)
    assert (
        "Tim"
        not in signed_in("Ruth")
        .get(f"/duplicate/{session.pk}/results/")
        .content.decode()
    )


@pytest.mark.parametrize(
    ("language", "word"), [("de", "Ersatz"), ("fr", "Remplaçant"), ("nl", "Invaller")]
)
def test_who_sits_in_is_named_in_every_language(session, language, word):
    page = signed_in("Ruth").get(
        f"/duplicate/{session.pk}/director/substitutes/",
        headers={"accept-language": language},
    )
    assert f">{word}<" in page.content.decode()


def test_law_81b_who_puts_a_friend_in_for_themselves_does_not_rule_at_that_table(
    session,
):
    """The director plays, puts Tim in before a result is entered, and would rule as if she had not played."""
    ruth, later = session.director, NOON + timedelta(minutes=5)
    put_in(session, "Ruth", from_round=1)
    assert is_concerned(at(session, slots_in(session, 1)[0]), ruth)
    change = PlaceChange("A", 1, "S", member("Tim"), 1, None)
    sit_in(session=session, change=change, by=ruth, now=later)
    own = slots_in(session, 1)[0]
    with pytest.raises(Refused, match="another director or an admin rules"):
        ruled(session, own, "A+-", now=later)
    taking = Taking("A", 1, 1000, "percent", "90", "Late", uuid4())
    with pytest.raises(Refused, match="your own number"):
        penalise(session=session, taking=taking, by=ruth, now=later)
    assert not Ruling.objects.exists()
    start_round(session=session, round=2, by=ruth, now=later + timedelta(minutes=1))
    next_one = slots_in(session, 2)[0]
    assert not is_concerned(at(session, next_one), ruth)


def test_law_81b_who_gave_a_place_up_before_play_began_directs_every_table():
    session = opened(member("Ruth"), howell(2))
    first, *others = pairs(4)
    seated(session, [(session.director, first[1]), *others])
    later = NOON + timedelta(minutes=5)
    change = PlaceChange("A", 1, "N", member("Tim"), 1, None)
    sit_in(session=session, change=change, by=session.director, now=later)
    start_round(session=session, round=1, by=session.director, now=later)
    own = slots_in(session, 1)[0]
    assert not is_concerned(at(session, own), session.director)
    ruled(session, own, "A+-", now=later)
