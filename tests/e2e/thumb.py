"""A thumb on a phone: it taps what is in sight, counts its taps, and never scrolls."""

from typing import Any

from tests.e2e.browser import expect
from tests.waiting import until


class Thumb:
    """Taps keys where they are, and counts the taps. It never scrolls, so it cannot tap what is out of sight."""

    def __init__(self, phone: Any) -> None:
        self.phone = phone
        self.taps = 0

    def tap(self, selector: str) -> None:
        found = self.phone.locator(selector)
        expect(found).to_be_enabled()
        places: list[Any] = []
        # The preview may just be replaced.
        until(lambda: places.append(found.bounding_box()) or places[-1] is not None)
        place = places[-1]
        x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        assert 0 < y < self.phone.viewport_size["height"], (
            f"{selector} is out of sight, at {y}"
        )
        reached = self.phone.evaluate(
            "([x, y, selector]) => { const there = document.elementFromPoint(x, y);"
            " return Boolean(there?.closest(selector) ?? there?.closest('label')?.querySelector(selector)) }",
            [x, y, selector],
        )
        assert reached, f"{selector} is covered"
        assert place["height"] >= 43.9, f"{selector} is {place['height']} high"
        assert place["width"] >= 43.9, f"{selector} is {place['width']} wide"
        self.phone.mouse.click(x, y)
        self.taps += 1

    def key(self, name: str, value: str) -> None:
        self.tap(f'[name="{name}"][value="{value}"]')
