"""The sections of a person's data: signing in, rubbers, the books, payments, the audit."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from clubscore.audit import SOURCES, AuditSource, SubjectKind
from clubscore.ledger.models import Posting
from clubscore.members.models import Invitation, Member, OpenSession
from clubscore.privacy.own_data.rows import Row
from clubscore.rubbers.models import Deal, Rubber, RubberSeat
from clubscore.settlements.models import Transfer

AT_ONCE = 200


def sign_in_of(member: Member) -> Row:
    """The facts that the club keeps for a member's signing in, without passwords, PINs and keys."""
    return {
        "sign_in_name": member.username,
        "has_password": member.has_password,
        "passkeys": [key.name for key in member.passkeys.order_by("pk")],
        "last_sign_in": member.last_login and member.last_login.isoformat(),
        "role": member.role.value,
        "has_pin": member.has_pin,
        "pin_set_at": member.pin_set_at and member.pin_set_at.isoformat(),
        "single_keys_at_the_table": member.has_table_keys,
    }


def sessions_of(records: Sequence[Member], now: datetime) -> QuerySet[OpenSession]:
    """The person's open sign-in sessions, the newest first."""
    return OpenSession.objects.filter(member__in=records, expire_date__gt=now).order_by(
        "-begun_at"
    )


def invitations_of(records: Sequence[Member]) -> QuerySet[Invitation]:
    return Invitation.objects.filter(member__in=records).order_by("-pk")


def rubbers_of(records: Sequence[Member]) -> QuerySet[Rubber]:
    """The rubbers in which the person had a seat, the newest first."""
    played = RubberSeat.objects.filter(member__in=records).values("rubber")
    return Rubber.objects.filter(pk__in=played).select_related("table").order_by("-pk")


def with_seats(rubbers: QuerySet[Rubber]) -> QuerySet[Rubber]:
    """These rubbers with their `seats`, as the players have corrected them, and the members in them."""
    seats = RubberSeat.objects.on_sheet().select_related("member").order_by("pk")
    return rubbers.prefetch_related(Prefetch("seats", seats))


def told_rubbers(records: Sequence[Member]) -> Iterator[Row]:
    """The rubbers of the person with their players, and every version of every deal, written like `4SW=`."""
    deals = Deal.objects.order_by("pk")
    whole = with_seats(rubbers_of(records)).prefetch_related(Prefetch("deals", deals))
    own = {record.pk for record in records}
    for rubber in whole.iterator(chunk_size=AT_ONCE):
        places = rubber.seats.all()
        yield {
            "rubber": rubber.pk,
            "table": rubber.table.name,
            "game": rubber.system,
            "started_at": rubber.started_at.isoformat(),
            "ended_at": rubber.ended_at and rubber.ended_at.isoformat(),
            "agreed_at": rubber.agreed_at and rubber.agreed_at.isoformat(),
            "voided_at": rubber.voided_at and rubber.voided_at.isoformat(),
            "own_seats": [place.seat for place in places if place.member_id in own],
            "players": [
                {"seat": place.seat, "name": place.member.name} for place in places
            ],
            "deals": [_told_deal(deal, own) for deal in rubber.deals.all()],
        }


def _told_deal(deal: Deal, own: set[int]) -> Row:
    return {
        "number": deal.number,
        "version": deal.version,
        "deal": str(deal.facts),
        "is_struck": deal.is_struck,
        "recorded_at": deal.recorded_at.isoformat(),
        "recorded_by_me": deal.recorded_by_id in own,
        "note": deal.note,
        "reason": deal.reason,
    }


def postings_of(records: Sequence[Member]) -> QuerySet[Posting]:
    """The bookings of the person, the newest first."""
    return (
        Posting.objects.filter(member__in=records)
        .select_related("transaction")
        .order_by("-pk")
    )


def told_postings(records: Sequence[Member]) -> Iterator[Row]:
    for posting in postings_of(records).iterator(chunk_size=AT_ONCE):
        booked = posting.transaction
        yield {
            "day": booked.day.isoformat(),
            "what": booked.description,
            "source": booked.source,
            "amount": posting.points,
            "unit": booked.unit,
            "reason": booked.reason,
            "is_reversal": booked.reverses_id is not None,
        }


def transfers_of(records: Sequence[Member]) -> QuerySet[Transfer]:
    """The payments of settlements that the person makes or receives, the newest first."""
    theirs = Transfer.objects.filter(Q(payer__in=records) | Q(receiver__in=records))
    related = ("settlement", "payer", "receiver", "payer_account", "receiver_account")
    return theirs.select_related(*related).prefetch_related("events").order_by("-pk")


def told_transfers(records: Sequence[Member]) -> Iterator[Row]:
    for transfer in transfers_of(records).iterator(chunk_size=AT_ONCE):
        yield {
            "settlement": transfer.settlement.days,
            "from": str(transfer.from_party),
            "to": str(transfer.to_party),
            "amount": transfer.amount,
            "unit": transfer.settlement.unit,
            "is_received": transfer.is_received,
            "is_cancelled": transfer.settlement.is_cancelled,
        }


def told_audit(
    records: Sequence[Member], *, at_most: int | None = None
) -> Iterator[Row]:
    """The audit entries by the person and about the person. Recorded deals are left out: the rubbers have them.

    If `at_most` is given, only the newest `at_most` entries of each source are read.
    """
    for source in SOURCES.values():
        if source.kind == SubjectKind.DEALS:
            continue
        rows = _rows_of_source(source, records)
        for row in rows[:at_most] if at_most else rows.iterator(chunk_size=AT_ONCE):
            description = source.describe(row)
            moment: Any = getattr(row, source.at)
            yield {
                "at": timezone.localtime(moment).isoformat(),
                "by": getattr(row, source.by).name,
                "what": description.words,
                "reason": description.reason,
            }


def _rows_of_source(source: AuditSource, records: Sequence[Member]) -> QuerySet[Any]:
    """The rows of an audit source by the person or about the person, the newest first."""
    concerned = Q()
    for field in (source.by, *source.about):
        concerned |= Q(**{f"{field}__in": records})
    # A subquery, because a join would repeat a row for each of its members.
    for path in source.about_many:
        about = source.rows().order_by().filter(**{f"{path}__in": records})
        concerned |= Q(pk__in=about.values("pk"))
    rows = (
        source.rows()
        .filter(concerned)
        .select_related(source.by, *source.select_related)
    )
    return rows.prefetch_related(*source.prefetch_related).order_by("-pk")
