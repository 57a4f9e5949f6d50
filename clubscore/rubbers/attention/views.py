"""What needs an admin."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required
from clubscore.rubbers.attention.queries import attention_now


@require_GET
@admin_required
def attention(request: MemberRequest) -> HttpResponse:
    return render(request, "rubbers/attention_index.html", {"attention": attention_now(timezone.now())})
