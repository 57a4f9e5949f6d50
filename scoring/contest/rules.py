"""The choices of a contest, pinned when it begins: how boards are compared, rounded and ranked."""

from dataclasses import dataclass

from scoring.rules import Choice, Rules, choice


@dataclass(frozen=True, slots=True)
class ContestRules(Rules):
    """The rules by which a contest is scored. It has ``from_mapping`` and ``as_json`` like every ``Rules`` class."""

    scoring: str = choice(
        "How is a board scored?",
        {
            "matchpoints": "matchpoints: 2 for each lower score, 1 for each equal one",
            "cross-imps": "IMPs against every other result",
            "butler": "IMPs against the mean of the results",
            "bam": "board-a-match: 2, 1 or 0 against the other room",
            "team-imps": "IMPs against the other room",
            "aggregate": "total points",
        },
    )
    winners: Choice = choice(
        "How many lists of results?",
        {1: "one, of all pairs", 2: "two, North-South and East-West"},
    )
    rounding: str = choice(
        "How is an award rounded?",
        {
            "exact": "not at all",
            "ten-thousandth-away": "to 0.0001, halves away from nought",
            "hundredth-away": "to 0.01, halves away from nought",
            "tenth-to-average": "to 0.1, halves toward the average of the board",
            "tenth-half-up": "to 0.1, halves up; the percentages are ranked as printed",
        },
    )
    percentages: str = choice(
        "Which percentage decides a place?",
        {
            "exact": "the exact one",
            "hundredth": "the one rounded to 0.01",
            "tenth": "the one rounded to 0.1",
        },
    )
    short_boards: str = choice(
        "How is a board with fewer results scored?",
        {
            "factor": "its matchpoints are raised to the top of a complete board",
            "none": "it has a lower top",
        },
    )
    small_groups: str = choice(
        "Which groups of a fouled board are scored by percentages, such as 65 and 55?",
        {
            "third": "two or three results that are at most a third of those expected",
            "two": "two results, and three that are not the greatest group",
            "none": "none",
        },
    )
    average_plus: str = choice(
        "What is an average plus?",
        {
            "session": "60 %, or the pair's own percentage on its other boards if greater",
            "flat": "60 %, always",
        },
    )
    cross_imps: str = choice(
        "How are cross-IMPs printed?",
        {
            "average": "the mean of the comparisons",
            "total": "the sum of the comparisons",
            "per-table": "the sum, divided by the number of tables",
            "root": "the mean, times the square root of the number of comparisons",
            "match": "the sum, divided by the square root of half of results times comparisons: like a match of teams",
        },
    )
    comparisons: str = choice(
        "What are the cross-IMPs of a board with fewer results?",
        {
            "all": "those made, times results expected ÷ results made",
            "made": "those made, at the mean of the comparisons made",
        },
    )
    comparison_cap: str = choice(
        "What is the most that one comparison is worth?",
        {"none": "24 IMPs, the most of the scale", "17": "17 IMPs"},
    )
    unequal_boards: str = choice(
        "What do IMPs count if entries played different numbers of boards?",
        {
            "sum": "their sum",
            "scaled": "their sum, raised to the greatest number of boards",
        },
    )
    trim: str = choice(
        "What does the mean of a Butler leave out?",
        {
            "1": "the highest and the lowest result",
            "0": "nothing",
            "5%": "5 % of the results at either end, rounded down",
        },
    )
    fives: str = choice(
        "Where does a mean go that lies between two tens?",
        {"away": "away from nought", "even": "to the even ten"},
    )
    ties: str = choice(
        "How are ties broken?",
        {
            "share": "not at all: equals share the place",
            "head-to-head": "by the boards that the equals played against each other",
            "countback": "by the best boards: the higher best, then the higher second best, and so on",
        },
    )

    matches: str = choice(
        "What counts of a match?",
        {
            "boards": "its boards",
            "vp": "its victory points: of IMPs by the scale of 2013, of matchpoints by percentage",
        },
    )

    victory_point_scale: str = choice(
        "By which scale do IMPs become victory points?",
        {
            "continuous": "the scale of 2013, in hundredths (WBF)",
            "whole": "the scale of 20 whole points (ACBL)",
        },
    )

    @property
    def has_victory_points(self) -> bool:
        """True if the entries are ranked by the victory points of their matches."""
        return self.matches == "vp" and self.scoring in (
            "team-imps",
            "matchpoints",
            "cross-imps",
            "butler",
        )

    @property
    def has_matches(self) -> bool:
        """True if the boards of two entries against each other are added up as a match; always true for teams."""
        return self.against_the_other_room or self.has_victory_points

    @property
    def has_percentages(self) -> bool:
        """True if the awards have a top, so that a score has a percentage: for matchpoints and board-a-match."""
        return self.scoring in ("matchpoints", "bam")

    @property
    def ranks_by_percentages(self) -> bool:
        """True if the lists show percentages: the awards have a top, and matches do not become victory points."""
        return self.has_percentages and not self.has_victory_points

    @property
    def scores_in_hundredths(self) -> bool:
        """True if the scores in the lists have two decimals.

        These are victory points for IMPs, and cross-IMPs that are divided, for example into a mean.
        """
        if self.has_victory_points:
            return (
                self.scoring != "matchpoints"
                and self.victory_point_scale == "continuous"
            )
        return self.scoring == "cross-imps" and self.cross_imps != "total"

    @property
    def scales_to_most_boards(self) -> bool:
        """True if the IMPs of an entry that played fewer boards are raised to the greatest number of boards."""
        return self.unequal_boards == "scaled" and self.scoring in (
            "cross-imps",
            "butler",
        )

    @property
    def has_artificial_scores(self) -> bool:
        """True if a board can get an artificial score; False for total points, which have no average."""
        return self.scoring != "aggregate"

    @property
    def against_the_other_room(self) -> bool:
        """True if the entries are teams, which play each board in two rooms."""
        return self.scoring in ("bam", "team-imps")
