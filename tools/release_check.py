"""Check before a release that every sentence is translated into every language: `make release-check`."""

import sys

from tools import catalogues

ADVICE = """\
A release says every sentence in every language. Run `make catalogues`, which writes these sentences into the files
clubscore/locale/*/LC_MESSAGES/django.po, fill in each empty msgstr there, and run `make catalogues` again.
"""


def main() -> int:
    """List the sentences without a translation on standard error. Returns the exit code: 1 if there are any."""
    said = catalogues.spoken()
    missing = [
        catalogues.listed(
            language, catalogues.untranslated(said, catalogues.catalogue(language))
        )
        for language in catalogues.languages()
    ]
    if not any(missing):
        print(f"Every sentence is translated into {', '.join(catalogues.languages())}.")
        return 0
    sys.stderr.write("".join([*missing, ADVICE]))
    return 1


if __name__ == "__main__":
    sys.exit(main())
