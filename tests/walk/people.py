"""The people who look at a club of the walk, one for each role, each with a browser of their own."""

from django.test import Client

from clubscore.duplicate.director.directing.services import name_deputy
from clubscore.duplicate.models import Session, Tablet
from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from tests.duplicate.tablets import device_of
from tests.factories import member

INSIDE, PLAYING_ADMIN, DIRECTOR, DEPUTY = "Anna", "Ben", "Ruth", "Dora"
"""The names of the members who have a part in every club: Anna and Ben play, and Ruth directs, with Dora as deputy."""

SIGNED_IN = {
    "watcher": ("Walter", Role.WATCHER),
    "player outside": ("Zoe", Role.PLAYER),
    "player inside": (INSIDE, Role.PLAYER),
    "scorer": ("Sven", Role.SCORER),
    "director": (DIRECTOR, Role.PLAYER),
    "deputy": (DEPUTY, Role.PLAYER),
    "admin who plays": (PLAYING_ADMIN, Role.ADMIN),
    "admin": ("Ada", Role.ADMIN),
    "owner": ("Otto", Role.OWNER),
}
ROLES = ("nobody", "tablet", *SIGNED_IN)


def browsers() -> dict[str, Client]:
    """The browser of each role. A member who is missing is added, and an existing one gets the role."""
    members = {part: _with_role(name, role) for part, (name, role) in SIGNED_IN.items()}
    for session in Session.objects.open():
        name_deputy(
            session=session,
            member=members["deputy"],
            by=session.director,
            now=session.opened_at,
        )
    found = {part: Client(raise_request_exception=False) for part in ROLES}
    for part, who in members.items():
        found[part].force_login(who)
    device_of(*Tablet.objects.open(), client=found["tablet"])
    return found


def _with_role(name: str, role: Role) -> Member:
    found = Member.objects.filter(name=name).first() or member(name)
    give_role(member=found, role=role)
    return found
