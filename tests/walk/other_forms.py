"""The clubs of the walk that play duplicate in teams, Swiss, individually or by older laws."""

from datetime import timedelta
from uuid import uuid4

from clubscore.duplicate.approval.services import LateGrounds
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.services import sit_in
from clubscore.duplicate.models import Appeal, Correction, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.appealing import services as appealing
from clubscore.duplicate.verdicts.correcting import services as correcting
from clubscore.duplicate.verdicts.correcting.law import Grounds
from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from scoring import Seat, Side, parse_deal
from scoring.duplicate.law79 import Conviction
from tests.duplicate.director.team_lineup.test_team_lineup import opened_for_teams
from tests.duplicate.late_changes import approved, ruled_late
from tests.duplicate.other_forms import alone, in_teams, played_to_the_end
from tests.duplicate.published import played, published_as_it_is
from tests.duplicate.recorded import at, player
from tests.duplicate.rulings import ruled
from tests.duplicate.swiss import begun, drawn, swiss, swiss_of_pairs
from tests.duplicate.swiss import played as played_swiss
from tests.factories import NOON, member
from tests.walk.clubs import ABOUT_DUPLICATE, club
from tests.walk.sessions import penalty, slots

AFTER = NOON + timedelta(hours=1)
"""A time after the end of the correction period."""
SURE = Grounds(Conviction.BEYOND_DOUBT)


def asked(
    session: Session, slot: Slot, line: str, *, error: str = "score"
) -> Correction:
    wanted = correcting.Asked(parse_deal(line), error, "The wrong board", 1, uuid4())
    return correcting.ask(
        session=session, slot=slot, asked=wanted, by=player(session, slot), now=NOON
    )


def confirmed(correction: Correction, slot: Slot, *, yes: bool = True) -> Correction:
    by = player(correction.session, slot, Side.EW)
    correcting.answer_request(correction=correction, confirm=yes, by=by, now=NOON)
    return correction


def appealed(
    session: Session, slot: Slot, *, agreed: bool = True, side: Side = Side.NS
) -> Appeal:
    made = appealing.appeal(
        session=session,
        slot=slot,
        why="Nobody bids so",
        key=uuid4(),
        by=player(session, slot, side),
        now=NOON,
    )
    if agreed:
        partner = at(session, slot).players[
            Seat.SOUTH if side is Side.NS else Seat.WEST
        ]
        appealing.agree(appeal=made, by=partner, now=NOON)
    return made


@club("corrections and appeals", *ABOUT_DUPLICATE)
def corrected() -> None:
    """Make a session that is published twice, with corrections and appeals in every state."""
    session = played(member("Ruth"))
    rosa = member("Rosa")
    give_role(member=rosa, role=Role.ADMIN)
    first, second, third, fourth, fifth, sixth, *_ = slots(session)
    appeals_of(session, first, second, third, by=rosa)
    published_as_it_is(session)
    corrections_of(session, fourth, fifth, sixth)


def appeals_of(
    session: Session, first: Slot, second: Slot, third: Slot, *, by: Member
) -> None:
    """Make appeals of rulings: one pending, one taken back, one upheld, and one changed by a committee and
    heard again.
    """
    for slot in (first, second, third):
        ruled(session, slot, "60% 4SN=, 40% 4SN-1")
    appealed(session, first, agreed=False)
    appealing.withdraw(
        appeal=appealed(session, first, side=Side.EW),
        by=player(session, first, Side.EW),
        now=NOON,
    )
    upheld, changed = appealed(session, second), appealed(session, third)
    appealing.decide(
        appeal=upheld,
        changed=False,
        heard_as="reviewer",
        reason="We asked",
        by=by,
        now=NOON,
    )
    ruled(session, third, "4sn=", by=by)
    appealing.decide(
        appeal=changed,
        changed=True,
        heard_as="committee",
        reason="All bid it",
        by=by,
        now=NOON,
    )
    heard = appealed(session, third, side=Side.EW)
    appealing.decide(
        appeal=heard,
        changed=False,
        heard_as="director",
        reason="So it is",
        by=session.director,
        now=NOON,
    )


def corrections_of(session: Session, fourth: Slot, fifth: Slot, sixth: Slot) -> None:
    """Make corrections after the first publication: accepted, refused, taken back, and late ones."""
    correcting.decide(
        correction=confirmed(asked(session, fourth, "6ss="), fourth),
        grounds=Grounds(),
        reason="",
        by=session.director,
        now=NOON,
    )
    published_as_it_is(session, reason="A wrong board", begins_period=False)
    refused = confirmed(asked(session, fifth, "6ss="), fifth, yes=False)
    correcting.decide(
        correction=refused,
        grounds=None,
        reason="It stands",
        by=session.director,
        now=NOON,
    )
    for yes in (True, False):
        answered = confirmed(asked(session, fifth, "5ss="), fifth, yes=yes)
        by = player(session, fifth, Side.EW)
        correcting.take_back_answer(correction=answered, by=by, now=NOON)
        correcting.withdraw(correction=answered, by=player(session, fifth), now=NOON)
    asked(session, fifth, "5ss=")
    taken_back = asked(session, sixth, "6ss=")
    correcting.withdraw(correction=taken_back, by=player(session, sixth), now=NOON)
    late(session, sixth, accept=True)
    late(session, fourth, "5hn=", accept=None)


def late(
    session: Session, slot: Slot, line: str = "6ss=", *, accept: bool | None
) -> None:
    """Make a correction that the director finds after the period; an admin decides it, unless `accept` is None."""
    version = results_of(session.pk)[slot].play.version
    wanted = correcting.Asked(
        parse_deal(line), "score", "The slip was found", version, uuid4()
    )
    found = correcting.correct_alone(
        session=session,
        slot=slot,
        asked=wanted,
        grounds=SURE,
        by=session.director,
        now=AFTER,
    )
    if accept is not None:
        rosa = type(session.director).objects.get(name="Rosa")
        approved(found.late_changes.get(), rosa, now=AFTER)


@club("a match of teams", *ABOUT_DUPLICATE)
def teams() -> None:
    """Make a published session of teams, with two rulings and a penalty."""
    session = in_teams(rounds=1)
    first, second, *_ = slots(session)
    played_to_the_end(session)
    ruled(session, first, "A+-")
    ruled(session, second, "ns:-50,ew:-420")
    penalty(session, 1, unit="imp", hundredths=300)
    published_as_it_is(session)


@club("a team of six", *ABOUT_DUPLICATE)
def team_of_six() -> None:
    """Make a match that has not begun, with a team of six players, of whom Eva and Finn do not sit at a table."""
    opened_for_teams()


@club("Swiss of teams and of pairs", *ABOUT_DUPLICATE)
def swiss_of_both() -> None:
    """Make a Swiss of teams in its first round, and a Swiss of pairs in its second round."""
    session = swiss_of_pairs(begun=1)
    played_swiss(session, {1, 3})
    drawn(session)
    begun(session, 2)
    penalty(session, 1, unit="vp", hundredths=100)
    swiss(family="Team", begun=1)


@club("an individual", *ABOUT_DUPLICATE)
def individual() -> None:
    """Make a published individual session with a ruling that one player appeals alone."""
    session = played_to_the_end(alone())
    first, *_ = slots(session)
    ruled(session, first, "A+-")
    appealed(session, first, agreed=False)
    published_as_it_is(session)


@club("the laws of 2007", *ABOUT_DUPLICATE)
def old_laws() -> None:
    """Make a published session under the laws of 2007 with a ruling after the correction period, approved
    by an admin.
    """
    session = played(member("Ruth"), law="2007")
    rosa = member("Rosa")
    give_role(member=rosa, role=Role.ADMIN)
    sit_in(
        session=session,
        change=PlaceChange("A", 1, "S", member("Tim"), 1, 1, True),
        by=session.director,
        now=NOON,
    )
    published_as_it_is(session)
    ruled_late(
        session,
        slots(session)[0],
        "A==",
        rosa,
        now=AFTER,
        grounds=LateGrounds(True, "House rule 7"),
    )
