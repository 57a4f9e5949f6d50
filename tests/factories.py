"""The members that the tests use, and the rubbers that they start from, all made through the services."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from clubscore.members.models import Member, Passkey
from clubscore.rubbers.agreement.services import agree_net
from clubscore.rubbers.models import Deal, Motion, Proposal, Rubber
from clubscore.rubbers.motions.services import answer as answer_motion
from clubscore.rubbers.motions.services import end_early, move
from clubscore.rubbers.recording import services as rubbers
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables import services as tables
from clubscore.tables.models import Table
from scoring import SYSTEMS, Seat, parse_deal

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
PASSWORD = "a rubber on Saturdays"

# Nine deals: N–S lose the rubber bonus and win 810 all the same.
NINE_DEALS = (
    "2hs+2",
    "4sxw-2",
    "3nte+1",
    "3se=",
    "2dw-2",
    "6hxn+1",
    "1ntw+1",
    "3cn=",
    "3he=",
)


def member(name: str, **fields: object) -> Member:
    username = name.lower().replace(" ", "-")
    return Member.objects.create_user(  # type: ignore[arg-type]
        username=username, name=name, joined_at=NOON, **fields
    )


def passkey_of(owner: Member, name: str = "A phone") -> Passkey:
    """Create a passkey for this member. Its key is made up, so no device can sign in with it."""
    key = {
        "site": "club.example",
        "user_handle": f"aGFuZGxl{owner.pk}",
        "credential_id": f"{name}{owner.pk}",
    }
    return Passkey.objects.create(
        member=owner, name=name, public_key="a2V5", made_at=NOON, **key
    )


def four() -> dict[Seat, Member]:
    """Make four members and seat them: Anna North, Ben East, Cleo South and Dan West."""
    return dict(
        zip(
            Seat, [member(name) for name in ("Anna", "Ben", "Cleo", "Dan")], strict=True
        )
    )


def seated_table(players: Mapping[Seat, Member], *, now: datetime = NOON) -> Table:
    table = tables.open_table(by=players[Seat.NORTH], now=now)
    for seat, player in players.items():
        tables.come_to_table(table=table, member=player, seat=seat, now=now)
    return table


def rubber_in_play(
    players: Mapping[Seat, Member] | None = None,
    *,
    lines: tuple[str, ...] = (),
    system: str = "contract",
    rules: Mapping[str, object] | None = None,
    now: datetime = NOON,
) -> Rubber:
    """Start a rubber of any game at a table of its own. North deals first, and North records the deals in `lines`."""
    players = players or four()
    table = seated_table(players, now=now)
    tables.choose_game(table=table, system=system, rules=rules or {})
    rubber = rubbers.start_rubber(
        table=table, dealer=Seat.NORTH, by=players[Seat.NORTH], now=now
    )
    for number, line in enumerate(lines, start=1):
        record(rubber, line, now=now + timedelta(minutes=number))
    return rubber


def agree(
    rubber: Rubber,
    *seats: Seat,
    now: datetime | None = None,
    despite: Proposal | None = None,
) -> None:
    """Let these seats, by default North and East, agree to the net score, `despite` an open proposal if given."""
    for seat in seats or (Seat.NORTH, Seat.EAST):
        newest = rubber.deals.order_by("pk").last()
        agree_net(
            state=load(rubber.pk),
            newest=newest,
            by=rubber.players[seat],
            now=now or NOON,
            despite=despite,
        )
    rubber.refresh_from_db()


def agreed_rubber(
    players: Mapping[Seat, Member] | None = None, *, lines: tuple[str, ...] = NINE_DEALS
) -> Rubber:
    rubber = rubber_in_play(players, lines=lines)
    agree(rubber)
    return rubber


def stop_rubber(
    *, state: RubberState, reason: str, seen_revision: int, by: Member, now: datetime
) -> None:
    """Let `by` end a rubber early. If it has a deal, the player to the left, of the other side, agrees at once."""
    motion = end_early(
        state=state, reason=reason, seen_revision=seen_revision, by=by, now=now
    )
    if motion and motion.is_open:
        seat = state.seat_by_member[by.pk].next
        answer_motion(
            state=load(state.rubber.pk),
            motion=motion,
            is_yes=True,
            by=state.players[seat],
            now=now,
        )


def void(rubber: Rubber, *, reason: str = "A trial", now: datetime = NOON) -> None:
    """Let all four void the rubber."""
    first, *others = load(rubber.pk).players.values()
    rubber.refresh_from_db()
    motion = move(
        state=load(rubber.pk),
        kind=Motion.Kind.VOID,
        reason=reason,
        seen_revision=rubber.revision,
        by=first,
        now=now,
    )
    for player in others:
        answer_motion(
            state=load(rubber.pk), motion=motion, is_yes=True, by=player, now=now
        )
    rubber.refresh_from_db()


def record(
    rubber: Rubber, line: str, *, by: Member | None = None, now: datetime | None = None
) -> Deal:
    """Record a deal given in the quick notation, by North or by `by`, who has seen the newest sheet. Returns it."""
    rubber.refresh_from_db()
    recorded, _ = rubbers.record_deal(
        state=load(rubber.pk),
        facts=parse_deal(line, royals=SYSTEMS[rubber.system].royals),
        number=load(rubber.pk).next_number,
        seen_revision=rubber.revision,
        key=uuid4(),
        by=by or rubber.players[Seat.NORTH],
        now=now or NOON + timedelta(minutes=1 + rubber.revision),
    )
    rubber.refresh_from_db()
    return recorded
