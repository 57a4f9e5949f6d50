"""The grid of an evening on a phone: a figure is shown whole or not at all, as half of it reads as another figure."""

import pytest

from tests.e2e.conftest import OpenPage
from tests.factories import NOON, agreed_rubber, four

pytestmark = pytest.mark.landing

# Figures of which a part lies under the names, under the totals or beyond the edge: each with what is seen of it.
CUT = """() => {
    const edge = document.querySelector(".evening-scroll").getBoundingClientRect();
    const name = document.querySelector("tbody .who").getBoundingClientRect();
    const total = document.querySelector("tbody .evening-total").getBoundingClientRect();
    const [from, to] = [Math.max(edge.left, name.right), Math.min(edge.right, Math.max(total.left, name.right))];
    return [...document.querySelectorAll("tbody td:not(.evening-total)")].flatMap((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        const { left, right } = text.getBoundingClientRect();
        const isWhole = left >= from - 1 && right <= to + 1;
        const isAway = right <= from + 1 || left >= to - 1;
        return isWhole || isAway ? [] : [[cell.textContent, left, right, from, to]];
    });
}"""
WIDER_THAN_THEIR_CELL = """() => [...document.querySelectorAll("td.evening-total")]
    .filter((cell) => cell.scrollWidth > cell.clientWidth)
    .map((cell) => [cell.textContent, cell.scrollWidth, cell.clientWidth])"""
IN_SIGHT = """() => [...document.querySelectorAll("tbody tr:first-child td:not(.evening-total)")]
    .filter((cell) => {
        const { left, right, top, bottom } = cell.getBoundingClientRect();
        return cell.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    }).length"""
TO_THE_END = """(each) => new Promise((done) => {
    each.addEventListener("scrollend", () => done(each.scrollLeft), { once: true });
    each.scrollBy(1000, 0);
})"""
HALF_WAY = TO_THE_END.replace("1000", "100")


@pytest.mark.parametrize(
    ("width", "columns"),
    [
        (360, 2),
        *(
            pytest.param(*each, marks=pytest.mark.thorough)
            for each in ((320, 2), (390, 3), (820, 7))
        ),
    ],
)
def test_no_figure_of_an_evening_is_cut(
    transactional_db: None, open_page: OpenPage, width: int, columns: int
):
    players = four()
    for _ in range(9):
        agreed_rubber(players)
    page = open_page(
        f"/evenings/{NOON:%Y-%m-%d}/",
        member=players[next(iter(players))],
        width=width,
        height=800,
    )
    page.evaluate("""() => {
        for (const cell of document.querySelectorAll("tbody td, tfoot td")) cell.textContent = "+1,230";
        for (const cell of document.querySelectorAll("td.evening-total")) cell.textContent = "−12,340";
    }""")
    assert page.evaluate(WIDER_THAN_THEIR_CELL) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert (page.evaluate(CUT), page.evaluate(IN_SIGHT)) == ([], columns)
    grid = page.locator(".evening-scroll")
    assert grid.evaluate(HALF_WAY) > 0
    assert (page.evaluate(CUT), page.evaluate(IN_SIGHT)) == ([], columns)
    assert grid.evaluate(TO_THE_END) > 0
    assert (page.evaluate(CUT), page.evaluate(IN_SIGHT)) == ([], columns)
