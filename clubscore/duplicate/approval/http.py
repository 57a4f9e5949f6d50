"""The answer after a director has proposed a late change."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from clubscore.duplicate.models import LateChange


def to_proposal(request: HttpRequest, late: LateChange) -> HttpResponseRedirect:
    """A redirect to the page of a proposal, with a message that says what happens next."""
    messages.success(
        request, _("Proposed. It counts once an organiser of the club has approved it.")
    )
    return redirect("duplicate:late-change", pk=late.session_id, late_pk=late.pk)
