"""The duplicate sessions that intruders try to get into: before the start, in play, between rounds and over."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from clubscore.duplicate.director.dealing.services import deal_hands
from clubscore.duplicate.director.directing.services import (
    end_play,
    name_deputy,
    start_round,
)
from clubscore.duplicate.director.misplay.plans import Boards
from clubscore.duplicate.director.misplay.services import record_misplay
from clubscore.duplicate.director.opening.draws import LIST, DrawBasis, first_movement
from clubscore.duplicate.director.opening.offers import offers
from clubscore.duplicate.director.presence.services import say_not_there
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import PlayProposal, Presence, Session
from clubscore.duplicate.play.entering.calls import call_director
from clubscore.duplicate.play.entering.services import record_play
from clubscore.duplicate.play.tablet.keys import key_of
from clubscore.duplicate.play.tablet.services import lay_tablet
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.appealing.services import agree, appeal
from clubscore.duplicate.verdicts.correcting.law import Grounds
from clubscore.duplicate.verdicts.correcting.services import Asked, ask, correct_alone
from clubscore.duplicate.verdicts.penalties.services import Taking, penalise
from clubscore.hands.models import DealSet
from clubscore.hands.services import deal_set
from clubscore.members.models import Member
from scoring import Side, parse_deal
from scoring.contest.rules import ContestRules
from scoring.duplicate.law79 import Conviction
from scoring.movements.mitchell import mitchell
from scoring.movements.teams import teams
from tests.duplicate.published import published
from tests.duplicate.recorded import entry, player, recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import opened
from tests.duplicate.tablets import laid
from tests.factories import NOON, member

DIRECTORS = {"player", "west", "admin", "owner"}
"""The parts that may direct a session: its director, a deputy, and the admins."""


def ids_of_sessions(who: dict[str, Member | None]) -> dict[str, Any]:
    """The ids of all sessions and of rows in them. The sessions are directed by `player`, with West as deputy.

    In the first session North and South are pair 1. In the running one a table calls the director.

    In the session that asks, North and South are also pair 1: East has recorded board 1, and has another result than
    they have for board 2. The session that is over and the one that asks have hands.

    In the session to correct, East asks North and South for a correction of board 2. In the final one a correction
    waits for approval.

    A tablet lies at table 1 of the session that asks and of the running one, where East has entered board 2 on it. A
    code waits for a tablet at table 3 of the running one. A Swiss waits for its first round, and two boards that
    table 1 has played instead of its own wait for a ruling.
    """
    corrections, appeals = _corrections(who), _appeals(who)
    # As clubs have it from before nobody could play in two sessions: North and South go on in this one later.
    disputed = Session.objects.filter(pk=appeals["session of an appeal"])
    disputed.update(ended_at=NOON)
    first = _session(who, "First", 3, (who["north"], who["south"]))
    begins = _session(who, "Begins", 3, (member("Begins A"), member("Begins B")))
    running = _session(who, "Running", 5, (member("Runs A"), member("Runs B")))
    played = _session(who, "Played", 3, (member("Plays A"), member("Plays B")))
    over = _over(who)
    asked = _session(who, "Asked", 3, (who["north"], who["south"]))
    _deal_hands(asked)
    _begin(running, 1)
    _begin(asked, 1)
    disputed.update(ended_at=None)
    _begin(played, 3)
    return {
        "session": first.pk,
        "session to begin": begins.pk,
        "running": running.pk,
        "played": played.pk,
        "session that is over": over.pk,
        "session that asks": asked.pk,
        "another result": _other_result(asked).pk,
        "free hands": _free_hands(running.director).pk,
        "teams": _match(who["player"]).pk,
        "swiss": _swiss(who).pk,
        "misplayed": _misplayed(who).pk,
        "opening a session": _opening(),
        "presence": _not_there(running).pk,
        **_call_and_penalty(running),
        **corrections,
        **appeals,
        **_tablets(asked, running),
    }


def _over(who: dict[str, Member | None]) -> Session:
    """A session with hands that has been played to its end."""
    session = _session(who, "Over", 3, (member("Over A"), member("Over B")))
    _deal_hands(session)
    _begin(session, 3)
    end_play(session=session, by=session.director, now=NOON)
    return session


def _deal_hands(session: Session) -> None:
    name = f"{session.name} hands"
    deal_hands(session=session, name=name, by=session.director, now=NOON)


def _not_there(session: Session) -> Presence:
    """The word of a player of this session, whom the director has seated, that they are not there."""
    say_not_there(session=session, by=Member.objects.get(name="Runs B"), now=NOON)
    return Presence.objects.get(session=session)


def _other_result(session: Session) -> PlayProposal:
    """The proposal by which East reports another result for board 2 than North and South; East has recorded board 1."""
    east = Member.objects.get(name="Asked East")
    recorded(session, Slot("A", 1, 1, 1), "1ne=", by=east)
    recorded(session, Slot("A", 1, 1, 2), "1ne=")
    recorded(session, Slot("A", 1, 1, 2), "1ne+1", by=east)
    return PlayProposal.objects.get(session=session)


def _free_hands(by: Member) -> DealSet:
    """A set of hands that belongs to no session yet."""
    return deal_set(
        name="Free hands", first=1, boards=6, opens_at=None, by=by, now=NOON
    )


def _match(by: Member) -> Session:
    """A finished match of two teams."""
    rules = ContestRules(scoring="team-imps")
    match = opened(by, teams(2), name="Teams", rules=rules)
    Session.objects.filter(pk=match.pk).update(started_at=NOON, ended_at=NOON)
    return match


def _opening() -> dict[str, str]:
    """The fields of the form that opens another session."""
    return {
        "tables": "3",
        "boards": "24",
        "begins": "",
        "minutes": "7",
        "sections": "1",
        "name": "Another",
        "scoring": "matchpoints",
        "leads": "off",
        "law": "2017",
        "plan": offers(6, 24, minutes_a_board=7, minutes_a_change=2)[0].key,
    }


def _call_and_penalty(session: Session) -> dict[str, Any]:
    """The ids of a call of the director at table 1 and of a penalty for its North-South pair."""
    call = call_director(
        session_id=session.pk,
        slot=Slot("A", 1, 1, 1),
        about="a revoke",
        key=uuid4(),
        by=Member.objects.get(name="Runs A"),
        now=NOON,
    )
    taken = Taking("A", 1, 2_500, "%", "90B1", "late", uuid4())
    penalty = penalise(session=session, taking=taken, by=session.director, now=NOON)
    return {"call": call.pk, "penalty": penalty.pk}


def _tablets(asked: Session, running: Session) -> dict[str, Any]:
    """The keys of a tablet at table 1 of both sessions, and of a code that waits for a tablet at table 3 of
    the running one.
    """
    lying = {session: laid(session) for session in (asked, running)}
    waiting = lay_tablet(
        session=running, letter="A", table=3, by=running.director, now=NOON
    )
    east = player(running, Slot("A", 1, 1, 2), Side.EW)
    on_it = entry("1ne=")._replace(tablet=lying[running])
    record_play(
        session_id=running.pk,
        slot=Slot("A", 1, 1, 2),
        entry=on_it,
        by=east,
        now=NOON,
    )
    return {
        "lying tablets": tuple(lying.values()),
        "waiting tablet": key_of(waiting),
        "tablet": key_of(lying[asked]),
        "running tablet": key_of(lying[running]),
        "tablet row": lying[running].pk,
    }


def _corrections(who: dict[str, Member | None]) -> dict[str, Any]:
    """The ids of a correction that East asks North and South to confirm, and of a late one that waits for approval."""
    corrects = _session(who, "Corrects", 3, (who["north"], who["south"]))
    final = _session(who, "Final", 3, (member("Final A"), member("Final B")))
    for session in (corrects, final):
        _begin(session, 3)
        for board in (1, 2):
            recorded(session, Slot("A", 1, 1, board), "1ne=")
        end_play(session=session, by=session.director, now=NOON)
    published(final)
    second = Slot("A", 1, 1, 2)
    sent = {"error": "score", "why": "so it was", "seen_version": 1}
    asked, found = (Asked(parse_deal("1ne+1"), **sent, key=uuid4()) for _ in range(2))
    east = Member.objects.get(name="Corrects East")
    correction = ask(session=corrects, slot=second, asked=asked, by=east, now=NOON)
    grounds, after = Grounds(Conviction.BEYOND_DOUBT), NOON + timedelta(hours=2)
    by = final.director
    late = correct_alone(
        session=final, slot=second, asked=found, grounds=grounds, by=by, now=after
    )
    return {
        "session to correct": corrects.pk,
        "correction": correction.pk,
        "final session": final.pk,
        "late change": late.late_changes.get().pk,
    }


def _appeals(who: dict[str, Member | None]) -> dict[str, Any]:
    """The ids of a session with two rulings at the table of North and South, and of North's appeal of the
    second ruling.
    """
    session, judge = (
        _session(who, "Appeals", 3, (who["north"], who["south"])),
        member("Judge"),
    )
    _begin(session, 1)
    name_deputy(session=session, member=judge, by=session.director, now=NOON)
    first, second = Slot("A", 1, 1, 1), Slot("A", 1, 1, 2)
    for slot in (first, second):
        ruled(session, slot, "A+-", by=judge)
    made = appeal(
        session=session,
        slot=second,
        why="so it was",
        key=uuid4(),
        by=who["north"],
        now=NOON,
    )
    agree(appeal=made, by=judge, now=NOON)
    return {"session of an appeal": session.pk, "appeal": made.pk}


def _swiss(who: dict[str, Member | None]) -> Session:
    """A Swiss session of four teams whose first round is drawn."""
    drawn = DrawBasis.first(LIST, range(1, 5), 0)
    rules = ContestRules(scoring="team-imps", matches="vp")
    session = opened(
        who["player"],
        first_movement(drawn, 3),
        name="Swiss",
        rules=rules,
        drawn=drawn.as_json(),
    )
    name_deputy(session=session, member=who["west"], by=session.director, now=NOON)
    team = [member(f"Swiss {line}") for line in ("North", "South", "East", "West")]
    seat(session=session, taken=[Taken("A", 1, team)], by=session.director, now=NOON)
    return session


def _misplayed(who: dict[str, Member | None]) -> Session:
    """A session in which the first table has played the boards of the second table."""
    session = _session(
        who, "Misplayed", 3, (member("Misplays A"), member("Misplays B"))
    )
    _begin(session, 1)
    told = Boards(1, 1, 2, exchanged=False)
    record_misplay(
        session=session,
        letter="A",
        misplay=told,
        way=0,
        from_round=2,
        by=session.director,
        now=NOON,
    )
    return session


def _session(
    who: dict[str, Member | None], name: str, tables: int, pair: Any
) -> Session:
    session = opened(who["player"], mitchell(tables), name=name)
    name_deputy(session=session, member=who["west"], by=session.director, now=NOON)
    against = (member(f"{name} East"), member(f"{name} West"))
    taken = [Taken("A", 1, pair), Taken("A", tables + 1, against)]
    seat(session=session, taken=taken, by=session.director, now=NOON)
    return session


def _begin(session: Session, rounds: int) -> None:
    for round in range(1, rounds + 1):
        start_round(session=session, round=round, by=session.director, now=NOON)
