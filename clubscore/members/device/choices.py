"""Choices for entering deals on one device. A cookie of the device keeps them, not the account of a member."""

from dataclasses import dataclass, fields
from typing import Self

from django.http import HttpRequest, HttpResponse

COOKIE = "device"
LASTS = 400 * 24 * 3600  # seconds; browsers keep no cookie longer


@dataclass(frozen=True, slots=True)
class DeviceChoices:
    """The choices of a device. A choice is off unless the device has chosen it."""

    left_handed: bool = False
    large_keys: bool = False
    two_taps: bool = False
    may_sleep: bool = False
    still: bool = False

    @classmethod
    def of(cls, request: HttpRequest) -> Self:
        """The choices in the cookie of the request. Unknown words in the cookie are ignored."""
        chosen = request.COOKIES.get(COOKIE, "").split(".")
        return cls(**{field.name: field.name in chosen for field in fields(cls)})

    def keep(self, answer: HttpResponse, *, is_secure: bool) -> None:
        """Store the choices in a cookie of the answer."""
        chosen = ".".join(
            field.name for field in fields(self) if getattr(self, field.name)
        )
        answer.set_cookie(
            COOKIE,
            chosen,
            max_age=LASTS,
            httponly=True,
            samesite="Lax",
            secure=is_secure,
        )
