"""The clubs of the walk that play rubbers."""

from collections.abc import Mapping
from datetime import timedelta
from uuid import uuid4

from clubscore.members.access.pins import choose_pin
from clubscore.members.merging.services import merge, undo
from clubscore.members.models import Member
from clubscore.members.people.services import add_guest, give_role, leave_club
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.absence import say_not_there, say_there
from clubscore.rubbers.agreement.blind_books import take_back as take_back_entry
from clubscore.rubbers.agreement.services import (
    agree_deal,
    agree_net,
    agree_net_instead,
    enter_deal,
)
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.correction.rulings import reopen, rule
from clubscore.rubbers.correction.services import cast, note_bad_pack, propose, withdraw
from clubscore.rubbers.models import HouseRules, Motion, Proposal, Rubber
from clubscore.rubbers.motions.services import decide, move, take_back
from clubscore.rubbers.recording.services import start_rubber, undo_deal
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.substitution.services import (
    consent,
    propose_substitute,
    withdraw_substitute,
)
from clubscore.tables.cuts import cut_for_partners
from clubscore.tables.models import Sitting
from clubscore.tables.services import (
    bring_guest,
    choose_game,
    close_table,
    come_to_table,
    confirm_stay,
    leave_table,
    open_table,
)
from clubscore.tables.turns import GoingOut, PlayedRubber
from scoring import Seat, parse_deal
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    agreed_rubber,
    four,
    member,
    record,
    rubber_in_play,
    seated_table,
    stop_rubber,
    void,
)
from tests.rubbers.agreement.blind import blind_rubber, write
from tests.rubbers.correction.correcting import correct, strike, vote
from tests.rubbers.motions.asking import LATER, answer, ask
from tests.walk.clubs import ABOUT_RUBBERS, club

N, E, S, W = Seat
Four = Mapping[Seat, Member]


def others(*names: str) -> Four:
    return dict(
        zip(Seat, map(member, names or ("Eva", "Finn", "Gina", "Hal")), strict=True)
    )


def admin() -> Member:
    found = member("Rosa")
    give_role(member=found, role=Role.ADMIN)
    return found


@club("rubbers in play", *ABOUT_RUBBERS)
def in_play() -> None:
    """Make a rubber with a disputed deal, one that waits to be agreed, one just begun, and a table without
    four players.
    """
    players = four()
    waiting = rubber_in_play(players, lines=NINE_DEALS)
    say_not_there(state=load(waiting.pk), by=players[S], now=NOON)
    disputed = rubber_in_play(others(), lines=("4sn=",))
    record(disputed, "2hs=")
    state = load(disputed.pk)
    facts = parse_deal("4sn+1")
    asked = {
        "state": state,
        "base": state.deal(1),
        "facts": facts,
        "by": disputed.players[E],
        "error": "recording",
    }
    propose(**asked, key=uuid4(), now=NOON)
    call_auction_over(
        state=load(disputed.pk), number=2, by=disputed.players[W], now=NOON
    )
    following = start_rubber(
        table=waiting.table, dealer=S, by=players[N], now=NOON + timedelta(hours=1)
    )
    call_auction_over(
        state=load(following.pk), number=0, by=players[N], now=NOON + timedelta(hours=1)
    )
    table = open_table(by=players[N], now=NOON)
    bring_guest(table=table, name="Karl", by=players[N], now=NOON)
    say_not_there(state=load(disputed.pk), by=disputed.players[N], now=NOON)
    say_there(state=load(disputed.pk), by=disputed.players[N], now=NOON)


@club("disputes of rubbers, each as it ended", *ABOUT_RUBBERS)
def disputes() -> None:
    """Make two books that differ, proposals in every state, and requests for substitutes."""
    HouseRules.objects.create(pk=1, rounding="half-even", agreed_by="all")
    rubber = rubber_in_play(four(), lines=("1sn=", "1hs=", "1de=", "1cw="))
    votes_and_rulings(rubber, by=admin())
    two_books(rubber)
    left_over()
    substitutes_asked()


def votes_and_rulings(rubber: Rubber, *, by: Member) -> None:
    """Make corrections that the table accepted, refused and took back, and two on which an admin has ruled."""
    accepted(correct(rubber, 1, "1sn+1", error="recording"))
    vote(correct(rubber, 3, "1de+1", error="recording"), E, S, W, is_yes=False)
    taken_back = correct(rubber, 4, "1cw+1", by=W, error="recording")
    withdraw(state=load(rubber.pk), proposal=taken_back, by=rubber.players[W], now=NOON)
    for is_yes, line in ((False, "1cw+2"), (True, "1cw+3")):
        asked = correct(rubber, 4, line, error="recording")
        rule(
            state=load(rubber.pk),
            proposal=asked,
            is_yes=is_yes,
            ruling="The other book",
            by=by,
            now=NOON,
        )


def two_books(rubber: Rubber) -> None:
    """Make a bad pack, a struck deal, and a deal that East has recorded differently."""
    note_bad_pack(
        state=load(rubber.pk), text="Two aces of spades", by=rubber.players[W], now=NOON
    )
    record(rubber, "1cs=")
    accepted(strike(rubber, load(rubber.pk).last.number))
    record(rubber, "1nn=")
    entered = {
        "state": load(rubber.pk),
        "facts": parse_deal("1nn+1"),
        "number": load(rubber.pk).last.number,
    }
    enter_deal(
        **entered,
        seen_revision=rubber.revision,
        key=uuid4(),
        by=rubber.players[E],
        now=NOON,
    )


def left_over() -> None:
    """Make a rubber that a late correction ends earlier; the deal after the new end is struck, by votes with PINs."""
    guests = {
        seat: add_guest(name=name, now=NOON) for seat, name in ((E, "Lars"), (W, "Noa"))
    }
    rubber = rubber_in_play(
        others("Kim", "Ole", "Mia", "Pat") | guests,
        lines=("4sn=", "3sn=", "2he=", "4sn="),
    )
    by_pin(correct(rubber, 2, "4sn=", later="strike"))


def substitutes_asked() -> None:
    """Make three substitutes who wait for consent, and one whose request was taken back."""
    asking = rubber_in_play(others(), lines=("4sn=",))
    asked = {
        "state": load(asking.pk),
        "substitute": member("Ines"),
        "by": asking.players[N],
        "now": NOON,
    }
    withdraw_substitute(
        state=load(asking.pk),
        substitution=propose_substitute(seat=W, **asked),
        by=asking.players[N],
        now=NOON,
    )
    propose_substitute(seat=E, **asked)
    propose_substitute(seat=S, **asked | {"substitute": member("Jo")})
    propose_substitute(
        seat=N, **asked | {"substitute": member("Kai"), "by": asking.players[S]}
    )


def by_pin(proposal: Proposal) -> None:
    """South votes by PIN on East's device, and Noa, a guest like Lars, by a PIN chosen at the table."""
    rubber = proposal.rubber
    for seat, how in ((S, "pin"), (W, "table-pin")):
        who = rubber.players[seat]
        said = {"how": how, "device_of": rubber.players[E], "is_yes": how == "pin"}
        cast(state=load(rubber.pk), proposal=proposal, by=who, now=NOON, **said)


def substituted(players: Four) -> Rubber:
    """Make a rubber in which Ines takes over East's seat after the second deal. Returns the rubber."""
    rubber = rubber_in_play(players, lines=("3nn=", "4se+1"))
    ines = member("Ines")
    asked = propose_substitute(
        state=load(rubber.pk), seat=E, substitute=ines, by=players[N], now=NOON
    )
    for seat in (S, W):
        consent(state=load(rubber.pk), substitution=asked, by=players[seat], now=NOON)
    record(rubber, "4sn=")
    agree(rubber)
    return rubber


def accepted(proposal: Proposal) -> None:
    """Let the other players vote yes until the proposal is accepted."""
    for seat in (E, S, W):
        proposal.refresh_from_db()
        if proposal.is_open:
            vote(proposal, seat)


def corrected_after_posting(players: Four, rosa: Member) -> Rubber:
    rubber = agreed_rubber(players)
    reopen(state=load(rubber.pk), reason="Four honours", by=rosa, now=NOON)
    accepted(correct(rubber, 2, "4sxw-1", error="recording"))
    left = correct(rubber, 1, "2hs+3", error="recording")
    agree(rubber, despite=left)
    assert rubber.is_agreed and left.is_open
    return rubber


def moved(rosa: Member) -> None:
    """Make rubbers with motions in every state: carried, refused, taken back, expired, decided, open.

    One rubber is voided, counts again, and is voided once more.
    """
    rubber = rubber_in_play(others("Ida", "Jan", "Kim", "Leo"), lines=("4sn=",))
    refused = ask(rubber)
    answer(rubber, refused, E, is_yes=False)
    taken_back = ask(rubber)
    take_back(state=load(rubber.pk), motion=taken_back, by=rubber.players[N], now=LATER)
    ask(rubber)
    record(rubber, "2hw=")
    answer(rubber, ask(rubber), W)
    answer(rubber, ask(rubber, kind=Motion.Kind.CONTINUE), W)
    void(rubber, now=LATER)
    restored = ask(rubber, kind=Motion.Kind.RESTORE)
    for seat in (E, S, W):
        answer(rubber, restored, seat)
    void(rubber, now=LATER)
    ask(rubber, kind=Motion.Kind.RESTORE)
    decided = rubber_in_play(others("Mia", "Noe", "Oda", "Pit"), lines=("4sn=",))
    decision = {"is_yes": False, "ruling": "It was played", "by": rosa, "now": LATER}
    decide(state=load(decided.pk), motion=ask(decided), **decision)
    ask(decided, kind=Motion.Kind.VOID)


@club("first dealers corrected, and a club whose arbiter has played", *ABOUT_RUBBERS)
def dealers_corrected() -> None:
    """Correct the first dealer to each seat, open a rubber again by both sides, and end one by an arbiter.

    In one rubber both sides let the net score stand for a player who says "I am not there", in another they are asked.
    """
    players = four()
    agreed = agreed_rubber(players)
    give_role(member=players[N], role=Role.ADMIN)
    answer(agreed, ask(agreed, kind=Motion.Kind.REOPEN), E)
    settled = disputed_presence(players)
    answer(settled, ask(settled, kind=Motion.Kind.STAND), E)
    ask(disputed_presence(players), kind=Motion.Kind.STAND)
    for dealers in ([E], [S], [W], [E, N]):
        rubber = rubber_in_play(
            players, lines=("2sn=", "4se-1", "4sn=", "1nn="), system="chicago"
        )
        for dealer in dealers:
            motion = asked_for_dealer(rubber, dealer)
            answer(rubber, motion, E)
            answer(rubber, motion, S)
    ended = rubber_in_play(others(), lines=("4sn=",))
    decision = {"is_yes": True, "ruling": "They have left", "by": admin(), "now": LATER}
    decide(state=load(ended.pk), motion=ask(ended), **decision)


def disputed_presence(players: Four) -> Rubber:
    """A rubber that is over, and in which West says "I am not there"."""
    rubber = rubber_in_play(players, lines=NINE_DEALS)
    say_not_there(state=load(rubber.pk), by=players[W], now=LATER)
    return rubber


def asked_for_dealer(rubber: Rubber, dealer: Seat) -> Motion:
    return asked_to_score_anew(rubber, kind=Motion.Kind.DEALER, dealer=dealer)


def asked_to_score_anew(rubber: Rubber, **what: str) -> Motion:
    """Ask as North, by the low card, to correct the first dealer or the seats."""
    rubber.refresh_from_db()
    state = load(rubber.pk)
    return move(
        state=state,
        reason="By the low card",
        seen_revision=state.rubber.revision,
        by=state.players[N],
        now=LATER,
        **what,
    )


@club("seats corrected", *ABOUT_RUBBERS)
def seats_corrected() -> None:
    """Correct the seats by each exchange of two players: a rubber goes on, is open again, ends earlier, is agreed."""
    players = four()
    admin()
    for swap in ("NE", "NW", "NS", "EW"):
        lines = ("2sn=", "4se-1", "4ss=", "1nn=")
        agree(exchanged(rubber_in_play(players, lines=lines, system="chicago"), swap))
    exchanged(rubber_in_play(others(), lines=("4sn=", "4ss=")), "ES")
    earlier = others("Kim", "Leo", "Mia", "Nils")
    exchanged(rubber_in_play(earlier, lines=("4sn=", "4se=", "2hn=")), "ES")
    asked = rubber_in_play(others("Olga", "Paul", "Rita", "Sven"), lines=("4sn=",))
    asked_to_score_anew(asked, kind=Motion.Kind.SEATS, swap="SW")


def exchanged(rubber: Rubber, swap: str) -> Rubber:
    """Let North, East and South correct the seats."""
    motion = asked_to_score_anew(rubber, kind=Motion.Kind.SEATS, swap=swap)
    answer(rubber, motion, E)
    answer(rubber, motion, S)
    return rubber


@club("rubbers with blind books", *ABOUT_RUBBERS)
def blind_books() -> None:
    """Make entries in the books of both sides in every state: open, recorded, replaced, taken back, expired."""
    players = four()
    rubber = blind_rubber(players)
    choose_pin(member=players[W], pin="1234", now=NOON)
    write(rubber, "2ds=", N)
    write(rubber, "2ds=", W, how="pin", device_of=players[N])
    write(rubber, "1nn=", E)
    write(rubber, "1nn-1", E)
    taken_back_by(rubber, N, "1hn=")
    write(rubber, "1nn=", S)
    waiting = blind_rubber(others())
    write(waiting, "4sxn= h4n # a squeeze", N)
    stopped = blind_rubber(others("Kim", "Ole", "Mia", "Pat"))
    write(stopped, "1cw=", W)
    stop_rubber(
        state=load(stopped.pk),
        reason="Fire",
        seen_revision=0,
        by=stopped.players[N],
        now=NOON,
    )


def taken_back_by(rubber: Rubber, seat: Seat, line: str) -> None:
    """Let the side of the seat that waits take its entry back, write another deal, and take that back too."""
    entry = load(rubber.pk).book_entry
    take_back_entry(state=load(rubber.pk), entry=entry, by=entry.member, now=NOON)
    written = write(rubber, line, seat)
    take_back_entry(
        state=load(rubber.pk), entry=written.entry, by=written.entry.member, now=NOON
    )


@club("rubbers in the books", *ABOUT_RUBBERS)
def in_the_books() -> None:
    """Make posted rubbers of every kind: corrected, reopened, stopped, substituted, merged, agreed by an admin."""
    rosa, players = admin(), four()
    agreed_rubber(players)
    corrected_after_posting(players, rosa)
    stopped = rubber_in_play(players, lines=("3ns=", "2dw-1"))
    undo_deal(state=load(stopped.pk), number=2, by=players[N], now=NOON)
    record(stopped, "2hw=")
    stop_rubber(
        state=load(stopped.pk),
        reason="Fire",
        seen_revision=stopped.revision,
        by=players[N],
        now=NOON,
    )
    instead(stopped, rosa)
    two = agreed_rubber(others("Anna Old", "Finn", "Gina", "Hal"))
    close_table(table=two.table, now=NOON)
    for seat in Seat:
        leave_table(table=two.table, member=two.players[seat], now=NOON)
    merge(kept=players[N], merged=two.players[N], by=rosa, now=NOON)
    left = member("Ben Before")
    leave_club(member=left, by=rosa, now=NOON)
    merge(kept=players[E], merged=left, by=rosa, now=NOON)
    undo(
        merge=merge(
            kept=players[S], merged=add_guest(name="Clara", now=NOON), by=rosa, now=NOON
        ),
        by=rosa,
        now=NOON,
    )
    reopen(
        state=load(agreed_rubber(players).pk), reason="To look again", by=rosa, now=NOON
    )
    substituted(players)
    moved(rosa)
    next_rubber_begins_with_what_was_left_over(players)


def next_rubber_begins_with_what_was_left_over(players: Four) -> None:
    """Make a rubber that a correction ends earlier, and the next rubber, which begins with the remaining deals."""
    table = seated_table(players)
    over = start_rubber(table=table, dealer=E, by=players[N], now=NOON)
    for line in ("4sn=", "3sn=", "2he=", "4sn="):
        record(over, line)
    accepted(correct(over, 2, "4sn=", later="next"))


def instead(rubber: Rubber, rosa: Member) -> None:
    """Let North agree by PIN on East's device; as East was not there, an admin agrees in place of East."""
    north, newest = rubber.players[N], rubber.deals.order_by("pk").last()
    choose_pin(member=north, pin="1234", now=NOON)
    agree_net(
        state=load(rubber.pk),
        newest=newest,
        by=north,
        how="pin",
        device_of=rubber.players[E],
        now=NOON,
    )
    say_not_there(state=load(rubber.pk), by=rubber.players[E], now=NOON)
    agree_net_instead(
        state=load(rubber.pk),
        newest=newest,
        seat=E,
        reason="By telephone",
        by=rosa,
        now=NOON,
    )


@club("Chicago, royal auction and money", *ABOUT_RUBBERS)
def other_games() -> None:
    """Make ended and running rubbers of each other game, with house rules, stakes, table money and rounding."""
    HouseRules.objects.create(
        pk=1,
        rounding="half-up",
        wash_out_below=20,
        stake=10,
        table_money=50,
        going_out="cut",
        season_by="posting",
    )
    players = four()
    chicago = rubber_in_play(
        players,
        lines=("p", "1nn=", "2ce=", "4sxs-1 h4e", "p", "2hw+1"),
        system="chicago",
    )
    agree(chicago)
    royal = rubber_in_play(
        others(),
        lines=("4rs+1 h3s h2e", "1nn+1 h2n h2e", "3rn= h3n h2s vw"),
        system="royal",
    )
    agree_deal(
        state=load(royal.pk),
        deal=royal.deals.last(),
        by=royal.players[E],
        now=NOON,
        how="table-pin",
    )
    rubber_in_play(players, lines=("4sn=",), system="chicago")
    holdings_and_voids(others("Kim", "Lars", "Mia", "Noa"))
    cut_in_each_game(member("Ines"))


def holdings_and_voids(players: Four) -> None:
    """Make a rubber of royal auction with honours and voids; East has also recorded the second deal, identically."""
    rubber = rubber_in_play(
        players, lines=("1sn= h3n h2s ve vw", "1he= h3e h2w vn vs"), system="royal"
    )
    entered = {
        "state": load(rubber.pk),
        "facts": load(rubber.pk).last.facts,
        "number": 2,
        "seen_revision": 0,
    }
    enter_deal(**entered, key=uuid4(), by=players[E], now=NOON)


def cut_in_each_game(ines: Member) -> None:
    """Make a table of five players that cuts for who goes out; the last cut is still valid."""
    table = open_table(by=ines, now=NOON)
    come_to_table(table=table, member=ines, now=NOON)
    for name in ("Karl", "Mona", "Nils", "Olaf"):
        bring_guest(table=table, name=name, by=ines, now=NOON)
    confirm_stay(member=Member.objects.get(name="Mona"), now=NOON)
    played = [
        PlayedRubber(
            NOON,
            list(
                Sitting.objects.filter(table=table).values_list("member_id", flat=True)[
                    :4
                ]
            ),
        )
    ]
    ways = {
        "contract": GoingOut.LONGEST,
        "chicago": GoingOut.CUT,
        "royal": GoingOut.CUT,
    }
    for system, way in ways.items():
        choose_game(table=table, system=system, rules={})
        cut_for_partners(
            table=table,
            by=ines,
            played=played,
            going_out=way,
            now=NOON + timedelta(minutes=1),
        )
