"""A small club to look at and to try things on, built through the services only."""
