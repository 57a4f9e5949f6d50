"""The rows that a member may not see yet: the archive that this member downloads leaves them out, and says so."""

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

Rows = Mapping[type[Model], Set[Any]]


@dataclass(frozen=True)
class LeftOut:
    """Sentences about all that a member may not see, and the rows that they speak of."""

    words: tuple[str, ...] = ()
    roots: Rows = field(default_factory=dict)
    """Keys by model, without those of the rows that hang on them."""

    @cached_property
    def rows(self) -> Rows:
        """Keys by model of all rows to leave out, read when a file is made: a page needs the sentences alone."""
        return _with_what_hangs_on_them(self.roots)


def left_out_for(member: Member, now: datetime) -> LeftOut:
    """Hands that are sealed to a member, sessions in play of which they may not see everything, and all of theirs."""
    sets, sessions = list(sealed_sets(member, now)), list(_hidden_sessions(member))
    words = [
        _("The hands “%(name)s”: they are sealed %(until)s.") % {"name": each.name, "until": sealed_until(each, now)}
        for each in sets
    ]
    words += [
        _("The session “%(name)s”: it is in play, and you do not see all of it yet.") % {"name": each.name}
        for each in sessions
    ]
    roots: Rows = {DealSet: {each.pk for each in sets}, Session: {each.pk for each in sessions}}
    return LeftOut(tuple(words), roots)


def _hidden_sessions(member: Member) -> Iterator[Session]:
    states = load_all(Session.objects.in_play().order_by("pk"))
    results = all_results_of([state.session.pk for state in states])
    for state in states:
        viewer = viewer_of(state, member, directs=may_direct(state.session, member))
        if not may_see(viewer, None, moment_of(state, results[state.session.pk])):
            yield state.session


def _with_what_hangs_on_them(roots: Rows) -> Rows:
    """The same with every row that must point to one of them; a key that may be empty is left empty instead."""
    gone: dict[type[Model], set[Any]] = {model: set(keys) for model, keys in roots.items()}
    for model in archived_models():
        for key in model._meta.local_concrete_fields:
            if isinstance(key, ForeignKey) and not key.null and (above := gone.get(key.related_model)):
                below = model._base_manager.filter(**{f"{key.name}__in": above}).values_list("pk", flat=True)
                gone.setdefault(model, set()).update(below)
    return {model: keys for model, keys in gone.items() if keys}
