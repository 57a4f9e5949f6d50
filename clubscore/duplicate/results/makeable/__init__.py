"""What the cards give on a board, seen with all four hands: makeable contracts, par, and a verdict on each result.

The reader's browser works it out (decision 0101) and sends the numbers of tricks; the answers put them into words for
this reader alone. Nothing of it is stored.
"""
