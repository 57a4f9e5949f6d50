"""The results of a board at all tables, and the ranking: as far as `sight.may_see` allows."""
