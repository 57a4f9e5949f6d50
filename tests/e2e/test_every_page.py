"""Every page of the demo club, on a phone by day and on a desk by night: it fits, and keeps nobody out."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.demo import club as demo
from clubscore.duplicate.models import Tablet
from clubscore.duplicate.play.tablet.keys import key_of
from clubscore.duplicate.play.tablet.services import lay_tablet
from clubscore.duplicate.session.loading import load as load_session
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.verdicts.appealing.services import appeal
from clubscore.duplicate.verdicts.correcting.services import Asked, ask
from clubscore.hands.services import deal_set, open_set
from clubscore.ledger.manual_entries import book_adjustment
from clubscore.ledger.models import Season, Unit
from clubscore.members.invitations.services import invite, make_poster
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.public.api.services import make_token
from clubscore.public.choices.services import choose_public
from clubscore.public.feeds.services import make_feed
from clubscore.public.naming import Naming
from clubscore.public.sharing.services import make_link
from clubscore.rubbers.correction.services import propose
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.settlements.period import SettlementPeriod
from clubscore.tables.models import Table
from scoring import Seat, parse_deal
from tests.databases import made_once
from tests.duplicate.evening import in_play as session_in_play
from tests.duplicate.other_forms import alone, in_teams, played_to_the_end
from tests.duplicate.published import played, published
from tests.duplicate.recorded import player, recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.swiss import drawn as swiss_drawn
from tests.duplicate.swiss import played as swiss_played
from tests.duplicate.swiss import swiss, swiss_of_pairs
from tests.duplicate.tablets import device_of
from tests.e2e.browser import TWICE_AS_LARGE, each_look, expect
from tests.factories import NINE_DEALS, member, passkey_of, rubber_in_play
from tests.settlements.settling import settle

# `test_look.py` looks at each page in one size at every change.
pytestmark = pytest.mark.landing

Club = dict[str, Member]
Paths = dict[str, str]


@pytest.fixture
def club_and_paths(transactional_db: None) -> tuple[Club, Paths]:
    return made_once(fill)


@pytest.fixture
def club(club_and_paths: tuple[Club, Paths]) -> Club:
    return club_and_paths[0]


@pytest.fixture
def paths(club_and_paths: tuple[Club, Paths]) -> Paths:
    return club_and_paths[1]


def fill() -> tuple[Club, Paths]:
    """The demo club with one more of everything that has a page, and the path of each page."""
    club = demo.found(password="four spades doubled", now=timezone.now())
    demo.play_tonight(club, now=timezone.now())
    playing, chicago, royal, gathering = Table.objects.order_by("pk")
    finished, _, in_play, *_ = Rubber.objects.order_by("pk")
    secretary, now = club[demo.SECRETARY], timezone.now()
    evening = evening_of(finished.started_at)
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
    newcomer = Member.objects.create(name="Nora Field", joined_at=now)
    card, poster = (
        invite(member=newcomer, by=secretary, now=now),
        make_poster(by=secretary, now=now),
    )
    choice = {
        "room": True,
        "evenings": True,
        "duplicate": True,
        "standings": True,
        "shows_play": True,
        "is_indexed": False,
    }
    choose_public(**choice, naming=Naming.FIRST, by=secretary, now=now)
    make_link(day=evening, by=secretary, now=now)
    make_token(name="The club’s website", has_full_names=False, by=secretary, now=now)
    make_feed(member=secretary, now=now)
    key = passkey_of(secretary)
    sealed = deal_set(
        name="Sealed pairs", first=1, boards=24, opens_at=None, by=secretary, now=now
    )
    hands = deal_set(
        name="Thursday pairs", first=1, boards=3, opens_at=None, by=secretary, now=now
    )
    open_set(opened=hands, by=secretary, now=now)
    session = session_in_play(secretary, count=5, family="Ames")
    slots = [slot for slot, _ in slots_of(load_session(session.pk))]
    slot, other = slots[0], next(slot for slot in slots if slot.table == 2)
    recorded(session, slot, "4sn=")
    ruled(session, other, "60%=4sn=,40%=4sn-1")
    ruled(session, other, "60%=4sn=,40%=4sn-1")
    appeal(
        session=session,
        slot=other,
        why="No game",
        key=uuid4(),
        by=player(session, other),
        now=now,
    )
    to_play = slot._replace(board=slot.board + 1)
    over = played(secretary, family="Bright", name="Tuesday pairs")
    published(over, now=now)
    played_slot, _ = next(slots_of(load_session(over.pk)))
    whist = played_to_the_end(
        in_teams(count=3, boards_a_round=2, by=secretary, family="Cole")
    )
    drawn_by_lot = swiss(6, count=5, by=secretary, family="Early")
    drawn_next = swiss(5, by=secretary, family="Fine", begun=1)
    swiss_played(drawn_next, {1, 3})
    swiss_drawn(drawn_next)
    drawn_pairs = swiss_of_pairs(
        7, by=secretary, family="Gold", begun=1, boards_a_round=2
    )
    swiss_played(drawn_pairs, {1, 4})
    swiss_drawn(drawn_pairs)
    lone = alone(by=secretary, rounds=1, family="Dale")
    corrected = Asked(
        parse_deal("6ss="), "score", "We wrote the wrong board", 1, uuid4()
    )
    ask(
        session=over,
        slot=played_slot,
        asked=corrected,
        by=player(over, played_slot),
        now=now,
    )
    over_at = (
        f"/duplicate/{over.pk}/rounds/{played_slot.round}/A/{played_slot.table}/boards"
    )
    at_table = (
        f"/duplicate/{session.pk}/rounds/{slot.round}/{slot.letter}/{slot.table}/boards"
    )
    third = next(slot for slot in slots if slot.table == 3)
    recorded(session, third, "3nn=")
    waits, laid = (
        lay_tablet(
            session=session,
            letter="A",
            table=table,
            by=session.director,
            now=now,
            is_here=table == 3,
        )
        for table in (2, 3)
    )
    tablet_at = f"/duplicate/tablets/{key_of(laid)}/"
    ruled_at = f"/duplicate/{session.pk}/rounds/{other.round}/{other.letter}/{other.table}/boards/{other.board}"
    return club, {
        "offline": "/offline/",
        "style guide": "/styleguide/",
        "public room": "/public/room/",
        "public evenings": "/public/evenings/",
        "public evening": f"/public/evenings/{evening}/",
        "public sessions": "/public/duplicate/",
        "public session": f"/public/duplicate/{over.pk}/",
        "public standings": "/public/standings/",
        "what is public": "/office/public/",
        "tokens": "/office/public/tokens/",
        "sending the results": f"/evenings/{evening}/sending/",
        "my name in public": "/members/me/public-name/",
        "my calendar": "/members/me/calendar/",
        "hands": "/hands/",
        "dealing": "/hands/dealing/",
        "hands from a file": "/hands/import/",
        "checking hands": "/hands/verification/",
        "sealed hands": f"/hands/{sealed.pk}/",
        "open hands": f"/hands/{hands.pk}/",
        "hand sheet": f"/hands/{hands.pk}/sheet/",
        "curtain cards": f"/hands/{hands.pk}/cards/",
        "room": "/",
        "wall": "/wall/",
        "wall for one table": f"/wall/?table={royal.pk}&embargo=deal",
        "wall that waits": f"/wall/?table={playing.pk}&embargo=rubber",
        "wall of a free table": f"/wall/?table={gathering.pk}",
        "overlay": "/wall/overlay/",
        "choice of a wall": "/wall/choice/",
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
        "empty pad": "/pad/",
        "substitution": f"/rubbers/{in_play.pk}/substitution/?q=an",
        "another's PIN": f"/rubbers/{in_play.pk}/pins/{in_play.players[Seat.EAST].pk}/",
        "history": f"/rubbers/{in_play.pk}/history/?at=3",
        "finished history": f"/rubbers/{finished.pk}/history/",
        "reopening": f"/rubbers/{finished.pk}/reopening/",
        "attention": "/attention/",
        "office": "/office/",
        "phones": "/office/phones/",
        "audit": "/office/audit/?kind=all",
        "sign-ins": "/office/sign-ins/",
        "my PIN": "/pin/",
        "ledger": "/ledger/",
        "reversal": f"/ledger/adjustments/{booked.pk}/reversal/",
        "statement": f"/ledger/{club[demo.SECRETARY].pk}/",
        "adjustments": "/ledger/adjustments/",
        "opening balances": "/ledger/opening-balances/",
        "settlements": "/settlements/",
        "settling up": f"/settlements/new/?first={evening}&last={evening}",
        "settlement": f"/settlements/{settlement.pk}/",
        "why a payment": f"/settlements/payments/{settlement.transfers.first().pk}/",
        "cancelling a settlement": f"/settlements/{settlement.pk}/cancellation/",
        "sessions": "/duplicate/",
        "opening a session": "/duplicate/opening/?tables=9½&boards=27&begins=19:30&minutes=7&sections=1",
        "session": f"/duplicate/{session.pk}/",
        "place in a session": f"/duplicate/{session.pk}/seat/?table=A1",
        "places of a session": f"/duplicate/{session.pk}/entries/",
        "result of a board": f"{at_table}/{slot.board}/",
        "board to play": f"{at_table}/{to_play.board}/",
        "board at all tables": f"/duplicate/{session.pk}/boards/{slot.board}/",
        "tablets of the tables": f"/duplicate/{session.pk}/director/tablets/",
        "code of a tablet": f"/duplicate/tablets/{key_of(waits)}/",
        "tablet that asks": f"{tablet_at}rounds/{third.round}/boards/{third.board}/",
        "tablet with a board to play": f"{tablet_at}rounds/{third.round}/boards/{third.board + 1}/",
        "ruled board": f"{ruled_at}/",
        "ruling": f"{ruled_at}/ruling/",
        "history of a board": f"{ruled_at}/history/",
        "penalties": f"/duplicate/{session.pk}/director/penalties/",
        "fouled board": f"/duplicate/{session.pk}/boards/{slot.board}/groups/",
        "ranking": f"/duplicate/{session.pk}/ranking/",
        "opening for teams": "/duplicate/opening/?form=teams&tables=5&boards=24&begins=19:30&minutes=7&sections=1",
        "matches": f"/duplicate/{whist.pk}/matches/",
        "match": f"/duplicate/{whist.pk}/matches/1/2/",
        "opening for a Swiss": "/duplicate/opening/?form=swiss_teams&tables=5&boards=6&minutes=7&sections=1",
        "draw of a first round": f"/duplicate/{drawn_by_lot.pk}/director/draw/",
        "draw by the standings": f"/duplicate/{drawn_next.pk}/director/draw/",
        "a team goes home": f"/duplicate/{drawn_next.pk}/director/withdrawal/?pair=A1",
        "ranking of a Swiss": f"/duplicate/{drawn_next.pk}/ranking/",
        "opening for a Swiss of pairs": "/duplicate/opening/?form=swiss_pairs&tables=4½&boards=24&minutes=7&sections=1",
        "draw of pairs": f"/duplicate/{drawn_pairs.pk}/director/draw/",
        "matches of pairs": f"/duplicate/{drawn_pairs.pk}/matches/",
        "match of pairs": f"/duplicate/{drawn_pairs.pk}/matches/1/2/",
        "individual": f"/duplicate/{lone.pk}/",
        "guide cards of an individual": f"/duplicate/{lone.pk}/guide-cards/",
        "places of players": f"/duplicate/{lone.pk}/entries/",
        "directing": f"/duplicate/{session.pk}/director/",
        "publishing": f"/duplicate/{over.pk}/director/publication/",
        "published results": f"/duplicate/{over.pk}/results/",
        "correction that is asked": f"{over_at}/{played_slot.board}/correction/",
        "correction of a board": f"{over_at}/{played_slot.board + 1}/correction/",
        "hands of a session": f"/duplicate/{session.pk}/director/hands/",
        "late pair": f"/duplicate/{session.pk}/director/late-pair/",
        "a pair goes home": f"/duplicate/{session.pk}/director/withdrawal/?pair=A1",
        "appeal": f"{ruled_at}/appeal/",
        "played otherwise": f"/duplicate/{session.pk}/director/misplay/?what=boards&round=A1&table=1&boards=3",
        "substitutes": f"/duplicate/{session.pk}/director/substitutes/",
        "line-up of a team": f"/duplicate/{drawn_next.pk}/entries/A/1/line-up/",
        "another number of rounds": f"/duplicate/{session.pk}/director/rounds/number/",
        "cancelling a session": f"/duplicate/{session.pk}/director/cancellation/",
        "the deputies of a session": f"/duplicate/{session.pk}/director/deputies/",
        "guide cards": f"/duplicate/{session.pk}/guide-cards/",
        "table cards": f"/duplicate/{session.pk}/board-moves/",
        "codes of tables": f"/duplicate/{session.pk}/table-codes/",
        "evenings": "/evenings/",
        "evening": f"/evenings/{evening}/",
        "members": "/members/",
        "record": f"/members/{club['Mei Tan'].pk}/record/",
        "import": "/members/import/",
        "roles": "/members/roles/",
        "new member": "/members/new/",
        "change of a record": f"/members/{club['Mei Tan'].pk}/change/",
        "the club": "/office/club/",
        "settings": "/office/settings/",
        "house rules": "/office/house-rules/",
        "my page": "/me/",
        "my sign-in": "/members/me/",
        "my passkeys": "/members/me/passkeys/",
        "a passkey": f"/members/me/passkeys/{key.pk}/",
        "my data": "/members/me/data/",
        "correction of my record": "/members/me/correction/",
        "privacy": "/privacy/",
        "words on privacy": "/privacy/words/",
        "erasing": f"/members/{club['Mei Tan'].pk}/erasure/",
        "erased members": "/members/erasures/",
        "my device": "/members/me/device/",
        "invitations": "/members/invitations/",
        "invitation": f"/members/invitations/{card.pk}/",
        "poster": f"/members/invitations/{poster.pk}/",
        "cards": "/members/invitations/cards/",
        "merge": f"/members/{club['Mei Tan'].pk}/merge/?other={club['Ivo Novak'].pk}",
        "export": "/export/",
        "standings": "/standings/",
        "ratings": "/standings/?by=rating",
        "pairs": "/standings/?by=pairs",
        "standings worked out": "/standings/worked-out/",
        "seasons": "/standings/seasons/",
        "terms": f"/standings/{Season.objects.get().slug}/terms/",
        "standings of duplicate": f"/standings/{Season.objects.get().slug}/?game=duplicate",
        "terms of duplicate": f"/standings/{Season.objects.get().slug}/terms/duplicate/",
        "closing": f"/standings/{Season.objects.get().slug}/closing/",
        "member": f"/members/{club[demo.SECRETARY].pk}/",
        "pair": f"/members/{club[demo.SECRETARY].pk}/with/{club['Ivo Novak'].pk}/",
    }


PAGES = (
    "offline",
    "style guide",
    "public room",
    "public evenings",
    "public evening",
    "public sessions",
    "public session",
    "public standings",
    "what is public",
    "tokens",
    "sending the results",
    "my name in public",
    "my calendar",
    "hands",
    "dealing",
    "hands from a file",
    "checking hands",
    "sealed hands",
    "open hands",
    "hand sheet",
    "curtain cards",
    "room",
    "wall",
    "wall for one table",
    "wall that waits",
    "wall of a free table",
    "overlay",
    "choice of a wall",
    "table in play",
    "Chicago",
    "royal auction",
    "game",
    "table without a four",
    "seating",
    "rubber in play",
    "finished rubber",
    "deal",
    "ending",
    "correction",
    "bad pack",
    "from paper",
    "empty pad",
    "cut",
    "substitution",
    "another's PIN",
    "history",
    "finished history",
    "reopening",
    "attention",
    "office",
    "phones",
    "audit",
    "sign-ins",
    "my PIN",
    "ledger",
    "statement",
    "adjustments",
    "reversal",
    "opening balances",
    "sessions",
    "opening a session",
    "session",
    "place in a session",
    "places of a session",
    "result of a board",
    "board to play",
    "board at all tables",
    "tablets of the tables",
    "code of a tablet",
    "tablet that asks",
    "tablet with a board to play",
    "ruled board",
    "ruling",
    "history of a board",
    "penalties",
    "fouled board",
    "ranking",
    "opening for teams",
    "matches",
    "match",
    "opening for a Swiss",
    "draw of a first round",
    "draw by the standings",
    "a team goes home",
    "ranking of a Swiss",
    "opening for a Swiss of pairs",
    "draw of pairs",
    "matches of pairs",
    "match of pairs",
    "individual",
    "guide cards of an individual",
    "places of players",
    "directing",
    "publishing",
    "published results",
    "correction that is asked",
    "correction of a board",
    "hands of a session",
    "late pair",
    "a pair goes home",
    "substitutes",
    "line-up of a team",
    "another number of rounds",
    "appeal",
    "played otherwise",
    "cancelling a session",
    "the deputies of a session",
    "guide cards",
    "table cards",
    "codes of tables",
    "settlements",
    "settling up",
    "settlement",
    "why a payment",
    "cancelling a settlement",
    "evenings",
    "evening",
    "members",
    "record",
    "import",
    "roles",
    "new member",
    "change of a record",
    "the club",
    "settings",
    "house rules",
    "my page",
    "my sign-in",
    "my passkeys",
    "a passkey",
    "my data",
    "correction of my record",
    "privacy",
    "words on privacy",
    "erasing",
    "erased members",
    "my device",
    "invitations",
    "invitation",
    "poster",
    "cards",
    "merge",
    "export",
    "standings",
    "ratings",
    "pairs",
    "standings worked out",
    "seasons",
    "terms",
    "standings of duplicate",
    "terms of duplicate",
    "closing",
    "member",
    "pair",
)


# The forms that write and do not end with their token, whichever of their buttons is pressed.
WITHOUT_END = """() => [...document.forms].filter((form) => form.method === "post").flatMap((form) =>
    [null, ...[...form.elements].filter((field) => field.type === "submit")]
        .filter((button) => [...new FormData(form, button).keys()].at(-1) !== "csrfmiddlewaretoken")
        .map((button) => (button ?? form).outerHTML))"""

# The words of those elements that begin on one line and end on another.
BROKEN_WORDS = """(selector) => [...document.querySelectorAll(selector)].flatMap((each) => {
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), broken = [];
    while (texts.nextNode()) {
        for (const { index, 0: word } of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) broken.push(word);
        }
    }
    return broken;
})"""

# The smallest phone; both themes on a phone and on a desk; a phone on which text is then made twice as large.
LOOKS = (
    (320, "light"),
    (390, "light"),
    (360, "light"),
    (360, "dark"),
    (1280, "light"),
    (1280, "dark"),
)

# To be looked at beside each other; in each the browser keeps the styles and scripts of the page before.
PARTS = [PAGES[part :: len(LOOKS)] for part in range(len(LOOKS))]


@pytest.fixture
def look(
    club: Club,
    paths: Paths,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
    server: str,
) -> Callable[..., None]:
    """Looks at these pages: `look("room", "office", at=LOOKS)`."""
    page = open_page(member=club[demo.SECRETARY])
    cookies = device_of(*Tablet.objects.exclude(taken_at=None)).cookies.values()
    page.context.add_cookies(
        [{"name": each.key, "value": each.value, "url": server} for each in cookies]
    )

    def look(*names: str, at: tuple[tuple[int, str], ...]) -> None:
        for name in names:
            for width in each_look(page, paths[name], *at):
                where = f"The page “{name}” ({paths[name]})"
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide == width, (
                    f"{where} is {wide} pixels wide on a screen of {width}: let it wrap or shrink."
                )
                if width in (360, 390):
                    wide = page.evaluate(TWICE_AS_LARGE)
                    assert wide == width, (
                        f"{where} is {wide} pixels wide with text twice as large: let it wrap."
                    )
                if width in (360, 1280):
                    assert obstacles(page) == [], (
                        f"{where} keeps some readers out: mend what axe names here."
                    )
            assert page.evaluate(WITHOUT_END) == [], (
                f"Put the token last into these forms of the page “{name}”."
            )

    return look


@pytest.mark.parametrize(
    ("at", "names"),
    [*zip(LOOKS, PARTS, strict=True)],
    ids=[names[0] for names in PARTS],
)
def test_a_page_fits_and_keeps_nobody_out(
    at: tuple[int, str], names: tuple[str, ...], look: Callable[..., None]
):
    """In one look, the next page of `PAGES` in the next."""
    look(*names, at=(at,))


@pytest.mark.thorough
@pytest.mark.parametrize("names", PARTS, ids=lambda names: names[0])
def test_a_page_fits_and_keeps_nobody_out_in_every_look(
    names: tuple[str, ...], look: Callable[..., None]
):
    look(*names, at=LOOKS)


def test_the_page_of_a_member_who_has_played_for_years_fits_the_smallest_phone(
    club: Club, paths: Paths, open_page: Callable[..., Any]
):
    page = open_page(paths["member"], member=club[demo.SECRETARY], width=320)
    page.evaluate(
        """() => {
            const names = document.querySelectorAll(".two-tables .who a");
            for (const name of names) name.textContent = "Konstantina Papadopoulos";
            const fill = (rows, ...words) => document.querySelectorAll(rows).forEach((row) => {
                [...row.querySelectorAll("td:not(.roomy)")].forEach((cell, at) => { cell.textContent = words[at]; });
            });
            fill(".two-tables tbody tr", "1,234", "−1,234.5", "−123,450");
            fill("#declarer tbody tr", "1,234", "1,040 84%", "45,300", "2,300");
        }"""
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_message_keeps_nobody_out(
    club: Club, open_page: Callable[..., Any], obstacles: Callable[[Any], list[str]]
):
    page = open_page("/members/me/device/", member=club[demo.SECRETARY], width=360)
    page.get_by_role("button", name="Keep these choices").click()
    expect(page.locator(".messages[role=status] .message")).to_be_visible()
    assert obstacles(page) == []


def test_no_word_of_the_members_list_is_broken_on_a_phone(
    club: Club, paths: Paths, open_page: Callable[..., Any]
):
    page = open_page(
        paths["members"], member=club[demo.SECRETARY], width=390, height=844
    )
    assert page.evaluate(BROKEN_WORDS, ".figures.words td") == []


def test_every_page_that_has_a_path_is_looked_at(paths: Paths):
    assert set(PAGES) == set(paths), (
        "Name each page both in PAGES and, with an example, in the fixture `paths`."
    )


def test_the_cards_of_a_dispute_and_of_a_net_score_keep_nobody_out(
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    disputed = rubber_in_play(lines=("4sn=", "3nn-1", "2he="))
    players = disputed.players
    propose(
        state=load(disputed.deals.get(number=2).rubber_id),
        base=disputed.deals.get(number=2),
        facts=parse_deal("3nn="),
        key=uuid4(),
        by=players[Seat.SOUTH],
        now=timezone.now(),
        error="agreement",
        later="next",
    )
    others = {seat: member(f"{seat.word} Else") for seat in Seat}
    over = rubber_in_play(others, lines=NINE_DEALS)
    sam = member("Sam", role=Role.ADMIN)
    for path, who in (
        (f"/tables/{disputed.table_id}/", players[Seat.EAST]),
        (f"/tables/{disputed.table_id}/", sam),
        (f"/tables/{over.table_id}/", others[Seat.WEST]),
        ("/attention/", sam),
    ):
        page = open_page(member=who)
        for width in each_look(page, path, (360, "dark"), (1280, "light")):
            for folded in page.locator(
                "details:is(.lend, .older):not([open]) > summary"
            ).all():
                if folded.is_visible():
                    folded.click()
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert obstacles(page) == []


def test_the_room_on_a_wall_is_read_from_across_it(
    club: Club, open_page: Callable[..., Any]
):
    height = {}
    for width in (1280, 1920, 3840):
        page = open_page(
            "/", member=club[demo.SECRETARY], width=width, height=width * 9 // 16
        )
        assert page.evaluate("document.documentElement.scrollWidth") == width
        height[width] = page.get_by_role("link", name="Table 1").first.bounding_box()[
            "height"
        ]
    assert height[1920] > 1.3 * height[1280]
    assert height[3840] > 1.8 * height[1920]
