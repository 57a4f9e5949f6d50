"""The words of the audit about rubbers: deals, corrections, votes, rubbers stopped or opened again, substitutes."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

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
from clubscore.rubbers.rubber.numbers import called_in
from clubscore.rubbers.sheet.difference import error_in_words, in_full
from clubscore.rubbers.sheet.rulings import BY_THE_CLUB, by_the_club
from clubscore.web.templatetags.sentences import all_of


def deal_recorded(deal: Deal) -> Description:
    return Description(
        action="deal.recorded",
        words=_("recorded deal %(number)s at %(table)s: %(deal)s") % _values(deal),
        object="deal",
        object_id=deal.pk,
        link=_history(deal.rubber, deal.number),
        consents=_signed(deal.agreements.all()),
        to_version=deal.version,
        after=_facts(deal),
    )


def deal_changed(deal: Deal) -> Description:
    """A later version of a deal. Prefetch `rubber.deals`, which has the version before it."""
    earlier = [row for row in deal.rubber.deals.all() if row.number == deal.number and row.version < deal.version]
    before = max(earlier, key=lambda row: row.version, default=None)
    if before is None:  # written past the services: the list shows it and goes on
        return deal_recorded(deal)
    if deal.is_struck:
        action = "deal.struck"
        words = _("struck out deal %(number)s at %(table)s, %(before)s")
    elif before.is_struck:
        action = "deal.recorded"
        words = _("recorded deal %(number)s at %(table)s again: %(deal)s")
    else:
        action = "deal.corrected"
        words = _("corrected deal %(number)s at %(table)s: %(deal)s, before %(before)s")
    values = _values(deal)
    values["before"] = _words(before)
    return Description(
        action=action,
        words=words % values,
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
    words = _("proposed to strike out deal %(number)s at %(table)s")
    deal = ""
    if not proposal.strikes:
        words = _("proposed to correct deal %(number)s at %(table)s: %(deal)s")
        deal = in_full(proposal.facts, proposal.rubber.names)
    if error := error_in_words(proposal):
        words = f"{words} ({error.replace('%', '%%')})"
    return _proposal(proposal, "made", words, proposal.reason, deal=deal)


def proposal_closed(proposal: Proposal) -> Description:
    """A proposal that was closed by a ruling, or without being accepted. An accepted one is a version of the deal."""
    ruled = _("ruled against the correction of deal %(number)s at %(table)s. %(whose_decision)s")
    if proposal.is_ruled_yes:
        ruled = _("ruled for the correction of deal %(number)s at %(table)s. %(whose_decision)s")
    words_by_state = {
        Proposal.State.REFUSED: _("refused the correction of deal %(number)s at %(table)s"),
        Proposal.State.WITHDRAWN: _("took back the correction of deal %(number)s at %(table)s"),
        Proposal.State.EXPIRED: _("let the correction of deal %(number)s at %(table)s expire"),
        Proposal.State.RULED: ruled,
    }
    words = words_by_state[Proposal.State(proposal.state)]
    return _proposal(proposal, proposal.state, words, proposal.ruling, _votes(proposal))


def _proposal(
    proposal: Proposal, state: str, words: str, reason: str, consents: str = "", deal: str = ""
) -> Description:
    names = {
        "number": called_in(proposal.rubber, proposal.number),
        "table": proposal.rubber.table,
        "deal": deal,
        "whose_decision": by_the_club(proposal),
    }
    after: dict[str, Any] = {"struck": True}
    if not proposal.strikes:
        after = {"deal": str(proposal.facts)}
    return Description(
        action=f"proposal.{state}",
        words=words % names,
        object="proposal",
        object_id=proposal.pk,
        link=_history(proposal.rubber, proposal.number),
        reason=reason,
        consents=consents,
        from_version=proposal.base.version,
        before=_facts(proposal.base),
        after=after,
    )


def vote(cast: Vote) -> Description:
    proposal = cast.proposal
    action = "vote.no"
    words = _("said no to the correction of deal %(number)s at %(table)s")
    if cast.is_yes:
        action = "vote.yes"
        words = _("said yes to the correction of deal %(number)s at %(table)s")
    names = {"number": called_in(proposal.rubber, proposal.number), "table": proposal.rubber.table}
    return Description(
        action=action,
        words=words % names + _by_pin(cast.how),
        object="proposal",
        object_id=proposal.pk,
        link=_history(proposal.rubber, proposal.number),
    )


def rubber_stopped(rubber: Rubber) -> Description:
    words = _("stopped a %(noun)s at %(table)s unfinished")
    if rubber.ending != Rubber.Ending.UNFINISHED:
        words = _("stopped a %(noun)s at %(table)s unfinished; a correction has made it complete since")
    words %= {"noun": rubber.noun, "table": rubber.table}
    return Description("rubber.stopped", words, "rubber", rubber.pk, _history(rubber), rubber.ending_reason)


def reopening(opened: Reopening) -> Description:
    words = _("opened the agreed %(noun)s at %(table)s again. %(whose_decision)s")
    words %= {"noun": opened.rubber.noun, "table": opened.rubber.table, "whose_decision": BY_THE_CLUB}
    return Description("rubber.reopened", words, "rubber", opened.rubber_id, _history(opened.rubber), opened.reason)


def net_agreement(signature: NetAgreement) -> Description:
    """An agreement to the net score despite a dispute, or by an admin for a player who could not agree."""
    rubber = signature.rubber
    names: dict[str, object] = {"noun": rubber.noun, "table": rubber.table}
    words = _("agreed to the net score of a %(noun)s at %(table)s")
    if signature.despite:
        names["number"] = called_in(rubber, signature.despite.number)
        words = _("agreed to the net score of a %(noun)s at %(table)s all the same, with deal %(number)s disputed")
    action = "net.agreed_all_the_same"
    for_whom = ""
    if signature.given_by_id:
        action = "net.agreed_instead"
        for_whom = _for_whom(signature.member)
    return Description(
        action=action,
        words=words % names + for_whom + _by_pin(signature.how),
        object="rubber",
        object_id=rubber.pk,
        link=_history(rubber),
        reason=signature.reason,
    )


def _for_whom(member: Member) -> str:
    words = _("for %(name)s, who has left the club") if member.has_left else _("for %(name)s")
    return " " + words % {"name": member.name}


def not_there(report: NotThere) -> Description:
    rubber = report.rubber
    words = _("said “I am not there” in a %(noun)s at %(table)s")
    words %= {"noun": rubber.noun, "table": rubber.table}
    return Description("rubber.not_there", words, "rubber", rubber.pk, _history(rubber))


def not_there_closed(report: NotThere) -> Description:
    """A report "I am not there" that the player took back, or that an admin decided."""
    rubber = report.rubber
    action = "rubber.there_after_all"
    words = _("was there after all in a %(noun)s at %(table)s")
    if report.ruling:
        action = "rubber.there_by_ruling"
        words = _("decided that %(name)s was there in a %(noun)s at %(table)s")
    words %= {"name": report.member.name, "noun": rubber.noun, "table": rubber.table}
    return Description(action, words, "rubber", rubber.pk, _history(rubber), report.ruling)


def pack_note(note: PackNote) -> Description:
    words = _("noted a bad pack at %(table)s") % {"table": note.rubber.table}
    return Description("rubber.bad_pack", words, "rubber", note.rubber_id, _history(note.rubber), note.text)


def substitution(made: Substitution) -> Description:
    words = _("had %(substitute)s play on for %(leaver)s at %(table)s")
    return Description(
        action="rubber.substituted",
        words=words % {"substitute": made.substitute, "leaver": made.leaver, "table": made.rubber.table},
        object="rubber",
        object_id=made.rubber_id,
        link=_history(made.rubber),
        consents=_signed(made.consents.all()),
        before={"seat": made.seat, "member": made.leaver_id},
        after={"seat": made.seat, "member": made.substitute_id},
    )


def _history(rubber: Rubber, number: int | None = None) -> str:
    """The address of the rubber's history, at the deal of this number if there is one."""
    page = reverse("rubbers:history", args=[rubber.pk])
    if number:
        return f"{page}#history-{number}"
    return page


def _values(deal: Deal) -> dict[str, object]:
    """The values of a sentence about a deal."""
    words = ""
    if not deal.is_struck:
        words = _words(deal)
    return {"number": called_in(deal.rubber, deal.number), "table": deal.rubber.table, "deal": words}


def _words(deal: Deal) -> str:
    return in_full(deal.facts, deal.rubber.names)


def _facts(deal: Deal) -> dict[str, Any]:
    if deal.is_struck:
        return {"struck": True}
    return {"deal": str(deal.facts)}


def _signed(signatures: Any) -> str:
    """The signers in the order of their signatures: `Anna and Ben (PIN)`."""
    in_order: list[Signature] = sorted(signatures, key=lambda signature: signature.pk)
    return all_of(f"{signature.member.short_name}{_by_pin(signature.how)}" for signature in in_order)


def _by_pin(how: str) -> str:
    return {"pin": " (PIN)", "table-pin": f" ({_('table PIN')})"}.get(how, "")


def _votes(proposal: Proposal) -> str:
    newest = proposal.newest_votes_of_persons().values()
    return ", ".join(_vote_in_words(vote) for vote in newest)


def _vote_in_words(vote: Vote) -> str:
    """`Anna yes`."""
    answer = pgettext("a vote", "no")
    if vote.is_yes:
        answer = pgettext("a vote", "yes")
    return f"{vote.member.short_name} {answer}"
