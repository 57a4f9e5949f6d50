"""The form of a member's role."""

from django import forms

from clubscore.members.roles import Role


class RoleForm(forms.Form):
    role = forms.TypedChoiceField(choices=[(role.value, role.title) for role in Role], coerce=Role)
