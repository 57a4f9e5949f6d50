"""The fields that every document of the API has."""

from typing import Any

from django.conf import settings
from django.utils import timezone

Document = dict[str, Any]


def club_document(**fields: Any) -> Document:
    return {
        "version": 1,
        "club": settings.CLUB_NAME,
        "time_zone": str(timezone.get_default_timezone()),
        **fields,
    }
