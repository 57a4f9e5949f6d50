"""Audit entries about sessions of duplicate: opened, cancelled, plans, places, deputies, rounds."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Kind, Source
from clubscore.duplicate.models import Deputy, Place, Plan, RoundStart, Session, Tablet


def session_opened(session: Session) -> Description:
    return Description(
        action="session.opened",
        words=_("opened %(session)s") % {"session": session.name},
        object="session",
        object_id=session.pk,
        link=_link(session),
        after={"rules": session.rules, "law": session.law, "boards_a_round": session.boards_a_round},
    )


def session_cancelled(session: Session) -> Description:
    return Description(
        action="session.cancelled",
        words=_("cancelled %(session)s") % {"session": session.name},
        object="session",
        object_id=session.pk,
        link=_link(session),
        reason=session.cancelled_for,
    )


def hands_named(session: Session) -> Description:
    return Description(
        action="session.hands",
        words=_("named %(set)s as the hands of %(session)s") % {"set": session.deal_set, "session": session.name},
        object="session",
        object_id=session.pk,
        link=_link(session),
        after={"set": session.deal_set_id},
    )


def plan_adopted(plan: Plan) -> Description:
    session = plan.section.session
    return Description(
        action="session.plan",
        words=_("adopted %(plan)s for section %(section)s of %(session)s, from round %(round)s")
        % {"plan": plan.name, "section": plan.section, "session": session.name, "round": plan.from_round},
        object="session",
        object_id=session.pk,
        link=_link(session),
        reason=plan.reason,
        after={"edition": plan.edition, "kind": plan.kind},
    )


def place_taken(place: Place) -> Description:
    words = _("seated %(member)s as number %(number)s of %(session)s")
    if place.from_round > 1:
        words = _("seated %(member)s as number %(number)s of %(session)s, from round %(round)s")
    return Description(
        action="session.place",
        words=words
        % {
            "member": place.member,
            "number": place.entry.number,
            "session": place.session.name,
            "round": place.from_round,
        },
        object="session",
        object_id=place.session_id,
        link=_link(place.session),
        after={"from_round": place.from_round, "to_round": place.to_round},
    )


def deputy_named(deputy: Deputy) -> Description:
    return Description(
        action="session.deputy",
        words=_("named %(member)s a deputy of %(session)s") % {"member": deputy.member, "session": deputy.session.name},
        object="session",
        object_id=deputy.session_id,
        link=_link(deputy.session),
    )


def round_begun(start: RoundStart) -> Description:
    return Description(
        action="session.round",
        words=_("began round %(round)s of %(session)s") % {"round": start.round, "session": start.session.name},
        object="session",
        object_id=start.session_id,
        link=_link(start.session),
    )


def _link(session: Session) -> str:
    return reverse("duplicate:detail", args=[session.pk])


def tablet_laid(tablet: Tablet) -> Description:
    return _tablet(tablet, "laid")


def tablet_closed(tablet: Tablet) -> Description:
    return _tablet(tablet, "closed")


def _tablet(tablet: Tablet, act: str) -> Description:
    words = _("took the tablet from table %(table)s of %(session)s")
    if act == "laid":
        words = _("laid a tablet on table %(table)s of %(session)s")
    return Description(
        action=f"session.tablet-{act}",
        words=words % {"table": f"{tablet.section}{tablet.table}", "session": tablet.session.name},
        object="session",
        object_id=tablet.session_id,
        link=_link(tablet.session),
    )


SOURCES = (
    Source(
        name="session",
        kind=Kind.DUPLICATE,
        rows=Session.objects.all,
        at="opened_at",
        by="opened_by",
        describe=session_opened,
    ),
    Source(
        name="session cancelled",
        kind=Kind.DUPLICATE,
        rows=lambda: Session.objects.exclude(cancelled_at=None),
        at="cancelled_at",
        by="cancelled_by",
        describe=session_cancelled,
    ),
    Source(
        name="hands of a session",
        kind=Kind.DUPLICATE,
        rows=lambda: Session.objects.exclude(deal_set=None),
        at="hands_at",
        by="hands_by",
        describe=hands_named,
        select_related=("deal_set",),
    ),
    Source(
        name="plan",
        kind=Kind.DUPLICATE,
        rows=Plan.objects.all,
        at="adopted_at",
        by="adopted_by",
        describe=plan_adopted,
        select_related=("section__session",),
    ),
    Source(
        name="place",
        kind=Kind.DUPLICATE,
        rows=Place.objects.all,
        at="seated_at",
        by="seated_by",
        describe=place_taken,
        about=("member",),
        select_related=("member", "entry", "session"),
    ),
    Source(
        name="deputy",
        kind=Kind.DUPLICATE,
        rows=Deputy.objects.all,
        at="since",
        by="named_by",
        describe=deputy_named,
        about=("member",),
        select_related=("member", "session"),
    ),
    Source(
        name="tablet",
        kind=Kind.DUPLICATE,
        rows=Tablet.objects.all,
        at="opened_at",
        by="opened_by",
        describe=tablet_laid,
        select_related=("section", "session"),
    ),
    Source(
        name="tablet closed",
        kind=Kind.DUPLICATE,
        rows=lambda: Tablet.objects.exclude(closed_at=None),
        at="closed_at",
        by="closed_by",
        describe=tablet_closed,
        select_related=("section", "session"),
    ),
    Source(
        name="round",
        kind=Kind.DUPLICATE,
        rows=RoundStart.objects.all,
        at="at",
        by="by",
        describe=round_begun,
        select_related=("session",),
    ),
)
