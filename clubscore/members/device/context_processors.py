"""Context for every template: the choices of this device."""

from django.http import HttpRequest

from clubscore.members.device.choices import DeviceChoices


def device(request: HttpRequest) -> dict[str, DeviceChoices]:
    """The context variable `device`: the choices for the entry of a deal."""
    return {"device": DeviceChoices.of(request)}
