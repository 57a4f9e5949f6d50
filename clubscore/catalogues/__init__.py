"""The catalogues of translations, as the pages ask them."""
