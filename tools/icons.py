"""Draw the icons of the installed club from static/favicon.svg: `python -m tools.icons CHROMIUM`. Needs a Chromium.

A maskable icon is cut to a circle or a square by the phone, so the baize goes to its edges and the pad stays inside.
"""

import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

STATIC = Path(__file__).resolve().parent.parent / "static"
PLAIN, MASKABLE = 1.0, 0.8  # the share of the picture that the drawing takes
ICONS = {
    "icon-192.png": (192, PLAIN),
    "icon-512.png": (512, PLAIN),
    "maskable-512.png": (512, MASKABLE),
}


def draw(page: Page, drawing: str, name: str, size: int, share: float) -> None:
    """Draw one icon as a PNG file in static/icons/.

    `size` is in pixels, `share` is the part of it that the drawing fills.
    """
    ground = "transparent" if share == PLAIN else "#1d4d3c"
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f'<body style="margin:0;display:grid;place-items:center;height:{size}px;background:{ground}">'
        f'<div style="width:{size * share}px;height:{size * share}px">{drawing}</div>'
    )
    page.screenshot(path=STATIC / "icons" / name, omit_background=True)


def main(chromium: str) -> None:
    """Draw all icons with the Chromium at this path."""
    drawing = (STATIC / "favicon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=chromium).new_page()
        for name, (size, share) in ICONS.items():
            draw(page, drawing, name, size, share)


if __name__ == "__main__":
    main(sys.argv[1])
