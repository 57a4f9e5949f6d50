"""Every page in a language without words: whatever has letters there has not gone through a catalogue."""

from collections import defaultdict

import pytest
import time_machine

from clubscore.members.session_cache import known_sessions
from tests.settlements.settling import LATER
from tests.soak.intruders_club import found_club
from tests.soak.intruders_doors import addresses, path_of
from tests.soak.intruders_names import rename_all
from tests.wordless import CODE, Words, wordless

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_crawl(settings):
    found = defaultdict(set)
    n = 0
    with time_machine.travel(LATER), wordless(settings):
        club = found_club()
        rename_all(("0",))
        known_sessions.forget_all()
        for part in ("owner", "west"):
            client = club.client(part)
            for name in addresses():
                if name in {"members:sign-out", "admin:logout"} or name.startswith("admin:"):
                    continue
                answer = client.get(path_of(name, club), headers={"Accept-Language": CODE})
                body = b"".join(answer)
                if answer.status_code in {200, 422} and answer["Content-Type"].startswith("text/html"):
                    n += 1
                    for words in Words(body.decode()).found:
                        found[words].add(name)
    with open("/tmp/wordless.txt", "w") as f:
        for words, names in sorted(found.items(), key=lambda e: -len(e[1])):
            f.write(f"{len(names)}\t{words[:200]}\t{sorted(names)[:4]}\n")
    print(n, len(found))
