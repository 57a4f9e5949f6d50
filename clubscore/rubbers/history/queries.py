"""The history of a rubber: every version of every deal, and the sheet as it was at any moment."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.dateformat import format as formatted
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from clubscore.games.called import Called
from clubscore.languages.spoken import quoted
from clubscore.languages.stored_sentences import SEATS
from clubscore.rubbers.history.books import EntryInBook, books_of, never_recorded
from clubscore.rubbers.history.events import RubberEvent, events_of, pin_in_words
from clubscore.rubbers.history.fingerprint import fingerprint_of
from clubscore.rubbers.models import Deal, NetAgreement, Proposal, Rubber
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState, current_deals
from clubscore.rubbers.sheet.difference import in_full
from clubscore.rubbers.sheet.named_error import error_in_words
from clubscore.rubbers.sheet.rulings import by_the_club, decided_by, ruled
from clubscore.rubbers.sheet.signatures import STRUCK
from clubscore.web.templatetags.scores import suits
from clubscore.web.templatetags.sentences import all_of
from scoring import RubberOver, Sheet


@dataclass(frozen=True, slots=True)
class DealVersion:
    """One version of one deal, in words."""

    place: int
    """The place among all versions of the rubber in the order in which they were written, from 1."""
    deal: Deal
    words: str
    action: str
    """The act and who did it: `Recorded by Anna`, `Corrected by Anna` or `Struck out by Anna`."""
    consent: str
    """The names of the players who have signed the version."""


@dataclass(frozen=True, slots=True)
class ProposalWithVotes:
    """A proposal with its votes, in words."""

    proposal: Proposal
    words: str
    error: str
    """The error that the proposer has named, in words; empty if none was named."""
    yes: str
    """The names of the players whose newest vote is yes."""
    no: str
    silent: str
    """The names of the players who have not voted."""
    decided_by: str
    """The member who closed it, with the role after a ruling: `Sam (arbiter)`; empty if nobody did."""
    closing: str
    """Sentences about a ruling, or a sentence that the net score was agreed all the same; empty if neither happened."""

    @property
    def claim(self) -> SafeString:
        """The proposal with its reason and error, as HTML.

        `Ben proposed: <b>4♠ by Anna, made</b> (“Look at the tricks”) – nine tricks were agreed, and entered wrongly`.
        """
        if self.proposal.origin == Proposal.Origin.BOOK:
            words = _("%(name)s had in the other book: <b>%(deal)s</b>")
        else:
            words = _("%(name)s proposed: <b>%(deal)s</b>")
        claim = words % {
            "name": conditional_escape(self.proposal.made_by.name),
            "deal": suits(self.words),
        }
        reason = f" ({quoted(self.proposal.reason)})" if self.proposal.reason else ""
        error = f" – {self.error}" if self.error else ""
        return mark_safe(
            f"{claim}{conditional_escape(reason)}{conditional_escape(error)}"
        )

    @property
    def state(self) -> str:
        """The state of the proposal in words, such as `Open` or `Ruled by Otto (arbiter), 21:40`."""
        proposal = self.proposal
        words = (
            _("Ruled")
            if proposal.ruling
            else capfirst(str(proposal.get_state_display()))
        )
        if not proposal.closed_at:
            return words
        if self.decided_by:
            words += " " + _("by %(name)s") % {"name": self.decided_by}
        return f"{words}, {formatted(localtime(proposal.closed_at), 'H:i')}"


@dataclass(frozen=True, slots=True)
class DealHistory:
    """The versions and proposals of one deal, and the entries in the two books."""

    number: int
    called: Called
    is_struck: bool
    versions: tuple[DealVersion, ...]
    books: tuple[EntryInBook, ...]
    """The entries of both sides, in a rubber with blind books; empty until the deal is decided."""
    offers: tuple[ProposalWithVotes, ...]


@dataclass(frozen=True, slots=True)
class History:
    """All versions, proposals and events of one rubber."""

    deals: tuple[DealHistory, ...]
    events: tuple[RubberEvent, ...]
    rows: tuple[DealVersion, ...]
    """All versions in the order in which they were written."""
    fingerprint: str
    """The fingerprint of the history, as 64 hexadecimal digits; empty while the rubber is in play."""

    @property
    def length(self) -> int:
        return len(self.rows)


def history_of(state: RubberState) -> History:
    """The whole history of the rubber, read from the database."""
    rubber = state.rubber
    rows = (
        rubber.deals.select_related("recorded_by")
        .prefetch_related("agreements__member")
        .order_by("pk")
    )
    versions = [_version(state, place, row) for place, row in enumerate(rows, start=1)]
    proposals = list(_proposals(rubber))
    net_signatures = list(
        rubber.net_agreements.select_related(
            "member", "given_by", "despite__base"
        ).order_by("pk")
    )
    offers = [_offer(state, proposal, net_signatures) for proposal in proposals]
    books = books_of(state, rows, proposals)
    dropped = never_recorded(books, {row.number for row in rows})
    fingerprint = ""
    if rubber.is_over:
        fingerprint = fingerprint_of(state)
    return History(
        deals=_deals(state, versions, offers, books),
        events=events_of(state, net_signatures, dropped),
        rows=tuple(versions),
        fingerprint=fingerprint,
    )


def _proposals(rubber: Rubber) -> QuerySet[Proposal]:
    with_people = rubber.proposals.select_related("made_by", "closed_by", "base")
    return with_people.prefetch_related("votes__member").order_by("pk")


def _deals(
    state: RubberState,
    versions: Iterable[DealVersion],
    offers: Iterable[ProposalWithVotes],
    books: Mapping[int, Sequence[EntryInBook]],
) -> tuple[DealHistory, ...]:
    """The history of each deal, with its versions, proposals (`offers`) and entries, in order of the deals' numbers."""
    versions_by_number: dict[int, list[DealVersion]] = defaultdict(list)
    for version in versions:
        versions_by_number[version.deal.number].append(version)
    offers_by_number: dict[int, list[ProposalWithVotes]] = defaultdict(list)
    for offer in offers:
        offers_by_number[offer.proposal.number].append(offer)
    return tuple(
        DealHistory(
            number=number,
            called=called(state, number),
            is_struck=own_versions[-1].deal.is_struck,
            versions=tuple(own_versions),
            books=tuple(books.get(number, ())),
            offers=tuple(offers_by_number[number]),
        )
        for number, own_versions in sorted(versions_by_number.items())
    )


def _version(state: RubberState, place: int, deal: Deal) -> DealVersion:
    signers = [
        f"{signature.member.short_name}{pin_in_words(signature.how)}"
        for signature in deal.agreements.all()
    ]
    words = in_full(deal.facts, state.seated_at(deal.recorded_at).names)
    return DealVersion(place, deal, words, _action(deal), all_of(signers))


def _action(deal: Deal) -> str:
    """The act that made this version of the deal, in the reader's language: `Recorded by Anna`."""
    words = _("Corrected by %(name)s")
    if deal.is_struck:
        words = _("Struck out by %(name)s")
    elif deal.version == 1 or not deal.reason:
        words = _("Recorded by %(name)s")
    return words % {"name": deal.recorded_by.name}


def _offer(
    state: RubberState, proposal: Proposal, net_signatures: Iterable[NetAgreement]
) -> ProposalWithVotes:
    votes = proposal.newest_votes_of_persons()
    newest = votes.values()
    silent = [
        state.names[seat]
        for seat, player in state.players.items()
        if player.pk not in votes
    ]
    words = str(STRUCK)
    if not proposal.strikes:
        words = in_full(proposal.facts, state.seated_at(proposal.made_at).names)
    return ProposalWithVotes(
        proposal=proposal,
        words=words,
        error=error_in_words(proposal),
        yes=all_of(vote.member.short_name for vote in newest if vote.is_yes),
        no=all_of(vote.member.short_name for vote in newest if not vote.is_yes),
        silent=all_of(silent),
        decided_by=_decider(state, proposal),
        closing=_closing(state, proposal, net_signatures),
    )


def _decider(state: RubberState, proposal: Proposal) -> str:
    if proposal.closed_by is None:
        return ""
    if proposal.ruling:
        return decided_by(state, proposal.closed_by)
    return proposal.closed_by.name


def _closing(
    state: RubberState, proposal: Proposal, net_signatures: Iterable[NetAgreement]
) -> str:
    if proposal.state == Proposal.State.RULED:
        return f"{ruled(state, proposal)}. {by_the_club(proposal, state.rubber.system)}"
    if _was_enough_before(proposal) and proposal.closed_by:
        words = _(
            "The deal after it does not count any more, so that a majority was enough again: "
            "the vote of %(name)s had made it."
        )
        return words % {"name": proposal.closed_by.short_name}
    if (
        proposal.state != Proposal.State.EXPIRED
        or proposal.closed_at is None
        or proposal.closed_by_id
    ):
        return ""
    all_the_same = [
        row
        for row in net_signatures
        if row.despite_id and row.despite_id >= proposal.pk
    ]
    if any(row.at <= proposal.closed_at for row in all_the_same):
        return _("The net score was agreed all the same.")
    return ""


def _was_enough_before(proposal: Proposal) -> bool:
    """True if the proposal was accepted after its last vote: the votes had become enough without another."""
    if proposal.state != Proposal.State.ACCEPTED or proposal.closed_at is None:
        return False
    return all(vote.at < proposal.closed_at for vote in proposal.votes.all())


def versions_until(whole: History, step: int) -> list[Deal]:
    """The first versions of the rubber, as many as `step` says, in the order in which they were written.

    The versions that one correction of the seats has written count as one: the sheet has never had a part of them.
    """
    rows = [version.deal for version in whole.rows]
    first, others = rows[:step], rows[step:]
    if first and first[-1].reason == SEATS():
        last = first[-1]
        first += [
            row
            for row in others
            if (row.reason, row.recorded_at) == (last.reason, last.recorded_at)
        ]
    return first


def sheet_at(state: RubberState, rows: Sequence[Deal]) -> tuple[Sheet, list[Deal]]:
    """The sheet as it was when only the versions `rows` had been written, and the deals on that sheet.

    `rows` are the first versions of the rubber, in the order in which they were written, and `state` has the seats of
    that time (`seated_at`). Between two versions of one
    correction there may be deals after the end of the rubber: they are left out.
    """
    rubber = state.rubber
    system = state.system
    sheet = system.fold([], rules=state.rules, dealer=rubber.dealer)
    shown: list[Deal] = []
    for deal in current_deals(rows):
        try:
            sheet = system.add(sheet, deal.facts)
        except RubberOver:
            break
        shown.append(deal)
    is_now = len(rows) == len(state.versions)
    if is_now and rubber.ending == Rubber.Ending.UNFINISHED:
        sheet = system.close(sheet)
    return sheet, shown
