"""The page of the member who is signed in: results, statement, open payments, and the ways to what the club keeps."""
