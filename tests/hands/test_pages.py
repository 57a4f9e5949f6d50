"""The pages of hands: who sees which cards when, uploads and downloads, and the check of a seal."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from clubscore.audit import SOURCES
from clubscore.hands.models import DealSet, Look, Origin
from clubscore.hands.services import deal_set, open_set
from scoring.hands import layout_of
from scoring.text.hands.deal_tag import deal_text
from scoring.text.hands.pbn_file import read_pbn
from tests.factories import NOON
from tests.scoring.hands.made_up_hands import PRINTED

GAME = f'[Board "7"]\n[Deal "{PRINTED}"]\n'
CARDS = ("sheet", "cards", "pbn", "dup", "sealed")


def opened(sealed, ruth):
    open_set(opened=sealed, by=ruth, now=timezone.now())
    return DealSet.objects.get()


def secrets_of(deal_set):
    """Return the secrets of a set of boards: its salt, and every hand in the notation of files and pages."""
    salt = deal_set.sealed_text.split()[5]
    return [
        salt,
        *(
            hand
            for board in deal_set.dealt
            for hand in deal_text(board.layout)[2:].split()
        ),
    ]


def test_an_admin_deals_and_everybody_sees_the_digest(office, eve):
    answer = office.post(
        "/hands/dealing/",
        {"name": "Thursday pairs", "boards": "27", "first": "1", "opens_at": ""},
    )
    made = DealSet.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/hands/{made.pk}/")
    html = eve.get(answer.url).content.decode()
    assert made.digest in html.replace(" ", "")
    assert "27 boards, 1 to 27, dealt by the computer" in html
    assert "until an admin opens them" in html
    assert made.digest[:8] not in eve.get("/hands/").content.decode()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "This field is required"),
        ({"boards": "129"}, "less than or equal to 128"),
        ({"boards": "x"}, "Enter a whole number"),
        ({"first": "9999"}, "from 1 to 9999"),
        ({"opens_at": "soon"}, "Give day and time, such as 2026-11-26 23:00"),
        ({"opens_at": "2020-01-01T10:00"}, "That time is over"),
    ],
)
def test_what_cannot_be_dealt_is_said_at_its_field_and_kept(office, fields, sentence):
    typed = {
        "name": "Pairs of Ruth",
        "boards": "4",
        "first": "1",
        "opens_at": "",
    } | fields
    answer = office.post("/hands/dealing/", typed)
    assert answer.status_code in (200, 422)
    html = answer.content.decode()
    assert sentence in html
    assert f'value="{typed["first"]}"' in html
    assert not DealSet.objects.exists()


@pytest.mark.parametrize("page", CARDS)
def test_sealed_cards_are_shown_to_nobody_and_the_refusal_says_until_when(
    office, eve, sealed, page
):
    for client in (eve, office):
        answer = client.get(f"/hands/{sealed.pk}/{page}/")
        assert answer.status_code == 403
        assert "sealed until an admin opens them" in answer.content.decode()


def test_no_page_of_a_sealed_set_has_any_of_its_cards(office, eve, sealed):
    pages = [f"/hands/{sealed.pk}/", *(f"/hands/{sealed.pk}/{page}/" for page in CARDS)]
    paths = ["/hands/", "/hands/verification/", *pages]
    for client in (eve, office):
        for path in paths:
            html = client.get(path).content.decode()
            assert [secret for secret in secrets_of(sealed) if secret in html] == []


def test_who_looks_sees_the_cards_and_all_see_who_looked(office, eve, sealed):
    assert office.post(f"/hands/{sealed.pk}/look/").status_code == 302
    assert Look.objects.count() == 1
    assert {
        office.get(f"/hands/{sealed.pk}/{page}/").status_code for page in CARDS
    } == {200}
    assert {eve.get(f"/hands/{sealed.pk}/{page}/").status_code for page in CARDS} == {
        403
    }
    html = eve.get(f"/hands/{sealed.pk}/").content.decode()
    assert "Seen before they were open" in html and "Ruth Abel" in html


def test_once_open_everybody_sees_them(office, eve, sealed):
    office.post(f"/hands/{sealed.pk}/opening/")
    assert {eve.get(f"/hands/{sealed.pk}/{page}/").status_code for page in CARDS} == {
        200
    }
    html = eve.get(f"/hands/{sealed.pk}/").content.decode()
    assert "Opened by Ruth Abel" in html and "Checked just now" in html
    assert (
        "open already"
        in office.post(f"/hands/{sealed.pk}/opening/", follow=True).content.decode()
    )


@pytest.mark.parametrize(("minutes", "status"), [(-1, 200), (60, 403)])
def test_a_set_opens_at_its_time(eve, ruth, minutes, status):
    now = timezone.now()
    at, before = now + timedelta(minutes=minutes), now - timedelta(hours=1)
    made = deal_set(name="Cup", first=1, boards=2, opens_at=at, by=ruth, now=before)
    assert eve.get(f"/hands/{made.pk}/sheet/").status_code == status


def test_sheet_and_curtain_cards_have_every_hand(eve, sealed, ruth):
    kept = opened(sealed, ruth)
    for page in ("sheet", "cards"):
        html = eve.get(f"/hands/{kept.pk}/{page}/").content.decode()
        for board in kept.dealt:
            assert f"Board {board.number}" in html
        assert html.count('class="hand"') == 12
        assert "South deals" in html and "Vulnerable: both sides" in html  # board 7


def test_files_read_back_and_the_sealed_text_is_to_the_byte(eve, sealed, ruth):
    kept = opened(sealed, ruth)
    pbn, dup, text = (
        eve.get(f"/hands/{kept.pk}/{page}/") for page in ("pbn", "dup", "sealed")
    )
    assert read_pbn(pbn.content) == kept.dealt
    assert pbn["Content-Disposition"] == 'attachment; filename="thursday-pairs.pbn"'
    assert len(dup.content) == 3 * 156 and dup.content.endswith(b"YN5  1 7  ")
    assert text.content == kept.sealed_text.encode()


def test_a_dealing_machine_that_cannot_take_a_gap_is_given_a_way(office, eve, ruth):
    two = GAME + "\n" + GAME.replace('"7"', '"9"')
    office.post("/hands/import/", {"name": "Cup", "text": two})
    made = DealSet.objects.get()
    open_set(opened=made, by=ruth, now=timezone.now())
    answer = eve.get(f"/hands/{made.pk}/dup/", follow=True)
    assert "without a gap. Take the PBN file" in answer.content.decode()


@pytest.mark.parametrize("way", ["file", "text"])
def test_a_set_is_taken_from_a_file_or_pasted(office, way):
    sent = SimpleUploadedFile("cup.pbn", GAME.encode()) if way == "file" else GAME
    assert office.post("/hands/import/", {"name": "Cup", way: sent}).status_code == 302
    made = DealSet.objects.get()
    assert (made.origin, made.first_board, made.boards) == (Origin.IMPORTED, 7, 1)
    assert deal_text(made.dealt[0].layout) == PRINTED


def test_of_a_file_with_several_sessions_the_first_is_taken_and_named(office):
    other = deal_text(layout_of(20261122))
    text = f'[Event "Cup"]{GAME}\n[Event "Final"][Board "7"][Deal "{other}"]\n'
    page = office.post("/hands/import/", {"name": "Cup", "text": text}, follow=True)
    assert (
        "The file has 2 sessions. These are the hands of the first: Cup."
        in page.content.decode()
    )
    assert deal_text(DealSet.objects.get().dealt[0].layout) == PRINTED


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "Choose a file or paste its text: one of the two."),
        (
            {"text": GAME, "file": SimpleUploadedFile("cup.pbn", GAME.encode())},
            "one of the two",
        ),
        (
            {"text": GAME.replace("J987", "J98")},
            "pasted:2:10: North has 12 cards, not thirteen.",
        ),
        (
            {"file": SimpleUploadedFile("cup.pbn", b"\xff\xfe\0\0")},
            "cup.pbn:1:1: This is not PBN",
        ),
        (
            {"file": SimpleUploadedFile("cup.pbn", b'[Board "1]')},
            "cup.pbn:1:1: A tag is a name",
        ),
    ],
)
def test_a_bad_file_is_refused_with_file_line_and_column_and_what_was_typed_stays(
    office, sent, sentence
):
    answer = office.post("/hands/import/", {"name": "The cup of Ruth"} | sent)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in html and 'value="The cup of Ruth"' in html
    assert not DealSet.objects.exists()


def test_anybody_checks_a_text_against_its_digest(eve, sealed):
    text = sealed.sealed_text.replace("\n", "\r\n") + "\r\n"
    spaced = " ".join(sealed.digest[at : at + 8] for at in range(0, 64, 8)).upper()
    good = eve.post("/hands/verification/", {"digest": spaced, "text": text})
    assert "They belong together" in good.content.decode()
    changed = sealed.sealed_text.replace("\n5 ", "\n8 ")
    bad = eve.post("/hands/verification/", {"digest": sealed.digest, "text": changed})
    assert "They do not belong together" in bad.content.decode()
    short = eve.post(
        "/hands/verification/", {"digest": sealed.digest[:40], "text": text}
    )
    assert (
        short.status_code == 422 and "A digest has 64 marks" in short.content.decode()
    )


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_as_many_queries_for_three_sets_as_for_one(
    eve, ruth, django_assert_num_queries, count
):
    for number in range(count):
        deal_set(
            name=f"Set {number}", first=1, boards=2, opens_at=None, by=ruth, now=NOON
        )
    eve.get("/hands/")
    with django_assert_num_queries(2):  # who asks, and the sets
        assert eve.get("/hands/").content.decode().count("hands-list") == 1


def test_the_audit_tells_who_sealed_looked_and_opened(office, sealed):
    office.post(f"/hands/{sealed.pk}/look/")
    office.post(f"/hands/{sealed.pk}/opening/")
    html = office.get("/office/audit/?kind=hands").content.decode()
    for words in (
        "sealed the hands of 3 boards",
        "looked at the hands",
        "opened the hands",
    ):
        assert words in html
    assert {"hands", "hands opened", "look at hands"} <= SOURCES.keys()
