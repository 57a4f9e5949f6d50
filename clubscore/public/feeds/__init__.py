"""Calendar feeds (RFC 5545): the club's evenings, and a member's own."""
