"""The cards that ask the players of a rubber for a tap, with one file for each kind of card."""
