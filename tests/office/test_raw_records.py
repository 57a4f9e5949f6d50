"""The raw records (Django's admin): each page opens for an admin, needs few queries, and changes only
permitted columns.
"""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubscore.ledger.models import ClubAccount, Season, Unit
from clubscore.ledger.services import club_account, open_season
from clubscore.members.invitations.services import invite
from clubscore.members.merging.services import merge
from clubscore.members.models import AuditEvent, Invitation, Member
from clubscore.members.people.services import add_guest, sign_out
from clubscore.members.roles import Role
from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.models import HouseRules, Proposal, Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.settlements.open_bookings import seen_as, to_settle
from clubscore.settlements.period import SettlementPeriod
from clubscore.settlements.services import mark_paid, settle
from clubscore.standings.models import Terms
from clubscore.standings.seasons.services import close_season
from scoring import Seat, parse_deal
from tests.duplicate.published import played, published
from tests.factories import NOON, agreed_rubber, member, rubber_in_play
from tests.forms import without_end

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.landing]

ONLY_CHANGED = {"houserules"}  # one row, made when somebody chooses
IN_BOUNDS = 24


def players(name: str) -> dict[Seat, Member]:
    return {seat: member(f"{name} {seat.word}") for seat in Seat}


def proposal(rubber: Rubber) -> Proposal:
    facts = parse_deal("4sn= h4n")
    base = rubber.deals.get(number=1)
    return propose(
        state=load(base.rubber_id),
        base=base,
        facts=facts,
        key=uuid4(),
        by=rubber.players[Seat.NORTH],
        now=NOON,
    )


@pytest.fixture
def club(ruth: Member) -> None:
    """Fill the club with at least one row of every kind that the raw records show."""
    autumn = open_season(name="Autumn", slug="autumn", begins_on=date(2026, 9, 1))
    Terms.objects.create(season=autumn)
    agreed_rubber(players("Anna"))
    published(played(ruth, family="Published"))
    open_season(name="Winter", slug="winter", begins_on=date(2026, 11, 22))
    close_season(season=autumn, by=ruth, now=NOON)
    proposed = proposal(rubber_in_play(players("Ben"), lines=("4sn=", "2he=")))
    cast(
        state=load(proposed.rubber_id),
        proposal=proposed,
        is_yes=False,
        by=proposed.rubber.players[Seat.EAST],
        now=NOON,
    )
    someone = member("Cleo")
    invite(member=someone, by=ruth, now=timezone.now())
    merge(kept=someone, merged=add_guest(name="Cle", now=NOON), by=ruth, now=NOON)
    sign_out(member=someone, by=ruth, now=NOON)
    HouseRules.objects.create(pk=1)
    club_account(name="Prizes")
    settled(ruth)


def settled(ruth: Member) -> None:
    """Settle an evening, and mark one of its payments as paid."""
    evening = SettlementPeriod(NOON.date(), NOON.date())
    seen = seen_as(to_settle(evening, Unit.POINTS).values_list("pk", flat=True))
    settlement = settle(period=evening, unit=Unit.POINTS, seen=seen, by=ruth, now=NOON)
    mark_paid(transfer=settlement.transfers.first(), by=ruth, now=NOON)


def opened(office, path: str) -> tuple[int, int]:
    """Open the page. Returns the status of the response and the number of queries."""
    with CaptureQueriesContext(connection) as queries:
        status = office.get(path).status_code
    return status, len(queries)


@pytest.mark.parametrize(
    "model", list(admin.site._registry), ids=lambda model: model._meta.label
)
def test_every_list_and_every_record_opens(office, club, model):
    here = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    row, shown = model._default_manager.first(), admin.site._registry[model]
    office.get("/admin/")  # content types are asked for once
    pages = {
        here,
        f"{here}?q=a" if shown.search_fields else here,
        f"{here}{row.pk}/change/",
    }
    opened_pages = {page: opened(office, page) for page in sorted(pages)}
    assert {
        page: answer
        for page, answer in opened_pages.items()
        if answer[0] != 200 or answer[1] > IN_BOUNDS
    } == {}
    may_add = model in {Member, ClubAccount}
    assert office.get(f"{here}add/").status_code == (200 if may_add else 403)
    assert office.get(f"{here}{row.pk}/delete/").status_code == 403
    if model._meta.model_name not in ONLY_CHANGED:
        assert office.get(shown.get_view_on_site_url(row)).status_code in {200, 302}


def test_every_form_of_the_raw_records_ends_with_its_token(office, club):
    pages = ["/admin/", f"/admin/members/member/{Member.objects.first().pk}/password/"]
    for model in admin.site._registry:
        here, row = (
            f"/admin/{model._meta.app_label}/{model._meta.model_name}/",
            model._default_manager.first(),
        )
        pages += [
            here,
            f"{here}add/",
            f"{here}{row.pk}/change/",
            f"{here}{row.pk}/history/",
        ]
    answers = {page: office.get(page) for page in pages}
    html = {
        page: answer.content.decode()
        for page, answer in answers.items()
        if answer.status_code == 200
    }
    assert sum('method="post"' in page for page in html.values()) > 40
    assert {page: found for page in html if (found := without_end(html[page]))} == {}
    assert office.get("/admin/password_change/").url == "/members/me/"


@pytest.mark.parametrize(
    "model",
    ["rubbers/rubber", "rubbers/proposal", "ledger/transaction", "members/auditevent"],
)
def test_a_list_asks_as_often_for_three_as_for_one(office, ruth, model):
    def another(name: str) -> None:
        rubber = agreed_rubber(players(name), lines=("4sn=", "4sn="))
        proposal(rubber_in_play(players(f"{name} Else"), lines=("4sn=",)))
        sign_out(member=rubber.players[Seat.NORTH], by=ruth, now=NOON)

    another("Anna")
    here = f"/admin/{model}/"
    office.get(here)
    _, for_one = opened(office, here)
    another("Ben")
    another("Cleo")
    assert opened(office, here) == (200, for_one)


@pytest.mark.parametrize(
    "model",
    [each for each in admin.site._registry if admin.site._registry[each].search_fields],
)
def test_a_search_for_thousands_of_words_is_answered(office, club, model):
    here = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    words = " ".join(f"w{number}" for number in range(3_000))
    for sought in (words, "x" * 60_000):
        assert office.get(here, {"q": sought}).status_code == 200


@pytest.mark.parametrize("number", ["9" * 80, "-" + "9" * 80, str(2**31), str(2**63)])
def test_a_filter_by_a_number_that_no_column_holds_is_answered(office, ruth, number):
    for filtered in (
        "members/auditevent/?by",
        "rubbers/rubber/?table",
        "ledger/transaction/?source_id",
    ):
        answer = office.get(f"/admin/{filtered}={number}", follow=True)
        assert answer.status_code == 200, filtered


# --- actions ---


def act(office, model: str, action: str, *rows, **fields) -> str:
    chosen = {"action": action, "_selected_action": [row.pk for row in rows]} | fields
    return office.post(f"/admin/{model}/", chosen, follow=True).content.decode()


@pytest.mark.parametrize("chosen", ["e\u0301", "", "-1", "²", "1.5", str(2**64), "1\0"])
@pytest.mark.parametrize(
    ("model", "action"),
    [("members/member", "mark_as_left"), ("ledger/season", "close")],
)
def test_an_action_on_what_can_be_no_row_is_not_understood(
    office, ruth, model, action, chosen
):
    answer = office.post(
        f"/admin/{model}/", {"action": action, "_selected_action": [ruth.pk, chosen]}
    )
    assert answer.status_code == 400
    assert "nothing was written" in answer.content.decode()


def test_seasons_are_closed_and_those_that_are_still_on_say_why(office, ruth):
    today = timezone.localdate()
    autumn = open_season(
        name="Autumn", slug="autumn", begins_on=today - timedelta(days=90)
    )
    winter = open_season(name="Winter", slug="winter", begins_on=today)
    html = act(office, "ledger/season", "close", autumn, winter)
    assert "Autumn is closed, and its final table is published." in html
    assert "Open the season after Winter first" in html
    assert list(Season.objects.exclude(closed_at=None)) == [autumn]


def test_a_dispute_is_ruled_with_a_reason_only(office):
    proposed = proposal(rubber_in_play(lines=("4sn=", "2he=")))
    assert "Write down why you rule so." in act(
        office, "rubbers/proposal", "rule_no", proposed
    )
    assert "1 ruled." in act(
        office, "rubbers/proposal", "rule_yes", proposed, reason="Three saw them"
    )
    proposed.refresh_from_db()
    assert (proposed.state, proposed.ruling) == ("ruled", "Three saw them")
    assert proposed.rubber.deals.filter(number=1).count() == 2
    assert "is ruled by an arbiter already" in act(
        office, "rubbers/proposal", "rule_no", proposed, reason="Again"
    )


def test_an_agreed_rubber_is_opened_again_with_a_reason_only(office):
    rubber = agreed_rubber()
    assert "Write down why it is opened again." in act(
        office, "rubbers/rubber", "open_again", rubber
    )
    assert "1 opened again." in act(
        office, "rubbers/rubber", "open_again", rubber, reason="A hand record"
    )
    rubber.refresh_from_db()
    assert not rubber.is_agreed


def test_invitations_are_made_again_and_taken_back(office, ruth):
    tom, per = (
        Member.objects.create(name="Tom Byrne", joined_at=NOON),
        member("Per Lund", is_active=False),
    )
    old = invite(member=tom, by=ruth, now=timezone.now() - timedelta(days=9))
    gone = Invitation.objects.create(
        member=per,
        nonce="x" * 11,
        made_by=ruth,
        made_at=NOON,
        expires_at=NOON,
        revoked_at=NOON,
    )
    html = act(office, "members/invitation", "invite_again", old, gone)
    assert "1 invited for seven days" in html
    assert "Per Lund has left the club." in html
    (fresh,) = tom.invitations.open_at(timezone.now())
    assert "1 taken back." in act(office, "members/invitation", "take_back", fresh, old)
    assert AuditEvent.objects.get().what == "revoked"


def test_an_owners_invitation_is_out_of_the_admins_reach(office, ruth):
    sam = member("Sam", role=Role.OWNER)
    card = invite(member=sam, by=sam, now=timezone.now())
    assert "0 taken back." in act(office, "members/invitation", "take_back", card)
    assert "0 invited" in act(office, "members/invitation", "invite_again", card)
