"""A restore by the button is killed: the next start finishes it, without anybody at the computer."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubscore.backups.notes import BackupReason, backups_in
from clubscore.restoring.asking import RestoreRequest, store_request
from tests.restoring.installations import Installation
from tests.restoring.test_interrupted import backup_of_the_new_club, name_again

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


def ask(installation: Installation, name: str) -> None:
    """Rename the first member to Old Club, and ask for the backup of this name, in which it is called New Club."""
    name_again(installation, "Old Club")
    (installation.folder / "club.env").write_text("CLUB_NAME=Fen\n")
    now = timezone.now()
    store_request(RestoreRequest(name, now - timedelta(hours=1), "Ruth Abel", now))


def test_a_kill_at_any_step_is_made_good_by_the_next_start(installation, settings):
    settings.DATA_DIR = installation.folder
    backup = backup_of_the_new_club(installation)
    ask(installation, backup.name)
    steps = installation.steps_of("prepare")
    assert installation.first_member() == "New Club"
    for share in (0.1, 0.6, 0.97):
        ask(installation, backup.name)
        ended = installation.killed(int(steps * share), "prepare")
        assert ended.returncode < 0
        installation.wait_until_nobody_is_connected()
        again = installation.manage("prepare")
        assert again.returncode == 0, again.stderr
        assert installation.first_member() == "New Club"
        assert installation.has_settings()
    kept = [each.why for each in backups_in(installation.folder / "backups")]
    assert kept.count(BackupReason.RESTORE) == 3
    assert backup.exists()
