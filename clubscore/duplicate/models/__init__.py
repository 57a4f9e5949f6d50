"""The models of duplicate: sessions with sections, entries and plans; results, rulings, groups and penalties.

The package also has the models of calls, corrections, appeals, late changes, tablets and publications.
"""

from clubscore.duplicate.models.appeals import Appeal
from clubscore.duplicate.models.calls import Call
from clubscore.duplicate.models.claims import Claim
from clubscore.duplicate.models.corrections import Correction, TakenBackAnswer
from clubscore.duplicate.models.entries import STRATA, WAITING, Entry, Grading, Place
from clubscore.duplicate.models.groups import BoardGroup
from clubscore.duplicate.models.late_changes import LateChange
from clubscore.duplicate.models.open_when_published import OpenWhenPublished
from clubscore.duplicate.models.penalties import Penalty, PenaltyLift
from clubscore.duplicate.models.plan import Plan, PlanRow
from clubscore.duplicate.models.plays import Play, PlayProposal, PlaySignature
from clubscore.duplicate.models.practice import (
    NO_SCALE,
    OWN_SCALE,
    PracticeChoice,
    ScaleChoice,
)
from clubscore.duplicate.models.presences import Presence, is_contested_in
from clubscore.duplicate.models.publication import (
    Publication,
    PublishedPlayer,
    PublishedRow,
)
from clubscore.duplicate.models.rounds import ClockChange, PlayReopening, RoundStart
from clubscore.duplicate.models.rulings import NOBODY, Ruling, RulingPart
from clubscore.duplicate.models.session import Deputy, Section, Session
from clubscore.duplicate.models.tablets import Tablet
from clubscore.duplicate.models.terms import PeriodTerms

__all__ = [
    "NOBODY",
    "NO_SCALE",
    "OWN_SCALE",
    "STRATA",
    "WAITING",
    "Appeal",
    "BoardGroup",
    "Call",
    "Claim",
    "ClockChange",
    "Correction",
    "Deputy",
    "Entry",
    "Grading",
    "LateChange",
    "OpenWhenPublished",
    "Penalty",
    "PenaltyLift",
    "PeriodTerms",
    "Place",
    "Plan",
    "PlanRow",
    "Play",
    "PlayProposal",
    "PlayReopening",
    "PlaySignature",
    "PracticeChoice",
    "Presence",
    "Publication",
    "PublishedPlayer",
    "PublishedRow",
    "RoundStart",
    "Ruling",
    "RulingPart",
    "ScaleChoice",
    "Section",
    "Session",
    "Tablet",
    "TakenBackAnswer",
    "is_contested_in",
]
