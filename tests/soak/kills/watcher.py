"""A wall screen that watches one table and reconnects after each fault with its last revision, as a browser does."""

import time

from clubscore.members.models import Member
from clubscore.tables.models import Table
from tests.live.conftest import cookie_of
from tests.live.watching import PATIENCE, Stream


class Watcher:
    """A screen that watches one table.

    `seen` is the revision that it shows, sent as Last-Event-ID when it reconnects.
    """

    def __init__(self, member: Member, table: int) -> None:
        self._headers = cookie_of(member)
        self.table = table
        self.seen = "0"

    def newest(self) -> int:
        """The table's current revision in the database."""
        return Table.objects.values_list("revision", flat=True).get(pk=self.table)

    def comes_back(self, url: str, *, at_least: int) -> float:
        """Reconnect until the screen shows this revision or a newer one. Returns the seconds that this took."""
        began = time.monotonic()
        while time.monotonic() < began + PATIENCE:
            headers = self._headers | {"Last-Event-ID": self.seen}
            try:
                stream = Stream(url, f"/live/table/{self.table}/watch", headers)
                with stream:
                    if stream.status == 200:
                        while int(self.seen) < at_least:
                            self.seen = stream.frame().id
                        return time.monotonic() - began
            except OSError:
                pass
            time.sleep(0.1)
        raise TimeoutError(f"No stream in {PATIENCE:g} seconds")
