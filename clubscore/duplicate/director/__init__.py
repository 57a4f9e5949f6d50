"""The director's work: opening, seating, starting rounds, changing the plan, drawing, dealing and printing."""
