"""The page of the member who is signed in: results, statement, open payments, and links
to the data that the club keeps."""
