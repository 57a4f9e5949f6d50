"""The page of whoever is signed in: results, statement, open payments, and the ways to what the club keeps."""
