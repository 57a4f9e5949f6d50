""" "My data": everything that the club keeps about a member, to see, to correct and to download."""
