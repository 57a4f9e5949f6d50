"""The outcome of each board: results, rulings, published rows, their scores, and who may see a board."""
