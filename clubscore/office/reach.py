"""Letting phones in: the server listens for the whole network of the house, or for this computer alone."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from clubscore.members.models import Member
from clubscore.office.club_settings import choose_settings
from clubscore.own_addresses import own_addresses
from clubscore.refusals import Refused
from clubscore.upkeep.following import is_fixed
from clubscore.upkeep.restarting import ask_for_restart, can_restart
from clubscore.upkeep.server_command import NoPort, require_free_port
from clubscore.upkeep.setting_up import checked
from clubscore.web.reach.phones import is_for_this_computer_alone


@dataclass(frozen=True, slots=True)
class Reach:
    """Whether phones reach the club, and whether the page can change that."""

    is_asked_at_the_computer: bool
    """True if the page is open on the club's computer itself, which the choice never shuts out."""

    @property
    def lets_in(self) -> bool:
        return not is_for_this_computer_alone(settings.HOST)

    @property
    def may_change(self) -> bool:
        """True if the setting is not fixed from outside, no proxy stands before the club, and a restart is possible."""
        has_a_proxy = settings.HTTPS or bool(settings.TRUSTED_PROXIES)
        return can_restart() and not has_a_proxy and not is_fixed("HOST")


def choose_reach(*, reach: Reach, lets_in: bool, by: Member, now: datetime) -> None:
    """Keep the choice, and start the server anew. A choice that holds already changes nothing: the form was sent again.

    Raises Refused if the page cannot change it.
    """
    if not reach.may_change:
        raise Refused(_("Only whoever looks after the computer can change that here."))
    if not lets_in and not reach.is_asked_at_the_computer:
        raise Refused(
            _("Do that at the club’s computer itself: this device would be shut out.")
        )
    if lets_in == reach.lets_in:
        return
    if lets_in:
        _require_free_port()
    answer = "yes" if lets_in else "no"
    host = checked("HOST", answer)
    choose_settings(changes={"HOST": host}, by=by, now=now)
    ask_for_restart()


def _require_free_port() -> None:
    """Require that no other program answers phones at this port, so that the server starts again. Raises Refused."""
    try:
        for number in own_addresses():
            require_free_port(number, settings.PORT)
    except NoPort as error:
        raise Refused(
            _(
                "Another program on the club’s computer answers there already. Ask whoever looks after the computer."
            )
        ) from error
