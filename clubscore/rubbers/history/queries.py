"""The history of a rubber: every version of every deal, and the sheet as it was at any moment."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.dateformat import format as formatted
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.games.called import Called
from clubscore.languages.spoken import quoted, told
from clubscore.languages.stored_sentences import stored_told
from clubscore.rubbers.history.fingerprint import fingerprint_of
from clubscore.rubbers.models import Deal, NetAgreement, NotThere, Proposal, Rubber
from clubscore.rubbers.rubber.folding import current_deals
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.difference import error_in_words, in_full
from clubscore.rubbers.sheet.rulings import BY_THE_CLUB, by_the_club, ruled
from clubscore.rubbers.sheet.signatures import STRUCK
from clubscore.web.templatetags.scores import suits
from clubscore.web.templatetags.sentences import all_of
from scoring import RubberOver, Seat, Sheet


@dataclass(frozen=True, slots=True)
class Version:
    """One version of one deal."""

    place: int
    """Among all versions of the rubber, from 1."""
    deal: Deal
    words: str
    action: str
    """`recorded`, `corrected` or `struck out`."""
    consent: str
    """The names of the players who have signed it."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A proposal with its votes."""

    proposal: Proposal
    words: str
    error: str
    """The error as its proposer has named it; empty where nothing was to be said."""
    yes: str
    """The names of those whose newest vote is yes."""
    no: str
    closing: str
    """A sentence about a ruling, or that the net score was agreed all the same; empty without either."""

    @property
    def claim(self) -> SafeString:
        """`Ben proposed: **4♠ by Anna, made** (“Look at the tricks”) – nine tricks were agreed`, as HTML."""
        if self.proposal.origin == Proposal.Origin.BOOK:
            words = _("%(name)s had in the other book: <b>%(deal)s</b>")
        else:
            words = _("%(name)s proposed: <b>%(deal)s</b>")
        claim = words % {"name": conditional_escape(self.proposal.made_by.name), "deal": suits(self.words)}
        reason = f" ({quoted(self.proposal.reason)})" if self.proposal.reason else ""
        error = f" – {self.error}" if self.error else ""
        return mark_safe(f"{claim}{conditional_escape(reason)}{conditional_escape(error)}")

    @property
    def state(self) -> str:
        """`Open`, `Ruled by Otto, 21:40`: what has become of it, by whom and when."""
        proposal = self.proposal
        words = _("Ruled") if proposal.ruling else capfirst(str(proposal.get_state_display()))
        if not proposal.closed_at:
            return words
        if proposal.closed_by:
            words += " " + _("by %(name)s") % {"name": proposal.closed_by.name}
        return f"{words}, {formatted(localtime(proposal.closed_at), 'H:i')}"


@dataclass(frozen=True, slots=True)
class DealHistory:
    """The versions and proposals of one deal."""

    number: int
    called: Called
    is_struck: bool
    versions: tuple[Version, ...]
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Another event of the rubber, in words."""

    at: datetime
    words: str


@dataclass(frozen=True, slots=True)
class History:
    """All versions, proposals and events of one rubber."""

    deals: tuple[DealHistory, ...]
    events: tuple[Event, ...]
    rows: tuple[Version, ...]
    """All versions in the order in which they were written."""
    fingerprint: str
    """Empty while the rubber is in play."""

    @property
    def length(self) -> int:
        return len(self.rows)


def history_of(state: RubberState) -> History:
    """The whole history of the rubber."""
    rubber = state.rubber
    rows = list(rubber.deals.select_related("recorded_by").prefetch_related("agreements__member").order_by("pk"))
    proposals = list(
        rubber.proposals.select_related("made_by", "closed_by", "base").prefetch_related("votes__member").order_by("pk")
    )
    net = list(rubber.net_agreements.select_related("member", "given_by", "despite__base").order_by("pk"))
    versions = [_version(state, place, row) for place, row in enumerate(rows, start=1)]
    by_number: dict[int, list[Version]] = defaultdict(list)
    for version in versions:
        by_number[version.deal.number].append(version)
    offers: dict[int, list[Offer]] = defaultdict(list)
    for proposal in proposals:
        offers[proposal.number].append(_offer(state, proposal, net))
    return History(
        deals=tuple(_deal(state, number, by_number[number], offers[number]) for number in sorted(by_number)),
        events=tuple(sorted(_events(state, net), key=lambda event: event.at)),
        rows=tuple(versions),
        fingerprint=fingerprint_of(state) if rubber.is_over else "",
    )


def _deal(state: RubberState, number: int, versions: Sequence[Version], offers: Sequence[Offer]) -> DealHistory:
    return DealHistory(number, called(state, number), versions[-1].deal.is_struck, tuple(versions), tuple(offers))


def _version(state: RubberState, place: int, deal: Deal) -> Version:
    is_first = deal.version == 1 or not deal.reason
    action = pgettext("a deal", "recorded") if is_first else pgettext("a deal", "corrected")
    action = str(STRUCK) if deal.is_struck else action
    signed = [f"{each.member.short_name}{_how(each.how)}" for each in deal.agreements.all()]
    return Version(place, deal, in_full(deal.facts, state.names), action, all_of(signed))


def _how(how: str) -> str:
    """` (PIN)`; empty for the ordinary method."""
    return {"pin": " (PIN)", "table-pin": f" ({_('table PIN')})"}.get(how, "")


def _offer(state: RubberState, proposal: Proposal, net: Iterable[NetAgreement]) -> Offer:
    newest = proposal.newest_votes_of_persons().values()
    return Offer(
        proposal=proposal,
        words=str(STRUCK) if proposal.strikes else in_full(proposal.facts, state.names),
        error=error_in_words(proposal),
        yes=all_of(vote.member.short_name for vote in newest if vote.is_yes),
        no=all_of(vote.member.short_name for vote in newest if not vote.is_yes),
        closing=_closing(state, proposal, net),
    )


def _closing(state: RubberState, proposal: Proposal, net: Iterable[NetAgreement]) -> str:
    if proposal.state == Proposal.State.RULED:
        return f"{ruled(state, proposal)}. {by_the_club(proposal)}"
    if proposal.state != Proposal.State.EXPIRED or proposal.closed_at is None or proposal.closed_by_id:
        return ""
    in_view = [each for each in net if each.despite_id and each.despite_id >= proposal.pk]
    return _("The net score was agreed all the same.") if any(each.at <= proposal.closed_at for each in in_view) else ""


def agreed_in_words(state: RubberState, signature: NetAgreement) -> str:
    """`Anna agreed to the net score all the same, with deal 3 disputed`."""
    disputed, by_admin = signature.despite, signature.given_by
    names = {
        "name": signature.member.name,
        **{"admin": by_admin.name if by_admin else "", "reason": signature.reason},
        "number": called(state, disputed.number) if disputed else "",
    }
    if by_admin:
        return _agreed_instead(is_disputed=disputed is not None, has_left=signature.member.has_left) % names
    words = _("%(name)s agreed to the net score")
    if disputed:
        words = _("%(name)s agreed to the net score all the same, with deal %(number)s disputed")
    return words % names + _how(signature.how)


def _agreed_instead(*, is_disputed: bool, has_left: bool) -> str:
    if is_disputed and has_left:
        return _(
            "%(admin)s agreed to the net score all the same, with deal %(number)s disputed "
            "for %(name)s, who has left: %(reason)s"
        )
    if is_disputed:
        return _(
            "%(admin)s agreed to the net score all the same, with deal %(number)s disputed for %(name)s: %(reason)s"
        )
    if has_left:
        return _("%(admin)s agreed to the net score for %(name)s, who has left: %(reason)s")
    return _("%(admin)s agreed to the net score for %(name)s: %(reason)s")


def absence_closed_in_words(said: NotThere) -> str:
    """`Ben was there after all`, `Sam decided that Ben was there: two saw him. …`."""
    if said.closed_by is None or not said.ruling:
        return _("%(name)s was there after all") % {"name": said.member.name}
    return _("%(admin)s decided that %(name)s was there: %(ruling)s. %(whose_decision)s") % {
        "admin": said.closed_by.name,
        "name": said.member.name,
        "ruling": said.ruling,
        "whose_decision": BY_THE_CLUB,
    }


def _events(state: RubberState, net: Iterable[NetAgreement]) -> Iterable[Event]:
    """Other events: substitutes, bad packs, the end, signatures under the net score, posting, reopening."""
    rubber = state.rubber
    for note in rubber.pack_notes.select_related("member"):
        yield Event(note.at, _("%(name)s found a bad pack: %(text)s") % {"name": note.member.name, "text": note.text})
    for made in rubber.substitutions.filter(made_at__isnull=False).select_related("leaver", "substitute"):
        seat = told(Seat(made.seat).word)
        yield Event(
            made.made_at or made.proposed_at,
            _("%(substitute)s plays on for %(leaver)s, %(seat)s")
            % {"substitute": made.substitute, "leaver": made.leaver, "seat": seat},
        )
    for said in rubber.absences.select_related("member", "closed_by"):
        yield Event(said.at, _("%(name)s said “I am not there”") % {"name": said.member.name})
        if said.closed_at:
            yield Event(said.closed_at, absence_closed_in_words(said))
    for signature in net:
        yield Event(signature.at, agreed_in_words(state, signature))
    for opened in rubber.reopenings.select_related("member"):
        yield Event(
            opened.at,
            _("%(name)s opened the agreed rubber again: %(reason)s. %(whose_decision)s")
            % {"name": opened.member.name, "reason": opened.reason, "whose_decision": BY_THE_CLUB},
        )
    if rubber.ended_at:
        yield Event(rubber.ended_at, _ending_in_words(rubber))
    if rubber.agreed_at:
        yield Event(rubber.agreed_at, _("The margin was posted to the ledger"))


def _ending_in_words(rubber: Rubber) -> str:
    """The end of a rubber; of one that was stopped with its reason, also when a correction has made it complete."""
    if not rubber.was_stopped:
        return _("The %(noun)s was over: %(how)s") % {"noun": rubber.noun, "how": rubber.get_ending_display()}
    words = _("The %(noun)s was stopped unfinished: %(reason)s")
    if rubber.ending != Rubber.Ending.UNFINISHED:
        words = _("The %(noun)s was stopped unfinished: %(reason)s; a correction has made it complete since")
    return words % {"noun": rubber.noun, "reason": stored_told(rubber.ending_reason)}


def sheet_at(state: RubberState, rows: Sequence[Deal]) -> tuple[Sheet, list[Deal]]:
    """The sheet as it was after the versions `rows`, with the deals on it.

    Between the versions of one correction a sheet may have deals after its end: those do not show.
    """
    rubber, system = state.rubber, state.system
    sheet = system.fold([], rules=state.rules, dealer=Seat(rubber.first_dealer))
    shown: list[Deal] = []
    for deal in current_deals(rows):
        try:
            sheet = system.add(sheet, deal.facts)
        except RubberOver:
            break
        shown.append(deal)
    if rubber.ending == Rubber.Ending.UNFINISHED and len(rows) == len(state.versions):
        sheet = system.close(sheet)
    return sheet, shown
