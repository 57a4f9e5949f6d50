"""A server that cannot use its host and port says so before it announces its address."""

import socket

import pytest
from django.core.management import CommandError, call_command

from clubscore.upkeep.management.commands import serve
from clubscore.upkeep.server_command import NoPort, require_free_port
from tests.server_process import free_port


@pytest.mark.django_db
def test_another_program_has_the_port(settings, capsys, monkeypatch):
    monkeypatch.setattr(
        serve, "run_server", lambda arguments: pytest.fail("nothing was to be served")
    )
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        settings.HOST, settings.PORT = "127.0.0.1", other.getsockname()[1]
        with pytest.raises(
            CommandError, match=f"Another program has the port {settings.PORT}"
        ):
            call_command("serve")
    assert "served at" not in capsys.readouterr().out


def test_an_address_of_another_computer():
    with pytest.raises(NoPort, match="Nothing can be served at HOST=203.0.113.7"):
        require_free_port("203.0.113.7", free_port())


def test_a_name_that_is_none():
    with pytest.raises(NoPort, match=r"Nothing can be served at HOST=club.invalid"):
        require_free_port("club.invalid", free_port())


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost"])
def test_a_free_port_stays_free(host):
    port = free_port()
    require_free_port(host, port)
    require_free_port(host, port)
