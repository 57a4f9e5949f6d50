"""What the sheet's templates are given: the same for the page, the answer to a POST, the poll and the stream."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.urls import reverse

from clubscore.contracts.deal_form import DealForm
from clubscore.games import game_of
from clubscore.games.viewpoint import pair
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer, may_play
from clubscore.rubbers.agreement.services import Entered
from clubscore.rubbers.consent.cards import consent_for
from clubscore.rubbers.entry.forms import entry_form
from clubscore.rubbers.entry.preview import preview_of
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.queries import (
    fold,
    may_keep,
    moves_of,
    newest_row,
    next_number,
    numbered,
    rubber_number,
    seat_of,
    sheet_of,
    standing_deals,
    still_seated,
    view_of,
)
from clubscore.rubbers.recording.forms import StopForm
from clubscore.rubbers.recording.services import over
from clubscore.rubbers.sheet.paper import Paper, paper
from clubscore.rubbers.sheet.signatures import signatures_of
from clubscore.tables.games import house_rules
from scoring import SYSTEMS, Sheet, Side
from scoring.words import deal_in_words


def sheet_context(rubber: Rubber, view: str, sheet: Sheet | None = None) -> dict[str, Any]:
    """The live sheet in one view: "NS", "EW" (that side is We) or "watch"."""
    standing = standing_deals(rubber.deals.all())
    signatures = signatures_of(rubber, standing)
    shown = numbered(sheet or fold(rubber, standing), standing)
    return {
        "signatures": signatures,
        "rubber": rubber,
        "view": view,
        "title": rubber.table.name,
        "subtitle": f"{SYSTEMS[rubber.system].title} · {rubber.called} {rubber_number(rubber)}",
        "house_rules": house_rules(rubber.system, rubber.rules),
        "paper": drawn(rubber, view, shown).marked(signatures.marks()),
        "net": signatures.net_marks() if rubber.is_over else None,
        "next_number": next_number(rubber.deals.all()),
        "finished": rubber.is_agreed,
        "stage": stage_of(rubber),
        "revision": moves_of(rubber),
    }


def drawn(rubber: Rubber, view: str, sheet: Sheet) -> Paper:
    return paper(sheet, names=rubber.names, view=view, reason_given=rubber.ending_reason)


def figure_context(rubber: Rubber, member: Member, number: int) -> dict[str, object]:
    """Why the figures of deal `number` are what they are. KeyError when it was not played."""
    context = sheet_context(rubber, view_of(rubber, member))
    return context | {"entry": context["paper"].deal(number), "may_correct": may_correct(rubber, member)}


def may_correct(rubber: Rubber, member: Member) -> bool:
    """Whether this member may propose that a deal of the rubber be corrected."""
    return seat_of(rubber, member) is not None and not rubber.is_agreed and may_play(member)


def stage_of(rubber: Rubber) -> str:
    """What the page around a live sheet must fit: the rubber, and whether it is still in play."""
    return f"rubber-{rubber.pk}-{rubber.ending or 'in-play'}"


def entry_context(rubber: Rubber, member: Member, form: DealForm, sheet: Sheet) -> dict[str, object]:
    """The entry form of a rubber in play, for one of those who keep it."""
    return {
        "rubber": rubber,
        "form": form,
        "players": [{"seat": seat, "name": name, "side": seat.side.value} for seat, name in rubber.names.items()],
        "pairs": {side.value: pair(side, rubber.names) for side in Side},
        "preview": preview_of(sheet, form, rubber.names, view_of(rubber, member)),
        "key": form["key"].value() or uuid4(),
        "number": form["number"].value() or next_number(rubber.deals.all()),
    }


@dataclass(frozen=True, slots=True)
class Undoable:
    """The last deal, for the one who may still undo it."""

    number: int
    words: str


def undoable(rubber: Rubber, member: Member) -> Undoable | None:
    """The last deal, if this member recorded it and nothing has been written since."""
    standing = standing_deals(rubber.deals.all())
    last = standing[-1] if standing else None
    if last is None or last.recorded_by_id != member.pk or last != newest_row(rubber.deals.all()):
        return None
    if rubber.is_over and not _may_be_reopened(rubber):
        return None
    return Undoable(last.number, deal_in_words(last.facts, rubber.names))


def _may_be_reopened(rubber: Rubber) -> bool:
    if rubber.ending == Rubber.Ending.UNFINISHED or rubber.table.closed_at:
        return False
    return still_seated(rubber) and not Rubber.objects.filter(table=rubber.table).begun_after(rubber).exists()


def consent_context(rubber: Rubber, member: Member, *, refusal: str = "") -> dict[str, object]:
    """What this member, or those who borrow the device, are asked to agree to; `refusal` is why a tap did nothing."""
    sheet = sheet_of(rubber)
    context = sheet_context(rubber, view_of(rubber, member), sheet)
    consent = consent_for(rubber, member, sheet, context["paper"], context["signatures"])
    return context | {"consent": consent, "consent_refusal": refusal, "may_keep": True, "user": member}


def unagreed_before(rubber: Rubber, member: Member) -> list[Rubber]:
    """Earlier rubbers of this member at the table that are over and still wait to be agreed."""
    waiting = Rubber.objects.unagreed().filter(table=rubber.table_id, pk__lt=rubber.pk)
    return list(waiting.filter(seats__member=member).distinct().order_by("pk"))


def play_context(
    rubber: Rubber, member: Member, *, form: DealForm | None = None, notice: str = ""
) -> dict[str, object]:
    """The sheet, and the entry form for those who keep it."""
    sheet = sheet_of(rubber)
    context = sheet_context(rubber, view_of(rubber, member), sheet)
    last = undoable(rubber, member)
    context |= {"may_keep": may_keep(rubber, member), "undoable": last}
    context |= {"may_reopen": rubber.is_agreed and may_administer(member)}
    if context["may_keep"]:
        context |= {"unagreed": unagreed_before(rubber, member)}
    if context["may_keep"] and not rubber.is_agreed:
        context |= {"consent": consent_for(rubber, member, sheet, context["paper"], context["signatures"])}
    if rubber.is_over or not context["may_keep"]:
        return context
    context |= entry_context(rubber, member, form or entry_form(rubber), sheet)
    return context | _notice(rubber, last, notice)


def too_late_context(rubber: Rubber, member: Member, form: DealForm) -> dict[str, object]:
    """The sheet of a rubber that ended before this entry came, with what was entered: it is not recorded."""
    context = play_context(rubber, member)
    preview = preview_of(sheet_of(rubber), form, rubber.names, view_of(rubber, member))
    return context | {"too_late": over(rubber=rubber), "words": preview.words}


def _notice(rubber: Rubber, last: Undoable | None, notice: str) -> dict[str, object]:
    """What stands beside the Record button: the refusal, else the last deal with its undo."""
    if notice or last is None:
        return {"notice": notice}
    undo_url = reverse("rubbers:deal-undo", args=[rubber.pk, last.number])
    return {"notice": f"Deal {last.number} recorded: {last.words}.", "undo_url": undo_url}


def two_books(entered: Entered, key: UUID) -> str:
    """What is said to whoever came second with a deal, in the other book (Law 75); nothing to the first."""
    standing, names = entered.deal, entered.deal.rubber.names
    if entered.proposal:
        theirs, mine = (deal_in_words(deal.facts, names) for deal in (standing, entered.proposal))
        return f"They have {theirs}; you have {mine}. The four of you decide below which is right."
    if standing.key != key:
        words = deal_in_words(standing.facts, names)
        return f"Deal {standing.number} is recorded alike, so you have agreed to it: {words}."
    return ""


def end_context(rubber: Rubber, member: Member) -> dict[str, Any]:
    """The sheet as it is at the end: of a rubber in play, as it would be if it stopped now."""
    sheet = sheet_of(rubber)
    closed = sheet if rubber.is_over else SYSTEMS[rubber.system].close(sheet)
    stopping = game_of(rubber.system).stopping(sheet)
    return sheet_context(rubber, view_of(rubber, member), closed) | {"stopping": stopping}


def ending_context(rubber: Rubber, member: Member, form: StopForm) -> dict[str, object]:
    """What stopping the rubber now would give, with the form that asks for the reason."""
    return end_context(rubber, member) | {"form": form, "may_keep": may_keep(rubber, member)}
