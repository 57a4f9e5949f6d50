"""Groups of a board: tables that played other cards are scored apart (Law 87)."""
