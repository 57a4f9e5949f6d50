"""The page on which a device chooses how deals are entered on it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.members.device.choices import DeviceChoices
from clubscore.members.device.forms import DeviceForm
from clubscore.members.http import MemberRequest
from clubscore.web.forms.http import posted_data


@require_http_methods(["GET", "POST"])
def device(request: MemberRequest) -> HttpResponse:
    """Choose how deals are entered on this device. A cookie keeps the choices."""
    posted = posted_data(request)
    form = DeviceForm(DeviceChoices.of(request), posted)
    if not form.is_valid():
        return render(request, "members/device_choices.html", {"form": form})
    messages.success(request, _("This device will do so from now on."))
    answer = redirect("members:device")
    form.choices.keep(answer, is_secure=request.is_secure())
    return answer
