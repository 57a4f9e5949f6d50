"""What each kind of row tells in the audit, in words and as facts."""

import json
from typing import Any

from django.contrib.admin.models import LogEntry
from django.urls import reverse

from clubscore.contracts.models import Signature
from clubscore.ledger.models import OF_A_RUBBER, Season, Transaction
from clubscore.members.models import Deed, Invitation, Member, Merge
from clubscore.office.audit_entry import Told
from clubscore.rubbers.models import Deal, PackNote, Proposal, Reopening, Rubber, Substitution, Vote
from clubscore.rubbers.sheet.annotations import listed
from clubscore.rubbers.sheet.difference import in_full
from clubscore.settlements.models import PaymentEvent as Payment
from clubscore.settlements.models import Settlement, Transfer


def deal_recorded(deal: Deal) -> Told:
    return Told(
        action="deal.recorded",
        words=f"recorded deal {deal.number} at {deal.rubber.table}: {_words(deal)}",
        object="deal",
        object_id=deal.pk,
        link=_history(deal.rubber, deal.number),
        consents=_signed(deal.agreements.all()),
        to_version=deal.version,
        after=_facts(deal),
    )


def deal_changed(deal: Deal) -> Told:
    """A later version. `rubber.deals` is best prefetched: it holds the version before."""
    earlier = [row for row in deal.rubber.deals.all() if row.number == deal.number and row.version < deal.version]
    before = max(earlier, key=lambda row: row.version, default=None)
    if before is None:  # somebody wrote past the services: the list shows it and goes on
        return deal_recorded(deal)
    at = f"deal {deal.number} at {deal.rubber.table}"
    if deal.is_struck:
        action, words = "deal.struck", f"struck out {at}, {_words(before)}"
    elif before.is_struck:
        action, words = "deal.recorded", f"recorded {at} again: {_words(deal)}"
    else:
        action, words = "deal.corrected", f"corrected {at}: {_words(deal)}, before {_words(before)}"
    return Told(
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


def proposal_made(proposal: Proposal) -> Told:
    wants = "strike out" if proposal.strikes else "correct"
    becomes = "" if proposal.strikes else f": {in_full(proposal.facts, proposal.rubber.names)}"
    return _of_a_proposal(proposal, "made", f"proposed to {wants}", becomes, proposal.reason)


def proposal_closed(proposal: Proposal) -> Told:
    """One that was not accepted; what was accepted is a version of the deal. A ruling may be either."""
    deeds = {
        Proposal.State.REFUSED: "refused the correction of",
        Proposal.State.WITHDRAWN: "took back the correction of",
        Proposal.State.EXPIRED: "let the correction run out of",
        Proposal.State.RULED: "ruled on",
    }
    deed = deeds[Proposal.State(proposal.state)]
    return _of_a_proposal(proposal, proposal.state, deed, "", proposal.ruling, _votes(proposal))


def _of_a_proposal(proposal: Proposal, state: str, deed: str, becomes: str, reason: str, consents: str = "") -> Told:
    return Told(
        action=f"proposal.{state}",
        words=f"{deed} deal {proposal.number} at {proposal.rubber.table}{becomes}",
        object="proposal",
        object_id=proposal.pk,
        link=_history(proposal.rubber, proposal.number),
        reason=reason,
        consents=consents,
        from_version=proposal.base.version,
        before=_facts(proposal.base),
        after={"struck": True} if proposal.strikes else {"deal": str(proposal.facts)},
    )


def vote(cast: Vote) -> Told:
    proposal = cast.proposal
    return Told(
        action="vote.yes" if cast.is_yes else "vote.no",
        words=f"said {'yes' if cast.is_yes else 'no'} to the correction of deal {proposal.number} "
        f"at {proposal.rubber.table}{_by_pin(cast.how)}",
        object="proposal",
        object_id=proposal.pk,
        link=_history(proposal.rubber, proposal.number),
    )


def rubber_stopped(rubber: Rubber) -> Told:
    words = f"stopped a {rubber.called} at {rubber.table} unfinished"
    return Told("rubber.stopped", words, "rubber", rubber.pk, _history(rubber), rubber.ending_reason)


def reopening(opened: Reopening) -> Told:
    words = f"opened the agreed {opened.rubber.called} at {opened.rubber.table} again"
    return Told("rubber.reopened", words, "rubber", opened.rubber_id, _history(opened.rubber), opened.reason)


def pack_note(note: PackNote) -> Told:
    words = f"noted a bad pack at {note.rubber.table}"
    return Told("rubber.bad_pack", words, "rubber", note.rubber_id, _history(note.rubber), note.text)


def substitution(asked: Substitution) -> Told:
    return Told(
        action="rubber.substituted",
        words=f"had {asked.substitute} play on for {asked.leaver} at {asked.rubber.table}",
        object="rubber",
        object_id=asked.rubber_id,
        link=_history(asked.rubber),
        consents=_signed(asked.consents.all()),
        before={"seat": asked.seat, "member": asked.leaver_id},
        after={"seat": asked.seat, "member": asked.substitute_id},
    )


def booking(booked: Transaction) -> Told:
    """What was posted, or reversed. `postings` are best prefetched with their accounts."""
    deed = "took back from the books" if booked.reverses_id else "posted to the books"
    return Told(
        action="transaction.reversed" if booked.reverses_id else "transaction.posted",
        words=f"{deed}: {booked.description}",
        object="transaction",
        object_id=booked.pk,
        link=reverse("rubbers:detail", args=[booked.source_id])
        if booked.source in OF_A_RUBBER
        else reverse("ledger:index"),
        reason=booked.reason,
        before={"transaction": booked.reverses_id} if booked.reverses_id else None,
        after={
            "unit": booked.unit,
            "points": {str(posting.member_id or posting.account): posting.points for posting in booked.postings.all()},
        },
    )


def settlement_frozen(settlement: Settlement) -> Told:
    """`transfers` are best prefetched with who pays and who is paid."""
    return Told(
        action="settlement.frozen",
        words=f"settled up {settlement.days}",
        object="settlement",
        object_id=settlement.pk,
        link=reverse("settlements:detail", args=[settlement.pk]),
        after={"unit": settlement.unit, "payments": [_payment(transfer) for transfer in settlement.transfers.all()]},
    )


def _payment(transfer: Transfer) -> dict[str, Any]:
    """Members by their ids: names change."""
    return {
        "from": transfer.payer_id or str(transfer.payer_account),
        "to": transfer.receiver_id or str(transfer.receiver_account),
        "amount": transfer.amount,
    }


def settlement_cancelled(settlement: Settlement) -> Told:
    return Told(
        action="settlement.cancelled",
        words=f"cancelled the settlement of {settlement.days}",
        object="settlement",
        object_id=settlement.pk,
        link=reverse("settlements:detail", args=[settlement.pk]),
        reason=settlement.cancelled_for,
    )


def payment_told(said: Payment) -> Told:
    """That a payment is made, is not made after all, or has arrived."""
    transfer, for_whom = said.transfer, " for somebody else" if said.for_another else ""
    return Told(
        action=f"payment.{said.kind}",
        words=f"{said.get_kind_display()}{for_whom}: {transfer.from_party} pays {transfer.to_party} {transfer.amount}",
        object="payment",
        object_id=transfer.pk,
        link=reverse("settlements:transfer", args=[transfer.pk]),
    )


def season_closed(season: Season) -> Told:
    link = reverse("standings:season", args=[season.slug])
    return Told("season.closed", f"closed {season.name} and published its table", "season", season.pk, link)


def merge_made(made: Merge) -> Told:
    return _of_a_merge(made, "made", f"merged {made.merged} into {made.kept}")


def merge_undone(made: Merge) -> Told:
    return _of_a_merge(made, "undone", f"parted {made.merged} and {made.kept} again")


def _of_a_merge(made: Merge, state: str, words: str) -> Told:
    facts = {"kept": made.kept_id, "merged": made.merged_id}
    return Told(f"merge.{state}", words, "member", made.kept_id, _record(made.kept), after=facts)


def invitation_made(made: Invitation) -> Told:
    words = f"invited {made.member}" if made.member else "made a poster for the club"
    return _of_an_invitation(made, "made", words)


def invitation_used(used: Invitation) -> Told:
    return _of_an_invitation(used, "used", "came in by the invitation")


def _of_an_invitation(invitation: Invitation, state: str, words: str) -> Told:
    link = _record(invitation.member) if invitation.member else reverse("members:invitations")
    return Told(f"invitation.{state}", words, "invitation", invitation.pk, link)


def deed_done(deed: Deed) -> Told:
    whom = deed.member
    words = {
        Deed.What.ROLE: f"made {whom} {_a(deed.after)}, who was {_a(deed.before)}",
        Deed.What.LEFT: f"marked {whom} as having left the club",
        Deed.What.BACK: f"marked {whom} as back in the club",
        Deed.What.SESSIONS: f"signed {whom} out everywhere",
        Deed.What.PIN: f"had {whom} choose another PIN",
        Deed.What.JOINED: "joined by the poster",
        Deed.What.REVOKED: f"took back the invitation of {whom}" if whom else "took back a poster",
        Deed.What.IMPORTED: f"imported a list of members: {deed.after}",
        Deed.What.EXPORTED: "downloaded everything that the club keeps, with the scrambled passwords",
        Deed.What.SEASON: f"opened {deed.after}",
        Deed.What.TERMS: f"changed the terms of {deed.after}; before: {deed.before.partition(': ')[2]}",
    }
    elsewhere = {
        Deed.What.IMPORTED: reverse("members:index"),
        Deed.What.REVOKED: reverse("members:invitations"),
        Deed.What.EXPORTED: reverse("archive:index"),
        Deed.What.SEASON: reverse("standings:seasons"),
        Deed.What.TERMS: reverse("standings:seasons"),
    }
    what = Deed.What(deed.what)
    return Told(
        action=f"deed.{what.value}",
        words=words[what],
        object="member" if whom else "deed",
        object_id=whom.pk if whom else deed.pk,
        link=_record(whom) if whom else elsewhere[what],
        before={"was": deed.before} if deed.before else None,
        after={"is": deed.after} if deed.after else None,
    )


def raw_record(entry: LogEntry) -> Told:
    """What was written past the pages, in the raw records."""
    what = str(entry.content_type.name) if entry.content_type else "record"
    key = entry.object_id or ""
    deed = {1: "added", 2: "changed", 3: "deleted"}[entry.action_flag]
    return Told(
        action=f"record.{deed}",
        words=f"{deed} the {what} “{entry.object_repr}” in the raw records",
        object=what,
        object_id=int(key) if key.isdigit() else 0,
        link=entry.get_admin_url() or "",
        reason=entry.get_change_message(),
        after={"message": _read(entry.change_message)},
    )


def _read(message: str) -> Any:
    try:
        return json.loads(message)
    except ValueError:
        return message


def _history(rubber: Rubber, number: int | None = None) -> str:
    page = reverse("rubbers:history", args=[rubber.pk])
    return f"{page}#history-{number}" if number else page


def _record(member: Member) -> str:
    return reverse("members:record", args=[member.pk])


def _a(role: str) -> str:
    return f"an {role}" if role[:1] in "ao" else f"a {role}"


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
