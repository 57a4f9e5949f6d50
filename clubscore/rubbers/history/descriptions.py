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
        words=_("recorded deal %(number)s at %(table)s: %(deal)s") % _told(deal),
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
    if deal.is_struck:
        action, words = "deal.struck", _("struck out deal %(number)s at %(table)s, %(before)s")
    elif before.is_struck:
        action, words = "deal.recorded", _("recorded deal %(number)s at %(table)s again: %(deal)s")
    else:
        action, words = "deal.corrected", _("corrected deal %(number)s at %(table)s: %(deal)s, before %(before)s")
    return Description(
        action=action,
        words=words % (_told(deal) | {"before": _words(before)}),
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
    words, deal = _("proposed to strike out deal %(number)s at %(table)s"), ""
    if not proposal.strikes:
        words = _("proposed to correct deal %(number)s at %(table)s: %(deal)s")
        deal = in_full(proposal.facts, proposal.rubber.names)
    if error := error_in_words(proposal):
        words = f"{words} ({error.replace('%', '%%')})"
    return _proposal(proposal, "made", words, proposal.reason, deal=deal)


def proposal_closed(proposal: Proposal) -> Description:
    """A proposal that was not accepted; an accepted one is a version of the deal. A ruling may be either."""
    actions = {
        Proposal.State.REFUSED: _("refused the correction of deal %(number)s at %(table)s"),
        Proposal.State.WITHDRAWN: _("took back the correction of deal %(number)s at %(table)s"),
        Proposal.State.EXPIRED: _("let the correction of deal %(number)s at %(table)s expire"),
        Proposal.State.RULED: _("ruled for the correction of deal %(number)s at %(table)s. %(whose_decision)s")
        if proposal.is_ruled_yes
        else _("ruled against the correction of deal %(number)s at %(table)s. %(whose_decision)s"),
    }
    words = actions[Proposal.State(proposal.state)]
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
        after={"struck": True} if proposal.strikes else {"deal": str(proposal.facts)},
    )


def vote(cast: Vote) -> Description:
    proposal = cast.proposal
    words = _("said no to the correction of deal %(number)s at %(table)s")
    if cast.is_yes:
        words = _("said yes to the correction of deal %(number)s at %(table)s")
    names = {"number": called_in(proposal.rubber, proposal.number), "table": proposal.rubber.table}
    return Description(
        action="vote.yes" if cast.is_yes else "vote.no",
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
    """An agreement to the net score in spite of a dispute, or by an admin for a player who could not."""
    rubber = signature.rubber
    words = _("agreed to the net score of a %(noun)s at %(table)s")
    if signature.despite:
        words = _("agreed to the net score of a %(noun)s at %(table)s all the same, with deal %(number)s disputed")
    names = {
        "noun": rubber.noun,
        "table": rubber.table,
        "number": called_in(rubber, signature.despite.number) if signature.despite else "",
    }
    instead = _for_whom(signature.member) if signature.given_by_id else ""
    return Description(
        action="net.agreed_instead" if signature.given_by_id else "net.agreed_all_the_same",
        words=words % names + instead + _by_pin(signature.how),
        object="rubber",
        object_id=rubber.pk,
        link=_history(rubber),
        reason=signature.reason,
    )


def _for_whom(member: Member) -> str:
    words = _("for %(name)s, who has left the club") if member.has_left else _("for %(name)s")
    return " " + words % {"name": member.name}


def not_there(said: NotThere) -> Description:
    words = _("said “I am not there” in a %(noun)s at %(table)s")
    words %= {"noun": said.rubber.noun, "table": said.rubber.table}
    return Description("rubber.not_there", words, "rubber", said.rubber_id, _history(said.rubber))


def not_there_closed(said: NotThere) -> Description:
    """Taken back by the player, or decided by an admin."""
    words = _("was there after all in a %(noun)s at %(table)s")
    if said.ruling:
        words = _("decided that %(name)s was there in a %(noun)s at %(table)s")
    words %= {"name": said.member.name, "noun": said.rubber.noun, "table": said.rubber.table}
    action = "rubber.there_by_ruling" if said.ruling else "rubber.there_after_all"
    return Description(action, words, "rubber", said.rubber_id, _history(said.rubber), said.ruling)


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
    page = reverse("rubbers:history", args=[rubber.pk])
    return f"{page}#history-{number}" if number else page


def _told(deal: Deal) -> dict[str, object]:
    """The values of a sentence about a deal."""
    number = called_in(deal.rubber, deal.number)
    return {"number": number, "table": deal.rubber.table, "deal": "" if deal.is_struck else _words(deal)}


def _words(deal: Deal) -> str:
    return in_full(deal.facts, deal.rubber.names)


def _facts(deal: Deal) -> dict[str, Any]:
    return {"struck": True} if deal.is_struck else {"deal": str(deal.facts)}


def _signed(signatures: Any) -> str:
    """`Anna and Ben (PIN)`."""
    given: list[Signature] = sorted(signatures, key=lambda signature: signature.pk)
    return all_of(f"{signature.member.short_name}{_by_pin(signature.how)}" for signature in given)


def _by_pin(how: str) -> str:
    return {"pin": " (PIN)", "table-pin": f" ({_('table PIN')})"}.get(how, "")


def _votes(proposal: Proposal) -> str:
    newest = proposal.newest_votes_of_persons().values()
    return ", ".join(
        f"{cast.member.short_name} {pgettext('a vote', 'yes') if cast.is_yes else pgettext('a vote', 'no')}"
        for cast in newest
    )
