from django.urls import path

from clubscore.rubbers.attention import views as attention_views
from clubscore.rubbers.consent import book_views
from clubscore.rubbers.consent import motion_views as answer_views
from clubscore.rubbers.consent import views as consent_views
from clubscore.rubbers.correction import views as correction_views
from clubscore.rubbers.from_paper import views as paper_views
from clubscore.rubbers.history import views as history_views
from clubscore.rubbers.page import entry_views, motion_views, views
from clubscore.rubbers.substitution import views as substitution_views

app_name = "rubbers"

urlpatterns = [
    path("tables/<int:table_pk>/rubbers/", entry_views.rubber_create, name="create"),
    path("rubbers/<int:pk>/", views.rubber_detail, name="detail"),
    path("rubbers/<int:pk>/sheet/", views.sheet, name="sheet"),
    path("rubbers/<int:pk>/ending/", entry_views.ending, name="ending"),
    path(
        "rubbers/<int:pk>/continuation/", motion_views.continuation, name="continuation"
    ),
    path("rubbers/<int:pk>/voiding/", motion_views.voiding, name="voiding"),
    path("rubbers/<int:pk>/restoring/", motion_views.restoring, name="restoring"),
    path("rubbers/<int:pk>/standing/", motion_views.standing, name="standing"),
    path(
        "rubbers/<int:pk>/first-dealer/",
        motion_views.first_dealer,
        name="first-dealer",
    ),
    path("rubbers/<int:pk>/seats/", motion_views.seats, name="seats"),
    path(
        "rubbers/<int:pk>/motions/<int:motion_pk>/answers/",
        answer_views.motion_answer,
        name="motion-answer",
    ),
    path(
        "rubbers/<int:pk>/motions/<int:motion_pk>/withdrawal/",
        answer_views.motion_withdrawal,
        name="motion-withdrawal",
    ),
    path(
        "rubbers/<int:pk>/motions/<int:motion_pk>/ruling/",
        answer_views.motion_ruling,
        name="motion-ruling",
    ),
    path("rubbers/<int:pk>/end/", views.end_detail, name="end-detail"),
    path("rubbers/<int:pk>/deals/", entry_views.deal_create, name="deal-create"),
    path(
        "rubbers/<int:pk>/deals/preview/", entry_views.deal_preview, name="deal-preview"
    ),
    path("rubbers/<int:pk>/deals/paper/", paper_views.paper_deals, name="paper-deals"),
    path("rubbers/<int:pk>/deals/<int:number>/", views.deal_detail, name="deal-detail"),
    path(
        "rubbers/<int:pk>/deals/<int:number>/undo/",
        entry_views.deal_undo,
        name="deal-undo",
    ),
    path(
        "rubbers/<int:pk>/deals/<int:number>/agreement/",
        consent_views.deal_agreement,
        name="deal-agreement",
    ),
    path(
        "rubbers/<int:pk>/deals/<int:number>/correction/",
        correction_views.deal_correction,
        name="correction",
    ),
    path(
        "rubbers/<int:pk>/deals/<int:number>/correction/preview/",
        correction_views.correction_preview,
        name="correction-preview",
    ),
    path(
        "rubbers/<int:pk>/deals/<int:number>/strike/",
        correction_views.deal_strike,
        name="deal-strike",
    ),
    path(
        "rubbers/<int:pk>/deals/agreement/",
        consent_views.deals_agreement,
        name="deals-agreement",
    ),
    path("rubbers/<int:pk>/consent/", consent_views.consent, name="consent"),
    path("rubbers/<int:pk>/agreement/", consent_views.net_agreement, name="agreement"),
    path(
        "rubbers/<int:pk>/agreement/instead/",
        consent_views.net_agreement_instead,
        name="agreement-instead",
    ),
    path("rubbers/<int:pk>/absence/", consent_views.absence, name="absence"),
    path("rubbers/<int:pk>/presence/", consent_views.presence, name="presence"),
    path("rubbers/<int:pk>/auction/", consent_views.auction, name="auction"),
    path("rubbers/<int:pk>/pack/", correction_views.pack, name="pack"),
    path("rubbers/<int:pk>/pins/<int:member_pk>/", consent_views.pin, name="pin"),
    path(
        "rubbers/<int:pk>/proposals/<int:proposal_pk>/votes/",
        consent_views.vote,
        name="vote",
    ),
    path(
        "rubbers/<int:pk>/proposals/<int:proposal_pk>/withdrawal/",
        consent_views.withdrawal,
        name="withdrawal",
    ),
    path(
        "rubbers/<int:pk>/proposals/<int:proposal_pk>/ruling/",
        consent_views.ruling,
        name="ruling",
    ),
    path("rubbers/<int:pk>/books/", book_views.book_by_pin, name="book-by-pin"),
    path(
        "rubbers/<int:pk>/books/<int:entry_pk>/withdrawal/",
        book_views.book_withdrawal,
        name="book-withdrawal",
    ),
    path(
        "rubbers/<int:pk>/books/<int:entry_pk>/recording/",
        book_views.book_recording,
        name="book-recording",
    ),
    path("rubbers/<int:pk>/reopening/", motion_views.reopening, name="reopening"),
    path(
        "rubbers/<int:pk>/substitution/",
        substitution_views.substitution,
        name="substitution",
    ),
    path(
        "rubbers/<int:pk>/substitutions/<int:substitution_pk>/consents/",
        substitution_views.consent,
        name="substitution-consent",
    ),
    path(
        "rubbers/<int:pk>/substitutions/<int:substitution_pk>/withdrawal/",
        substitution_views.withdrawal,
        name="substitution-withdrawal",
    ),
    path("rubbers/<int:pk>/history/", history_views.history, name="history"),
    path("attention/", attention_views.attention, name="attention"),
]
