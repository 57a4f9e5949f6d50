"""The audit entries of handicaps and strata: who set them for which entry."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, described
from clubscore.duplicate.audit_source import SESSION
from clubscore.duplicate.models import Grading


@described(
    Grading,
    "session.entry-graded",
    SESSION,
    at="set_at",
    by="set_by",
    select_related=("entry__section",),
)
def entry_was_graded(row: Grading) -> Description:
    words = _("set the handicap and the stratum of number %(number)s of %(session)s")
    handicap = None
    if row.points is not None:
        handicap = float(row.points)
    return Description(
        words % {"number": f"{row.entry}", "session": row.session.name},
        link=reverse("duplicate:handicaps", args=[row.session_id]),
        after={"handicap": handicap, "stratum": row.stratum},
        from_version=row.version - 1 or None,
        to_version=row.version,
    )
