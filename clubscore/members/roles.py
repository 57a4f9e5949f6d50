"""The five roles, kept as Django groups. Each role has all permissions of the role below it, and more.

The rights of the duties (duties.py) are in the same table.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from django.apps import apps as django_apps
from django.contrib.auth import get_permission_codename
from django.contrib.auth.management import create_permissions
from django.utils.text import capfirst
from django.utils.translation import gettext_noop, pgettext_lazy

from clubscore.members.duties import Duty


class Role(StrEnum):
    """The roles, the lowest first. The value is the name of the group."""

    WATCHER = "watcher"
    PLAYER = "player"
    SCORER = "scorer"
    ADMIN = "admin"
    OWNER = "owner"

    @property
    def rank(self) -> int:
        return list(Role).index(self)

    @property
    def words(self) -> str:
        """The role's name in the reader's language, within a sentence."""
        return str(_WORDS[self])

    @property
    def title(self) -> str:  # type: ignore[override]  # the role's heading, not str.title()
        return capfirst(self.words)

    @property
    def opens_the_office(self) -> bool:
        """True if members with this role see the office, the pages for admins: the role is admin or owner."""
        return self.rank >= Role.ADMIN.rank


_WORDS = {
    Role.WATCHER: pgettext_lazy("role", "watcher"),
    Role.PLAYER: pgettext_lazy("role", "player"),
    Role.SCORER: pgettext_lazy("role", "scorer"),
    Role.ADMIN: pgettext_lazy("role", "admin"),
    Role.OWNER: pgettext_lazy("role", "owner"),
}


@dataclass(frozen=True, slots=True)
class Right:
    """A right, such as to take a seat, which the role `lowest` and all higher roles have.

    `codename` is the codename of the right's permission; empty if no code checks the right. `words` describe the right.
    Members of any role have it who have the duty `duty`, if it is not None.
    """

    codename: str
    words: str
    lowest: Role
    duty: Duty | None = None

    def belongs_to(self, holder: Role | Duty) -> bool:
        """True if every member with this role, or with this duty, has the right."""
        if isinstance(holder, Duty):
            return holder == self.duty
        return holder.rank >= self.lowest.rank


RIGHTS = (
    Right(
        "",
        gettext_noop("See the tables, the sheets, the books and the standings"),
        Role.WATCHER,
    ),
    Right(
        "play",
        gettext_noop("Open a table, take a seat, keep the sheets of one’s own rubbers"),
        Role.PLAYER,
    ),
    Right(
        "keep_any_sheet",
        gettext_noop("Keep the sheet at any table, stop a rubber that was left"),
        Role.SCORER,
    ),
    Right(
        "arbitrate",
        gettext_noop(
            "Rule on a dispute, and open an agreed rubber again, where one has not played"
        ),
        Role.ADMIN,
        Duty.ARBITER,
    ),
    Right(
        "organise",
        gettext_noop(
            "Take sessions into the season, set correction periods, approve late corrections"
        ),
        Role.ADMIN,
        Duty.ORGANISER,
    ),
    Right(
        "keep_members",
        gettext_noop(
            "Import, invite and merge members, give roles, sign out a lost phone"
        ),
        Role.ADMIN,
    ),
    Right(
        "administer_club",
        gettext_noop(
            "Close seasons, make manual entries, use the page Database (experts)"
        ),
        Role.ADMIN,
    ),
    Right(
        "erase_members",
        gettext_noop("Erase a member who asks for it, and take that back for 30 days"),
        Role.OWNER,
    ),
    Right(
        "own_club",
        gettext_noop(
            "Make and unmake owners; their records are out of the admins’ reach"
        ),
        Role.OWNER,
    ),
)
HOLDERS: tuple[Role | Duty, ...] = (*Role, *Duty)
"""All that members are given as groups: the roles, and the duties beside them."""
PERMISSIONS: list[tuple[str, Any]] = [
    (right.codename, right.words) for right in RIGHTS if right.codename
]


def role_among(names: set[str]) -> Role:
    """The highest role that the names of a member's groups give; Role.WATCHER if they give no role."""
    return max(
        (role for role in Role if role.value in names),
        key=lambda role: role.rank,
        default=Role.WATCHER,
    )


def permissions_of(role: Role, duties: frozenset[Duty]) -> frozenset[str]:
    """The permissions, such as `members.play`, of a member with this role and these duties."""
    of_duties = (_permissions_of(duty) for duty in duties)
    return _permissions_of(role).union(*of_duties)


@cache
def _permissions_of(holder: Role | Duty) -> frozenset[str]:
    """The permissions that `ensure_roles` gives to the group of the role or the duty."""
    models = [
        model
        for model in django_apps.get_models()
        if model.__module__.startswith("clubscore.")
    ]
    permissions = set()
    for model in models:
        options = model._meta
        codenames = [
            get_permission_codename(action, options)
            for action in options.default_permissions
        ]
        codenames += [codename for codename, _ in options.permissions]
        permissions |= {
            f"{options.app_label}.{codename}"
            for codename in codenames
            if _has(holder, codename)
        }
    return frozenset(permissions)


def ensure_roles(sender: Any, using: str, apps: Any = django_apps, **_: Any) -> None:
    """After `migrate`, make the groups, and give them the permissions of RIGHTS.

    The groups of admins and owners may also read and change the club's records.
    No migration can do this, because an app's permissions are made only after all migrations have run.
    """
    if not sender.name.startswith("clubscore.") or not sender.models_module:
        return
    create_permissions(sender, verbosity=0, using=using, apps=apps)
    try:
        group, permission = (
            apps.get_model("auth", "Group"),
            apps.get_model("auth", "Permission"),
        )
    except LookupError:
        return  # migrated to before there were groups
    group.objects.using(using).bulk_create(
        [group(name=holder.value) for holder in HOLDERS], ignore_conflicts=True
    )
    groups = {found.name: found.pk for found in group.objects.using(using).all()}
    ours = list(
        permission.objects.using(using).filter(content_type__app_label=sender.label)
    )
    link = group.permissions.through
    link.objects.using(using).bulk_create(
        [
            link(group_id=groups[holder.value], permission_id=right.pk)
            for holder in HOLDERS
            for right in ours
            if _has(holder, right.codename)
        ],
        ignore_conflicts=True,
    )


def _has(holder: Role | Duty, codename: str) -> bool:
    known = {right.codename: right for right in RIGHTS if right.codename}
    if codename in known:
        return known[codename].belongs_to(holder)
    is_of_the_office = isinstance(holder, Role) and holder.opens_the_office
    return is_of_the_office and codename.startswith(("view_", "add_", "change_"))
