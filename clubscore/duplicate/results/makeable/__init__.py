"""The tricks that the cards of a board give, seen with all four hands: makeable contracts, par, verdicts on results.

The reader's browser works it out (decision 0097) and sends the numbers of tricks; the answers put them into words for
this reader alone. Nothing of it is stored.
"""
