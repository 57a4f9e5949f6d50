"""The right to move, answer and decide a motion, and the reasons why a motion cannot be carried out (decision 0076)."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubscore.members.models import Member
from clubscore.members.queries import records_of_person
from clubscore.rubbers.agreement.queries import seats_for_an_arbiter
from clubscore.rubbers.books.posting import closed_season_of
from clubscore.rubbers.models import Motion, Rubber, RubberSeat
from clubscore.rubbers.models.motion import ABOUT_THE_SCORE
from clubscore.rubbers.recording.queries import over
from clubscore.rubbers.rubber.arbiters import (
    neutral_arbiters,
    silent_side,
    who_may_decide,
)
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.queries import still_seated
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.net_signatures import dispute_in_words
from clubscore.web.templatetags.sentences import all_of

Kind = Motion.Kind

OF_BOTH_SIDES = (Kind.REOPEN, Kind.STAND)
"""The kinds of motion by which one player of each side does what an arbiter does, if all arbiters have played."""


def may_decide(desk: RubberDesk, kind: str) -> bool:
    """True if the member decides a motion of this kind alone, with a reason in writing.

    An arbiter who has not played in the rubber decides each kind but those of `OF_BOTH_SIDES`: an arbiter opens the
    rubber again, or signs instead of a player, without a motion.
    """
    return desk.may_arbitrate and kind not in OF_BOTH_SIDES


def may_move(desk: RubberDesk) -> bool:
    """True if the member may ask the other players: one of the four, and not a member who only watches."""
    return desk.seat is not None and desk.may_keep


def moving_refusal(state: RubberState, kind: str) -> str:
    """A sentence that says who decides instead of the players, if they may not ask each other; else empty.

    They ask each other to open an agreed rubber again, or to let its net score stand, only if every arbiter of the
    club has played in it and somebody of each side can sign. Runs two statements for such a motion.
    """
    if kind in OF_BOTH_SIDES and (neutral_arbiters(state) or silent_side(state)):
        return who_may_decide(state)
    return ""


def hindrance(state: RubberState, kind: str) -> str:
    """A sentence that says why no motion of this kind can be carried out now; empty if one can."""
    if kind == Kind.RESTORE:
        return _hindrance_to_restore(state.rubber)
    if state.rubber.is_voided:
        return _(
            "This %(noun)s is voided: nothing in it changes before it counts again."
        ) % {"noun": state.rubber.noun}
    if kind == Kind.CONTINUE:
        return _hindrance_to_continue(state)
    if not state.deals:
        return _("No deal is recorded in this %(noun)s: it counts nowhere.") % {
            "noun": state.rubber.noun
        }
    if kind == Kind.END and state.rubber.is_over:
        return over(state)
    if kind == Kind.REOPEN and not state.rubber.is_agreed:
        return _("This rubber is not agreed yet.")
    if kind == Kind.STAND:
        return _hindrance_to_stand(state)
    if kind in ABOUT_THE_SCORE and state.rubber.is_agreed:
        return _opened_again_first(state)
    if kind == Kind.SEATS:
        return _hindrance_to_correct_seats(state)
    return ""


def _hindrance_to_correct_seats(state: RubberState) -> str:
    """A sentence about a disputed deal or a proposed substitute, whose seats would be others afterwards; or empty."""
    if state.proposals:
        words = _("%(dispute)s: settle it first.")
        return words % {"dispute": dispute_in_words(state)}
    if state.substitutions:
        leavers = {row.leaver.short_name for row in state.substitutions}
        words = _("A substitute for %(names)s is proposed: decide that first.")
        return words % {"names": all_of(sorted(leavers))}
    return ""


def _hindrance_to_restore(rubber: Rubber) -> str:
    if not rubber.is_voided:
        return _("This %(noun)s is not voided: it counts.") % {"noun": rubber.noun}
    if season := closed_season_of(rubber):
        return _("%(season)s is closed: the %(noun)s stays voided.") % {
            "season": season.called,
            "noun": rubber.noun,
        }
    return ""


def _hindrance_to_stand(state: RubberState) -> str:
    if not state.rubber.is_over:
        return _("The rubber is not over yet.")
    if state.rubber.is_agreed:
        return _("The net score is agreed already.")
    if not seats_for_an_arbiter(state):
        return _(
            "Everybody whose agreement is missing can still agree: nobody agrees in their stead."
        )
    return ""


def _opened_again_first(state: RubberState) -> str:
    refusal = _("The net score is agreed: it must be opened again first.")
    return f"{refusal} {who_may_decide(state)}"


def _hindrance_to_continue(state: RubberState) -> str:
    rubber = state.rubber
    names = {"noun": rubber.noun, "table": rubber.table.called}
    if not rubber.is_over:
        return _("This %(noun)s is in play.") % names
    if rubber.is_agreed:
        return _opened_again_first(state)
    if rubber.ending != Rubber.Ending.UNFINISHED:
        return _("This %(noun)s was not ended early: it is complete.") % names
    if have_played_on(state):
        return _("The four have played another deal since: it stays as it is.")
    if rubber.table.closed_at:
        return _("%(table)s has been closed: nobody can play on there.") % names
    if Rubber.objects.in_play().filter(table=rubber.table_id).exists():
        return _("Another %(noun)s is in play at %(table)s: finish that first.") % names
    if not still_seated(state):
        return _("Sit down at %(table)s as you sat in this %(noun)s; then play on.") % (
            names
        )
    return ""


def have_played_on(state: RubberState) -> bool:
    """True if the four players of this rubber have played a deal in a later rubber that counts, at any table.

    They may have sat in other seats, and under any of their records. Takes one query.
    """
    later = Rubber.objects.counting().begun_after(state.rubber).with_a_deal()
    for player in state.players.values():
        later = later.filter(pk__in=_played_since(state.rubber, player))
    return later.exists()


def _played_since(rubber: Rubber, player: Member) -> QuerySet[RubberSeat, int]:
    """A query for the ids of the rubbers after this one in which the player has had a seat."""
    own = RubberSeat.objects.filter(
        member__in=records_of_person(player.pk), rubber__gt=rubber.pk
    )
    return own.values_list("rubber", flat=True)
