"""The clubs of the walk that play duplicate pairs."""

from uuid import uuid4

from clubscore.duplicate.director.changing.services import (
    change_rounds,
    let_late_pair_in,
    withdraw,
)
from clubscore.duplicate.director.dealing.services import deal_hands, open_hands
from clubscore.duplicate.director.directing.services import (
    cancel,
    dismiss_deputy,
    end_play,
    name_deputy,
    start_round,
)
from clubscore.duplicate.director.misplay.plans import Boards, Seats
from clubscore.duplicate.director.misplay.services import record_misplay
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.services import sit_in
from clubscore.duplicate.models import Session, Tablet
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.play.entering.calls import answer_call, call_director
from clubscore.duplicate.play.entering.entries import ResultEntry
from clubscore.duplicate.play.entering.services import (
    answer_proposal,
    record_play,
    sign_play,
)
from clubscore.duplicate.play.entering.taking_back import take_agreement_back
from clubscore.duplicate.play.tablet.services import close_tablet, lay_tablet
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.groups.services import group_board
from clubscore.duplicate.verdicts.penalties.services import (
    Taking,
    lift_penalty,
    penalise,
)
from clubscore.hands.services import deal_set, import_set, look
from scoring import Side, parse_deal
from scoring.hands import DealtBoard, layout_of
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play, seated
from tests.duplicate.evening import pairs as six_pairs
from tests.duplicate.other_forms import played_to_the_end
from tests.duplicate.published import LINES, published_as_it_is
from tests.duplicate.recorded import agreed, player, recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import opened
from tests.duplicate.tablets import laid
from tests.factories import NOON, member
from tests.walk.clubs import ABOUT_DUPLICATE, club

RULINGS = (
    "A+-",
    "A==",
    "A7030",
    "NP",
    "4sn+1",
    "+420",
    "30%=+420,70%=-50",
    "ns:-50,ew:-420",
)


def slots(session: Session) -> list[Slot]:
    return [slot for slot, _ in slots_of(load(session.pk))]


def penalty(
    session: Session, number: int, *, unit: str = "%", hundredths: int = 2_500
) -> None:
    taking = Taking("A", number, hundredths, unit, "90B1", "Late", uuid4())
    penalise(session=session, taking=taking, by=session.director, now=NOON)


def differs(session: Session, slot: Slot) -> None:
    """Record a result by North, and another result for the same board by East."""
    recorded(session, slot, "2he=", lead="SA")
    recorded(session, slot, "2he+1", lead="SA", by=player(session, slot, Side.EW))


def answer(
    session: Session,
    slot: Slot,
    side: Side,
    *,
    accept: bool,
    tablet: Tablet | None = None,
) -> None:
    asked = results_of(session.pk)[slot].proposal.pk
    said = {"accept": accept, "by": player(session, slot, side), "tablet": tablet}
    answer_proposal(
        session_id=session.pk,
        slot=slot,
        proposal_id=asked,
        **said,
        key=uuid4(),
        now=NOON,
    )


@club("a session in play", *ABOUT_DUPLICATE)
def in_the_second_round() -> None:
    """Make a session in play with boards in every possible state, and an open table with a tablet."""
    session = in_play(rounds=2, leads="asked")
    agreed_at, entered, different, called, *rest = slots(session)
    agreed(session, agreed_at, "4sn=")
    recorded(session, entered, "3nn-1", lead="SA")
    differs(session, different)
    call_director(
        session_id=session.pk,
        slot=called,
        about="a revoke",
        key=uuid4(),
        by=player(session, called),
        now=NOON,
    )
    for slot, line in zip(rest, ("A+-", "NP"), strict=False):
        ruled(session, slot, line)
    penalty(session, 2)
    laid(session)
    lay_tablet(session=session, letter="A", table=2, by=session.director, now=NOON)
    tim = member("Tim")
    for named in (tim, member("Tom")):
        name_deputy(session=session, member=named, by=session.director, now=NOON)
    dismiss_deputy(session=session, member=tim, by=session.director, now=NOON)


@club("differences that were answered", *ABOUT_DUPLICATE)
def answered() -> None:
    """Make a session with accepted and withdrawn disputes, an agreement that was taken back, an answered call, a
    removed tablet and a lifted ruling.
    """
    session = in_play(leads="needed")
    taken, kept, back, called, decided, doubted, *_ = sorted(
        slots(session), key=lambda slot: (slot.round, slot.table)
    )
    tablet = laid(session)
    differs(session, taken)
    answer(session, taken, Side.NS, accept=True, tablet=tablet)
    recorded(session, kept, "2he=", lead="SA")
    other = ResultEntry(parse_deal("2he+1"), "SA", 0, uuid4(), tablet)
    by = player(session, kept, Side.EW)
    record_play(session_id=session.pk, slot=kept, entry=other, by=by, now=NOON)
    answer(session, kept, Side.EW, accept=False)
    ruled(session, back, "A-+")
    call_director(
        session_id=session.pk,
        slot=called,
        about="",
        key=uuid4(),
        by=player(session, called),
        now=NOON,
    )
    answer_call(call=session.calls.get(), by=session.director, now=NOON)
    ruled(session, back, "")
    differs(session, decided)
    recorded(session, decided, "2he+2", lead="SA", seen=1, by=session.director)
    close_tablet(tablet=tablet, by=session.director, now=NOON)
    recorded(session, doubted, "2he=", lead="SA")
    by = player(session, doubted, Side.EW)
    sign_play(session_id=session.pk, slot=doubted, version=1, by=by, now=NOON)
    take_agreement_back(session=session, slot=doubted, version=1, by=by, now=NOON)


@club("published results of every kind", *ABOUT_DUPLICATE, "evenings", "standings")
def published_with_every_ruling() -> None:
    """Make a published session with a ruling of each kind, a board without a result, a fouled board and a
    lifted penalty.
    """
    session = in_play(member("Ruth"), howell(3), rounds=5)
    missing, *others = slots(session)
    lines = dict(zip(others[::3], RULINGS, strict=False))
    for index, slot in enumerate(others):
        if lines.get(slot) != "NP":
            recorded(session, slot, LINES[index % len(LINES)])
    for slot, line in lines.items():
        ruled(session, slot, line)
    fouled = [slot for slot in others if slot.board == others[-1].board]
    groups = dict(zip(fouled, ("b", "c"), strict=False))
    group_board(
        session=session,
        board=fouled[0].board,
        groups=groups,
        reason="Two cards",
        by=session.director,
        now=NOON,
    )
    penalty(session, 1)
    penalty(session, 2, unit="mp", hundredths=100)
    lift_penalty(
        penalty=session.penalties.last(),
        reason="The clock",
        by=session.director,
        now=NOON,
    )
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    published_as_it_is(session, accepts_missing=True)


@club("sessions that nobody has played", *ABOUT_DUPLICATE)
def not_begun() -> None:
    """Make three sessions that have not begun: one without pairs, one with some pairs, and one cancelled."""
    ruth = member("Ruth")
    opened(ruth, howell(3).without(6), mitchell(3).without(6), mitchell(4, switch=1))
    some = opened(ruth, name="Some are here", starts_at=NOON)
    seated(some, six_pairs(1))
    cancelled = opened(ruth, name="Snowed in")
    cancel(session=cancelled, reason="Snow", by=ruth, now=NOON)


@club("a late pair, and one gone home", *ABOUT_DUPLICATE)
def changed() -> None:
    """Make a session whose movement has changed: a late pair, a pair gone home, a round less, wrong boards
    and seats.
    """
    session = in_play(member("Ruth"), mitchell(5), count=6, rounds=1)
    seated(
        session,
        [(member(f"First {each}"), member(f"Second {each}")) for each in range(4)],
    )
    director = {"by": session.director, "now": NOON}
    for slot in slots(session):
        if slot.round == 1:
            recorded(session, slot, "1ne=")
    boards = Boards(1, 1, load(session.pk).sections[0].row_at(1, 2).set, exchanged=True)
    record_misplay(
        session=session, letter="A", misplay=boards, way=0, from_round=2, **director
    )
    late = [member("Late One"), member("Late Two")]
    let_late_pair_in(
        session=session, letter="A", way=0, from_round=2, members=late, **director
    )
    start_round(session=session, round=2, **director)
    for slot in slots(session):
        if slot.round == 2 and slot.table < 3:
            recorded(session, slot, "1ne=")
    rows = load(session.pk).sections[0].movement.by_round[2]
    told = Seats(2, rows[0].ew, rows[1].ew)
    record_misplay(
        session=session, letter="A", misplay=told, way=0, from_round=3, **director
    )
    withdraw(session=session, letter="A", number=3, way=0, from_round=3, **director)
    sit_in(
        session=session,
        change=PlaceChange("A", 1, "S", member("Tim"), 3, 3, False),
        **director,
    )
    change_rounds(session=session, rounds=4, from_round=3, **director)


@club("hands, sealed and opened", "hands", "archive")
def hands() -> None:
    """Make sets of hands of each kind: dealt, imported, opened, looked at, opening at a set time, used by a session."""
    ruth = member("Ruth")
    session = opened(ruth, howell(2))
    seated(session, six_pairs(4))
    deal_hands(session=session, name="Thursday hands", by=ruth, now=NOON)
    session.refresh_from_db()
    published_as_it_is(played_to_the_end(session))
    open_hands(session=session, by=ruth, now=NOON)
    look(
        seen=deal_set(
            name="Spare", first=1, boards=2, opens_at=None, by=ruth, now=NOON
        ),
        by=ruth,
        now=NOON,
    )
    deal_set(
        name="Later",
        first=1,
        boards=2,
        opens_at=NOON.replace(day=30),
        by=ruth,
        now=NOON,
    )
    boards = [DealtBoard(3, layout_of(2)), DealtBoard(9, layout_of(1))]
    import_set(name="Cup", dealt=boards, opens_at=None, by=ruth, now=NOON)
