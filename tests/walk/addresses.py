"""Every address of the URL configuration, for every row that the club has."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from django.urls import NoReverseMatch, URLPattern, get_resolver, reverse

from clubscore.calendar import evening_of
from clubscore.duplicate.models import (
    Appeal,
    BoardGroup,
    Call,
    Correction,
    Deputy,
    LateChange,
    Penalty,
    Play,
    PlayProposal,
    Presence,
    Publication,
    Ruling,
    Session,
    Tablet,
)
from clubscore.duplicate.play.tablet.keys import key_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.hands.models import DealSet
from clubscore.ledger.models import Season
from clubscore.ledger.queries import booked_by_hand
from clubscore.members.invitations.queries import token_of
from clubscore.members.models import Invitation, Member, Merge, Passkey
from clubscore.privacy.models import Erasure
from clubscore.public.feeds.queries import feed_token
from clubscore.public.models import ApiToken, CalendarFeed, EveningLink
from clubscore.public.sharing.queries import link_token
from clubscore.rubbers.models import BookEntry, Motion, Proposal, Rubber, Substitution
from clubscore.rubbers.rubber.loading import load as load_rubber
from clubscore.settlements.models import Settlement, Transfer
from clubscore.tables.models import Sitting, Table

Arguments = dict[str, Any]
NAMES_OF_CSV = ("rubbers", "partners", "declarer")
OF_A_SLOT = {
    Play: "",
    Ruling: "",
    Call: "",
    BoardGroup: "",
    PlayProposal: "play__",
    Correction: "play__",
}
EMBARGOES = ("none", "deal", "rubber")


class Address(NamedTuple):
    """The path of one address of the club, and the name of its URL pattern."""

    name: str
    path: str


@cache
def patterns() -> Mapping[str, URLPattern]:
    """Every URL pattern by its name, without Django's admin pages, which tests/office/test_raw_records.py opens."""
    found: dict[str, URLPattern] = {}
    for entry in get_resolver().url_patterns:
        if isinstance(entry, URLPattern):
            found[str(entry.name)] = entry
        elif entry.app_name != "admin":
            found |= {
                f"{entry.app_name}:{page.name}": page for page in entry.url_patterns
            }
    return found


def addresses() -> list[Address]:
    """Every address for every row of the club. Raises LookupError for a pattern that this module cannot fill in."""
    rows = _Rows()
    return [
        each
        for name, pattern in patterns().items()
        for each in _filled(rows, name, pattern)
    ]


def _filled(rows: "_Rows", name: str, pattern: URLPattern) -> list[Address]:
    parameters = frozenset(pattern.pattern.converters)
    try:
        return [
            Address(name, reverse(name, kwargs=known))
            for known in rows.arguments(name, parameters)
        ]
    except (KeyError, NoReverseMatch) as missing:
        asked = f"{name} asks for {sorted(parameters)}"
        advice = f"say in tests/walk/addresses.py which rows they are ({missing!r})."
        raise LookupError(f"{asked}: {advice}") from missing


class _Rows:
    """The ids of the club's rows, read from the database once."""

    def __init__(self) -> None:
        self.members = _of("pk", Member.objects.order_by("pk"))
        self.days = sorted(
            {
                evening_of(at).isoformat()
                for at in Rubber.objects.values_list("started_at", flat=True)
            }
            | {day.isoformat() for day in Session.objects.values_list("day", flat=True)}
        )
        self.slugs = _of("slug", Season.objects.order_by("pk"))
        self.sessions = [
            load(pk)
            for pk in Session.objects.order_by("pk").values_list("pk", flat=True)
        ]

    def arguments(self, name: str, parameters: frozenset[str]) -> Iterable[Arguments]:
        """The parameter values of every address with this name, one mapping for each address."""
        if not parameters:
            return [{}]
        app, _, page = name.partition(":")
        by_page = {
            "public": self._public,
            "members": self._members,
            "standings": self._standings,
        }
        by_page |= {
            "ledger": self._ledger,
            "duplicate": self._duplicate,
            "settlements": self._settlements,
        }
        by_page |= {
            "room": _tables,
            "tables": _tables,
            "rubbers": _rubbers,
            "hands": _hands,
            "wall": _wall,
        }
        by_page |= {"evenings": self._evenings, "privacy": self._privacy}
        return by_page[app](page, parameters)

    def _evenings(self, page: str, parameters: frozenset[str]) -> Iterable[Arguments]:
        return [{"day": day} for day in self.days]

    def _privacy(self, page: str, parameters: frozenset[str]) -> Iterable[Arguments]:
        return (
            _pks(Erasure)
            if page == "erasure-undo"
            else [{"pk": pk} for pk in self.members]
        )

    def _public(self, page: str, parameters: frozenset[str]) -> Iterable[Arguments]:
        tokens = {
            "linked-evening": [
                link_token(row) for row in EveningLink.objects.order_by("pk")
            ],
            "own-ics": [feed_token(row) for row in CalendarFeed.objects.order_by("pk")],
        }
        if page in tokens:
            return [{"token": token} for token in tokens[page]]
        rows = {
            "session": Session,
            "api-session": Session,
            "member-naming": Member,
            "token-revocation": ApiToken,
        }
        if page in rows:
            return _pks(rows[page])
        return (
            [{"day": day} for day in self.days]
            if "day" in parameters
            else [{"slug": slug} for slug in self.slugs]
        )

    def _members(self, page: str, parameters: frozenset[str]) -> Iterable[Arguments]:
        if "token" in parameters:
            return [
                {"token": token_of(row)} for row in Invitation.objects.order_by("pk")
            ]
        if "key_pk" in parameters:
            return [{"key_pk": pk} for pk in _of("pk", Passkey.objects.order_by("pk"))]
        rows = {
            "invitation": Invitation,
            "revocation": Invitation,
            "mailing": Invitation,
            "merge-undo": Merge,
        }
        return _pks(rows.get(page, Member))

    def _standings(self, page: str, parameters: frozenset[str]) -> Iterable[Arguments]:
        if "slug" in parameters:
            return [{"slug": slug} for slug in self.slugs]
        if page == "member-csv":
            return [
                {"pk": pk, "table": table}
                for pk, table in product(self.members, NAMES_OF_CSV)
            ]
        if page in {"member", "member-boards"}:
            return _pks(Member)
        return [
            {"pk": pk, "partner_pk": other}
            for pk, other in zip(self.members, self.members[1:], strict=False)
        ]

    def _ledger(self, page: str, parameters: frozenset[str]) -> Iterable[Arguments]:
        if "member_pk" in parameters:
            return [{"member_pk": pk} for pk in self.members]
        return [{"pk": pk} for pk in _of("pk", booked_by_hand().order_by("pk"))]

    def _settlements(
        self, page: str, parameters: frozenset[str]
    ) -> Iterable[Arguments]:
        return _pks(
            Settlement if page in {"detail", "detail-csv", "cancellation"} else Transfer
        )

    def _duplicate(self, page: str, parameters: frozenset[str]) -> Iterable[Arguments]:
        if page == "table":
            return [{"name": f"A{table}"} for table in (1, 2)]
        if "key" in parameters:
            return _of_tablets(parameters)
        return [
            known for state in self.sessions for known in _of_session(state, parameters)
        ]


def _of(column: str, rows: Any) -> list[Any]:
    return list(rows.values_list(column, flat=True))


def _pks(model: Any) -> list[Arguments]:
    return [{"pk": pk} for pk in _of("pk", model.objects.order_by("pk"))]


def _tables(page: str, parameters: frozenset[str]) -> Iterable[Arguments]:
    if "member_pk" not in parameters:
        return _pks(Table)
    sitting = Sitting.objects.filter(left_at=None).order_by("pk")
    return [{"pk": row.table_id, "member_pk": row.member_id} for row in sitting]


def _rubbers(page: str, parameters: frozenset[str]) -> Iterator[Arguments]:
    if "table_pk" in parameters:
        yield from ({"table_pk": pk} for pk in _of("pk", Table.objects.order_by("pk")))
        return
    within: dict[str, Callable[[int], Iterable[Any]]] = {
        "number": lambda pk: sorted({deal.number for deal in load_rubber(pk).versions}),
        "member_pk": lambda pk: [
            player.pk for player in Rubber.objects.get(pk=pk).players.values()
        ],
        "proposal_pk": lambda pk: _of(
            "pk", Proposal.objects.filter(rubber=pk).order_by("pk")
        ),
        "substitution_pk": lambda pk: _of(
            "pk", Substitution.objects.filter(rubber=pk).order_by("pk")
        ),
        "entry_pk": lambda pk: _of(
            "pk", BookEntry.objects.filter(rubber=pk).order_by("pk")
        ),
        "motion_pk": lambda pk: _of(
            "pk", Motion.objects.filter(rubber=pk).order_by("pk")
        ),
    }
    for pk in _of("pk", Rubber.objects.order_by("pk")):
        for inner in parameters - {"pk"}:
            yield from ({"pk": pk, inner: each} for each in within[inner](pk))
        if parameters == {"pk"}:
            yield {"pk": pk}


def _hands(page: str, parameters: frozenset[str]) -> Iterable[Arguments]:
    return _pks(DealSet)


def _wall(page: str, parameters: frozenset[str]) -> Iterable[Arguments]:
    numbers = [0, *_of("pk", Table.objects.order_by("pk"))]
    return [
        {"table": table, "embargo": embargo}
        for table, embargo in product(numbers, EMBARGOES)
    ]


def _of_tablets(parameters: frozenset[str]) -> Iterator[Arguments]:
    for tablet in Tablet.objects.open().select_related("section"):
        key = {"key": key_of(tablet)}
        if "board" not in parameters:
            yield key
            continue
        for slot in told_apart(load(tablet.session_id)):
            if (slot.letter, slot.table) == (tablet.section.letter, tablet.table):
                yield key | {"round": slot.round, "board": slot.board}


def _of_session(state: SessionState, parameters: frozenset[str]) -> Iterator[Arguments]:
    """The parameter values of the addresses of one session, which depend on their other parameters."""
    pk, inner = {"pk": state.session.pk}, parameters - {"pk"}
    slots = told_apart(state)
    entries = [
        (section.letter, number)
        for section in state.sections
        for number in sorted(section.entries)
    ]
    numbers = sorted({number for _, number in entries})
    rows = {
        "call_pk": Call,
        "correction_pk": Correction,
        "late_pk": LateChange,
        "presence_pk": Presence,
        "appeal_pk": Appeal,
        "tablet_pk": Tablet,
    }
    rows |= {"penalty_pk": Penalty}
    deputies = Deputy.objects.filter(session=state.session).order_by("pk")
    found: dict[frozenset[str], Callable[[], Iterable[Arguments]]] = {
        frozenset(): lambda: [{}],
        frozenset({"slot"}): lambda: [{"slot": slot} for slot in slots],
        frozenset({"board"}): lambda: [
            {"board": board} for board in sorted({slot.board for slot in slots})
        ],
        frozenset({"letter", "number"}): lambda: [
            {"letter": letter, "number": at} for letter, at in entries
        ],
        frozenset({"number"}): lambda: _of_publications(state),
        frozenset({"one", "other"}): lambda: [
            {"one": one, "other": other}
            for one, other in zip(numbers, numbers[1:], strict=False)
        ],
        frozenset({"member_pk"}): lambda: [
            {"member_pk": pk} for pk in _of("member_id", deputies)
        ],
    }
    if len(inner) == 1 and (model := rows.get(next(iter(inner)))):
        found[inner] = lambda: [
            {next(iter(inner)): each} for each in _rows_of(model, state)
        ]
    yield from (pk | known for known in found[inner]())


def told_apart(state: SessionState) -> list[Slot]:
    """One board of each kind that the session has: recorded, ruled on, with two results, called about, or
    to be corrected.
    """
    of_slot: dict[Slot, list[Any]] = {slot: [] for slot, _ in slots_of(state)}
    for model, through in OF_A_SLOT.items():
        columns = [
            f"{through}{each}"
            for each in ("section__letter", "round", "table", "board")
        ]
        kind = "kind" if model is Ruling else "session"
        for *at, marked in (
            model.objects.filter(session=state.session)
            .order_by("pk")
            .values_list(*columns, kind)
        ):
            of_slot.get(Slot._make(at), []).append((model.__name__, marked))
    kinds = {str(marks): slot for slot, marks in reversed(of_slot.items())}
    return [*reversed(kinds.values())]


def _rows_of(model: Any, state: SessionState) -> list[int]:
    return _of("pk", model.objects.filter(session=state.session).order_by("pk"))


def _of_publications(state: SessionState) -> list[Arguments]:
    rows = Publication.objects.filter(session=state.session).order_by("number")
    return [{"number": number} for number in _of("number", rows)]
