"""The director's work: opening, seating, rounds, changes of the plan, draws, hands, papers."""
