"""One figure on the paper sheet: its points, and a short label."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from clubscore.games.called import Called
from clubscore.languages.spoken import told
from scoring import (
    Contract,
    Deal,
    Kind,
    ScoredDeal,
    ScoreLine,
    Sheet,
    Side,
    Strain,
    Where,
)

CLOSING = {
    Kind.RUBBER: pgettext_lazy("premium", "rubber"),
    Kind.UNFINISHED_GAME: pgettext_lazy("premium", "one game"),
    Kind.UNFINISHED_PARTSCORE: pgettext_lazy("premium", "part score"),
}
KINDS = CLOSING | {
    Kind.TRICKS: pgettext_lazy("figure", "tricks"),
    Kind.OVERTRICKS: pgettext_lazy("figure", "overtricks"),
    Kind.UNDERTRICKS: pgettext_lazy("figure", "undertricks"),
    Kind.INSULT: pgettext_lazy("figure", "insult"),
    Kind.SLAM: pgettext_lazy("figure", "slam"),
    Kind.HONOURS: pgettext_lazy("figure", "honours"),
    Kind.PARTSCORE: pgettext_lazy("figure", "partscore"),
    Kind.GAME: pgettext_lazy("figure", "game"),
    Kind.REVOKE: pgettext_lazy("figure", "revoke"),
    Kind.CHICANE: pgettext_lazy("figure", "chicane"),
    Kind.BONUS: pgettext_lazy("figure", "bonus"),
}
MOST_TRICKS = 13


@dataclass(frozen=True)
class SheetFigure:
    """One figure on the sheet: points of a side in one place, with a short label."""

    key: str
    """The id of the figure on the page. It does not change when the sheet is drawn again."""
    side: Side
    where: Where
    points: int
    label: str
    number: int | None
    """The number of the deal; None for a premium that is added at the end."""
    called: Called | None
    """The number of the deal as players say it."""

    @property
    def deal_in_words(self) -> str:
        """The words about the deal that a screen reader says last, such as `, deal 6`."""
        return _(", deal %(number)s") % {"number": self.called}


def figures_of(sheet: Sheet, called: Mapping[int, Called]) -> Iterator[SheetFigure]:
    """Yield every figure of the sheet in the order of writing. `called` has the players' number of each deal."""
    for scored in sheet.deals:
        seen: Counter[str] = Counter()
        for line in scored.lines:
            key = f"{scored.number}-{line.where}-{line.kind}-{line.side}"
            seen[key] += 1
            if seen[key] > 1:
                key += f"-{seen[key]}"
            yield SheetFigure(
                key=key,
                side=line.side,
                where=line.where,
                points=line.points,
                label=label(scored, line),
                number=scored.number,
                called=called[scored.number],
            )
    for line in sheet.closing:
        yield SheetFigure(
            key=f"end-{line.kind}-{line.side}",
            side=line.side,
            where=line.where,
            points=line.points,
            label=str(CLOSING[line.kind]),
            number=None,
            called=None,
        )


def label(scored: ScoredDeal, line: ScoreLine) -> str:
    """The label beside a figure, such as `2♥ +1`, `4♠X −1`, `4 honours ♠` or `small slam 6♥`."""
    deal = scored.deal
    if deal.contract is None:
        return str(KINDS[line.kind])
    bid = short(deal.contract)
    match line.kind:
        case Kind.TRICKS:
            return bid
        case Kind.OVERTRICKS | Kind.UNDERTRICKS:
            return f"{bid} {deal.relative}"
        case Kind.SLAM if deal.contract.tricks_needed == MOST_TRICKS:
            return _("grand slam %(contract)s") % {"contract": bid}
        case Kind.SLAM:
            return _("small slam %(contract)s") % {"contract": bid}
        case Kind.HONOURS:
            return _honours(deal, deal.contract.strain, line.side)
    return _("%(figure)s %(contract)s") % {"figure": KINDS[line.kind], "contract": bid}


def short(contract: Contract) -> str:
    """The contract as a sheet shows it, such as `4♠X` or `3NT`."""
    return f"{contract.level}{told(contract.strain.symbol)}{contract.risk}"


def _honours(deal: Deal, strain: Strain, side: Side) -> str:
    """The most honours that one hand of a side held, in words; at no-trump, the most aces."""
    held = max((count for seat, count in deal.honours if seat.side == side), default=0)
    if strain == Strain.NOTRUMP:
        return ngettext("%(number)s ace", "%(number)s aces", held) % {"number": held}
    honours = ngettext(
        "%(number)s honour %(suit)s", "%(number)s honours %(suit)s", held
    )
    return honours % {"number": held, "suit": told(strain.symbol)}
