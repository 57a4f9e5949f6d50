"""`Exchange`: two players who sat in each other's seats, and the facts of a deal as they are by the right seats."""

from dataclasses import dataclass, replace

from scoring.deals import Deal
from scoring.values import Seat, Side


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two seats whose players change places.

    What a deal says of a player stays with the player: who declared, and who held honours or no trump. What it says of
    a side stays with declarer's side or with the defenders: dummy cannot revoke, so the one who revoked is among the
    defenders by the right seats, too.

    >>> from scoring.quickline import parse_deal
    >>> exchange = Exchange(Seat.EAST, Seat.SOUTH)
    >>> exchange.seat(Seat.EAST), exchange.seat(Seat.NORTH)
    (<Seat.SOUTH: 'S'>, <Seat.NORTH: 'N'>)
    >>> str(exchange.deal(parse_deal("4ss+1 h4s t1ew")))
    '4SE+1 h4E t1NS'
    """

    first: Seat
    second: Seat

    def seat(self, seat: Seat) -> Seat:
        """The seat after the exchange of the player who sat in this seat."""
        if seat is self.first:
            return self.second
        if seat is self.second:
            return self.first
        return seat

    def deal(self, deal: Deal) -> Deal:
        """The same deal, with the seats and sides after the exchange."""
        if deal.declarer is None:
            return deal
        declarer = self.seat(deal.declarer)
        other_side = declarer.side is not deal.side

        def side(of: Side) -> Side:
            return of.other if other_side else of

        return replace(
            deal,
            declarer=declarer,
            honours=tuple((self.seat(seat), held) for seat, held in deal.honours),
            voids=tuple(map(self.seat, deal.voids)),
            transferred=tuple((side(of), tricks) for of, tricks in deal.transferred),
            revokes=tuple(map(side, deal.revokes)),
        )
