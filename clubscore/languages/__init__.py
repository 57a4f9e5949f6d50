"""The languages of the pages, the catalogues of translations, and sentences that rows keep in English."""
