"""Copies that can be published: no id left, everything else as it was, each player the same everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.vassal.real_files import corpus_games
from tests.vassal.samples import ID_A, ID_B, ID_C, PLAYED, counter, log_bytes, move, step
from tests.vassal.test_privacy import LEAKY
from toolkit.cli.main import main
from toolkit.cli.scrub import command as scrub_command
from toolkit.diagnostics import InputError
from toolkit.vassal.codecs import Codec, encode_saved_game
from toolkit.vassal.commands import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    ChangeProperty,
    Chat,
    Clock,
    Command,
    DiceMail,
    Extension,
    GlobalPropertyState,
    LockOptions,
    MovePiece,
    Raw,
    Script,
    Unmaskers,
    WakeUp,
    decode_commands,
    encode_commands,
    leaves,
)
from toolkit.vassal.containers import open_container
from toolkit.vassal.events import PieceMoved
from toolkit.vassal.log import read_log
from toolkit.vassal.packing import container_bytes
from toolkit.vassal.privacy import people_of
from toolkit.vassal.scrub import Scrubbed, scrub_game
from toolkit.vassal.sequence import encode
from toolkit.vassal.table import Table
from toolkit.vassal.traits import Hide, Mask, Part, Piece

_D = "id-of-a-masker"
_ALLOWED = "id-of-one-who-may-look"


def reopened(copy: Scrubbed) -> str:
    return open_container(container_bytes(copy.entries)).saved_game().text


def test_no_id_is_left_wherever_it_stood() -> None:
    mask = encode((ID_A, encode(("", "2", _ALLOWED, ID_B), "|")), ";") or ""
    masked = Piece((Part(Mask(), mask), Part(Hide(), _D), *counter("x").parts))
    steps = (
        *LEAKY,
        step(AddPiece("m", masked.type, masked.state), LockOptions("tab", "Ann", ID_B, "now")),
        step(ChangeProperty("p", "", f"by {ID_C}")),
    )
    data = log_bytes(*steps)
    copy = scrub_game(data)
    text = reopened(copy)
    assert not [id_ for id_ in (ID_A, ID_B, ID_C, _D, _ALLOWED) if id_ in text]
    assert copy.players == 5
    assert "Ann" in text
    assert text.count("player-1") >= 3


def test_better_no_copy_than_one_with_an_id_left(monkeypatch: pytest.MonkeyPatch) -> None:
    # No file is known that brings it about: the last look over the copy is made to find something.
    monkeypatch.setattr("toolkit.vassal.scrub._left", lambda _script, _fake: {ID_A})
    with pytest.raises(InputError) as error:
        scrub_game(log_bytes(*LEAKY))
    assert [finding.code for finding in error.value.findings] == ["LOG032"]


def test_a_mask_still_belongs_to_the_one_who_moves() -> None:
    new = counter("3rd Pz", 100, 100, masked=f"{ID_B};|1|{ID_B}", owner=ID_B).state
    data = log_bytes(
        step(move("a", 1, 1, player=ID_B)),
        step(ChangePiece("a", new, counter("3rd Pz", 100, 100).state)),
        step(Unmaskers((ID_B, ID_A)), Clock(ID_B, "Axis", "1", "2", True, False)),
    )
    script = decode_commands(reopened(scrub_game(data)))
    found = [leaf for item in script for leaf in leaves(item)]
    (bob,) = (leaf.id for leaf in found if isinstance(leaf, AddPlayer) and leaf.name == "Bob")
    assert [leaf.player for leaf in found if isinstance(leaf, MovePiece)] == [bob]
    (change,) = (leaf for leaf in found if isinstance(leaf, ChangePiece))
    assert change.state.count(bob) == 3
    (allowed,) = (leaf.ids for leaf in found if isinstance(leaf, Unmaskers))
    assert allowed[0] == bob != allowed[1]
    assert [leaf.who for leaf in found if isinstance(leaf, Clock)] == [bob]


def test_addresses_and_who_calls_are_taken_out() -> None:
    data = log_bytes(step(DiceMail("zebedee@example.org"), WakeUp("wakeup", "zebedee.17")))
    text = reopened(scrub_game(data))
    assert "zebedee" not in text
    found = {leaf for item in decode_commands(text) for leaf in leaves(item)}
    assert {DiceMail(""), WakeUp("wakeup", "")} <= found


def test_the_copy_is_the_same_game() -> None:
    before, after = (
        read_log(data)
        for data in (log_bytes(*PLAYED), container_bytes(scrub_game(log_bytes(*PLAYED)).entries))
    )
    moves = []
    for log in (before, after):
        table = Table(people_of(log.script))
        table.apply(log.begin)
        events = [event for item in log.steps for event in table.apply(item.commands, item.number)]
        moves.append([event for event in events if isinstance(event, PieceMoved)])
    assert moves[0] == moves[1] != []
    assert (after.metadata, after.module) == (before.metadata, before.module)


def test_an_id_that_is_a_word_of_the_module_changes_nothing_else() -> None:
    data = log_bytes(
        step(AddPlayer("Step", "Eve", "Referee"), Chat("Step one"), move("a", 1, 2, player="Step"))
    )
    copy = scrub_game(data)
    script = decode_commands(reopened(copy))
    found = [leaf for item in script for leaf in leaves(item)]
    assert next(leaf.type for leaf in found if isinstance(leaf, AddPiece)) == counter("3rd Pz").type
    assert Chat("Step one") in found
    assert not [leaf for leaf in found if isinstance(leaf, MovePiece) and leaf.player == "Step"]
    assert [finding.code for finding in copy.findings] == ["LOG030"]


def test_broken_commands_that_may_name_players_are_emptied() -> None:
    copy = scrub_game(log_bytes(step(Raw("PLAYER\tnobody-knows-this-id"), Raw("CUSTOM:1"))))
    assert "nobody-knows" not in reopened(copy)
    assert "CUSTOM:1" in reopened(copy)
    assert [finding.code for finding in copy.findings] == ["LOG030", "LOG031"]


def scrubbed_text(text: str) -> str:
    made = scrub_game(encode_saved_game(text, Codec.VOXZ, 9))
    return open_container(container_bytes(made.entries)).saved_game().text


def test_a_script_without_players_stays_as_it_is() -> None:
    text = "begin_save\x1bCHATone\\two\x1b'CHATend\\'\x1b+/1/stack/null;0;0\x1bend_save"
    assert decode_commands(scrubbed_text(text)) == decode_commands(text)


def test_the_wrapping_stays(tmp_path: Path) -> None:
    bare = encode_saved_game("begin_save\x1bPLAYER\thunter2\tAnn\tAxis\x1bend_save", Codec.VOXZ, 9)
    opened = open_container(container_bytes(scrub_game(bare).entries))
    assert opened.saved_game().codec is Codec.VOXZ
    assert opened.saved_game().text == "begin_save\x1bPLAYER\tplayer-1\tAnn\tAxis\x1bend_save"


def test_the_command_writes_beside_the_original_and_shows_no_id(tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    path.write_bytes(log_bytes(*LEAKY))
    result = CliRunner().invoke(scrub_command, [str(path)], standalone_mode=False)
    assert result.return_value == 1  # an id that is a word of the module is worth a look
    assert not [id_ for id_ in (ID_A, ID_B, ID_C, _D) if id_ in result.output]
    assert len(read_log(tmp_path / "game-scrubbed.vlog").steps) == len(read_log(path).steps)
    assert main(["scrub", str(path), "-o", str(path)]) == 2


@pytest.mark.parametrize(
    "path",
    [path for path in corpus_games() if path.stat().st_size < 150_000][::3],
    ids=lambda path: path.name,
)
def test_a_real_file_keeps_all_but_its_ids(corpus: Path, path: Path) -> None:
    script = decode_commands(open_container(path).saved_game().text)
    copy = decode_commands(reopened(scrub_game(str(path))))
    people = people_of(script)
    old = {*people.roster, *people.strangers} - {""}
    assert not [id_ for id_ in (*people_of(copy).roster, *people_of(copy).strangers) if id_ in old]
    pairs = zip(
        (leaf for item in script for leaf in leaves(item)),
        (leaf for item in copy for leaf in leaves(item)),
        strict=True,
    )
    assert all(type(one) is type(two) for one, two in pairs)


def _own(id_: str, *commands: Command) -> bytes:
    text = encode_commands([AddPlayer(id_, "Ann", "Axis"), *commands])
    return container_bytes({"savedGame": encode_saved_game(text), "notes": f"of {id_}".encode()})


_ID = "correct-horse-battery-staple"
_FORMS: tuple[Command, ...] = (
    AddPiece("1", f"concealment;{_ID};German\tpiece;;;;Tank", "\tMain;1;1;7;0"),
    AddPiece("1", "concealment;German\tpiece;;;;Tank", f"{_ID}\tMain;1;1;7;0"),
    AddPiece("1", f"own;{_ID}\tmark;Side\tpiece;;;;Tank", "\tAxis\tMain;1;1;7;0"),
    Extension(_ID, "1"),
    Extension("x", _ID),
    GlobalPropertyState("p", "v", _ID),
    ChangeProperty("p", "o", "n", _ID),
    Raw(f"VASLOWN\t{_ID}"),
    Raw(f"VASLOWN-{_ID}"[:60]),
    Raw(f"x{_ID}"),
    Chat(f"my password is {_ID}."),
    MovePiece("1", "Main", 1, 1, None, None, 0, 0, None, _ID),
)


@pytest.mark.parametrize("command", _FORMS, ids=lambda command: type(command).__name__)
def test_no_form_shows_an_id_and_none_is_left_in_a_copy(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.vsav"
    path.write_bytes(_own(_ID, command))
    hidden = not isinstance(command, Raw) or not command.text.startswith(("VASLOWN-", "x"))
    for arguments in (["inspect"], ["inspect", "--format", "json"], ["validate"], ["scrub"]):
        main([*arguments, str(path)])
        said = capsys.readouterr()
        assert not hidden or _ID[:20] not in said.out + said.err
    copy = tmp_path / "game-scrubbed.vsav"
    if hidden:
        entries = open_container(copy)
        assert _ID not in entries.saved_game().text
        assert entries.read("notes") == b"of player-1"


def test_an_id_that_is_left_stops_the_copy_and_says_where() -> None:
    data = _own(_ID, AddPiece("1", "piece;;;;Tank", f"{_ID};1;1;7;0"))
    with pytest.raises(InputError, match="left in command 2") as error:
        scrub_game(data)
    assert error.value.findings[0].code == "LOG032"


def test_a_short_id_does_not_eat_other_words() -> None:
    copy = scrub_game(_own("german", Chat("german-Anna and pre-german, german!")))
    assert "german-Anna and pre-german, player-1!" in reopened(copy)


@pytest.mark.parametrize(
    "id_", ["pass/word", "pass,word", "pass|word", "a\\word", "<b>id</b>", "[red]id[/]", "+/5/x"]
)
def test_an_id_with_separators_in_a_trait_that_nobody_knows(id_: str) -> None:
    piece = AddPiece("1", f"concealment;{id_};x\tpiece;;;;Tank", f"{id_};y\tMain;1;1;7;0")
    script = Script((AddPlayer(id_, "Anna", "Red"), piece))
    scrubbed = scrubbed_text(script.encode())
    assert id_ not in scrubbed.replace("\\/", "/").replace("\\\\", "\\")
    assert "player-1;x" in scrubbed
    assert "player-1;y" in scrubbed
