"""A scorebook that is kept deal by deal, with corrections of earlier deals, is equal to scoring all deals at once."""

import pytest
from hypothesis import settings
from hypothesis import strategies as some
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scoring import (
    SYSTEMS,
    Contract,
    Deal,
    InvalidDeal,
    RubberOver,
    ScoringError,
    Seat,
    Strain,
)
from scoring.systems.base import System
from tests.scoring.made_up_deals import contract_deals, house_rules, royal_deals

# A game in one deal, so that rubbers come to an end.
games = some.builds(
    Deal,
    some.builds(Contract, some.integers(3, 5), some.just(Strain.NOTRUMP)),
    some.sampled_from(Seat),
    some.just(11),
)
DEALS = {
    "contract": games | contract_deals(),
    "chicago": games | contract_deals(),
    "royal": games | royal_deals() | some.just(Deal.passed_out()),
}


class KeptSheets(RuleBasedStateMachine):
    """A Hypothesis state machine that keeps the deals of a scorebook in one `system`, and the sheet after each deal."""

    system: System

    @property
    def is_over(self):
        return self.sheets[-1].next is None

    @precondition(lambda self: self.deals)
    @rule(data=some.data())
    def strike(self, data):
        number = data.draw(some.integers(0, len(self.deals) - 1), label="number")
        self.go_on_with([*self.deals[:number], *self.deals[number + 1 :]], kept=number)

    @invariant()
    def every_sheet_is_the_fold_of_its_deals(self):
        for count, sheet in enumerate(self.sheets):
            assert sheet == self.system.fold(self.deals[:count], **self.options)

    def go_on_with(self, deals, kept):
        """Write these deals, of which the first `kept` stand on the sheets already, until one of them is refused."""
        self.deals, self.sheets = deals[:kept], self.sheets[: kept + 1]
        for deal in deals[kept:]:
            try:
                sheet = self.system.add(self.sheets[-1], deal)
            except (InvalidDeal, RubberOver) as refusal:
                assert str(refusal) == self.refusal_of_a_fold(deals)
                return
            self.deals.append(deal)
            self.sheets.append(sheet)

    def refusal_of_a_fold(self, deals):
        with pytest.raises(ScoringError) as refusal:
            self.system.fold(deals, **self.options)
        return str(refusal.value)


def the_scorebook_of(system):
    """A Hypothesis state machine that keeps a scorebook: it adds each deal to the sheet before, and
    corrects earlier deals.
    """
    deals = DEALS[system.name]

    class Scorebook(KeptSheets):
        def __init__(self):
            super().__init__()
            self.system = system

        @initialize(rules=house_rules(system), dealer=some.sampled_from(Seat))
        def begin(self, rules, dealer):
            self.options = {"rules": rules, "dealer": dealer}
            self.deals = []
            self.sheets = [system.fold([], **self.options)]

        @precondition(lambda self: not self.is_over)
        @rule(some_deals=some.lists(deals, min_size=1, max_size=4))
        def play(self, some_deals):
            self.go_on_with([*self.deals, *some_deals], kept=len(self.deals))

        @precondition(lambda self: self.is_over)
        @rule(deal=deals)
        def play_after_the_end(self, deal):
            with pytest.raises(RubberOver) as refusal:
                system.add(self.sheets[-1], deal)
            assert str(refusal.value) == self.refusal_of_a_fold([*self.deals, deal])

        @precondition(lambda self: self.deals)
        @rule(data=some.data(), deal=deals)
        def correct(self, data, deal):
            number = data.draw(some.integers(0, len(self.deals) - 1), label="number")
            self.go_on_with(
                [*self.deals[:number], deal, *self.deals[number + 1 :]], kept=number
            )

        @precondition(lambda self: not self.is_over)
        @rule(deal=deals)
        def stop_and_think_again(self, deal):
            closed = system.close(self.sheets[-1])
            assert closed == system.fold(self.deals, unfinished=True, **self.options)
            assert system.close(closed) is closed
            with pytest.raises(RubberOver):
                system.add(closed, deal)

    return Scorebook


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_sheet_kept_deal_by_deal_and_corrected_is_the_fold_of_its_deals(name):
    machine = the_scorebook_of(SYSTEMS[name])
    run_state_machine_as_test(machine, settings=settings(stateful_step_count=25))
