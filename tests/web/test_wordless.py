"""Every page in a language without words: a letter that remains has not gone through a catalogue."""

import re

import pytest
import time_machine

from clubscore.members.models import Member
from clubscore.members.session_cache import known_sessions
from clubscore.web.middleware import LanguageOfReader
from tests.settlements.settling import LATER
from tests.soak.intruders_club import found_club
from tests.soak.intruders_doors import addresses, path_of
from tests.soak.intruders_names import rename_all
from tests.wordless import CODE, Words, wordless

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.landing]

# Pages for whoever runs the computer or builds the pages, who read settings and names of colours.
OF_THE_COMPUTER = {
    "office:installation",
    "office:club",
    "styleguide:index",
    "styleguide:themes",
}
# A fragment that answers a form: without it the names of hidden fields stand there.
OF_A_FORM = {"duplicate:ruling-effect"}
# The letter of the highest stratum, which looks like an ace.
STRATUM = ("duplicate:handicaps", "A")
# The same in every language: the product, formats, codes that are typed, names of languages, zones, folders, digests.
SAME = re.compile(
    r"Clubscore|Anna Weiss, Ben Novak|PIN|PBN|CSV|USEBIO|XX|English|Deutsch|Français|Nederlands|\b([0-9a-f]{8}){1,2}\b…?|\{\w+\}|(https?://)?testserver\S*"
    r"|Former member \d+|[A-Z][a-z]+(/[\w +-]+)+|(/[\w.-]+){2,}"
)

# Two letters, or one that is a seat's or a court card's.
WORDS = re.compile(r"[^\W\d_]{2,}|(?<![\w·])[NESWAKQJ](?![\w·])")


def wordy(settings, part: str) -> dict[str, set[str]]:
    """The words with letters on the pages that this part of the club can open, and the pages where they stand."""
    found: dict[str, set[str]] = {}
    with time_machine.travel(LATER), wordless(settings):
        club = found_club()
        rename_all(("0",))
        names = {
            name for name in Member.objects.values_list("username", flat=True) if name
        }
        known_sessions.forget_all()
        client = club.client(part)
        for address in addresses():
            if address in OF_THE_COMPUTER | OF_A_FORM | {
                "members:sign-out"
            } or address.startswith("admin:"):
                continue
            answer = client.get(
                path_of(address, club), headers={"Accept-Language": CODE}
            )
            body = b"".join(answer)
            if answer["Content-Type"].startswith("text/html"):
                for words in Words(body.decode()).found:
                    is_known = words in names or (address, words) == STRATUM
                    if WORDS.search(SAME.sub("", words)) and not is_known:
                        found.setdefault(words, set()).add(address)
    return found


@pytest.mark.parametrize("part", ["owner", "west"])
def test_no_page_has_words_that_are_not_translated(settings, part: str):
    assert wordy(settings, part) == {}


def test_a_page_that_is_not_translated_would_be_found(
    settings, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        LanguageOfReader, "__call__", lambda self, request: self.get_response(request)
    )
    assert "Tables" in wordy(settings, "west")


@pytest.mark.parametrize("words", ["N", "E:", "0 4, S", "1·· W =", "A K 9 8", "10 J"])
def test_a_letter_of_a_seat_or_a_card_would_be_found(words: str):
    assert WORDS.search(words)
    assert not WORDS.search(re.sub("[NESWAKJ]", "·", words))
