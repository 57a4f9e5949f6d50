"""Audit entries about what was published."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Kind, Source
from clubscore.duplicate.models import Publication


def published(publication: Publication) -> Description:
    session = publication.session
    ends = publication.correction_ends_at
    words = _("published the results of %(session)s, publication %(number)s")
    return Description(
        action="session.published",
        words=words % {"session": session.name, "number": publication.number},
        object="session",
        object_id=session.pk,
        link=f"{reverse('duplicate:results', args=[session.pk])}?publication={publication.number}",
        reason=publication.reason,
        after={
            "correction_ends_at": ends.isoformat(),
            "minutes": publication.minutes,
            "special_nature": publication.special_nature,
            "missing": publication.missing,
            "facts": publication.facts,
        },
    )


SOURCES = (
    Source(
        name="results published",
        kind=Kind.DUPLICATE,
        rows=Publication.objects.all,
        at="at",
        by="by",
        describe=published,
        select_related=("session",),
    ),
)
