"""A club that has something to show on every page, and the path of each page."""

from datetime import date
from uuid import uuid4

from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.demo import club as demo
from clubscore.duplicate.models import Session
from clubscore.duplicate.play.tablet.keys import key_of
from clubscore.duplicate.play.tablet.services import lay_tablet
from clubscore.duplicate.session.loading import load as load_session
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.appealing.services import appeal
from clubscore.duplicate.verdicts.correcting.services import Asked, ask
from clubscore.hands.services import deal_set, open_set
from clubscore.ledger.manual_entries.services import book_adjustment
from clubscore.ledger.models import Season, Unit
from clubscore.members.invitations.services import invite, make_poster
from clubscore.members.models import Member
from clubscore.public.api.services import make_token
from clubscore.public.choices.services import choose_public
from clubscore.public.feeds.services import make_feed
from clubscore.public.naming import Naming
from clubscore.public.sharing.services import make_link
from clubscore.rubbers.models import HouseRules, Rubber
from clubscore.settlements.period import SettlementPeriod
from clubscore.tables.models import Table
from scoring import Seat, parse_deal
from tests.duplicate.evening import in_play as session_in_play
from tests.duplicate.other_forms import alone, in_teams, played_to_the_end
from tests.duplicate.published import played, published
from tests.duplicate.recorded import player, recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.swiss import drawn as swiss_drawn
from tests.duplicate.swiss import played as swiss_played
from tests.duplicate.swiss import swiss, swiss_of_pairs
from tests.factories import member, passkey_of
from tests.rubbers.agreement.blind import blind_rubber, write
from tests.settlements.settling import settle

Club = dict[str, Member]
Paths = dict[str, str]


def fill() -> tuple[Club, Paths]:
    """Fill the database with the demo club and one more of everything that has a page. Returns it and all paths."""
    club = demo.add_members(password="four spades doubled", now=timezone.now())
    demo.play_tonight(club, now=timezone.now())
    secretary = club[demo.SECRETARY]
    evening = evening_of(Rubber.objects.order_by("pk")[0].started_at)
    over = _published_session(secretary)
    return club, {
        **PATHS_WITHOUT_ROWS,
        **_paths_of_tables(),
        **_paths_of_books(secretary, evening),
        **_paths_of_blind_books(),
        **_paths_of_members(club),
        **_paths_in_public(secretary, evening, over),
        **_paths_of_hands(secretary),
        **_paths_of_play(secretary),
        **_paths_of_results(over),
        **_paths_of_other_forms(secretary),
        **_paths_of_standings(club),
    }


PATHS_WITHOUT_ROWS = {
    "offline": "/offline/",
    "style guide": "/styleguide/",
    "public room": "/public/room/",
    "public evenings": "/public/evenings/",
    "public sessions": "/public/duplicate/",
    "public standings": "/public/standings/",
    "what is public": "/office/public/",
    "tokens": "/office/public/tokens/",
    "my name in public": "/members/me/public-name/",
    "my calendar": "/members/me/calendar/",
    "hands": "/hands/",
    "dealing": "/hands/dealing/",
    "hands from a file": "/hands/import/",
    "checking hands": "/hands/verification/",
    "room": "/",
    "wall": "/wall/",
    "overlay": "/wall/overlay/",
    "choice of a wall": "/wall/choice/",
    "empty pad": "/pad/",
    "attention": "/attention/",
    "office": "/office/",
    "phones": "/office/phones/",
    "backups": "/office/backups/",
    "audit": "/office/audit/?kind=all",
    "sign-ins": "/office/sign-ins/",
    "my PIN": "/pin/",
    "ledger": "/ledger/",
    "adjustments": "/ledger/adjustments/",
    "opening balances": "/ledger/opening-balances/",
    "settlements": "/settlements/",
    "sessions": "/duplicate/",
    "changes to approve": "/duplicate/approvals/",
    "practice of duplicate": "/duplicate/practice/",
    "opening a session": "/duplicate/opening/?tables=9½&boards=27&begins=19:30&minutes=7&sections=1",
    "opening for teams": "/duplicate/opening/?form=teams&tables=5&boards=24&begins=19:30&minutes=7&sections=1",
    "opening for a Swiss": "/duplicate/opening/?form=swiss_teams&tables=5&boards=6&minutes=7&sections=1",
    "opening for a Swiss of pairs": "/duplicate/opening/?form=swiss_pairs&tables=4½&boards=24&minutes=7&sections=1",
    "evenings": "/evenings/",
    "members": "/members/",
    "import": "/members/import/",
    "roles": "/members/roles/",
    "new member": "/members/new/",
    "the club": "/office/club/",
    "settings": "/office/settings/",
    "house rules": "/office/house-rules/",
    "my page": "/me/",
    "my sign-in": "/members/me/",
    "my passkeys": "/members/me/passkeys/",
    "my data": "/members/me/data/",
    "correction of my record": "/members/me/correction/",
    "privacy": "/privacy/",
    "words on privacy": "/privacy/words/",
    "erased members": "/members/erasures/",
    "my device": "/members/me/device/",
    "invitations": "/members/invitations/",
    "cards": "/members/invitations/cards/",
    "export": "/export/",
    "standings": "/standings/",
    "ratings": "/standings/?by=rating",
    "pairs": "/standings/?by=pairs",
    "standings worked out": "/standings/worked-out/",
    "seasons": "/standings/seasons/",
}


def _paths_of_tables() -> Paths:
    """Return the paths of tonight's tables (one of each game in play, one gathering), of their walls and rubbers."""
    playing, chicago, royal, gathering = Table.objects.order_by("pk")
    finished, _, in_play, *_ = Rubber.objects.order_by("pk")
    return {
        "wall for one table": f"/wall/?table={royal.pk}&embargo=deal",
        "wall that waits": f"/wall/?table={playing.pk}&embargo=rubber",
        "wall of a free table": f"/wall/?table={gathering.pk}",
        "table in play": f"/tables/{playing.pk}/",
        "Chicago": f"/tables/{chicago.pk}/",
        "royal auction": f"/tables/{royal.pk}/",
        "game": f"/tables/{gathering.pk}/game/",
        "table without a four": f"/tables/{gathering.pk}/",
        "seating": f"/tables/{gathering.pk}/seating/",
        "rubber in play": f"/rubbers/{in_play.pk}/",
        "finished rubber": f"/rubbers/{finished.pk}/",
        "deal": f"/rubbers/{in_play.pk}/deals/2/",
        "ending": f"/rubbers/{in_play.pk}/ending/",
        "correction": f"/rubbers/{in_play.pk}/deals/2/correction/",
        "cut": f"/tables/{playing.pk}/cut/",
        "bad pack": f"/rubbers/{in_play.pk}/pack/",
        "from paper": f"/rubbers/{in_play.pk}/deals/paper/",
        "substitution": f"/rubbers/{in_play.pk}/substitution/?q=an",
        "another's PIN": f"/rubbers/{in_play.pk}/pins/{in_play.players[Seat.EAST].pk}/",
        "history": f"/rubbers/{in_play.pk}/history/?at=3",
        "finished history": f"/rubbers/{finished.pk}/history/",
        "reopening": f"/rubbers/{finished.pk}/reopening/",
        "playing on": f"/rubbers/{finished.pk}/continuation/",
        "voiding": f"/rubbers/{in_play.pk}/voiding/",
        "other seats": f"/rubbers/{in_play.pk}/seats/",
        "counting again": f"/rubbers/{in_play.pk}/restoring/",
        "letting stand": f"/rubbers/{in_play.pk}/standing/",
    }


def _paths_of_books(secretary: Member, evening: date) -> Paths:
    """Settle the evening and book a prize by hand; return the paths of the pages about them."""
    now = timezone.now()
    settlement = settle(secretary, period=SettlementPeriod(evening, evening), now=now)
    booked = book_adjustment(
        number=1,
        member=secretary,
        points=5,
        against="Prizes",
        unit=Unit.POINTS,
        reason="A prize",
        by=secretary,
        now=now,
    )
    return {
        "reversal": f"/ledger/adjustments/{booked.pk}/reversal/",
        "settling up": f"/settlements/new/?first={evening}&last={evening}",
        "settlement": f"/settlements/{settlement.pk}/",
        "why a payment": f"/settlements/payments/{settlement.transfers.first().pk}/",
        "cancelling a settlement": f"/settlements/{settlement.pk}/cancellation/",
        "evening": f"/evenings/{evening}/",
    }


def _paths_of_blind_books() -> Paths:
    """Return the paths of a table at which a deal waits in the book of one side, and of the history of its rubber."""
    rubber = blind_rubber({seat: member(f"Blind {seat.word}") for seat in Seat})
    HouseRules.objects.update(has_blind_books=False)
    write(rubber, "4sn=", Seat.NORTH)
    write(rubber, "4sn-1", Seat.EAST)
    write(rubber, "1nn=", Seat.WEST)
    return {
        "deal in one book": f"/tables/{rubber.table_id}/",
        "history of two books": f"/rubbers/{rubber.pk}/history/",
    }


def _paths_of_members(club: Club) -> Paths:
    """Make an invitation, a poster and a passkey; return the paths of the pages about members."""
    secretary, now = club[demo.SECRETARY], timezone.now()
    newcomer = Member.objects.create(name="Nora Field", joined_at=now)
    card = invite(member=newcomer, by=secretary, now=now)
    poster = make_poster(by=secretary, now=now)
    key = passkey_of(secretary)
    return {
        "record": f"/members/{club['Mei Tan'].pk}/record/",
        "change of a record": f"/members/{club['Mei Tan'].pk}/change/",
        "a passkey": f"/members/me/passkeys/{key.pk}/",
        "erasing": f"/members/{club['Mei Tan'].pk}/erasure/",
        "invitation": f"/members/invitations/{card.pk}/",
        "poster": f"/members/invitations/{poster.pk}/",
        "merge": f"/members/{club['Mei Tan'].pk}/merge/?other={club['Ivo Novak'].pk}",
    }


def _paths_in_public(secretary: Member, evening: date, over: Session) -> Paths:
    """Make everything public that can be, with a link, a token and a calendar; return the paths of those pages."""
    now = timezone.now()
    choice = {
        "room": True,
        "evenings": True,
        "duplicate": True,
        "boards": True,
        "standings": True,
        "shows_play": True,
        "is_indexed": False,
    }
    choose_public(**choice, naming=Naming.FIRST, by=secretary, now=now)
    make_link(day=evening, by=secretary, now=now)
    make_token(name="The club’s website", has_full_names=False, by=secretary, now=now)
    make_feed(member=secretary, now=now)
    return {
        "public evening": f"/public/evenings/{evening}/",
        "public session": f"/public/duplicate/{over.pk}/",
        "sending the results": f"/evenings/{evening}/sending/",
    }


def _paths_of_hands(secretary: Member) -> Paths:
    """Deal a sealed and an open set of boards; return the paths of the pages about hands."""
    now = timezone.now()
    sealed = deal_set(
        name="Sealed pairs", first=1, boards=24, opens_at=None, by=secretary, now=now
    )
    hands = deal_set(
        name="Thursday pairs", first=1, boards=3, opens_at=None, by=secretary, now=now
    )
    open_set(opened=hands, by=secretary, now=now)
    return {
        "sealed hands": f"/hands/{sealed.pk}/",
        "open hands": f"/hands/{hands.pk}/",
        "hand sheet": f"/hands/{hands.pk}/sheet/",
        "curtain cards": f"/hands/{hands.pk}/cards/",
    }


def _paths_of_play(secretary: Member) -> Paths:
    """Make a session in play, with an appealed ruling at table 2 and tablets at tables 2 and 3; return its paths."""
    session = session_in_play(secretary, count=5, family="Ames")
    slots = [slot for slot, _ in slots_of(load_session(session.pk))]
    second, third = (
        next(slot for slot in slots if slot.table == table) for table in (2, 3)
    )
    recorded(session, second, "4sn=")
    return {
        **_paths_of_a_board(session, second),
        **_paths_of_a_ruling(session, second),
        **_paths_of_tablets(session, third),
        **_paths_of_directing(session),
    }


def _paths_of_a_board(session: Session, slot: Slot) -> Paths:
    at_table = _boards_at(session, slot)
    return {
        "result of a board": f"{at_table}/{slot.board}/",
        "board to play": f"{at_table}/{slot.board + 1}/",
        "board at all tables": f"/duplicate/{session.pk}/boards/{slot.board}/",
        "fouled board": f"/duplicate/{session.pk}/boards/{slot.board}/groups/",
    }


def _paths_of_a_ruling(session: Session, slot: Slot) -> Paths:
    """Make a ruling twice and let one of the pair appeal it; return the paths of the pages about the ruling."""
    for _ in range(2):
        ruled(session, slot, "60%=4sn=,40%=4sn-1")
    appeal(
        session=session,
        slot=slot,
        why="No game",
        key=uuid4(),
        by=player(session, slot),
        now=timezone.now(),
    )
    ruled_at = f"{_boards_at(session, slot)}/{slot.board}"
    return {
        "ruled board": f"{ruled_at}/",
        "ruling": f"{ruled_at}/ruling/",
        "history of a board": f"{ruled_at}/history/",
        "appeal": f"{ruled_at}/appeal/",
    }


def _paths_of_tablets(session: Session, slot: Slot) -> Paths:
    """Lay a tablet at the table of the slot, where a result waits for an answer, and an unused code at table 2.

    Returns the paths of the tablets' pages.
    """
    recorded(session, slot, "3nn=")
    waits, laid = (
        lay_tablet(
            session=session,
            letter="A",
            table=table,
            by=session.director,
            now=timezone.now(),
            is_here=table == slot.table,
        )
        for table in (2, slot.table)
    )
    tablet_at = f"/duplicate/tablets/{key_of(laid)}/rounds/{slot.round}/boards"
    return {
        "code of a tablet": f"/duplicate/tablets/{key_of(waits)}/",
        "tablet that asks": f"{tablet_at}/{slot.board}/",
        "tablet with a board to play": f"{tablet_at}/{slot.board + 1}/",
    }


def _paths_of_directing(session: Session) -> Paths:
    """Return the paths of the session, of its places and papers, and of its director's pages."""
    return {
        "session": f"/duplicate/{session.pk}/",
        "who was there": f"/duplicate/{session.pk}/presences/",
        "place in a session": f"/duplicate/{session.pk}/seat/?table=A1",
        "places of a session": f"/duplicate/{session.pk}/entries/",
        "tablets of the tables": f"/duplicate/{session.pk}/director/tablets/",
        "penalties": f"/duplicate/{session.pk}/director/penalties/",
        "ranking": f"/duplicate/{session.pk}/ranking/",
        "directing": f"/duplicate/{session.pk}/director/",
        "slips": f"/duplicate/{session.pk}/director/slips/",
        "hands of a session": f"/duplicate/{session.pk}/director/hands/",
        "late pair": f"/duplicate/{session.pk}/director/late-pair/",
        "a pair goes home": f"/duplicate/{session.pk}/director/withdrawal/?pair=A1",
        "played otherwise": f"/duplicate/{session.pk}/director/misplay/?what=boards&round=A1&table=1&boards=3",
        "substitutes": f"/duplicate/{session.pk}/director/substitutes/",
        "another number of rounds": f"/duplicate/{session.pk}/director/rounds/number/",
        "cancelling a session": f"/duplicate/{session.pk}/director/cancellation/",
        "the deputies of a session": f"/duplicate/{session.pk}/director/deputies/",
        "guide cards": f"/duplicate/{session.pk}/guide-cards/",
        "table cards": f"/duplicate/{session.pk}/board-moves/",
        "codes of tables": f"/duplicate/{session.pk}/table-codes/",
    }


def _boards_at(session: Session, slot: Slot) -> str:
    """Return the path of the boards of the slot's table in the slot's round, without a final slash."""
    return (
        f"/duplicate/{session.pk}/rounds/{slot.round}/{slot.letter}/{slot.table}/boards"
    )


def _published_session(secretary: Member) -> Session:
    """Make a session that is played and published, and return it."""
    over = played(secretary, family="Bright", name="Tuesday pairs")
    published(over, now=timezone.now())
    return over


def _paths_of_results(over: Session) -> Paths:
    """Let a player ask to correct a board; return the paths of the pages about published results."""
    slot, _ = next(slots_of(load_session(over.pk)))
    corrected = Asked(
        parse_deal("6ss="), "score", "We wrote the wrong board", 1, uuid4()
    )
    ask(
        session=over,
        slot=slot,
        asked=corrected,
        by=player(over, slot),
        now=timezone.now(),
    )
    over_at = _boards_at(over, slot)
    return {
        "publishing": f"/duplicate/{over.pk}/director/publication/",
        "published results": f"/duplicate/{over.pk}/results/",
        "correction that is asked": f"{over_at}/{slot.board}/correction/",
        "correction of a board": f"{over_at}/{slot.board + 1}/correction/",
    }


def _paths_of_other_forms(secretary: Member) -> Paths:
    """Make a match of teams, an individual and Swiss sessions; return the paths of their pages."""
    whist = played_to_the_end(
        in_teams(count=3, boards_a_round=2, by=secretary, family="Cole")
    )
    lone = alone(by=secretary, rounds=1, family="Dale")
    return {
        "matches": f"/duplicate/{whist.pk}/matches/",
        "match": f"/duplicate/{whist.pk}/matches/1/2/",
        "individual": f"/duplicate/{lone.pk}/",
        "guide cards of an individual": f"/duplicate/{lone.pk}/guide-cards/",
        "places of players": f"/duplicate/{lone.pk}/entries/",
        **_paths_of_swiss(secretary),
    }


def _paths_of_swiss(secretary: Member) -> Paths:
    """Make a Swiss of teams drawn by lot, and one of teams and one of pairs drawn by standings; return their paths."""
    drawn_by_lot = swiss(6, count=5, by=secretary, family="Early")
    drawn_next = swiss(5, by=secretary, family="Fine", begun=1)
    swiss_played(drawn_next, {1, 3})
    swiss_drawn(drawn_next)
    drawn_pairs = swiss_of_pairs(
        7, by=secretary, family="Gold", begun=1, boards_a_round=2
    )
    swiss_played(drawn_pairs, {1, 4})
    swiss_drawn(drawn_pairs)
    return {
        "draw of a first round": f"/duplicate/{drawn_by_lot.pk}/director/draw/",
        "draw by the standings": f"/duplicate/{drawn_next.pk}/director/draw/",
        "a team goes home": f"/duplicate/{drawn_next.pk}/director/withdrawal/?pair=A1",
        "ranking of a Swiss": f"/duplicate/{drawn_next.pk}/ranking/",
        "draw of pairs": f"/duplicate/{drawn_pairs.pk}/director/draw/",
        "matches of pairs": f"/duplicate/{drawn_pairs.pk}/matches/",
        "match of pairs": f"/duplicate/{drawn_pairs.pk}/matches/1/2/",
        "line-up of a team": f"/duplicate/{drawn_next.pk}/entries/A/1/line-up/",
    }


def _paths_of_standings(club: Club) -> Paths:
    """Return the paths of the season's standings and of the secretary's own pages."""
    slug, secretary = Season.objects.get().slug, club[demo.SECRETARY]
    return {
        "terms": f"/standings/{slug}/terms/",
        "standings of duplicate": f"/standings/{slug}/?game=duplicate",
        "terms of duplicate": f"/standings/{slug}/terms/duplicate/",
        "closing": f"/standings/{slug}/closing/",
        "member": f"/members/{secretary.pk}/",
        "boards of a member": f"/members/{secretary.pk}/boards/",
        "pair": f"/members/{secretary.pk}/with/{club['Ivo Novak'].pk}/",
        "statement": f"/ledger/{secretary.pk}/",
    }
