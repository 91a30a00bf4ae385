"""Pieces: keys, numbers, what they write, what they must not say."""

from __future__ import annotations

import re
from collections import Counter as Tally
from pathlib import Path

import pytest

from tests.module.engine_3_6 import FUNCTIONS, TRAITS, functions_called, unlisted
from toolkit.compile.compiled import CompiledGame
from toolkit.games.storm.gestures import GESTURES, UNIT
from toolkit.module.helptext import help_pages
from toolkit.module.keys import shown
from toolkit.module.parts import ModuleParts
from toolkit.module.pieces import Piece
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.traits import DynamicProperty, Mask, Report, SetGlobalProperty, Trigger

LOG_DOC = Path(__file__).parents[4] / "docs" / "storm_log.md"


def _piece(parts: ModuleParts, id: str) -> Piece:
    return next(piece for piece in parts.pieces if piece.id == id)


def _keys(piece: Piece) -> list[str]:
    return [
        shown(part.trait.trigger_key)
        for part in piece.spread()
        if isinstance(part.trait, Trigger) and shown(part.trait.trigger_key)
    ]


def test_numbers_are_unique_and_every_piece_has_a_slot(
    storm_parts: ModuleParts, storm_built: BuildFile, storm_game: CompiledGame
) -> None:
    gpids = Tally(piece.gpid for piece in storm_parts.pieces)
    assert max(gpids.values()) == 1
    assert {slot.gpid for slot in storm_built.slots()} == {str(gpid) for gpid in gpids}
    areas = sum(kind != "ferry" for kind in storm_game.areas.kinds)
    wanted = len(storm_game.counters) + len(storm_game.action_cards) + 3 * areas + 5 + 1 + 2
    assert len({piece.id for piece in storm_parts.pieces}) == len(storm_parts.pieces) == wanted


def test_markers_of_areas_are_numbered_by_letter(storm_parts: ModuleParts, storm_game: CompiledGame) -> None:
    areas = storm_game.areas
    first = _piece(storm_parts, "control-kuporosnoye").gpid
    for area in areas.ids:
        letter = areas.properties[areas.index(area)].get("letter")
        if letter is not None:
            place = ord(letter) - ord("A")
            assert _piece(storm_parts, f"control-{area}").gpid == first + place
            german, soviet = (
                _piece(storm_parts, f"fire-{area}-{side}").gpid for side in ("german", "soviet")
            )
            assert soviet == german + 1


def test_nothing_that_3_6_0_lacks(storm_parts: ModuleParts) -> None:
    assert unlisted(storm_parts.root) == []
    words, called = set(), set()
    for piece in storm_parts.pieces:
        for part in piece.spread():
            text = part.trait.encode()
            words.add(text.partition(";")[0])
            called |= functions_called(text) | functions_called(part.state)
    assert words <= TRAITS
    assert called <= FUNCTIONS | {"startsWith", "matches", "indexOf", "substring", "length"}


def test_no_key_does_two_things_on_one_piece(storm_parts: ModuleParts) -> None:
    for piece in storm_parts.pieces:
        assert [key for key, count in Tally(_keys(piece)).items() if count > 1] == [], piece.id


def test_the_help_names_every_key(storm_parts: ModuleParts) -> None:
    keys = {title: content.decode() for title, _, content in help_pages(storm_parts.shop)}["Keys"]
    for piece in storm_parts.pieces:
        for key in _keys(piece):
            assert re.search(rf"\b{key}\b", keys), (piece.id, key)


def test_the_logs_contract_names_every_act_key_and_global(storm_parts: ModuleParts) -> None:
    contract = GESTURES.markdown() + LOG_DOC.read_text(encoding="utf-8")
    told, names = set(), set()
    for piece in storm_parts.pieces:
        for part in piece.spread():
            if isinstance(part.trait, DynamicProperty) and part.trait.name == "Act":
                told |= {command.arguments[0] for command in part.trait.commands}
            elif isinstance(part.trait, SetGlobalProperty):
                names.add(re.sub(r"^(Control|Sealed|Bid)_.*", r"\1_", part.trait.name))
        for key in _keys(piece):
            assert f"**{key}**" in contract, (piece.id, key)
    assert len(told) > 30
    assert [word for word in told if f"`{word}`" not in contract] == []
    assert [name for name in names if f"`{name}" not in contract] == []


def test_every_card_knows_when_it_is_played_and_what_it_does(
    storm_built: BuildFile, storm_game: CompiledGame
) -> None:
    found = {}
    for slot in storm_built.slots():
        assert slot.piece is not None
        facts = storm_built.expand(slot.piece).properties()
        if facts.get("Kind") == "card":
            found[facts["CounterId"]] = (facts["Side"], facts["Play"], facts["Effect"], facts["Text"])
    assert found == {
        card.id: (
            card.side.capitalize(),
            card.play,
            card.effect.kind if card.effect else "none",
            card.text.en,
        )
        for card in storm_game.action_cards
    }


def test_cards_are_masked_by_side_outside_everything_else(
    storm_parts: ModuleParts, storm_game: CompiledGame
) -> None:
    for card in storm_game.action_cards:
        first = _piece(storm_parts, card.id).spread()[0]
        assert isinstance(first.trait, Mask)
        assert first.trait.access == "side:"
        assert first.state == Mask.INITIAL_STATE
        assert first.trait.menu == ""


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_no_line_of_the_chat_tells_a_bid_before_both_are_open(storm_parts: ModuleParts, side: str) -> None:
    lines = [
        part.trait for part in _piece(storm_parts, f"bid-{side}").spread() if isinstance(part.trait, Report)
    ]
    assert lines
    assert [line.format for line in lines if re.search(r"\bBid\b", line.format)] == []


def test_every_menu_has_its_words_in_japanese_and_chinese(
    storm_entries: dict[str, bytes], storm_parts: ModuleParts
) -> None:
    menus = {
        part.trait.menu
        for piece in storm_parts.pieces
        for part in piece.spread()
        if isinstance(part.trait, Trigger) and part.trait.menu
    }
    names = {piece.name for piece in storm_parts.pieces}
    for language in ("ja", "zh"):
        text = storm_entries[f"Module_{language}.properties"].decode("ascii")
        keys_of = (re.split(r"(?<!\\)=", line)[0] for line in text.splitlines())
        spelled = (re.sub(r"\\([ :=#!])", r"\1", key) for key in keys_of)
        keys = {key.encode("ascii").decode("unicode_escape") for key in spelled}
        assert [menu for menu in menus | names if f"Piece.{menu}" not in keys] == []


def test_a_unit_is_fired_on_only_where_the_attack_marker_has_a_place(storm_parts: ModuleParts) -> None:
    """In a box of reinforcements the key did nothing but call bad data."""
    unit = _piece(storm_parts, "g_ir_208")
    aimed = [
        part.trait.filter
        for part in unit.spread()
        if isinstance(part.trait, Trigger)
        and part.trait.trigger_key in {UNIT[word].key for word in ("aim", "aim_and_roll")}
    ]
    assert aimed == ["{InArea==1}"] * 2
