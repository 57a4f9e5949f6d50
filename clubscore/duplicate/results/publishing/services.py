"""Publishing the results of a session, and publishing them again after corrections."""

from collections.abc import Collection, Set
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import (
    BoardGroup,
    Grading,
    OpenWhenPublished,
    Penalty,
    PenaltyLift,
    Publication,
    Ruling,
    ScaleChoice,
    Session,
)
from clubscore.duplicate.outcomes.one_sided import count_one_sided
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.duplicate.outcomes.results import Results, results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.unplayed import missing_in, not_ruled
from clubscore.duplicate.results.publishing.fingerprint import fingerprint_of
from clubscore.duplicate.results.publishing.open_matters import (
    OpenMatter,
    has_left_open,
    open_matters,
    open_rows,
)
from clubscore.duplicate.results.publishing.rows import write_rows
from clubscore.duplicate.results.terms.queries import periods_of
from clubscore.duplicate.session.contested import (
    ContestedPlace,
    contested_places,
)
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.once import once
from clubscore.refusals import Refused
from clubscore.web.clock import near, newest_time, not_before


class Notice(NamedTuple):
    """The content of the form with which a member publishes results.

    `accepts_open` has the key of each OpenMatter and ContestedPlace that the director leaves open. `begins_period` and
    `reason` are asked only for a later publication. `key` identifies the form, so that a form that is sent twice
    publishes once.
    """

    begins_period: bool
    reason: str
    accepts_missing: bool
    accepts_open: Set[str]
    key: UUID


def publish(
    *, session: Session, notice: Notice, by: Member, now: datetime
) -> Publication:
    """Publish the results as they are recorded now, and return the publication.

    If a form with the key of `notice` has already published, return the earlier publication. The first publication
    begins the correction period. A later publication continues the period, unless the director begins another one.

    Raises PermissionDenied for a member who may not direct the session. Raises Refused before the end of play, for a
    cancelled session, if there is no result, if results or rulings on lost boards are missing or a matter is open and
    the director has not accepted it, if a later publication changes nothing or has no reason, and if another period is
    to begin after the results are final.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        if sent := once(notice.key, Publication.objects.filter(session=session)):
            return sent
        before = newest_publication(session.pk)
        results = results_of(session.pk)
        missing = len(missing_in(state, results)) + len(not_ruled(state, results))
        _require_results(state, results, missing, notice)
        open_now = open_matters(state, results)
        contested = contested_places(state, results.attached.there_is)
        _require_said_open([*open_now, *contested], notice)
        scores = scores_of(state, results)
        facts = fingerprint_of(state, scores)
        is_same = _is_same(before, facts, open_now)
        _require_grounds_to_publish_again(state, before, is_same, notice, now)
        written = _written(state.session)
        if before:
            written.append(before.at)
        at = not_before(now, *near(now, *written))
        publication = Publication.objects.create(
            session=state.session,
            at=at,
            by=by,
            missing=missing,
            one_sided=count_one_sided(state, results),
            facts=facts,
            revision=state.session.revision + 1,  # this, too, is a change
            key=notice.key,
            **_place_in_order(before, notice),
            **_period(state.session, before, notice, at),
        )
        write_rows(publication=publication, state=state, scores=scores)
        OpenWhenPublished.objects.bulk_create(open_rows(publication, state, open_now))
        move(session_id=session.pk)
    return publication


def _written(session: Session) -> list[datetime]:
    """The end of play and the times of the newest row of each kind that the published lists follow from.

    A new publication has to be later than each of these times. The caller ignores a time more than a day in the future.
    """
    rulings = Ruling.objects.filter(session=session)
    groups = BoardGroup.objects.filter(session=session)
    penalties = Penalty.objects.filter(session=session)
    gradings = Grading.objects.filter(session=session)
    scales = ScaleChoice.objects.filter(session=session)
    lifts = PenaltyLift.objects.filter(penalty__session=session)
    written = [
        *newest_time(session.plays, "recorded_at"),
        *newest_time(rulings, "ruled_at"),
        *newest_time(groups, "grouped_at"),
        *newest_time(penalties, "given_at"),
        *newest_time(lifts, "lifted_at"),
        *newest_time(gradings, "set_at"),
        *newest_time(scales, "chosen_at"),
    ]
    if session.ended_at:
        written.append(session.ended_at)
    return written


def _require_results(
    state: SessionState, results: Results, missing: int, notice: Notice
) -> None:
    """Raises Refused before the end of play, and if there is no result.

    Also raises Refused if `missing`, the number of missing results, is not 0 and the director has not accepted to
    publish without them.
    """
    if not state.session.is_over:
        words = _(
            "%(session)s is still played: results are published when play is over."
        )
        raise Refused(words % {"session": state.session.name})
    if not results.settled:
        message = _("Nobody has recorded a result yet: there is nothing to publish.")
        raise Refused(message)
    if missing and not notice.accepts_missing:
        message = _(
            "Results are missing: enter them, or tick “Leave it open” for each."
        )
        raise Refused(message, field="accepts_missing")


def _require_said_open(
    matters: Collection[OpenMatter | ContestedPlace], notice: Notice
) -> None:
    """Raises Refused if a matter is open and the director has not said that its board or place stays open (Law 79B)."""
    for matter in matters:
        if matter.key not in notice.accepts_open:
            words = _("%(matter)s is still open. Settle it, or publish with it open.")
            raise Refused(words % {"matter": matter.words}, field=matter.key)


def _is_same(
    before: Publication | None, facts: str, matters: Collection[OpenMatter]
) -> bool:
    """True if the publication `before` has the results of the fingerprint `facts`, and left the same matters open."""
    if before is None:
        return False
    return before.facts == facts and has_left_open(before, matters)


def _require_grounds_to_publish_again(
    state: SessionState,
    before: Publication | None,
    is_same: bool,
    notice: Notice,
    now: datetime,
) -> None:
    """Raises Refused if the results must not be published again.

    A later publication needs a reason, and it must change the results, settle a matter or begin another correction
    period. Another period may begin only while the results are not final. `before` is the newest publication so far;
    if it is None, nothing is required. `is_same` is true if nothing has changed since `before`.
    """
    if before is None:
        return
    if notice.begins_period and is_final(state.session, before, now):
        message = _(
            "The correction period is over, and what was published is final: no other period begins."
        )
        raise Refused(message, field="begins_period")
    if is_same and not notice.begins_period:
        words = _("Nothing has changed since publication %(number)s.")
        raise Refused(words % {"number": before.number})
    if not notice.reason:
        message = _("Say in a few words why there is another publication.")
        raise Refused(message, field="reason")


def _place_in_order(before: Publication | None, notice: Notice) -> dict[str, object]:
    """The number of a publication and its reason, which the first one does not need, by name of the column."""
    if before is None:
        return {"number": 1, "reason": ""}
    return {"number": before.number + 1, "reason": notice.reason}


def _period(
    session: Session, before: Publication | None, notice: Notice, at: datetime
) -> dict[str, object]:
    """The values of the columns of a Publication that describe its correction periods, by name.

    The periods continue those of `before`. They begin at `at` if `before` is None, or if the director wants new ones:
    then they are as long as the session's terms say, and never shorter than before.
    """
    if before and not notice.begins_period:
        return {
            "minutes": before.minutes,
            "appeal_minutes": before.appeal_minutes,
            "special_nature": before.special_nature,
            "correction_ends_at": before.correction_ends_at,
            "begins_period": False,
        }
    periods = periods_of(session)
    minutes, appeal_minutes = periods.correction_minutes, periods.appeal_minutes
    if before:
        minutes = max(minutes, before.minutes)
        appeal_minutes = max(appeal_minutes, before.appeal_minutes)
    return {
        "minutes": minutes,
        "appeal_minutes": appeal_minutes,
        "special_nature": periods.special_nature,
        "correction_ends_at": at + timedelta(minutes=minutes),
        "begins_period": True,
    }
