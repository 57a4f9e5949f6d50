"""The number by which the players call a deal."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


@dataclass(frozen=True, slots=True)
class Called:
    """The number by which players call a deal, as they say and write it: `3`, or `3 (dealt again)`.

    Database rows and addresses may use a different number.
    """

    number: int
    before: int = 0
    """The number of earlier deals with this number, which were passed out and dealt again."""

    @property
    def again(self) -> str:
        """The word `again`, or `again ×2`, for a deal that was dealt again; empty for the first deal of this number."""
        if self.before > 1:
            return _("again ×%(times)s") % {"times": self.before}
        if self.before == 1:
            return pgettext("a deal", "again")
        return ""

    @property
    def suffix(self) -> str:
        """The words behind the number: ` (dealt again)`; empty for the first deal of this number."""
        if self.before > 1:
            return " " + _("(dealt again ×%(times)s)") % {"times": self.before}
        if self.before == 1:
            return " " + _("(dealt again)")
        return ""

    def __str__(self) -> str:
        return f"{self.number}{self.suffix}"
