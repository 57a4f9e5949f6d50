"""The calendar of the club's evenings and sessions, and the calendar of a member's own ones."""

from datetime import datetime

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import activate, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.evenings.queries import ListedEvening
from clubscore.languages.spoken import spoken
from clubscore.members.http import MemberRequest
from clubscore.members.invitations.mail import is_for_this_computer_alone
from clubscore.members.models import Member
from clubscore.public.choices.queries import CurrentChoice
from clubscore.public.feeds import queries, services
from clubscore.public.feeds.forms import FeedForm
from clubscore.public.feeds.ics import CalendarEvent, calendar
from clubscore.public.models import CalendarFeed, PublicChoice
from clubscore.public.pages.answers import FOR_ONE, answer, in_language_asked
from clubscore.public.pages.queries import evenings_mark, evenings_since
from clubscore.public.pages.views import where_chosen
from clubscore.web.templatetags.scores import signed

ICS = "text/calendar; charset=utf-8"


@where_chosen("has_calendar")
@in_language_asked
def evenings_ics(request: HttpRequest, current: CurrentChoice) -> HttpResponse:
    """The club's evenings and sessions of duplicate of the last two years, and sessions to come, as a calendar file.

    It has the evenings, the sessions or both, as the club has made them public.
    """
    now, choice = timezone.now(), current.choice
    marks = []
    if choice.evenings:
        marks.append(evenings_mark())
    if choice.duplicate:
        marks.append(queries.sessions_to_show_mark())
    return answer(
        request,
        lambda: _of_the_club(request, choice, now),
        state=(current.mark, *marks),
        now=now,
        content_type=ICS,
        is_indexed=current.choice.is_indexed,
    )


def _of_the_club(request: HttpRequest, choice: PublicChoice, now: datetime) -> str:
    events: list[CalendarEvent] = []
    if choice.evenings:
        events += _evenings(request, now)
    if choice.duplicate:
        events += _sessions(request, now)
    return calendar(settings.CLUB_NAME, events, stamp=now)


def _evenings(request: HttpRequest, now: datetime) -> list[CalendarEvent]:
    host = request.get_host()
    events = []
    for evening in evenings_since(now, days=queries.DAYS):
        path = reverse("public:evening", args=[evening.day])
        event = CalendarEvent(
            uid=f"evening-{evening.day}@{host}",
            day=evening.day,
            summary=_club_summary(evening),
            url=request.build_absolute_uri(path),
        )
        events.append(event)
    return events


def _sessions(request: HttpRequest, now: datetime) -> list[CalendarEvent]:
    """The sessions of duplicate. One that is not published leads to the list of the published ones."""
    host = request.get_host()
    events = []
    for session in queries.sessions_to_show(now):
        path = reverse("public:duplicate")
        if session.is_published:  # type: ignore[attr-defined]  # an annotation
            path = reverse("public:session", args=[session.pk])
        words = _("%(club_name)s: %(session)s")
        event = CalendarEvent(
            uid=f"session-{session.pk}@{host}",
            day=session.day,
            summary=words % {"club_name": settings.CLUB_NAME, "session": session.name},
            url=request.build_absolute_uri(path),
            starts_at=session.starts_at,
        )
        events.append(event)
    return events


def _club_summary(evening: ListedEvening) -> str:
    words = ngettext(
        "%(club_name)s: %(number)s rubber",
        "%(club_name)s: %(number)s rubbers",
        evening.rubbers,
    )
    return words % {"club_name": settings.CLUB_NAME, "number": evening.rubbers}


@require_safe
@login_not_required
@in_language_asked
def own_ics(request: HttpRequest, token: str) -> HttpResponse:
    """The calendar file of a member, for everybody who has its address.

    Its language is the language in the address, else the language of the member. Raises Http404 if the token opens no
    feed.
    """
    feed = queries.feed_of(token)
    now = timezone.now()
    if feed is None:
        raise Http404
    if "language" not in request.GET and (chosen := spoken(feed.member.language)):
        activate(chosen)  # until in_language_asked is left
    return answer(
        request,
        lambda: _of_a_member(request, feed, now),
        state=(queries.own_mark(feed.member),),
        now=now,
        content_type=ICS,
        cache_control=FOR_ONE,
    )


def _of_a_member(request: HttpRequest, feed: CalendarFeed, now: datetime) -> str:
    """The calendar of a member as text. Its links lead to pages on which members sign in."""
    host = request.get_host()
    events = []
    for evening in queries.own_evenings(feed.member, queries.first_day(now)):
        path = reverse("evenings:evening", args=[evening.day])
        event = CalendarEvent(
            uid=f"own-evening-{evening.day}-{feed.member_id}@{host}",
            day=evening.day,
            summary=_own_summary(evening),
            url=request.build_absolute_uri(path),
        )
        events.append(event)
    events += _own_sessions(request, feed.member, now)
    name = _("%(club_name)s: my evenings") % {"club_name": settings.CLUB_NAME}
    return calendar(name, events, stamp=now)


def _own_sessions(
    request: HttpRequest, member: Member, now: datetime
) -> list[CalendarEvent]:
    host = request.get_host()
    events = []
    for own in queries.own_sessions(member, queries.first_day(now)):
        session = own.session
        summary = session.name
        if own.place:
            words = _("%(session)s: place %(place)s")
            summary = words % {"session": session.name, "place": own.place}
        path = reverse("duplicate:detail", args=[session.pk])
        event = CalendarEvent(
            uid=f"own-session-{session.pk}-{member.pk}@{host}",
            day=session.day,
            summary=summary,
            url=request.build_absolute_uri(path),
            starts_at=session.starts_at,
        )
        events.append(event)
    return events


def _own_summary(evening: queries.OwnEvening) -> str:
    words = ngettext(
        "Bridge: %(points)s in %(number)s rubber",
        "Bridge: %(points)s in %(number)s rubbers",
        evening.rubbers,
    )
    return words % {"points": signed(evening.points), "number": evening.rubbers}


@require_http_methods(["GET", "POST"])
def my_calendar(request: MemberRequest) -> HttpResponse:
    """GET shows the address of the member's own calendar. POST makes a new address, or ends it."""
    if request.method == "POST":
        form = FeedForm(request.POST)
        if not form.is_valid():
            messages.error(request, _("Choose a new address, or none."))
        elif form.cleaned_data["feed"] == "new":
            services.make_feed(member=request.user, now=timezone.now())
        else:
            services.end_feed(member=request.user, now=timezone.now())
            messages.success(request, _("That address shows nothing any more."))
        return redirect("public:my-calendar")
    feed = queries.open_feed(request.user)
    address = ""
    if feed:
        path = reverse("public:own-ics", args=[queries.feed_token(feed)])
        address = request.build_absolute_uri(path)
    context = {
        "feed": feed,
        "address": address,
        "is_for_this_computer_alone": is_for_this_computer_alone(request),
    }
    return render(request, "public/calendar_feed.html", context)
