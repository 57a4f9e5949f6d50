"""Makes the twenty-four members of the demonstration club, and the tables at which some of them play tonight."""

from datetime import datetime, timedelta
from uuid import NAMESPACE_URL, uuid5

from clubscore.members.models import Member
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.services import agree_deal, agree_net, enter_deal
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.recording import services as rubbers
from clubscore.rubbers.rubber.loading import load
from clubscore.tables import services as tables
from clubscore.tables.models import Table
from scoring import SYSTEMS, Seat, parse_deal

SECRETARY = "Ruth Abel"
NAMES = (
    SECRETARY, "Mei Tan", "Ivo Novak", "Carlos Vega",
    "Anna Weiss", "Tom Byrne", "Jo Park", "Lena Ortiz",
    "Hanna Grey", "Per Lund", "Dora Moss", "Sunil Rao",
    "Edda Falk", "Omar Haddad", "Pia Rossi", "Noor Aziz",
    "Max Keller", "Irma Jonsson", "Tadeo Cruz", "Vera Petrov",
    "Wim de Boer", "Kofi Mensah", "Lucie Martin", "Bjarne Dahl",
)  # fmt: skip
GUESTS = ("Karl Stein", "Yuki Mori")
A_DEAL_TAKES = timedelta(minutes=6)
FOUNDED = timedelta(weeks=12)

LOST_THE_RUBBER_WON_THE_MONEY = "2hs+2 4sxw-2 3ne+1 3se= 2dw-2 6hxn+1 1nw+1 3cn= 3he="
TWO_GAMES_TO_NONE = "1ns+1 p 3hw= 2ss= 5dxe-1 2hw= 3ns+2_h4s"
IN_PLAY = "2hn+1 4sxw-1 3ne= 4sn+1_h4n 1nw="
CHICAGO_IN_PLAY = "2he+1 p 2sn="
ROYAL_IN_PLAY = "2rs+1_h3s_h2e 1nn+1_h2n_h2e 2rxw-2_h3w_h1e_h1n_vs 3de=_h4e_h1n"


def add_members(*, password: str, now: datetime) -> dict[str, Member]:
    """Make the members of the club, by name. They joined twelve weeks before `now` and sign in with `password`."""
    return {name: _member(name, password, now - FOUNDED) for name in NAMES}


def play_tonight(club: dict[str, Member], *, now: datetime) -> None:
    """Play tonight up to `now`: two finished rubbers, an open rubber of each game, and a table with two guests."""
    opened_at = now - timedelta(hours=3)
    first = tables.open_table(by=club[SECRETARY], now=opened_at)
    second = tables.open_table(by=club["Anna Weiss"], now=opened_at)
    third = tables.open_table(by=club["Per Lund"], now=opened_at)
    _play(first, club, NAMES[0:4], LOST_THE_RUBBER_WON_THE_MONEY, begins=opened_at)
    _play(
        second, club, NAMES[4:8], TWO_GAMES_TO_NONE, begins=now - timedelta(minutes=70)
    )
    _play(first, club, NAMES[0:4], IN_PLAY, begins=now - timedelta(minutes=31))
    tables.choose_game(table=second, system="chicago", rules={})
    _play(second, club, NAMES[4:8], CHICAGO_IN_PLAY, begins=now - timedelta(minutes=19))
    tables.choose_game(table=third, system="royal", rules={})
    _play(third, club, NAMES[8:12], ROYAL_IN_PLAY, begins=now - timedelta(minutes=30))
    fourth = tables.open_table(by=club[SECRETARY], now=now)
    for name in GUESTS:
        guest = add_guest(name=name, now=now)
        tables.come_to_table(table=fourth, member=guest, now=now)


def _member(name: str, password: str, joined_at: datetime) -> Member:
    """Make a member, who signs in by the first name. If the name is the secretary's, the member owns the club."""
    role = Role.OWNER if name == SECRETARY else Role.PLAYER
    return Member.objects.create_user(
        username=name.split()[0].lower(),
        name=name,
        password=password,
        joined_at=joined_at,
        role=role,
    )


def _play(
    table: Table,
    club: dict[str, Member],
    players: tuple[str, ...],
    lines: str,
    *,
    begins: datetime,
) -> Rubber:
    """Play a rubber at this table by recording the quick lines in `lines` as its deals, and return the rubber.

    North deals first and enters every deal, and East agrees to it. The four players are seated in the order N E S W,
    unless they sit at the table already. North and East agree to the net score of a rubber that ends.
    """
    members = [club[name] for name in players]
    for member, seat in zip(members, Seat, strict=True):
        _seat(table, member, seat, begins)
    scorer, witness = members[:2]
    rubber = rubbers.start_rubber(table=table, dealer=Seat.NORTH, by=scorer, now=begins)
    royals = SYSTEMS[rubber.system].royals
    for number, line in enumerate(lines.split(), start=1):
        recorded_at = begins + number * A_DEAL_TAKES
        entered = enter_deal(
            state=load(rubber.pk),
            facts=parse_deal(line.replace("_", " "), royals=royals),
            number=number,
            seen_revision=rubber.revision,
            key=uuid5(NAMESPACE_URL, f"demo/{rubber.pk}/{number}"),
            by=scorer,
            now=recorded_at,
        )
        agree_deal(state=entered.state, deal=entered.deal, by=witness, now=recorded_at)
        rubber.refresh_from_db()
    if rubber.ended_at:
        _agree_to_net(rubber, rubber.ended_at)
    table.refresh_from_db()
    return rubber


def _seat(table: Table, member: Member, seat: Seat, now: datetime) -> None:
    """Seat a member, unless the member sits there already."""
    sittings = table.sittings.filter(member=member, seat=seat, left_at=None)
    if not sittings.exists():
        tables.come_to_table(table=table, member=member, seat=seat, now=now)


def _agree_to_net(rubber: Rubber, ended_at: datetime) -> None:
    """Let North and East agree to the net score of a rubber that is over."""
    newest = rubber.deals.latest("pk")
    for seat in (Seat.NORTH, Seat.EAST):
        state = load(rubber.pk)
        agree_net(state=state, newest=newest, by=rubber.players[seat], now=ended_at)
