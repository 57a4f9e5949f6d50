"""The club's table as a reader chooses it: the members of a name, one game, one season, sorted by a column."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from clubscore.database.plain_rows import plain_rows
from clubscore.languages.spoken import told
from clubscore.ledger.balances import Figures, RememberedAnswers, sums_of
from clubscore.ledger.books import Account, AccountHolder, Books, by_person
from clubscore.ledger.models import Posting, Season, Transaction
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids
from clubscore.web.sorting import Sorter
from scoring import SYSTEMS

ACCOUNTS: Sorter[Account] = Sorter(
    "sort",
    {
        "name": lambda account: account.member.name.casefold(),
        "rubbers": lambda account: account.rubbers,
        "won": lambda account: account.won,
        "lost": lambda account: account.lost,
        "net": lambda account: account.net,
        "balance": lambda account: account.balance,
        "money": lambda account: account.money,
    },
)
_FIGURES = ("rubbers", "won", "lost", "net")


@dataclass(frozen=True, slots=True)
class BooksChoice:
    """A reader's choices. An empty name, game or season (None) chooses everything."""

    params: Mapping[str, Any]
    seasons: list[Season]

    @property
    def name(self) -> str:
        return self.params.get("name", "").replace("\0", "").strip()[:60]

    @property
    def game(self) -> str:
        game = self.params.get("game", "")
        return game if game in SYSTEMS else ""

    @property
    def season(self) -> Season | None:
        for season in self.seasons:
            if season.slug == self.params.get("season"):
                return season
        return None

    @property
    def games(self) -> list[tuple[str, str]]:
        """The key and the title of each game."""
        return [(key, told(system.title)) for key, system in SYSTEMS.items()]

    @property
    def is_of_everything(self) -> bool:
        """True if all members are listed, with all that is booked, in the usual order."""
        is_sorted = ACCOUNTS.chosen(self.params)
        return not (self.name or self.game or self.season or is_sorted)


def chosen_books(totals: Books, choice: BooksChoice) -> Books:
    """The books as the reader chose them. `totals` are the books as a whole.

    With a game or a season, the accounts have the rubbers of that game and season alone, and no balances. The sums of
    plus and minus are of all members, also if the reader looks for a name.
    """
    if choice.is_of_everything:
        return totals
    shown = totals
    if choice.game or choice.season:
        shown = _rubbers_of(choice.game, choice.season)
    accounts = ACCOUNTS.sorted(shown.accounts, choice.params)
    wanted = choice.name.casefold()
    found = [
        account for account in accounts if wanted in account.member.name.casefold()
    ]
    return replace(shown, accounts=found)


def _rubbers_by_person(
    game: str, season: Season | None, *merged: tuple[int, int]
) -> dict[int, Figures]:
    """The number of rubbers, won, lost and the net points of each person, by the person's id.

    They are the rubbers of a game and a season; of all games, or all seasons, if one of them is not given.
    """
    postings = Posting.objects.filter(transaction__source=Transaction.Source.RUBBER)
    if game:
        postings = postings.filter(transaction__game=game)
    if season:
        postings = postings.filter(transaction__season=season)
    sums = sums_of(postings, _FIGURES)
    rows = []
    for (member_id, _account), figures in sums.items():
        if member_id is not None:
            rows.append((member_id, *figures))
    return by_person(rows, dict(merged))


_RUBBERS = RememberedAnswers(_rubbers_by_person, most=8)


def _rubbers_of(game: str, season: Season | None) -> Books:
    """The books of the rubbers of a game and a season, with the members as they are called now."""
    people = _RUBBERS.of(game, season, *canonical_ids().items())
    names = dict(plain_rows(Member.objects.values_list("pk", "name")))
    accounts = []
    for pk, (rubbers, won, lost, net) in people.items():
        holder = AccountHolder(pk, names[pk])
        accounts.append(Account(holder, rubbers, won, lost, net, 0, net, 0))
    accounts.sort(key=lambda account: (-account.net, account.member.pk))
    gained = sum(account.net for account in accounts if account.net > 0)
    return Books(
        accounts,
        [],
        plus=gained,
        minus=gained - sum(account.net for account in accounts),
        money_plus=0,
        money_minus=0,
        shows_balance=False,
        shows_money=False,
    )
