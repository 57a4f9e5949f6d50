"""The audit entries of correction periods: who set them, how long, and what is special."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, described
from clubscore.duplicate.audit_source import SESSION
from clubscore.duplicate.models import PeriodTerms


@described(PeriodTerms, "session.periods-set", SESSION, at="set_at", by="set_by")
def periods_were_set(terms: PeriodTerms) -> Description:
    words = _("set the correction periods of %(session)s")
    return Description(
        words % {"session": terms.session.name},
        link=reverse("duplicate:periods", args=[terms.session_id]),
        reason=terms.special_nature,
        after={
            "correction_minutes": terms.correction_minutes,
            "appeal_minutes": terms.appeal_minutes,
        },
    )
