"""Things that need an arbiter: disputes, unagreed rubbers, books kept by one side, late corrections, substitutes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import (
    Exists,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    prefetch_related_objects,
)
from django.utils.translation import gettext as _

from clubscore.games.called import Called
from clubscore.games.viewpoint import WATCHING
from clubscore.live.topics import WATCH
from clubscore.members.models import Member
from clubscore.rubbers.agreement.queries import seats_for_an_arbiter, why_an_arbiter
from clubscore.rubbers.attention.listed import PAGE_SIZE, ListQuery
from clubscore.rubbers.attention.reader import Reader
from clubscore.rubbers.attention.signatures import (
    LATELY,
    OneDevice,
    absences,
    signed_on_one_device,
)
from clubscore.rubbers.attention.waiting import PATIENCE, open_substitutions
from clubscore.rubbers.correction.comparison import Comparison, compare
from clubscore.rubbers.correction.versions import DealOnBallot, versions_on_ballot
from clubscore.rubbers.models import (
    BookEntry,
    Deal,
    DealAgreement,
    Motion,
    NotThere,
    Proposal,
    Reopening,
    Rubber,
    RubberSeat,
    Substitution,
)
from clubscore.rubbers.models.rubber import current_players
from clubscore.rubbers.rubber.book_entries import waits_for_the_other_side
from clubscore.rubbers.rubber.loading import load_these, states_of
from clubscore.rubbers.rubber.numbers import called, called_in, deals_called_by_place
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.rubber.statements import with_what_there_is
from clubscore.rubbers.rubber.votes import counted_votes
from clubscore.rubbers.sheet.net_signatures import dispute_in_words, waits_for
from clubscore.web.templatetags.scores import written
from scoring import Side


@dataclass(frozen=True, slots=True)
class Dispute:
    """An open proposal to change a deal, as the list of things that need an arbiter shows it."""

    proposal: Proposal
    rubber: Rubber
    called: Called
    comparison: Comparison
    versions: tuple[DealOnBallot, DealOnBallot]
    """The version on the sheet and the proposed version."""
    is_tied: bool
    """True if two players are for the proposal and two against it."""
    who_decides: str
    """A sentence that names the arbiters who may rule on it; empty if the reader may."""

    @property
    def proposed(self) -> DealOnBallot:
        return self.versions[1]


@dataclass(frozen=True, slots=True)
class InOneBook:
    """A deal that waits long in the book of one side, as the list of things that need an arbiter shows it."""

    rubber: Rubber
    since: datetime
    words: str
    """`Anna and Cleo have written deal 5 in their book. It waits for Ben or Dan.`"""


@dataclass(frozen=True, slots=True)
class Unagreed:
    """A rubber that is over and not agreed, as the list of things that need an arbiter shows it."""

    rubber: Rubber
    score: str
    """The points of both sides: `N–S 1,690, E–W 880`."""
    waits_for: str
    """A sentence without its full stop: the players whose agreement is missing, or the dispute to settle first."""
    instead: str
    """The reason why an arbiter agrees instead of a player: `Cleo has left the club`.

    It is empty if an arbiter may agree for nobody.
    """
    who_decides: str
    """A sentence that names the arbiters who may agree instead; empty if the reader may, or if there is no reason."""


@dataclass(frozen=True, slots=True)
class OneSided:
    """A rubber that is over, and in which the players of one side, or of both sides, have agreed to no deal.

    Players agree to a deal by recording it, by keeping the second book, or by signing it.
    """

    rubber: Rubber
    kept_by: str
    """A sentence on the side that has kept the score: `Only N–S recorded or signed its deals.`"""


@dataclass(frozen=True, slots=True)
class Late:
    """A rubber that changed late: a deal was corrected after the end, or the agreed rubber was opened again."""

    rubber: Rubber
    at: datetime
    words: str


@dataclass(frozen=True, slots=True)
class AskedMotion:
    """An open motion about a whole rubber, as the list of things that need an arbiter shows it."""

    motion: Motion
    aim: str
    """The aim in words. An aim about the seats names the players who sit in them."""


@dataclass(frozen=True, slots=True)
class Attention:
    """The things that need an arbiter, by kind: the first things of each kind, or one page of one kind."""

    absences: tuple[NotThere, ...]
    disputes: tuple[Dispute, ...]
    books: tuple[InOneBook, ...]
    unagreed: tuple[Unagreed, ...]
    motions: tuple[AskedMotion, ...]
    substitutions: tuple[Substitution, ...]
    one_device: tuple[OneDevice, ...]
    one_sided: tuple[OneSided, ...]
    late: tuple[Late, ...]
    more: frozenset[str]
    """The kinds that have more things than are listed here."""

    @property
    def is_quiet(self) -> bool:
        return not any(getattr(self, kind) for kind in KINDS)


def nothing() -> Attention:
    """The empty list, for a reader who is no arbiter."""
    return Attention(**dict.fromkeys(KINDS, ()), more=frozenset())


def attention_now(
    now: datetime, reader: Member, kind: str = "", page: int = 1
) -> Attention:
    """The things that need an arbiter now: the first PAGE_SIZE of each kind, or one page of the kind `kind`.

    `reader` is the arbiter who reads the list, and decides nothing in rubbers in which the reader has played. `kind` is
    a key of KINDS, such as "disputes", or empty for all kinds. `page` counts from 1.
    """
    start = (page - 1) * PAGE_SIZE
    # One beyond the page says whether there is more.
    span = slice(start, start + PAGE_SIZE + 1)
    of_reader = Reader(reader)
    items: dict[str, tuple[Any, ...]] = dict.fromkeys(KINDS, ())
    for name, read in KINDS.items():
        if kind in {"", name}:
            items[name] = tuple(read(now, span, of_reader))
    more = frozenset(
        name for name, of_kind in items.items() if len(of_kind) > PAGE_SIZE
    )
    shown = {name: of_kind[:PAGE_SIZE] for name, of_kind in items.items()}
    return Attention(**shown, more=more)


def _disputes(now: datetime, span: slice, reader: Reader) -> list[Dispute]:
    """The open proposals in this slice of the list, the oldest first, but ties of two against two before all others.

    One statement lists the proposals, and others read their rubbers: a proposal that was closed in between is left out.
    """
    listed = _DISPUTED.of(span)
    rubbers = dict.fromkeys(rubber for _proposal, rubber in listed)
    by_proposal: dict[int, Dispute] = {}
    for state in load_these(list(rubbers)):
        for proposal in state.proposals:
            by_proposal[proposal.pk] = _dispute(state, proposal, reader)
    disputes = [by_proposal[pk] for pk, _rubber in listed if pk in by_proposal]
    disputes.sort(key=lambda dispute: not dispute.is_tied)
    return disputes


def _dispute(state: RubberState, proposal: Proposal, reader: Reader) -> Dispute:
    comparison = compare(
        state, proposal.base, proposal.proposed, view=WATCH, later=proposal.later
    )
    return Dispute(
        proposal=proposal,
        rubber=state.rubber,
        called=called(state, proposal.number),
        comparison=comparison,
        versions=versions_on_ballot(state, proposal, comparison),
        is_tied=counted_votes(state, proposal).is_tied,
        who_decides=reader.who_else_decides(state),
    )


def _books(now: datetime, span: slice, reader: Reader) -> Iterator[InOneBook]:
    """The rubbers in which a deal waits long in the book of one side, in this slice of the list, the oldest first."""
    for state in load_these(_WAITING_IN_A_BOOK.of(span, now - PATIENCE)):
        entry = state.book_entry
        if entry:
            yield InOneBook(state.rubber, entry.at, waits_for_the_other_side(state))


def _unagreed(now: datetime, span: slice, reader: Reader) -> Iterator[Unagreed]:
    """The rubbers in the slice `span` of the list of rubbers that are over and not agreed, the oldest first."""
    for state in states_of(_UNAGREED.of(span)):
        totals = state.sheet.totals
        scores = [f"{WATCHING[side]} {written(totals[side].total)}" for side in Side]
        score = ", ".join(scores)
        dispute = dispute_in_words(state)
        instead = why_an_arbiter(state, seats_for_an_arbiter(state))
        who_decides = ""
        if instead:
            who_decides = reader.who_else_decides(state)
        yield Unagreed(
            state.rubber,
            score,
            waits_for=dispute or _("Waits for %(names)s") % {"names": waits_for(state)},
            instead=instead,
            who_decides=who_decides,
        )


def _one_sided(now: datetime, span: slice, reader: Reader) -> Iterator[OneSided]:
    """The rubbers that are over, and in which one side, or both sides, have agreed to no deal; the oldest first.

    Players agree to a deal by recording it, by keeping the second book, or by signing it. A rubber is listed only
    if it is not agreed, was agreed or opened again lately, or has an open proposal. `span` is the slice of the list.
    """
    for rubber in _ONE_SIDED.of(span, *_lately(now)):
        yield OneSided(rubber, _kept_by_in_words(rubber))


def _kept_by_in_words(rubber: Any) -> str:
    """A sentence on the side that has kept the score: `Only N–S recorded or signed its deals.`

    `rubber` is a row of `_kept_by_one_side`: its bools `ns` and `ew` are true for a side that has agreed to a deal.
    """
    if not rubber.ns and not rubber.ew:
        return _("Neither side recorded or signed its deals.")
    side = Side.NS if rubber.ns else Side.EW
    return _("Only %(side)s recorded or signed its deals.") % {"side": side}


def _kept_by_one_side(
    span: slice, since: datetime, until: datetime
) -> QuerySet[Rubber]:
    # The rubbers come from indexes; one query with "or" would read all rubbers of the club. The other tables are small.
    ids = (
        Rubber.objects.unagreed()
        .values_list("pk")
        .union(
            Rubber.objects.filter(agreed_at__range=(since, until)).values_list("pk"),
            Proposal.objects.open().values_list("rubber"),
            Reopening.objects.filter(at__range=(since, until)).values_list("rubber"),
        )
    )
    has_deals = Exists(Deal.objects.filter(rubber=OuterRef("pk")))
    over = Rubber.objects.counting().filter(
        has_deals, pk__in=ids, ended_at__isnull=False
    )
    kept = over.annotate(ns=_has_kept(Side.NS), ew=_has_kept(Side.EW)).exclude(
        ns=True, ew=True
    )
    return kept.select_related("table").order_by("started_at", "pk")[span]


def _has_kept(side: Side) -> Exists:
    """An SQL condition: true for a rubber if a player of that side has agreed to one of its deals.

    The agreement counts under the player's record, or under the record with which it was merged.
    """
    records = Q(member=OuterRef("member")) | Q(member=OuterRef("member__merged_into"))
    own = DealAgreement.objects.filter(records, deal__rubber=OuterRef("rubber"))
    seats = [str(seat) for seat in side.seats]
    stays = RubberSeat.objects.on_sheet()
    return Exists(stays.filter(Exists(own), rubber=OuterRef("pk"), seat__in=seats))


def _late(now: datetime, span: slice, reader: Reader) -> list[Late]:
    """A part of the list of recent late corrections and reopenings, newest first; `span` selects the part.

    An event is recent if it happened within LATELY before `now`.
    """
    until_span = slice(0, span.stop)  # the span is one of both kinds together
    late = [*_late_corrections(now, until_span), *_late_reopenings(now, until_span)]
    late.sort(key=lambda event: event.at, reverse=True)
    return late[span]


def _late_corrections(now: datetime, span: slice) -> Iterator[Late]:
    corrections = _CORRECTED.of(span, *_lately(now))
    prefetch_related_objects(
        corrections, Prefetch("rubber__deals", deals_called_by_place())
    )
    for proposal in corrections:
        if proposal.closed_at:
            yield Late(proposal.rubber, proposal.closed_at, _corrected_late(proposal))


def _late_reopenings(now: datetime, span: slice) -> Iterator[Late]:
    for reopening in _OPENED.of(span, *_lately(now)):
        words = _("Opened again by %(name)s: %(reason)s")
        names = {"name": reopening.member.name, "reason": reopening.reason}
        yield Late(reopening.rubber, reopening.at, words % names)


def _corrected(span: slice, since: datetime, until: datetime) -> QuerySet[Proposal]:
    accepted = Q(state=Proposal.State.ACCEPTED) | Q(is_ruled_yes=True)
    late = Proposal.objects.filter(
        accepted, closed_at__range=(since, until), closed_at__gt=F("rubber__ended_at")
    )
    return late.select_related("base", "rubber__table").order_by("-closed_at", "-pk")[
        span
    ]


def _opened(span: slice, since: datetime, until: datetime) -> QuerySet[Reopening]:
    opened = Reopening.objects.filter(at__range=(since, until)).select_related(
        "member", "rubber__table"
    )
    return opened.order_by("-at", "-pk")[span]


def _lately(now: datetime) -> tuple[datetime, datetime]:
    """The span of time that counts as recent: from LATELY before now until LATELY after now.

    It reaches beyond now because a clock that was set back has written times that are still to come.
    """
    return now - LATELY, now + LATELY


def _corrected_late(proposal: Proposal) -> str:
    words = _("Deal %(number)s was corrected after the end")
    if proposal.is_ruled_yes:
        words = _(
            "Deal %(number)s was corrected after the end, by a ruling: %(ruling)s"
        )
    return words % {
        "number": called_in(proposal.rubber, proposal.number),
        "ruling": proposal.ruling,
    }


def _motions(now: datetime, span: slice, reader: Reader) -> list[AskedMotion]:
    """The open motions in this slice of the list, the oldest first.

    Motions about seats cost two more statements, for the players.
    """
    found = _MOTIONS.of(span)
    about_seats = [motion for motion in found if motion.kind == Motion.Kind.SEATS]
    prefetch_related_objects(about_seats, "rubber__seats__member")
    asked = []
    for motion in found:
        aim = motion.aim
        if motion.kind == Motion.Kind.SEATS:
            players = current_players(motion.rubber.seats.all())
            names = {seat: player.short_name for seat, player in players.items()}
            aim = motion.aim_by_names(names)
        asked.append(AskedMotion(motion, aim))
    return asked


def _substitutions(now: datetime, span: slice, reader: Reader) -> list[Substitution]:
    return _SUBSTITUTIONS.of(span)


def _disputed(span: slice) -> QuerySet[Proposal, tuple[int, int]]:
    return (
        Proposal.objects.open()
        .order_by("made_at", "pk")
        .values_list("pk", "rubber")[span]
    )


def _waiting_in_a_book(span: slice, written_before: datetime) -> QuerySet[Any, int]:
    waiting = BookEntry.objects.open().filter(at__lte=written_before)
    return waiting.order_by("at", "pk").values_list("rubber", flat=True)[span]


def _not_agreed(span: slice) -> QuerySet[Rubber]:
    return with_what_there_is(
        Rubber.objects.unagreed().order_by("started_at", "pk")[span]
    )


def _moved(span: slice) -> QuerySet[Motion]:
    with_rubbers = Motion.objects.open().select_related("rubber__table", "made_by")
    return with_rubbers.order_by("made_at", "pk")[span]


def _proposed(span: slice) -> QuerySet[Substitution]:
    people = ("rubber__table", "leaver", "substitute", "proposed_by")
    return open_substitutions().select_related(*people).order_by("pk")[span]


_DISPUTED = ListQuery(_disputed)
_WAITING_IN_A_BOOK = ListQuery(_waiting_in_a_book, BookEntry._meta.get_field("at"))
_UNAGREED = ListQuery(_not_agreed)
_MOTIONS = ListQuery(_moved)
_SUBSTITUTIONS = ListQuery(_proposed)
_MOMENTS = [Rubber._meta.get_field("agreed_at")] * 2  # from when, and until when
_ONE_SIDED = ListQuery(_kept_by_one_side, *_MOMENTS)
_CORRECTED = ListQuery(_corrected, *_MOMENTS)
_OPENED = ListQuery(_opened, *_MOMENTS)

KINDS: Mapping[str, Callable[[datetime, slice, Reader], Iterable[Any]]] = {
    "absences": absences,
    "disputes": _disputes,
    "books": _books,
    "unagreed": _unagreed,
    "motions": _motions,
    "substitutions": _substitutions,
    "one_device": signed_on_one_device,
    "one_sided": _one_sided,
    "late": _late,
}
