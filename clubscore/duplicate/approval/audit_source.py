"""Audit entries about late changes: proposed by a director, answered by an organiser, taken back."""

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, described
from clubscore.duplicate.audit_source import SESSION
from clubscore.duplicate.models import LateChange


@described(
    LateChange,
    "session.late-change-proposed",
    SESSION,
    at="proposed_at",
    by="proposed_by",
)
def late_change_proposed(late: LateChange) -> Description:
    words = _(
        "proposed a change of %(session)s after the period, Law %(law)s: %(kind)s"
    )
    return _described(late, words, late.why, "proposed")


@described(
    LateChange,
    "session.late-change-answered",
    SESSION,
    at="decided_at",
    by="decided_by",
    where=~Q(decision=""),
    select_related=("proposed_by",),
)
def late_change_answered(late: LateChange) -> Description:
    words = {
        "approved": _(
            "approved as organiser what %(proposer)s proposed for %(session)s, Law %(law)s: %(kind)s"
        ),
        "declined": _(
            "did not approve what %(proposer)s proposed for %(session)s, Law %(law)s: %(kind)s"
        ),
        "withdrawn": _("took back the proposal for %(session)s, Law %(law)s: %(kind)s"),
    }[late.decision]
    return _described(late, words, late.decided_for or late.regulation, late.decision)


def _described(late: LateChange, words: str, reason: str, act: str) -> Description:
    """The audit entry about an act on a late change; `words` has the placeholders session, law, kind and proposer."""
    values = {
        "session": late.session.name,
        "law": late.clause,
        "kind": late.get_kind_display(),
        "proposer": late.proposed_by.name,
    }
    return Description(
        words % values,
        f"session.late-change-{act}",
        link=reverse("duplicate:late-change", args=[late.session_id, late.pk]),
        reason=reason,
        after={"kind": late.kind, "law": late.clause, "content": late.content},
    )
