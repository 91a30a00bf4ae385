"""What players read: causes before consequences, names and no ids, sums that add up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from tests import real_games
from tests.engine.sums import wrong_sums
from toolkit.module.buildfile import Component
from toolkit.module.expressions import sentences
from toolkit.module.parts import ModuleParts
from toolkit.vassal.traits import (
    DynamicProperty,
    GlobalKey,
    Key,
    Label,
    Marker,
    Part,
    Report,
    SetGlobalProperty,
    Trigger,
)

GAMES = ["gj47", "rattenkrieg", "storm", "battle_for_moscow", "causeway"]
_SHOWN = re.compile(r"\$(\w+)\$")


def _following(parts: Sequence[Part], key: Key) -> set[Key]:
    """Return the key and all that triggers of the piece send after it."""
    found, left = {key}, [key]
    while left:
        now = left.pop()
        for part in parts:
            if isinstance(part.trait, Trigger) and now in (part.trait.trigger_key, *part.trait.watch):
                left += [then for then in part.trait.actions if then not in found]
                found |= set(part.trait.actions)
    return found


def _heard(parts: Sequence[Part]) -> set[Key]:
    """Return the keys on which a piece says something, at once or by its triggers."""
    told = {key for part in parts if isinstance(part.trait, Report) for key in part.trait.report_keys}
    triggers = (part.trait for part in parts if isinstance(part.trait, Trigger))
    keys = {key for trigger in triggers for key in (trigger.trigger_key, *trigger.watch)}
    return told | {key for key in keys if _following(parts, key) & told}


@pytest.mark.parametrize("game", GAMES)
def test_a_cause_is_told_before_what_other_pieces_say_of_it(game: str) -> None:
    pieces = [tuple(piece.spread()) for piece in real_games.parts(game).pieces]
    heard = set().union(*map(_heard, pieces))
    late = {
        part.trait.format
        for parts in pieces
        for calls in [_calls(parts)]
        for part in parts
        if isinstance(part.trait, Report)
        for key in part.trait.report_keys
        if {calls[then] for then in _following(parts, key) & calls.keys()} & heard
    }
    assert late == set()


def _calls(parts: Sequence[Part]) -> dict[Key, Key]:
    """Return the keys on which a piece calls others, with what these get."""
    traits = (part.trait for part in parts)
    return {trait.command_key: trait.global_key for trait in traits if isinstance(trait, GlobalKey)}


# What has an underscore, or is a counter's, area's or card's id, is for machines.
_MACHINE = re.compile(r"[a-z0-9]+(_[a-z0-9]+)+")


def _values(parts: ModuleParts) -> Iterator[tuple[str, str]]:
    """Yield properties of pieces and of the module with the constants that they may hold."""
    for piece in parts.pieces:
        for part in piece.spread():
            trait = part.trait
            if isinstance(trait, Marker):
                yield from trait.properties(part.state).items()
            elif isinstance(trait, DynamicProperty | SetGlobalProperty):
                for command in trait.commands:
                    value = getattr(command, "value", "") or ""
                    literals = re.findall(r'"([^"]*)"', value) if value.startswith("{") else [value]
                    yield from ((trait.name, literal) for literal in literals)


def _ids(parts: ModuleParts) -> set[str]:
    game = parts.shop.game
    ids = {counter.id for counter in game.counters} | {box.id for box in game.boxes}
    ids |= {card.id for card in game.action_cards}
    ids |= set(game.areas.ids) if game.area_map is not None else set()
    return ids


@pytest.mark.parametrize("game", GAMES)
def test_no_line_or_label_shows_what_is_for_machines(game: str) -> None:
    parts = real_games.parts(game)
    ids = _ids(parts)
    machine = {"Act"} | {name for name, value in _values(parts) if value in ids or _MACHINE.fullmatch(value)}
    texts = [
        part.trait.format if isinstance(part.trait, Report) else part.state
        for piece in parts.pieces
        for part in piece.spread()
        if isinstance(part.trait, Report | Label)
    ]
    lines = {line for text in texts for line in sentences(text).values()}
    assert {line for line in lines if set(_SHOWN.findall(line)) & machine} == set()


@pytest.mark.parametrize("game", ["rattenkrieg", "storm", "causeway"])
def test_places_are_called_by_names(game: str) -> None:
    """A place of a row is the row's title and a number, and titles are names."""
    parts = real_games.parts(game)
    short = {counter.short for counter in parts.shop.game.counters} - {
        counter.names.en for counter in parts.shop.game.counters
    }
    regions = [item.get("name") or "" for item in _walk(parts.root) if item.tag.endswith("Region")]
    assert regions
    titles = {re.sub(r"(#.*|-\d+)$", "", region) for region in regions}
    assert titles & (short | _ids(parts)) == set()


def _walk(item: Component) -> Iterator[Component]:
    yield item
    for child in item.children:
        yield from _walk(child)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("German rolls for fire 1 on Hospital: 14+5+1 = 20 against 6+2 = 8, loss points 12", []),
        ("fire 7 on Hospital, 5 + 1: 20 against 8", []),
        ("14+5+1 = 21 against 6-2 = 4", ["14+5+1 = 21"]),
        ("10 + 9 halved by the river = 14 to 6: 2-1, terrain 1.5-1", []),
        ("9 halved by the river = 5 to 6: 1-2", ["9 halved by the river = 5"]),
    ],
)
def test_sums_of_a_line_are_worked_out(line: str, wrong: list[str]) -> None:
    assert wrong_sums(line) == wrong
