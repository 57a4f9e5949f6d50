"""The page on which a director types the results of slips."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubscore.contracts.letters import strain_letters
from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.director.directing.left_open import by_table
from clubscore.duplicate.director.slips.context import SlipRead, counts, read_back
from clubscore.duplicate.director.slips.forms import SlipsForm
from clubscore.duplicate.director.slips.reading import SlipReader
from clubscore.duplicate.director.slips.services import record_slips
from clubscore.duplicate.outcomes.desk import SessionDesk
from clubscore.duplicate.outcomes.unplayed import missing_in
from clubscore.duplicate.session.http import directed_or_404
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused
from clubscore.web.forms.http import form_page, posted_data


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def slips(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the form. A POST with `record` records the typed results; any other POST reads them back."""
    state = directed_or_404(request, pk)
    if not state.session.is_begun:
        messages.error(request, _("Play has not begun: there are no results yet."))
        return redirect("duplicate:director", pk=pk)
    whole = SessionDesk(state, request.user)
    data = posted_data(request)
    reader = SlipReader(state, whole.results)
    form = SlipsForm(data, reader=reader, initial={"key": uuid4()})
    read = _read(request, whole, form)
    if "record" in request.POST and form.is_valid():
        found = counts(read)
        if found["to_record"] and not found["wrong"]:
            try:
                return _record(request, pk, form, read)
            except Refused as refusal:
                form.refuse(refusal, key=uuid4())
    return _page(request, whole, form, read)


def _read(
    request: MemberRequest, whole: SessionDesk, form: SlipsForm
) -> list[SlipRead]:
    """The lines of the form as they are read back; none if the form is not valid."""
    if not form.is_valid():
        return []
    sent = form.cleaned_data
    reader = SlipReader(whole.state, whole.results, sent["of"], sent["language"])
    replaced = request.POST.getlist("replace")
    return read_back(whole, reader.read(sent["lines"]), replaced, timezone.now())


def _record(
    request: MemberRequest, pk: int, form: SlipsForm, read: list[SlipRead]
) -> HttpResponse:
    """Record the lines that are to be recorded, and show the empty form with a message. Raises Refused."""
    slips = [each.slip for each in read if each.is_to_record]
    record_slips(
        session_id=pk,
        slips=slips,
        key=form.cleaned_data["key"],
        by=request.user,
        now=timezone.now(),
    )
    words = ngettext(
        "%(number)s result is recorded.", "%(number)s results are recorded.", len(slips)
    )
    messages.success(request, words % {"number": len(slips)})
    return redirect("duplicate:slips", pk=pk)


def _page(
    request: MemberRequest, whole: SessionDesk, form: SlipsForm, read: list[SlipRead]
) -> HttpResponse:
    """The page with the lines as they are read back. HTMX gets the lines alone."""
    context = {"read": read, **counts(read)}
    if request.htmx:
        return render(request, "duplicate/_slips_read.html", context)
    state = whole.state
    missing = missing_in(state, whole.results, state.round)
    context |= {
        "session": state.session,
        "form": form,
        "letters": strain_letters(),
        "missing": by_table(state, missing),
        "number_missing": len(missing),
    }
    return form_page(request, "duplicate/slips_form.html", context, form)
