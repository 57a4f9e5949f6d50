"""The cards that ask the players of a rubber for a tap, one file a kind of card."""
