"""Words for the kinds of rows, for pages that show the number of rows of each kind."""

from django.db.models import Model
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

# As models call their rows, for those who translate: to mark them in the models would need a migration of each.
KINDS = (
    _("tokens for programs"), _("appeals"), _("attempts"), _("ends of auctions"), _("audit events"), _("board groups"),
    _("calendar feeds"), _("calls"), _("candidates"), _("balances carried forward"), _("club accounts"),
    _("club words"), _("corrections"), _("cuts"), _("deal agreements"), _("deal sets"), _("deals"),
    _("demonstrations"), _("deputies"), _("draws"), _("terms of duplicate"), _("entries"), _("erasures"),
    _("evening links"), _("evening mails"), _("final percentages"), _("final rows"), _("final sessions"),
    _("house rules"), _("invitations"), _("kept values"),
    _("list headings"), _("looks"), _("groups of members"), _("permissions of members"),
    _("members"), _("merges"), _("naming wishes"), _("net agreements"), _("nightly jobs"), _("absences"),
    _("pack notes"), _("passkeys"), _("payment events"), _("penalties"), _("penalty lifts"),
    _("places in sessions"), _("plan rows"), _("plans"), _("play proposals"), _("play signatures"),
    _("plays"), _("postings"), _("proposals"), _("public choices"), _("publications"),
    _("published players"), _("published rows"), _("progress of ratings"), _("rating steps"), _("ratings"),
    _("releases"), _("remainders"), _("reopenings"), _("round starts"), _("rubber seats"), _("rubbers"),
    _("ruling parts"), _("rulings"), _("seasons"), _("sections"), _("sessions of duplicate"), _("sessions"),
    _("settled transactions"), _("settlements"), _("sign-ins"), _("sittings"),
    _("substitution consents"), _("substitutions"), _("tables"), _("tablets"), _("terms"), _("transactions"),
    _("transfers"), _("votes"), _("wrong PINs"),
)  # fmt: skip
# Where Django makes the plural of a model by adding an s, or says what only its code knows.
_IN_ENGLISH = {
    "api tokens": "tokens for programs",
    "auction overs": "ends of auctions",
    "carried forwards": "balances carried forward",
    "deputys": "deputies",
    "entrys": "entries",
    "member-group relationships": "groups of members",
    "member-permission relationships": "permissions of members",
    "naming wishs": "naming wishes",
    "not theres": "absences",
    "rating progresss": "progress of ratings",
    "sign in events": "sign-ins",
    "wrong pins": "wrong PINs",
}


def kind_words(model: type[Model]) -> str:
    """`rubber seats`: the rows of this model, in the reader's language."""
    words = str(model._meta.verbose_name_plural)
    return gettext(_IN_ENGLISH.get(words, words))
