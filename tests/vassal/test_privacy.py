"""No player id, which is a password, in anything that comes out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.vassal.real_files import corpus_games
from tests.vassal.samples import ID_A, ID_B, ID_C, PLAYED, counter, log_bytes, move, step
from toolkit.cli.inspect import command as inspect_command
from toolkit.vassal.commands import (
    AddPlayer,
    ChangePiece,
    Chat,
    Clock,
    Command,
    PrivateNote,
    Raw,
    RemovePlayer,
    SecretNote,
    Unmaskers,
    leaves,
)
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.privacy import Actor, people_of
from toolkit.vassal.table import Table

_D = "id-of-a-masker"
_OLD = counter("3rd Pz", 100, 100)
LEAKY: tuple[Command, ...] = (
    step(move("a", 150, 100, player=ID_C)),
    step(ChangePiece("a", counter("3rd Pz", 100, 100, masked=f"{_D};", owner=ID_B).state, _OLD.state)),
    step(Chat(f"<{ID_C}> my id"), Raw(f"{ID_C}:CUSTOM")),
    step(PrivateNote(ID_B, "text"), SecretNote("n", ID_C, True, "t"), Unmaskers((ID_A, ID_C))),
    step(Clock(ID_A, "Axis", "1", "2", True, False), AddPlayer(ID_C, "Cid", "Referee"), RemovePlayer(ID_B)),
    step(Raw(f"M/1/{ID_C}")),
)
_IDS = (ID_A, ID_B, ID_C, _D)


def _all(log: Log) -> list[Command]:
    return [*log.begin, *(command for item in log.steps for command in item.commands)]


def test_people_are_named_by_roster_and_order() -> None:
    people = people_of(_all(read_log(log_bytes(*PLAYED))))
    assert people.players == (Actor("Ann", "Axis"), Actor("Bob", "Soviet"))
    assert people.actor(ID_C) == Actor("player 1")
    assert people.actor(None) is None
    assert str(people.actor(ID_A)) == "Ann (Axis)"
    assert people_of(read_log(log_bytes(*PLAYED)).script) == people


def test_redaction_replaces_whole_words_only() -> None:
    people = people_of([AddPlayer("a", "Ann", "Axis"), AddPlayer("x.y", "Bob", "Soviet")])
    assert people.redact("a banana; a,x.y xzy") == "Ann banana; Ann,Bob xzy"


def test_a_side_is_no_id() -> None:
    people = people_of([AddPlayer("1", "Ann", "Axis"), Clock("Axis", "n", "", "", False, False)])
    assert people.strangers == {}


def test_no_event_holds_an_id() -> None:
    log = read_log(log_bytes(*LEAKY))
    table = Table(people_of(_all(log)))
    events = [*table.apply(log.begin)]
    for item in log.steps:
        events.extend(table.apply(item.commands, item.number))
    shown = repr(events)
    assert len(events) > 10
    assert not [id_ for id_ in _IDS if id_ in shown]


@pytest.mark.parametrize("form", ["text", "json"])
def test_inspect_shows_no_id(tmp_path: Path, form: str) -> None:
    path = tmp_path / "x.vlog"
    path.write_bytes(log_bytes(*LEAKY))
    result = CliRunner().invoke(
        inspect_command, [str(path), "--steps", "--format", form], standalone_mode=False
    )
    assert "Ann" in result.output
    assert not [id_ for id_ in _IDS if id_ in result.output + result.stderr]


def test_no_repr_of_a_log_holds_an_id_of_a_mover() -> None:
    log = read_log(log_bytes(step(move("a", 1, 1, player=ID_C))))
    assert ID_C not in repr(log)


@pytest.mark.parametrize(
    "path",
    [path for path in corpus_games() if path.stat().st_size < 150_000][::4],
    ids=lambda path: path.name,
)
def test_inspect_shows_no_id_of_a_real_file(corpus: Path, path: Path) -> None:
    log = read_log(path)
    people = people_of(_all(log))
    # Ids were replaced by player-N in the corpus.
    ids = [id_ for id_ in (*people.roster, *people.strangers) if id_.startswith("player-")]
    result = CliRunner().invoke(
        inspect_command, [str(path), "--steps", "--format", "json"], standalone_mode=False
    )
    json.loads(result.output)
    assert not [id_ for id_ in ids if id_ in result.output]
    assert sum(1 for command in log.script for _ in leaves(command)) > 0
