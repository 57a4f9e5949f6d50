"""The events that a watcher gets, on the real server with a real database."""

import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import pairwise

import pytest
from django.db import transaction

from clubscore.live.hub import hub
from clubscore.members.models import Member
from tests.live.conftest import Names, rename
from tests.live.watching import PATIENCE, Stream

Watch = Callable[..., Stream]


def test_a_browser_without_a_revision_gets_the_region_at_once(watch: Watch) -> None:
    with watch() as stream:
        assert (stream.status, stream.content_type) == (200, "text/event-stream")
        frame = stream.frame()
        assert (frame.id, frame.data) == ("Ruth Abel", "<p>\nRuth Abel as watch</p>")


def test_a_commit_sends_the_new_html_to_the_watchers(
    watch: Watch, ruth: Member
) -> None:
    with watch() as stream:
        stream.frame()
        rename(ruth, "Ruth Baker")
        frame = stream.frame()
        assert (frame.id, frame.data) == ("Ruth Baker", "<p>\nRuth Baker as watch</p>")


def test_what_is_not_committed_is_not_seen(watch: Watch, ruth: Member) -> None:
    with watch() as stream:
        stream.frame()
        with transaction.atomic():
            rename(ruth, "Ruth Baker")
            assert stream.has_no_frame_within(0.3)
        assert stream.frame().id == "Ruth Baker"


def test_a_commit_that_moves_nothing_watched_sends_nothing(
    watch: Watch, names: Names, ben: Member
) -> None:
    with watch() as stream:
        stream.frame()
        rename(ben, "Ben Dale")
        assert stream.has_no_frame_within(0.4)
        assert len(names.renderings) == 1


def test_one_rendering_serves_all_who_watch_the_same_view(
    watch: Watch, names: Names, ruth: Member
) -> None:
    path = f"/live/names/{ruth.pk}/"
    with ExitStack() as stack:
        watchers = [
            stack.enter_context(watch(path + "watch?revision=Ruth%20Abel"))
            for _ in range(8)
        ]
        seated = [
            stack.enter_context(watch(path + "NS?revision=Ruth%20Abel"))
            for _ in range(3)
        ]
        rename(ruth, "Ruth Baker")
        assert {stream.frame().data for stream in watchers} == {
            "<p>\nRuth Baker as watch</p>"
        }
        assert {stream.frame().data for stream in seated} == {
            "<p>\nRuth Baker as NS</p>"
        }
    assert sorted(names.renderings) == [(ruth.pk, "NS"), (ruth.pk, "watch")]


def test_the_newest_frame_wins_and_none_is_queued(
    watch: Watch, names: Names, ruth: Member
) -> None:
    with watch() as stream:
        stream.frame()
        names.may_render.clear()
        for number in range(5):
            rename(ruth, f"Ruth the {number}th")
            time.sleep(0.1)
        names.may_render.set()
        frame = stream.frame()
        while frame.id != "Ruth the 4th":
            frame = stream.frame()
        assert stream.has_no_frame_within(0.3)
    assert len(names.renderings) <= 3  # the first, the one that was held up, the newest


def test_frames_never_go_back_while_changes_pour_in(watch: Watch, ruth: Member) -> None:
    with watch() as stream:
        stream.frame()
        for number in range(100):
            rename(ruth, f"Ruth {number:03}")
        ids = []
        while not ids or ids[-1] != "Ruth 099":
            ids.append(stream.frame().id)
    assert all(earlier < later for earlier, later in pairwise(ids))


@pytest.mark.parametrize("how", ["Last-Event-ID", "revision"])
def test_a_browser_that_comes_back_behind_gets_only_the_newest_frame(
    watch: Watch, ruth: Member, how: str
) -> None:
    rename(ruth, "Ruth Baker")
    rename(ruth, "Ruth Cole")
    with _comes_back(watch, ruth, how, "Ruth Abel") as stream:
        assert stream.frame().id == "Ruth Cole"
        assert stream.has_no_frame_within(0.3)


@pytest.mark.parametrize("how", ["Last-Event-ID", "revision"])
def test_a_browser_that_comes_back_up_to_date_gets_nothing(
    watch: Watch, names: Names, ruth: Member, how: str
) -> None:
    with _comes_back(watch, ruth, how, "Ruth Abel") as stream:
        assert stream.has_no_frame_within(0.3)
    assert names.renderings == []


def test_the_browsers_own_word_counts_more_than_the_pages(
    watch: Watch, ruth: Member
) -> None:
    path = f"/live/names/{ruth.pk}/watch?revision=older"
    with watch(path, **{"Last-Event-ID": "Ruth Abel"}) as stream:
        assert stream.has_no_frame_within(0.3)


def _comes_back(watch: Watch, ruth: Member, how: str, seen: str) -> Stream:
    path = f"/live/names/{ruth.pk}/watch"
    return (
        watch(path, **{how: seen})
        if how == "Last-Event-ID"
        else watch(f"{path}?revision={seen.replace(' ', '+')}")
    )


def test_a_late_comer_is_served_from_the_frame_that_is_there(
    watch: Watch, names: Names
) -> None:
    with watch() as first:
        first.frame()
        with watch() as second:
            assert second.frame().id == "Ruth Abel"
    assert len(names.renderings) == 1


def test_a_page_that_is_ahead_of_the_last_frame_never_gets_that_frame(
    watch: Watch, names: Names, ruth: Member
) -> None:
    with watch() as first:
        first.frame()
        names.may_render.clear()
        rename(ruth, "Ruth Baker")
        with watch(f"/live/names/{ruth.pk}/watch?revision=Ruth+Baker") as ahead:
            names.may_render.set()
            assert first.frame().id == "Ruth Baker"
            assert ahead.has_no_frame_within(0.3)


def test_the_line_beats_and_says_when_the_next_beat_is_due(
    watch: Watch, settings
) -> None:
    settings.LIVE_BEAT_SECONDS = 0.2
    with watch() as stream:
        beats = [stream.next("beat") for _ in range(3)]
        assert [beat.data for beat in beats if beat] == ["0.2", "0.2", "0.2"]


def test_each_stream_is_told_its_own_time_to_come_back(watch: Watch) -> None:
    with ExitStack() as stack:
        firsts = [stack.enter_context(watch()).next() for _ in range(6)]
    waits = [int(event.retry) for event in firsts if event]
    assert all(500 <= wait <= 3000 for wait in waits)
    assert len(set(waits)) > 1


def test_a_stream_ends_when_its_time_is_up(watch: Watch, settings) -> None:
    settings.LIVE_STREAM_SECONDS = 0.5
    with watch() as stream:
        assert stream.has_ended()


def test_a_deleted_thing_ends_its_streams(watch: Watch, ben: Member) -> None:
    with watch(f"/live/names/{ben.pk}/watch") as stream:
        stream.frame()
        ben.delete()
        assert stream.has_ended()


def test_the_hub_tells_how_many_watch_and_when_it_looked(watch: Watch) -> None:
    with watch() as first, watch() as second:
        first.frame()
        second.frame()
        assert hub.status().watching == 2
        looked_at = hub.status().looked_at
        assert looked_at is not None and time.time() - looked_at.timestamp() < 60
    give_up = time.monotonic() + PATIENCE
    while hub.status().watching and time.monotonic() < give_up:
        time.sleep(0.02)
    assert hub.status().watching == 0


def test_html_of_any_line_ends_arrives_as_lines(watch: Watch, ruth: Member) -> None:
    rename(ruth, "Ruth\r\nAbel")
    with watch(f"/live/names/{ruth.pk}/watch") as stream:
        assert re.sub(r"\s+", " ", stream.frame().data) == "<p> Ruth Abel as watch</p>"
