"""The page of a draw: the next round can be drawn, drawn again, or changed by exchanging two entries."""

import secrets

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.drawing import services
from clubscore.duplicate.director.drawing.context import draw_context
from clubscore.duplicate.director.drawing.forms import DrawForm, FirstDrawForm, SwapForm
from clubscore.duplicate.director.opening.draws import SEEDS
from clubscore.duplicate.session.http import directed_or_404
from clubscore.duplicate.session.state import SessionState
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_on_form
from clubscore.web.forms.http import form_page, posted_data

PAGE = "duplicate/round_draw.html"


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def draw(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the draw of the next round; POST draws it, or draws it again."""
    state = _swiss_or_404(request, pk)
    form = _draw_form(state, posted_data(request))
    if form.is_valid():
        with refusal_on_form(form):
            _draw(request, state, form)
            words = _("Round %(round)s is drawn. Everybody sees where they sit.")
            messages.success(request, words % {"round": form.cleaned_data["round"]})
            return redirect("duplicate:draw", pk=pk)
    return _page(request, state, form, SwapForm(state=state))


@require_POST
@player_required
def draw_swap(request: MemberRequest, pk: int) -> HttpResponse:
    """POST lets two teams or pairs change places in the draw of the next round."""
    state = _swiss_or_404(request, pk)
    form = SwapForm(request.POST, state=state)
    if form.is_valid():
        given = form.cleaned_data
        with refusal_on_form(form):
            services.swap(
                session=state.session, by=request.user, now=timezone.now(), **given
            )
            words = _("Pairs %(one)s and %(other)s have changed places.")
            if state.session.noun == "team":
                words = _("Teams %(one)s and %(other)s have changed places.")
            messages.success(
                request, words % {"one": given["one"], "other": given["other"]}
            )
            return redirect("duplicate:draw", pk=pk)
    return _page(request, state, _draw_form(state), form)


def _swiss_or_404(request: MemberRequest, pk: int) -> SessionState:
    """The state of a session that the member directs. Raises Http404 if it is not a Swiss or does not exist.

    Raises PermissionDenied for members who do not direct.
    """
    state = directed_or_404(request, pk)
    if not state.session.is_swiss:
        raise Http404("Only the rounds of a Swiss are drawn.")
    return state


def _draw_form(state: SessionState, data: object = None) -> DrawForm | FirstDrawForm:
    """The form to draw the first round, or a later round from the standings."""
    if state.round:
        return DrawForm(data, state=state)
    return FirstDrawForm(data, state=state)


def _draw(
    request: MemberRequest, state: SessionState, form: DrawForm | FirstDrawForm
) -> None:
    """Draw the next round as the valid form says.

    Raises Refused if the service refuses the draw. Raises PermissionDenied for members who do not direct.
    """
    given = form.cleaned_data
    if isinstance(form, FirstDrawForm):
        services.draw_first_round(
            session=state.session,
            how=given["how"],
            entries=given["entries"],
            seed=secrets.randbelow(SEEDS),
            edition=given["edition"],
            by=request.user,
            now=timezone.now(),
        )
    else:
        services.draw_round(
            session=state.session,
            round=given["round"],
            edition=given["edition"],
            by=request.user,
            now=timezone.now(),
        )


def _page(
    request: MemberRequest,
    state: SessionState,
    form: DrawForm | FirstDrawForm,
    swap_form: SwapForm,
) -> HttpResponse:
    context = draw_context(state, request.user) | {"form": form, "swap_form": swap_form}
    return form_page(request, PAGE, context, form, swap_form)
