"""The form of the choices of a device."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.members.device.choices import DeviceChoices


class DeviceForm(forms.Form):
    """The form for the choices of a device, with a checkbox for each.

    Two checkboxes are ticked at first, because each shows the opposite of a choice: `awake` is the opposite of the
    choice `may_sleep`, and `tick` is the opposite of the choice `still`.
    """

    left_handed = forms.BooleanField(
        label=_("Left-handed"),
        required=False,
        help_text=_("Undo, the seats and what is rare lie for the left thumb."),
    )
    large_keys = forms.BooleanField(
        label=_("Large keys"),
        required=False,
        help_text=_("Larger keys and figures, and less of the sheet above them."),
    )
    two_taps = forms.BooleanField(
        label=_("Two taps to record"),
        required=False,
        help_text=_(
            "The first tap on Record shows once more what will be written, the second writes it."
        ),
    )
    awake = forms.BooleanField(
        label=_("Keep the screen awake while I score"),
        required=False,
        help_text=_("Where the browser can."),
    )
    tick = forms.BooleanField(
        label=_("A short tick when a deal is recorded"),
        required=False,
        help_text=_("Where the phone can."),
    )

    def __init__(self, choices: DeviceChoices, data: Any = None) -> None:
        shown = {
            "left_handed": choices.left_handed,
            "large_keys": choices.large_keys,
            "two_taps": choices.two_taps,
            "awake": not choices.may_sleep,
            "tick": not choices.still,
        }
        super().__init__(data, initial=shown)

    @property
    def choices(self) -> DeviceChoices:
        """The choices in a valid form."""
        ticked = self.cleaned_data
        return DeviceChoices(
            left_handed=ticked["left_handed"],
            large_keys=ticked["large_keys"],
            two_taps=ticked["two_taps"],
            may_sleep=not ticked["awake"],
            still=not ticked["tick"],
        )
