"""The clubs of the walk in which a session is undone, disputed, and changed late with an organiser's approval."""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from uuid import uuid4

from clubscore.duplicate.approval.services import decline, take_back
from clubscore.duplicate.director.directing.clock_services import (
    extend_round,
    pause_round,
    resume_round,
)
from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.director.directing.taking_back import (
    reopen_play,
    take_back_round,
)
from clubscore.duplicate.director.misplay.plans import Seats, misplay_ways, played_rows
from clubscore.duplicate.director.misplay.wiring import proposed_misplay
from clubscore.duplicate.director.presence.services import (
    find_there,
    say_not_there,
    say_there,
)
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.services import sit_in
from clubscore.duplicate.director.substituting.wiring import proposed_substitute
from clubscore.duplicate.models import Call, Penalty, Presence, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.play.entering.calls import answer_call, call_director
from clubscore.duplicate.play.entering.taking_back import take_agreement_back
from clubscore.duplicate.play.tablet.services import lay_tablet
from clubscore.duplicate.results.grading.grades import Grade
from clubscore.duplicate.results.grading.services import set_grades
from clubscore.duplicate.results.masterpoints.services import choose_scale
from clubscore.duplicate.results.practices.services import choose_practice
from clubscore.duplicate.results.season.services import look_at_entries
from clubscore.duplicate.results.terms.queries import Periods
from clubscore.duplicate.results.terms.services import set_periods
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.correcting.services import Asked, ask
from clubscore.duplicate.verdicts.groups.wiring import proposed_groups
from clubscore.duplicate.verdicts.penalties.services import Taking
from clubscore.duplicate.verdicts.penalties.wiring import (
    proposed_lift,
    proposed_penalty,
)
from clubscore.members.models import Member
from scoring import Side
from scoring.duplicate.law79 import Conviction
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.late_changes import LATE, approved, organiser, proposed
from tests.duplicate.other_forms import in_teams, played_to_the_end
from tests.duplicate.published import (
    LINES,
    played,
    published,
    published_as_it_is,
)
from tests.duplicate.recorded import agreed, player, recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import opened
from tests.factories import NOON, member
from tests.walk.clubs import ABOUT_DUPLICATE, club

FIRST = Slot("A", 1, 1, 1)
MINUTE = timedelta(minutes=1)


@club("rounds taken back, clocks and a friendly session", *ABOUT_DUPLICATE)
def undone() -> None:
    """Make a round that was taken back, a clock that was changed, play that was reopened, and a friendly session."""
    ruth, olga = member("Ruth"), organiser("Olga")
    session = in_play(ruth, family="of the clock", rounds=2)
    acts = {"session": session, "by": ruth}
    take_back_round(**acts, round=2, now=NOON + MINUTE)
    extend_round(**acts, round=1, minutes=5, now=NOON + MINUTE)
    pause_round(**acts, round=1, now=NOON + 2 * MINUTE)
    resume_round(**acts, round=1, now=NOON + 3 * MINUTE)
    pause_round(**acts, round=1, now=NOON + 4 * MINUTE)
    lay_tablet(
        session=session,
        letter="A",
        table=1,
        by=player(session, FIRST),
        now=NOON + 5 * MINUTE,
        is_here=True,
    )
    reopened(played(ruth, family="reopened", name="Reopened"))
    again = played(ruth, family="again", name="Ended again")
    reopened(again)
    end_play(session=again, by=ruth, now=NOON + 2 * MINUTE)
    friendly = opened(ruth, howell(2), is_friendly=True, name="Among friends")
    periods = Periods(60, 60, "")
    set_periods(session=friendly, periods=periods, by=olga, now=NOON)
    conventions = {"short_boards": "none"}
    choose_practice(practice="own", conventions=conventions, by=olga, now=NOON)


def reopened(session: Session) -> None:
    reopen_play(session=session, by=session.director, now=NOON + MINUTE)


@club("handicaps, strata and masterpoints", *ABOUT_DUPLICATE)
def graded() -> None:
    """Make a published session with handicaps, a stratum and masterpoints."""
    session = played(member("Ruth"), family="graded", name="With handicaps")
    grades = {
        ("A", 1): Grade(Fraction(5, 2)),
        ("A", 2): Grade(Fraction(-1), "B"),
        ("A", 3): Grade(None, "B"),
    }
    acts = {"session": session, "by": session.director, "now": NOON}
    set_grades(**acts, grades=grades)
    choose_scale(**acts, scale="acbl-club", own={})
    published(session)


@club("places that were contested", *ABOUT_DUPLICATE)
def contested() -> None:
    """Make members who are not there, with each decision about them, and one who is there; publish one place open."""
    session = played(member("Ruth"), family="seated", name="Seated by the director")
    ben, dan, finn, hugo = (
        Member.objects.get(name=f"{name} seated")
        for name in ("Ben", "Dan", "Finn", "Hugo")
    )
    words = []
    for number, who in enumerate((ben, dan, finn)):
        at = NOON + number * MINUTE
        say_not_there(session=session, by=who, now=at)
        words.append(Presence.objects.get(member=who))
    say_there(session=session, by=dan, now=NOON + 3 * MINUTE)
    say_there(session=session, by=hugo, now=NOON + 3 * MINUTE)
    find_there(
        presence=words[2], reason="I saw him", by=organiser("Olga"), now=NOON + MINUTE
    )
    change = PlaceChange("A", 1, "S", member("Zoe"), 1, None, is_sure=True)
    sit_in(session=session, change=change, by=session.director, now=NOON + MINUTE)
    say_not_there(session=session, by=change.member, now=NOON + 2 * MINUTE)
    left_open = Presence.objects.open().get()
    published(session, accepts_open=frozenset({f"seat-{left_open.pk}"}))


@club("boards published open", *ABOUT_DUPLICATE)
def published_open() -> None:
    """Make two results, a call, a correction about tricks and an agreement that was taken back, open at publication."""
    session = in_play(member("Ruth"), howell(2), count=4, rounds=3)
    slots = [slot for slot, _ in slots_of(load(session.pk))]
    for index, slot in enumerate(slots):
        agreed(session, slot, LINES[index % len(LINES)])
    call = asked_for_the_director(session, slots[1], "yes")
    answer_call(call=call, by=session.director, now=NOON)
    asked_for_the_director(session, slots[-1], "no")
    differ(session, slots[0])
    differ(session, slots[2])
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    ruled(session, slots[2], LINES[2], claim="no", conviction=Conviction.CLEAR)
    for slot, claim in ((slots[4], "no"), (slots[5], "yes")):
        about_tricks(session, slot, claim)
    ruled(session, slots[6], "A==", claim="yes")
    east = player(session, slots[3], Side.EW)
    take_agreement_back(session=session, slot=slots[3], version=1, by=east, now=NOON)
    published_as_it_is(session)


def asked_for_the_director(session: Session, slot: Slot, claim: str) -> Call:
    return call_director(
        session_id=session.pk,
        slot=slot,
        about="How many tricks?",
        claim=claim,
        key=uuid4(),
        by=player(session, slot),
        now=NOON,
    )


def differ(session: Session, slot: Slot) -> None:
    """Let East enter another number of tricks for a board on which both sides had agreed."""
    east = player(session, slot, Side.EW)
    recorded(session, slot, "4sn-2", by=east, seen=1)


def about_tricks(session: Session, slot: Slot, claim: str) -> None:
    """Let North ask for one trick less."""
    play = results_of(session.pk)[slot].play
    assert play.facts.tricks
    facts = replace(play.facts, tricks=play.facts.tricks - 1)
    asked = Asked(facts, "tricks", "We counted again", play.version, uuid4(), claim)
    ask(session=session, slot=slot, asked=asked, by=player(session, slot), now=NOON)


@club("changes after the period", *ABOUT_DUPLICATE)
def late() -> None:
    """Make late changes of every kind, and in every state."""
    olga = organiser("Olga")
    session = played(member("Ruth"), family="late")
    published(session)
    seats_put_right(session)
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    penalty = Taking("A", 1, 2_500, "%", "90B1", "Late", uuid4())
    approved(proposed(session, proposed_penalty(penalty)), olga)
    approved(
        proposed(session, proposed_lift(Penalty.objects.get(), "Not his", uuid4())),
        olga,
    )
    groups = proposed_groups(slot.board, {slot: "b"}, "Turned", uuid4())
    approved(proposed(session, groups), olga)
    change = PlaceChange("A", 1, "N", member("Tim"), 1, 1, True)
    approved(proposed(session, proposed_substitute(change, "Tim sat", uuid4())), olga)
    declined = proposed(session, proposed_penalty(penalty._replace(key=uuid4())))
    decline(late=declined, reason="Not proved", by=olga, now=LATE)
    taken = proposed(session, proposed_penalty(penalty._replace(key=uuid4())))
    take_back(late=taken, by=session.director, now=LATE)


def seats_put_right(session: Session) -> None:
    """Propose that two numbers sat in each other's seats. The proposal waits."""
    state = load(session.pk)
    [section] = state.sections
    one, other = section.movement.by_round[1]
    misplay = Seats(1, one.north, other.north)
    rows = played_rows(state, section, misplay)
    way = misplay_ways(state, section, rows, results_of(session.pk))[0]
    proposed(session, proposed_misplay("A", misplay, way, "By the slip", uuid4()))


@club(
    "results that the director entered alone",
    *ABOUT_DUPLICATE,
    "rubbers",
    "evenings",
)
def entered_alone() -> None:
    """Make sessions whose results one side or the director alone entered: counting, friendly, seen, and in matches."""
    ruth, olga = member("Ruth"), organiser("Olga")
    published(entered_by(ruth, name="Tuesday pairs", family="tuesday"))
    published(
        entered_by(
            ruth, name="Among friends after play", family="friends", is_friendly=True
        )
    )
    seen = entered_by(ruth, name="Seen", family="seen")
    look_at_entries(session=seen, by=olga, now=NOON)
    published(entered_by(organiser("Otto"), name="His own", family="own"))
    played_to_the_end(in_teams(family="alone", by=ruth))


def entered_by(director: Member, **opening: object) -> Session:
    """A session that is over; its director entered every other result alone, and North the others."""
    session = in_play(director, howell(2), count=4, rounds=3, **opening)
    for index, (slot, _) in enumerate(slots_of(load(session.pk))):
        by = director if index % 2 else None
        recorded(session, slot, LINES[index % len(LINES)], by=by)
    end_play(session=session, by=director, now=NOON)
    session.refresh_from_db()
    return session
