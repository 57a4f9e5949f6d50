"""Races about seats, money, seasons and people: each one makes its own rows, sends requests at once, and
checks them.
"""

from datetime import timedelta
from itertools import pairwise

from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.hands.models import DealSet
from clubscore.ledger import services as ledger
from clubscore.ledger.models import Season, Transaction, Unit
from clubscore.members.invitations.queries import token_of
from clubscore.members.invitations.services import make_poster
from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.due import post_due
from clubscore.rubbers.agreement.services import agree_net
from clubscore.rubbers.models import Deal, HouseRules, Rubber, RubberSeat, Substitution
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.substitution.services import propose_substitute
from clubscore.settlements.models import PaymentEvent, SettledTransaction, Settlement
from clubscore.settlements.open_bookings import seen_as, to_settle
from clubscore.settlements.period import SettlementPeriod
from clubscore.standings.models import FinalRow
from clubscore.tables.models import Sitting
from clubscore.tables.queries import seating_at
from clubscore.tables.services import open_table
from tests.factories import (
    NINE_DEALS,
    PASSWORD,
    agree,
    member,
    rubber_in_play,
    seated_table,
)
from tests.scoring.hands.made_up_hands import PRINTED
from tests.settlements.settling import settle
from tests.soak.races.at_the_table import (
    NUMBERS,
    E,
    N,
    S,
    W,
    a_rubber,
    browsers,
    some_four,
)
from tests.soak.races.track import Request, Track, each
from tests.unguarded import rewrite

RULES = {
    "going_out": "cut",
    "agreed_by": "all",
    "agreed_after": 30,
    "rounding": "exact",
    "season_by": "play",
}


def _admin(role: Role = Role.ADMIN) -> Member:
    return member(f"{role.value} {next(NUMBERS)}", role=role)


def one_seat(track: Track) -> None:
    """Ten members are seated as North at a table, and as North at another: one sits at each seat, and
    nobody sits twice.
    """
    now = timezone.now()
    people = [member(f"Member {next(NUMBERS)}") for _ in range(10)]
    table, other = (open_table(by=people[number], now=now) for number in (0, 1))
    keeper = track.browser(people[0])
    requests = [
        Request(keeper, f"/tables/{there.pk}/seating/", {"member": who.pk, "seat": "N"})
        for who in people
        for there in (table, other)
    ]
    statuses = track.run(*each(requests))
    assert set(statuses) <= {200, 409}, statuses  # the seats are drawn anew in the page
    for there in (table, other):
        assert Sitting.objects.filter(table=there, left_at=None, seat="N").count() == 1
    for who in people:
        assert Sitting.objects.filter(member=who, left_at=None).count() <= 1


def one_receipt(track: Track) -> None:
    """Receiver and admins confirm a payment, the payer marks it and an admin cancels: it is booked once, or
    cancelled.
    """
    sam, tess, now = _admin(), _admin(), timezone.now()
    agree(a_rubber(*NINE_DEALS), now=now)
    settlement = settle(
        sam, period=SettlementPeriod(evening_of(now), evening_of(now)), now=now
    )
    payment = settlement.transfers.first()
    path = f"/settlements/payments/{payment.pk}"
    requests = [
        Request(track.browser(payment.receiver), f"{path}/receipt/", {}),
        Request(track.browser(payment.payer), f"{path}/mark/", {}),
        Request(track.browser(sam), f"{path}/receipt/", {"reason": "By telephone"}),
        Request(track.browser(payment.payer), f"{path}/mark/withdrawal/", {}),
        Request(
            track.browser(tess),
            f"/settlements/{settlement.pk}/cancellation/",
            {"reason": "Too early"},
        ),
    ]
    statuses = track.run(*each(requests))
    assert set(statuses) <= {302, 409, 422}, statuses
    settlement.refresh_from_db()
    received = PaymentEvent.objects.filter(
        transfer=payment, kind=PaymentEvent.Kind.RECEIVED
    ).count()
    booked = Transaction.objects.filter(
        source=Transaction.Source.SETTLEMENT, source_id=payment.pk
    ).count()
    assert received == booked == (0 if settlement.is_cancelled else 1)


def one_settlement(track: Track) -> None:
    """Three admins settle the same evening at once: it is settled once."""
    now = timezone.now()
    agree(a_rubber(*NINE_DEALS), now=now)
    period = SettlementPeriod(evening_of(now), evening_of(now))
    seen = seen_as(to_settle(period, Unit.POINTS).values_list("pk", flat=True))
    form = {"first": period.first_day, "last": period.last_day, "seen": seen}
    statuses = track.run(
        *each(
            Request(track.browser(_admin()), "/settlements/new/", form)
            for _ in range(3)
        )
    )
    assert statuses == {302: 1, 409: track.width - 1}, statuses
    assert (Settlement.objects.count(), SettledTransaction.objects.count()) == (1, 1)


def closing_against_posting(track: Track) -> None:
    """Two admins close the season while rubbers are posted: each rubber counts once, in this season or the next."""
    now, today = timezone.now(), timezone.localdate()
    ledger.open_season(name="This", slug="this", begins_on=today - timedelta(days=30))
    ledger.open_season(name="Next", slug="next", begins_on=today + timedelta(days=1))
    rubbers = [rubber_in_play(some_four(), lines=NINE_DEALS, now=now) for _ in range(6)]
    requests = []
    for rubber in rubbers:
        newest = rubber.deals.latest("pk")
        agree_net(state=load(rubber.pk), newest=newest, by=rubber.players[N], now=now)
        east = track.browser(rubber.players[E])
        requests.append(
            Request(east, f"/rubbers/{rubber.pk}/agreement/", {"version": newest.pk})
        )
    closing = [
        Request(track.browser(_admin()), "/standings/this/closing/", {})
        for _ in range(2)
    ]
    statuses = track.run(*each([*requests[:3], *closing, *requests[3:]]))
    assert set(statuses) <= {200, 302, 409}, statuses
    season = Season.objects.get(slug="this")
    assert season.is_closed
    booked = Transaction.objects.filter(source=Transaction.Source.RUBBER)
    assert booked.count() == len(rubbers)
    rows = FinalRow.objects.filter(season=season).values_list("rubbers", flat=True)
    assert sum(rows) == 4 * booked.filter(season=season).count()


def merge_against_start(track: Track) -> None:
    """A guest's record is merged while a rubber begins with it: the rubber has four players, none under a
    closed record.
    """
    now, number, ruth = timezone.now(), next(NUMBERS), _admin()
    guest, anne = add_guest(name=f"Ann {number}", now=now), member(f"Anne {number}")
    table = seated_table(some_four() | {E: guest}, now=now)
    seating = seating_at(table)
    north = seating.seats[N]
    as_seen = {"dealer": "N", "seats": seating.who_sits_where}
    requests = [
        Request(track.browser(ruth), f"/members/{anne.pk}/merge/", {"other": guest.pk}),
        Request(track.browser(north), f"/tables/{table.pk}/rubbers/", as_seen),
    ]
    statuses = track.run(*each(requests))
    assert set(statuses) <= {200, 302, 409}, statuses
    assert Rubber.objects.filter(table=table).count() == 1
    assert not RubberSeat.objects.filter(
        rubber__table=table, member__merged_into__isnull=False
    ).exists()


def substitution_against_merge(track: Track) -> None:
    """The third player consents to a substitute whose record is being merged: nobody plays under a closed record."""
    now, number, ruth = timezone.now(), next(NUMBERS), _admin()
    rubber = a_rubber("2hn=")
    comer, kept = member(f"Comer {number}"), member(f"Kept {number}")
    proposed = propose_substitute(
        state=load(rubber.pk), seat=W, substitute=comer, by=rubber.players[W], now=now
    )
    four = browsers(track, rubber)
    path = f"/rubbers/{rubber.pk}/substitutions/{proposed.pk}"
    consents = [Request(four[seat], f"{path}/consents/", {}) for seat in (N, E, S)]
    merges = [
        Request(track.browser(ruth), f"/members/{kept.pk}/merge/", {"other": comer.pk})
    ]
    withdrawal = [Request(four[W], f"{path}/withdrawal/", {})]
    statuses = track.run(*each([*consents, *merges, *withdrawal, *merges]))
    assert set(statuses) <= {200, 302, 409}, statuses
    playing = RubberSeat.objects.filter(rubber=rubber, until=None)
    assert (
        playing.count(),
        playing.filter(member__merged_into__isnull=False).exists(),
    ) == (4, False)
    proposed = Substitution.objects.get(pk=proposed.pk)
    assert not (proposed.made_at and proposed.withdrawn_at)
    assert (
        Sitting.objects.filter(table=rubber.table_id, left_at=None, seat="W").count()
        == 1
    )


def leaving_against_roles(track: Track) -> None:
    """Two owners mark each other as having left, and take the role from each other and themselves: one
    owner is left.
    """
    ruth, olga = _admin(Role.OWNER), _admin(Role.OWNER)
    pairs = [(track.browser(by), of) for by, of in ((ruth, olga), (olga, ruth))]
    left = [
        Request(
            by,
            "/admin/members/member/",
            {"action": "mark_as_left", "_selected_action": of.pk},
        )
        for by, of in pairs
    ]
    unmade = [
        Request(by, f"/members/{of.pk}/role/", {"role": "player"}) for by, of in pairs
    ]
    unmade += [
        Request(by, f"/members/{own.pk}/role/", {"role": "admin"})
        for (by, _), own in zip(pairs, (ruth, olga), strict=True)
    ]
    statuses = track.run(*each([*left, *unmade]))
    assert set(statuses) <= {200, 302, 401, 403}, statuses
    assert Member.objects.filter(is_superuser=True, is_active=True).exists()


def one_name(track: Track) -> None:
    """Several newcomers join by a poster with the same sign-in name: one of them gets it."""
    now, admin = timezone.now(), _admin()
    path = f"/join/{token_of(make_poster(by=admin, now=now))}/"
    newcomers = [
        Member.objects.create(name=f"Newcomer {next(NUMBERS)}", joined_at=now)
        for _ in range(5)
    ]
    sent = {"username": "anna", "password": PASSWORD}
    statuses = track.run(
        *each(
            Request(track.browser(admin), path, sent | {"member": new.pk})
            for new in newcomers
        )
    )
    assert statuses == {302: 1, 422: track.width - 1}, statuses
    assert Member.objects.filter(username="anna").count() == 1


def due_against_agreement(track: Track) -> None:
    """Three processes post a rubber whose time is over, while its players agree to it: it is booked once."""
    HouseRules.objects.update_or_create(
        pk=1, defaults={"agreed_by": "time", "agreed_after": 30}
    )
    rubber = a_rubber(*NINE_DEALS)
    early = timezone.now() - timedelta(days=1)
    rewrite(Rubber.objects.filter(pk=rubber.pk), started_at=early, ended_at=early)
    rewrite(Deal.objects.filter(rubber=rubber), recorded_at=early)
    newest, four = rubber.deals.latest("pk"), browsers(track, rubber)
    signs = [
        Request(
            four[seat], f"/rubbers/{rubber.pk}/agreement/", {"version": newest.pk}
        ).send
        for seat in (N, E, S)
    ]

    def due() -> int:
        post_due(now=timezone.now())
        return 200

    statuses = track.run(*signs, due)
    assert set(statuses) <= {200, 409}, statuses
    assert (
        Transaction.objects.filter(
            source=Transaction.Source.RUBBER, source_id=rubber.pk
        ).count()
        == 1
    )


def one_season(track: Track) -> None:
    """Five admins open the next season at once: one succeeds, and the others are told that the name is taken."""
    form = {
        "name": "Next",
        "begins_on": timezone.localdate() + timedelta(days=1),
        "by": "net",
        "least": "10",
    }
    statuses = track.run(
        *each(
            Request(track.browser(_admin()), "/standings/seasons/", form)
            for _ in range(5)
        )
    )
    assert statuses == {302: 1, 422: track.width - 1}, statuses
    assert Season.objects.count() == 1


def first_house_rules(track: Track) -> None:
    """Three admins choose the club's first house rules at once: the last choice counts, and the audit leads
    up to it.
    """
    requests = [
        Request(
            track.browser(_admin()),
            "/office/house-rules/",
            RULES | {"wash_out_below": below},
        )
        for below in (100, 200, 300)
    ]
    statuses = track.run(*each(requests))
    assert statuses == {302: track.width}, statuses
    rules = HouseRules.objects.get()
    said = (
        AuditEvent.objects.filter(what=AuditEvent.What.RULES)
        .order_by("pk")
        .values_list("after", flat=True)
    )
    assert str(rules.wash_out_below) in said.reverse()[0]
    assert all(one != other for one, other in pairwise(said))


def one_set(track: Track) -> None:
    """Three admins import the same hands at once: one set gets the name, and the others are told that it is taken."""
    form = {
        "name": "Thursday pairs",
        "text": f'[Board "1"]\n[Deal "{PRINTED}"]\n',
        "opens_at": "",
    }
    statuses = track.run(
        *each(
            Request(track.browser(_admin()), "/hands/import/", form) for _ in range(3)
        )
    )
    assert statuses == {302: 1, 422: track.width - 1}, statuses
    assert DealSet.objects.count() == 1
