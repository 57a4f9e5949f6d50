"""Laying devices on tables: a director makes a code for a table, or a player lays the device that they hold."""

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.models import Tablet
from clubscore.duplicate.play.tablet import services
from clubscore.duplicate.play.tablet.forms import TabletTableForm
from clubscore.duplicate.play.tablet.keys import (
    is_device_of,
    key_of,
    know_device,
    tablet_or_404,
)
from clubscore.duplicate.session.http import directed_or_404, state_or_404
from clubscore.duplicate.session.laid import lies_still
from clubscore.duplicate.session.lineup import table_name
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import player_required
from clubscore.refusals import Refused, refusal_as_message


@require_http_methods(["GET", "POST"])
@at_one_moment
@player_required
def tablets(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the devices on the tables and the unused codes. POST makes a code, which may replace a device."""
    state = directed_or_404(request, pk)
    if request.method == "POST":
        form = TabletTableForm(request.POST)
        with refusal_as_message(request):
            if not form.is_valid():
                raise Refused(_("Choose a table of this session."))
            services.lay_tablet(
                session=state.session,
                **form.cleaned_data,
                by=request.user,
                now=timezone.now(),
            )
        return redirect("duplicate:tablets", pk=pk)
    tablets = (
        Tablet.objects.open()
        .filter(session=pk)
        .select_related("opened_by", "section", "pair")
    )
    lying = {(tablet.section_id, tablet.table): tablet for tablet in tablets}
    lines = []
    for section in state.sections:
        for table in range(1, section.movement.tables + 1):
            tablet = lying.get((section.section.pk, table))
            link = _link_of_code(request, tablet)
            name = table_name(state, section, table)
            has_ended = tablet is not None and not lies_still(state, tablet)
            lines.append((section.letter, table, name, tablet, link, has_ended))
    context = {"session": state.session, "lines": lines}
    return render(request, "duplicate/tablet_list.html", context)


def _link_of_code(request: MemberRequest, tablet: Tablet | None) -> str:
    """The full address in the code of a tablet that no device has taken yet; empty if there is no such tablet."""
    if tablet is None or tablet.taken_at:
        return ""
    address = reverse("duplicate:tablet", args=[key_of(tablet)])
    return request.build_absolute_uri(address)


@require_POST
@player_required
def tablet_close(request: MemberRequest, pk: int, tablet_pk: int) -> HttpResponse:
    """POST takes a device from its table, and redirects to the list of devices."""
    directed_or_404(request, pk)
    tablets = Tablet.objects.select_related("session")
    tablet = get_object_or_404(tablets, pk=tablet_pk, session=pk)
    services.close_tablet(tablet=tablet, by=request.user, now=timezone.now())
    return redirect("duplicate:tablets", pk=pk)


@require_POST
@player_required
def tablet_lay(request: MemberRequest, pk: int) -> HttpResponse:
    """POST makes this device the tablet of the member's own table, for all four players. The member is signed out on
    it."""
    state = state_or_404(pk)
    with refusal_as_message(request):
        own_table = services.table_of(state, request.user)
        if own_table is None:
            raise Refused(
                _(
                    "You sit at no table of this session in this round: ask the director."
                )
            )
        letter, table = own_table
        laid = services.lay_tablet(
            session=state.session,
            letter=letter,
            table=table,
            by=request.user,
            now=timezone.now(),
            is_here=True,
        )
        return _of_the_table(request, laid)
    return redirect("duplicate:own-table", pk=pk)


@require_POST
@login_not_required
def tablet_take(request: HttpRequest, key: str) -> HttpResponse:
    """POST makes the device that has scanned a table's code the tablet of the table, and signs its member out.

    The device may send the form again. Raises PermissionDenied if another device has used the code.
    """
    tablet = tablet_or_404(key)
    if not is_device_of(request, tablet):
        services.take_device(tablet=tablet, now=timezone.now())
    return _of_the_table(request, tablet)


def _of_the_table(request: HttpRequest, tablet: Tablet) -> HttpResponse:
    """Sign out on this device, make it the device of the tablet, and redirect to the page of the table."""
    logout(request)
    answer = redirect("duplicate:tablet", key=key_of(tablet))
    know_device(answer, tablet)
    return answer
