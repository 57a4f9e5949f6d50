"""Audit entries about rubbers: deals, corrections, votes, rubbers stopped or opened again, substitutes."""

from typing import Any

from django.db.models import Prefetch
from django.urls import reverse

from clubscore.audit import Description, Kind, Source
from clubscore.contracts.models import Signature
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
from clubscore.rubbers.sheet.annotations import listed
from clubscore.rubbers.sheet.difference import in_full

_PLAYED = ("rubber__table",)
# Members are joined: fetched by themselves, a thousand of them are too many for SQLite. In order, so that the download
# is the same from every database.
_SEATED = Prefetch("rubber__seats", RubberSeat.objects.select_related("member").order_by("pk"))
_AGREED = Prefetch("agreements", DealAgreement.objects.select_related("member").order_by("pk"))
_VOTED = Prefetch("votes", Vote.objects.select_related("member").order_by("pk"))
_CONSENTED = Prefetch("consents", SubstitutionConsent.objects.select_related("member").order_by("pk"))


def deal_recorded(deal: Deal) -> Description:
    return Description(
        action="deal.recorded",
        words=f"recorded deal {deal.number} at {deal.rubber.table}: {_words(deal)}",
        object="deal",
        object_id=deal.pk,
        link=_history(deal.rubber, deal.number),
        consents=_signed(deal.agreements.all()),
        to_version=deal.version,
        after=_facts(deal),
    )


def deal_changed(deal: Deal) -> Description:
    """A later version. Prefetch `rubber.deals`, which has the version before."""
    earlier = [row for row in deal.rubber.deals.all() if row.number == deal.number and row.version < deal.version]
    before = max(earlier, key=lambda row: row.version, default=None)
    if before is None:  # written past the services: the list shows it and goes on
        return deal_recorded(deal)
    at = f"deal {deal.number} at {deal.rubber.table}"
    if deal.is_struck:
        action, words = "deal.struck", f"struck out {at}, {_words(before)}"
    elif before.is_struck:
        action, words = "deal.recorded", f"recorded {at} again: {_words(deal)}"
    else:
        action, words = "deal.corrected", f"corrected {at}: {_words(deal)}, before {_words(before)}"
    return Description(
        action=action,
        words=words,
        object="deal",
        object_id=deal.pk,
        link=_history(deal.rubber, deal.number),
        reason=deal.reason,
        consents=_signed(deal.agreements.all()),
        from_version=before.version,
        to_version=deal.version,
        before=_facts(before),
        after=_facts(deal),
    )


def proposal_made(proposal: Proposal) -> Description:
    wants = "strike out" if proposal.strikes else "correct"
    becomes = "" if proposal.strikes else f": {in_full(proposal.facts, proposal.rubber.names)}"
    return _proposal(proposal, "made", f"proposed to {wants}", becomes, proposal.reason)


def proposal_closed(proposal: Proposal) -> Description:
    """A proposal that was not accepted; an accepted one is a version of the deal. A ruling may be either."""
    actions = {
        Proposal.State.REFUSED: "refused the correction of",
        Proposal.State.WITHDRAWN: "took back the correction of",
        Proposal.State.EXPIRED: "let the correction run out of",
        Proposal.State.RULED: "ruled on",
    }
    action = actions[Proposal.State(proposal.state)]
    return _proposal(proposal, proposal.state, action, "", proposal.ruling, _votes(proposal))


def _proposal(
    proposal: Proposal, state: str, action: str, becomes: str, reason: str, consents: str = ""
) -> Description:
    return Description(
        action=f"proposal.{state}",
        words=f"{action} deal {proposal.number} at {proposal.rubber.table}{becomes}",
        object="proposal",
        object_id=proposal.pk,
        link=_history(proposal.rubber, proposal.number),
        reason=reason,
        consents=consents,
        from_version=proposal.base.version,
        before=_facts(proposal.base),
        after={"struck": True} if proposal.strikes else {"deal": str(proposal.facts)},
    )


def vote(cast: Vote) -> Description:
    proposal = cast.proposal
    return Description(
        action="vote.yes" if cast.is_yes else "vote.no",
        words=f"said {'yes' if cast.is_yes else 'no'} to the correction of deal {proposal.number} "
        f"at {proposal.rubber.table}{_by_pin(cast.how)}",
        object="proposal",
        object_id=proposal.pk,
        link=_history(proposal.rubber, proposal.number),
    )


def rubber_stopped(rubber: Rubber) -> Description:
    words = f"stopped a {rubber.noun} at {rubber.table} unfinished"
    return Description("rubber.stopped", words, "rubber", rubber.pk, _history(rubber), rubber.ending_reason)


def reopening(opened: Reopening) -> Description:
    words = f"opened the agreed {opened.rubber.noun} at {opened.rubber.table} again"
    return Description("rubber.reopened", words, "rubber", opened.rubber_id, _history(opened.rubber), opened.reason)


def pack_note(note: PackNote) -> Description:
    words = f"noted a bad pack at {note.rubber.table}"
    return Description("rubber.bad_pack", words, "rubber", note.rubber_id, _history(note.rubber), note.text)


def substitution(made: Substitution) -> Description:
    return Description(
        action="rubber.substituted",
        words=f"had {made.substitute} play on for {made.leaver} at {made.rubber.table}",
        object="rubber",
        object_id=made.rubber_id,
        link=_history(made.rubber),
        consents=_signed(made.consents.all()),
        before={"seat": made.seat, "member": made.leaver_id},
        after={"seat": made.seat, "member": made.substitute_id},
    )


def _history(rubber: Rubber, number: int | None = None) -> str:
    page = reverse("rubbers:history", args=[rubber.pk])
    return f"{page}#history-{number}" if number else page


def _words(deal: Deal) -> str:
    return in_full(deal.facts, deal.rubber.names)


def _facts(deal: Deal) -> dict[str, Any]:
    return {"struck": True} if deal.is_struck else {"deal": str(deal.facts)}


def _signed(signatures: Any) -> str:
    """`Anna and Ben (PIN)`."""
    given: list[Signature] = sorted(signatures, key=lambda signature: signature.pk)
    return listed(f"{signature.member.short_name}{_by_pin(signature.how)}" for signature in given)


def _by_pin(how: str) -> str:
    return " (PIN)" if how == "pin" else ""


def _votes(proposal: Proposal) -> str:
    newest = {cast.member: cast.is_yes for cast in sorted(proposal.votes.all(), key=lambda cast: cast.pk)}
    return ", ".join(f"{member.short_name} {'yes' if is_yes else 'no'}" for member, is_yes in newest.items())


SOURCES = (
    Source(
        name="deal",
        kind=Kind.DEALS,
        rows=lambda: Deal.objects.filter(version=1),
        at="recorded_at",
        by="recorded_by",
        describe=deal_recorded,
        select_related=_PLAYED,
        prefetch_related=(_SEATED, _AGREED),
    ),
    Source(
        name="version",
        kind=Kind.CORRECTIONS,
        rows=lambda: Deal.objects.filter(version__gt=1),
        at="recorded_at",
        by="recorded_by",
        describe=deal_changed,
        select_related=_PLAYED,
        prefetch_related=(_SEATED, "rubber__deals", _AGREED),
    ),
    Source(
        name="proposal",
        kind=Kind.CORRECTIONS,
        rows=Proposal.objects.all,
        at="made_at",
        by="made_by",
        describe=proposal_made,
        select_related=(*_PLAYED, "base"),
        prefetch_related=(_SEATED,),
    ),
    Source(
        name="proposal closed",
        kind=Kind.CORRECTIONS,
        rows=lambda: Proposal.objects.exclude(state__in=[Proposal.State.OPEN, Proposal.State.ACCEPTED]).exclude(
            closed_by=None  # it expired with the rubber: nobody did that
        ),
        at="closed_at",
        by="closed_by",
        describe=proposal_closed,
        about=("made_by",),
        select_related=(*_PLAYED, "base"),
        prefetch_related=(_VOTED,),
    ),
    Source(
        name="vote",
        kind=Kind.CORRECTIONS,
        rows=Vote.objects.all,
        at="at",
        by="member",
        describe=vote,
        select_related=("proposal__base", "proposal__rubber__table"),
    ),
    Source(
        name="stopped",
        kind=Kind.RUBBERS,
        rows=lambda: Rubber.objects.filter(ending=Rubber.Ending.UNFINISHED),
        at="ended_at",
        by="ended_by",
        describe=rubber_stopped,
        select_related=("table",),
    ),
    Source(
        name="reopening",
        kind=Kind.RUBBERS,
        rows=Reopening.objects.all,
        at="at",
        by="member",
        describe=reopening,
        select_related=_PLAYED,
    ),
    Source(
        name="pack",
        kind=Kind.RUBBERS,
        rows=PackNote.objects.all,
        at="at",
        by="member",
        describe=pack_note,
        select_related=_PLAYED,
    ),
    Source(
        name="substitution",
        kind=Kind.RUBBERS,
        rows=lambda: Substitution.objects.filter(made_at__isnull=False),
        at="made_at",
        by="proposed_by",
        describe=substitution,
        about=("leaver", "substitute"),
        select_related=(*_PLAYED, "leaver", "substitute"),
        prefetch_related=(_CONSENTED,),
    ),
)
