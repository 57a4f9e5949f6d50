"""Steps that post a rubber or open it again: the net score, the clock, the admin, house rules and seasons."""

from datetime import timedelta
from uuid import uuid4

import scoring
from clubscore.ledger.models import Season
from clubscore.members.models import Member
from clubscore.members.people.services import leave_club
from clubscore.rubbers.agreement.absence import say_not_there, say_there
from clubscore.rubbers.agreement.due import post_due
from clubscore.rubbers.agreement.services import (
    agree_deal,
    agree_net,
    agree_net_instead,
)
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.correction.undoing import undo_last_deal
from clubscore.rubbers.models import Deal, HouseRules, NotThere, Rubber
from clubscore.standings.ranking.ranks import Least, Order
from clubscore.standings.seasons.services import close_season, open_season
from scoring import Seat, Side
from tests.rubbers.stateful import binding, oracle
from tests.rubbers.stateful.club import Club, step

MINUTES = (40, 5, 29, 24 * 60, 3 * 24 * 60, 35 * 24 * 60)
HOUSES = (
    {},
    {"agreed_by": "all"},
    {"agreed_by": "time", "agreed_after": 30},
    {"rounding": "half-up", "wash_out_below": 60},
    {"agreed_by": "time", "agreed_after": 30, "rounding": "half-even"},
    {"stake": 10, "table_money": 50},
)


class BooksRules(Club):
    def waiting(self) -> list[Rubber]:
        """The rubbers that are over and whose net score is not agreed yet."""
        return self.rubbers(ended_at__isnull=False, agreed_at=None)

    @step(weight=3)
    def agree_to_the_net_score(self) -> None:
        """Some of the four players sign the net score, usually enough of them to post the rubber."""
        played = [rubber for rubber in self.waiting() if rubber.deals.exists()]
        if played:
            rubber = self.choose(played, "rubber")
            newest = rubber.deals.order_by("pk").last()
            for who in self.some(
                list(self.four(rubber).values()),
                "signers",
                at_least=min(2, len(self.four(rubber))),
            ):
                self.sign_net(rubber, newest, who, self.choose(binding.WAYS, "how"))

    def sign_net(self, rubber: Rubber, newest: Deal, who: Member, how: str) -> None:
        """Sign a net score.

        A signature that binds nobody must be refused, and a valid one withdraws "I was not there".
        """
        seats = oracle.current_seats(rubber)
        binds = binding.binds_a_net_score(rubber, seats, who.pk, how)
        outcome = self.write_on(rubber, agree_net, newest=newest, by=who, how=how)
        assert binds or not outcome.is_written
        if outcome.is_written:
            assert not NotThere.objects.filter(
                rubber=rubber, member=who, closed_at=None
            ).exists()

    @step()
    def somebody_says_not_to_be_there(self) -> None:
        """One of the four says that he or she was not there. Then an admin may decide, or the player takes it back."""
        open_ones = [rubber for rubber in self.rubbers() if self.four(rubber)]
        if not open_ones:
            return
        rubber = self.choose(open_ones, "rubber")
        seat = self.choose(list(self.four(rubber)), "who")
        who = self.four(rubber)[seat]
        outcome = self.write_on(rubber, say_not_there, by=who)
        assert outcome.is_written == (rubber.agreed_at is None), outcome.refusal
        then = self.choose(["an arbiter", "a slip", "nothing", "nothing"], "then")
        newest = rubber.deals.order_by("pk").last()
        if then == "an arbiter" and newest:
            despite = rubber.proposals.open().order_by("pk").last()
            arguments = {
                "newest": newest,
                "seat": seat,
                "reason": self.reason(),
                "despite": despite,
            }
            self.write_on(rubber, agree_net_instead, by=self.arbiter, **arguments)
        elif then == "a slip":
            self.write_on(rubber, say_there, by=who)

    @step(weight=2)
    def agree_all_the_same(self) -> None:
        """One player of each side, or all four, sign the net score although a dispute is open."""
        waiting = [
            rubber
            for rubber in self.waiting()
            if oracle.standing(rubber) and self.four(rubber)
        ]
        if not waiting:
            return
        rubber = self.choose(waiting, "rubber")
        four = list(self.four(rubber).values())
        if not rubber.proposals.open().exists():
            base = oracle.standing(rubber)[-1]
            facts = self.choose(self.plausible(rubber, base), "correction")
            by = self.choose(four, "proposer")
            self.write_on(
                rubber,
                propose,
                base=base,
                facts=facts,
                key=uuid4(),
                by=by,
                error="recording",
            )
        newest, despite = (
            rubber.deals.order_by("pk").last(),
            rubber.proposals.open().order_by("pk").last(),
        )
        for who in self.some(four, "signers", at_least=min(2, len(four))):
            self.write_on(rubber, agree_net, newest=newest, despite=despite, by=who)

    def plausible(self, rubber: Rubber, base: Deal) -> list[scoring.Deal]:
        """The likely corrections of a deal. Implemented by the rules of correction."""
        raise NotImplementedError

    @step()
    def the_admin_agrees_for_who_has_left(self) -> None:
        """The admin agrees in place of players who have left the club."""
        waiting = [rubber for rubber in self.waiting() if oracle.standing(rubber)]
        if not waiting:
            return
        rubber = self.choose(waiting, "rubber")
        for seat, player in self.four(rubber).items():
            if seat.side is Side.EW and not player.is_staff:
                self.write(leave_club, member=player, by=self.admin)
        newest, despite = (
            rubber.deals.order_by("pk").last(),
            rubber.proposals.open().order_by("pk").last(),
        )
        for seat in [seat for seat in Seat if seat not in self.four(rubber)]:
            arguments = {
                "newest": newest,
                "seat": seat,
                "reason": self.reason(),
                "despite": despite,
            }
            self.write_on(rubber, agree_net_instead, by=self.arbiter, **arguments)

    @step(weight=2)
    def time_passes(self) -> None:
        """The clock moves on, and rubbers whose time is over are posted."""
        self.now += timedelta(minutes=self.choose(MINUTES, "minutes"))
        by_time = [
            rubber.pk
            for rubber in self.waiting()
            if rubber.agreed_by == Rubber.AgreedBy.TIME
        ]
        self.write(post_due, touches=by_time)

    @step()
    def an_arbiter_opens_it_again(self) -> None:
        agreed = self.rubbers(agreed_at__isnull=False)
        if agreed:
            rubber = self.choose(agreed, "rubber")
            by = self.choose([self.arbiter, self.arbiter, self.admin], "who opens it")
            opened = self.write_on(rubber, reopen, reason=self.reason(), by=by)
            if opened.is_written:
                assert not self.has_played(rubber, by)
                assert not rubber.is_voided
                assert rubber.deals.exists(), (
                    "nobody can agree to the net score of a rubber without a deal"
                )

    @step()
    def a_stranger_tries(self) -> None:
        """A member who does not play in a rubber tries to decide something in it, and must be refused."""
        rubbers = [
            rubber
            for rubber in self.rubbers()
            if oracle.standing(rubber) and self.strangers(rubber)
        ]
        if not rubbers:
            return
        rubber = self.choose(rubbers, "rubber")
        last, by = (
            oracle.standing(rubber)[-1],
            self.choose(self.strangers(rubber), "stranger"),
        )
        tries = {
            "sign": (agree_deal, {"deal": last}),
            "sign the net score": (
                agree_net,
                {"newest": rubber.deals.order_by("pk").last()},
            ),
            "strike": (propose, {"base": last, "facts": None, "key": uuid4()}),
            "call": (call_auction_over, {"number": last.number}),
            "reopen": (reopen, {"reason": "I lost"}),
        }
        if last.recorded_by_id != by.pk:
            tries["undo"] = (undo_last_deal, {"number": last.number})
        if open_one := rubber.proposals.open().first():
            tries["vote"] = (cast, {"proposal": open_one, "is_yes": True})
        service, arguments = tries[self.choose(list(tries), "what")]
        assert not self.write_on(rubber, service, by=by, **arguments).is_written, (
            service.__name__
        )
        self.statistics.writes[self.step_name] += 1  # what it is for is the refusal

    @step()
    def other_house_rules(self) -> None:
        """The club chooses other house rules, which count from the next rubber on."""
        defaults = {"agreed_by": "sides", "agreed_after": 30, "rounding": "exact"} | {
            "wash_out_below": 0, "stake": 0, "table_money": 0,
        }  # fmt: skip
        HouseRules.objects.update_or_create(
            pk=1, defaults=defaults | self.choose(HOUSES, "house rules")
        )
        self.changed_by_hand()
        self.statistics.writes[self.step_name] += 1

    @step()
    def open_a_season(self) -> None:
        self.open_season_in(self.choose([0, 1, -1, -20, 40], "days from now"))

    def open_season_in(self, days: int) -> None:
        begins = self.now.date() + timedelta(days=days)
        number = Season.objects.count() + 1
        if not Season.objects.filter(begins_on=begins).exists():
            self.write(
                open_season,
                name=f"Season no. {number}",
                slug=f"season-{number}",
                begins_on=begins,
                by=self.choose(Order, "ranked by"),
                least=Least(),
                guests=True,
                best=None,
                admin=self.admin,
            )

    @step()
    def close_a_season(self) -> None:
        """An admin closes the oldest open season, or tries to close one that cannot be closed now."""
        open_ones = list(Season.objects.open().order_by("begins_on"))
        if len(open_ones) < 2:
            self.open_season_in(1)
        seasons = list(Season.objects.order_by("begins_on"))
        wanted = (
            open_ones[:1] if self.choose([True, True, False], "oldest") else seasons
        )
        if wanted:
            self.write(
                close_season, season=self.choose(wanted, "season"), by=self.admin
            )
