"""The metrics for Prometheus: who may read them, and which figures they contain."""

import pytest
from django.db import transaction
from django.test import Client, override_settings
from prometheus_client.parser import text_string_to_metric_families

from clubscore import __version__
from clubscore.database.write_lock import write_transaction
from clubscore.live.stream_limits import StreamCounter, StreamLimits
from clubscore.web.monitoring.metrics_page import told_by

HERE = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost:8000"}
TOKEN = "a token of twenty characters or more"


def samples(text: str) -> dict[str, float]:
    """The value of each sample, by its name and labels as Prometheus writes them."""
    found = {}
    for family in text_string_to_metric_families(text):
        for each in family.samples:
            labels = ",".join(
                f'{name}="{value}"' for name, value in sorted(each.labels.items())
            )
            found[f"{each.name}{{{labels}}}" if labels else each.name] = each.value
    return found


def figures() -> dict[str, float]:
    answer = Client().get("/metrics", **HERE)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    return samples(answer.content.decode())


@pytest.mark.django_db
def test_strangers_read_no_figures():
    answer = Client().get("/metrics")
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert "clubscore_" not in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "said", ["", "Bearer", "Bearer ", "Bearer wrong", f"Basic {TOKEN}", TOKEN]
)
def test_what_is_not_the_token_opens_nothing(said: str):
    with override_settings(METRICS_TOKEN=TOKEN):
        assert (
            Client().get("/metrics", headers={"Authorization": said}).status_code == 401
        )
    with override_settings(METRICS_TOKEN=""):
        assert (
            Client().get("/metrics", headers={"Authorization": said}).status_code == 401
        )


@pytest.mark.django_db
@override_settings(METRICS_TOKEN=TOKEN)
def test_the_token_opens_them_from_anywhere():
    said = {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-For": "203.0.113.9"}
    assert b"clubscore_build_info" in Client().get("/metrics", headers=said).content


@pytest.mark.django_db
def test_they_say_what_is_running():
    build = next(name for name in figures() if name.startswith("clubscore_build_info"))
    assert f'version="{__version__}"' in build


@pytest.mark.django_db
def test_open_streams_are_watchers():
    counter, limits = (
        StreamCounter(),
        StreamLimits(beat=15, lifetime=60, per_member=2, total=2),
    )
    before = figures()["clubscore_watchers"]
    with counter.count(1, limits), counter.count(2, limits):
        assert figures()["clubscore_watchers"] == before + 2
    assert figures()["clubscore_watchers"] == before


@pytest.mark.django_db(transaction=True)
def test_a_write_that_queues_is_measured_on_sqlite():
    before = figures()["clubscore_write_wait_seconds_count"]
    with write_transaction(), write_transaction():
        pass
    waited = figures()["clubscore_write_wait_seconds_count"] - before
    assert waited == (1 if transaction.get_connection().vendor == "sqlite" else 0)


@pytest.mark.django_db
def test_figures_of_other_apps_stand_beside_them_and_those_that_are_none_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setitem(
        told_by, "clubscore_rainfall", ("Rain on the roof", lambda: 3.5)
    )
    monkeypatch.setitem(
        told_by, "clubscore_snowfall", ("Snow on the roof", lambda: None)
    )
    found = figures()
    assert found["clubscore_rainfall"] == 3.5
    assert "clubscore_snowfall" not in found
