"""The audit entries of publications: by whom results were published, and the reason for publishing them again."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, described
from clubscore.duplicate.audit_source import SESSION
from clubscore.duplicate.models import Publication


@described(Publication, "session.published", SESSION)
def results_published(publication: Publication) -> Description:
    session, number = publication.session, publication.number
    words = _("published the results of %(session)s, publication %(number)s")
    return Description(
        words % {"session": session.name, "number": number},
        link=f"{reverse('duplicate:results', args=[session.pk])}?publication={number}",
        reason=publication.reason,
        after={
            "correction_ends_at": publication.correction_ends_at.isoformat(),
            "minutes": publication.minutes,
            "special_nature": publication.special_nature,
            "missing": publication.missing,
            "facts": publication.facts,
        },
    )
