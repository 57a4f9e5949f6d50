"""Audit entries about rubbers: deals, corrections, votes, rubbers stopped or opened again, substitutes."""

from typing import Any

from django.db.models import F, Prefetch, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from clubscore.audit import Description, Subject, SubjectKind, described
from clubscore.contracts.models import Signature
from clubscore.members.models import Member
from clubscore.rubbers.history.events import pin_in_words
from clubscore.rubbers.models import (
    BookEntry,
    Deal,
    DealAgreement,
    Motion,
    MotionAnswer,
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
from clubscore.rubbers.rubber.numbers import called_in, deals_called_by_place
from clubscore.rubbers.sheet.difference import in_full
from clubscore.rubbers.sheet.named_error import error_in_words
from clubscore.rubbers.sheet.rulings import BY_THE_CLUB, by_the_club
from clubscore.web.templatetags.sentences import all_of


def _history(rubber: Rubber, number: int | None = None) -> str:
    """The address of the page with the rubber's history; if a number is given, at the deal of this number."""
    page = reverse("rubbers:history", args=[rubber.pk])
    if number:
        return f"{page}#history-{number}"
    return page


def _history_of(row: Deal | Proposal) -> str:
    return _history(row.rubber, row.number)


DEAL = Subject(SubjectKind.DEALS, "deal", _history_of, ("rubber__table",))
VERSION = Subject(SubjectKind.CORRECTIONS, "deal", _history_of, ("rubber__table",))
PROPOSAL = Subject(
    SubjectKind.CORRECTIONS, "proposal", _history_of, ("rubber__table", "base")
)
RUBBER = Subject(SubjectKind.RUBBERS, "rubber", _history, ("table",))

# Members are joined: fetched by themselves, a thousand of them are too many for SQLite. In order, so that the download
# is the same from every database.
_SEATED = Prefetch(
    "rubber__seats", RubberSeat.objects.select_related("member").order_by("pk")
)
_SEATED_OF_MOTION = Prefetch(
    "motion__rubber__seats", RubberSeat.objects.select_related("member").order_by("pk")
)
_AGREED = Prefetch(
    "agreements", DealAgreement.objects.select_related("member").order_by("pk")
)
_VOTED = Prefetch("votes", Vote.objects.select_related("member").order_by("pk"))
_NUMBERED = Prefetch("rubber__deals", deals_called_by_place())
_CONSENTED = Prefetch(
    "consents", SubstitutionConsent.objects.select_related("member").order_by("pk")
)


@described(
    Deal,
    "deal.recorded",
    DEAL,
    at="recorded_at",
    by="recorded_by",
    where=Q(version=1),
    prefetch_related=(_SEATED, _NUMBERED, _AGREED),
)
def deal(row: Deal) -> Description:
    return Description(
        _("recorded deal %(number)s at %(table)s: %(deal)s") % _values(row),
        consents=_signed(row.agreements.all()),
        to_version=row.version,
        after=_facts(row),
    )


@described(
    Deal,
    "deal.corrected",
    VERSION,
    at="recorded_at",
    by="recorded_by",
    where=Q(version__gt=1),
    prefetch_related=(_SEATED, "rubber__deals", _AGREED),
)
def version(row: Deal) -> Description:
    """The audit entry for a later version of a deal: corrected, struck out, or recorded again.

    The entry also tells the version before `row`: prefetch `rubber.deals`. If there is no version before `row`, the
    entry reads like the entry for a newly recorded deal.
    """
    earlier = [
        other
        for other in row.rubber.deals.all()
        if other.number == row.number and other.version < row.version
    ]
    before = max(earlier, key=lambda other: other.version, default=None)
    if before is None:  # written past the services: the list shows it and goes on
        return deal(row)
    if row.is_struck:
        action = "deal.struck"
        words = _("struck out deal %(number)s at %(table)s, %(before)s")
    elif before.is_struck:
        action = "deal.recorded"
        words = _("recorded deal %(number)s at %(table)s again: %(deal)s")
    else:
        action = "deal.corrected"
        words = _("corrected deal %(number)s at %(table)s: %(deal)s, before %(before)s")
    values = _values(row)
    values["before"] = _words(before)
    return Description(
        words % values,
        action,
        reason=row.reason,
        consents=_signed(row.agreements.all()),
        from_version=before.version,
        to_version=row.version,
        before=_facts(before),
        after=_facts(row),
    )


@described(
    Proposal,
    "proposal.made",
    PROPOSAL,
    at="made_at",
    by="made_by",
    prefetch_related=(_SEATED, _NUMBERED),
)
def proposal(row: Proposal) -> Description:
    words = _("proposed to strike out deal %(number)s at %(table)s")
    proposed = ""
    if not row.strikes:
        words = _("proposed to correct deal %(number)s at %(table)s: %(deal)s")
        proposed = in_full(row.facts, row.rubber.names_at(row.made_at))
    if error := error_in_words(row):
        words = f"{words} ({error.replace('%', '%%')})"
    return _proposal(row, words, row.reason, deal=proposed)


@described(
    Proposal,
    "proposal",
    PROPOSAL,
    at="closed_at",
    by="closed_by",  # nobody closed a proposal that expired with its rubber
    where=~Q(state__in=[Proposal.State.OPEN, Proposal.State.ACCEPTED]),
    about=("made_by",),
    prefetch_related=(_NUMBERED, _VOTED),
)
def proposal_closed(row: Proposal) -> Description:
    """The audit entry for a proposal that was ruled on, refused, withdrawn or expired.

    An accepted proposal has no such entry: it is a new version of the deal.
    """
    ruled = _(
        "ruled against the correction of deal %(number)s at %(table)s. %(whose_decision)s"
    )
    if row.is_ruled_yes:
        ruled = _(
            "ruled for the correction of deal %(number)s at %(table)s. %(whose_decision)s"
        )
    words_by_state = {
        Proposal.State.REFUSED: _(
            "refused the correction of deal %(number)s at %(table)s"
        ),
        Proposal.State.WITHDRAWN: _(
            "took back the correction of deal %(number)s at %(table)s"
        ),
        Proposal.State.EXPIRED: _(
            "let the correction of deal %(number)s at %(table)s expire"
        ),
        Proposal.State.RULED: ruled,
    }
    words = words_by_state[Proposal.State(row.state)]
    return _proposal(row, words, row.ruling, f"proposal.{row.state}", _votes(row))


def _proposal(
    row: Proposal,
    words: str,
    reason: str,
    action: str = "",
    consents: str = "",
    deal: str = "",
) -> Description:
    values = {
        "number": called_in(row.rubber, row.number),
        "table": row.rubber.table,
        "deal": deal,
        "whose_decision": by_the_club(row, row.rubber.system),
    }
    after: dict[str, Any] = {"struck": True}
    if not row.strikes:
        after = {"deal": str(row.facts)}
    return Description(
        words % values,
        action,
        reason=reason,
        consents=consents,
        from_version=row.base.version,
        before=_facts(row.base),
        after=after,
    )


@described(
    Vote,
    "vote.no",
    PROPOSAL,
    by="member",
    prefetch_related=(Prefetch("proposal__rubber__deals", deals_called_by_place()),),
)
def vote(cast: Vote) -> Description:
    rubber = cast.proposal.rubber
    action = "vote.no"
    words = _("said no to the correction of deal %(number)s at %(table)s")
    if cast.is_yes:
        action = "vote.yes"
        words = _("said yes to the correction of deal %(number)s at %(table)s")
    values = {"number": called_in(rubber, cast.proposal.number), "table": rubber.table}
    return Description(words % values + pin_in_words(cast.how), action)


@described(
    Rubber,
    "rubber.stopped",
    RUBBER,
    at="ended_at",
    by="ended_by",
    where=~Q(ending_reason=""),
)
def stopped(rubber: Rubber) -> Description:
    words = _("stopped a %(noun)s at %(table)s unfinished")
    if rubber.ending != Rubber.Ending.UNFINISHED:
        words = _(
            "stopped a %(noun)s at %(table)s unfinished; a correction has made it complete since"
        )
    return Description(words % _where(rubber), reason=rubber.ending_reason)


@described(
    Motion,
    "motion.made",
    RUBBER,
    at="made_at",
    by="made_by",
    where=~Q(state=Motion.State.RULED, made_by=F("closed_by")),
    prefetch_related=(_SEATED,),
)
def motion_made(motion: Motion) -> Description:
    words = _("asked at %(table)s: %(what)s?")
    return Description(words % _of_motion(motion), reason=motion.reason)


@described(
    Motion,
    "motion.closed",
    RUBBER,
    at="closed_at",
    by="closed_by",
    where=~Q(state=Motion.State.OPEN),
    prefetch_related=(_SEATED,),
)
def motion_closed(motion: Motion) -> Description:
    """The audit entry for the end of a motion: carried, refused, taken back, or decided by an arbiter."""
    words = _MOTION_CLOSED[Motion.State(motion.state)]
    if motion.state == Motion.State.RULED and not motion.is_ruled_yes:
        words = gettext_lazy(
            "decided against it at %(table)s, without having played in it: %(what)s"
        )
    return Description(
        words % _of_motion(motion),
        f"motion.{motion.state}",
        reason=motion.ruling or motion.reason,
    )


_MOTION_CLOSED = {
    Motion.State.CARRIED: gettext_lazy("agreed as the last at %(table)s: %(what)s"),
    Motion.State.REFUSED: gettext_lazy("refused at %(table)s: %(what)s"),
    Motion.State.WITHDRAWN: gettext_lazy(
        "took the question back at %(table)s: %(what)s"
    ),
    Motion.State.RULED: gettext_lazy(
        "decided at %(table)s, without having played in it: %(what)s"
    ),
}


@described(
    MotionAnswer,
    "motion.answered",
    RUBBER,
    by="member",
    path="motion__rubber",
    where=~Q(member=F("motion__made_by")) & ~Q(at=F("motion__closed_at")),
    prefetch_related=(_SEATED_OF_MOTION,),
)
def motion_answer(answer: MotionAnswer) -> Description:
    """The audit entry for an answer that decided nothing. `motion_closed` describes the answer that decided."""
    action = "motion.no"
    words = _("said no to the question at %(table)s: %(what)s?")
    if answer.is_yes:
        action = "motion.yes"
        words = _("said yes to the question at %(table)s: %(what)s?")
    return Description(
        words % _of_motion(answer.motion) + pin_in_words(answer.how), action
    )


def _of_motion(motion: Motion) -> dict[str, object]:
    what = motion.aim
    if motion.swap:
        what = motion.aim_by_names(motion.rubber.names_at(motion.made_at))
    return {"what": what, "table": motion.rubber.table}


@described(
    NetAgreement,
    "net.agreed_all_the_same",
    RUBBER,
    by="member",
    where=Q(given_by=None, despite__isnull=False),
    select_related=("despite__base",),
    prefetch_related=(_NUMBERED,),
)
def net_agreed_all_the_same(signature: NetAgreement) -> Description:
    return _net_agreement(signature)


@described(
    NetAgreement,
    "net.agreed_instead",
    RUBBER,
    by="given_by",
    about=("member",),
    select_related=("despite__base", "member__merged_into"),
    prefetch_related=(_NUMBERED,),
)
def net_agreed_instead(signature: NetAgreement) -> Description:
    return _net_agreement(signature, for_whom=_for_whom(signature.member))


def _net_agreement(signature: NetAgreement, for_whom: str = "") -> Description:
    """The audit entry for an agreement to the net score despite a dispute, or by an admin for a player.

    `for_whom` are the words about the player for whom an admin has agreed; empty if the player has agreed.
    """
    words = _("agreed to the net score of a %(noun)s at %(table)s")
    if signature.motion_id:
        words = _(
            "agreed to the net score of a %(noun)s at %(table)s, with a player of the other side,"
        )
    values = _where(signature.rubber)
    if signature.despite:
        words = _(
            "agreed to the net score of a %(noun)s at %(table)s all the same, with deal %(number)s disputed"
        )
        values["number"] = called_in(signature.rubber, signature.despite.number)
    return Description(
        words % values + for_whom + pin_in_words(signature.how), reason=signature.reason
    )


def _for_whom(member: Member) -> str:
    words = (
        _("for %(name)s, who has left the club")
        if member.has_left
        else _("for %(name)s")
    )
    return " " + words % {"name": member.name}


@described(
    Reopening,
    "rubber.reopened",
    RUBBER,
    by="member",
    where=~Q(motion__kind=Motion.Kind.RESTORE) | Q(motion=None),
)
def reopening(opened: Reopening) -> Description:
    words = _("opened the agreed %(noun)s at %(table)s again. %(whose_decision)s")
    if opened.motion_id:
        words = _(
            "opened the agreed %(noun)s at %(table)s again, with a player of the other side. %(whose_decision)s"
        )
    values = _where(opened.rubber) | {"whose_decision": BY_THE_CLUB}
    return Description(words % values, reason=opened.reason)


@described(NotThere, "rubber.not_there", RUBBER, by="member")
def not_there(report: NotThere) -> str:
    return _("said “I am not there” in a %(noun)s at %(table)s") % _where(report.rubber)


@described(
    NotThere,
    "rubber.there_after_all",
    RUBBER,
    at="closed_at",
    by="closed_by",
    about=("member",),
)
def there_after_all(report: NotThere) -> Description:
    """The audit entry for a report "I am not there" that the player took back, or that an admin decided."""
    action = "rubber.there_after_all"
    words = _("was there after all in a %(noun)s at %(table)s")
    if report.ruling:
        action = "rubber.there_by_ruling"
        words = _("decided that %(name)s was there in a %(noun)s at %(table)s")
    if report.motion_id:
        words = _(
            "let the net score of a %(noun)s at %(table)s stand, with a player of the other side, "
            "although %(name)s said “I am not there”"
        )
    values = _where(report.rubber) | {"name": report.member.name}
    return Description(words % values, action, reason=report.ruling)


@described(PackNote, "rubber.bad_pack", RUBBER, by="member")
def pack(note: PackNote) -> Description:
    return Description(
        _("noted a faulty pack at %(table)s") % {"table": note.rubber.table},
        reason=note.text,
    )


@described(
    BookEntry,
    "rubber.book_entry_dropped",
    RUBBER,
    at="closed_at",
    by="member",
    where=Q(state__in=["replaced", "withdrawn", "expired"]),
)
def book_entry(entry: BookEntry) -> str:
    """The audit entry for a deal in a book that was not recorded, without its facts."""
    words = _("wrote a deal at %(table)s in the book of one side: it was %(state)s")
    values = {"table": entry.rubber.table, "state": entry.get_state_display()}
    return words % values


@described(
    Substitution,
    "rubber.substituted",
    RUBBER,
    at="made_at",
    by="proposed_by",
    about=("leaver", "substitute"),
    prefetch_related=(_CONSENTED,),
)
def substitution(made: Substitution) -> Description:
    words = _("had %(substitute)s play on for %(leaver)s at %(table)s")
    return Description(
        words
        % {
            "substitute": made.substitute,
            "leaver": made.leaver,
            "table": made.rubber.table,
        },
        consents=_signed(made.consents.all()),
        before={"seat": made.seat, "member": made.leaver_id},
        after={"seat": made.seat, "member": made.substitute_id},
    )


def _where(rubber: Rubber) -> dict[str, object]:
    return {"noun": rubber.noun, "table": rubber.table}


def _values(deal: Deal) -> dict[str, object]:
    """The values for the placeholders of a sentence about a deal: its number, its table, and the deal in words."""
    words = ""
    if not deal.is_struck:
        words = _words(deal)
    return {
        "number": called_in(deal.rubber, deal.number),
        "table": deal.rubber.table,
        "deal": words,
    }


def _words(deal: Deal) -> str:
    return in_full(deal.facts, deal.rubber.names_at(deal.recorded_at))


def _facts(deal: Deal) -> dict[str, Any]:
    if deal.is_struck:
        return {"struck": True}
    return {"deal": str(deal.facts)}


def _signed(signatures: Any) -> str:
    """The names of the signers in the order of their signatures, such as `Anna and Ben (PIN)`."""
    in_order: list[Signature] = sorted(signatures, key=lambda signature: signature.pk)
    return all_of(
        f"{signature.member.short_name}{pin_in_words(signature.how)}"
        for signature in in_order
    )


def _votes(proposal: Proposal) -> str:
    newest = proposal.newest_votes_of_persons().values()
    return ", ".join(_vote_in_words(cast) for cast in newest)


def _vote_in_words(cast: Vote) -> str:
    """The voter and the vote, such as `Anna yes`."""
    answer = pgettext("a vote", "no")
    if cast.is_yes:
        answer = pgettext("a vote", "yes")
    return f"{cast.member.short_name} {answer}"
