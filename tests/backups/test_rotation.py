"""Keeps 7 daily, 5 weekly and 12 monthly backups by the club's clock, and touches no files that are not its own."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from clubscore.backups.notes import BackupReason, backups_in
from clubscore.backups.rotation import rotate, to_keep
from tests.backups.backups import noted

HALF_PAST_FOUR = datetime(2026, 11, 22, 4, 30, tzinfo=UTC)  # a Sunday
LONDON, AUCKLAND = ZoneInfo("Europe/London"), ZoneInfo("Pacific/Auckland")


def days_kept(folder, made, zone=LONDON):
    return [
        f"{each.made_at:%m-%d}"
        for each in sorted(to_keep(made, zone), key=lambda each: each.made_at)
    ]


def test_of_a_year_of_nights_seven_days_five_weeks_and_twelve_months_stay(tmp_path):
    made = [
        noted(tmp_path, HALF_PAST_FOUR - timedelta(days=back)) for back in range(400)
    ]
    days = ["11-16", "11-17", "11-18", "11-19", "11-20", "11-21", "11-22"]
    weeks = [
        "10-25",
        "11-01",
        "11-08",
        "11-15",
    ]  # Sundays, and that of this week is a day, too
    months = [
        "12-31",
        "01-31",
        "02-28",
        "03-31",
        "04-30",
        "05-31",
        "06-30",
        "07-31",
        "08-31",
        "09-30",
        "10-31",
    ]
    assert days_kept(tmp_path, made) == [
        *months[:-1],
        "10-25",
        "10-31",
        *weeks[1:],
        *days,
    ]


def test_a_computer_that_is_on_once_a_week_keeps_seven_of_its_evenings(tmp_path):
    made = [
        noted(tmp_path, HALF_PAST_FOUR - timedelta(weeks=back)) for back in range(9)
    ]
    assert len(days_kept(tmp_path, made)) == 8  # seven days, and the last of September


def test_of_one_day_the_newest_stays_and_the_day_is_that_of_the_club(tmp_path):
    made = [noted(tmp_path, HALF_PAST_FOUR.replace(hour=hour)) for hour in (4, 10, 20)]
    assert [each.made_at.hour for each in to_keep(made, LONDON)] == [20]
    assert {each.made_at.hour for each in to_keep(made, AUCKLAND)} == {10, 20}


def test_three_from_before_an_update_stay_beside_them(tmp_path):
    made = [
        noted(
            tmp_path, HALF_PAST_FOUR + timedelta(minutes=each), why=BackupReason.UPDATE
        )
        for each in range(5)
    ]
    made.append(noted(tmp_path, HALF_PAST_FOUR + timedelta(hours=1)))
    assert [
        each.made_at.minute
        for each in sorted(to_keep(made, LONDON), key=lambda each: each.made_at)
    ] == [
        32,
        33,
        34,
        30,
    ]


def test_an_update_that_is_cut_off_again_and_again_keeps_what_was_before_it(tmp_path):
    """Of the backups made at each start of an update that keeps failing, those before it and the newest are kept."""
    old, half, most = ("a.0001",), ("a.0001", "a.0002"), ("a.0001", "a.0002", "a.0003")
    tries = [old, old, half, half, half, most, most, most, most]
    made = [
        noted(
            tmp_path,
            HALF_PAST_FOUR + timedelta(minutes=minute),
            why=BackupReason.UPDATE,
            migrations=migrations,
        )
        for minute, migrations in enumerate(tries)
    ]
    assert [each for each in made if each in to_keep(made, LONDON)] == [
        made[0],
        made[1],
        made[-1],
    ]


def test_of_three_updates_within_one_version_what_was_before_each_stays(tmp_path):
    """The backup before each of three updates is kept, even if new migrations come without a new version number."""
    plans = [
        tuple(f"a.{number:04}" for number in range(1, last + 1))
        for last in (1, 2, 3, 4)
    ]
    made = [
        noted(
            tmp_path,
            HALF_PAST_FOUR + timedelta(days=60 * month),
            why=BackupReason.UPDATE,
            migrations=migrations,
        )
        for month, migrations in enumerate(plans)
    ]
    nights = [
        noted(tmp_path, HALF_PAST_FOUR + timedelta(days=200 + night))
        for night in range(400)
    ]
    assert [each for each in made if each in to_keep([*made, *nights], LONDON)] == made[
        -3:
    ]


def test_what_goes_goes_with_its_note_and_what_others_have_written_stays(tmp_path):
    old, new = (
        noted(tmp_path, HALF_PAST_FOUR),
        noted(tmp_path, HALF_PAST_FOUR + timedelta(hours=1)),
    )
    replaced = noted(tmp_path, HALF_PAST_FOUR - timedelta(minutes=1))
    replaced.path.write_bytes(b"somebody's holiday film")
    others = [
        tmp_path / "club.sqlite3",
        tmp_path / "notes.json",
        tmp_path / "clubscore-2020-01-01T04-30-00.sqlite3",
    ]
    for path in others:
        path.write_text("{}")
    assert rotate(backups_in(tmp_path), LONDON) == [old]
    there = {new.path, new.note, replaced.path, replaced.note, *others}
    assert set(tmp_path.iterdir()) == there
