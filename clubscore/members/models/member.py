"""Members: everybody who may sit at a table, with a sign-in name, or as a guest without one."""

from typing import Any, ClassVar, Self

from django.contrib.auth.models import (
    AbstractBaseUser,
    BaseUserManager,
    Group,
    PermissionsMixin,
)
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from clubscore.members.duties import Duty, duties_among
from clubscore.members.naming import LONGEST_NAME, validate_name
from clubscore.members.roles import PERMISSIONS, Role, permissions_of, role_among
from clubscore.members.session_cache import known_sessions


class MemberQuerySet(models.QuerySet["Member"]):
    def present(self) -> Self:
        """Members who have not left the club."""
        return self.filter(is_active=True)

    def who_may_sit(self) -> Self:
        """Members who may come to a table: all who have not left, except watchers."""
        return self.present().exclude(groups__name=Role.WATCHER.value)

    def not_joined(self) -> Self:
        """Members on the club's list who have not chosen a sign-in name yet."""
        return self.present().filter(is_guest=False, username=None)

    def named_like(self, words: str) -> Self:
        """Members whose name contains each of these words; capital and small letters count as equal.

        Empty if no name can contain the words.
        """
        sought = set(words.split())
        if len(sought) > LONGEST_NAME or any(
            len(word) > LONGEST_NAME or "\0" in word for word in sought
        ):
            return self.none()
        found = self
        for word in sorted(sought):
            found = found.filter(name__icontains=word)
        return found

    def update(self, **fields: Any) -> int:
        """Update the rows, and empty the cache of sessions, which have values of members. Returns the number of rows.

        `save` sends a signal by which the cache follows a change; `update` sends none.
        """
        updated = super().update(**fields)
        known_sessions.forget_all()
        transaction.on_commit(known_sessions.forget_all)
        return updated


class MemberManager(BaseUserManager["Member"].from_queryset(MemberQuerySet)):  # type: ignore[misc]
    def get_by_natural_key(self, username: str | None) -> "Member":
        """The member with this sign-in name. Raises DoesNotExist if there is none.

        Capital and small letters count as equal, because phones begin words with a capital letter.
        """
        return self.get(username__iexact=username)

    def create_user(
        self,
        username: str,
        name: str,
        password: str | None = None,
        role: Role = Role.PLAYER,
        **fields: Any,
    ) -> "Member":
        of_role = {
            "is_staff": role.opens_the_office,
            "is_superuser": role == Role.OWNER,
        }
        member = self.model(username=username, name=name, **(of_role | fields))
        member.set_password(password)
        member.save(using=self._db)
        member.groups.add(Group.objects.get(name=role.value))
        return member

    def create_superuser(
        self, username: str, name: str, password: str | None = None, **fields: Any
    ) -> "Member":
        """Create an owner of the club, who may do everything."""
        return self.create_user(username, name, password, role=Role.OWNER, **fields)


class Member(AbstractBaseUser, PermissionsMixin):
    name = models.CharField(
        max_length=LONGEST_NAME,
        validators=[validate_name],
        help_text=_("As it stands on the score sheet: first name, then surname."),
    )
    username = models.CharField(
        _("sign-in name"),
        max_length=40,
        unique=True,
        null=True,
        blank=True,
        validators=[validate_name],
        help_text=_(
            "What the member types to sign in; chosen on joining. A guest has none."
        ),
        error_messages={"unique": _("Another member has this sign-in name.")},
    )
    email = models.EmailField(_("e-mail"), blank=True)
    is_guest = models.BooleanField(
        _("guest"), default=False, help_text=_("Plays without signing in.")
    )
    is_active = models.BooleanField(
        _("active"),
        default=True,
        help_text=_("Untick for a member who has left the club."),
    )
    is_staff = models.BooleanField(
        _("admin"), default=False, help_text=_("May use these admin pages.")
    )
    joined_at = models.DateTimeField(_("joined"), default=timezone.now)
    # Hashed; to sign at somebody else's device.
    pin = models.CharField(max_length=128, blank=True, editable=False)
    pin_set_at = models.DateTimeField(null=True, blank=True, editable=False)
    # A table PIN: chosen without a password on the device of this member. Null: an own PIN, or one from before 0012.
    pin_set_on = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, editable=False, related_name="+"
    )
    nickname = models.CharField(
        max_length=40,
        blank=True,
        validators=[validate_name],
        help_text=_("Used at the table instead of the first name."),
    )
    phone = models.CharField(max_length=40, blank=True)
    external_id = models.CharField(
        _("number"),
        max_length=40,
        blank=True,
        help_text=_("The member's number in the club's own list."),
    )
    national_id = models.CharField(
        _("national number"),
        max_length=40,
        blank=True,
        help_text=_("Given by the federation."),
    )
    language = models.CharField(max_length=35, blank=True)
    has_table_keys = models.BooleanField(_("single keys at the table"), default=True)
    note = models.CharField(
        max_length=500,
        blank=True,
        help_text=_("Read by the admins; the member sees it in My data."),
    )

    # The name is another, all else is gone.
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    merged_into = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="merged_records",
    )

    # The role and the duties, where the session brought them along (access/sessions.py).
    session_role: Role | None = None
    session_duties: frozenset[Duty] = frozenset()
    # Of session_marks.py, where the session brought them along.
    session_marks: frozenset[str] = frozenset()

    objects: ClassVar[MemberManager] = MemberManager()

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        permissions: ClassVar = PERMISSIONS
        constraints: ClassVar = [
            models.CheckConstraint(
                name="members_member_has_a_name",
                condition=~Q(name=""),
                violation_error_message=_("Give the member's name."),
            ),
            models.CheckConstraint(
                name="members_member_guests_have_no_sign_in_name",
                condition=Q(is_guest=False) | Q(username=None),
                violation_error_message=_(
                    "A guest has no sign-in name: untick guest, or leave the sign-in name empty."
                ),
            ),
            models.CheckConstraint(
                name="members_member_merged_records_are_closed",
                condition=Q(merged_into=None)
                | Q(is_active=False) & ~Q(merged_into=F("id")),
                violation_error_message=_(
                    "This record was merged into another: undo that first."
                ),
            ),
            models.CheckConstraint(
                name="members_member_erased_has_nothing_left",
                condition=Q(erased_at=None)
                | Q(
                    is_active=False,
                    is_superuser=False,
                    is_staff=False,
                    username=None,
                    pin="",
                    last_login=None,
                )
                & Q(
                    email="",
                    phone="",
                    nickname="",
                    external_id="",
                    national_id="",
                    language="",
                    note="",
                ),
                violation_error_message=_(
                    "This member was erased: that must be undone first."
                ),
            ),
            models.UniqueConstraint(
                fields=["external_id"],
                condition=~Q(external_id=""),
                name="members_member_one_number_a_member",
                violation_error_message=_("Another member has this number."),
            ),
            models.UniqueConstraint(
                Lower("username"),
                name="members_member_sign_in_name_whatever_the_case",
                violation_error_message=_("Another member has this sign-in name."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_pin(self) -> bool:
        return bool(self.pin)

    @property
    def short_name(self) -> str:
        """The name used at the table: the nickname, or the first word of the name if there is no nickname."""
        return self.nickname or self.name.split()[0]

    @property
    def initials(self) -> str:
        words = self.name.split()
        return (words[0][0] + words[-1][0] if len(words) > 1 else words[0][:2]).upper()

    @property
    def has_joined(self) -> bool:
        """True if the member has chosen a sign-in name."""
        return self.username is not None

    @property
    def has_password(self) -> bool:
        """True if the member has a password. A member who joined by a passkey has none until one is chosen."""
        return bool(self.password) and self.has_usable_password()

    @property
    def can_sign_in(self) -> bool:
        """True if this person has a sign-in name and a password or a passkey, and has not left the club."""
        person = self.canonical
        return (
            person.is_active
            and person.has_joined
            and (person.has_password or person.passkeys.exists())
        )

    @property
    def person_id(self) -> int:
        """The id of the record that stands for this person. All records of one person have the same `person_id`."""
        return self.merged_into_id or self.pk

    @property
    def canonical(self) -> "Member":
        """The record that stands for this person: this one, unless it was merged into another."""
        return self.merged_into or self

    @property
    def has_left(self) -> bool:
        """True if this person has left the club. For a merged record, the record that stands for the person decides."""
        return not self.is_active and not (
            self.merged_into_id and self.canonical.is_active
        )

    @property
    def role(self) -> Role:
        """The member's role. Takes one query unless the session included it or `groups` was prefetched."""
        return self.session_role or role_among(self._group_names())

    @property
    def duties(self) -> frozenset[Duty]:
        """The duties that the club gave to the member. Takes one query, under the same conditions as `role`.

        An admin has the rights of all duties by the role, and need not have the duties.
        """
        if self.session_role:
            return self.session_duties
        return duties_among(self._group_names())

    def _group_names(self) -> set[str]:
        return {group.name for group in self.groups.all()}

    @cached_property
    def _permissions(self) -> frozenset[str]:
        if self.session_role:
            return permissions_of(self.session_role, self.session_duties)
        names = self._group_names()
        return permissions_of(role_among(names), duties_among(names))

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """True if the member is active, and the role or a duty gives the permission. An owner has every permission.

        For a single object `obj`, only an owner has it. No permissions are read from the database: `ensure_roles` gives
        the groups the same permissions as `permissions_of`.
        """
        return self.is_active and (
            self.is_superuser or obj is None and perm in self._permissions
        )

    def has_module_perms(self, app_label: str) -> bool:
        return self.is_active and (
            self.is_superuser
            or any(p.startswith(f"{app_label}.") for p in self._permissions)
        )

    @property
    def opens_the_office(self) -> bool:
        """True if the member's role opens the office, the pages for admins. Takes no query."""
        return self.is_staff

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.short_name
