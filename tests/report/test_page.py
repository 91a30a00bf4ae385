"""The page as a file: whole, the same each time, and no text in it is markup."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

import toolkit
from tests.report.unpacking import unpacked
from toolkit.audit.report import LogInfo
from toolkit.plugins import games
from toolkit.report.data import Sources, page_data
from toolkit.report.page import SCRIPTS, page
from toolkit.report.spots import place_of
from toolkit.report.write import replayed, write_page
from toolkit.rules.books import book_of, manual_of, sentences_of
from toolkit.rules.registry import Enforcement
from toolkit.rules.sums import Term, terms
from toolkit.vassal.codecs import encode_saved_game
from toolkit.vassal.packing import container_bytes

_PAGE = files("toolkit.report") / "page"


def test_the_page_holds_its_data_and_loads_nothing(causeway: Sources) -> None:
    text = write_page(causeway)
    data = unpacked(text)
    assert data == json.loads(json.dumps(page_data(causeway)))
    assert "default-src &#x27;none&#x27;" in text
    assert "unsafe" not in text.partition("<style>")[0]
    assert not re.search(r"(?:src|href)=.https?:", text)


def test_the_same_audit_gives_the_same_bytes(causeway: Sources) -> None:
    assert write_page(causeway) == write_page(causeway)


def test_no_text_of_the_data_is_markup(causeway: Sources) -> None:
    harm = '</script><script>alert(1)</script>"><img src=x onerror=alert(1)>'
    info = replace(causeway.report.game, name=harm)
    action = replace(causeway.report.actions[0], name=harm, detail=harm, reason=harm)
    report = replace(causeway.report, game=info, actions=(action,))
    text = write_page(replace(causeway, report=report))
    assert "alert(1)" not in re.sub(r"<title>.*?</title>", "", text)
    assert "<title>Audit of &lt;/script&gt;" in text
    assert unpacked(text)["actions"][0]["detail"] == harm


def test_bytes_that_are_no_text_are_shown_as_such(tmp_path: Path) -> None:
    script = encode_saved_game("begin_save\x1bend_save\x1bLOG\tCHAT* \udcff rolled")
    path = tmp_path / "a.vlog"
    path.write_bytes(container_bytes({"savedGame": script}))
    assert "* ? rolled" in json.dumps(unpacked(write_page(replayed([path], None))))


def test_no_page_says_where_a_file_lies(causeway: Sources) -> None:
    logs = tuple(
        LogInfo(name, 3, "m", "1") for name in ("/home/anna/private/evening.vlog", r"C:\Anna\two.vlog")
    )
    data = page_data(replace(causeway, report=replace(causeway.report, logs=logs)))
    assert [log["name"] for log in data["logs"]] == ["evening.vlog", "two.vlog"]
    assert str(causeway.report.logs[0].name) not in json.dumps(data)


def test_every_word_stands_in_three_languages() -> None:
    words = json.loads((_PAGE / "words.json").read_text(encoding="utf-8"))
    for key, texts in words.items():
        assert set(texts) == {"en", "ja", "zh"}, key
        holes = [sorted(re.findall(r"\{\d\}", text)) for text in texts.values()]
        assert holes[0] == holes[1] == holes[2], key


def test_every_word_that_the_page_says_is_there() -> None:
    words = json.loads((_PAGE / "words.json").read_text(encoding="utf-8"))
    script = "\n".join((_PAGE / name).read_text(encoding="utf-8") for name in SCRIPTS)
    body = (_PAGE / "body.html").read_text(encoding="utf-8")
    said = set(re.findall(r'\bw\("([A-Za-z_]+)"', script)) | set(
        re.findall(r'data-(?:w|label)="(\w+)"', body)
    )
    assert said <= set(words)


def test_every_reason_that_is_translated_is_said_somewhere() -> None:
    """The longest row of words in each, without its holes and commas, stands in the rules or the audits."""
    rooms = [Path(toolkit.__file__).parent / room for room in ("games", "rules", "audit")]
    said = "\n".join(
        path.read_text(encoding="utf-8") for room in rooms for path in sorted(room.rglob("*.py"))
    )
    for english, japanese, chinese in json.loads((_PAGE / "reasons.json").read_text(encoding="utf-8")):
        rows = [row.strip("() ") for row in re.split(r"\{\d\}|, ", english)]
        assert max(rows, key=len) in said, english
        for own in (japanese, chinese):
            assert sorted(re.findall(r"\{\d\}", own)) == sorted(re.findall(r"\{\d\}", english)), english


# What audits say of the ten games of `python -m tests.report.blind`.
_PLANTED = (
    "191st Infantry Regiment, 71st Infantry Division is spent",
    "38th Motor Rifle Brigade has acted and was not turned over",
    "5th Army may not come back in 0102",
    "1st Shock Army comes back with 1 step",
    "7 places entered, 1 allowed",
    "71st Infantry Division is no defender in Orlovka",
    "German does not act in the Soviet movement phase",
    "Italian 3rd Celere Division is not activated (8.3(1)): a unit of another nation",
    "another unit acts in this player turn",
    "cards drawn: 7, room in the hand for 6",
    "costs 6 of 4 points",
    "costs 8 of 4 points, 4 of them spent before in this phase",
    "divisions of class SS withdrawn: 0, due: 1",
    "it takes 3 loss points, 2 are left",
    "it enters 7 areas with 1 movement points: Airfield is out of reach",
    "not both sides have passed",
    "not its side's turn to act: Southern Front is activated",
    "nothing is under way that it belongs to, and an impulse comes next; it is up to the German side",
    "damage is taken first; it is up to Rifle 2 (Soviet)",
    "that is no step of 29th Motorised Division",
    "the cards of the deck are put in another order",
    "the deck still has 13 cards",
    "the enemy has not just moved",
    "the result is RR: steps lost 1, due 0",
    "the steps of one unit do not pass to another",
    "there is one counter of each unit, and it comes as a reinforcement",
    "this belongs to another phase than combat",
    "too many in 0307",
)


@pytest.mark.parametrize("reason", _PLANTED)
def test_reasons_of_planted_games_are_said_in_three_languages(reason: str) -> None:
    rows = json.loads((_PAGE / "reasons.json").read_text(encoding="utf-8"))
    known = [re.compile(re.sub(r"\\{\d\\}", "(.+?)", re.escape(row[0]))) for row in rows]
    for part in reason.split("; "):
        assert any(pattern.fullmatch(part) for pattern in known), part


def test_every_term_of_a_sum_has_words() -> None:
    assert set(Term) <= set(terms())
    assert all(set(words) == {"en", "ja", "zh"} for words in terms().values())


@pytest.mark.parametrize("game", games())
def test_every_checked_rule_is_said_in_three_languages(game: str) -> None:
    checked = {entry.number for entry in book_of(game) if entry.enforcement is Enforcement.CHECKED}
    sentences = sentences_of(game)
    assert checked <= set(sentences) <= {entry.number for entry in manual_of(game)}
    assert all(ja and zh and ja != zh for ja, zh in sentences.values())


def test_hexes_hexsides_areas_and_boxes_are_found(causeway: Sources, moscow: Sources) -> None:
    assert causeway.data is not None
    assert moscow.data is not None
    side = place_of("0803/0703", moscow.data)
    assert side is not None
    assert side.line
    middle = [place_of(hex_, moscow.data) for hex_ in ("0803", "0703")]
    assert all(middle)
    xs = [place.x for place in middle if place]
    assert side.x == sum(xs) / 2
    area = place_of("village", causeway.data)
    assert area == place_of("Fishers", causeway.data) or area is not None
    assert place_of("9999", moscow.data) is None


def test_a_page_without_data_of_a_module_is_a_page(causeway: Sources) -> None:
    data = page_data(replace(causeway, data=None, windows=None, container=None))
    assert data["panes"]
    assert page(data, title="A log").startswith("<!DOCTYPE html>")
