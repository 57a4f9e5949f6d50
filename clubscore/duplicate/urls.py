from django.urls import path, register_converter

from clubscore.duplicate.approval import views as approval
from clubscore.duplicate.director.cards import views as cards
from clubscore.duplicate.director.changing import views as changing
from clubscore.duplicate.director.dealing import views as dealing
from clubscore.duplicate.director.directing import round_views as rounds
from clubscore.duplicate.director.directing import views as directing
from clubscore.duplicate.director.drawing import views as drawing
from clubscore.duplicate.director.misplay import views as misplays
from clubscore.duplicate.director.opening import views as opening
from clubscore.duplicate.director.presence import views as presence
from clubscore.duplicate.director.seating import views as seating
from clubscore.duplicate.director.slips import views as slips
from clubscore.duplicate.director.substituting import views as substituting
from clubscore.duplicate.director.team_lineup import views as teams
from clubscore.duplicate.play import views as play
from clubscore.duplicate.play.actors import on_phone, on_tablet
from clubscore.duplicate.play.table import views as table
from clubscore.duplicate.play.tablet import laying_views as tablets
from clubscore.duplicate.play.tablet import views as tablet
from clubscore.duplicate.results.grading import views as grading
from clubscore.duplicate.results.makeable import views as makeable
from clubscore.duplicate.results.page import views as page
from clubscore.duplicate.results.practices import views as practices
from clubscore.duplicate.results.publishing import views as publishing
from clubscore.duplicate.results.publishing.result_files import KINDS
from clubscore.duplicate.results.season import views as season
from clubscore.duplicate.results.terms import views as terms
from clubscore.duplicate.results.travellers import views as travellers
from clubscore.duplicate.slot import SlotConverter
from clubscore.duplicate.verdicts.appealing import views as appealing
from clubscore.duplicate.verdicts.correcting import views as correcting
from clubscore.duplicate.verdicts.groups import views as groups
from clubscore.duplicate.verdicts.history import views as history
from clubscore.duplicate.verdicts.penalties import views as penalties
from clubscore.duplicate.verdicts.ruling import views as ruling
from clubscore.duplicate.verdicts.unplayed import views as unplayed

register_converter(SlotConverter, "slot")
app_name = "duplicate"

TABLET_SLOT = "tablets/<str:key>/rounds/<int:round>/boards/<int:board>/"
SLOT = "<int:pk>/<slot:slot>/"

urlpatterns = [
    path("", page.index, name="index"),
    path("opening/", opening.opening, name="opening"),
    path("practice/", practices.practice, name="practice"),
    path("approvals/", approval.approvals, name="approvals"),
    path("tables/<str:name>/", seating.table, name="table"),
    path("<int:pk>/", page.detail, name="detail"),
    path("<int:pk>/line-up/", page.detail_poll, name="detail-poll"),
    path("<int:pk>/season/", season.season_taking, name="season-taking"),
    path("<int:pk>/entries-seen/", season.entries_seen, name="entries-seen"),
    path("<int:pk>/seat/", seating.seat, name="seat"),
    path("<int:pk>/entries/", seating.entries, name="entries"),
    path("<int:pk>/entries/list/", seating.entry_list, name="entry-list"),
    path("<int:pk>/entries/room/", seating.entries_from_room, name="entries-from-room"),
    path(
        "<int:pk>/entries/<str:letter>/<int:number>/departure/",
        seating.departure,
        name="departure",
    ),
    path("<int:pk>/presences/", presence.presences, name="presences"),
    path("<int:pk>/presence/", presence.presence, name="presence"),
    path("<int:pk>/absence/", presence.absence, name="absence"),
    path(
        "<int:pk>/presences/<int:presence_pk>/decision/",
        presence.presence_decision,
        name="presence-decision",
    ),
    path("<int:pk>/director/", directing.director, name="director"),
    path("<int:pk>/director/rounds/", rounds.round_start, name="round-start"),
    path(
        "<int:pk>/director/rounds/taking-back/",
        rounds.round_taking_back,
        name="round-taking-back",
    ),
    path(
        "<int:pk>/director/clock/extension/",
        rounds.clock_extension,
        name="clock-extension",
    ),
    path("<int:pk>/director/clock/pause/", rounds.clock_pause, name="clock-pause"),
    path("<int:pk>/director/clock/resume/", rounds.clock_resume, name="clock-resume"),
    path(
        "<int:pk>/director/calls/<int:call_pk>/answer/",
        directing.call_answer,
        name="call-answer",
    ),
    path("<int:pk>/director/ending/", rounds.ending, name="ending"),
    path("<int:pk>/director/reopening/", rounds.reopening, name="reopening"),
    path(
        "<int:pk>/director/cancellation/", directing.cancellation, name="cancellation"
    ),
    path("<int:pk>/director/deputies/", directing.deputies, name="deputies"),
    path(
        "<int:pk>/director/deputies/<int:member_pk>/end/",
        directing.deputy_end,
        name="deputy-end",
    ),
    path("<int:pk>/director/late-pair/", changing.late_pair, name="late-pair"),
    path("<int:pk>/director/withdrawal/", changing.withdrawal, name="withdrawal"),
    path(
        "<int:pk>/entries/<str:letter>/<int:number>/line-up/",
        teams.team_lineup,
        name="team-lineup",
    ),
    path(
        "<int:pk>/director/substitutes/", substituting.substitutes, name="substitutes"
    ),
    path("<int:pk>/director/slips/", slips.slips, name="slips"),
    path("<int:pk>/director/misplay/", misplays.misplayed, name="misplay"),
    path("<int:pk>/director/rounds/number/", changing.rounds, name="rounds"),
    path("<int:pk>/director/draw/", drawing.draw, name="draw"),
    path("<int:pk>/director/draw/swap/", drawing.draw_swap, name="draw-swap"),
    path("<int:pk>/director/penalties/", penalties.penalties, name="penalties"),
    path(
        "<int:pk>/director/penalties/<int:penalty_pk>/lift/",
        penalties.penalty_lift,
        name="penalty-lift",
    ),
    path("<int:pk>/director/unplayed/", unplayed.unplayed_boards, name="unplayed"),
    path("<int:pk>/director/publication/", publishing.publication, name="publication"),
    path("<int:pk>/handicaps/", grading.handicaps, name="handicaps"),
    path(
        "<int:pk>/handicaps/masterpoints/",
        grading.masterpoints,
        name="masterpoints",
    ),
    path("<int:pk>/periods/", terms.periods, name="periods"),
    path("<int:pk>/results/", publishing.results, name="results"),
    *(
        path(
            f"<int:pk>/results/<int:number>/{kind}/",
            publishing.results_file,
            {"kind": kind},
            name=f"results-{kind}",
        )
        for kind in KINDS
    ),
    path("<int:pk>/director/hands/", dealing.hands, name="hands"),
    path("<int:pk>/director/hands/dealing/", dealing.dealing, name="hands-dealing"),
    path("<int:pk>/director/hands/look/", dealing.look, name="hands-look"),
    path("<int:pk>/director/hands/opening/", dealing.opening, name="hands-opening"),
    path("<int:pk>/director/tablets/", tablets.tablets, name="tablets"),
    path(
        "<int:pk>/director/tablets/<int:tablet_pk>/close/",
        tablets.tablet_close,
        name="tablet-close",
    ),
    path("<int:pk>/table/tablet/", tablets.tablet_lay, name="tablet-lay"),
    path("tablets/<str:key>/", tablet.tablet, name="tablet"),
    path("tablets/<str:key>/taking/", tablets.tablet_take, name="tablet-take"),
    path("tablets/<str:key>/moves/", tablet.tablet_poll, name="tablet-poll"),
    path(TABLET_SLOT, on_tablet(play.board), name="tablet-board"),
    path(f"{TABLET_SLOT}preview/", on_tablet(play.preview), name="tablet-preview"),
    path(
        f"{TABLET_SLOT}agreement/", on_tablet(play.agreement), name="tablet-agreement"
    ),
    path(
        f"{TABLET_SLOT}agreement/taking-back/",
        on_tablet(play.agreement_back),
        name="tablet-agreement-taking-back",
    ),
    path(f"{TABLET_SLOT}answer/", on_tablet(play.answer), name="tablet-answer"),
    path(f"{TABLET_SLOT}call/", on_tablet(play.call), name="tablet-call"),
    path("<int:pk>/guide-cards/", cards.guide_cards, name="guide-cards"),
    path("<int:pk>/board-moves/", cards.board_moves, name="board-moves"),
    path("<int:pk>/table-codes/", cards.table_codes, name="table-codes"),
    path("<int:pk>/table/", table.own_table, name="own-table"),
    path("<int:pk>/table/moves/", table.tables_poll, name="tables-poll"),
    path(SLOT, on_phone(play.board), name="slot"),
    path(f"{SLOT}preview/", on_phone(play.preview), name="slot-preview"),
    path(f"{SLOT}agreement/", on_phone(play.agreement), name="slot-agreement"),
    path(
        f"{SLOT}agreement/taking-back/",
        on_phone(play.agreement_back),
        name="slot-agreement-taking-back",
    ),
    path(f"{SLOT}answer/", on_phone(play.answer), name="slot-answer"),
    path(f"{SLOT}call/", on_phone(play.call), name="slot-call"),
    path(f"{SLOT}check/", directing.slot_check, name="slot-check"),
    path(f"{SLOT}correction/", correcting.correction, name="correction"),
    path(f"{SLOT}appeal/", appealing.appeal, name="appeal"),
    path(
        "<int:pk>/appeals/<int:appeal_pk>/answer/",
        appealing.appeal_answer,
        name="appeal-answer",
    ),
    path(
        "<int:pk>/appeals/<int:appeal_pk>/decision/",
        appealing.appeal_decision,
        name="appeal-decision",
    ),
    path(
        "<int:pk>/corrections/<int:correction_pk>/answer/",
        correcting.correction_answer,
        name="correction-answer",
    ),
    path(
        "<int:pk>/corrections/<int:correction_pk>/decision/",
        correcting.correction_decision,
        name="correction-decision",
    ),
    path("<int:pk>/late-changes/", approval.late_changes, name="late-changes"),
    path(
        "<int:pk>/late-changes/<int:late_pk>/",
        approval.late_change,
        name="late-change",
    ),
    path(
        "<int:pk>/late-changes/<int:late_pk>/withdrawal/",
        approval.late_change_withdrawal,
        name="late-change-withdrawal",
    ),
    path(f"{SLOT}ruling/", ruling.ruling, name="ruling"),
    path(f"{SLOT}ruling/effect/", ruling.ruling_effect, name="ruling-effect"),
    path(f"{SLOT}history/", history.slot_history, name="slot-history"),
    path("<int:pk>/boards/<int:board>/", travellers.traveller, name="traveller"),
    path("<int:pk>/makeable/deals/", makeable.deals, name="deals"),
    path("<int:pk>/makeable/board/", makeable.board, name="makeable"),
    path("<int:pk>/makeable/card/", makeable.card, name="makeable-card"),
    path("<int:pk>/boards/<int:board>/groups/", groups.groups, name="board-groups"),
    path("<int:pk>/ranking/", travellers.ranking, name="ranking"),
    path("<int:pk>/matches/", travellers.matches, name="matches"),
    path("<int:pk>/matches/<int:one>/<int:other>/", travellers.match, name="match"),
]
