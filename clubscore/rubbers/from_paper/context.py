"""Template context of the page on which a paper pad is typed in."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubscore.contracts.letters import strain_letters
from clubscore.rubbers.from_paper.forms import PaperForm
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.numbers import next_called
from clubscore.rubbers.sheet.paper import paper
from scoring import Sheet

EXAMPLES = {  # of lines, in games with royals and without
    True: (_("2rs+1 h3s h2e"), _("1nn+1 h4n"), _("3de=")),
    False: (
        _("2hs+2"),
        _("4sxw-2"),
        _("3ne+1 h4n"),
        pgettext_lazy("a deal that is typed", "pass"),
    ),
}


def paper_context(
    desk: RubberDesk, form: PaperForm, sheet: Sheet | None
) -> dict[str, Any]:
    """The template context of the form and the preview of its deals.

    `sheet` is the sheet with these deals at its end; None if no preview is shown."""
    state = desk.state
    context: dict[str, Any] = {
        "rubber": state.rubber,
        "form": form,
        "names": state.names,
        "to_come": next_called(state),
        "example": EXAMPLES[state.system.royals],
        "letters": strain_letters(),
    }
    if sheet is None:
        return context
    recorded = len(state.numbered_sheet.deals)
    drawn = paper(sheet, names=state.names, view=desk.view)
    return context | {"deals": drawn.deals[recorded:], "drawn": drawn}
