"""Ratings of members: the rating method, the services that update ratings, and the queries that read them."""
