"""Letters, widths and the SVG writer."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from toolkit.render.fonts import (
    BOLD,
    ITALIC,
    REGULAR,
    cap_height,
    fit_size,
    glyph,
    has_han,
    text_width,
    wrap,
    wrap_into,
)
from toolkit.render.svg import Canvas, number

SVG = "{http://www.w3.org/2000/svg}"
words = st.text(st.characters(codec="latin-1", categories=("L", "N", "P", "Zs")), max_size=20)


def is_box(character: str) -> bool:
    """Return whether the typefaces at hand have no outline for a character: an unassigned one has none."""
    return glyph(REGULAR, character).path == glyph(REGULAR, "\uffff").path


@settings(max_examples=40)
@given(words, words)
def test_width_of_two_texts_is_the_sum(one: str, other: str) -> None:
    assert text_width(one + other, 20) == pytest.approx(text_width(one, 20) + text_width(other, 20))


def test_width_grows_with_size_and_tracking() -> None:
    assert text_width("Rostov", 40) == pytest.approx(2 * text_width("Rostov", 20))
    assert text_width("Rostov", 20, tracking=0.1) == pytest.approx(text_width("Rostov", 20) + 5 * 2)
    assert text_width("", 20, tracking=0.1) == 0


def test_bold_is_wider_than_regular() -> None:
    assert text_width("Stalingrad", 20, BOLD) > text_width("Stalingrad", 20, REGULAR)


def test_ink_of_a_letter_lies_within_its_metrics() -> None:
    # H has no curves: its highest point is the height of capitals, its lowest the baseline.
    heights = [0]
    for verb, _x, y in re.findall(r"([Ml])(-?\d+)[ ]?(-?\d+)", glyph(REGULAR, "H").path):
        heights.append(int(y) if verb == "M" else heights[-1] + int(y))
    assert max(heights) / 1024 == pytest.approx(cap_height(REGULAR), abs=0.01)
    assert min(heights) == 0


def test_characters_needed_are_there() -> None:
    assert not {character for character in "½–−×“”°’ÄäÖöÜüß&<>/" if is_box(character)}


def test_a_character_without_outline_is_a_box_and_not_nothing() -> None:
    assert is_box("𒀀")
    assert glyph(REGULAR, "𒀀").path
    assert glyph(REGULAR, "𒀀").name != glyph(REGULAR, "𒀁").name


def test_japanese_and_chinese_letters_come_from_the_extra() -> None:
    assert not {character for character in "戦闘結果表、战斗结果表。ターン「」" if is_box(character)}
    assert glyph(BOLD, "戦").path != glyph(REGULAR, "戦").path
    assert glyph(REGULAR, "戦").advance == 1024


def test_chinese_has_forms_of_its_own() -> None:
    assert glyph(REGULAR, "直", "zh").path != glyph(REGULAR, "直", "ja").path
    assert glyph(REGULAR, "一", "zh").path == glyph(REGULAR, "一", "ja").path


@pytest.mark.parametrize("package", ["noto_cjk_sans_jp_regular", "noto_cjk_sans_jp_bold"])
def test_the_extra_is_there_with_both_files_or_not_at_all(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(name: str) -> object:
        return None if name == package else name

    monkeypatch.setattr("toolkit.render.fonts.find_spec", found)
    assert not has_han()


def test_a_line_ends_between_any_letters_but_before_no_stop_and_in_no_word_of_katakana() -> None:
    text = "敵のいない隣のエリアへ（ドイツ軍：ユニット）。「損害」は、Ctrl-1、2；3。第14ターン。"
    for room in range(5, 20):
        lines = wrap(text, 20.0 * room, 20)
        assert "".join(lines) == text
        assert not any(line[0] in "、。：；）」" or line[-1] in "（「" for line in lines)
        whole = ("エリア", "ドイツ", "ユニット", "第14", "ターン")
        assert all(sum(word in line for line in lines) == 1 for word in whole)


def test_a_text_is_made_smaller_until_it_fits_its_room() -> None:
    text = "独：引く4、手札5\nソ：引く4、手札5\n1942年10月上旬"
    assert wrap_into(text, (200, 60), 12) == (text.split("\n"), 12)
    lines, size = wrap_into(text, (90, 40), 12)
    assert "".join(lines) == text.replace("\n", "")
    assert size < 12
    assert len(lines) * 1.2 * size <= 40
    assert all(text_width(line, size) <= 90 for line in lines)


@settings(max_examples=40)
@given(st.text("ab cdefg", max_size=60), st.floats(20, 200))
def test_wrapped_lines_fit_and_keep_all_words(text: str, width: float) -> None:
    lines = wrap(text, width, 12)
    assert " ".join(lines).split() == text.split()
    assert all(text_width(line, 12) <= width or " " not in line for line in lines)


def test_fit_size() -> None:
    assert fit_size("I", 100, 20) == 20
    size = fit_size("Semikarakorskaya", 50, 20, BOLD)
    assert text_width("Semikarakorskaya", size, BOLD) == pytest.approx(50)


@given(st.floats(-1e6, 1e6))
def test_numbers_are_short_and_near(value: float) -> None:
    text = number(value)
    assert abs(float(text) - value) <= 0.005 + 1e-9
    assert re.fullmatch(r"-?\d+(\.\d{1,2})?", text)
    assert text != "-0"


@settings(max_examples=30)
@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=15))
def test_any_text_is_escaped(text: str) -> None:
    canvas = Canvas(10, 10, f'<{text}> & "co"')
    canvas.text(text, 1, 1, 10, face=ITALIC)
    canvas.add("g", data_name=f"'{text}' <>&\"")
    root = etree.fromstring(canvas.render().encode())
    assert root.findtext(f"{SVG}title") == f'<{text}> & "co"'
    if text.strip():
        assert root.find(f".//{SVG}g[@aria-label]").get("aria-label") == text


def test_glyphs_are_defined_once_and_before_use() -> None:
    canvas = Canvas(10, 10)
    canvas.text("aab", 0, 0, 10)
    canvas.text("ab", 0, 5, 10)
    root = etree.fromstring(canvas.render().encode())
    ids = [element.get("id") for element in root.find(f"{SVG}defs")]
    uses = [e.get("{http://www.w3.org/1999/xlink}href") for e in root.iter(f"{SVG}use")]
    assert len(ids) == len(set(ids)) == 2
    assert {f"#{i}" for i in ids} == set(uses)
    assert len(uses) == 5
