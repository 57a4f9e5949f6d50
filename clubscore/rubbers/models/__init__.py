"""The database rows of rubbers: deals, signatures, proposals and votes, motions, house rules, substitutions."""

from clubscore.rubbers.models.absence import NotThere
from clubscore.rubbers.models.book_entry import BookEntry
from clubscore.rubbers.models.house_rules import HouseRules
from clubscore.rubbers.models.motion import Motion, MotionAnswer
from clubscore.rubbers.models.notes import PackNote, Reopening
from clubscore.rubbers.models.proposal import Proposal, Vote
from clubscore.rubbers.models.remainder import Remainder
from clubscore.rubbers.models.rubber import Deal, Rubber, RubberSeat
from clubscore.rubbers.models.signatures import AuctionOver, DealAgreement, NetAgreement
from clubscore.rubbers.models.substitution import Substitution, SubstitutionConsent

__all__ = [
    "AuctionOver",
    "BookEntry",
    "Deal",
    "DealAgreement",
    "HouseRules",
    "Motion",
    "MotionAnswer",
    "NetAgreement",
    "NotThere",
    "PackNote",
    "Proposal",
    "Remainder",
    "Reopening",
    "Rubber",
    "RubberSeat",
    "Substitution",
    "SubstitutionConsent",
    "Vote",
]
