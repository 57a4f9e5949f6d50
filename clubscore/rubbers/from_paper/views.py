"""The page on which a paper pad is typed in: first a preview of the sheet, then all lines are recorded at once."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

import scoring
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_on_form
from clubscore.rubbers.from_paper.context import paper_context
from clubscore.rubbers.from_paper.forms import PaperForm
from clubscore.rubbers.from_paper.services import record_from_paper
from clubscore.rubbers.recording.queries import over, require_keeper
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.http import page_of, state_or_404
from clubscore.rubbers.rubber.state import RubberState
from clubscore.web.forms.http import form_page


@require_http_methods(["GET", "POST"])
@player_required
def paper_deals(request: MemberRequest, pk: int) -> HttpResponse:
    """Show the form for many deals of a rubber in play.

    A POST with `record` records them, any other POST shows a preview.
    """
    state = state_or_404(pk)
    require_keeper(RubberDesk(state, request.user))
    if request.method == "GET":
        if state.rubber.is_over:
            messages.error(request, over(state))
            return redirect(page_of(state))
        return _page(request, state, PaperForm(state))
    form = PaperForm(state, request.POST)
    if not form.is_valid() or "record" not in request.POST:
        return _page(request, state, form)
    data = form.cleaned_data
    with refusal_on_form(form):
        try:
            record_from_paper(
                state=state,
                deals=form.facts,
                number=data["number"],
                seen_revision=data["revision"],
                key=data["key"],
                by=request.user,
                now=timezone.now(),
            )
            return redirect(page_of(state))
        except scoring.ScoringError:  # the preview says which line it is
            return _page(request, state, form)
    state = state_or_404(pk)
    form.look_again(state)
    return _page(request, state, form)


def _page(request: MemberRequest, state: RubberState, form: PaperForm) -> HttpResponse:
    """The page with the form and, if the deals in the form can be scored, the preview of these deals."""
    sheet = form.sheet_with(state) if form.is_valid() else None
    context = paper_context(RubberDesk(state, request.user), form, sheet)
    return form_page(request, "rubbers/rubber_paper.html", context, form)
