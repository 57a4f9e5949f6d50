"""The right to write: for each address that writes, a valid form and the people whose form is accepted."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.settlements.models import Settlement
from clubscore.settlements.open_bookings import seen_as, to_settle
from clubscore.tables.models import Table
from clubscore.tables.queries import seating_at
from tests.factories import PASSWORD
from tests.settlements.settling import EVENING
from tests.soak.intruders_at_duplicate import LOOKS_AT_SESSIONS, writes_in_sessions
from tests.soak.intruders_club import FOUR, PIN, Club
from tests.web.test_who_may import ADMINS as OF_ADMINS
from tests.web.test_who_may import (
    ADMINS_TO_WRITE,
    LOOK,
    NEUTRAL_ARBITERS,
    OFFICE_DOOR,
    ONES_OWN,
    OPEN,
    PLAYERS_TO_WRITE,
)
from tests.web.test_who_may import OWNERS as OF_OWNERS
from tests.web.test_who_may import PLAYERS as OF_PLAYERS

Body = Callable[[Club], Mapping[str, Any]]

ADMINS = {"admin", "owner"}
SCORERS = {"scorer", *ADMINS}
SEATED = set(FOUR)
KEEPERS = SEATED | SCORERS
PLAYERS = {"player", "seated", *KEEPERS}
SIGNED_IN = {"guest", "watcher", *PLAYERS}
EVERYBODY = {"stranger", "left", *SIGNED_IN}
OWNERS = {"owner"}
NOBODY: set[str] = set()

NEW = "five no trump doubled"
DEAL = {
    "contract": "1D",
    "risk": "",
    "declarer": "W",
    "result": "-3",
    "note": "",
    "line": "",
}
PBN = '[Board "1"][Deal "N:J987.JT7643.A4.Q .KQ2.QT9.AK98543 AQ42.A8.KJ762.J2 -"]'
LIST = "first_name,last_name\nNina,Import\n"


def version(rubber: Rubber, number: int | None = None) -> int:
    """The id of the newest version of this deal, or without a number of the rubber's newest deal row."""
    state = load(rubber.pk)
    found = state.deal(number) if number else state.newest
    assert found is not None
    return found.pk


def nothing(club: Club) -> dict[str, Any]:
    return {}


def said(**fields: Any) -> Body:
    return lambda club: fields


def about_the_whole(club: Club) -> dict[str, Any]:
    return {"reason": "It was a trial", "revision": club.ids["revision"]}


def another_dealer(club: Club) -> dict[str, Any]:
    return about_the_whole(club) | {"dealer": "E"}


def the_first_rubber(club: Club) -> dict[str, Any]:
    ready = Table.objects.get(pk=club.ids["ready"])
    return {"dealer": "N", "seats": seating_at(ready).who_sits_where}


def other_seats(club: Club) -> dict[str, Any]:
    return about_the_whole(club) | {"swap": "ES"}


def the_next_deal(club: Club) -> dict[str, Any]:
    return DEAL | {"number": 4, "revision": club.ids["revision"], "key": uuid4()}


def from_paper(club: Club) -> dict[str, Any]:
    return {
        "lines": "1ne=\n2cs-1",
        "number": 4,
        "revision": club.ids["revision"],
        "key": uuid4(),
        "record": "yes",
    }


def another_result(club: Club) -> dict[str, Any]:
    return DEAL | {
        "version": version(club.play, 3),
        "key": uuid4(),
        "reason": "it was so",
        "error": "recording",
    }


def out_of_the_rubber(club: Club) -> dict[str, Any]:
    return {"version": version(club.play, 3), "key": uuid4(), "reason": "two queens"}


def instead(club: Club) -> dict[str, Any]:
    return {"version": version(club.gone), "seat": "W", "reason": "agreed by phone"}


def opening(club: Club) -> dict[str, Any]:
    return {
        "number": 1,
        "reason": "the paper book",
        f"member-{club.ids['newcomer']}": "100",
    }


def prize(club: Club) -> dict[str, Any]:
    found = club.who["player"]
    assert found is not None
    booking = {"number": 2, "member": found.pk, "sign": "plus", "points": "320"}
    return booking | {"against": "Adjustments", "reason": "a prize"}


def season() -> Body:
    return said(name="Spring", begins_on="2027-01-10", by="net", least="1", best="")


def evening(club: Club) -> dict[str, Any]:
    Settlement.objects.get().settled.update(released_at=None)
    seen = seen_as(
        to_settle(EVENING, Settlement.objects.get().unit).values_list("pk", flat=True)
    )
    return {"first": "2026-11-21", "last": "2026-11-21", "seen": seen}


CORRECTION = said(
    name="Another Name", nickname="", email="", phone="", language="", password=PASSWORD
)
PASSWORDS = said(old_password=PASSWORD, new_password1=NEW, new_password2=NEW)
WHY = said(reason="so it was")

# By address: the form, and whose form is taken.
WRITES: dict[str, tuple[Body, set[str]]] = {
    "archive:download": (nothing, ADMINS),
    "hands:dealing": (said(name="Sunday pairs", boards="4", first="1"), ADMINS),
    "hands:import": (said(name="From a file", text=PBN), ADMINS),
    "hands:look": (nothing, {"admin"}),  # the owner has looked already
    "hands:opening": (nothing, ADMINS),
    # It compares a file with its seal, and keeps neither.
    "hands:verification": (
        nothing,
        NOBODY,
    ),
    "ledger:adjustments": (prize, ADMINS),
    "ledger:opening-balances": (opening, ADMINS),
    "ledger:reversal": (WHY, ADMINS),
    "members:cards": (nothing, ADMINS),
    "members:import": (said(**{"list": LIST, "import": "yes"}), ADMINS),
    # A cookie of the device, and no row.
    "members:device": (
        said(large_keys="on"),
        NOBODY,
    ),
    "members:change": (said(name="Renamed Player"), ADMINS),
    "members:duties": (said(duties="arbiter"), ADMINS),
    "members:create": (said(name="New Player"), ADMINS),
    "members:invitations": (nothing, ADMINS),
    "members:invite": (nothing, ADMINS),
    "members:mailing": (nothing, NOBODY),  # there is no mail server
    "members:me": (PASSWORDS, SIGNED_IN - {"guest"}),
    "members:merge": (lambda club: {"other": club.ids["other"]}, ADMINS),
    "members:merge-undo": (nothing, ADMINS),
    "members:my-table-keys": (said(are_on="off"), SIGNED_IN),
    "members:my-language": (said(language="en-gb"), SIGNED_IN),
    "members:pin": (said(pin="1928", again="1928"), SIGNED_IN),
    "members:passkey": (said(name="My phone"), {"player"}),
    # The club has no name with HTTPS.
    "members:passkey-challenge": (
        said(password=PASSWORD),
        NOBODY,
    ),
    "members:passkey-removal": (nothing, {"player"}),
    "members:passkeys": (said(credential="{}"), NOBODY),
    "members:passkeys-removal": (nothing, ADMINS),
    "members:revocation": (nothing, ADMINS),
    "members:role": (said(role="scorer"), ADMINS),
    "members:sessions": (nothing, ADMINS),
    # A form without a name; it writes a file of the server.
    "office:club": (
        nothing,
        NOBODY,
    ),
    # Nobody would start the server again.
    "office:phones": (said(phones="in"), NOBODY),
    "duplicate:practice": (said(practice="polish"), ADMINS),
    "office:house-rules": (said(agreed_by="all", agreed_after="30"), ADMINS),
    "privacy:correction": (CORRECTION, SIGNED_IN - {"guest"}),
    "privacy:erasure": (said(has_asked="on"), OWNERS),
    "privacy:erasure-undo": (nothing, OWNERS),
    "privacy:words": (said(contact="Ruth Abel", words="Ask me."), ADMINS),
    "public:choices": (said(room="on", naming="first"), ADMINS),
    "public:link-revocation": (nothing, ADMINS),
    "public:links": (nothing, NOBODY),  # there is one already, and it is shown
    "public:mailing": (nothing, NOBODY),  # there is no mail server
    "public:member-naming": (said(naming="unnamed"), ADMINS),
    "public:my-calendar": (said(feed="new"), SIGNED_IN),
    "public:my-naming": (said(naming="unnamed"), SIGNED_IN),
    "public:token-revocation": (nothing, ADMINS),
    "public:tokens": (said(name="The website"), ADMINS),
    "restoring:backup-making": (nothing, NOBODY),  # no server would make it
    "restoring:restore": (nothing, NOBODY),  # there is no backup
    "room:absence": (nothing, NOBODY),  # nobody was brought by another
    "room:choice-of-seats": (
        lambda club: {"cut": club.ids["cut"], "seat": "N"},
        PLAYERS,
    ),
    "room:cut": (nothing, PLAYERS),
    "room:presence": (nothing, NOBODY),
    "rubbers:absence": (nothing, SEATED),
    "rubbers:agreement": (lambda club: {"version": version(club.ended)}, SEATED),
    "rubbers:agreement-instead": (instead, ADMINS),
    "rubbers:auction": (said(number=3), SEATED),
    # Of four players who are none of these people.
    "rubbers:book-by-pin": (the_next_deal, NOBODY),
    "rubbers:book-recording": (nothing, NOBODY),
    "rubbers:book-withdrawal": (nothing, NOBODY),
    "rubbers:continuation": (about_the_whole, NOBODY),  # it was not ended early
    "rubbers:correction": (another_result, SEATED),
    "rubbers:create": (the_first_rubber, PLAYERS),
    "rubbers:deal-agreement": (lambda club: {"version": version(club.play, 2)}, SEATED),
    "rubbers:deal-create": (the_next_deal, KEEPERS),
    "rubbers:deal-strike": (out_of_the_rubber, SEATED),
    "rubbers:deal-undo": (nothing, {"north"}),
    "rubbers:deals-agreement": (
        lambda club: {"version": [version(club.play, 2)]},
        SEATED,
    ),
    "rubbers:ending": (
        lambda club: {"reason": "Fire alarm", "revision": club.play.revision},
        KEEPERS,
    ),
    "rubbers:first-dealer": (another_dealer, SEATED | ADMINS),
    "rubbers:motion-answer": (said(vote="yes"), SEATED),
    "rubbers:motion-ruling": (said(vote="yes", reason="it was a trial"), ADMINS),
    "rubbers:motion-withdrawal": (nothing, {"south"}),
    "rubbers:pack": (WHY, KEEPERS),
    "rubbers:paper-deals": (from_paper, KEEPERS),
    "rubbers:pin": (said(password=PASSWORD, pin="1928", again="1928"), KEEPERS),
    "rubbers:presence": (nothing, NOBODY),  # nobody says not to be there
    "rubbers:reopening": (WHY, ADMINS),
    "rubbers:restoring": (about_the_whole, NOBODY),  # it is not voided
    "rubbers:ruling": (said(vote="yes", reason="so it was"), ADMINS),
    "rubbers:seats": (other_seats, SEATED | ADMINS),
    "rubbers:standing": (about_the_whole, NOBODY),  # it is in play
    "rubbers:substitution": (
        lambda club: {"seat": "S", "substitute": club.ids["stays"]},
        SEATED,
    ),
    # In whose seat the other would play.
    "rubbers:substitution-consent": (
        nothing,
        SEATED - {"north"},
    ),
    "rubbers:substitution-withdrawal": (nothing, {"south"}),
    "rubbers:vote": (said(vote="yes"), SEATED),
    # The players are asked already.
    "rubbers:voiding": (about_the_whole, ADMINS),
    "rubbers:withdrawal": (nothing, {"east"}),
    "settlements:cancellation": (WHY, ADMINS),
    "settlements:create": (evening, ADMINS),
    "settlements:mark": (WHY, {"east", *ADMINS}),
    "settlements:mark-withdrawal": (WHY, {"west", *ADMINS}),
    "settlements:receipt": (WHY, {"south", *ADMINS}),
    "standings:closing": (nothing, ADMINS),
    "standings:duplicate-terms": (
        said(by="ladder", best="10", last="20", least="2"),
        ADMINS,
    ),
    "standings:seasons": (season(), ADMINS),
    "standings:terms": (said(by="net", least="2", best=""), ADMINS),
    "tables:closing": (nothing, PLAYERS),
    "tables:create": (nothing, PLAYERS),
    "tables:departure": (nothing, PLAYERS),
    "tables:game": (said(system="chicago"), PLAYERS),
    "tables:own-seat": (nothing, PLAYERS - SEATED),  # who plays elsewhere stays there
    "tables:seating": (
        lambda club: {"member": club.ids["newcomer"], "seat": ""},
        PLAYERS,
    ),
} | writes_in_sessions(PLAYERS, EVERYBODY)

# By another's device: a borrowed signature needs the PIN, and somebody who keeps that rubber to lend the device.
BORROWED: dict[str, tuple[Body, set[str]]] = {
    "rubbers:vote": (lambda club: {"vote": "yes"} | _wests(club), KEEPERS),
    "rubbers:auction": (lambda club: {"number": 3} | _wests(club), KEEPERS),
    "rubbers:motion-answer": (lambda club: {"vote": "yes"} | _wests(club), KEEPERS),
    "rubbers:deal-agreement": (
        lambda club: {"version": version(club.play, 2)} | _wests(club),
        KEEPERS,
    ),
    "rubbers:substitution-consent": (lambda club: _wests(club), KEEPERS),
}


def _wests(club: Club) -> dict[str, Any]:
    west = club.who["west"]
    assert west is not None
    return {"member": west.pk, "pin": PIN}


# Who may look where, if not who watches: players, some of them, or the office. An address in none of these fails.
SOME = dict.fromkeys(
    ("rubbers:pack", "rubbers:paper-deals", "rubbers:consent", "rubbers:pin"), KEEPERS
)
SOME |= dict.fromkeys(
    ("rubbers:correction", "rubbers:correction-preview", "rubbers:substitution"), SEATED
)
SOME |= LOOKS_AT_SESSIONS
# A player reads who may open the rubber again.
SOME["rubbers:reopening"] = SEATED | ADMINS
# Still sealed.
SOME |= dict.fromkeys(
    (f"hands:{page}" for page in ("cards", "dup", "pbn", "sealed", "sheet")), OWNERS
)


def who_may_look(name: str) -> set[str]:
    """The parts of all people to whom a GET of this address may show its page."""
    if name.startswith("admin:") and name != "admin:login":
        # Which is the office door's address.
        return ADMINS
    groups = (
        (OPEN | OFFICE_DOOR | {"admin:login"}, EVERYBODY),
        (
            LOOK | ONES_OWN | PLAYERS_TO_WRITE | ADMINS_TO_WRITE,
            SOME.get(name, SIGNED_IN),
        ),
        (OF_PLAYERS, SOME.get(name, PLAYERS)),
        (OF_ADMINS, ADMINS),
        (NEUTRAL_ARBITERS, SOME.get(name, ADMINS)),
        (OF_OWNERS, OWNERS),
    )
    return next(people for names, people in groups if name in names)


def who_may_write(name: str) -> set[str]:
    """The parts of all people whose POST to this address may write something."""
    return (
        WRITES[name][1]
        if name in WRITES
        else ADMINS
        if name.startswith("admin:")
        else NOBODY
    )
