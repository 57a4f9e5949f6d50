"""An entry that comes too late is previewed in place of the deal that was recorded first, not after that deal."""

import re

import pytest
from django.utils.html import strip_tags

from clubscore.rubbers.entry.forms import entry_form
from clubscore.rubbers.entry.preview import preview_in
from clubscore.rubbers.models import Deal
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import NOON, record, rubber_in_play, stop_rubber
from tests.rubbers.conftest import HTMX, entry

pytestmark = pytest.mark.django_db
N, E, S, W = Seat
SIX_DEALS = ("2hs+2", "4sxw-2", "3nte=", "2se=", "2dw-2", "6hxn+1")
BLANK = {"contract": "", "declarer": "", "result": ""}


def said(answer) -> str:
    return re.sub(r"\s+", " ", strip_tags(answer.content.decode()))


def totals(rubber, *lines: str) -> str:
    after = load(rubber.pk).fold(map(parse_deal, lines)).totals
    return f"Totals then We {after[N.side].total:,} · They {after[E.side].total:,}"


@pytest.fixture
def seven(db):
    """A rubber whose seventh deal, recorded by Cleo, ends it.

    Its revision is set to the one before, which Anna's page shows.
    """
    rubber = rubber_in_play(lines=SIX_DEALS)
    seen = rubber.revision
    record(rubber, "4he=", by=rubber.players[S])
    rubber.revision = seen
    assert load(rubber.pk).rubber.ending == "complete"
    return rubber


def test_the_preview_shows_the_sheet_with_my_deal_in_place_of_theirs(seven, signed_in):
    anna = signed_in(seven.players[N])
    answer = anna.post(
        f"/rubbers/{seven.pk}/deals/",
        entry(seven, line="4he-1", number=7, **BLANK),
        headers=HTMX,
    )
    words = said(answer)
    assert answer.status_code == 409
    assert (
        "You entered: 4♥ by Ben, one down Instead of deal 7 as recorded, it would bring We +100 above"
        in words
    )
    assert totals(seven, *SIX_DEALS, "4he-1") in words
    assert f'href="/rubbers/{seven.pk}/deals/7/correction/"' in answer.content.decode()


def test_my_deal_in_its_place_says_whom_it_would_have_won_the_rubber_for(
    seven, signed_in
):
    fields = entry(seven, line="3nn=", number=7, **BLANK)
    words = said(
        signed_in(seven.players[N]).post(f"/rubbers/{seven.pk}/deals/", fields)
    )
    assert (
        "Instead of deal 7 as recorded, it would bring We +100 below Rubber! We add 500."
        in words
    )
    assert totals(seven, *SIX_DEALS, "3nn=") in words


def test_an_entry_after_the_rubber_was_stopped_is_shown_on_the_sheet_before_its_end(
    rubber, anna
):
    record(rubber, "2hn=")
    seen = entry(rubber, number=2)
    stop_rubber(
        state=load(rubber.pk),
        reason="Rain",
        seen_revision=rubber.revision,
        by=rubber.players[S],
        now=NOON,
    )
    answer = anna.post(f"/rubbers/{rubber.pk}/deals/", seen, headers=HTMX)
    words = said(answer)
    assert (
        "You entered: 4♠ by Anna, made It would have brought We +120 below Game! We are vulnerable now."
        in words
    )
    assert "Totals then We 180 · They 0" in words
    assert (
        "/correction/"
        not in answer.content.decode().split('id="too-late"')[1].split("</section>")[0]
    )


def test_a_refused_entry_of_the_own_side_is_previewed_instead_of_the_recorded_one(
    rubber, anna
):
    seen = entry(rubber, number=1)
    record(rubber, "2hn+1", by=rubber.players[S])
    answer = anna.post(f"/rubbers/{rubber.pk}/deals/", seen, headers=HTMX)
    words = said(answer)
    assert answer.status_code == 409
    assert "Cleo recorded deal 1 meanwhile: " in words
    assert (
        "4♠ by Anna, made Instead of deal 1 as recorded Game! We are vulnerable now."
        in words
    )
    assert totals(rubber, "4sn=") in words
    assert "Record 4♠ N = as deal 2" in words  # what the button would do now
    assert '<input type="hidden" name="number" value="2">' in answer.content.decode()


def test_without_scripts_a_refused_entry_is_previewed_in_its_place_as_well(
    rubber, anna
):
    seen = entry(rubber, number=1)
    record(rubber, "2hn+1", by=rubber.players[S])
    words = said(anna.post(f"/rubbers/{rubber.pk}/deals/", seen))
    assert "Instead of deal 1 as recorded" in words
    assert totals(rubber, "4sn=") in words


def test_while_it_is_tapped_an_entry_stays_for_its_own_deal(rubber, anna):
    record(rubber, "4sn=", by=rubber.players[S])
    words = said(
        anna.get(
            f"/rubbers/{rubber.pk}/deals/preview/", {"line": "4sn-1", "number": "1"}
        )
    )
    assert "Instead of deal 1 as recorded" in words
    # Not vulnerable: in its own place, before the game.
    assert "They +50 above" in words
    assert "as deal 2" not in words
    words = said(
        anna.get(
            f"/rubbers/{rubber.pk}/deals/preview/", {"line": "4sn-1", "number": "2"}
        )
    )
    assert "Instead of" not in words
    assert "They +100 above" in words


def test_an_entry_like_the_recorded_one_stands_instead_of_nothing(rubber, anna):
    record(rubber, "4sn= # Well played", by=rubber.players[S])
    words = said(
        anna.get(
            f"/rubbers/{rubber.pk}/deals/preview/", {"line": "4sn=", "number": "1"}
        )
    )
    assert "Instead of" not in words
    assert totals(rubber, "4sn=") in words


def test_deals_after_it_are_scored_behind_the_entry_in_its_place():
    rubber = rubber_in_play(lines=("2hn=", "2hn="))
    form = entry_form(rubber, {"line": "4sn=", "number": "1"})
    preview = preview_in(load(rubber.pk), form, 1, "NS")
    assert (preview.consequence, preview.totals) == (
        "Game! We are vulnerable now.",
        (("We", 180), ("They", 0)),
    )
    assert Deal.objects.count() == 2


def test_deals_after_the_end_that_an_entry_brings_do_not_count():
    rubber = rubber_in_play(lines=("4sn=", "2hn=", "2hn="))
    preview = preview_in(
        load(rubber.pk), entry_form(rubber, {"line": "4sn=", "number": "2"}), 2, "NS"
    )
    assert preview.consequence.startswith("Rubber! We add 700.")
    assert preview.totals == (("We", 940), ("They", 0))
