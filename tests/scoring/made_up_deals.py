"""Hypothesis strategies for deals, for tests of properties that hold for all deals."""

from dataclasses import replace

from hypothesis import strategies as some

from scoring import Contract, Deal, Risk, Seat, Side, Strain

PLAIN_STRAINS = [strain for strain in Strain if strain is not Strain.ROYALS]
notes = some.text(some.characters(exclude_categories=["Cc", "Cs"]))


@some.composite
def contract_deals(draw, strains=PLAIN_STRAINS):
    """Draw any deal of contract bridge, sometimes a passed-out one."""
    if draw(some.integers(0, 9)) == 0:
        return Deal.passed_out(draw(notes))
    contract = Contract(
        draw(some.integers(1, 7)),
        draw(some.sampled_from(strains)),
        draw(some.sampled_from(Risk)),
    )
    most = 4 if contract.strain is Strain.NOTRUMP else 5
    honours = []
    for seat in draw(some.permutations(list(Seat))):
        count = draw(some.integers(0, most))
        honours.append((seat, count))
        most -= count
    tricks, declarer = draw(some.integers(0, 13)), draw(some.sampled_from(Seat))
    transferred = (
        [(declarer.side, draw(some.integers(0, tricks)))]
        if draw(some.booleans())
        else []
    )
    return Deal(
        contract, declarer, tricks, tuple(honours), tuple(transferred), note=draw(notes)
    )


@some.composite
def any_deals(draw):
    """Draw any deal, including the facts that only royal auction has."""
    deal = draw(contract_deals(list(Strain)))
    if deal.is_passed_out:
        return deal
    empty = [seat for seat in Seat if seat not in dict(deal.honours)]
    voids = (
        draw(some.lists(some.sampled_from(empty), unique=True, max_size=3))
        if empty
        else []
    )
    return replace(
        deal,
        voids=tuple(voids),
        revokes=tuple(draw(some.lists(some.sampled_from(Side), max_size=3))),
    )


@some.composite
def complete_holdings(draw, in_pack):
    """Draw the honours of the four hands, which add up to the number in the pack."""
    owners = draw(
        some.lists(some.sampled_from(Seat), min_size=in_pack, max_size=in_pack)
    )
    return tuple((seat, owners.count(seat)) for seat in set(owners))


@some.composite
def royal_deals(draw):
    """Draw a deal of royal auction that every set of rules can score."""
    contract = Contract(
        draw(some.integers(1, 7)),
        draw(some.sampled_from(Strain)),
        draw(some.sampled_from(Risk)),
    )
    declarer, tricks = draw(some.sampled_from(Seat)), draw(some.integers(0, 13))
    honours, voids = (), ()
    if draw(some.booleans()):
        honours = draw(complete_holdings(4 if contract.strain is Strain.NOTRUMP else 5))
        empty = [seat for seat in Seat if seat not in dict(honours)]
        voids = (
            tuple(draw(some.lists(some.sampled_from(empty), unique=True, max_size=3)))
            if empty
            else ()
        )
    revokes = tuple(draw(some.lists(some.sampled_from(Side), max_size=3)))
    transferred = ()
    if set(revokes) == {declarer.side.other} and tricks >= 3 and draw(some.booleans()):
        transferred = ((declarer.side, 3),)
    return Deal(contract, declarer, tricks, honours, transferred, voids, revokes)


def house_rules(system):
    """A strategy for any allowed rules of a system."""
    choices = {
        rule: some.sampled_from(values)
        for rule, values in system.allowed_rules().items()
    }
    return some.fixed_dictionaries(choices).map(system.rules)


def turned(deal):
    """The deal with every seat turned to the next, so that the sides change places."""
    if deal.is_passed_out:
        return deal
    return replace(
        deal,
        declarer=deal.declarer.next,
        honours=tuple((seat.next, count) for seat, count in deal.honours),
        transferred=tuple((side.other, tricks) for side, tricks in deal.transferred),
        voids=tuple(seat.next for seat in deal.voids),
        revokes=tuple(side.other for side in deal.revokes),
    )


anything = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats()
    | some.text()
    | some.sampled_from([*Seat, *Side]),
    lambda inside: (
        some.lists(inside)
        | some.tuples(inside, inside)
        | some.dictionaries(some.text(), inside)
    ),
)
