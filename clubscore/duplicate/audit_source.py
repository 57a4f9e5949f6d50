"""Audit entries about sessions of duplicate.

They tell of the opening, cancelling and dealt hands of a session, of plans, places, deputies, rounds and tablets.

"""

from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Subject, SubjectKind, described
from clubscore.duplicate.models import (
    ClockChange,
    Deputy,
    Place,
    Plan,
    PlayReopening,
    RoundStart,
    Session,
    Tablet,
)

SESSION = Subject(
    SubjectKind.DUPLICATE,
    "session",
    lambda session: reverse("duplicate:detail", args=[session.pk]),
)
IS_OVER = Q(session__in=Session.objects.exclude(ended_at=None))
"""The condition that the session of a row has ended."""


@described(Session, "session.opened", SESSION, at="opened_at", by="opened_by")
def session(row: Session) -> Description:
    words = _("opened %(session)s") % {"session": row.name}
    return Description(
        words,
        after={
            "rules": row.rules,
            "law": row.law,
            "boards_a_round": row.boards_a_round,
        },
    )


@described(Session, "session.cancelled", SESSION, at="cancelled_at", by="cancelled_by")
def session_cancelled(row: Session) -> Description:
    return Description(
        _("cancelled %(session)s") % {"session": row.name}, reason=row.cancelled_for
    )


@described(
    Session,
    "session.entries-seen",
    SESSION,
    at="entries_seen_at",
    by="entries_seen_by",
    where=Q(entries_seen_at__isnull=False)
    & (Q(taken_in_at=None) | ~Q(entries_seen_at=F("taken_in_at"))),
)
def session_entries_seen(row: Session) -> str:
    words = _("saw how many results of %(session)s the director entered alone")
    return words % {"session": row.name}


@described(
    Session,
    "session.taken-in",
    SESSION,
    at="taken_in_at",
    by="taken_in_by",
    where=Q(taken_in_at__isnull=False) & ~Q(taken_in_by=F("opened_by")),
)
def session_taken_in(row: Session) -> str:
    return _("took %(session)s into the season, as an organiser") % {
        "session": row.name
    }


@described(
    Session,
    "session.hands",
    SESSION,
    at="hands_at",
    by="hands_by",
    where=Q(deal_set__isnull=False),
    select_related=("deal_set",),
)
def hands_of_a_session(row: Session) -> Description:
    words = _("named %(set)s as the hands of %(session)s") % {
        "set": row.deal_set,
        "session": row.name,
    }
    return Description(words, after={"set": row.deal_set_id})


@described(
    Plan,
    "session.plan",
    SESSION,
    path="section__session",
    at="adopted_at",
    by="adopted_by",
)
def plan_adopted(plan: Plan) -> Description:
    words = _(
        "adopted %(plan)s for section %(section)s of %(session)s, from round %(round)s"
    )
    values = {
        "plan": plan.name,
        "section": plan.section,
        "session": plan.section.session.name,
        "round": plan.from_round,
    }
    return Description(
        words % values,
        reason=plan.reason,
        after={"edition": plan.edition, "kind": plan.kind},
    )


@described(
    Place,
    "session.place",
    SESSION,
    at="seated_at",
    by="seated_by",
    about=("member",),
    select_related=("entry",),
)
def place_taken(place: Place) -> Description:
    words = _("seated %(member)s as number %(number)s of %(session)s")
    if place.from_round > 1:
        words = _(
            "seated %(member)s as number %(number)s of %(session)s, from round %(round)s"
        )
    values = {
        "member": place.member,
        "number": place.entry.number,
        "session": place.session.name,
        "round": place.from_round,
    }
    return Description(
        words % values,
        after={"from_round": place.from_round, "to_round": place.to_round},
    )


@described(
    Deputy, "session.deputy", SESSION, at="since", by="named_by", about=("member",)
)
def deputy_named(deputy: Deputy) -> str:
    return _("named %(member)s a deputy of %(session)s") % {
        "member": deputy.member,
        "session": deputy.session.name,
    }


@described(
    Deputy, "session.deputy-end", SESSION, at="until", by="ended_by", about=("member",)
)
def deputy_dismissed(deputy: Deputy) -> str:
    return _("dismissed %(member)s, a deputy of %(session)s") % {
        "member": deputy.member,
        "session": deputy.session.name,
    }


@described(
    Tablet,
    "session.tablet-laid",
    SESSION,
    at="opened_at",
    by="opened_by",
    select_related=("section",),
)
def tablet(row: Tablet) -> str:
    return _("laid a tablet on table %(table)s of %(session)s") % _place_of(row)


@described(
    Tablet,
    "session.tablet-closed",
    SESSION,
    at="closed_at",
    by="closed_by",
    select_related=("section",),
)
def tablet_closed(row: Tablet) -> str:
    return _("took the tablet from table %(table)s of %(session)s") % _place_of(row)


@described(RoundStart, "session.round", SESSION)
def round_begun(start: RoundStart) -> str:
    return _("began round %(round)s of %(session)s") % {
        "round": start.round,
        "session": start.session.name,
    }


@described(
    RoundStart,
    "session.round-taken-back",
    SESSION,
    at="taken_back_at",
    by="taken_back_by",
)
def round_taken_back(start: RoundStart) -> str:
    return _("took round %(round)s of %(session)s back") % {
        "round": start.round,
        "session": start.session.name,
    }


@described(
    ClockChange,
    "session.clock-extended",
    SESSION,
    path="start__session",
    where=Q(minutes__isnull=False),
)
def clock_extended(change: ClockChange) -> Description:
    words = _("extended round %(round)s of %(session)s by %(minutes)s min")
    minutes = {"minutes": change.minutes}
    return Description(words % (_round_of(change) | minutes), after=minutes)


@described(
    ClockChange,
    "session.clock-paused",
    SESSION,
    path="start__session",
    where=Q(minutes=None),
)
def clock_paused(change: ClockChange) -> str:
    return _("paused round %(round)s of %(session)s") % _round_of(change)


@described(
    ClockChange,
    "session.clock-resumed",
    SESSION,
    path="start__session",
    at="until",
    by="ended_by",
)
def clock_resumed(change: ClockChange) -> str:
    return _("let round %(round)s of %(session)s go on") % _round_of(change)


@described(Session, "session.ended", SESSION, at="ended_at", by="ended_by")
def play_ended(row: Session) -> str:
    return _("ended play of %(session)s") % {"session": row.name}


@described(PlayReopening, "session.ended", SESSION, at="ended_at", by="ended_by")
def play_ended_before(row: PlayReopening) -> str:
    return _("ended play of %(session)s") % {"session": row.session.name}


@described(PlayReopening, "session.reopened", SESSION)
def play_reopened(row: PlayReopening) -> Description:
    words = _("reopened play of %(session)s")
    return Description(
        words % {"session": row.session.name},
        before={"ended_at": row.ended_at.isoformat()},
    )


def _round_of(change: ClockChange) -> dict[str, object]:
    return {"round": change.start.round, "session": change.start.session.name}


def _place_of(row: Tablet) -> dict[str, str]:
    return {"table": f"{row.section}{row.table}", "session": row.session.name}
