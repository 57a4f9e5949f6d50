"""The decorator that enters rows into the audit."""

from datetime import date

import pytest
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Q

from clubscore import audit
from clubscore.audit import SOURCES, Description, Subject, SubjectKind, described
from clubscore.ledger.models import Season
from clubscore.members.merging.services import merge, undo
from clubscore.members.models import Invitation, Member, Merge
from tests.factories import NOON, member

SEASON = Subject(
    SubjectKind.SEASONS, "season", lambda season: f"/seasons/{season.slug}/"
)
MEMBER = Subject(
    SubjectKind.MEMBERS, "member", lambda subject: f"/members/{subject.pk}/"
)
AUTUMN = Season(pk=7, name="Autumn", slug="autumn")


@pytest.fixture(autouse=True)
def sources(monkeypatch):
    """Empty the audit's register of sources for one test, and return it: it then holds only what the test registers."""
    monkeypatch.setattr(audit, "SOURCES", {})
    return audit.SOURCES


def test_words_alone_get_the_rest_from_the_decorator(sources):
    @described(Season, "season.closed", SEASON, at="closed_at", by="closed_by")
    def season_closed(season: Season) -> str:
        return f"closed {season.name}"

    expected = Description(
        "closed Autumn",
        "season.closed",
        object="season",
        object_id=7,
        link="/seasons/autumn/",
    )
    assert season_closed(AUTUMN) == expected
    assert sources["season closed"].describe(AUTUMN) == expected
    assert sources["season closed"].kind == SubjectKind.SEASONS


def test_what_a_description_says_itself_stays():
    given = Description(
        "closed it",
        "season.ended",
        object="deed",
        object_id=0,
        link="/elsewhere/",
        reason="Rain",
    )

    @described(Season, "season.closed", SEASON, at="closed_at", by="closed_by")
    def season_closed(season: Season) -> Description:
        return given

    assert season_closed(AUTUMN) == given


def test_the_subject_is_the_foreign_key_named_like_its_noun(sources):
    @described(Invitation, "invitation.made", MEMBER, at="made_at", by="made_by")
    def invitation_made(invitation: Invitation) -> str:
        return "invited somebody"

    found = invitation_made(Invitation(pk=3, member=Member(pk=5)))
    assert (found.object, found.object_id, found.link) == ("member", 5, "/members/5/")
    assert sources["invitation made"].select_related == ("member",)


def test_a_path_leads_to_another_subject_and_is_joined_with_the_members_concerned(
    sources,
):
    @described(
        Merge, "merge.made", MEMBER, path="merged", at="made_at", by="made_by", about=("kept", "merged"),
        select_related=("made_by",),
    )  # fmt: skip
    def merge_made(row: Merge) -> str:
        return "merged two records"

    assert (
        merge_made(Merge(pk=1, kept=Member(pk=5), merged=Member(pk=6))).object_id == 6
    )
    assert sources["merge made"].select_related == ("merged", "kept", "made_by")


@pytest.mark.django_db
def test_a_row_without_a_time_or_a_member_is_no_event():
    ruth, anna, ann, ben = (member(name) for name in ("Ruth", "Anna", "Ann", "Ben"))
    undone = merge(kept=anna, merged=ann, by=ruth, now=NOON)
    standing = merge(kept=anna, merged=ben, by=ruth, now=NOON)
    undo(merge=undone, by=ruth, now=NOON)
    assert list(SOURCES["merge undone"].rows()) == [undone]
    assert set(SOURCES["merge made"].rows()) == {undone, standing}


@pytest.mark.django_db
def test_of_the_events_those_are_described_that_fulfil_the_condition(sources):
    @described(
        Season,
        "season.closed",
        SEASON,
        at="closed_at",
        by="closed_by",
        where=~Q(name="Autumn"),
    )
    def season_closed(season: Season) -> str:
        return ""

    ruth = member("Ruth")
    closed = {"closed_at": NOON, "closed_by": ruth, "closed_after": 0}
    Season.objects.create(
        name="Autumn", slug="autumn", begins_on=date(2025, 9, 1), **closed
    )
    spring = Season.objects.create(
        name="Spring", slug="spring", begins_on=date(2026, 3, 1), **closed
    )
    Season.objects.create(name="Summer", slug="summer", begins_on=date(2026, 6, 1))
    assert list(sources["season closed"].rows()) == [spring]


def test_a_name_is_taken_once_and_fields_are_looked_for_at_once():
    enter = described(Season, "season.closed", SEASON, at="closed_at", by="closed_by")

    def season_closed(season: Season) -> str:
        return ""

    enter(season_closed)
    with pytest.raises(ValueError, match="audit source 'season closed' already"):
        enter(season_closed)
    with pytest.raises(FieldDoesNotExist):
        described(Season, "season.closed", SEASON, at="closed", by="closed_by")
