"""The page that publishes results, the page of published results, and their files."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.results.publishing.context import results_context
from clubscore.duplicate.results.publishing.publication_page import publication_page
from clubscore.duplicate.results.publishing.queries import publication_numbered
from clubscore.duplicate.results.publishing.result_files import (
    has_file,
    has_national_ids,
    result_file,
)
from clubscore.duplicate.results.publishing.services import publish
from clubscore.duplicate.results.travellers.scorecard import entry_called
from clubscore.duplicate.session.http import directed_or_404, state_or_404
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused, refusal_on_form
from clubscore.web.forms.http import form_page, posted_data
from clubscore.web.pagination import page_number


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def publication(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows what is missing or open and asks for the correction period. POST publishes the results."""
    state = directed_or_404(request, pk)
    session = state.session
    if not session.is_over:
        words = _(
            "%(session)s is still played: results are published when play is over."
        )
        messages.error(request, words % {"session": session.name})
        return redirect("duplicate:director", pk=pk)
    now = timezone.now()
    page = publication_page(state, posted_data(request), now)
    form = page.form
    if form.is_valid():
        with refusal_on_form(form):
            publish(session=session, notice=form.notice, by=request.user, now=now)
            messages.success(request, _("The results are published."))
            if page.closed:
                words = _("%(season)s is closed: this session counts in no season.")
                messages.warning(request, words % {"season": page.closed.called})
            return redirect("duplicate:results", pk=pk)
    template = "duplicate/session_publication.html"
    return form_page(request, template, vars(page), form)


@require_GET
@at_one_moment
def results(request: MemberRequest, pk: int) -> HttpResponse:
    """The page of the published results: the newest publication, or the publication in `?publication=`.

    Once the session is over, `?card=A7` shows the scorecard of an entry.
    """
    state = state_or_404(pk)
    number = None
    if "publication" in request.GET:
        number = page_number(request.GET["publication"])
    entry = None
    if "card" in request.GET:
        entry = entry_called(state, request.GET["card"])
        if entry is None:
            raise Http404("This session has no such entry.")
    context = results_context(state, request.user, timezone.now(), number, entry)
    if number is not None and context["publication"] is None:
        raise Http404(_("There is no publication %(number)s.") % {"number": number})
    return render(request, "duplicate/session_results.html", context)


@require_GET
@at_one_moment
def results_file(
    request: MemberRequest, pk: int, number: int, kind: str
) -> HttpResponse:
    """A publication as a file of a kind, such as `usebio`, as a download.

    If the file cannot be made, the answer is a redirect to the page of the publication, which says why. Raises Http404
    if there is no such session or publication, or if its session has no file of this kind.
    """
    state = state_or_404(pk)
    publication = publication_numbered(pk, number)
    if publication is None or not has_file(state.session, kind):
        raise Http404(f"Publication {number} has no such file.")
    try:
        has_ids = has_national_ids(state.session, request.user)
        now = timezone.now()
        file = result_file(state, publication, kind, has_ids=has_ids, now=now)
    except Refused as refusal:
        messages.error(request, str(refusal))
        page = reverse("duplicate:results", args=[pk])
        return redirect(f"{page}?publication={number}")
    answer = HttpResponse(file.content, content_type=file.content_type)
    answer["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return answer
