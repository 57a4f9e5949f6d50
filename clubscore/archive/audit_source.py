"""Audit entries about archives."""

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, described
from clubscore.members.audit_source import DEED, deed
from clubscore.members.models import AuditEvent


@described(AuditEvent, "deed.exported", DEED, where=Q(what=AuditEvent.What.EXPORTED))
def export(event: AuditEvent) -> Description:
    words = _("downloaded everything that the club keeps, with the scrambled passwords")
    return deed(event, words, reverse("archive:index"))
