"""Template context of the page of a rubber: the sheet and, for members who may write on it, entry form and cards."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubscore.contracts.deal_form import DealForm
from clubscore.database.prepared.queries import PreparedLookup
from clubscore.games import game_of
from clubscore.games.called import Called
from clubscore.languages.spoken import told
from clubscore.ledger.queries import booked_late
from clubscore.live.topics import WATCH
from clubscore.members.models import Member
from clubscore.members.queries import records_of_person
from clubscore.rubbers.agreement.two_books import DealEntered
from clubscore.rubbers.consent.cards.consent import consent_for
from clubscore.rubbers.entry.context import (
    entry_context,
    number_of,
    preview_context,
    slip_context,
)
from clubscore.rubbers.entry.forms import entry_form
from clubscore.rubbers.models import Motion, Rubber
from clubscore.rubbers.motions.queries import (
    may_decide,
    may_move,
)
from clubscore.rubbers.recording.forms import StopForm
from clubscore.rubbers.recording.queries import over, undo_refusal
from clubscore.rubbers.rubber.arbiters import who_may_decide
from clubscore.rubbers.rubber.book_entries import dropped_with_the_end
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.context import sheet_context
from clubscore.web.templatetags.addresses import address_of
from scoring.words import deal_in_words


def figure_context(desk: RubberDesk, number: int) -> dict[str, object]:
    """The template context that explains the figures of deal `number`.

    Raises KeyError if the deal is not on the sheet.
    """
    state = desk.state
    context = sheet_context(state, desk.view)
    context["entry"] = context["paper"].deal(number)
    context["may_correct"] = desk.may_correct
    return context


def play_context(
    desk: RubberDesk,
    *,
    form: DealForm | None = None,
    notice: str = "",
    came_as: int | None = None,
    shows_all: bool = False,
) -> dict[str, object]:
    """The template context of the page of a rubber: the sheet and, for members who may write on it, form and cards.

    The entry form is there while the rubber is in play, the cards until the rubber is agreed. An arbiter who has not
    played in it sees the cards, too. `form` is the entry form to show; `notice` is a sentence to show beside its keys;
    `shows_all` shows the cards of all unsigned deals; `came_as` is the number of the deal for which a refused entry was
    sent.
    """
    state = desk.state
    rubber = state.rubber
    context = answer_context(desk, form=form, notice=notice, came_as=came_as)
    context |= _motions_offered(desk)
    if rubber.is_agreed:
        may_ask = may_move(desk) or desk.may_arbitrate
        counts = bool(state.deals) and not rubber.is_voided
        context["may_reopen"] = may_ask and counts
        context["booked_late"] = booked_late(rubber.pk)
    if desk.sees_cards and (not rubber.is_agreed or state.motions):
        context["consent"] = consent_for(desk, shows_all=shows_all)
    if not context["may_keep"]:
        return context
    if not rubber.is_over:
        context |= entry_context(desk, form or entry_form(rubber), came_as)
    context["unagreed"] = _UNAGREED_BEFORE.find(
        rubber.table_id, rubber.pk, desk.member.person_id
    )
    return context


def _motions_offered(desk: RubberDesk) -> dict[str, bool]:
    """The template variables that say which pages of motions the member is offered."""
    rubber = desk.state.rubber
    may_void = may_continue = may_score_anew = may_restore = False
    if rubber.is_voided:
        may_restore = may_move(desk) or may_decide(desk, Motion.Kind.RESTORE)
    if desk.state.deals and not rubber.is_voided:
        may_void = may_move(desk) or may_decide(desk, Motion.Kind.VOID)
        was_ended_early = rubber.ending == Rubber.Ending.UNFINISHED
        may_continue = may_void and was_ended_early and not rubber.is_agreed
        may_score_anew = may_void and not rubber.is_agreed
    return {
        "may_end": may_void or not desk.state.deals,
        "may_void": may_void,
        "may_continue": may_continue,
        "may_score_anew": may_score_anew,
        "may_restore": may_restore,
    }


def answer_context(
    desk: RubberDesk,
    *,
    form: DealForm | None = None,
    notice: str = "",
    came_as: int | None = None,
    numbers: Container[int] | None = None,
) -> dict[str, Any]:
    """The template context of the parts of the page that change when a deal is recorded or refused.

    They are the sheet and, for a member who may write on it, the preview and the notice beside the keys. `form` is the
    form of a refused entry; `came_as` is the number of the deal for which it was sent. If `numbers` are given, the
    sheet lists only the deals with these numbers.
    """
    state = desk.state
    may_keep = desk.may_keep
    last = undoable(desk)
    context = sheet_context(state, desk.view, numbers=numbers)
    context["may_keep"] = may_keep
    context["undoable"] = last
    if state.rubber.is_over or not may_keep:
        return context
    if form:
        last = None
    context |= _notice(state, notice, last=last)
    return context | slip_context(desk, form, came_as)


def recorded_context(
    entered: DealEntered, member: Member, seen_revision: int, notice: str
) -> dict[str, Any]:
    """The template context of the parts of the page that change when a deal is recorded.

    If nothing but this deal is new since `seen_revision`, only the row of the deal is sent, as `row_to_add`. The other
    rows are on the page already; `rows_that_stay` are the numbers of their deals. After the first deal of a rubber, and
    for a recorder who does not play in it, the whole sheet is sent.
    """
    state = entered.state
    desk = RubberDesk(state, member)
    is_all_that_is_new = (
        state.last == entered.deal and state.rubber.revision == seen_revision + 1
    )
    if not is_all_that_is_new or len(state.deals) == 1 or desk.view == WATCH:
        return answer_context(desk, notice=notice)
    *others, newest = state.deals
    context = answer_context(desk, notice=notice, numbers=[newest.number])
    context["row_to_add"] = context["paper"].last
    context["rows_that_stay"] = [str(deal.number) for deal in others]
    return context


def too_late_context(
    desk: RubberDesk, form: DealForm, came_as: int | None = None
) -> dict[str, object]:
    """The template context for an entry that came after the end of the rubber: the sheet, and the preview of the entry.

    The entry is not recorded. If the member may propose corrections, `corrects` is the deal that the entry could
    correct.
    """
    state = desk.state
    context = play_context(desk)
    context |= preview_context(desk, form, came_as)
    context |= {"too_late": over(state), "corrects": None}
    if desk.may_correct:
        context["corrects"] = state.deal(came_as or number_of(state, form))
    return context


def end_context(desk: RubberDesk) -> dict[str, Any]:
    """The template context of the sheet at the end of the rubber. A rubber in play is shown as if it stopped now."""
    state = desk.state
    closed = state.numbered_sheet
    if not state.rubber.is_over:
        closed = state.system.close(closed)
    context = sheet_context(state, desk.view, closed)
    context["stopping"] = game_of(state.rubber.system).stopping(state.sheet)
    return context


def ending_context(desk: RubberDesk, form: StopForm) -> dict[str, object]:
    """The template context of the page that stops a rubber: the sheet as if the rubber stopped now, and the form."""
    has_deals = bool(desk.state.deals)
    return end_context(desk) | {
        "form": form,
        "may_keep": desk.may_keep,
        "has_deals": has_deals,
        "counts_nowhere": has_deals and not desk.state.sheet.was_played,
        "decides": has_deals and may_decide(desk, Motion.Kind.END),
        "may_move": may_move(desk),
        "who_decides": who_may_decide(desk.state),
        "in_a_book": dropped_with_the_end(desk.state),
    }


def second_book_notice(entered: DealEntered, key: UUID) -> str:
    """A sentence that tells the scorer of the second book if it agrees with the recorded deal (Law 75).

    It is "" if the form with the key `key` has recorded the deal itself.
    """
    recorded = entered.deal
    is_first_book = entered.proposal is None and recorded.key == key
    if is_first_book:
        return ""
    names = entered.state.names
    recorded_words = told(deal_in_words(recorded.facts, names))
    if entered.proposal:
        own_words = told(deal_in_words(entered.proposal.facts, names))
        notice = _(
            "They have %(theirs)s; you have %(mine)s. The four of you decide below which is right."
        )
        return notice % {"theirs": recorded_words, "mine": own_words}
    number = called(entered.state, recorded.number)
    notice = _("Deal %(number)s is recorded alike, so you have agreed to it: %(deal)s.")
    return notice % {"number": number, "deal": recorded_words}


@dataclass(frozen=True, slots=True)
class Undoable:
    """The last deal of a rubber, shown to the member who may still undo it."""

    number: int
    called: Called
    words: str


def undoable(desk: RubberDesk) -> Undoable | None:
    """The last deal, if the member at the desk may undo it; else None."""
    state = desk.state
    last = state.last
    if last is None or undo_refusal(desk, last.number):
        return None
    return Undoable(
        last.number,
        called(state, last.number),
        told(deal_in_words(last.facts, state.names)),
    )


def _unagreed_before(table: int, rubber: int, person: int) -> QuerySet[Rubber]:
    """The rubbers at the table before `rubber` that are over and not agreed, and in which this person has played.

    The arguments are ids.
    """
    waiting = Rubber.objects.unagreed().filter(table=table, pk__lt=rubber)
    return (
        waiting.filter(seats__member__in=records_of_person(person))
        .distinct()
        .order_by("pk")
    )


_UNAGREED_BEFORE: PreparedLookup[Rubber] = PreparedLookup(
    _unagreed_before,
    *map(Rubber._meta.get_field, ("table", "id")),
    Member._meta.get_field("id"),
)


def _notice(
    state: RubberState, notice: str, *, last: Undoable | None
) -> dict[str, object]:
    """The template variables of the notice beside the keys: the sentence `notice`, or a sentence about `last`.

    `last` is the deal that the member may still undo; its sentence comes with the address to undo it, and only if
    `notice` is empty.
    """
    if notice or last is None:
        return {"notice": notice}
    recorded = _("Deal %(number)s recorded: %(deal)s.")
    return {
        "notice": recorded % {"number": last.called, "deal": last.words},
        "undo_url": address_of("rubbers:deal-undo", state.rubber.pk, last.number),
    }
