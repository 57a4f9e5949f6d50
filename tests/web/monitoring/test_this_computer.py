"""The server's own computer may use its own host names, whatever hosts the settings allow; other computers may not."""

import pytest
from django.test import Client, RequestFactory, override_settings

from clubscore.web.monitoring.this_computer import is_from_this_computer

HERE = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1:8000"}


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"REMOTE_ADDR": "::1", "HTTP_HOST": "[::1]:8000"},
        {"REMOTE_ADDR": "127.9.9.9", "HTTP_HOST": "localhost"},
    ],
)
def test_this_computer_is_known_by_loopback_and_its_names(changed: dict[str, str]):
    assert (
        is_from_this_computer(RequestFactory().get("/metrics", **HERE | changed))
        is True
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"REMOTE_ADDR": "192.168.1.20"},
        {"REMOTE_ADDR": "172.17.0.1"},
        {"REMOTE_ADDR": ""},
        {"REMOTE_ADDR": "localhost"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_X_FORWARDED_PROTO": "https"},
        {"HTTP_X_FORWARDED_HOST": "localhost"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
        {"HTTP_HOST": "club.example"},
        {"HTTP_HOST": "127.0.0.1@club.example"},
        {"HTTP_HOST": "localhost.club.example"},
        {"HTTP_HOST": ""},
    ],
)
def test_what_a_proxy_sent_on_or_another_name_leads_here_is_from_elsewhere(
    changed: dict[str, str],
):
    assert (
        is_from_this_computer(RequestFactory().get("/metrics", **HERE | changed))
        is False
    )


@pytest.mark.django_db
@override_settings(ALLOWED_HOSTS=["club.example"], SECURE_SSL_REDIRECT=True)
def test_health_and_figures_are_shown_here_whatever_hosts_are_allowed_and_without_https():
    for path in ("/healthz", "/metrics"):
        assert Client().get(path, **HERE).status_code == 200
        assert Client().post(path, **HERE).status_code == 405
    assert (
        Client().get("/sign-in/", **HERE | {"HTTP_HOST": "club.example"}).status_code
        == 301
    )


@pytest.mark.django_db
@override_settings(ALLOWED_HOSTS=["club.example"])
def test_elsewhere_the_hosts_of_the_settings_count():
    for changed in ({"REMOTE_ADDR": "10.0.0.9"}, {"HTTP_X_FORWARDED_FOR": "10.0.0.9"}):
        assert Client().get("/healthz", **HERE | changed).status_code == 400
        assert (
            Client()
            .get("/healthz", **HERE | changed | {"HTTP_HOST": "club.example"})
            .status_code
            == 200
        )
    assert Client().get("/sign-in/", **HERE).status_code == 400
