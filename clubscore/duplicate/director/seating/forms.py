"""Forms in which members take a number of the plan, and in which a director gives entries their numbers."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubscore.duplicate.director.seating.name_list import read_list
from clubscore.duplicate.director.seating.queries import open_places
from clubscore.duplicate.director.seating.services import MOST, SEATS
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member

_LINES = {
    "pair": _("Pairs, a line each"),
    "team": _("Teams, a line each"),
    "player": _("Players, a line each"),
}
"""The label of the field for a typed list, by the kind of its entries: `pair`, `team` or `player`."""
_NUMBERED = {
    "pair": _("With a number before the names where it matters: 7 %(names)s."),
    "team": _(
        "With a number before the names where it matters: 7 %(names)s. "
        "The first two sit North–South, the next two East–West; a fifth and a sixth wait."
    ),
    "player": _("With a number before the name where it matters: 7 %(names)s."),
}
"""The help text of the field for a typed list, by the kind of its entries: `pair`, `team` or `player`."""

_NAMES = ("first", "partner", "third", "fourth", "fifth", "sixth")


class PlayerField(forms.ModelChoiceField):
    """A form field that chooses a member by name. It offers nobody until `offer` or the form sets the members."""

    def __init__(self, **options: Any) -> None:
        wrong = {
            "invalid_choice": _(
                "Choose somebody who plays: whoever watches or has left takes no place."
            )
        }
        super().__init__(Member.objects.none(), error_messages=wrong, **options)

    def offer(self, state: SessionState, *, but: Member | None = None) -> None:
        """Offer the members who may play and have no place in the session yet, without the member `but`."""
        taken = {
            place.member_id
            for section in state.sections
            for place in section.places
            if state.is_held(place)
        }
        if but:
            taken.add(but.pk)
        unmerged = Member.objects.who_may_sit().filter(merged_into=None)
        free = unmerged.exclude(pk__in=taken)
        self.queryset = free.order_by("name", "pk")


class PlaceForm(forms.Form):
    """The form of a member who takes a number of the plan.

    The member takes it with a partner, with three to five others of a team, or, in an individual, alone.
    """

    number = forms.ChoiceField(
        label=_("Where"), error_messages={"required": _("Choose a place.")}
    )
    partner = PlayerField(
        label=pgettext_lazy("a partner", "With"), empty_label=_("Choose your partner")
    )
    third = PlayerField(
        label=_("And at the other table"), empty_label=_("Choose a player")
    )
    fourth = PlayerField(
        label=pgettext_lazy("a partner", "with"), empty_label=_("Choose a player")
    )
    fifth = PlayerField(label=_("A fifth"), empty_label=_("nobody"), required=False)
    sixth = PlayerField(label=_("A sixth"), empty_label=_("nobody"), required=False)

    def __init__(
        self, data: Any = None, *, state: SessionState, member: Member, table: str = ""
    ) -> None:
        super().__init__(data)
        self._member, self._names = member, _NAMES[1 : MOST[state.session.noun]]
        _offer(self, state, _NAMES[1:], self._names, table=table, but=member)

    @property
    def taken(self) -> Taken:
        return _taken(self, self._names, self._member)


class EntryForm(forms.Form):
    """The form of a director who seats an entry: a number of the plan, and all members of the entry."""

    number = forms.ChoiceField(
        label=_("Where"), error_messages={"required": _("Choose a place.")}
    )
    first = PlayerField(label=_("North or East"), empty_label=_("Choose a player"))
    partner = PlayerField(label=_("South or West"), empty_label=_("Choose a player"))
    third = PlayerField(label=_("East"), empty_label=_("Choose a player"))
    fourth = PlayerField(label=_("West"), empty_label=_("Choose a player"))
    fifth = PlayerField(label=_("A fifth"), empty_label=_("nobody"), required=False)
    sixth = PlayerField(label=_("A sixth"), empty_label=_("nobody"), required=False)

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data)
        self._names = _NAMES[: MOST[state.session.noun]]
        _offer(self, state, _NAMES, self._names)
        if state.session.noun == "team":
            self.fields["first"].label = _("North")
            self.fields["partner"].label = _("South")
        elif state.session.noun == "player":
            self.fields["first"].label = _("Player")

    @property
    def taken(self) -> Taken:
        return _taken(self, self._names)


class EntryListForm(forms.Form):
    """The form with a typed list of entries, a line for each entry."""

    lines = forms.CharField(max_length=10_000, widget=forms.Textarea({"rows": 6}))

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data)
        noun = state.session.noun
        examples = ("Anna Weiss", "Ben Novak", "Cleo Bauer", "Dan Roth")
        names = ", ".join(examples[: len(SEATS[noun])])
        lines = self.fields["lines"]
        lines.label = _LINES[noun]
        lines.widget.attrs["placeholder"] = names
        lines.help_text = _NUMBERED[noun] % {"names": names}
        self._state = state

    def clean_lines(self) -> list[Taken]:
        """The numbers and members of the typed list. Raises ValidationError if the list cannot be read."""
        return read_list(self.cleaned_data["lines"], self._state)


def _offer(
    form: forms.Form,
    state: SessionState,
    all_of_them: Sequence[str],
    needed: Sequence[str],
    *,
    table: str = "",
    but: Member | None = None,
) -> None:
    """Offer the open numbers and the free members in a form, and remove the fields that the session does not need.

    `all_of_them` are the names of the form's fields for members, and `needed` the names of the fields that stay. If
    `table` is given, only the numbers at the table with this code are offered. The member `but` is not offered.
    """
    fields: Any = form.fields
    fields["number"].choices = open_places(state, table)
    for name in all_of_them:
        if name in needed:
            fields[name].offer(state, but=but)
        else:
            del fields[name]


def _taken(form: forms.Form, names: Sequence[str], *first: Member) -> Taken:
    """The number (such as `A7`) and the members that were chosen in a form, as a Taken.

    `names` are the names of the form's fields for members. The members `first` come before the members in these fields.
    """
    chosen = form.cleaned_data
    number: str = chosen["number"]
    members = [*first]
    for name in names:
        if chosen[name]:
            members.append(chosen[name])
    return Taken(number[0], int(number[1:]), tuple(members))
