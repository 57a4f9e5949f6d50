"""Words for the kinds of rows, by which pages say how many there are of each."""

from django.db.models import Model
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

# As models call their rows, for those who translate: to mark them in the models would need a migration of each.
KINDS = (
    _("api tokens"), _("appeals"), _("attempts"), _("auction overs"), _("audit events"), _("board groups"),
    _("calendar feeds"), _("calls"), _("candidates"), _("carried forwards"), _("club accounts"),
    _("club words"), _("corrections"), _("cuts"), _("deal agreements"), _("deal sets"), _("deals"),
    _("demonstrations"), _("deputys"), _("draws"), _("entrys"), _("erasures"), _("evening links"),
    _("evening mails"), _("final rows"), _("house rules"), _("invitations"), _("kept values"),
    _("list headings"), _("looks"), _("member-group relationships"), _("member-permission relationships"),
    _("members"), _("merges"), _("naming wishs"), _("net agreements"), _("nightly jobs"), _("not theres"),
    _("pack notes"), _("passkeys"), _("payment events"), _("penalties"), _("penalty lifts"),
    _("places in sessions"), _("plan rows"), _("plans"), _("play proposals"), _("play signatures"),
    _("plays"), _("postings"), _("proposals"), _("public choices"), _("publications"),
    _("published players"), _("published rows"), _("rating progresss"), _("rating steps"), _("ratings"),
    _("releases"), _("remainders"), _("reopenings"), _("round starts"), _("rubber seats"), _("rubbers"),
    _("ruling parts"), _("rulings"), _("seasons"), _("sections"), _("sessions of duplicate"), _("sessions"),
    _("settled transactions"), _("settlements"), _("sign in events"), _("sittings"),
    _("substitution consents"), _("substitutions"), _("tables"), _("tablets"), _("terms"), _("transactions"),
    _("transfers"), _("votes"), _("wrong pins"),
)  # fmt: skip


def kind_words(model: type[Model]) -> str:
    """`rubber seats`: the rows of this model, in the reader's language."""
    return gettext(str(model._meta.verbose_name_plural))
