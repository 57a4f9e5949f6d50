"""The forms of a member's record and role."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.members.duties import Duty
from clubscore.members.models import Member
from clubscore.members.naming import looks_like_one_of
from clubscore.members.roles import Role


class RoleForm(forms.Form):
    role = forms.TypedChoiceField(
        choices=[(role.value, role.value) for role in Role], coerce=Role
    )


class DutiesForm(forms.Form):
    """The form by which admins give a member duties. No ticked box means no duty."""

    duties = forms.TypedMultipleChoiceField(
        choices=[(duty.value, duty.value) for duty in Duty], coerce=Duty, required=False
    )


class RecordForm(forms.ModelForm):
    """The form by which admins change a member's record."""

    class Meta:
        model = Member
        fields = (
            "name",
            "nickname",
            "email",
            "phone",
            "external_id",
            "national_id",
            "note",
        )
        labels = {
            "name": gettext_lazy("Name"),
            "nickname": gettext_lazy("Name at the table"),
            "phone": gettext_lazy("Phone"),
            "note": gettext_lazy("Note"),
        }

    def __init__(self, data: Any = None, *, member: Member | None = None) -> None:
        instance = Member.objects.get(pk=member.pk) if member else None
        super().__init__(data, instance=instance)
        self.before = {name: getattr(self.instance, name) for name in self.fields}
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def clean_name(self) -> str:
        """The name, if it is not like another member's name. Raises ValidationError otherwise."""
        name = " ".join(self.cleaned_data["name"].split())
        others = (
            Member.objects.present()
            .exclude(pk=self.instance.pk)
            .values_list("name", flat=True)
        )
        if name != self.before["name"] and looks_like_one_of(name, others.iterator()):
            raise forms.ValidationError(
                _(
                    "%(name)s is on the list already: write this name so that both differ."
                )
                % {"name": name}
            )
        return name

    @property
    def changes(self) -> dict[str, str]:
        """The new values of the fields that changed."""
        return {
            name: self.cleaned_data[name]
            for name in self.before
            if self.cleaned_data[name] != self.before[name]
        }
