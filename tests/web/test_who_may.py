"""The right to open each address: only members, unless it is listed as open; and only members of the necessary role."""

import re

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

from clubscore.members.roles import Role
from tests.factories import member

OPEN = {"healthz", "metrics", "members:sign-in", "members:join", "members:forgotten", "privacy:notice"} | {
    "members:join-challenge", "members:join-passkey", "members:sign-in-challenge", "members:sign-in-passkey",
    "offline:manifest", "offline:page", "offline:service-worker",  # of the program, without a member
    # read-only, and only where the club has chosen it, or for whoever has a link, a feed or a token
    "public:api-evening", "public:api-evenings", "public:api-room", "public:api-seasons", "public:api-session",
    "public:api-sessions", "public:api-standings",
    "public:duplicate", "public:evening", "public:evenings", "public:evenings-ics", "public:index",
    "public:linked-evening", "public:own-ics", "public:robots", "public:room", "public:season", "public:session",
    "public:standings",
    # a device on a table, by address and cookie: test_tablet.py, test_tablet_laying.py and test_tablet_rounds.py in
    # tests/duplicate/play/tablet
    "duplicate:tablet", "duplicate:tablet-agreement", "duplicate:tablet-agreement-taking-back",
    "duplicate:tablet-answer", "duplicate:tablet-board", "duplicate:tablet-call", "duplicate:tablet-poll",
    "duplicate:tablet-preview", "duplicate:tablet-take",
}  # fmt: skip
# Leads those who are signed out to the sign-in page, and asks in no other way.
OFFICE_DOOR = {"office-door"}

# Whoever is signed in, by what the address is for. A POST-only address counts as written.
LOOK = {
    "duplicate:board-moves", "duplicate:deals", "duplicate:detail", "duplicate:detail-poll", "duplicate:guide-cards",
    "duplicate:index", "duplicate:makeable", "duplicate:makeable-card",
    # Before play it shows nothing to others than directors: tests/duplicate/results/grading/test_grades.py.
    "duplicate:handicaps",
    # A late change is answered by organisers: tests/duplicate/approval/test_approval.py.
    "duplicate:late-change", "duplicate:late-changes", "duplicate:match", "duplicate:matches", "duplicate:periods",
    "duplicate:presences", "duplicate:ranking", "duplicate:results", "duplicate:results-boards-csv",
    "duplicate:results-csv", "duplicate:results-pbn", "duplicate:results-session-file", "duplicate:results-usebio",
    "duplicate:results-usebio-1-3",
    "duplicate:table", "duplicate:table-codes", "duplicate:tables-poll", "duplicate:traveller",
    "evenings:evening", "evenings:evening-csv", "evenings:index", "evenings:newest",
    "hands:cards", "hands:detail", "hands:dup", "hands:index", "hands:pbn", "hands:sealed", "hands:sheet",
    "hands:verification",
    "ledger:csv", "ledger:index", "ledger:statement", "ledger:statement-csv",
    "members:index",  # the names; admins see the records: tests/members/test_roles.py
    "members:roles",
    "office-password",
    "room:index", "room:index-poll", "room:pad", "room:seat-notice", "room:table", "room:table-poll",
    "rubbers:deal-detail", "rubbers:deal-preview", "rubbers:detail", "rubbers:end-detail", "rubbers:history",
    "rubbers:sheet",
    "settlements:csv", "settlements:detail", "settlements:detail-csv", "settlements:index", "settlements:transfer",
    "standings:index", "standings:member", "standings:member-boards", "standings:member-csv",
    "standings:pair", "standings:pair-csv",
    "standings:season", "standings:season-csv", "standings:seasons-csv", "standings:worked-out",
    "wall:choice", "wall:index", "wall:index-poll", "wall:overlay", "wall:overlay-poll",
}  # fmt: skip
ONES_OWN = {
    "my_page:index",
    "members:device", "members:me", "members:my-sessions", "members:my-table-keys", "members:pin", "members:sign-out",
    "members:my-language",
    "members:passkey", "members:passkey-challenge", "members:passkey-removal", "members:passkeys",
    "privacy:correction", "privacy:my-data", "privacy:my-data-json",
    "public:my-calendar", "public:my-naming",
    "duplicate:absence", "duplicate:presence",
    "room:absence", "room:presence", "rubbers:absence", "rubbers:presence",
    "settlements:mark", "settlements:mark-withdrawal", "settlements:receipt",
}  # fmt: skip
PLAYERS = {
    # Most of them for whoever directs the session: tests/duplicate/director/directing/test_directing.py.
    "duplicate:call-answer", "duplicate:cancellation", "duplicate:departure", "duplicate:deputies",
    "duplicate:deputy-end", "duplicate:director", "duplicate:ending", "duplicate:entries",
    "duplicate:draw", "duplicate:draw-swap", "duplicate:entries-from-room", "duplicate:entry-list",
    "duplicate:board-groups", "duplicate:late-change-withdrawal",
    "duplicate:hands", "duplicate:hands-dealing", "duplicate:hands-look", "duplicate:hands-opening",
    "duplicate:late-pair", "duplicate:misplay", "duplicate:opening", "duplicate:penalties", "duplicate:penalty-lift",
    "duplicate:masterpoints", "duplicate:slips",
    "duplicate:clock-extension", "duplicate:clock-pause", "duplicate:clock-resume", "duplicate:reopening",
    "duplicate:round-taking-back",
    "duplicate:publication", "duplicate:round-start", "duplicate:rounds", "duplicate:ruling", "duplicate:ruling-effect",
    # Only officials who did not seat the member: tests/duplicate/director/presence/test_presence.py.
    "duplicate:presence-decision",
    # Only organisers: tests/duplicate/results/season/.
    "duplicate:entries-seen", "duplicate:season-taking",
    "duplicate:seat", "duplicate:slot-check", "duplicate:tablet-close", "duplicate:tablet-lay", "duplicate:tablets",
    "duplicate:substitutes", "duplicate:team-lineup", "duplicate:unplayed", "duplicate:withdrawal",
    # Of a table for those who sit there: tests/duplicate/play/table/test_table.py,
    # tests/duplicate/verdicts/correcting/test_correcting.py.
    "duplicate:appeal", "duplicate:appeal-answer", "duplicate:appeal-decision",
    "duplicate:correction", "duplicate:correction-answer", "duplicate:correction-decision",
    "duplicate:own-table", "duplicate:slot", "duplicate:slot-agreement", "duplicate:slot-agreement-taking-back",
    "duplicate:slot-answer", "duplicate:slot-call", "duplicate:slot-history", "duplicate:slot-preview",
    "room:choice-of-seats",
    "rubbers:book-by-pin", "rubbers:book-recording", "rubbers:book-withdrawal",
    "rubbers:agreement", "rubbers:auction", "rubbers:correction", "rubbers:correction-preview",
    "rubbers:create", "rubbers:deal-agreement", "rubbers:deal-create", "rubbers:deal-strike", "rubbers:deal-undo",
    "rubbers:continuation", "rubbers:deals-agreement", "rubbers:first-dealer", "rubbers:motion-answer",
    "rubbers:motion-ruling",
    "rubbers:motion-withdrawal", "rubbers:restoring", "rubbers:seats", "rubbers:standing", "rubbers:voiding",
    "rubbers:pack", "rubbers:paper-deals", "rubbers:pin", "rubbers:substitution", "rubbers:substitution-consent",
    "rubbers:substitution-withdrawal", "rubbers:vote", "rubbers:withdrawal",
    "tables:closing", "tables:create", "tables:departure", "tables:game", "tables:own-seat",
}  # fmt: skip
PLAYERS_TO_WRITE = {"room:cut", "rubbers:ending", "tables:seating"}
ADMINS = {
    "archive:download", "archive:index",
    "duplicate:approvals", "duplicate:practice",
    "members:change", "members:create", "members:duties", "office:club", "office:house-rules",
    "hands:dealing", "hands:import", "hands:look", "hands:opening",
    "ledger:adjustments", "ledger:opening-balances", "ledger:reversal",
    "members:cards", "members:import", "members:import-template", "members:invitation",
    "members:invitations", "members:invite", "members:list-csv", "members:mailing", "members:merge",
    "members:merge-undo", "members:passkeys-removal", "members:record", "members:revocation", "members:role",
    "members:sessions",
    "office:audit", "office:audit-csv", "office:index", "office:installation", "office:phones", "office:sign-ins",
    "privacy:words",
    "public:choices", "public:link-revocation", "public:links", "public:mailing", "public:member-naming",
    "public:sharing", "public:token-revocation", "public:tokens",
    "restoring:backup-making", "restoring:backups",
    "rubbers:attention",  # and arbiters and organisers, by their duty
    "settlements:cancellation", "settlements:create",
    "standings:closing", "standings:duplicate-terms", "standings:terms",
    "styleguide:index", "styleguide:themes",
}  # fmt: skip
ADMINS_TO_WRITE = {"standings:seasons"}
# Of a rubber for the arbiters who have not played in it, with any role: tests/rubbers/rubber/test_arbiters.py. Its
# players see the cards (consent), too, and read who may open it again.
NEUTRAL_ARBITERS = {
    "rubbers:agreement-instead", "rubbers:consent", "rubbers:reopening", "rubbers:ruling",
}  # fmt: skip
OWNERS = {
    "privacy:erasure", "privacy:erasure-undo", "privacy:erasures",
    "restoring:restore",  # which brings back earlier roles
}  # fmt: skip

LOWEST_TO_WRITE = dict.fromkeys(
    PLAYERS | PLAYERS_TO_WRITE, Role.PLAYER
) | dict.fromkeys(ADMINS | ADMINS_TO_WRITE, Role.ADMIN)
LOWEST_TO_WRITE |= dict.fromkeys(OWNERS, Role.OWNER)
LOWEST_TO_LOOK = {
    name: role
    for name, role in LOWEST_TO_WRITE.items()
    if name not in PLAYERS_TO_WRITE | ADMINS_TO_WRITE
}
BELOW = {Role.PLAYER: Role.WATCHER, Role.ADMIN: Role.SCORER, Role.OWNER: Role.ADMIN}


def addresses():
    """Yield the name and path of every address of our own apps, with 1 for each parameter."""
    for entry in get_resolver().url_patterns:
        if isinstance(entry, URLPattern):
            yield entry.name, f"/{entry.pattern}"
        elif entry.app_name != "admin":
            for page in entry.url_patterns:
                route = f"/{entry.pattern}{page.pattern}".replace(
                    "<slot:slot>", "rounds/1/1/1/boards/1"
                )
                path = re.sub("<[^>]+>", "1", route)
                yield f"{entry.app_name}:{page.name}", path


ADDRESSES = sorted(addresses())
PATHS = dict(ADDRESSES)


def signed_in(role):
    client = Client()
    client.force_login(member("Anna Weiss", role=role))
    return client


def test_every_address_says_here_who_may():
    groups = [
        OPEN,
        OFFICE_DOOR,
        LOOK,
        ONES_OWN,
        PLAYERS,
        PLAYERS_TO_WRITE,
        ADMINS,
        ADMINS_TO_WRITE,
        NEUTRAL_ARBITERS,
        OWNERS,
    ]
    names = [name for group in groups for name in group]
    assert len(names) == len(set(names)), (
        "Leave each address in one of the groups of tests/web/test_who_may.py."
    )
    assert set(PATHS) - set(names) == set(), (
        "Name these addresses in the group of tests/web/test_who_may.py that says who may open them."
    )
    assert set(names) - set(PATHS) == set(), (
        "Take these out of tests/web/test_who_may.py: no urls.py has them."
    )
    unfilled = [path for path in PATHS.values() if "<" in path]
    assert not unfilled, (
        "Give each kind of value in these addresses an example, where this file fills them in."
    )


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(
    ("name", "path"), [address for address in ADDRESSES if address[0] not in OPEN]
)
def test_a_stranger_is_asked_to_sign_in(name, path, method):
    answer = getattr(Client(), method)(path)
    assert answer.status_code == 302
    assert answer.url.startswith("/sign-in/?next=")


def status(answer) -> int:
    b"".join(answer)  # a file is closed when all of it is sent
    return answer.status_code


def is_refused(answer) -> bool:
    """True if the answer is a refusal (403) with a sentence that tells whom to ask."""
    html = answer.content.decode() if answer.status_code == 403 else ""
    return "ask an admin" in html or "the club’s admins" in html


def leads_up(answer, path) -> bool:
    """True if the answer redirects to a page above this address."""
    return answer.status_code == 302 and path.startswith(answer.url)


@pytest.mark.django_db
@pytest.mark.parametrize("lowest", [Role.PLAYER, Role.ADMIN, Role.OWNER])
def test_who_has_not_the_right_is_refused_with_a_sentence(lowest):
    client, let_in = signed_in(BELOW[lowest]), []
    for name, path in ADDRESSES:
        if LOWEST_TO_WRITE.get(name) != lowest:
            continue
        looked, written = client.get(path), client.post(path)
        only_looks, only_writes = written.status_code == 405, leads_up(looked, path)
        if not only_looks and not is_refused(written):
            let_in.append(f"POST {path}")
        if not only_writes and is_refused(looked) != (name in LOWEST_TO_LOOK):
            let_in.append(f"GET {path}")
    assert let_in == [], (
        f"Put {lowest.value}_required, or another decorator of that right, above the views of these addresses, "
        "or move their names to the group of those who may."
    )


@pytest.mark.django_db
@pytest.mark.parametrize("lowest", [Role.PLAYER, Role.ADMIN, Role.OWNER])
def test_who_has_the_right_is_not_refused(lowest):
    client = signed_in(lowest)
    refused = []
    for name, path in ADDRESSES:
        if LOWEST_TO_WRITE.get(name) != lowest:
            continue
        if 403 in {status(client.get(path)), status(client.post(path))}:
            refused.append(path)
    assert refused == [], (
        f"Let a member with the role {lowest.value} open these, or move their names to a higher group."
    )


@pytest.mark.django_db
def test_who_watches_looks_at_everything():
    client = signed_in(Role.WATCHER)
    paths = [PATHS[name] for name in sorted(LOOK | ONES_OWN)]
    assert [
        path for path in paths if status(client.get(path)) not in {200, 302, 404}
    ] == []


@pytest.mark.django_db
def test_the_health_page_is_open_and_names_the_database():
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


@pytest.mark.django_db
def test_every_page_carries_the_content_security_policy():
    policy = Client().get("/sign-in/").headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
