"""What the entry of a deal is given: the keys, the preview, and for which deal the form is."""

from uuid import uuid4

from clubscore.contracts.deal_form import DealForm
from clubscore.games.viewpoint import pair
from clubscore.members.models import Member
from clubscore.rubbers.entry.preview import preview_of
from clubscore.rubbers.state import RubberState
from scoring import Side


def entry_context(state: RubberState, member: Member, form: DealForm) -> dict[str, object]:
    """The entry form of a rubber in play, for a member who keeps it."""
    return preview_context(state, member, form) | {
        "form": form,
        "players": [{"seat": seat, "name": name, "side": seat.side.value} for seat, name in state.names.items()],
        "pairs": {side.value: pair(side, state.names) for side in Side},
        "key": form["key"].value() or uuid4(),
        "number": form["number"].value() or state.next_number,
    }


def preview_context(state: RubberState, member: Member, form: DealForm) -> dict[str, object]:
    """What the form would write, as this member sees the sheet."""
    preview = preview_of(state.sheet, form, state.names, state.view_of(member))
    return {"rubber": state.rubber, "preview": preview}
