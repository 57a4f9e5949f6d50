"""The page that publishes results, the page of published results, and their files."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import uuid4

from django.contrib import messages
from django.forms import BoundField
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.duplicate.outcomes.results import Results, results_of
from clubscore.duplicate.outcomes.unplayed import missing_in, not_ruled
from clubscore.duplicate.results.publishing.context import results_context
from clubscore.duplicate.results.publishing.forms import PublicationForm
from clubscore.duplicate.results.publishing.open_boards import how_it_counts
from clubscore.duplicate.results.publishing.open_matters import OpenMatter, open_matters
from clubscore.duplicate.results.publishing.queries import (
    closed_without,
    publication_numbered,
)
from clubscore.duplicate.results.publishing.result_files import has_file, result_file
from clubscore.duplicate.results.publishing.services import publish
from clubscore.duplicate.results.terms.queries import periods_of
from clubscore.duplicate.results.travellers.scorecard import entry_called
from clubscore.duplicate.session.contested import ContestedPlace, contested_places
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
    now = timezone.now()
    before = newest_publication(pk)
    results = results_of(pk)
    missing, lost = missing_in(state, results), not_ruled(state, results)
    matters: list[OpenMatter | ContestedPlace] = [
        *open_matters(state, results),
        *contested_places(state, results.attached.there_is),
    ]
    final = is_final(state.session, before, now)
    closed = closed_without(state.session)
    form = PublicationForm(
        posted_data(request),
        before=before,
        is_final=final,
        missing=len(missing) + len(lost),
        matters=matters,
        initial={"key": uuid4()},
    )
    if form.is_valid():
        with refusal_on_form(form):
            publish(session=state.session, notice=form.notice, by=request.user, now=now)
            messages.success(request, _("The results are published."))
            if closed:
                words = _("%(season)s is closed: this session counts in no season.")
                messages.warning(request, words % {"season": closed.name})
            return redirect("duplicate:results", pk=pk)
    context = {
        "session": state.session,
        "form": form,
        "before": before,
        "is_final": final,
        "missing": missing,
        "lost": lost,
        "things": [_open_thing(matter, results, form, pk) for matter in matters],
        "ends": _ends(state.session, now),
        "closed": closed,
    }
    return form_page(request, "duplicate/session_publication.html", context, form)


class OpenThing(NamedTuple):
    """A matter that is open, what it means to leave it open, and the box that says so."""

    words: str
    means: str
    page: str
    box: BoundField


def _open_thing(
    matter: OpenMatter | ContestedPlace,
    results: Results,
    form: PublicationForm,
    session_id: int,
) -> OpenThing:
    """An open matter for the page that publishes the results."""
    means = _means(matter, results)
    return OpenThing(matter.words, means, matter.page(session_id), form[matter.key])


def _means(matter: OpenMatter | ContestedPlace, results: Results) -> str:
    """A sentence that says what follows if a matter stays open."""
    if isinstance(matter, ContestedPlace):
        return matter.means
    return how_it_counts(results, matter.slot)


def _ends(session: Session, now: datetime) -> dict[str, datetime]:
    """The moments at which the correction period and the time for appeals end if the results are published now."""
    periods = periods_of(session)
    return {
        "errors": now + timedelta(minutes=periods.correction_minutes),
        "rulings": now + timedelta(minutes=periods.appeal_minutes),
    }


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
def results_usebio(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """A publication as a USEBIO file, for federations and sites of results."""
    return _file(request, pk, number, "usebio")


@require_GET
@at_one_moment
def results_pbn(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """A publication as a PBN file, for bridge programs."""
    return _file(request, pk, number, "pbn")


def _file(request: MemberRequest, pk: int, number: int, kind: str) -> HttpResponse:
    """The file of a publication as a download.

    If `result_file` refuses, the answer is a redirect to the page of the publication, which shows the refusal. Raises
    Http404 if there is no such session or publication, or if its session has no file of this kind.
    """
    state = state_or_404(pk)
    publication = publication_numbered(pk, number)
    if publication is None or not has_file(state.session, kind):
        raise Http404(f"Publication {number} has no such file.")
    try:
        file = result_file(state, publication, kind)
    except Refused as refusal:
        messages.error(request, str(refusal))
        page = reverse("duplicate:results", args=[pk])
        return redirect(f"{page}?publication={number}")
    answer = HttpResponse(file.content, content_type=file.content_type)
    answer["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return answer
