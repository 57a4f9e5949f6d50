"""The page of substitutes: the list of substitutes, and the form."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.approval.forms import LateGroundsForm, is_ready, late_form_of
from clubscore.duplicate.approval.http import to_proposal
from clubscore.duplicate.approval.services import propose
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.forms import SessionSubstituteForm
from clubscore.duplicate.director.substituting.services import sit_in
from clubscore.duplicate.director.substituting.wiring import proposed_substitute
from clubscore.duplicate.models import Session
from clubscore.duplicate.session.http import directed_or_404
from clubscore.duplicate.session.lineup import entry_name, entry_names, shares_of
from clubscore.duplicate.session.state import SessionState
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import refusal_on_form
from clubscore.web.forms.http import form_page, posted_data


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def substitutes(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the substitutes and the form for a substitute; POST adds a substitute."""
    state = directed_or_404(request, pk)
    form = SessionSubstituteForm(posted_data(request), state=state)
    late_form = late_form_of(request, state.session, timezone.now(), asks_why=True)
    if form.is_valid() and is_ready(late_form):
        with refusal_on_form(form):
            return _write(request, state.session, form.change, late_form)
    context = {
        "state": state,
        "session": state.session,
        "form": form,
        "late_form": late_form,
        "substituted": _substituted(state),
    }
    return form_page(
        request, "duplicate/substitute_list.html", context, form, late_form
    )


def _write(
    request: MemberRequest,
    session: Session,
    change: PlaceChange,
    late_form: LateGroundsForm | None,
) -> HttpResponse:
    """Add the substitute, or propose it after the correction period, and redirect. Raises Refused if it is refused."""
    now = timezone.now()
    if late_form:
        sent = late_form.cleaned_data
        late = propose(
            session=session,
            proposed=proposed_substitute(change, sent["why"], sent["late_key"]),
            grounds=late_form.grounds,
            by=request.user,
            now=now,
        )
        return to_proposal(request, late)
    sit_in(session=session, change=change, by=request.user, now=now)
    done = _("%(name)s plays from round %(round)s.")
    values = {"name": change.member.name, "round": change.from_round}
    messages.success(request, done % values)
    return redirect("duplicate:substitutes", pk=session.pk)


def _substituted(state: SessionState) -> list[tuple[str, str, list[str]]]:
    """Each entry with a substitute: its number, its names, and its members who played less than half of its rounds.

    The score of the entry does not count for these members.
    """
    substituted = []
    for section in state.sections:
        for number in section.entries:
            shares = shares_of(section, number)
            if any(share.rounds for share in shares):
                name = entry_name(state, section, number)
                names = entry_names(section, number)
                too_little = [share.member.name for share in shares if not share.counts]
                substituted.append((name, names, too_little))
    return substituted
