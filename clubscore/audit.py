"""The registry of the audit: an app describes its rows in modules named `audit_source.py`, one function an event.

SESSION = Subject(SubjectKind.DUPLICATE, "session", lambda session: reverse("duplicate:detail", args=[session.pk]))

@described(Session, "session.cancelled", SESSION, at="cancelled_at", by="cancelled_by")
def session_cancelled(session: Session) -> Description:
    return Description(_("cancelled %(session)s") % {"session": session.name}, reason=session.cancelled_for)
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from operator import attrgetter
from typing import Any, TypeVar

from django.db.models import Model, Prefetch, Q, QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _


class SubjectKind(TextChoices):
    """The kinds of subjects of audit entries, in the order in which the page of the audit offers them."""

    CORRECTIONS = "corrections", _("Corrections and votes")
    RUBBERS = "rubbers", _("Rubbers stopped, reopened, substitutes")
    DUPLICATE = "duplicate", _("Duplicate sessions")
    BOOKS = "books", _("The books")
    SEASONS = "seasons", _("Seasons")
    MEMBERS = "members", _("Members, roles, invitations")
    HANDS = "hands", _("Hands: sealed, looked at, opened")
    PUBLIC = "public", _("What the public sees")
    RECORDS = "records", _("Raw records")
    DEALS = "deals", _("Deals as first recorded")


@dataclass(frozen=True, slots=True)
class Description:
    """The description of one row of a source, in words and as facts.

    `described` fills in `action`, `object`, `object_id` and `link` if the describing function leaves them empty.
    """

    words: str
    """The event for readers, such as `cancelled Pairs`. The page shows the name of the acting member before it."""
    action: str = ""
    """The event for programs: `deal.corrected`."""
    object: str = ""
    object_id: int | None = None
    link: str = ""
    """The address of the page that shows the row."""
    reason: str = ""
    consents: str = ""
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
    from_version: int | None = None
    """The version of a deal that was replaced. The field `to_version` is the version that replaced it."""
    to_version: int | None = None


@dataclass(frozen=True, slots=True)
class Subject:
    """The thing that several kinds of events are about, such as a session: its kind, its noun, and its page."""

    kind: SubjectKind
    noun: str
    """The noun for the subject in the downloaded audit, such as `session`."""
    page: Callable[[Any], str]
    """A function that returns the address of the page about a subject."""
    select_related: tuple[str, ...] = ()
    """The relations of the subject that are fetched for every description."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditSource:
    """Rows of one kind, and the function that describes a row. Fields are named as in a filter: `transfer__payer`."""

    name: str
    kind: SubjectKind
    rows: Callable[[], QuerySet[Any]]
    at: str
    """The name of the field with the time of the event."""
    by: str
    """The name of the field with the member who acted. If it is NULL, somebody acted at the prompt."""
    describe: Callable[[Any], Description]
    about: tuple[str, ...] = ()
    """The names of fields with other members whom the row concerns."""
    about_many: tuple[str, ...] = ()
    """Paths to other members whom the row concerns, through several rows of another table."""
    select_related: tuple[str, ...] = ()
    prefetch_related: tuple["str | Prefetch[Any]", ...] = ()


SOURCES: dict[str, AuditSource] = {}

Row = TypeVar("Row", bound=Model)
_Words = Callable[[Row], Description | str]
_Describe = Callable[[Row], Description]


def described(
    model: type[Row],
    action: str,
    subject: Subject,
    *,
    at: str = "at",
    by: str = "by",
    also_at_the_prompt: bool = False,
    path: str = "",
    where: Q | None = None,
    about: tuple[str, ...] = (),
    about_many: tuple[str, ...] = (),
    select_related: tuple[str, ...] = (),
    prefetch_related: tuple["str | Prefetch[Any]", ...] = (),
) -> Callable[[_Words[Row]], _Describe[Row]]:
    """A decorator that puts a model's rows into the audit. The decorated function returns a row's words or Description.

    `path` leads from a row to its subject: by default the foreign key named like the noun of the subject, or the row
    itself if there is no such key. A row is an event if it fulfils `where` and has a time (`at`) and a member (`by`).
    If `also_at_the_prompt` is True, it needs no member. `about` and `about_many` are other members whom a row concerns.
    The relations that a description needs are joined. Without an action of its own a description gets `action`.

    Raises ValueError if a source has this name already, FieldDoesNotExist if the model lacks `at` or `by`.
    """
    path = path or _path_to(subject, model)
    subject_of = attrgetter(path.replace("__", ".")) if path else _itself
    events = _events(model, at, by, also_at_the_prompt) & (where or Q())

    def enter(describe: _Words[Row]) -> _Describe[Row]:
        @wraps(describe)
        def description_of(row: Row) -> Description:
            return _completed(describe(row), action, subject, subject_of(row))

        register(
            AuditSource(
                name=describe.__name__.replace("_", " "),
                kind=subject.kind,
                rows=lambda: model._default_manager.filter(events),
                at=at,
                by=by,
                describe=description_of,
                about=about,
                about_many=about_many,
                select_related=_joined(path, subject, *about, *select_related),
                prefetch_related=prefetch_related,
            )
        )
        return description_of

    return enter


def _relations_of(model: type[Model]) -> set[str]:
    return {field.name for field in model._meta.concrete_fields if field.is_relation}


def _joined(path: str, subject: Subject, *others: str) -> tuple[str, ...]:
    """The relations to fetch with a row, each once: the subject, the subject's own relations, and `others`."""
    of_subject = [
        f"{path}__{name}" if path else name for name in subject.select_related
    ]
    to_subject = [path] if path else []
    return tuple(dict.fromkeys([*to_subject, *of_subject, *others]))


def _completed(
    returned: Description | str, action: str, subject: Subject, row: Model
) -> Description:
    """The description that a describing function returned, with default values for the fields that it left empty.

    `row` is the row of the subject.
    """
    given = Description(returned) if isinstance(returned, str) else returned
    object_id = row.pk if given.object_id is None else given.object_id
    return replace(
        given,
        action=given.action or action,
        object=given.object or subject.noun,
        object_id=object_id,
        link=given.link or subject.page(row),
    )


def _path_to(subject: Subject, model: type[Model]) -> str:
    """The name of the model's foreign key to the subject, which is the subject's noun; empty if the model has none."""
    if subject.noun in _relations_of(model):
        return subject.noun
    return ""


def _itself(row: Row) -> Row:
    return row


def _events(model: type[Model], at: str, by: str, also_at_the_prompt: bool) -> Q:
    """The condition that a row has a time, and a member if one is needed."""
    needed = [at]
    if not also_at_the_prompt:
        needed.append(by)
    condition = Q()
    for field in needed:
        if model._meta.get_field(field).null:
            condition &= Q(**{f"{field}__isnull": False})
    return condition


def register(*sources: AuditSource) -> None:
    """Add sources to the audit. Raises ValueError if the audit has a source with the same name."""
    for source in sources:
        if source.name in SOURCES:
            raise ValueError(f"There is an audit source {source.name!r} already.")
        SOURCES[source.name] = source
