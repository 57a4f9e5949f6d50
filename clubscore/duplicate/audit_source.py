"""Audit entries about sessions of duplicate.

They tell of the opening, cancelling and dealt hands of a session, of plans, places, deputies, rounds and tablets.

"""

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Subject, SubjectKind, described
from clubscore.duplicate.models import Deputy, Place, Plan, RoundStart, Session, Tablet

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


def _place_of(row: Tablet) -> dict[str, str]:
    return {"table": f"{row.section}{row.table}", "session": row.session.name}
