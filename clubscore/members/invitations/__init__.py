"""Links by which members join and choose a new password."""
