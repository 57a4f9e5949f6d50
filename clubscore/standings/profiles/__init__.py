"""The pages of a member and of a pair."""
