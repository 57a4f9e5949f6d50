"""The club's choice of what is public, members who are not to be named, and links, feeds and tokens."""

from datetime import datetime, timedelta
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.calendar import day_words
from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.public.naming import Naming
from clubscore.web.templatetags.sentences import one_by_one

LINK_VALID_FOR = timedelta(days=14)


class PublicChoice(AppendOnly):
    """The club's choice of what is public. The newest choice counts; without a choice nothing is public."""

    room = models.BooleanField(_("the room tonight"), default=False)
    evenings = models.BooleanField(_("the results of evenings"), default=False)
    duplicate = models.BooleanField(
        _("the results of duplicate"), default=False, db_default=False
    )
    boards = models.BooleanField(
        _("boards and hands for other programs"), default=False, db_default=False
    )
    standings = models.BooleanField(_("standings and final tables"), default=False)
    naming = models.CharField(
        _("names"), max_length=5, choices=Naming, default=Naming.FIRST
    )
    shows_play = models.BooleanField(_("rubbers in play are shown"), default=False)
    is_indexed = models.BooleanField(
        _("search engines may list these pages"), default=False
    )
    chosen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    chosen_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="public_choice_naming_is_known",
                condition=Q(naming__in=Naming.values),
            ),
        ]

    def __str__(self) -> str:
        return self.words

    @property
    def is_open(self) -> bool:
        """True if anything is public."""
        return self.room or self.evenings or self.duplicate or self.standings

    @property
    def has_calendar(self) -> bool:
        """True if the club's calendar is public: it has the evenings, the sessions of duplicate, or both."""
        return self.evenings or self.duplicate

    @property
    def naming_words(self) -> str:
        """The words for the naming within a sentence: `first name and initial`."""
        return Naming(self.naming).words

    @property
    def words(self) -> str:
        """The choice in words: `room, standings; first name and initial; rubbers in play are shown`."""
        named = {
            "room": gettext("room"),
            "evenings": gettext("evenings"),
            "duplicate": gettext("duplicate"),
            "standings": gettext("standings"),
        }
        kinds = [words for name, words in named.items() if getattr(self, name)]
        parts = [", ".join(kinds) or gettext("nothing"), self.naming_words]
        if self.boards:
            parts.append(gettext("boards and hands for other programs"))
        if self.shows_play:
            parts.append(gettext("rubbers in play are shown"))
        if self.is_indexed:
            parts.append(gettext("listed by search engines"))
        return one_by_one(parts)


class NamingWish(AppendOnly):
    """A member's wish not to be named in public, or to be named again. The newest wish of a member counts."""

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="naming_wishes"
    )
    is_unnamed = models.BooleanField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.member}: {'not named' if self.is_unnamed else 'named'}"


class EveningLinkQuerySet(AppendOnlyQuerySet, models.QuerySet["EveningLink"]):
    def open_at(self, now: datetime) -> Self:
        """The links that open their page at the time `now`, because they are neither revoked nor expired.

        A link that expires too far ahead was made by a wrong clock, and is left out.
        """
        return self.filter(
            revoked_at=None,
            expires_at__gt=now,
            expires_at__lte=now + 2 * LINK_VALID_FOR,
        )


class EveningLink(AppendOnly):
    """A link that shows the results of one evening to everybody who has its address.

    Its address is made of `nonce` and the server's secret key, like the address of an invitation.
    """

    may_change = ("revoked_at", "revoked_by")

    day = models.DateField()
    nonce = models.CharField(max_length=11, unique=True, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )

    objects: ClassVar = EveningLinkQuerySet.as_manager()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["day"], name="public_link_of_a_day")]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="public_link_revoked_by_somebody",
                condition=Q(revoked_at=None, revoked_by=None)
                | Q(revoked_at__isnull=False, revoked_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"Link to the evening of {day_words(self.day)}"


class EveningMail(AppendOnly):
    """An e-mail to one member with the link of an evening. `failed_at` is set if it could not be sent."""

    may_change = ("failed_at",)

    link = models.ForeignKey(
        EveningLink, models.PROTECT, related_name="mails", db_index=False
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    failed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["link", "member"],
                condition=Q(failed_at=None),
                name="public_mail_once_a_member",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.link} to {self.member}"


class CalendarFeed(AppendOnly):
    """The address of a member's own calendar. It is made of `nonce` and the server's secret key."""

    may_change = ("revoked_at",)

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="calendar_feeds"
    )
    nonce = models.CharField(max_length=11, unique=True, editable=False)
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["member"],
                condition=Q(revoked_at=None),
                name="public_feed_one_open_a_member",
            ),
        ]

    def __str__(self) -> str:
        return f"Calendar of {self.member}"


class ApiToken(AppendOnly):
    """A key by which a program reads the club's results. The database stores only a hash of the key."""

    may_change = ("last_used_at", "revoked_at", "revoked_by")

    name = models.CharField(
        max_length=60, help_text=_("What it is for: the club’s website.")
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    has_full_names = models.BooleanField(_("full names"), default=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="public_token_has_a_name", condition=~Q(name="")
            ),
            models.CheckConstraint(
                name="public_token_revoked_by_somebody",
                condition=Q(revoked_at=None, revoked_by=None)
                | Q(revoked_at__isnull=False, revoked_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name
