"""The button on the director's page that rules on the boards of a table that nobody plays any more."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.duplicate.session.http import directed_or_404
from clubscore.duplicate.verdicts.unplayed.forms import UnplayedForm
from clubscore.duplicate.verdicts.unplayed.services import rule_on_unplayed
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused, refusal_as_message


@require_POST
@player_required
def unplayed_boards(request: MemberRequest, pk: int) -> HttpResponse:
    """Rule on the boards of a table that are not played any more, and redirect to the director's page."""
    state = directed_or_404(request, pk)
    form = UnplayedForm(request.POST)
    with refusal_as_message(request):
        if not form.is_valid():
            words = _("That form was cut off or too old. Look, and answer again.")
            for error in form.non_field_errors():
                words = str(error)
            raise Refused(words)
        rule_on_unplayed(
            session=state.session,
            by=request.user,
            now=timezone.now(),
            **form.cleaned_data,
        )
    return redirect("duplicate:director", pk=pk)
