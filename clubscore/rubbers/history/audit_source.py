"""Audit entries about rubbers: deals, corrections, votes, rubbers stopped or opened again, substitutes."""

from django.db.models import Prefetch

from clubscore.audit import Kind, Source
from clubscore.rubbers.history import descriptions
from clubscore.rubbers.models import (
    Deal,
    DealAgreement,
    NetAgreement,
    NotThere,
    PackNote,
    Proposal,
    Reopening,
    Rubber,
    RubberSeat,
    Substitution,
    SubstitutionConsent,
    Vote,
)
from clubscore.rubbers.rubber.numbers import deals_called_by_place

_PLAYED = ("rubber__table",)
# Members are joined: fetched by themselves, a thousand of them are too many for SQLite. In order, so that the download
# is the same from every database.
_SEATED = Prefetch("rubber__seats", RubberSeat.objects.select_related("member").order_by("pk"))
_AGREED = Prefetch("agreements", DealAgreement.objects.select_related("member").order_by("pk"))
_VOTED = Prefetch("votes", Vote.objects.select_related("member").order_by("pk"))
_NUMBERED = Prefetch("rubber__deals", deals_called_by_place())
_CONSENTED = Prefetch("consents", SubstitutionConsent.objects.select_related("member").order_by("pk"))

SOURCES = (
    Source(
        name="deal",
        kind=Kind.DEALS,
        rows=lambda: Deal.objects.filter(version=1),
        at="recorded_at",
        by="recorded_by",
        describe=descriptions.deal_recorded,
        select_related=_PLAYED,
        prefetch_related=(_SEATED, _NUMBERED, _AGREED),
    ),
    Source(
        name="version",
        kind=Kind.CORRECTIONS,
        rows=lambda: Deal.objects.filter(version__gt=1),
        at="recorded_at",
        by="recorded_by",
        describe=descriptions.deal_changed,
        select_related=_PLAYED,
        prefetch_related=(_SEATED, "rubber__deals", _AGREED),
    ),
    Source(
        name="proposal",
        kind=Kind.CORRECTIONS,
        rows=Proposal.objects.all,
        at="made_at",
        by="made_by",
        describe=descriptions.proposal_made,
        select_related=(*_PLAYED, "base"),
        prefetch_related=(_SEATED, _NUMBERED),
    ),
    Source(
        name="proposal closed",
        kind=Kind.CORRECTIONS,
        rows=lambda: Proposal.objects.exclude(state__in=[Proposal.State.OPEN, Proposal.State.ACCEPTED]).exclude(
            closed_by=None  # it expired with the rubber: nobody did that
        ),
        at="closed_at",
        by="closed_by",
        describe=descriptions.proposal_closed,
        about=("made_by",),
        select_related=(*_PLAYED, "base"),
        prefetch_related=(_NUMBERED, _VOTED),
    ),
    Source(
        name="vote",
        kind=Kind.CORRECTIONS,
        rows=Vote.objects.all,
        at="at",
        by="member",
        describe=descriptions.vote,
        select_related=("proposal__base", "proposal__rubber__table"),
        prefetch_related=(Prefetch("proposal__rubber__deals", deals_called_by_place()),),
    ),
    Source(
        name="stopped",
        kind=Kind.RUBBERS,
        rows=lambda: Rubber.objects.exclude(ending_reason=""),
        at="ended_at",
        by="ended_by",
        describe=descriptions.rubber_stopped,
        select_related=("table",),
    ),
    Source(
        name="net agreed all the same",
        kind=Kind.RUBBERS,
        rows=lambda: NetAgreement.objects.filter(given_by=None, despite__isnull=False),
        at="at",
        by="member",
        describe=descriptions.net_agreement,
        select_related=(*_PLAYED, "despite__base"),
        prefetch_related=(_NUMBERED,),
    ),
    Source(
        name="net agreed instead",
        kind=Kind.RUBBERS,
        rows=lambda: NetAgreement.objects.filter(given_by__isnull=False),
        at="at",
        by="given_by",
        describe=descriptions.net_agreement,
        about=("member",),
        select_related=(*_PLAYED, "despite__base", "member__merged_into"),
        prefetch_related=(_NUMBERED,),
    ),
    Source(
        name="reopening",
        kind=Kind.RUBBERS,
        rows=Reopening.objects.all,
        at="at",
        by="member",
        describe=descriptions.reopening,
        select_related=_PLAYED,
    ),
    Source(
        name="not there",
        kind=Kind.RUBBERS,
        rows=NotThere.objects.all,
        at="at",
        by="member",
        describe=descriptions.not_there,
        select_related=_PLAYED,
    ),
    Source(
        name="there after all",
        kind=Kind.RUBBERS,
        rows=lambda: NotThere.objects.exclude(closed_at=None),
        at="closed_at",
        by="closed_by",
        describe=descriptions.not_there_closed,
        about=("member",),
        select_related=(*_PLAYED, "member"),
    ),
    Source(
        name="pack",
        kind=Kind.RUBBERS,
        rows=PackNote.objects.all,
        at="at",
        by="member",
        describe=descriptions.pack_note,
        select_related=_PLAYED,
    ),
    Source(
        name="substitution",
        kind=Kind.RUBBERS,
        rows=lambda: Substitution.objects.filter(made_at__isnull=False),
        at="made_at",
        by="proposed_by",
        describe=descriptions.substitution,
        about=("leaver", "substitute"),
        select_related=(*_PLAYED, "leaver", "substitute"),
        prefetch_related=(_CONSENTED,),
    ),
)
