"""Languages: what the pages speak, the catalogues of translations, and sentences that rows keep in English."""
