"""Pages of modules that are not ours in a real browser: nothing judged, their own boards or a plain grid."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.report.browser.foreign import OTHERS, OWN
from tests.report.browser.test_in_a_browser import BROKEN, DESKTOP, PHONE, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_LANGUAGES = {"en": "Steps", "ja": "ステップ", "zh": "步骤"}


def _walk(page: Page) -> None:
    """Go through a page by all its controls, then by keys alone."""
    frames = int(page.get_attribute("#slider", "max") or 0)
    assert frames > 5
    step = "Number(document.getElementById('slider').value)"
    for button, at in (("#next", 1), ("#next", 2), ("#back", 1), ("#last", frames), ("#first", 0)):
        page.click(button)
        assert page.evaluate(step) == at
    for button in page.query_selector_all("#panes button"):
        button.click()
        assert button.get_attribute("aria-pressed") == "true"
    page.click("#zoom-in")
    page.click("#zoom-fit")
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", frames), ("Home", 0)):
        page.keyboard.press(key)
        assert page.evaluate(step) == at
    for tab in ("findings", "numbers", "about", "actions"):
        page.click(f"#tab-{tab}")
        assert page.is_visible(f"#panel-{tab}")
    page.click("ol.told button >> nth=0")
    assert page.evaluate(step) > 0
    assert page.inner_text("#now").strip()


def _look(browser: Browser, file: Path) -> None:
    """See that a page can be read by everybody, light and dark, on a desktop and a phone."""
    rules = Path(os.environ["AXE"]).read_text(encoding="utf-8")
    for size in (DESKTOP, PHONE):
        for scheme in ("light", "dark"):
            with opened(browser, file, viewport=size, color_scheme=scheme) as page:
                page.evaluate(rules)
                for tab in ("findings", "numbers", "about", "actions"):
                    page.click(f"#tab-{tab}")
                    assert page.evaluate(BROKEN) == []
                    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


@pytest.mark.parametrize("module", OWN)
def test_every_control_of_a_module_of_ours_that_is_none_of_our_games(
    browser: Browser, tmp_path: Path, module: str
) -> None:
    file = OWN[module](tmp_path)
    with opened(browser, file) as page:
        _walk(page)
        for language, word in _LANGUAGES.items():
            page.select_option("#language", language)
            assert page.inner_text("#tab-actions") == word
    _look(browser, file)


def test_a_board_has_its_picture_and_one_without_is_a_plain_grid(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, OWN["pictured"](tmp_path)) as page:
        assert page.evaluate("document.querySelector('.board img').naturalWidth") > 0
        page.click("#panes button >> nth=1")
        assert page.query_selector(".board.plain") is not None
    with opened(browser, OWN["plain"](tmp_path)) as page:
        assert page.query_selector(".board img") is None
        shown = page.query_selector_all(".board.plain .piece .blank-name")
        assert "6. Armee" in {one.text_content() for one in shown}


@pytest.mark.parametrize("module", OTHERS)
def test_modules_of_others(browser: Browser, corpus: Path, tmp_path: Path, module: str) -> None:
    file = OTHERS[module](tmp_path, corpus)
    with opened(browser, file) as page:
        _walk(page)
    _look(browser, file)
