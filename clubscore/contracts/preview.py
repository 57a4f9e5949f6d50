"""Preview of an entry: the deal in words, and what is still to be tapped."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from django.core.exceptions import ValidationError
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubscore.contracts.deal_form import HIDDEN, MISSING, UNREAD, DealForm, PartialDeal
from clubscore.languages.spoken import told
from clubscore.web.templatetags.scores import suits
from clubscore.web.templatetags.sentences import all_of
from scoring import Seat
from scoring.words import contract_in_words

ASKING = {MISSING, UNREAD}
"""The error codes of an entry that is only unfinished: the page shows such an error as a request."""


@dataclass(frozen=True)
class EntryPreview:
    """The preview of an entry before it is recorded: the deal in words, and the points that it scores.

    The viewer's own side comes first. While the entry is not `complete`, only `words`, `missing` and `errors` are
    filled.
    """

    complete: bool = False
    words: str = ""
    short: str = ""
    """The deal as the Record button names it, such as `4♠X N −1`."""
    figures: tuple[tuple[str, int, str], ...] = ()
    """The points of the deal, each as (name of the side, points, place on the score sheet).

    The place is empty at duplicate.
    """
    consequence: str = ""
    totals: tuple[tuple[str, int], ...] = ()
    """The totals of the rubber after the deal, each as (name of the side, points)."""
    missing: str = ""
    """A sentence that asks for the facts still to be tapped."""
    errors: tuple[str, ...] = ()
    instead_of: str = ""
    """The name, such as `deal 7`, of the recorded deal that this entry would replace.

    Empty if the entry replaces no recorded deal, or is the same as the recorded deal.
    """
    record_as: str = ""
    """The name, such as `deal 8`, that the entry would get as a further deal.

    Empty if the entry would not be recorded as a further deal.
    """

    @property
    def button(self) -> SafeString:
        """The words on the Record button, as HTML, such as `Record`, `Record 4♠ N =` or `Record 4♠ N = as deal 8`."""
        if self.record_as:
            words = _("Record %(short)s as %(deal)s")
        elif self.short:
            words = _("Record %(short)s")
        else:
            words = pgettext("a deal", "Record")
        values = {
            "short": suits(self.short),
            "deal": conditional_escape(self.record_as),
        }
        return mark_safe(words % values)


def blank_preview(form: type[DealForm]) -> EntryPreview:
    """The preview of a form in which nothing is entered."""
    return _blank_preview(form, get_language())


@cache
def _blank_preview(form: type[DealForm], language: str | None) -> EntryPreview:
    """The preview of a form in which nothing is entered, in the given language. It is made only once for a language."""
    names = _names(form(), PartialDeal())
    return EntryPreview(missing=_ask(names))


def unfinished_preview(
    form: DealForm, names: Mapping[Seat, str]
) -> EntryPreview | None:
    """The preview of an entry that is not a whole deal yet: its known facts and a request for the others.

    None if the entry is a whole deal.
    """
    facts = form.partial()
    if form.is_bound and form.cleaned_data.get("deal"):
        return None
    wrong: list[str] = []
    unread: list[str] = []
    for error in _shown_errors(form):
        if error.code not in ASKING:
            wrong += error.messages
        if error.code == UNREAD:
            unread += error.messages
    missing = ""
    if not wrong:
        missing = "".join(unread) or _ask(_names(form, facts))
    return EntryPreview(
        words=_so_far(facts, names), missing=missing, errors=tuple(wrong)
    )


def _shown_errors(form: DealForm) -> Iterator[ValidationError]:
    """Yield the errors of the form, without the errors of the fields that the page hides."""
    for field, errors in form.errors.as_data().items():
        if field not in HIDDEN:
            yield from errors


def _names(form: DealForm, facts: PartialDeal) -> list[str]:
    """The names of the facts still to be tapped."""
    return [name for _field, name, _question in form.wanting(facts)]


def _so_far(facts: PartialDeal, names: Mapping[Seat, str]) -> str:
    """The known facts in words, such as `4♠ by Anna …`, `4♠ …` or `Anna …`; empty if no fact is known."""
    bid = ""
    declarer = ""
    if facts.contract:
        bid = told(contract_in_words(facts.contract))
    if facts.declarer:
        declarer = names[facts.declarer]
    if bid and declarer:
        values = {"contract": bid, "declarer": declarer}
        return _("%(contract)s by %(declarer)s …") % values
    known = bid or declarer
    if not known:
        return ""
    return f"{known} …"


def _ask(wanting: list[str]) -> str:
    """The request for the missing facts: `Tap the contract, the declarer and the result.` Empty if none is missing."""
    if not wanting:
        return ""
    return _("Tap %(what)s.") % {"what": all_of(wanting)}
