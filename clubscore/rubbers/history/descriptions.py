"""The words of the audit about rubbers: deals, corrections, votes, rubbers stopped or opened again, substitutes."""

from typing import Any

from django.urls import reverse

from clubscore.audit import Description
from clubscore.contracts.models import Signature
from clubscore.members.models import Member
from clubscore.rubbers.models import (
    Deal,
    NetAgreement,
    NotThere,
    PackNote,
    Proposal,
    Reopening,
    Rubber,
    Substitution,
    Vote,
)
from clubscore.rubbers.numbers import called_in
from clubscore.rubbers.sheet.annotations import listed
from clubscore.rubbers.sheet.difference import error_in_words, in_full
from clubscore.rubbers.sheet.rulings import BY_THE_CLUB, by_the_club


def deal_recorded(deal: Deal) -> Description:
    return Description(
        action="deal.recorded",
        words=f"recorded deal {called_in(deal.rubber, deal.number)} at {deal.rubber.table}: {_words(deal)}",
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
    at = f"deal {called_in(deal.rubber, deal.number)} at {deal.rubber.table}"
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
    becomes += f" ({error})" if (error := error_in_words(proposal)) else ""
    return _proposal(proposal, "made", f"proposed to {wants}", becomes, proposal.reason)


def proposal_closed(proposal: Proposal) -> Description:
    """A proposal that was not accepted; an accepted one is a version of the deal. A ruling may be either."""
    actions = {
        Proposal.State.REFUSED: "refused the correction of",
        Proposal.State.WITHDRAWN: "took back the correction of",
        Proposal.State.EXPIRED: "let the correction run out of",
        Proposal.State.RULED: f"ruled {'for' if proposal.is_ruled_yes else 'against'} the correction of",
    }
    action = actions[Proposal.State(proposal.state)]
    standing = f". {by_the_club(proposal)}" if proposal.state == Proposal.State.RULED else ""
    return _proposal(proposal, proposal.state, action, standing, proposal.ruling, _votes(proposal))


def _proposal(
    proposal: Proposal, state: str, action: str, becomes: str, reason: str, consents: str = ""
) -> Description:
    return Description(
        action=f"proposal.{state}",
        words=f"{action} deal {called_in(proposal.rubber, proposal.number)} at {proposal.rubber.table}{becomes}",
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
    name = called_in(proposal.rubber, proposal.number)
    return Description(
        action="vote.yes" if cast.is_yes else "vote.no",
        words=f"said {'yes' if cast.is_yes else 'no'} to the correction of deal {name} "
        f"at {proposal.rubber.table}{_by_pin(cast.how)}",
        object="proposal",
        object_id=proposal.pk,
        link=_history(proposal.rubber, proposal.number),
    )


def rubber_stopped(rubber: Rubber) -> Description:
    since = "" if rubber.ending == Rubber.Ending.UNFINISHED else "; a correction has made it complete since"
    words = f"stopped a {rubber.noun} at {rubber.table} unfinished{since}"
    return Description("rubber.stopped", words, "rubber", rubber.pk, _history(rubber), rubber.ending_reason)


def reopening(opened: Reopening) -> Description:
    words = f"opened the agreed {opened.rubber.noun} at {opened.rubber.table} again. {BY_THE_CLUB}"
    return Description("rubber.reopened", words, "rubber", opened.rubber_id, _history(opened.rubber), opened.reason)


def net_agreement(signature: NetAgreement) -> Description:
    """An agreement to the net score in spite of a dispute, or by an admin for a player who could not."""
    rubber = signature.rubber
    disputed = called_in(rubber, signature.despite.number) if signature.despite else None
    all_the_same = f" all the same, with deal {disputed} disputed" if disputed else ""
    instead = _for_whom(signature.member) if signature.given_by_id else ""
    return Description(
        action="net.agreed_instead" if signature.given_by_id else "net.agreed_all_the_same",
        words=f"agreed to the net score of a {rubber.noun} at {rubber.table}{all_the_same}{instead}"
        f"{_by_pin(signature.how)}",
        object="rubber",
        object_id=rubber.pk,
        link=_history(rubber),
        reason=signature.reason,
    )


def _for_whom(member: Member) -> str:
    return f" for {member.name}{', who has left the club' if member.has_left else ''}"


def not_there(said: NotThere) -> Description:
    words = f"said not to be there in a {said.rubber.noun} at {said.rubber.table}"
    return Description("rubber.not_there", words, "rubber", said.rubber_id, _history(said.rubber))


def not_there_closed(said: NotThere) -> Description:
    """Taken back by the player, or decided by an admin."""
    where = f"in a {said.rubber.noun} at {said.rubber.table}"
    words = f"decided that {said.member.name} was there {where}" if said.ruling else f"was there after all {where}"
    action = "rubber.there_by_ruling" if said.ruling else "rubber.there_after_all"
    return Description(action, words, "rubber", said.rubber_id, _history(said.rubber), said.ruling)


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
    return {"pin": " (PIN)", "table-pin": " (table PIN)"}.get(how, "")


def _votes(proposal: Proposal) -> str:
    newest = proposal.newest_votes_of_persons().values()
    return ", ".join(f"{cast.member.short_name} {'yes' if cast.is_yes else 'no'}" for cast in newest)
