"""Every place that takes a typed line reads it in the letters of the reader's language: German and Dutch."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from clubscore.duplicate.models import Play, Ruling
from clubscore.duplicate.play.tablet.keys import key_of
from clubscore.duplicate.slot import Slot
from clubscore.rubbers.models import Deal, Proposal
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import player, recorded
from tests.duplicate.tablets import device_of, laid
from tests.factories import rubber_in_play

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)
# 4♠ by East, made.
FOUR_SPADES = pytest.mark.parametrize(
    ("language", "line"), [("de", "4po="), ("nl", "4so="), ("fr", "4pe=")]
)


def of(who, language: str) -> Client:
    client = Client(headers={"Accept-Language": language})
    client.force_login(who)
    return client


def sent(line: str, **fields: object) -> dict[str, object]:
    """Return the fields of a form with this typed line, on a page in the reader's own language."""
    return {
        "line": line,
        "language": "",
        "number": 1,
        "revision": 0,
        "key": uuid4(),
    } | fields


def board(session, end: str = "") -> str:
    return f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/{end}"


def written_in(html: str) -> str:
    """Return the line that stands in the entry field of a page, or an empty string."""
    found = re.search(r'name="line"[^>]* value="([^"]*)"', html)
    return found[1] if found else ""


@FOUR_SPADES
@pytest.mark.parametrize("system", ["contract", "chicago"])
def test_at_the_table(language: str, line: str, system: str):
    rubber = rubber_in_play(system=system)
    anna, address = (
        of(rubber.players[Seat.NORTH], language),
        f"/rubbers/{rubber.pk}/deals/",
    )
    shown = anna.get(f"{address}preview/", sent(line)).content.decode()
    assert "Ben" in shown and 'class="suit suit-s"' in shown
    assert anna.post(address, sent(line, revision=rubber.revision)).status_code == 302
    assert str(Deal.objects.get().facts) == "4SE="


@pytest.mark.parametrize(
    ("language", "line"),
    [("de", "2ro= h3n h2s"), ("nl", "2kso= h3n h2z"), ("en-gb", "2re= h3n h2s")],
)
def test_at_royal_auction(language: str, line: str):
    rubber = rubber_in_play(system="royal")
    anna = of(rubber.players[Seat.NORTH], language)
    assert (
        anna.post(
            f"/rubbers/{rubber.pk}/deals/", sent(line, revision=rubber.revision)
        ).status_code
        == 302
    )
    assert str(Deal.objects.get().facts) == "2RE= h3N h2S"


@FOUR_SPADES
def test_a_deal_that_is_undone_comes_back_as_it_would_be_typed(
    language: str, line: str
):
    rubber = rubber_in_play(lines=("4se=",))
    anna = of(rubber.players[Seat.NORTH], language)
    page = anna.post(
        f"/rubbers/{rubber.pk}/deals/1/undo/", follow=True
    ).content.decode()
    assert written_in(page) == line.upper()
    assert f'name="language" value="{language}"' in page


def test_a_refused_line_comes_back_as_it_was_typed():
    rubber = rubber_in_play()
    refused = of(rubber.players[Seat.NORTH], "nl").post(
        f"/rubbers/{rubber.pk}/deals/", sent("4pz=")
    )
    assert (refused.status_code, written_in(refused.content.decode())) == (422, "4pz=")
    assert (
        "k (klaveren), r (ruiten), h (harten), s (schoppen) of sa"
        in refused.content.decode()
    )


def test_a_line_from_a_page_in_another_language_is_read_as_it_was_typed():
    rubber = rubber_in_play()
    french = of(rubber.players[Seat.NORTH], "fr")
    late = sent("4po=", revision=rubber.revision, language="de")
    preview = french.get(f"/rubbers/{rubber.pk}/deals/preview/", late).content.decode()
    assert "Ben" in preview and "Dan" not in preview
    french.post(f"/rubbers/{rubber.pk}/deals/", late)
    assert str(Deal.objects.get().facts) == "4SE="


def test_a_line_without_a_language_is_in_that_of_programs_and_of_pages_from_before():
    rubber = rubber_in_play()
    german, address = (
        of(rubber.players[Seat.NORTH], "de"),
        f"/rubbers/{rubber.pk}/deals/",
    )
    late = sent("4ce=", revision=rubber.revision)
    del late["language"]
    assert german.post(address, late).status_code == 302
    assert str(Deal.objects.get().facts) == "4CE="


def test_a_language_that_no_page_has_keeps_nobody_from_recording():
    rubber = rubber_in_play()
    taps = {
        "contract": "4H",
        "declarer": "N",
        "result": "0",
        "line": "",
        "language": "pl",
    }
    anna, address = of(rubber.players[Seat.NORTH], "de"), f"/rubbers/{rubber.pk}/deals/"
    assert (
        anna.post(address, sent("") | {"revision": rubber.revision} | taps).status_code
        == 302
    )
    assert str(Deal.objects.get().facts) == "4HN="


@FOUR_SPADES
def test_on_the_phone_at_duplicate(language: str, line: str):
    session = in_play()
    north = of(player(session, FIRST), language)
    assert (
        'class="suit suit-s"'
        in north.get(board(session, "preview/"), sent(line)).content.decode()
    )
    assert north.post(board(session), sent(line)).status_code == 302
    assert str(Play.objects.get().facts) == "4SE="


@FOUR_SPADES
def test_on_the_tablet_of_a_table(language: str, line: str):
    session = in_play()
    tablet = laid(session)
    address = f"/duplicate/tablets/{key_of(tablet)}/rounds/1/boards/1/"
    device_of(tablet).post(
        address, sent(line, seat="N"), headers={"Accept-Language": language}
    )
    assert str(Play.objects.get().facts) == "4SE="


@FOUR_SPADES
def test_from_the_paper_pad(language: str, line: str):
    rubber = rubber_in_play()
    anna, address = (
        of(rubber.players[Seat.NORTH], language),
        f"/rubbers/{rubber.pk}/deals/paper/",
    )
    page = anna.get(address).content.decode()
    examples = re.findall(r"<kbd>([^<]+)</kbd>", page)
    typed = sent(
        f"{line}\n{line}",
        number=load(rubber.pk).next_number,
        revision=load(rubber.pk).rubber.revision,
    )
    assert (
        anna.post(
            address, typed | {"lines": typed["line"], "record": "yes"}
        ).status_code
        == 302
    )
    assert [str(facts) for facts in load(rubber.pk).facts] == ["4SE=", "4SE="]
    assert line[1] in examples  # the letter of spades


@FOUR_SPADES
def test_a_correction_of_what_cannot_be_tapped(language: str, line: str):
    rubber = rubber_in_play(lines=("4se= h3n",))
    anna, address = (
        of(rubber.players[Seat.NORTH], language),
        f"/rubbers/{rubber.pk}/deals/1/correction/",
    )
    assert written_in(anna.get(address).content.decode()) == f"{line.upper()} h3N"
    form = {
        "version": Deal.objects.get().pk,
        "key": uuid4(),
        "error": "agreement",
        "reason": "",
        "later": "",
        "risk": "",
    }
    anna.post(address, form | {"line": line, "language": language})
    assert str(Proposal.objects.get().facts) == "4SE="


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "60% 4po=, 40% 4po-1"),
        ("nl", "60% 4so=, 40% 4so-1"),
        ("fr", "60% 4pe=, 40% 4pe-1"),
    ],
)
def test_a_ruling(language: str, line: str):
    session = in_play(rounds=5)
    recorded(session, FIRST, "4se=")
    director, shown = of(session.director, language), "60%=4SE=,40%=4SE-1"
    form = {
        "kind": "weighted",
        "line": line,
        "language": language,
        "law": "",
        "text": "A slow pass",
        "key": uuid4(),
        "step": "record",
    }
    form |= {"ns": "=", "ew": "=", "seen_ruling": 0, "seen_play": 1}
    assert (
        director.post(board(session, "ruling/"), form).context["effect"].shown == shown
    )
    assert (
        director.post(board(session, "ruling/"), form | {"shown": shown}).status_code
        == 302
    )
    assert Ruling.objects.get().kind == "weighted"
    again = director.get(board(session, "ruling/")).content.decode()
    assert line.split("=")[0].split()[1].upper() in again


def test_the_sheet_of_chicago_names_the_dealer_in_the_readers_letter():
    rubber = rubber_in_play(system="chicago", lines=("2hn=", "4se="))
    sheet = (
        of(rubber.players[Seat.NORTH], "de")
        .get(f"/rubbers/{rubber.pk}/")
        .content.decode()
    )
    assert (
        '<small aria-hidden="true">O</small>' in sheet
        and '<small aria-hidden="true">E</small>' not in sheet
    )
