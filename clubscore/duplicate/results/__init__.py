"""The pages of results: the session, the ranking, the travellers, the publication."""
