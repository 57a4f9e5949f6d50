"""The events of a rubber beside its deals, in words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.contracts.models import SignatureMethod
from clubscore.languages.spoken import told
from clubscore.languages.stored_sentences import stored_told
from clubscore.rubbers.models import (
    Motion,
    MotionAnswer,
    NetAgreement,
    NotThere,
    Rubber,
)
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.rulings import BY_THE_CLUB, decided_by
from scoring import Seat


@dataclass(frozen=True, slots=True)
class RubberEvent:
    """An event of the rubber: its time, and a sentence about it."""

    at: datetime
    words: str


def events_of(
    state: RubberState,
    net_signatures: Iterable[NetAgreement],
    dropped: Iterable[RubberEvent],
) -> tuple[RubberEvent, ...]:
    """The events of a rubber beside its deals, the oldest first.

    They are substitutions, bad packs, "I am not there" reports, the signatures under the net score in `net_signatures`,
    reopenings, motions with the answers to them, entries in a book for a deal that was never recorded (`dropped`), the
    end and the posting, or that nothing is posted.
    """
    rubber = state.rubber
    events = [
        *_bad_packs(rubber),
        *_substitutions(rubber),
        *_absences(state),
        *(
            RubberEvent(signature.at, agreed_in_words(state, signature))
            for signature in net_signatures
        ),
        *_reopenings(state),
        *_motions(state),
        *dropped,
    ]
    if rubber.ended_at:
        events.append(RubberEvent(rubber.ended_at, _ending_in_words(rubber)))
    if rubber.agreed_at and rubber.agreed_at != rubber.voided_at:
        words = _("No deal was played: the %(noun)s counts nowhere") % {
            "noun": rubber.noun
        }
        if state.sheet.was_played:
            words = _("The margin was posted to the ledger")
        events.append(RubberEvent(rubber.agreed_at, words))
    return tuple(sorted(events, key=lambda event: event.at))


def _bad_packs(rubber: Rubber) -> Iterator[RubberEvent]:
    for note in rubber.pack_notes.select_related("member"):
        words = _("%(name)s found a faulty pack: %(text)s")
        yield RubberEvent(
            note.at, words % {"name": note.member.name, "text": note.text}
        )


def _substitutions(rubber: Rubber) -> Iterator[RubberEvent]:
    made = rubber.substitutions.filter(made_at__isnull=False)
    for substitution in made.select_related("leaver", "substitute"):
        words = _("%(substitute)s plays on for %(leaver)s, %(seat)s")
        seat = told(Seat(substitution.seat).word)
        names = {
            "substitute": substitution.substitute,
            "leaver": substitution.leaver,
            "seat": seat,
        }
        yield RubberEvent(
            substitution.made_at or substitution.proposed_at, words % names
        )


def _absences(state: RubberState) -> Iterator[RubberEvent]:
    for report in state.rubber.absences.select_related("member", "closed_by"):
        yield RubberEvent(
            report.at,
            _("%(name)s said “I am not there”") % {"name": report.member.name},
        )
        if report.closed_at:
            yield RubberEvent(report.closed_at, absence_closed_in_words(state, report))


def _reopenings(state: RubberState) -> Iterator[RubberEvent]:
    reopenings = state.rubber.reopenings.filter(
        ~Q(motion__kind=Motion.Kind.RESTORE) | Q(motion=None)
    )
    for reopening in reopenings.select_related("member"):
        words = _(
            "%(name)s opened the agreed rubber again: %(reason)s. %(whose_decision)s"
        )
        names = {"reason": reopening.reason, "whose_decision": BY_THE_CLUB}
        if reopening.motion_id:
            words = _(
                "One player of each side opened the agreed rubber again: %(reason)s. %(whose_decision)s"
            )
        else:
            names["name"] = decided_by(state, reopening.member)
        yield RubberEvent(reopening.at, words % names)


def _motions(state: RubberState) -> Iterator[RubberEvent]:
    """The motions of the rubber: who asked what, who answered, and what became of it."""
    motions = state.rubber.motions.select_related("made_by", "closed_by")
    for motion in motions.order_by("pk").prefetch_related("answers__member"):
        names = state.seated_at(motion.made_at).names
        aim = motion.aim_by_names(names)
        if motion.answers.all():
            yield RubberEvent(motion.made_at, _asked_in_words(motion, aim))
        for answer in motion.answers.all():
            if answer.member_id != motion.made_by_id or not answer.is_yes:
                yield RubberEvent(answer.at, _answered_in_words(answer))
        if motion.closed_at and motion.state in _CLOSED:
            words = _CLOSED[motion.state] % {"what": aim}
            yield RubberEvent(motion.closed_at, words)
        if motion.closed_at and motion.closed_by and motion.ruling:
            yield RubberEvent(motion.closed_at, _ruled_in_words(motion, aim))


_CLOSED = {
    Motion.State.CARRIED: gettext_lazy("Carried: %(what)s"),
    Motion.State.WITHDRAWN: gettext_lazy("Taken back: %(what)s"),
    Motion.State.EXPIRED: gettext_lazy("Expired: %(what)s"),
}


def _asked_in_words(motion: Motion, aim: str) -> str:
    words = _("%(name)s asked: %(what)s? %(reason)s")
    return words % {
        "name": motion.made_by.name,
        "what": aim,
        "reason": motion.reason,
    }


def _answered_in_words(answer: MotionAnswer) -> str:
    words = _("%(name)s said no")
    if answer.is_yes:
        words = _("%(name)s agreed to it")
    return words % {"name": answer.member.name} + pin_in_words(answer.how)


def _ruled_in_words(motion: Motion, aim: str) -> str:
    """An arbiter's decision in words: `Otto, who has not played in it, decided: void the rubber. A trial. …`."""
    words = _(
        "%(name)s, who has not played in it, decided against it: %(what)s. %(ruling)s"
    )
    if motion.is_ruled_yes:
        words = _("%(name)s, who has not played in it, decided: %(what)s. %(ruling)s")
    return words % {
        "name": motion.closed_by.name if motion.closed_by else "",
        "what": aim,
        "ruling": motion.ruling,
    }


def agreed_in_words(state: RubberState, signature: NetAgreement) -> str:
    """A signature under the net score in words: `Anna agreed to the net score all the same, with deal 3 disputed`."""
    disputed = signature.despite
    arbiter = signature.given_by
    names = {"name": signature.member.name, "reason": signature.reason}
    if signature.motion_id:
        return (
            _("One of each side agreed to the net score for %(name)s: %(reason)s")
            % names
        )
    if arbiter:
        names["arbiter"] = decided_by(state, arbiter)
    if disputed:
        names["number"] = str(called(state, disputed.number))
    if arbiter:
        return (
            _agreed_instead(
                is_disputed=disputed is not None, has_left=signature.member.has_left
            )
            % names
        )
    words = _("%(name)s agreed to the net score")
    if disputed:
        words = _(
            "%(name)s agreed to the net score all the same, with deal %(number)s disputed"
        )
    return words % names + pin_in_words(signature.how)


def _agreed_instead(*, is_disputed: bool, has_left: bool) -> str:
    if is_disputed and has_left:
        return _(
            "%(arbiter)s agreed to the net score all the same, with deal %(number)s disputed "
            "for %(name)s, who has left: %(reason)s"
        )
    if is_disputed:
        return _(
            "%(arbiter)s agreed to the net score all the same, with deal %(number)s disputed for %(name)s: %(reason)s"
        )
    if has_left:
        return _(
            "%(arbiter)s agreed to the net score for %(name)s, who has left: %(reason)s"
        )
    return _("%(arbiter)s agreed to the net score for %(name)s: %(reason)s")


def absence_closed_in_words(state: RubberState, report: NotThere) -> str:
    """The end of a report "I am not there" in words.

    `Ben was there after all`, or after a ruling `Sam (arbiter) decided that Ben was there: two saw him. …`. If one
    player of each side let the net score stand, the words say so.
    """
    if report.motion_id:
        words = _(
            "One of each side let the net score stand, although %(name)s said “I am not there”: %(ruling)s"
        )
        return words % {"name": report.member.name, "ruling": report.ruling}
    if report.closed_by is None or not report.ruling:
        return _("%(name)s was there after all") % {"name": report.member.name}
    words = _(
        "%(arbiter)s decided that %(name)s was there: %(ruling)s. %(whose_decision)s"
    )
    return words % {
        "arbiter": decided_by(state, report.closed_by),
        "name": report.member.name,
        "ruling": report.ruling,
        "whose_decision": BY_THE_CLUB,
    }


def _ending_in_words(rubber: Rubber) -> str:
    """The end of the rubber in words.

    For a rubber that was stopped, the words give the reason, and say if a correction has made it complete since.
    """
    if not rubber.was_stopped:
        return _("The %(noun)s was over: %(how)s") % {
            "noun": rubber.noun,
            "how": rubber.get_ending_display(),
        }
    words = _("The %(noun)s was stopped unfinished: %(reason)s")
    if rubber.ending != Rubber.Ending.UNFINISHED:
        words = _(
            "The %(noun)s was stopped unfinished: %(reason)s; a correction has made it complete since"
        )
    return words % {"noun": rubber.noun, "reason": stored_told(rubber.ending_reason)}


def pin_in_words(how: str) -> str:
    """` (PIN)` or ` (table PIN)` for a signature by that SignatureMethod; empty for the other methods."""
    if how == SignatureMethod.PIN:
        return " (PIN)"
    if how == SignatureMethod.TABLE_PIN:
        return f" ({_('table PIN')})"
    return ""
