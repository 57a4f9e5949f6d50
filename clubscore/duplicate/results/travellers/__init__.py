"""The results of a board at all tables, and the ranking, for members who may see them by `sight.may_see`."""
