"""The pages of the backups: what there is, a backup now, and the restore of one of them."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.backups.asking import ask_for_backup, is_being_made
from clubscore.backups.notes import Backup
from clubscore.backups.words import backup_state
from clubscore.configuration.places import restore_as_typed_here
from clubscore.members.access.sessions import signed_in_lately
from clubscore.members.access.throttle import (
    TooManyTries,
    admit,
    forget_attempts,
    limits_for,
)
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required, may_own, owner_required
from clubscore.refusals import Refused, refusal_as_message, refusal_on_form
from clubscore.restoring.asking import (
    ask_for_restore,
    backup_called,
    backups_here,
    last_outcome,
)
from clubscore.restoring.forms import RestoreForm
from clubscore.restoring.queries import written_since
from clubscore.upkeep.restarting import can_restart

AGAIN = gettext_lazy(
    "Sign out, sign in again with your passkey, and restore within 15 minutes."
)
LOOK_AGAIN = "3"  # seconds after which a browser asks for the page again
BACK_AFTER = 15  # seconds, after which a browser without scripts goes back


@require_GET
@admin_required
def backups(request: MemberRequest) -> HttpResponse:
    """The page of the backups. While one is being made, the page is asked for again every few seconds."""
    now = timezone.now()
    is_at_work = is_being_made()
    context = {
        "backup": backup_state(now),
        "backups": backups_here(),
        "is_being_made": is_at_work,
        "outcome": last_outcome(),
        "may_restore": may_own(request.user),
        "can_restart": can_restart(),
        "now": now,
    }
    page = render(request, "restoring/backup_list.html", context)
    if is_at_work:
        page["Refresh"] = LOOK_AGAIN
    return page


@require_POST
@admin_required
def making(request: MemberRequest) -> HttpResponse:
    """Ask the server for a backup."""
    with refusal_as_message(request):
        ask_for_backup()
    return redirect("restoring:backups")


@require_http_methods(["GET", "POST"])
@owner_required
def restore(request: MemberRequest) -> HttpResponse:
    """GET shows what a restore of the backup in the address would take away. POST asks for the restore."""
    backup = backup_called(request.GET.get("backup", ""))
    if backup is None:
        raise Http404(_("This backup is no longer there."))
    if request.method == "GET":
        return _restore_page(request, backup, RestoreForm(request.user))
    now = timezone.now()
    if not request.user.has_password and not signed_in_lately(request, now=now):
        return _restore_page(
            request, backup, RestoreForm(request.user), refusal=AGAIN, status=422
        )
    try:
        limits = limits_for(request, action="restore", who=request.user.username or "")
        attempts = admit(limits=limits, now=now)
    except TooManyTries as refusal:  # the password is not even looked at
        return _restore_page(
            request, backup, RestoreForm(request.user), refusal=refusal, status=429
        )
    form = RestoreForm(request.user, request.POST)
    if "password" not in form.errors:
        forget_attempts(attempts=attempts)
    if not form.is_valid():
        return _restore_page(request, backup, form, status=422)
    with refusal_on_form(form):
        ask_for_restore(backup=backup, by=request.user, now=now)
        return _begun_page(request, backup)
    return _restore_page(request, backup, form, status=409)


def _restore_page(
    request: MemberRequest,
    backup: Backup,
    form: RestoreForm,
    *,
    refusal: str | Promise | Refused = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "backup": backup,
        "form": form,
        "refusal": refusal,
        "since": written_since(backup.made_at),
        "can_restart": can_restart(),
        "command": restore_as_typed_here(backup.path),
        "now": timezone.now(),
    }
    return render(request, "restoring/restore_form.html", context, status=status)


def _begun_page(request: MemberRequest, backup: Backup) -> HttpResponse:
    """The page that is open while the club is being restored; it leads to the page of the backups."""
    context = {"backup": backup, "after": BACK_AFTER}
    return render(request, "restoring/restore_begun.html", context)
