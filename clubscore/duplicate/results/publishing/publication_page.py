"""Template context of the page on which a director publishes the results of a session."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.forms import BoundField

from clubscore.duplicate.models import Publication, Session
from clubscore.duplicate.outcomes.one_sided import count_one_sided
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.duplicate.outcomes.results import Results, results_of
from clubscore.duplicate.outcomes.unplayed import missing_in, unplayed
from clubscore.duplicate.results.publishing.could_move import MoversList, could_move
from clubscore.duplicate.results.publishing.forms import PublicationForm
from clubscore.duplicate.results.publishing.missing_boards import (
    MissingBoard,
    lost_boards,
    missing_boards,
)
from clubscore.duplicate.results.publishing.open_matters import open_matters
from clubscore.duplicate.results.publishing.open_things import OpenThing, open_things
from clubscore.duplicate.results.publishing.queries import (
    closed_without,
    late_changes_waiting,
)
from clubscore.duplicate.results.terms.forms import length_in_words
from clubscore.duplicate.results.terms.queries import periods_of
from clubscore.duplicate.session.contested import contested_places
from clubscore.duplicate.session.state import SessionState
from clubscore.ledger.models import Season


@dataclass(frozen=True)
class PublicationPage:
    """Everything that the page shows. Each field is a variable of the template."""

    session: Session
    form: PublicationForm
    before: Publication | None
    is_final: bool
    things: list[OpenThing]
    missing: list[tuple[MissingBoard, BoundField | None]]
    """The boards without a result, each with its box in the form."""
    lost: list[tuple[MissingBoard, BoundField | None]]
    """The boards that are not played any more and on which nobody has ruled, each with its box."""
    number_open: int
    number_results: int
    one_sided: int
    """The results to which one side has not agreed."""
    ruled: int
    movers: list[MoversList] | None
    """The entries that an open board can still move; None if that cannot be said."""
    late_changes: int
    """The changes after the period that wait for an organiser."""
    ends: dict[str, datetime]
    lengths: dict[str, str]
    closed: Season | None


def publication_page(state: SessionState, data: Any, now: datetime) -> PublicationPage:
    """The contents of the page, with the sent `data` in its form."""
    session = state.session
    before = newest_publication(session.pk)
    results = results_of(session.pk)
    missing = missing_in(state, results)
    lost = [each for each in unplayed(state, results) if not each.has_average]
    missed, given_up = missing_boards(state, missing), lost_boards(lost)
    matters = open_matters(state, results)
    contested = contested_places(state, results.attached.there_is)
    final = is_final(session, before, now)
    form = PublicationForm(
        data,
        before=before,
        is_final=final,
        missing=[*missed, *given_up],
        matters=[*matters, *contested],
        initial={"key": uuid4()},
    )
    movers, late_changes = None, 0
    if final:
        late_changes = late_changes_waiting(session.pk)
    if matters or missing or lost:
        movers = could_move(state, results, matters, missing, lost)
    return PublicationPage(
        session=session,
        form=form,
        before=before,
        is_final=final,
        things=open_things(state, results, [*matters, *contested], form),
        missing=[(board, form.box_of(board)) for board in missed],
        lost=[(board, form.box_of(board)) for board in given_up],
        number_open=len(missing) + len(lost) + len(matters) + len(contested),
        movers=movers,
        late_changes=late_changes,
        closed=closed_without(session),
        **_counts(state, results),
        **_ends(session, now),
    )


def _counts(state: SessionState, results: Results) -> dict[str, Any]:
    """The numbers of results, of rulings, and of results to which one side has not agreed."""
    return {
        "number_results": len(results.settled),
        "ruled": len(results.rulings),
        "one_sided": count_one_sided(state, results),
    }


def _ends(session: Session, now: datetime) -> dict[str, Any]:
    """The ends of the correction period and of the time for appeals if it is published now, and their lengths."""
    minutes = dict(zip(("errors", "rulings"), periods_of(session)[:2], strict=True))
    return {
        "ends": {name: now + timedelta(minutes=of) for name, of in minutes.items()},
        "lengths": {name: length_in_words(of) for name, of in minutes.items()},
    }
