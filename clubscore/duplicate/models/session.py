"""A session of duplicate: its pinned rules, its sections and its directors."""

from string import ascii_uppercase
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.hands.models import DealSet
from clubscore.members.models import Member
from scoring.contest.rules import ContestRules

LETTERS = tuple(ascii_uppercase)
LAWS = [("2017", _("Laws of 2017")), ("2007", _("Laws of 2007"))]


class SessionQuerySet(AppendOnlyQuerySet, models.QuerySet["Session"]):
    def current(self) -> Self:
        """Sessions that were not cancelled."""
        return self.filter(cancelled_at=None)

    def in_play(self) -> Self:
        return self.current().filter(started_at__isnull=False, ended_at=None)

    def open(self) -> Self:
        """Sessions that entries may still join: in play, or not begun yet."""
        return self.current().filter(ended_at=None)

    def counted(self) -> Self:
        """Sessions that an organiser opened or has taken into the season, and that were not cancelled."""
        return self.current().filter(taken_in_at__isnull=False)


class Session(AppendOnly):
    """One session of duplicate. It is open before `started_at`, in play until `ended_at`, and over after it.

    A session can be cancelled at any of these stages. `rules` are the rules of `scoring.contest`, fixed when the
    session is opened. `day` is the day on which the session is played.
    """

    may_change = (
        *(
            "revision",
            "started_at",
            "ended_at",
            "ended_by",
            "cancelled_at",
            "cancelled_by",
            "cancelled_for",
        ),
        *("deal_set", "hands_by", "hands_at"),
        *("taken_in_at", "taken_in_by"),
        *("entries_seen_at", "entries_seen_by"),
    )

    class Form(models.TextChoices):
        PAIRS = "pairs", pgettext_lazy("bridge", "pairs")
        TEAMS = "teams", pgettext_lazy("bridge", "teams")
        INDIVIDUAL = "individual", pgettext_lazy("bridge", "individual")
        SWISS_PAIRS = "swiss_pairs", _("Swiss pairs")
        SWISS_TEAMS = "swiss_teams", _("Swiss teams")

    class Leads(models.TextChoices):
        """The choices for the opening lead of a result: not asked for, optional or needed."""

        OFF = "off", _("not asked for")
        ASKED = "asked", _("asked for, may be left out")
        NEEDED = "needed", pgettext_lazy("the lead card", "needed")

    name = models.CharField(max_length=80)
    day = models.DateField()
    form = models.CharField(max_length=11, choices=Form, default=Form.PAIRS)
    rules = models.JSONField(
        help_text="How boards are compared, rounded and ranked, as it was when it was opened."
    )
    law = models.CharField(max_length=4, choices=LAWS, default="2017")
    boards_a_round = models.PositiveSmallIntegerField()
    minutes_a_board = models.PositiveSmallIntegerField(default=7)
    minutes_a_change = models.PositiveSmallIntegerField(default=2)
    # Law 79C, from the first publication.
    correction_minutes = models.PositiveIntegerField(default=30)
    # Law 92B, from the same moment.
    appeal_minutes = models.PositiveIntegerField(default=30, db_default=30)
    # Why a correction period is shorter than usual.
    special_nature = models.CharField(
        max_length=200, blank=True, default="", db_default=""
    )
    has_one_top = models.BooleanField(default=True, db_default=True, editable=False)
    """True if all boards have one common top. False for sessions published when each board had its own top.

    Such sessions keep the figures that were published (docs/decisions/0059).
    """
    leads = models.CharField(max_length=6, choices=Leads, default=Leads.OFF)
    starts_at = models.DateTimeField(null=True, blank=True)  # as announced
    director = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    # Made by the form, so that sending twice opens one session.
    key = models.UUIDField(unique=True)
    # Moves with every change that a page shows.
    revision = models.PositiveIntegerField(default=0, editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    # Empty for sessions that ended before this was kept.
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    cancelled_for = models.CharField(
        _("why it was cancelled"), max_length=200, blank=True
    )

    deal_set = models.ForeignKey(
        DealSet, models.PROTECT, related_name="sessions", null=True, blank=True
    )
    hands_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    hands_at = models.DateTimeField(null=True, blank=True)

    # An organiser who opens a session takes it in at once.
    taken_in_at = models.DateTimeField(null=True, blank=True)
    taken_in_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )

    # An organiser has seen how many results the director entered alone.
    entries_seen_at = models.DateTimeField(null=True, blank=True)
    entries_seen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )

    objects: ClassVar = SessionQuerySet.as_manager()

    class Meta:
        verbose_name = "session of duplicate"  # beside those of whoever is signed in
        verbose_name_plural = "sessions of duplicate"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="duplicate_session_has_a_name", condition=~Q(name="")
            ),
            models.CheckConstraint(
                name="duplicate_session_form_is_known",
                condition=Q(
                    form__in=[
                        "pairs",
                        "teams",
                        "individual",
                        "swiss_pairs",
                        "swiss_teams",
                    ]
                ),
            ),
            models.CheckConstraint(
                name="duplicate_session_law_is_known",
                condition=Q(law__in=["2017", "2007"]),
            ),
            models.CheckConstraint(
                name="duplicate_session_leads_are_known",
                condition=Q(leads__in=["off", "asked", "needed"]),
            ),
            models.CheckConstraint(
                name="duplicate_session_round_has_boards",
                condition=Q(boards_a_round__gte=1, boards_a_round__lte=12),
            ),
            models.CheckConstraint(
                name="duplicate_session_boards_take_time",
                condition=Q(
                    minutes_a_board__gte=1,
                    minutes_a_board__lte=60,
                    minutes_a_change__lte=60,
                ),
            ),
            models.CheckConstraint(
                name="duplicate_session_short_period_has_its_reason",
                condition=Q(correction_minutes__gte=30) | ~Q(special_nature=""),
            ),
            models.CheckConstraint(
                name="duplicate_session_ends_after_its_start",
                condition=Q(ended_at=None) | Q(ended_at__gte=F("started_at")),
            ),
            models.CheckConstraint(
                name="duplicate_session_is_ended_by_somebody_once_it_is_over",
                condition=Q(ended_by=None) | Q(ended_at__isnull=False),
            ),
            models.CheckConstraint(
                name="duplicate_session_is_cancelled_by_somebody_for_a_reason",
                condition=Q(cancelled_at=None, cancelled_by=None, cancelled_for="")
                | Q(cancelled_at__isnull=False, cancelled_by__isnull=False)
                & ~Q(cancelled_for=""),
            ),
            models.CheckConstraint(
                name="duplicate_session_hands_are_named_by_somebody",
                condition=Q(deal_set=None)
                | Q(hands_by__isnull=False, hands_at__isnull=False),
            ),
            models.CheckConstraint(
                name="duplicate_session_is_taken_in_by_somebody",
                condition=Q(taken_in_at=None, taken_in_by=None)
                | Q(taken_in_at__isnull=False, taken_in_by__isnull=False),
            ),
            models.CheckConstraint(
                name="duplicate_session_entries_are_seen_by_somebody",
                condition=Q(entries_seen_at=None, entries_seen_by=None)
                | Q(entries_seen_at__isnull=False, entries_seen_by__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["deal_set"],
                condition=Q(cancelled_at=None),
                name="duplicate_session_hands_are_its_own",
            ),
            models.UniqueConstraint(
                fields=["day", "name"],
                condition=Q(cancelled_at=None),
                name="duplicate_session_names_of_a_day_differ",
                violation_error_message=_(
                    "Another session of this day has this name: choose another name."
                ),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["-day", "-id"], name="duplicate_session_newest")
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def contest_rules(self) -> ContestRules:
        return ContestRules.from_mapping(self.rules)

    @property
    def noun(self) -> str:
        """The noun for an entry, for use in code: `pair`, `team` or `player`."""
        return {
            self.Form.INDIVIDUAL: "player",
            self.Form.TEAMS: "team",
            self.Form.SWISS_TEAMS: "team",
        }.get(self.Form(self.form), "pair")

    @property
    def noun_in_words(self) -> str:
        """The noun for an entry in the reader's language, such as `pair`."""
        nouns = {
            "player": pgettext("bridge", "player"),
            "team": pgettext("bridge", "team"),
        }
        return nouns.get(self.noun) or pgettext("bridge", "pair")

    @property
    def heading_of_entries(self) -> str:
        """The heading of a column of entries: `Pair`, `Team` or `Player`."""
        headings = {"player": gettext("Player"), "team": gettext("Team")}
        return headings.get(self.noun) or gettext("Pair")

    @property
    def is_swiss(self) -> bool:
        """True for a Swiss: each round is drawn from the results of the rounds before it."""
        return self.form in {self.Form.SWISS_PAIRS, self.Form.SWISS_TEAMS}

    @property
    def has_matches(self) -> bool:
        """True if the boards of two entries against each other are scored as a match: teams, and Swiss pairs."""
        return self.noun == "team" or self.is_swiss

    @property
    def minutes_a_round(self) -> int:
        """The minutes for the boards of one round, without the time to change tables before it."""
        return self.boards_a_round * self.minutes_a_board

    @property
    def is_begun(self) -> bool:
        return self.started_at is not None

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def is_cancelled(self) -> bool:
        return self.cancelled_at is not None

    @property
    def is_friendly(self) -> bool:
        """True if the session counts in no season: no organiser opened it or has taken it in."""
        return self.taken_in_at is None

    @property
    def is_in_play(self) -> bool:
        return self.is_begun and not (self.is_over or self.is_cancelled)


class Section(AppendOnly):
    """A part of the field with its own plan. All sections play the same boards and are compared with each other."""

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="sections", db_index=False
    )
    letter = models.CharField(max_length=1)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="duplicate_section_letter_is_one", condition=Q(letter__in=LETTERS)
            ),
            models.UniqueConstraint(
                fields=["session", "letter"], name="duplicate_section_letters_differ"
            ),
        ]

    def __str__(self) -> str:
        return self.letter


class Deputy(AppendOnly):
    """A member who may direct the session beside its director, until the time `until`.

    `ended_by` dismissed the deputy; it is empty in rows that were ended before this column was added.
    """

    may_change = ("until", "ended_by")

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="deputies", db_index=False
    )
    member = models.ForeignKey(Member, models.PROTECT, related_name="+")
    named_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "member"],
                condition=Q(until=None),
                name="duplicate_deputy_once_a_session",
            ),
            models.CheckConstraint(
                name="duplicate_deputy_is_ended_whole",
                condition=Q(ended_by=None) | Q(until__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} directs {self.session}"
