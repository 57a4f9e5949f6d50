"""The rows that a member may not see yet. They are left out of an archive for the member, and the archive says so."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import ForeignKey, Model
from django.utils.translation import gettext as _

from clubscore.archive.catalogue import archived_models
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import all_results_of
from clubscore.duplicate.outcomes.sight import may_see, moment_of, viewer_of
from clubscore.duplicate.session.loading import load_all
from clubscore.duplicate.session.permissions import may_direct
from clubscore.hands.models import DealSet
from clubscore.hands.queries import sealed_sets, sealed_until
from clubscore.members.models import Member
from clubscore.rubbers.models import BookEntry
from clubscore.rubbers.rubber.book_entries import may_read
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load as load_rubber

Rows = Mapping[type[Model], Set[Any]]


@dataclass(frozen=True)
class LeftOut:
    """The rows that are left out of an archive, because the member who asks for it may not see them.

    They are hands, sessions, and deals in the books of other sides (blind books).

    `words` has a sentence about each of them.
    """

    words: tuple[str, ...] = ()
    roots: Rows = field(default_factory=dict)
    """The ids of the rows that are left out, by model, without the rows that depend on them."""

    @cached_property
    def rows(self) -> Rows:
        """The ids, by model, of all rows to leave out: the hands and sessions, and all rows that depend on them.

        It takes queries, so only a download asks for it, not a page.
        """
        return _with_dependent_rows(self.roots)


def left_out_for(member: Member, now: datetime) -> LeftOut:
    """The sealed hands, the sessions in play, and the deals in books that the member may not see yet."""
    sets = list(sealed_sets(member, now))
    sessions = list(_hidden_sessions(member))
    words = []
    for deal_set in sets:
        sentence = _("The hands “%(name)s”: they are sealed %(until)s.")
        words.append(
            sentence % {"name": deal_set.name, "until": sealed_until(deal_set, now)}
        )
    for session in sessions:
        sentence = _(
            "The session “%(name)s”: it is in play, and you do not see all of it yet."
        )
        words.append(sentence % {"name": session.name})
    entries = list(_entries_of_other_sides(member))
    for rubber in dict.fromkeys(entry.rubber for entry in entries):
        sentence = _(
            "A deal in the book of one side at %(table)s: the other side has not written it yet."
        )
        words.append(sentence % {"table": rubber.table.name})
    roots: Rows = {
        DealSet: {deal_set.pk for deal_set in sets},
        Session: {session.pk for session in sessions},
        BookEntry: {entry.pk for entry in entries},
    }
    return LeftOut(tuple(words), roots)


def _entries_of_other_sides(member: Member) -> Iterator[BookEntry]:
    """The entries in books that the member may not read, since their deals are not decided yet.

    Entries that were replaced or taken back say what the side has seen, so they are among them.
    """
    entries = BookEntry.objects.undecided().select_related("rubber__table")
    for entry in entries.order_by("pk"):
        if not may_read(RubberDesk(load_rubber(entry.rubber_id), member), entry):
            yield entry


def _hidden_sessions(member: Member) -> Iterator[Session]:
    """The sessions in play that the member may not see in full."""
    states = load_all(Session.objects.in_play().order_by("pk"))
    results = all_results_of([state.session.pk for state in states])
    for state in states:
        session = state.session
        viewer = viewer_of(state, member, directs=may_direct(session, member))
        moment = moment_of(state, results[session.pk])
        if not may_see(viewer, None, moment):
            yield session


def _with_dependent_rows(roots: Rows) -> Rows:
    """The rows in `roots`, and every row that cannot exist without one of them; by model, as sets of ids.

    A row whose foreign key may be empty stays in the archive, where the key is empty.
    """
    gone: dict[type[Model], set[Any]] = {
        model: set(keys) for model, keys in roots.items()
    }
    for model in archived_models():
        for key in model._meta.local_concrete_fields:
            if not isinstance(key, ForeignKey) or key.null:
                continue
            above = gone.get(key.related_model)
            if above:
                below = model._base_manager.filter(**{f"{key.name}__in": above})
                gone.setdefault(model, set()).update(below.values_list("pk", flat=True))
    return {model: keys for model, keys in gone.items() if keys}
