"""What the instrument that refreshes hundreds of saves would notice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests import real_game
from tests.refresh.many_saves import NEW_TRAIT, RENAMED, TAKEN_OUT, changed, lost
from toolkit.module.build import text_entries
from toolkit.refresh.game import NewModule
from toolkit.vassal import commands as c
from toolkit.vassal.codecs import decode_saved_game, encode_saved_game
from toolkit.vassal.containers import SAVED_GAME, container_of, open_container
from toolkit.vassal.log import read_log
from toolkit.vassal.packing import write_container
from toolkit.vassal.traits import StackState, is_stack


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A start of GJ47 as a save, and what refreshing makes of it."""
    folder = tmp_path_factory.mktemp("saves")
    before, after = folder / "before.vsav", folder / "after.vsav"
    before.write_bytes(dict(real_game.parts().setups)["june-28-1942.vsav"])
    module = container_of(text_entries(changed(real_game.parts())), "new.vmod")
    made = NewModule.open(module).game(open_container(before))
    assert {key: made.counts[key] for key in ("name", "none")} == {"name": 1, "none": 1}
    write_container(after, made.entries)
    return before, after


def test_nothing_is_lost_and_the_changes_are_there(saves: tuple[Path, Path]) -> None:
    before, after = saves
    assert list(lost(before, after)) == []
    text = open_container(after).saved_game().text
    assert text.count(f"PROP;{NEW_TRAIT}") > 100
    assert "Hoch- und Deutschmeister" in text
    assert f"{RENAMED}" in text
    assert f"{TAKEN_OUT}" in text


def _moved(command: c.Command) -> c.Command:
    """Return a command that puts a stack elsewhere, with what lies in it."""
    if not isinstance(command, c.AddPiece) or not is_stack(command.type):
        return command
    return replace(command, state=replace(StackState.parse(command.state), x=1).encode())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda commands: [one for one in commands if not isinstance(one, c.AddPiece) or one.id != "7"],
        lambda commands: [one for one in commands if not isinstance(one, c.GlobalPropertyState)],
        lambda commands: [_moved(one) for one in commands],
    ],
    ids=["a piece", "properties", "a place"],
)
def test_what_is_lost_is_said(
    saves: tuple[Path, Path], tmp_path: Path, spoil: Callable[[list[c.Command]], list[c.Command]]
) -> None:
    before, after = saves
    container = open_container(after)
    saved = decode_saved_game(container.read(SAVED_GAME), name="after")
    commands = spoil(list(c.decode_commands(saved.text)))
    entries = dict(container.contents(container.names))
    entries[SAVED_GAME] = encode_saved_game(c.encode_commands(commands), saved.codec, saved.key)
    spoilt = write_container(tmp_path / "spoilt.vsav", entries)
    assert read_log(spoilt).begin
    assert list(lost(before, spoilt)) != []
