"""The club that intruders try to get into: one person of every role, and rows behind every address."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django.test import Client

from clubscore.hands.services import deal_set, look
from clubscore.ledger.manual_entries.services import book_adjustment
from clubscore.ledger.models import ClubAccount, Season, Unit
from clubscore.members.access.pins import choose_pin
from clubscore.members.invitations.queries import token_of
from clubscore.members.invitations.services import invite
from clubscore.members.merging.services import merge
from clubscore.members.models import Member
from clubscore.members.people.services import add_guest, leave_club
from clubscore.members.roles import Role
from clubscore.privacy.erasing.services import erase
from clubscore.public.api.services import make_token
from clubscore.public.feeds.queries import feed_token
from clubscore.public.feeds.services import make_feed
from clubscore.public.models import ApiToken
from clubscore.public.sharing.queries import link_token
from clubscore.public.sharing.services import make_link
from clubscore.rubbers.correction.services import propose
from clubscore.rubbers.models import HouseRules, Motion, Rubber
from clubscore.rubbers.motions.services import move
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.substitution.services import propose_substitute
from clubscore.settlements.models import Settlement
from clubscore.settlements.services import mark_paid
from clubscore.standings.ranking.ranks import Order
from clubscore.standings.rating.services import work_in_ratings
from clubscore.standings.seasons.services import open_season
from clubscore.tables import services as tables
from clubscore.tables.cuts import cut_for_partners
from clubscore.tables.models import Table
from scoring import Seat, parse_deal
from tests.duplicate.tablets import device_of
from tests.factories import (
    NINE_DEALS,
    NOON,
    PASSWORD,
    agreed_rubber,
    member,
    passkey_of,
    record,
    rubber_in_play,
)
from tests.rubbers.agreement.blind import blind_rubber, write
from tests.settlements.settling import settle
from tests.soak.intruders_sessions import ids_of_sessions

N, E, S, W = Seat
FOUR = ("north", "east", "south", "west")
PIN = "4071"


@dataclass
class Club:
    """`who` maps each part to its member, and "stranger" to None; the other fields are the rows that
    addresses are about.
    """

    who: dict[str, Member | None]
    play: Rubber
    ended: Rubber
    agreed: Rubber
    gone: Rubber
    settlement: Settlement
    ids: dict[str, Any]

    def client(self, part: str, **options: Any) -> Client:
        """A client in which the person of this part is signed in; a member who has left keeps the session from before.

        The client runs on the device that lies on a table.
        """
        client = device_of(*self.ids["lying tablets"], client=Client(**options))
        if found := self.who[part]:
            client.force_login(found)
        return client


def people() -> dict[str, Member | None]:
    """One member for each part: the four play a rubber, `seated` waits at their table, and `player` sits nowhere."""
    roles = {
        "watcher": Role.WATCHER,
        "scorer": Role.SCORER,
        "admin": Role.ADMIN,
        "owner": Role.OWNER,
    }
    parts = ("watcher", "player", "seated", *FOUR, "scorer", "admin", "owner")
    who: dict[str, Member | None] = {"stranger": None}
    for part in parts:
        who[part] = member(
            f"{part.title()} Person",
            role=roles.get(part, Role.PLAYER),
            password=PASSWORD,
        )
    who["guest"] = add_guest(name="Gus Visitor", now=NOON)
    who["left"] = member("Left Person", password=PASSWORD)
    return who


def found_club() -> Club:
    """Make the whole club through its services."""
    who = people()
    admin = who["admin"]
    for slug, day in {"summer": date(2026, 1, 1), "winter": date(2026, 11, 22)}.items():
        terms = {"by": Order.NET, "least": "1", "guests": False, "best": None}
        open_season(
            name=slug.title(), slug=slug, begins_on=day, **terms, admin=admin, now=NOON
        )
    four = {seat: who[part] for seat, part in zip(Seat, FOUR, strict=True)}
    agreed = agreed_rubber(four)
    tables.close_table(table=agreed.table, now=NOON)
    settlement = settle(admin)
    ended = rubber_in_play(four, lines=NINE_DEALS)
    tables.close_table(table=ended.table, now=NOON)
    play = rubber_in_play(four, lines=("4sn=", "2dw-1"))
    tables.come_to_table(table=play.table, member=who["seated"], now=NOON)
    ids = (
        _ids_of_play(play, four)
        | _ids_of_office(who, settlement)
        | _ids_of_tables()
        | _ids_of_a_book()
        | ids_of_sessions(who)
    )
    record(play, "1nn=")
    ids["revision"] = play.revision
    gone = _with_somebody_gone(who)
    club = Club(who, play, ended, agreed, gone, settlement, ids)
    leave_club(member=who["left"], by=admin, now=NOON)
    work_in_ratings()  # or the first page of the standings would
    return club


def _ids_of_play(play: Rubber, four: dict[Seat, Member]) -> dict[str, Any]:
    """Make East's open proposal, South's open request for a substitute, and a PIN of West. Returns the ids."""
    state = load(play.pk)
    proposal = propose(
        state=state,
        base=state.deal(1),
        facts=parse_deal("4sn+1"),
        key=uuid4(),
        by=four[E],
        now=NOON,
        error="recording",
    )
    substitute = member("Sub Stitute")
    asked = propose_substitute(
        state=load(play.pk), seat=N, substitute=substitute, by=four[S], now=NOON
    )
    choose_pin(member=four[W], pin=PIN, now=NOON)
    motion = move(
        state=load(play.pk),
        kind=Motion.Kind.VOID,
        reason="It was a trial",
        seen_revision=play.revision,
        by=four[S],
        now=NOON,
    )
    return {
        "motion": motion.pk,
        "proposal": proposal.pk,
        "substitution": asked.pk,
        "substitute": substitute.pk,
        "stays": member("Stays").pk,
    }


def _ids_of_office(
    who: dict[str, Member | None], settlement: Settlement
) -> dict[str, Any]:
    admin = who["admin"]
    booking = {
        "against": ClubAccount.ADJUSTMENTS,
        "unit": Unit.POINTS,
        "reason": "a prize",
        "by": admin,
        "now": NOON,
    }
    booked = book_adjustment(number=1, member=who["player"], points=100, **booking)
    merged = merge(
        kept=who["player"],
        merged=add_guest(name="Pla Yer", now=NOON),
        by=admin,
        now=NOON,
    )
    newcomer = Member.objects.create(name="New Comer", joined_at=NOON)
    Member.objects.create(name="Not Asked", joined_at=NOON)
    invitation = invite(member=newcomer, by=admin, now=NOON)
    other = add_guest(name="Other Record", now=NOON)
    erased = erase(member=member("Eras Ed"), by=who["owner"], now=NOON)
    transfer = settlement.transfers.order_by("number").first()
    marked = settlement.transfers.order_by("number").last()
    mark_paid(transfer=marked, by=who["west"], now=NOON)
    make_token(name="The website", has_full_names=False, by=admin, now=NOON)
    hands = deal_set(
        name="Thursday pairs", first=1, boards=3, opens_at=None, by=admin, now=NOON
    )
    look(seen=hands, by=who["owner"], now=NOON)
    link = make_link(day=date(2026, 11, 21), by=admin, now=NOON)
    return {
        "adjustment": booked.pk,
        "merge": merged.pk,
        "passkey": passkey_of(who["player"]).pk,
        "invitation": invitation.pk,
        "token": token_of(invitation),
        "newcomer": newcomer.pk,
        "erasure": erased.pk,
        "other": other.pk,
        "transfer": transfer.pk,
        "marked": marked.pk,
        "program": ApiToken.objects.get().pk,
        "hands": hands.pk,
        "evening link": link_token(link),
        "feed": feed_token(make_feed(member=who["player"], now=NOON)),
        "season": Season.objects.order_by("begins_on").first().slug,
    }


def _ids_of_tables() -> dict[str, Any]:
    """The ids of three tables: four players sit at one without a rubber, four are about to cut, and four have cut."""
    ready = _gathered("Ready", seats=tuple(Seat))
    about, cut = (
        _gathered("About", seats=(None,) * 4),
        _gathered("Cut", seats=(None,) * 4),
    )
    drawn = cut_for_partners(table=cut, by=cut.opened_by, now=NOON)
    return {"ready": ready.pk, "about": about.pk, "cut table": cut.pk, "cut": drawn.pk}


def _ids_of_a_book() -> dict[str, Any]:
    """The ids of a rubber with blind books, and of the deal that waits in the book of North and South."""
    rubber = blind_rubber({seat: member(f"Blind {seat.word}") for seat in Seat})
    written = write(rubber, "4sn=", N)
    HouseRules.objects.all().delete()
    return {"blind": rubber.pk, "book entry": written.entry.pk}


def _gathered(name: str, *, seats: tuple[Seat | None, ...]) -> Table:
    come = [member(f"{name} {number}") for number in range(4)]
    table = tables.open_table(by=come[0], now=NOON)
    for person, seat in zip(come, seats, strict=True):
        tables.come_to_table(table=table, member=person, seat=seat, now=NOON)
    return table


def _with_somebody_gone(who: dict[str, Member | None]) -> Rubber:
    """A finished rubber that nobody has agreed to; its East and West players have left the club since."""
    players = {seat: member(f"Gone {seat.word}") for seat in (N, E, S)} | {
        W: who["left"]
    }
    leaver = players[E]
    rubber = rubber_in_play(players, lines=NINE_DEALS, now=NOON - timedelta(hours=2))
    tables.close_table(table=rubber.table, now=NOON)
    leave_club(member=leaver, by=who["admin"], now=NOON)
    return rubber
