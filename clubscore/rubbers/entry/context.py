"""Template context of the entry of a deal: the form with its keys, the preview, the number of the deal."""

from dataclasses import replace
from uuid import uuid4

from django.utils.translation import gettext as _

from clubscore.contracts.bidding_box import player_keys
from clubscore.contracts.deal_form import DealForm
from clubscore.contracts.preview import blank_preview
from clubscore.games import game_of
from clubscore.games.viewpoint import pair
from clubscore.rubbers.entry.preview import preview_in
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.numbers import next_called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.web.templatetags.addresses import address_of
from scoring import Side


def pairs_of(state: RubberState) -> dict[str, str]:
    """The names of the two pairs of players, by "NS" and "EW"."""
    return {side.value: pair(side, state.names) for side in Side}


def entry_context(
    desk: RubberDesk, form: DealForm, came_as: int | None = None
) -> dict[str, object]:
    """The template context of the entry form of a rubber in play, for a member who may write on its sheet.

    `came_as` is the number of the deal for which a refused entry was sent, else None.
    """
    state = desk.state
    context = slip_context(desk, form, came_as)
    context["form"] = form
    context["entry_address"] = address_of("rubbers:deal-create", state.rubber.pk)
    context["draft"] = state.rubber.pk
    context["players"] = player_keys(state.names)
    context["pairs"] = pairs_of(state)
    return context


def slip_context(
    desk: RubberDesk,
    form: DealForm | None,
    came_as: int | None = None,
) -> dict[str, object]:
    """The template context of the slip: the preview below the keys of the entry form, with its hidden fields.

    The hidden fields are the number of the deal and the key of the form. `form` is None if nothing is entered.
    `came_as` is the number of the deal for which a refused entry was sent, else None.
    """
    state = desk.state
    if form is None:
        preview = blank_preview(game_of(state.rubber.system).form)
        return {
            "rubber": state.rubber,
            "preview": preview,
            "key": uuid4(),
            "number": state.next_number,
        }
    context = preview_context(desk, form, came_as)
    context["key"] = form["key"].value() or uuid4()
    context["number"] = form["number"].value() or state.next_number
    return context


def number_of(state: RubberState, form: DealForm) -> int:
    """The deal number in the form; the number of the next deal if the form has no number."""
    form.partial()  # cleans the form
    number: int = form.cleaned_data.get("number") or state.next_number
    return number


def preview_context(
    desk: RubberDesk, form: DealForm, came_as: int | None = None
) -> dict[str, object]:
    """The template context of the preview of the form, in the view in which this member sees the sheet.

    `came_as` is the number of the deal for which a refused entry was sent, else None.
    """
    state = desk.state
    number = came_as or number_of(state, form)
    preview = preview_in(state, form, number, desk.view)
    if came_as and preview.instead_of:
        preview = replace(
            preview, record_as=_("deal %(number)s") % {"number": next_called(state)}
        )
    return {"rubber": state.rubber, "preview": preview}
