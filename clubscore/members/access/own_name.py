"""Refusal of passwords that are little more than the member's own name."""

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SHORTEST_NAME = 3  # letters: less stands in too many words
LEAST_BESIDE = 4  # letters that a password has beside the names


class OwnNameValidator:
    """A password validator that refuses passwords such as `anna1984` and `weiss-anna` for Anna Weiss.

    Django's own validator measures the likeness of the whole password, so it lets some of these passwords pass.
    """

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError if the password has a name of the member and fewer than four letters beside the names.

        The names are the words that `names_of` finds in the record of `user`. Without a user every password passes.
        """
        rest = password.casefold()
        for name in sorted(names_of(user), key=len, reverse=True):
            rest = rest.replace(name, " ")
        if rest != password.casefold() and sum(map(str.isalpha, rest)) < LEAST_BESIDE:
            raise ValidationError(
                _(
                    "This password is little more than your name. Take a few words that have nothing to do with you."
                ),
                code="password_is_own_name",
            )

    def get_help_text(self) -> str:
        return _("Your password cannot be little more than your name.")


def names_of(member: Any) -> set[str]:
    """The words of three letters or more in the member's names and e-mail address, in small letters; empty for None."""
    values = (
        getattr(member, field, None) or ""
        for field in ("name", "nickname", "username", "email")
    )
    words = {
        word for value in values for word in re.split(r"[\W\d_]+", value.casefold())
    }
    return {word for word in words if len(word) >= SHORTEST_NAME}
