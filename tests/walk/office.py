"""The clubs of the walk in which the books and the members have a long history."""

from contextlib import suppress
from datetime import date, timedelta

from django.test import Client

from clubscore.ledger.manual_entries.services import (
    book_adjustment,
    book_opening_balances,
    reverse_entry,
)
from clubscore.ledger.models import Season, Unit
from clubscore.members.access.pins import (
    PinRefused,
    choose_pin,
    forget_pin,
    require_right_pin,
)
from clubscore.members.importing.plan import plan_import
from clubscore.members.importing.services import carry_out
from clubscore.members.invitations.services import invite, join, make_poster, revoke
from clubscore.members.models import AuditEvent, Member, Passkey
from clubscore.members.passkeys.services import remove_passkey
from clubscore.members.people.services import (
    add_guest,
    add_member,
    change_record,
    change_role,
    choose_table_keys,
    come_back,
    leave_club,
    record_event,
    sign_out,
)
from clubscore.members.roles import Role
from clubscore.privacy.erasing.services import destroy_erased, erase, undo
from clubscore.privacy.notice.services import say
from clubscore.privacy.own_data.services import correct
from clubscore.public.api.services import make_token, revoke_token
from clubscore.public.choices.services import choose_public, wish_naming
from clubscore.public.feeds.services import end_feed, make_feed
from clubscore.public.models import ApiToken
from clubscore.public.naming import Naming
from clubscore.public.sharing.services import (
    claim_mails,
    make_link,
    note_failures,
    revoke_links,
)
from clubscore.rubbers.models import HouseRules
from clubscore.settlements.services import cancel, confirm, mark_paid, withdraw_payment
from clubscore.standings.duplicate.services import change_duplicate_terms
from clubscore.standings.ranking.percentages import Counting, PercentOrder
from clubscore.standings.ranking.ranks import Least, Order
from clubscore.standings.seasons.services import change_terms, close_season, open_season
from clubscore.tables.services import leave_table
from scoring import Seat
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.other_forms import played_to_the_end
from tests.duplicate.published import played, published_as_it_is
from tests.factories import NOON, PASSWORD, agreed_rubber, four, member, passkey_of
from tests.members.importing.reading import read_list
from tests.settlements.settling import DAY, LATER, settle
from tests.walk.clubs import club
from tests.walk.rubbers import others

ABOUT_PEOPLE = ("members", "privacy", "office", "my_page")
ABOUT_BOOKS = ("ledger", "evenings", "my_page")
LONG_AGO = NOON - timedelta(days=60)


def owner() -> Member:
    return member("Otto", role=Role.OWNER, password=PASSWORD)


@club("people of every kind", *ABOUT_PEOPLE)
def people() -> None:
    """Make a club whose members are of every kind: guests, invited, imported, erased, with PINs, passkeys
    and wishes.
    """
    otto = owner()
    anna = member("Anna", email="anna@club.example", password=PASSWORD)
    change_role(member=anna, role=Role.SCORER, by=otto, now=NOON)
    put_on_the_list(by=otto)
    invited(by=otto)
    keeps_her_own_data(anna)
    left_and_erased(by=otto)
    others_with_pins(anna, by=otto)
    wish_naming(member=anna, is_unnamed=True, by=anna, now=NOON)
    wish_naming(member=anna, is_unnamed=False, by=anna, now=NOON)
    say(contact="Otto", words="Ask me.", by=otto, now=NOON)
    for what in (AuditEvent.What.EXPORTED, AuditEvent.What.CLUB, AuditEvent.What.RULES):
        record_event(what=what, by=otto, now=NOON)
    record_event(
        what=AuditEvent.What.CLUB, by=None, now=NOON, after="RESTORE_FILE=club.zip"
    )
    record_event(
        what=AuditEvent.What.KEY_MADE, member=anna, by=anna, now=NOON, after="A tablet"
    )
    choose_table_keys(member=anna, are_on=False)


def put_on_the_list(*, by: Member) -> None:
    """Add a guest, a member by the form, one by an import, and an explained column heading; change one record."""
    add_guest(name="Gus Guest", now=NOON)
    added = add_member(
        values={"name": "Nora New", "email": "nora@club.example"}, by=by, now=NOON
    )
    change_record(member=added, changes={"note": "Pays late"}, by=by, now=NOON)
    carry_out(
        plan=plan_import(
            rows=read_list("First name,Surname\nIda,Import\n"), overwrite=False, by=by
        ),
        by=by,
        now=NOON,
    )
    carry_out(
        plan=plan_import(rows=[], overwrite=False, by=by),
        by=by,
        now=NOON,
        headings={"rufname": "nickname"},
    )


def invited(*, by: Member) -> None:
    """Make invitations that are open, taken back and used, and a poster by which somebody has joined."""
    invite(member=Member.objects.get(name="Nora New"), by=by, now=NOON)
    revoke(
        invitation=invite(
            member=Member.objects.get(name="Ida Import"), by=by, now=NOON
        ),
        by=by,
        now=NOON,
    )
    poster = make_poster(by=by, now=NOON)
    join(
        invitation=poster,
        member=add_member(values={"name": "Jo Joined"}, by=by, now=NOON),
        username="jo",
        password=PASSWORD,
        now=NOON,
    )
    card = invite(
        member=add_member(values={"name": "Una Used"}, by=by, now=NOON),
        by=by,
        now=NOON,
    )
    join(
        invitation=card,
        member=card.member,
        username="una",
        password=PASSWORD,
        now=NOON,
    )


def keeps_her_own_data(anna: Member) -> None:
    """Anna has passkeys that were used, removed and never used, chooses a PIN and corrects her phone number."""
    used = passkey_of(anna)
    remove_passkey(passkey=passkey_of(anna, "Lost"), by=anna, now=NOON)
    Passkey.objects.filter(pk=used.pk).update(
        used_at=NOON
    )  # what a device signs cannot be had without one
    passkey_of(anna, "A tablet")
    at_the_door()
    choose_pin(member=anna, pin="1234", now=NOON)
    correct(member=anna, changes={"phone": "0123 456"}, by=anna, now=NOON)


def left_and_erased(*, by: Member) -> None:
    """Let two members leave, of whom one comes back; erase three: one long ago, one now, and one whose
    erasure is undone.
    """
    for name in ("Left", "Back"):
        leave_club(member=member(name), by=by, now=NOON)
    come_back(member=Member.objects.get(name="Back"), by=by, now=NOON)
    erase(member=member("Gone Since Long"), by=by, now=LONG_AGO)
    destroy_erased(now=NOON)
    erase(member=member("Gone"), by=by, now=NOON)
    undo(erasure=erase(member=member("Here Again"), by=by, now=NOON), by=by, now=NOON)


def others_with_pins(anna: Member, *, by: Member) -> None:
    """Make members with a forgotten PIN, with a PIN that was typed wrongly, and one whom the office has signed out."""
    forget_pin(member=member("Pia"), by=by, now=NOON)
    choose_pin(member=member("Tia"), pin="1234", device_of=anna, now=NOON)
    with suppress(PinRefused):
        require_right_pin(member=Member.objects.get(name="Tia"), pin="9999", now=NOON)
    sign_out(member=member("Sol"), by=by, now=NOON)


def at_the_door() -> None:
    """Anna signs in, out, and out everywhere; sign-ins with a wrong password, an unknown name and a bad
    passkey fail.
    """
    browser, said = Client(), {"username": "anna", "password": PASSWORD}
    browser.post("/sign-in/", said)
    browser.post("/sign-out/")
    for name in ("anna", "nobody"):
        Client().post("/sign-in/", {"username": name, "password": "seven hearts"})
    browser.post("/sign-in/", said)
    browser.post("/members/me/sessions/")
    browser.post("/sign-in/passkey/challenge/")
    browser.post("/sign-in/passkey/", {"credential": "{}"})
    Client().post("/sign-in/", {"username": "jo", "password": PASSWORD})
    for _ in range(10):
        Client().post("/sign-in/", {"username": "anna", "password": "seven hearts"})


PUBLIC = (
    *("room", "evenings", "duplicate", "boards", "standings"),
    *("shows_play", "is_indexed"),
)


@club("everything is public", "public", "wall", "room")
def public() -> None:
    """Make an evening of rubbers and duplicate public by pages, links, calendars, tokens and mails, and
    take some back.
    """
    otto, players = owner(), four()
    agreed_rubber(players)
    published_as_it_is(played(member("Ruth"), family="Pair"))
    for is_public, naming in (
        (False, Naming.FULL),
        (True, Naming.NONE),
        (True, Naming.FIRST),
    ):
        parts = dict.fromkeys(PUBLIC, is_public)
        choose_public(**parts, naming=naming, by=otto, now=NOON)
    wish_naming(member=players[Seat.EAST], is_unnamed=True, by=otto, now=NOON)
    make_link(day=DAY, by=otto, now=NOON)
    revoke_links(day=DAY, by=otto, now=NOON)
    change_record(
        member=players[Seat.NORTH],
        changes={"email": "anna@club.example"},
        by=otto,
        now=NOON,
    )
    change_record(
        member=players[Seat.SOUTH],
        changes={"email": "cleo@club.example"},
        by=otto,
        now=NOON,
    )
    mails = claim_mails(
        link=make_link(day=DAY, by=otto, now=NOON), most=9, by=otto, now=NOON
    )
    note_failures(mails=mails[:1], by=otto, now=NOON)
    make_feed(member=players[Seat.NORTH], now=NOON)
    make_feed(member=players[Seat.SOUTH], now=NOON)
    end_feed(member=players[Seat.SOUTH], now=NOON)
    token = make_token(name="Screen", has_full_names=True, by=otto, now=NOON)
    Client().get("/api/v1/seasons/", headers={"Authorization": f"Bearer {token}"})
    make_token(name="Old", has_full_names=False, by=otto, now=NOON)
    revoke_token(token=ApiToken.objects.get(name="Old"), by=otto, now=NOON)


@club("settled up", "settlements", *ABOUT_BOOKS)
def settled() -> None:
    """Make settlements in money and points, one cancelled, with payments in every state from open to confirmed."""
    otto, players = owner(), four()
    HouseRules.objects.create(pk=1, stake=10, table_money=50, rounding="half-down")
    agreed_rubber(players)
    agreed_rubber(others())
    booked = {"unit": Unit.POINTS, "by": otto, "now": NOON}
    anna = players[Seat.NORTH]
    fine = book_adjustment(
        number=1, member=anna, points=-320, against="Fines", reason="A pencil", **booked
    )
    reverse_entry(booked=fine, reason="Not hers", by=otto, now=NOON)
    book_adjustment(
        number=2, member=anna, points=4_000, against="Prizes", reason="First", **booked
    )
    book_opening_balances(
        number=1, points={anna: 1200}, reason="The paper book", **booked
    )
    cancel(settlement=settle(otto), reason="Too early", by=otto, now=LATER)
    first, second, third, *_ = (
        settle(otto).transfers.exclude(payer=None).order_by("number")
    )
    mark_paid(transfer=first, by=otto, now=LATER)
    confirm(transfer=first, by=otto, now=LATER, reason="In cash")
    mark_paid(transfer=second, by=second.payer, now=LATER)
    withdraw_payment(transfer=second, by=second.payer, now=LATER)
    mark_paid(transfer=third, by=third.payer, now=LATER)
    settle(otto, unit=Unit.MONEY)
    agreed_rubber(others("Ines", "Jo", "Kai", "Lea"))


@club("a closed season", "standings", *ABOUT_BOOKS)
def season_closed() -> None:
    """Close a season, with final tables of rubbers and of duplicate and a carry-forward, and begin the next one."""
    HouseRules.objects.create(pk=1, agreed_by="time", rounding="exact")
    otto, players = owner(), four()
    rubber = agreed_rubber(players)
    for player in rubber.players.values():
        leave_table(table=rubber.table, member=player, now=NOON)
    agreed_rubber(others() | {Seat.WEST: add_guest(name="Gus Guest", now=NOON)})
    session = in_play(member("Ruth"), howell(2), count=4, family="Pair")
    Member.objects.filter(name="Hugo Pair").update(
        is_guest=True, username=None
    )  # a guest never had one
    published_as_it_is(played_to_the_end(session))
    fine = {
        "unit": Unit.POINTS,
        "against": "Fines",
        "reason": "A pencil",
        "by": otto,
        "now": LATER,
    }
    book_adjustment(number=1, member=players[Seat.NORTH], points=-320, **fine)
    season = Season.objects.get()
    terms = {"by": Order.AVERAGE, "least": Least(1), "guests": False, "best": 3}
    change_terms(season=season, **terms, admin=otto, now=LATER)
    duplicate = {"least": Least(1), "guests": False, "by": otto, "now": LATER}
    change_duplicate_terms(
        season=season, counting=Counting(PercentOrder.LADDER, 2, 3), **duplicate
    )
    others_begin(otto)
    close_season(season=season, by=otto, now=LATER + timedelta(days=60))


def others_begin(otto: Member) -> None:
    """Open three more seasons, each with another order of ranking."""
    for month, by in enumerate((Order.NET, Order.SHARE, Order.RATING), start=1):
        open_season(
            name=by.label, slug=by.value, begins_on=date(2027, month, 1), by=by, least=Least(1), guests=True, best=None,
            admin=otto, now=LATER,
        )  # fmt: skip
    counting = {
        Order.NET: Counting(PercentOrder.MEAN),
        Order.SHARE: Counting(PercentOrder.BEST, 2),
        Order.RATING: Counting(PercentOrder.MASTERPOINTS),
    }
    for by, each in counting.items():
        season = Season.objects.get(slug=by.value)
        change_duplicate_terms(
            season=season,
            counting=each,
            least=Least(1),
            guests=True,
            by=otto,
            now=LATER,
        )
