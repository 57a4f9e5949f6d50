"""Each request is counted under the name of its address, and written to the log if the settings ask for it."""

import asyncio
import logging
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from clubscore.members.invitations.queries import token_of
from clubscore.members.invitations.services import make_poster
from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from clubscore.server.observer import Observer
from clubscore.upkeep.shared_metrics import share_metrics
from scoring import Seat
from tests.factories import NOON, rubber_in_play
from tests.forms import SECRET, closed
from tests.live.conftest import cookie_of
from tests.live.watching import Stream
from tests.live_server import AsgiServer
from tests.server_process import ServerProcess, request_of
from tests.waiting import until
from tests.web.monitoring.test_metrics_page import samples


def figures(port: int) -> dict[str, float]:
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", "/metrics")
    answer = line.getresponse()
    assert answer.status == 200
    found = samples(answer.read().decode())
    line.close()
    return found


def answered(route: str, status: int, method: str = "GET") -> str:
    return f'clubscore_requests_total{{method="{method}",route="{route}",status="{status}"}}'


def others(found: dict[str, float]) -> float:
    """The number of requests by unusual methods, which the metrics count together as "other"."""
    return sum(
        value
        for name, value in found.items()
        if "requests_total" in name and 'method="other"' in name
    )


def record(port: int, rubber: Rubber, number: int) -> int:
    headers = {
        "Cookie": f"{cookie_of(rubber.players[Seat.NORTH])['Cookie']}; csrftoken={SECRET}"
    }
    headers |= {
        "HX-Request": "true",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    body = f"contract=1C&declarer=N&result=-1&risk=&number={number}&revision={number - 1}&key={uuid4()}"
    return request_of(
        port, "POST", f"/rubbers/{rubber.pk}/deals/", closed(body), headers
    )


def test_requests_are_counted_by_the_names_of_addresses_whatever_strangers_ask_for(
    server: AsgiServer,
) -> None:
    before = figures(server.port)
    for path in ("/sign-in/", "/nothing/here/", "/nothing/there/", "/rubbers/7/"):
        request_of(server.port, "GET", path)
    request_of(server.port, "DELETE", "/sign-in/")
    # A request is counted when its answer has left, and by then the next one may be asked.
    until(lambda: others(figures(server.port)) > others(before))
    after = figures(server.port)
    grown = {
        name: value - before.get(name, 0)
        for name, value in after.items()
        if "requests_total" in name
    }
    assert grown[answered("members:sign-in", 200)] == 1
    assert grown[answered("none", 404)] == 2
    assert grown[answered("rubbers:detail", 302)] == 1
    assert others(grown) == 1
    timed = 'clubscore_request_seconds_count{method="GET",route="members:sign-in"}'
    assert after[timed] == before.get(timed, 0) + 1


def test_a_recorded_deal_and_an_open_stream_are_figures(server: AsgiServer) -> None:
    rubber = rubber_in_play()
    before = figures(server.port)
    with Stream(
        server.url,
        f"/live/rubber/{rubber.pk}/watch",
        cookie_of(rubber.players[Seat.EAST]),
    ) as stream:
        stream.frame()
        assert record(server.port, rubber, 1) == 200
        during = figures(server.port)
    assert (
        during["clubscore_recordings_total"] == before["clubscore_recordings_total"] + 1
    )
    assert during["clubscore_watchers"] == before["clubscore_watchers"] + 1
    assert not [name for name in during if "seconds" in name and "live:" in name]


@pytest.mark.landing
def test_several_processes_of_one_port_give_their_figures_together(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "put back afterwards")
    (tmp_path / "metrics" / "8000").mkdir(parents=True)
    left_over = tmp_path / "metrics" / "8000" / "counter_1.db"
    left_over.touch()
    share_metrics(data_dir=tmp_path, port=8000)
    assert not left_over.exists()
    with ServerProcess(
        processes=2, environment={"CLUB_DATA_DIR": str(tmp_path)}
    ) as server:
        for _ in range(20):
            assert request_of(server.port, "GET", "/sign-in/") == 200
        # A process counts a request when its answer has left, and by then another one may be asked.
        until(lambda: figures(server.port)[answered("members:sign-in", 200)] == 20)
        dead = tmp_path / "metrics" / "8000" / "gauge_livesum_999999999.db"
        dead.write_bytes(next(dead.parent.glob("gauge_livesum_*.db")).read_bytes())
        asked = [figures(server.port) for _ in range(4)]
        assert {found[answered("members:sign-in", 200)] for found in asked} == {20}
        assert asked[-1]["clubscore_watchers"] == 0
        assert not dead.exists()


# --- the log ---


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        record.getMessage()
        for record in caplog.records
        if record.name == "clubscore.requests"
    ]


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    scope["state"] |= {"route": scope["path"].strip("/"), "member": 7}
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def _gone(scope: Any, receive: Any, send: Any) -> None:
    raise ConnectionResetError


def observe(application: Any, path: str, *, logs: bool = True) -> None:
    async def nothing(*_: Any) -> None:
        pass

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"token=secret",
    }
    asyncio.run(Observer(application, logs=logs)(scope, nothing, nothing))  # type: ignore[arg-type]


def test_a_line_has_method_path_status_time_and_member_and_no_query(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO):
        observe(_answer, "/rubbers/41/")
        observe(_answer, "/rubbers/41/", logs=False)
        with pytest.raises(ConnectionResetError):
            observe(_gone, "/a b\nGET /forged")
    first, second = lines(caplog)
    assert first.startswith("GET /rubbers/41/ 204 ") and first.endswith(" ms member 7")
    assert second.startswith("GET /a%20b%0AGET%20/forged gone ") and second.endswith(
        " ms member -"
    )


def test_the_server_writes_pages_and_streams_with_their_member_and_no_invitation(
    server: AsgiServer,
    secretary: Member,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from clubscore import asgi  # noqa: PLC0415 - Django must be set up first

    monkeypatch.setattr(asgi.application, "_logs", True)
    token = token_of(make_poster(by=secretary, now=NOON))
    with caplog.at_level(logging.INFO):
        request_of(server.port, "GET", f"/join/{token}/?key=secret")
        request_of(server.port, "GET", "/members/?q=Anna", headers=cookie_of(secretary))
        with Stream(server.url, "/live/room/0/watch", cookie_of(secretary)):
            pass
        server.stop()
    written = [line.split() for line in lines(caplog)]
    assert [(line[1], line[-1]) for line in written] == [
        ("/join/…/", "-"),
        ("/members/", str(secretary.pk)),
        ("/live/room/0/watch", str(secretary.pk)),
    ]
    server.start()
