from django import forms


class ExampleForm(forms.Form):
    """The fields of ordinary forms, the first of them with a mistake."""

    name = forms.CharField(label="Name", help_text="As it shall stand in the standings.")
    place = forms.ChoiceField(label="Table", choices=[("green", "Green"), ("red", "Red")])
    is_guest = forms.BooleanField(label="Guest", required=False)
    note = forms.CharField(label="Note", required=False, widget=forms.Textarea(attrs={"rows": 2}))
