"""The page of a rubber, and the explanations of its figures."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.live.http import poll
from clubscore.live.topics import WATCH
from clubscore.members.http import MemberRequest
from clubscore.rubbers.page.context import end_context, figure_context, play_context
from clubscore.rubbers.rubber.http import desk_or_404


@require_GET
def rubber_detail(request: MemberRequest, pk: int) -> HttpResponse:
    """Show the page of a rubber: the sheet and, to members who may write on it, the entry form and the cards.

    `?cards=all` shows the cards of all unsigned deals."""
    shows_all = request.GET.get("cards") == "all"
    context = play_context(desk_or_404(request, pk), shows_all=shows_all)
    return render(request, "rubbers/rubber_detail.html", context)


@require_GET
def sheet(request: MemberRequest, pk: int) -> HttpResponse:
    """Send the sheet as it is now to a page without a live stream; 204 if it has not changed since `?revision=`."""
    return poll(request, "rubber", pk, request.GET.get("view", WATCH))


@require_GET
def deal_detail(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Show the explanation of the figures of a deal. Raises Http404 if the deal is not on the sheet."""
    try:
        context = figure_context(desk_or_404(request, pk), number)
    except KeyError as missing:
        raise Http404(_("That deal is not on this sheet.")) from missing
    template = "rubbers/_figure.html" if request.htmx else "rubbers/deal_detail.html"
    return render(request, template, context)


@require_GET
def end_detail(request: MemberRequest, pk: int) -> HttpResponse:
    """Show the explanation of the figures that the end of a rubber adds, or would add if the rubber stopped now.

    Raises Http404 if the end adds nothing."""
    context = end_context(desk_or_404(request, pk))
    if not context["paper"].closing:
        raise Http404(_("The end of this rubber adds nothing."))
    template = "rubbers/_end.html" if request.htmx else "rubbers/end_detail.html"
    return render(request, template, context)
