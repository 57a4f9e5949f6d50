"""The number by which the players know a deal."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


@dataclass(frozen=True, slots=True)
class Called:
    """The number of a deal as it is said and written: `3`, or `3 (dealt again)`. Rows and addresses have their own."""

    number: int
    before: int = 0
    """The number of times that a deal of this number was passed out and dealt again."""

    @property
    def again(self) -> str:
        """`again`, `again ×2`; empty for the first deal of this number."""
        if self.before > 1:
            return _("again ×%(times)s") % {"times": self.before}
        return pgettext("a deal", "again") if self.before else ""

    @property
    def suffix(self) -> str:
        if self.before > 1:
            return " " + _("(dealt again ×%(times)s)") % {"times": self.before}
        return " " + _("(dealt again)") if self.before else ""

    def __str__(self) -> str:
        return f"{self.number}{self.suffix}"
