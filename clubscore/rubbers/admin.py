"""Admin pages on which the secretary finds and reads rubbers, and arbiters open them again and rule on proposals."""

from typing import Any, ClassVar, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubscore.members.models import Member
from clubscore.members.permissions import may_arbitrate
from clubscore.refusals import Refused
from clubscore.rubbers.correction.rulings import reopen, rule
from clubscore.rubbers.house_rules.forms import HouseRulesForm
from clubscore.rubbers.models import (
    Deal,
    HouseRules,
    Proposal,
    Rubber,
    RubberSeat,
    Vote,
)
from clubscore.rubbers.rubber.loading import load
from clubscore.web.office_admin import ActionReasonForm, ReadOnlyAdmin, ReadOnlyInline
from scoring import ScoringError


class WithReasons(ReadOnlyAdmin):
    """Base class of admin pages whose actions need a written reason, which is typed beside the choice of the action."""

    action_form = ActionReasonForm

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        if may_arbitrate(cast(Member, request.user)):
            return super().get_actions(request)
        return {}

    def done(self, request: HttpRequest, service: Any, **arguments: Any) -> bool:
        """Call the service with these arguments, the user and the time. If it refuses, show the refusal.

        Returns True if the service did not refuse.
        """
        try:
            service(**arguments, by=cast(Member, request.user), now=timezone.now())
        except (Refused, PermissionDenied, ScoringError) as refusal:
            self.message_user(request, str(refusal), messages.WARNING)
            return False
        return True


class RubberSeatInline(ReadOnlyInline):
    model = RubberSeat
    names = ("member",)


class DealInline(ReadOnlyInline):
    model = Deal
    names = ("recorded_by",)
    fields = (
        "number",
        "version",
        "facts",
        "is_struck",
        "recorded_by",
        "recorded_at",
        "reason",
    )
    readonly_fields = ("facts",)
    ordering = ("number", "version")


@admin.register(Rubber)
class RubberAdmin(WithReasons):
    list_display = (
        "pk",
        "table",
        "system",
        "started_at",
        "started_by",
        "ended_at",
        "ending",
        "agreed_at",
    )
    # No date hierarchy: it looks at the date of every rubber that was ever played.
    list_filter = (
        "started_at",
        "system",
        "ending",
        ("ended_at", admin.EmptyFieldListFilter),
        ("agreed_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("table__name", "seats__member__name")
    list_select_related = ("table", "started_by")
    ordering = ("-started_at", "-pk")
    inlines = (RubberSeatInline, DealInline)
    actions = ("open_again",)

    def view_on_site(self, rubber: Rubber) -> str:
        return reverse("rubbers:detail", args=[rubber.pk])

    @admin.action(
        description=_("Open selected agreed rubbers again, for the reason given")
    )
    def open_again(self, request: HttpRequest, rubbers: QuerySet[Rubber]) -> None:
        reason = request.POST.get("reason", "")
        count = 0
        for rubber in rubbers:
            count += self.done(request, reopen, state=load(rubber.pk), reason=reason)
        self.message_user(request, _("%(number)s opened again.") % {"number": count})


class VoteInline(ReadOnlyInline):
    model = Vote
    names = ("member", "device_of")


@admin.register(Proposal)
class ProposalAdmin(WithReasons):
    """Admin page of disputes and corrections: the proposals, the votes on them, and their outcomes."""

    list_display = (
        "rubber",
        "number",
        "facts",
        "origin",
        "made_by",
        "made_at",
        "state",
        "closed_by",
        "ruling",
    )
    list_filter = ("state", "origin")
    search_fields = ("rubber__table__name", "made_by__name", "reason", "ruling")
    list_select_related = ("rubber__table", "base", "made_by", "closed_by")
    date_hierarchy = "made_at"
    ordering = ("-made_at", "-pk")
    readonly_fields = ("facts",)
    inlines = (VoteInline,)
    actions = ("rule_yes", "rule_no")

    def view_on_site(self, proposal: Proposal) -> str:
        return f"{reverse('rubbers:history', args=[proposal.rubber_id])}#history-{proposal.number}"

    @admin.action(description=_("Rule for the proposal, for the reason given"))
    def rule_yes(self, request: HttpRequest, proposals: QuerySet[Proposal]) -> None:
        self._rule(request, proposals, is_yes=True)

    @admin.action(description=_("Rule that it stays as recorded, for the reason given"))
    def rule_no(self, request: HttpRequest, proposals: QuerySet[Proposal]) -> None:
        self._rule(request, proposals, is_yes=False)

    def _rule(
        self, request: HttpRequest, proposals: QuerySet[Proposal], *, is_yes: bool
    ) -> None:
        ruling = request.POST.get("reason", "")
        count = 0
        for proposal in proposals:
            state = load(proposal.rubber_id)
            count += self.done(
                request,
                rule,
                state=state,
                proposal=proposal,
                is_yes=is_yes,
                ruling=ruling,
            )
        self.message_user(request, _("%(number)s ruled.") % {"number": count})


@admin.register(HouseRules)
class HouseRulesAdmin(admin.ModelAdmin):
    """Admin page of the house rules, which are one row. Each new cut and each new rubber gets a copy of the rules."""

    form = HouseRulesForm
    fieldsets = (
        (_("Cutting"), {"fields": ("going_out",)}),
        (_("Agreement"), {"fields": ("agreed_by", "agreed_after", "has_blind_books")}),
        (_("What is posted"), {"fields": ("rounding", "wash_out_below")}),
        (_("Seasons"), {"fields": ("season_by",)}),
        (_("Playing for money"), {"fields": ("stake", "table_money")}),
    )
    radio_fields: ClassVar = dict.fromkeys(
        ("going_out", "agreed_by", "rounding", "season_by"), admin.VERTICAL
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and not HouseRules.objects.exists()

    def has_delete_permission(
        self, request: HttpRequest, obj: HouseRules | None = None
    ) -> bool:
        return False

    def save_model(
        self, request: HttpRequest, obj: HouseRules, form: Any, change: Any
    ) -> None:
        obj.pk = 1
        super().save_model(request, obj, form, change)
