"""Pieces: keys, numbers, what they write, what they must not say."""

from __future__ import annotations

import re
from collections import Counter as Tally
from pathlib import Path

import pytest

from tests.module.engine_3_6 import FUNCTIONS, TRAITS, functions_called, unlisted
from toolkit.compile.compiled import CompiledGame
from toolkit.games.rattenkrieg.gestures import GESTURES
from toolkit.module.helptext import help_pages
from toolkit.module.keys import shown
from toolkit.module.parts import ModuleParts
from toolkit.module.pieces import Piece
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.traits import DynamicProperty, Mask, Report, Trigger

LOG_DOC = Path(__file__).parents[4] / "docs" / "rattenkrieg_log.md"
HIDDEN_ACTS = ("play", "lose", "take_back")


def _piece(parts: ModuleParts, id: str) -> Piece:
    return next(piece for piece in parts.pieces if piece.id == id)


def test_numbers_are_unique_and_every_piece_has_a_slot(rk_parts: ModuleParts, rk_built: BuildFile) -> None:
    gpids = Tally(piece.gpid for piece in rk_parts.pieces)
    assert max(gpids.values()) == 1
    assert {slot.gpid for slot in rk_built.slots()} == {str(gpid) for gpid in gpids}
    assert len({piece.id for piece in rk_parts.pieces}) == len(rk_parts.pieces) == 52 + 17 + 1 + 12 + 3


def test_nothing_that_3_6_0_lacks(rk_parts: ModuleParts) -> None:
    assert unlisted(rk_parts.root) == []
    words, called = set(), set()
    for piece in rk_parts.pieces:
        for part in piece.spread():
            text = part.trait.encode()
            words.add(text.partition(";")[0])
            called |= functions_called(text) | functions_called(part.state)
    assert words <= TRAITS
    assert called <= FUNCTIONS | {"startsWith", "matches", "indexOf", "substring"}


def test_no_key_does_two_things_on_one_piece(rk_parts: ModuleParts) -> None:
    for piece in rk_parts.pieces:
        keys = Tally(
            shown(part.trait.trigger_key)
            for part in piece.spread()
            if isinstance(part.trait, Trigger) and shown(part.trait.trigger_key)
        )
        assert [key for key, count in keys.items() if count > 1] == [], piece.id


def test_the_help_names_every_key(rk_parts: ModuleParts) -> None:
    keys = {title: content.decode() for title, _, content in help_pages(rk_parts.shop)}["Keys"]
    for piece in rk_parts.pieces:
        for part in piece.spread():
            if isinstance(part.trait, Trigger) and shown(part.trait.trigger_key):
                assert re.search(rf"\b{shown(part.trait.trigger_key)}\b", keys), part.trait.menu


def test_the_logs_contract_names_every_act_and_its_key(rk_parts: ModuleParts) -> None:
    contract = GESTURES.markdown() + LOG_DOC.read_text(encoding="utf-8")
    told = set()
    for piece in rk_parts.pieces:
        for part in piece.spread():
            if isinstance(part.trait, DynamicProperty) and part.trait.name == "Act":
                told |= {command.arguments[0] for command in part.trait.commands}
            elif isinstance(part.trait, Trigger) and shown(part.trait.trigger_key):
                key = shown(part.trait.trigger_key)
                assert f"**{key}**" in contract or (piece.id.startswith("control-") and key in contract)
    assert len(told) > 35
    assert [word for word in told if f"`{word}`" not in contract] == []


@pytest.mark.parametrize("id", ["7D", "KH", "10S"])
def test_no_line_of_the_chat_names_a_card_that_stays_hidden(rk_parts: ModuleParts, id: str) -> None:
    lines: dict[str, str] = {}
    for part in _piece(rk_parts, id).spread():
        if isinstance(part.trait, Report):
            told = re.findall(r'Act=="(\w+)"\?(.*?):(?=Act==|"")', part.trait.format)
            lines |= dict(told)
    for act in HIDDEN_ACTS:
        line = lines[act]
        assert "PlayerSide" in line
        assert not re.search(r"[nN]ame\b(?<!LocationName)|Card|Rank|Suit|Value|CounterId", line), line
    assert "+BasicName.trim()" in lines["open"]


def test_cards_are_masked_by_side_outside_everything_else(
    rk_parts: ModuleParts, rk_game: CompiledGame
) -> None:
    for card in rk_game.cards.cards:
        first = _piece(rk_parts, card.id).spread()[0]
        assert isinstance(first.trait, Mask)
        assert first.trait.access == "side:"
        assert first.state == Mask.INITIAL_STATE
        assert first.trait.menu == ""


def test_cards_know_what_they_do_for_each_side(rk_built: BuildFile, rk_game: CompiledGame) -> None:
    wanted = {
        "JS": ("air_support", "bombardment_soviet"),
        "KC": ("engineers", "bombardment_soviet"),
        "QH": ("bombardment_german", "molotov"),
        "KD": ("bombardment_german", "chuikov"),
        "10H": ("none", "none"),
    }
    found = {}
    for slot in rk_built.slots():
        assert slot.piece is not None
        properties = rk_built.expand(slot.piece).properties()
        if properties.get("CounterId") in wanted:
            found[properties["CounterId"]] = (properties["Use_german"], properties["Use_soviet"])
    assert found == wanted


def test_every_menu_has_its_words_in_japanese_and_chinese(
    rk_entries: dict[str, bytes], rk_parts: ModuleParts
) -> None:
    menus = {
        part.trait.menu
        for piece in rk_parts.pieces
        for part in piece.spread()
        if isinstance(part.trait, Trigger) and part.trait.menu
    }
    for language in ("ja", "zh"):
        text = rk_entries[f"Module_{language}.properties"].decode("ascii")
        keys = {re.sub(r"\\([ :=#!])", r"\1", line.split("=")[0]) for line in text.splitlines()}
        assert [menu for menu in menus if f"Piece.{menu}" not in keys] == []
