"""The table at play: the pages of its phones and its tablet, and the results that are entered there."""
