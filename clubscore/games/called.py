"""The number by which the players know a deal."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


@dataclass(frozen=True, slots=True)
class Called:
    """The number of a deal as it is said and written: `3`, or `3 (dealt again)`.

    Rows and addresses number the deals otherwise.
    """

    number: int
    before: int = 0
    """The number of times that a deal of this number was passed out and dealt again."""

    @property
    def again(self) -> str:
        """`again`, `again ×2`; empty for the first deal of this number."""
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
