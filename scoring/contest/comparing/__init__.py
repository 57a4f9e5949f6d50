"""The ways to compare results of a board, one module each: results of one side in, exact points and reasons out."""
