"""A club in which everything has happened once that an archive must carry."""

from datetime import timedelta
from uuid import uuid4

from clubscore.members.access.pins import choose_pin
from clubscore.members.invitations.services import invite, make_poster
from clubscore.members.merging.services import merge, undo
from clubscore.members.models import Member
from clubscore.members.people.services import add_guest, give_role
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.absence import say_not_there, say_there
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.correction.services import cast, note_bad_pack, propose
from clubscore.rubbers.models import HouseRules, Rubber
from clubscore.rubbers.recording import services as rubbers
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.substitution.services import consent, propose_substitute
from clubscore.standings.models import Terms
from clubscore.standings.seasons import services as standings
from clubscore.tables import services as tables
from clubscore.tables.cuts import cut_for_partners
from scoring import Seat, parse_deal
from tests.factories import (
    NOON,
    PASSWORD,
    agree,
    agreed_rubber,
    four,
    member,
    record,
    rubber_in_play,
    stop_rubber,
)

N, E, S, W = Seat
TWO_GAMES = ("3ns=", "4se+1 h5w t1ew # Revoked, “twice”", "4sn=")
CHICAGO = ("p", "1nn=", "2ce=", "4sxs-1 h4e", "p", "2hw+1")
ROYAL = ("4rs+1 h3s h2e", "1nn+1 h2n h2e", "3rn= h3n h2s vw")
STRANGE_NAMES = ('=1+1 "Bo" O’Neill', "Zoë Müller-Łukasz", "山田 太郎", "\u202eمريم")


def happen() -> dict[str, Rubber]:
    """Make the whole history through the services. Returns its rubbers by names such as "corrected" and "in play"."""
    HouseRules.objects.create(pk=1, rounding="half-up", wash_out_below=20)
    ruth = member("Ruth Abel", password=PASSWORD)
    give_role(member=ruth, role=Role.OWNER)
    players = four()
    choose_pin(member=players[N], pin="1234", now=NOON)
    found = {"corrected": _corrected(players, ruth)}
    _close_the_season(ruth)
    found["unfinished"] = _unfinished(players)
    found["substituted"] = _substituted(players)
    strangers = dict(zip(Seat, (member(name) for name in STRANGE_NAMES), strict=True))
    found["chicago"] = rubber_in_play(strangers, lines=CHICAGO, system="chicago")
    agree(found["chicago"])
    tables.close_table(table=found["chicago"].table, now=NOON)
    found["royal"] = rubber_in_play(strangers, lines=ROYAL, system="royal")
    found["in play"] = _in_play()
    _come_in(ruth, players)
    return found


def _corrected(players: dict[Seat, Member], ruth: Member) -> Rubber:
    rubber = agreed_rubber(players)
    reopen(state=load(rubber.pk), reason="Four honours", by=ruth, now=NOON)
    base = rubber.deals.get(number=2)
    proposal = propose(
        state=load(base.rubber_id),
        base=base,
        facts=parse_deal("4sxw-1 h4w"),
        key=uuid4(),
        by=players[N],
        now=NOON,
        reason="=4",
        error="recording",
    )
    for seat in (E, S, W):
        proposal.refresh_from_db()
        if proposal.is_open:
            cast(
                state=load(proposal.rubber_id),
                proposal=proposal,
                is_yes=True,
                by=players[seat],
                now=NOON,
            )
    note_bad_pack(
        state=load(rubber.pk), text="Two aces of spades", by=players[W], now=NOON
    )
    disputed = propose(
        state=load(base.rubber_id),
        base=rubber.deals.get(number=1),
        facts=parse_deal("2hs+2 h4n"),
        key=uuid4(),
        by=players[N],
        now=NOON,
    )
    agree(rubber, despite=disputed)
    return rubber


def _close_the_season(ruth: Member) -> None:
    later = NOON + timedelta(days=60)
    standings.open_season(
        name="Winter",
        slug="winter",
        begins_on=later.date(),
        by="net",
        least="1",
        guests=False,
        best=None,
        admin=ruth,
        now=later,
    )
    season = Terms.objects.get().season
    standings.close_season(
        season=type(season).objects.exclude(pk=season.pk).get(), by=ruth, now=later
    )


def _unfinished(players: dict[Seat, Member]) -> Rubber:
    """Return a rubber that was stopped early, with a struck-out deal and another deal in its place."""
    rubber = rubber_in_play(players, lines=("3ns=", "2dw-1"))
    rubbers.undo_deal(state=load(rubber.pk), number=2, by=players[N], now=NOON)
    record(rubber, "2hw=")
    stop_rubber(
        state=load(rubber.pk),
        reason="-Fire alarm",
        seen_revision=rubber.revision,
        by=players[N],
        now=NOON,
    )
    agree(rubber)
    return rubber


def _substituted(players: dict[Seat, Member]) -> Rubber:
    rubber = rubber_in_play(players, lines=TWO_GAMES[:2])
    substitution = propose_substitute(
        state=load(rubber.pk),
        seat=E,
        substitute=member("Ines"),
        by=players[N],
        now=NOON + timedelta(hours=1),
    )
    for seat in (S, W):
        consent(
            state=load(substitution.rubber_id),
            substitution=substitution,
            by=players[seat],
            now=NOON + timedelta(hours=1),
        )
    rubber.refresh_from_db()
    record(rubber, TWO_GAMES[2], now=NOON + timedelta(hours=2))
    agree(rubber, now=NOON + timedelta(hours=2))
    return rubber


def _in_play() -> Rubber:
    """Return a rubber in play, with its last deal struck out and a next auction that one side calls over."""
    players = dict(zip(Seat, map(member, ("Eva", "Finn", "Gina", "Hal")), strict=True))
    rubber = rubber_in_play(players, lines=("4sn= # @home", "2hs=", "1nn="))
    state = load(rubber.pk)
    proposal = propose(
        state=state, base=state.last, facts=None, key=uuid4(), by=players[N], now=NOON
    )
    for seat in (E, S, W):
        cast(
            state=load(rubber.pk),
            proposal=proposal,
            is_yes=True,
            by=players[seat],
            now=NOON,
        )
    call_auction_over(state=load(rubber.pk), number=2, by=players[W], now=NOON)
    say_not_there(state=load(rubber.pk), by=players[S], now=NOON)
    say_not_there(state=load(rubber.pk), by=players[E], now=NOON)
    say_there(state=load(rubber.pk), by=players[E], now=NOON)
    return rubber


def _come_in(ruth: Member, players: dict[Seat, Member]) -> None:
    table = tables.open_table(by=ruth, now=NOON)
    for name in ("Karl", "Mona", "Nils"):
        tables.bring_guest(table=table, name=name, by=ruth, now=NOON)
    choose_pin(
        member=Member.objects.get(name="Karl"), pin="8642", device_of=ruth, now=NOON
    )
    tables.confirm_stay(member=Member.objects.get(name="Mona"), now=NOON)
    cut_for_partners(table=table, by=ruth, now=NOON)
    merge(
        kept=players[S], merged=add_guest(name="Cleopatra", now=NOON), by=ruth, now=NOON
    )
    undo(
        merge=merge(
            kept=players[S], merged=add_guest(name="Clara", now=NOON), by=ruth, now=NOON
        ),
        by=ruth,
        now=NOON,
    )
    invite(
        member=Member.objects.create(
            name="Olga Pratt", joined_at=NOON, note="two\nlines"
        ),
        by=ruth,
        now=NOON,
    )
    make_poster(by=ruth, now=NOON)
