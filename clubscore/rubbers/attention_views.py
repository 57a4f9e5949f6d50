"""What needs an admin."""

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.members.http import MemberRequest
from clubscore.rubbers.attention import attention_now


@require_GET
def attention(request: MemberRequest) -> HttpResponse:
    if not request.user.is_staff:
        raise PermissionDenied("This page is for the club's admins.")
    return render(request, "rubbers/attention_index.html", {"attention": attention_now(timezone.now())})
