"""Comparing the results of a board, a module for each way: results of one side in, exact points and reasons out."""
