"""Where the audit comes from: the facts as they are kept anyway, one source for each deed that a row tells of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import Prefetch, Q, QuerySet

from clubscore.ledger.models import Posting, Season, Transaction
from clubscore.members.models import Deed, Invitation, Member, Merge
from clubscore.office import audit_descriptions as audit_told
from clubscore.office.audit_entry import Kind, Told
from clubscore.rubbers.models import (
    Deal,
    DealAgreement,
    PackNote,
    Proposal,
    Reopening,
    Rubber,
    RubberSeat,
    Substitution,
    SubstitutionConsent,
    Vote,
)
from clubscore.settlements.models import PaymentEvent as Payment
from clubscore.settlements.models import Settlement, Transfer

_PLAYED = ("rubber__table",)
_PAYERS = ("transfers__payer", "transfers__receiver")
_PARTIES = ("payer", "payer_account", "receiver", "receiver_account")
# Members are joined: fetched by themselves, a thousand of them are too many for SQLite. In order, so that the download
# is the same from every database.
_SEATED = Prefetch("rubber__seats", RubberSeat.objects.select_related("member").order_by("pk"))
_AGREED = Prefetch("agreements", DealAgreement.objects.select_related("member").order_by("pk"))
_VOTED = Prefetch("votes", Vote.objects.select_related("member").order_by("pk"))
_CONSENTED = Prefetch("consents", SubstitutionConsent.objects.select_related("member").order_by("pk"))
_BOOKED = Prefetch("postings", Posting.objects.select_related("account").order_by("pk"))
_TRANSFERRED = Prefetch("transfers", Transfer.objects.select_related(*_PARTIES).order_by("pk"))


@dataclass(frozen=True, slots=True)
class Source:
    """Rows of one kind: when and by whom in the fields `at` and `by`, whom it concerns in those of `about`.

    `about_many` leads to such fields over the rows of another table, of which there are several.
    """

    name: str
    kind: Kind
    rows: Callable[[], QuerySet[Any]]
    at: str
    by: str
    told: Callable[[Any], Told]
    about: tuple[str, ...] = ()
    about_many: tuple[str, ...] = ()
    with_rows: tuple[str, ...] = ()  # select_related
    with_many: tuple["str | Prefetch[Any]", ...] = ()  # prefetch_related


SOURCES = (
    Source(
        "deal",
        Kind.DEALS,
        lambda: Deal.objects.filter(version=1),
        "recorded_at",
        "recorded_by",
        audit_told.deal_recorded,
        with_rows=_PLAYED,
        with_many=(_SEATED, _AGREED),
    ),
    Source(
        "version",
        Kind.CORRECTIONS,
        lambda: Deal.objects.filter(version__gt=1),
        "recorded_at",
        "recorded_by",
        audit_told.deal_changed,
        with_rows=_PLAYED,
        with_many=(_SEATED, "rubber__deals", _AGREED),
    ),
    Source(
        "proposal",
        Kind.CORRECTIONS,
        Proposal.objects.all,
        "made_at",
        "made_by",
        audit_told.proposal_made,
        with_rows=(*_PLAYED, "base"),
        with_many=(_SEATED,),
    ),
    Source(
        "proposal closed",
        Kind.CORRECTIONS,
        lambda: Proposal.objects.exclude(state__in=[Proposal.State.OPEN, Proposal.State.ACCEPTED]).exclude(
            closed_by=None  # it expired with the rubber: nobody's deed
        ),
        "closed_at",
        "closed_by",
        audit_told.proposal_closed,
        about=("made_by",),
        with_rows=(*_PLAYED, "base"),
        with_many=(_VOTED,),
    ),
    Source(
        "vote",
        Kind.CORRECTIONS,
        Vote.objects.all,
        "at",
        "member",
        audit_told.vote,
        with_rows=("proposal__base", "proposal__rubber__table"),
    ),
    Source(
        "stopped",
        Kind.RUBBERS,
        lambda: Rubber.objects.filter(ending=Rubber.Ending.UNFINISHED),
        "ended_at",
        "ended_by",
        audit_told.rubber_stopped,
        with_rows=("table",),
    ),
    Source(
        "reopening",
        Kind.RUBBERS,
        Reopening.objects.all,
        "at",
        "member",
        audit_told.reopening,
        with_rows=_PLAYED,
    ),
    Source(
        "pack",
        Kind.RUBBERS,
        PackNote.objects.all,
        "at",
        "member",
        audit_told.pack_note,
        with_rows=_PLAYED,
    ),
    Source(
        "substitution",
        Kind.RUBBERS,
        lambda: Substitution.objects.filter(made_at__isnull=False),
        "made_at",
        "proposed_by",
        audit_told.substitution,
        about=("leaver", "substitute"),
        with_rows=(*_PLAYED, "leaver", "substitute"),
        with_many=(_CONSENTED,),
    ),
    Source(
        "booking",
        Kind.BOOKS,
        Transaction.objects.all,
        "posted_at",
        "posted_by",
        audit_told.booking,
        about_many=("postings__member",),
        with_many=(_BOOKED,),
    ),
    Source(
        "settlement",
        Kind.BOOKS,
        Settlement.objects.all,
        "frozen_at",
        "frozen_by",
        audit_told.settlement_frozen,
        about_many=_PAYERS,
        with_many=(_TRANSFERRED,),
    ),
    Source(
        "settlement cancelled",
        Kind.BOOKS,
        lambda: Settlement.objects.exclude(cancelled_at=None),
        "cancelled_at",
        "cancelled_by",
        audit_told.settlement_cancelled,
        about_many=_PAYERS,
    ),
    Source(
        "payment",
        Kind.BOOKS,
        Payment.objects.all,
        "at",
        "by",
        audit_told.payment_told,
        about=("transfer__payer", "transfer__receiver"),
        with_rows=tuple(f"transfer__{party}" for party in _PARTIES),
    ),
    Source(
        "season closed",
        Kind.SEASONS,
        lambda: Season.objects.exclude(closed_at=None),
        "closed_at",
        "closed_by",
        audit_told.season_closed,
    ),
    Source(
        "season deed",
        Kind.SEASONS,
        lambda: Deed.objects.filter(what__in=[Deed.What.SEASON, Deed.What.TERMS]),
        "at",
        "by",
        audit_told.deed_done,
    ),
    Source(
        "member deed",
        Kind.MEMBERS,
        lambda: Deed.objects.exclude(what__in=[Deed.What.SEASON, Deed.What.TERMS]),
        "at",
        "by",
        audit_told.deed_done,
        about=("member",),
        with_rows=("member",),
    ),
    Source(
        "merge",
        Kind.MEMBERS,
        Merge.objects.all,
        "made_at",
        "made_by",
        audit_told.merge_made,
        about=("kept", "merged"),
        with_rows=("kept", "merged"),
    ),
    Source(
        "merge undone",
        Kind.MEMBERS,
        lambda: Merge.objects.exclude(undone_at=None),
        "undone_at",
        "undone_by",
        audit_told.merge_undone,
        about=("kept", "merged"),
        with_rows=("kept", "merged"),
    ),
    Source(
        "invitation",
        Kind.MEMBERS,
        Invitation.objects.all,
        "made_at",
        "made_by",
        audit_told.invitation_made,
        about=("member",),
        with_rows=("member",),
    ),
    Source(
        "invitation used",
        Kind.MEMBERS,
        lambda: Invitation.objects.exclude(used_at=None),
        "used_at",
        "member",
        audit_told.invitation_used,
        with_rows=("member",),
    ),
    Source(
        "raw record",
        Kind.RECORDS,
        LogEntry.objects.all,
        "action_time",
        "user",
        audit_told.raw_record,
        with_rows=("content_type",),
    ),
)
BY_NAME = {source.name: source for source in SOURCES}


def concerning(source: Source, members: QuerySet[Member]) -> Q:
    """Rows that one of these members did, or that concern one."""
    whom = members.values("pk")  # asked inside the question: a database takes only so many names in a list
    found = Q()
    for field in (source.by, *source.about):
        found |= Q(**{f"{field}__in": whom})
    for path in source.about_many:  # not a join, which would tell a row once for each of them
        found |= Q(pk__in=source.rows().order_by().filter(**{f"{path}__in": whom}).values("pk"))
    return found
