"""Plans that fit an evening, computed from `scoring.movements`. A plan for pairs has a movement for each section."""

from datetime import datetime
from typing import NamedTuple

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from scoring.errors import InvalidMovement
from scoring.movements.cards import copies_needed
from scoring.movements.form_proposals import (
    individual_proposals,
    swiss_pair_proposals,
    swiss_team_proposals,
    team_proposals,
)
from scoring.movements.plan import SWISS, Movement
from scoring.movements.proposals import Fit, proposals
from scoring.movements.round_robin import PASSED_ON
from scoring.movements.teams import STAGGER

FEWEST_PAIRS = 4  # of a section
FEWEST_TABLES = 2  # of teams, and of an individual
FORMS = {
    "pairs": pgettext_lazy("who plays", "pairs"),
    "teams": pgettext_lazy("who plays", "teams"),
    "swiss_pairs": pgettext_lazy("who plays", "Swiss pairs"),
    "swiss_teams": pgettext_lazy("who plays", "Swiss teams"),
    "individual": pgettext_lazy("who plays", "an individual"),
}
"""The forms of play for which there are plans, each with its name."""


class PlanOffer(NamedTuple):
    """One plan for all sections, which have equal numbers of rounds, boards a round and winners."""

    fits: tuple[Fit, ...]
    """The movement of each section with its quality; the first section has the most pairs."""

    @property
    def first(self) -> Fit:
        return self.fits[0]

    @property
    def key(self) -> str:
        """The value of this offer in the form that chooses a plan."""
        return f"{slugify(self.first.name)}-{self.rounds}x{self.first.boards_a_round}"

    @property
    def form(self) -> str:
        """The form of play, a key of FORMS."""
        movement = self.first.movement
        return f"swiss_{movement.form}" if self.is_swiss else movement.form

    @property
    def rounds(self) -> int:
        return self.first.movement.rounds_planned

    @property
    def movements(self) -> list[Movement]:
        return [fit.movement for fit in self.fits]

    @property
    def tables(self) -> int:
        return sum(fit.movement.tables for fit in self.fits)

    @property
    def is_swiss(self) -> bool:
        """True if the plan is a Swiss: each round is drawn after the round before, and all tables play the same
        boards."""
        return self.first.movement.kind == SWISS

    @property
    def is_balanced_by_pairs(self) -> bool:
        """True for a movement of pairs, the only plan for which `balance` has a meaning."""
        return self.form == "pairs"

    @property
    def size_in_words(self) -> str:
        """The size of the plan in words, such as `3 rounds of 2, 4 tables in 2 sections, 2 winners`.

        Forms of play other than a movement of pairs name the number of entries instead of the number of winners.
        """
        rounds = ngettext(
            "%(rounds)s round of %(boards)s",
            "%(rounds)s rounds of %(boards)s",
            self.rounds,
        )
        tables = ngettext("%(number)s table", "%(number)s tables", self.tables) % {
            "number": self.tables
        }
        if len(self.fits) > 1:
            tables += " " + _("in %(number)s sections") % {"number": len(self.fits)}
        parts = (
            rounds % {"rounds": self.rounds, "boards": self.first.boards_a_round},
            tables,
            self._entries_in_words(),
        )
        return ", ".join(parts)

    def _entries_in_words(self) -> str:
        """The number of entries in words, such as `4 teams`.

        For a movement of pairs, the answer is the number of winners instead, such as `2 winners`.
        """
        number = len(self.first.movement.entries)
        if self.is_balanced_by_pairs:
            number = self.winners
            words = ngettext("%(number)s winner", "%(number)s winners", number)
        elif self.noun == "team":
            words = ngettext("%(number)s team", "%(number)s teams", number)
        elif self.noun == "pair":
            words = ngettext("%(number)s pair", "%(number)s pairs", number)
        else:
            words = ngettext("%(number)s player", "%(number)s players", number)
        return words % {"number": number}

    @property
    def boards_in_words(self) -> str:
        """The number of boards that each entry plays, and of all boards of the plan, in words: `24 boards a pair, 27
        in all`."""
        boards = self.first.boards
        if self.noun == "team":
            words = ngettext(
                "%(boards)s board a team, %(all)s in all",
                "%(boards)s boards a team, %(all)s in all",
                boards,
            )
        elif self.noun == "player":
            words = ngettext(
                "%(boards)s board a player, %(all)s in all",
                "%(boards)s boards a player, %(all)s in all",
                boards,
            )
        else:
            words = ngettext(
                "%(boards)s board a pair, %(all)s in all",
                "%(boards)s boards a pair, %(all)s in all",
                boards,
            )
        return words % {"boards": boards, "all": self.board_sets}

    @property
    def sitting_out_in_words(self) -> str:
        """The most boards that an entry sits out, in words: `nobody sits out` or `a team sits out up to 3 boards`."""
        boards = self.sits_out
        if not boards:
            return _("nobody sits out")
        if self.noun == "team":
            words = ngettext(
                "a team sits out up to %(boards)s board",
                "a team sits out up to %(boards)s boards",
                boards,
            )
        elif self.noun == "player":
            words = ngettext(
                "a player sits out up to %(boards)s board",
                "a player sits out up to %(boards)s boards",
                boards,
            )
        else:
            words = ngettext(
                "a pair sits out up to %(boards)s board",
                "a pair sits out up to %(boards)s boards",
                boards,
            )
        return words % {"boards": boards}

    @property
    def sharing_in_words(self) -> str:
        """A phrase that says if tables share boards, such as `some tables share boards`."""
        movement = self.first.movement
        if self.is_swiss:
            return _("all tables play the same boards")
        if self.copies > 1:
            words = ngettext(
                "%(number)s copy of the boards",
                "%(number)s copies of the boards",
                self.copies,
            )
            return words % {"number": self.copies}
        if movement.kind in PASSED_ON:
            return _copies_in_words(copies_needed(movement))
        if movement.kind == STAGGER:
            return _("every two tables share boards")
        if self.noun == "player":
            words = _(
                "all tables play the same boards: %(number)s copies, or passed on"
            )
            return words % {"number": copies_needed(movement)}
        if self.is_shared:
            return _("some tables share boards")
        return _("no shared boards")

    @property
    def noun(self) -> str:
        """The word for an entry: `pair`, `team` or `player`."""
        return self.first.movement.noun

    @property
    def winners(self) -> int:
        return self.first.movement.winners

    @property
    def sits_out(self) -> int:
        """The most boards that an entry sits out."""
        return max(fit.sits_out for fit in self.fits)

    @property
    def is_shared(self) -> bool:
        """True if at least two tables share boards in some round."""
        return any(fit.movement.sharing for fit in self.fits)

    @property
    def copies(self) -> int:
        """The number of copies of the boards that a section needs."""
        return max(fit.movement.copies for fit in self.fits)

    @property
    def balance(self) -> float:
        """The lowest quality of the movements of the sections, from 0 to 100."""
        return float(min(fit.quality for fit in self.fits))

    @property
    def board_sets(self) -> int:
        """The number of different boards that the plan needs."""
        return max(fit.movement.sets * fit.boards_a_round for fit in self.fits)

    def ends(self, start: datetime) -> datetime:
        return self.first.ends(start)


def _copies_in_words(number: int) -> str:
    """The number of copies of the boards for matches head to head, in words."""
    words = ngettext(
        "%(number)s copy of the boards, which the two tables of a match pass to each other",
        "%(number)s copies of the boards, one for the two tables of each match",
        number,
    )
    return words % {"number": number}


def offers(
    pairs: int,
    boards: int,
    *,
    sections: int = 1,
    minutes_a_board: int,
    minutes_a_change: int,
) -> tuple[PlanOffer, ...]:
    """The plans for this number of pairs and boards, the best first; empty if no plan fits.

    The pairs are spread evenly over the sections. `minutes_a_change` are the minutes between two rounds. Raises
    scoring.InvalidMovement for numbers that cannot be planned, such as too few pairs for the sections.
    """
    if sections > 1 and pairs < FEWEST_PAIRS * sections:
        message = _(
            "%(pairs)s pairs are too few for %(sections)s sections: one has %(fewest)s or more."
        )
        numbers = {"pairs": pairs, "sections": sections, "fewest": FEWEST_PAIRS}
        raise InvalidMovement(message % numbers, field="sections")
    sizes = [(pairs + number) // sections for number in reversed(range(sections))]
    minutes = {"minutes_a_board": minutes_a_board, "minutes_a_change": minutes_a_change}
    fits = {size: proposals(size, boards, **minutes) for size in set(sizes)}
    by_key: dict[str, PlanOffer] = {}
    for fit in fits[sizes[0]]:
        alike = [_like(fit, fits[size]) for size in sizes]
        whole = tuple(section_fit for section_fit in alike if section_fit)
        if len(whole) == len(sizes):
            offer = PlanOffer(whole)
            by_key.setdefault(offer.key, offer)
    return tuple(by_key.values())


def offers_of_form(
    form: str,
    pairs: int,
    boards: int,
    *,
    sections: int = 1,
    minutes_a_board: int,
    minutes_a_change: int,
) -> tuple[PlanOffer, ...]:
    """The plans for one of FORMS, the best first; empty if no plan fits. `pairs` is twice the number of tables.

    `minutes_a_change` are the minutes between two rounds. Raises scoring.InvalidMovement for numbers that cannot be
    planned, for more than one section unless the form is `pairs`, and for half a table unless the form is `pairs` or
    `swiss_pairs`.
    """
    minutes = {"minutes_a_board": minutes_a_board, "minutes_a_change": minutes_a_change}
    if form == "pairs":
        return offers(pairs, boards, sections=sections, **minutes)
    if sections > 1:
        raise InvalidMovement(
            _("Sections are for pairs: all others play in one."), field="sections"
        )
    if form == "swiss_pairs":
        fits = swiss_pair_proposals(pairs, boards, **minutes)
        return tuple(PlanOffer((fit,)) for fit in fits)
    if pairs % 2:
        message = _(
            "Half a table is for pairs: write whole tables, %(fewer)s or %(more)s."
        )
        fewer = max(pairs // 2, FEWEST_TABLES)
        numbers = {"fewer": fewer, "more": fewer + 1}
        raise InvalidMovement(message % numbers, field="pairs")
    if form == "individual":
        fits = individual_proposals(2 * pairs, boards, **minutes)
    elif form == "swiss_teams":
        fits = swiss_team_proposals(pairs // 2, boards, **minutes)
    else:
        fits = team_proposals(pairs // 2, boards, **minutes)
    return tuple(PlanOffer((fit,)) for fit in fits)


def _like(fit: Fit, others: tuple[Fit, ...]) -> Fit | None:
    """The best of `others` with the same rounds, boards a round and winners as `fit`; None if there is none.

    A fit of the same name comes before fits of other names.
    """
    beside = [other for other in others if _shape(other) == _shape(fit)]
    for other in beside:
        if other.name == fit.name:
            return other
    return beside[0] if beside else None


def _shape(fit: Fit) -> tuple[int, int, int]:
    """The number of rounds, of boards a round and of winners of a fit.

    Two fits can be played beside each other in two sections if these numbers are equal.
    """
    return fit.movement.rounds, fit.boards_a_round, fit.movement.winners
