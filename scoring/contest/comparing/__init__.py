"""The ways to compare results of a board, one module each. They turn results of one side into points with reasons."""
