"""The page as readers use it: with mouse, keys and fingers, on a desktop and a phone, and read aloud."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.report.browser.conftest import GAMES, Pages
from tests.report.unpacking import unpacked
from toolkit.report.data import Sources, page_data, replay_of
from toolkit.report.page import page as html
from toolkit.report.replay import Standing
from toolkit.rules.verdict import Outcome

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DESKTOP = {"width": 1400, "height": 900}
PHONE = {"width": 390, "height": 844}
_HARM = (
    '"><img src=x onerror="window.harmed=1"></script><script>window.harmed=1</script>'
    "<svg onload=window.harmed=1>"
)
_TABLES = """(steps) => {
  const game = new Game(DATA);
  return steps.map((at) => { game.go(at); return [...game.table]; });
}"""
_TIMES = """() => {
  const [button, times] = [document.getElementById("next"), []];
  for (let count = 0; count < 300; count += 1) {
    const from = performance.now();
    button.click();
    times.push(performance.now() - from);
  }
  times.sort((one, other) => one - other);
  return [times[150], times[285]];
}"""
BROKEN = "axe.run().then((all) => all.violations.map((one) => [one.id, one.nodes[0].html]))"


@contextmanager
def opened(browser: Browser, file: Path, address: str = "", **context: Any) -> Iterator[Page]:
    """Open a page, and see that nothing in it fails, loads or is refused."""
    settings = {"viewport": DESKTOP, "locale": "en", **context}
    with browser.new_context(**settings) as shown:
        page = shown.new_page()
        faults: list[str] = []
        page.on(
            "console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda asked: faults.append(asked.url) if asked.url.startswith("http") else None)
        page.goto(f"file://{file}{address}")
        page.wait_for_selector("body.ready", timeout=60_000)
        yield page
        assert faults == []


def _step(page: Page) -> int:
    return int(page.evaluate("Number(document.getElementById('slider').value)"))


@pytest.mark.parametrize("game", GAMES)
def test_every_control(browser: Browser, pages: Pages, game: str) -> None:
    with opened(browser, pages(game)) as page:
        frames = int(page.get_attribute("#slider", "max") or 0)
        for button, step in (("#next", 1), ("#next", 2), ("#back", 1), ("#last", frames), ("#first", 0)):
            page.click(button)
            assert _step(page) == step
        for button in ("#zoom-in", "#zoom-in", "#zoom-out", "#zoom-fit"):
            page.click(button)
        for button in page.query_selector_all("#panes button"):
            button.click()
            assert button.get_attribute("aria-pressed") == "true"
        page.click("#play")
        page.wait_for_selector("#now li")
        page.click("#play")
        assert _step(page) > 0
        for tab in ("actions", "numbers", "about", "findings"):
            page.click(f"#tab-{tab}")
            assert page.is_visible(f"#panel-{tab}")
        for language, word in (("ja", "指摘"), ("zh", "发现"), ("en", "Findings")):
            page.select_option("#language", language)
            assert word in page.inner_text("#tab-findings")
        page.click("#tab-numbers")
        page.click("#panel-numbers td button")
        assert page.is_visible(".panel:not([hidden]) .card")


@pytest.mark.parametrize("game", ["gj47", "storm"])
def test_findings_by_keyboard_alone(browser: Browser, pages: Pages, game: str) -> None:
    with opened(browser, pages(game)) as page:
        seen = []
        for _ in range(8):
            page.keyboard.press("n")
            opened_card = page.query_selector("details.card[open]")
            if opened_card is not None:
                seen.append(opened_card.inner_text())
        assert seen
        assert any("Before: step" in text and "After: step" in text for text in seen)
        assert "#step-" in page.url
        step = _step(page)
        page.keyboard.press("ArrowLeft")
        assert _step(page) == step - 1
        page.keyboard.press("End")
        page.keyboard.press("Home")
        assert _step(page) == 0
        page.keyboard.press("f")
        page.keyboard.type("no such unit")
        assert page.is_visible(".empty")


def test_an_address_leads_to_its_step(
    browser: Browser, pages: Pages, sources: Callable[[str], Sources]
) -> None:
    found = sources("gj47").report.shown[0]
    with opened(browser, pages("gj47"), f"#step-{found.step}") as page:
        assert _step(page) == found.step
        assert page.query_selector(".card[open]") is not None


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_what_the_log_says(
    browser: Browser, pages: Pages, sources: Callable[[str], Sources], game: str
) -> None:
    """At any step, forwards and back."""
    frames = replay_of(sources(game)).frames
    tables: list[dict[int, Standing]] = [{}]
    for frame in frames:
        now = dict(tables[-1])
        for piece, standing in frame.changes:
            if standing is None:
                del now[piece]
            else:
                now[piece] = standing
        tables.append(now)
    asked = [*range(0, len(frames), 50), len(frames) - 1]
    with opened(browser, pages(game)) as page:
        for steps in (asked, list(reversed(asked))):
            for at, table in zip(steps, page.evaluate(_TABLES, steps), strict=True):
                assert {piece: Standing(*standing) for piece, standing in table} == tables[at + 1]


@pytest.mark.parametrize("width", ["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_no_rule_of_accessibility_is_broken(
    browser: Browser, pages: Pages, game: str, scheme: str, width: str
) -> None:
    rules = Path(os.environ["AXE"]).read_text(encoding="utf-8")
    size = PHONE if width == "phone" else DESKTOP
    # The rules are put into the page as a debugger would, so the page's own policy stands for all else.
    with opened(browser, pages(game), viewport=size, color_scheme=scheme) as page:
        page.evaluate(rules)
        for tab in ("actions", "numbers", "about", "findings"):
            page.click(f"#tab-{tab}")
            if tab == "findings" and (first := page.query_selector("details.card > summary")) is not None:
                first.click()
            broken = page.evaluate(BROKEN)
            assert broken == []


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_all_of_it(browser: Browser, pages: Pages, game: str) -> None:
    with opened(browser, pages(game), viewport=PHONE, has_touch=True, is_mobile=True) as page:
        for tab in ("findings", "actions", "numbers", "about"):
            page.click(f"#tab-{tab}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


_DRAWN = frozenset({"svg", "body", "box", "src", "shared", "spots"})
"""Fields that the page makes of drawings it has found harmless, and of geometry."""


def _hostile(value: Any, key: str = "") -> Any:
    """Return data in which every text, and every name that data give, is an attack."""
    if isinstance(value, str):
        return value if key in _DRAWN or value in set(Outcome) else f"{value}{_HARM}"
    if isinstance(value, list):
        return [_hostile(one, key) for one in value]
    if isinstance(value, dict):
        named = key in ("words", "rules", "sides")
        return {
            f"{name}{_HARM}" if named else name: one if name in _DRAWN else _hostile(one, name)
            for name, one in value.items()
        }
    return value


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hostile_runs(browser: Browser, pages: Pages, tmp_path: Path, game: str) -> None:
    """Whatever text of log, module, players, pieces, properties and rules: as it is, and as markup."""
    data = _hostile(unpacked(pages(game).read_text(encoding="utf-8")))
    for action in data["actions"][:20]:
        action["outcome"] = "illegal"
    assert json.dumps(data).count(json.dumps(_HARM)[1:-1]) > 500
    file = tmp_path / "hostile.html"
    file.write_text(html(data, title=_HARM), encoding="utf-8")
    with opened(browser, file) as page:
        for tab in ("actions", "numbers", "about", "findings"):
            page.click(f"#tab-{tab}")
        page.evaluate("document.querySelectorAll('details.card').forEach((card) => { card.open = true; })")
        for _ in range(6):
            page.keyboard.press("ArrowRight")
        page.wait_for_timeout(200)
        assert page.evaluate("window.harmed") is None
        assert page.query_selector("#side img, #now img, #side script, #tabs img, header img") is None


def test_three_thousand_steps_are_small_and_fast(
    browser: Browser, sources: Callable[[str], Sources], tmp_path: Path
) -> None:
    """A game gone through again and again: to its end, back to its beginning, to its end."""
    data = page_data(sources("gj47"))
    frames, last = data["frames"], len(data["frames"])
    rounds = list(frames)
    for log in range(1, -(-3_000 // last)):
        rounds += [[log, 0, _back(frames)], *([log, *frame[1:]] for frame in frames[1:])]
        data["logs"].append(data["logs"][0])
    data["frames"] = rounds
    file = tmp_path / "long.html"
    file.write_text(html(data, title="long"), encoding="utf-8")
    assert len(rounds) >= 3_000
    assert file.stat().st_size < 3_000_000
    with opened(browser, file) as page:
        paint = page.evaluate("performance.getEntriesByType('paint')[0].startTime")
        took = page.evaluate(_TIMES)
        begun = time.perf_counter()
        page.click("#last")
        jump = time.perf_counter() - begun
    print(
        f"\n{len(rounds)} steps: {file.stat().st_size} bytes, first paint {paint:.0f} ms, "
        f"a step {took[0]:.1f} ms (95 %: {took[1]:.1f} ms), to the end {jump * 1000:.0f} ms"
    )


def _back(frames: list[Any]) -> list[Any]:
    """Return the changes that bring the last table back to the first."""
    first = {change[0]: change for change in frames[0][2]}
    now = dict(first)
    for frame in frames[1:]:
        for change in frame[2] if len(frame) > 2 else ():
            now[change[0]] = change
    changed = [first.get(piece, [piece]) for piece, change in now.items() if change != first.get(piece)]
    return changed


def test_paper_shows_each_finding_whole(browser: Browser, pages: Pages, tmp_path: Path) -> None:
    with opened(browser, pages("gj47")) as page:
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        cards = page.query_selector_all("details.card")
        assert cards
        assert all(card.get_attribute("open") is not None for card in cards)
        page.pdf(path=str(tmp_path / "report.pdf"))
        assert (tmp_path / "report.pdf").stat().st_size > 10_000
