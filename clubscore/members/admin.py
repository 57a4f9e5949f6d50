"""The admin pages of members, for the secretary."""

from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from clubscore.members.access.pins import forget_pin
from clubscore.members.invitations.services import InvitationRefused, invite, revoke
from clubscore.members.models import AuditEvent, Invitation, Member, Merge
from clubscore.members.people.services import (
    CannotLeave,
    come_back,
    give_role,
    leave_club,
)
from clubscore.members.permissions import may_keep_members, may_keep_record, may_own
from clubscore.members.roles import Role
from clubscore.web.office_admin import OfficeAdmin, ReadOnlyAdmin

admin.site.unregister(Group)
admin.site.site_header = "Clubscore office"
admin.site.site_title = "Clubscore office"
admin.site.index_title = "The club's records"


class GuestlessUsername(forms.CharField):
    """A field for a sign-in name. An empty field means None, not an empty sign-in name."""

    def clean(self, value: Any) -> str | None:
        return super().clean(value) or None


class MemberCreationForm(AdminUserCreationForm):
    username = GuestlessUsername(label="Sign-in name", max_length=40, required=False)

    class Meta:
        model = Member
        # The database wants a sign-in name or a guest.
        fields = (
            "name",
            "username",
            "is_guest",
        )


class MemberChangeForm(UserChangeForm):
    """The form for a member's record. It does not show the hash of the password."""

    username = GuestlessUsername(label="Sign-in name", max_length=40, required=False)
    password = None  # type: ignore[assignment]  # Django's way to leave a field of the form above out

    class Meta:
        model = Member
        exclude = ("password",)


class JoinedFilter(admin.SimpleListFilter):
    """A filter of the admin's list: members with a sign-in name, or members without one; guests are in neither."""

    title = "joined"
    parameter_name = "joined"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Yes"), ("no", "Not yet")]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Member]
    ) -> QuerySet[Member]:
        if self.value() is None:
            return queryset
        return queryset.filter(is_guest=False, username__isnull=self.value() == "no")


@admin.register(Member)
class MemberAdmin(OfficeAdmin, UserAdmin):
    form = MemberChangeForm
    add_form = MemberCreationForm
    list_display = (
        "name",
        "username",
        "external_id",
        "role",
        "is_guest",
        "is_active",
        "joined_at",
        "last_login",
    )
    list_display_links = ("name",)
    list_filter = (JoinedFilter, "is_active", "is_guest", "groups")
    search_fields = ("name", "username", "email", "external_id", "nickname")
    ordering = ("name", "pk")
    date_hierarchy = "joined_at"
    list_per_page = 50
    filter_horizontal = ()
    readonly_fields = ("role", "last_login", "has_password", "state_of_password")
    fieldsets = (
        (None, {"fields": ("name", "nickname", "username", "has_password")}),
        ("Reached by", {"fields": ("email", "phone", "language")}),
        (
            "In the club",
            {"fields": ("role", "is_guest", "is_active", "joined_at", "last_login")},
        ),
        ("On other lists", {"fields": ("external_id", "national_id", "note")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "fields": (
                    "name",
                    "username",
                    "is_guest",
                    "usable_password",
                    "password1",
                    "password2",
                )
            },
        ),
    )
    actions = ("invite_again", "mark_as_left", "mark_as_back", "forget_pin")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Member]:
        return super().get_queryset(request).prefetch_related("groups")

    def view_on_site(self, obj: Member) -> str:
        """The address of the member's record page in the app, outside these admin pages. It has the daily actions."""
        return reverse("members:record", args=[obj.pk])

    @admin.display(description="role")
    def role(self, member: Member) -> str:
        return "guest" if member.is_guest else member.role.value

    @admin.display(description="password")
    def state_of_password(self, member: Member) -> str:
        return "Set" if member.has_usable_password() else "None yet"

    @admin.display(description="password")
    def has_password(self, member: Member) -> str:
        page = reverse("admin:auth_user_password_change", args=[member.pk])
        words = self.state_of_password(member)
        return format_html('{}. <a href="{}">Set another</a>', words, page)

    def get_fieldsets(self, request: HttpRequest, obj: Member | None = None) -> Any:
        """The groups of fields. Whoever may not change the record is not offered to set another password."""
        groups: Any = super().get_fieldsets(request, obj)
        if obj is None or self.has_change_permission(request, obj):
            return groups
        first = ("name", "nickname", "username", "state_of_password")
        return [(None, {"fields": first}), *groups[1:]]

    def get_readonly_fields(
        self, request: HttpRequest, obj: Member | None = None
    ) -> tuple[str, ...]:
        """The names of the fields that cannot be changed. For a merged record `is_active` is one of them."""
        return (
            (*self.readonly_fields, "is_active")
            if obj and obj.merged_into_id
            else self.readonly_fields
        )

    def has_change_permission(
        self, request: HttpRequest, obj: Member | None = None
    ) -> bool:
        """True if the user may change the record `obj`; without `obj`, if the user may change records at all.

        Only owners may change an owner's record, and nobody may change the record of an erased member.
        """
        if obj is not None and not may_keep_record(cast(Member, request.user), obj):
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(
        self, request: HttpRequest, obj: Member | None = None
    ) -> bool:
        """False: members are never deleted here. They leave instead (untick "active")."""
        return False

    def save_model(
        self, request: HttpRequest, obj: Member, form: forms.ModelForm, change: bool
    ) -> None:
        """Save the member. A member who has no role and is not a guest becomes a player.

        If `is_active` was changed, the member comes back or leaves by `come_back` or `leave_club`. If leaving is
        refused, the member stays active, and a message gives the reason.
        """
        moves, active = change and "is_active" in form.changed_data, obj.is_active
        if moves:
            obj.is_active = not active
        super().save_model(request, obj, form, change)
        if not obj.is_guest and not obj.groups.exists():
            give_role(member=obj, role=Role.PLAYER)
        if moves and active:
            come_back(member=obj, by=cast(Member, request.user), now=timezone.now())
        elif moves and not self._has_left(request, obj):
            # Or the history of the record would say so.
            form.changed_data.remove("is_active")

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return (
            super().get_actions(request) if self.has_change_permission(request) else {}
        )

    @admin.action(description="New invitations for selected members")
    def invite_again(self, request: HttpRequest, members: QuerySet[Member]) -> None:
        """Make a new invitation for each of these members, and show a link to the page that prints the cards.

        A new invitation ends the member's earlier one. Members who have left or were erased get none, and owners get
        one only from an owner.
        """
        by, invited = (
            cast(Member, request.user),
            self._within_reach(request, members).present(),  # type: ignore[attr-defined]
        )
        for member in invited:
            invite(member=member, by=by, now=timezone.now())
        page = format_html(
            '<a href="{}">print the cards</a>', reverse("members:invitations")
        )
        self.message_user(
            request, format_html("{} invited for seven days: {}.", len(invited), page)
        )

    @admin.action(description="Selected members have left the club")
    def mark_as_left(self, request: HttpRequest, members: QuerySet[Member]) -> None:
        left = sum(
            self._has_left(request, member)
            for member in self._within_reach(request, members)
        )
        self.message_user(
            request, f"{left} marked as having left. Their history stays."
        )

    def _has_left(self, request: HttpRequest, member: Member) -> bool:
        """Mark the member as having left the club. Returns True; False, with a message on the page, if that is refused.

        Users cannot mark themselves.
        """
        if member == request.user:
            self.message_user(
                request, "You cannot mark yourself as having left.", messages.WARNING
            )
            return False
        try:
            leave_club(member=member, by=cast(Member, request.user), now=timezone.now())
        except CannotLeave as refusal:
            self.message_user(request, str(refusal), messages.WARNING)
            return False
        return True

    @admin.action(description="Selected members are back in the club")
    def mark_as_back(self, request: HttpRequest, members: QuerySet[Member]) -> None:
        by, now = cast(Member, request.user), timezone.now()
        back = sum(
            come_back(member=member, by=by, now=now)
            for member in self._within_reach(request, members)
        )
        self.message_user(request, f"{back} marked as active.")

    @admin.action(
        description="Forget the PIN of selected members, so that they choose another"
    )
    def forget_pin(self, request: HttpRequest, members: QuerySet[Member]) -> None:
        chosen = self._within_reach(request, members).exclude(pin="")
        for member in chosen:
            forget_pin(member=member, by=cast(Member, request.user), now=timezone.now())
        noun = "PIN" if len(chosen) == 1 else "PINs"
        self.message_user(request, f"{len(chosen)} {noun} forgotten.")

    def _within_reach(
        self, request: HttpRequest, members: QuerySet[Member]
    ) -> QuerySet[Member]:
        within_reach = members.filter(erased_at=None)
        if may_own(cast(Member, request.user)):
            return within_reach
        return within_reach.filter(is_superuser=False)


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = (
        "__str__",
        "made_at",
        "made_by",
        "expires_at",
        "used_at",
        "revoked_at",
    )
    list_filter = (
        ("used_at", admin.EmptyFieldListFilter),
        ("revoked_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("member", "made_by")
    search_fields = ("member__name", "made_by__name")
    date_hierarchy = "made_at"
    ordering = ("-made_at", "-pk")
    actions = ("invite_again", "take_back")

    def view_on_site(self, invitation: Invitation) -> str:
        """The address of the invitation's page, which shows the card while the invitation is open."""
        return reverse("members:invitation", args=[invitation.pk])

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return (
            super().get_actions(request)
            if may_keep_members(cast(Member, request.user))
            else {}
        )

    @admin.action(description="New invitations for the members of the selected ones")
    def invite_again(
        self, request: HttpRequest, invitations: QuerySet[Invitation]
    ) -> None:
        by, made = cast(Member, request.user), 0
        chosen = {
            invitation.member
            for invitation in invitations.select_related("member")
            if invitation.member
        }
        for member in sorted(chosen, key=lambda member: member.name):
            try:
                if may_keep_record(by, member):
                    invite(member=member, by=by, now=timezone.now())
                    made += 1
            except InvitationRefused as refusal:
                self.message_user(request, str(refusal), messages.WARNING)
        page = format_html(
            '<a href="{}">print the cards</a>', reverse("members:invitations")
        )
        self.message_user(
            request, format_html("{} invited for seven days: {}.", made, page)
        )

    @admin.action(description="Take back selected invitations")
    def take_back(
        self, request: HttpRequest, invitations: QuerySet[Invitation]
    ) -> None:
        by, now = cast(Member, request.user), timezone.now()
        open_ones = invitations.open_at(now).select_related("member")  # type: ignore[attr-defined]
        within_reach = [
            invitation
            for invitation in open_ones
            if invitation.member is None or may_keep_record(by, invitation.member)
        ]
        for invitation in within_reach:
            revoke(invitation=invitation, by=by, now=now)
        self.message_user(request, f"{len(within_reach)} taken back.")


@admin.register(Merge)
class MergeAdmin(ReadOnlyAdmin):
    list_display = ("kept", "merged", "made_at", "made_by", "undone_at", "undone_by")
    list_filter = (("undone_at", admin.EmptyFieldListFilter),)
    list_select_related = ("kept", "merged", "made_by", "undone_by")
    search_fields = ("kept__name", "merged__name")
    date_hierarchy = "made_at"
    ordering = ("-made_at", "-pk")

    def view_on_site(self, merge: Merge) -> str:
        return reverse("members:record", args=[merge.kept_id])


@admin.register(AuditEvent)
class AuditEventAdmin(ReadOnlyAdmin):
    list_display = ("at", "by", "what", "member", "before", "after")
    list_filter = ("what",)
    list_select_related = ("by", "member")
    search_fields = ("member__name", "by__name", "before", "after")
    date_hierarchy = "at"
    ordering = ("-at", "-pk")

    def view_on_site(self, event: AuditEvent) -> str:
        return (
            reverse("members:record", args=[event.member_id])
            if event.member_id
            else reverse("office:audit")
        )
