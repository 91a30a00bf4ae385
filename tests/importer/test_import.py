"""A module of others becomes files and the files the same module, but for what was corrected in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine import tiny
from tests.importer.trees import same_tree
from tests.refresh.games import game, placed, slot, stack
from tests.refresh.games import module as module_of
from tests.vassal.own_module import write_module
from toolkit.cli.main import main
from toolkit.diagnostics import InputError
from toolkit.importer.build import built_entries
from toolkit.importer.read import Imported, import_module
from toolkit.importer.setups import setup_from_data, setup_to_data
from toolkit.importer.traits import TraitError, trait_from_data, trait_to_data
from toolkit.importer.yaml_text import to_yaml
from toolkit.refresh.palette import Palette
from toolkit.source.document import parse_yaml
from toolkit.validate.run import validate_path
from toolkit.vassal.buildfile import BuildFile, open_module, read_build_file
from toolkit.vassal.commands import AddPiece, BeginSave, EndSave, decode_command, encode_commands
from toolkit.vassal.containers import Container, open_container
from toolkit.vassal.log import read_log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import container_bytes, game_entries
from toolkit.vassal.table import Table
from toolkit.vassal.traits import DynamicProperty, Layer, Piece, Rotate, SendTo, Trigger, ctrl, named
from toolkit.vassal.xml import parse_xml

STEP = Layer(name="Step", images=("a.png", "b.png"), names=("", ""))


def written(made: Imported, folder: Path) -> Path:
    for name, content in made.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def setup_bytes() -> bytes:
    command = decode_command(tiny.definition("red-1", 1))
    assert isinstance(command, AddPiece)
    known = Piece.parse(command.type, command.state)
    counters = [placed("1", known, 120), placed("2", slot("99", "stranger", STEP), 120, "2")]
    text = encode_commands([BeginSave(), *counters, stack("s", 120, "1", "2"), EndSave()])
    about = Metadata(name="tiny", version="1")
    return container_bytes(game_entries(text, save=Metadata(vassal_version="3.6.0"), module=about))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    save = tmp_path / "start.vsav"
    save.write_bytes(setup_bytes())
    return tiny.write_module(tmp_path / "tiny.vmod", setup=save)


def build_file(entries: Mapping[str, bytes]) -> BuildFile:
    return read_build_file(entries.get("buildFile.xml") or entries["buildFile"])


def same_module(container: Container, entries: Mapping[str, bytes]) -> list[str]:
    """Return what of a module is not as it was."""
    name = "buildFile.xml" if "buildFile.xml" in container else "buildFile"
    trees = [parse_xml(data, name=name, code="LOG020") for data in (container.read(name), entries[name])]
    wrong = [] if same_tree(*trees) else [name]
    for entry in container.names:
        if entry == name:
            continue
        if entry not in entries:
            wrong.append(entry)
        elif container.read(entry) != entries[entry]:
            before, after = (
                open_container(data, name=entry) for data in (container.read(entry), entries[entry])
            )
            same = before.names == after.names and before.saved_game().text == after.saved_game().text
            wrong += [] if same else [entry]
    return wrong + sorted(set(entries) - set(container.names))


def test_import_and_build_give_the_same_module(source: Path, tmp_path: Path) -> None:
    container = open_container(source)
    made = import_module(container)
    assert made.counts == {
        "counters": 9, "prototypes": 0, "boards": 1, "stacks at the start": 3, "set-ups": 1, "other files": 3,
    }  # fmt: skip
    entries, findings = built_entries(written(made, tmp_path / "game"))
    assert same_module(container, entries) == []
    assert findings == []
    assert import_module(container).files == made.files


def test_the_files_read_well(source: Path) -> None:
    files = {
        name: data.decode()
        for name, data in import_module(open_container(source)).files.items()
        if "files/" not in name
    }
    assert "{trait: marker, values: {CounterId: red-1}}" in files["pieces/counters.yaml"]
    assert "kind: HexGrid" in files["boards.yaml"]
    (setup,) = (text for name, text in files.items() if name.startswith("setups/"))
    assert "holds: ['1', '2']" in setup
    assert "trait: layer" in setup


def test_corrections_in_the_files_are_in_the_module(source: Path, tmp_path: Path) -> None:
    folder = written(import_module(open_container(source)), tmp_path / "game")
    pieces = folder / "pieces/counters.yaml"
    text = pieces.read_text(encoding="utf-8")
    text = text.replace("name: red-1}", "name: Red Guards, image: guards.png}", 1)
    pieces.write_text(text.replace("CounterId: red-1", "CounterId: red-guards", 1), encoding="utf-8")
    boards = folder / "boards.yaml"
    boards.write_text(boards.read_text().replace("hOff: 1", "hOff: 5"), encoding="utf-8")
    about = folder / "imported.yaml"
    about.write_text(about.read_text().replace("name: Tiny", "name: Tinier"), encoding="utf-8")
    (folder / "files/images").mkdir(exist_ok=True)
    (folder / "files/images/guards.png").write_bytes(b"picture")
    entries, findings = built_entries(folder)
    found = build_file(entries)
    changed = [s.piece for s in found.slots() if s.piece is not None and s.piece.name == "Red Guards"]
    assert [p.properties()["CounterId"] for p in changed] == ["red-guards"]
    assert entries["images/guards.png"] == b"picture"
    assert findings == []
    before = open_module(open_container(source)).maps["Field"].location(150, 130)
    after = found.maps["Field"].location(150, 130)
    assert (before, after) == ("0101", "0501")


def test_a_correction_of_a_counter_reaches_the_setups(source: Path, tmp_path: Path) -> None:
    folder = written(import_module(open_container(source)), tmp_path / "game")
    for path in (folder / "pieces").glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("CounterId: red-1", "CounterId: red-guards"), encoding="utf-8")
    entries, _ = built_entries(folder)
    name = next(entry for entry in entries if entry.endswith(".vsav"))
    table = Table()
    table.apply(read_log(entries[name], name=name).begin)
    assert table.things["1"].properties()["CounterId"] == "red-guards"
    assert table.things["s"].members == ("1", "2")


def test_faults_have_their_place(source: Path, tmp_path: Path) -> None:
    folder = written(import_module(open_container(source)), tmp_path / "game")
    pieces = folder / "pieces/counters.yaml"
    text = pieces.read_text(encoding="utf-8")
    pieces.write_text(text.replace("{trait: delete", "{trait: delet", 1), encoding="utf-8")
    with pytest.raises(InputError) as error:
        built_entries(folder)
    (fault,) = error.value.findings
    assert (fault.code, fault.place.pointer) == ("IMP002", "/pieces/0/traits/0/trait")
    lines = text.splitlines()
    assert "delete" in lines[(fault.place.line or 0) - 1]
    pieces.write_text(text.replace("id: '51'", "id: '52'", 1), encoding="utf-8")
    with pytest.raises(InputError) as error:
        built_entries(folder)
    assert {finding.code for finding in error.value.findings} == {"IMP003"}


def test_a_place_that_is_not_in_the_table_is_named(source: Path, tmp_path: Path) -> None:
    folder = written(import_module(open_container(source)), tmp_path / "game")
    (setup,) = (folder / "setups").glob("*.yaml")
    text = setup.read_text(encoding="utf-8")
    wrong = re.sub(r"at: '?(\d+)'?", "at: '9999'", text, count=1)
    assert wrong != text
    setup.write_text(wrong, encoding="utf-8")
    with pytest.raises(InputError) as error:
        built_entries(folder)
    (fault,) = error.value.findings
    assert (fault.code, fault.place.pointer) == ("IMP004", "/begin/1")


def test_commands(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "game"
    assert main(["import", str(source), "-o", str(folder)]) == 0
    assert main(["import", str(source), "-o", str(folder)]) == 2
    assert "IMP001" in capsys.readouterr().err
    assert main(["build", str(folder), "-o", str(tmp_path / "out")]) == 0
    (path,) = (tmp_path / "out/game").glob("*.vmod")
    first = path.read_bytes()
    assert main(["build", str(folder), "-o", str(tmp_path / "out"), "--force"]) == 0
    assert path.read_bytes() == first
    assert (
        same_module(
            open_container(source), {n: open_container(path).read(n) for n in open_container(path).names}
        )
        == []
    )


def test_an_imported_folder_is_validated_as_the_module_it_makes(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = written(import_module(open_container(source)), tmp_path / "game")
    whole, again = validate_path(source), validate_path(folder)
    assert [item.code for item in again.findings] == [item.code for item in whole.findings]
    assert again.summary == whole.summary
    counters = folder / "pieces" / "counters.yaml"
    text = counters.read_text(encoding="utf-8")
    plain = "basic_piece, name: red-1"
    assert plain in text
    counters.write_text(text.replace(plain, "basic_piece, image: read.png, name: red-1"), encoding="utf-8")
    line = next(number for number, row in enumerate(text.splitlines(), 1) if plain in row)
    found = {(item.code, item.place.line) for item in validate_path(folder).findings}
    assert ("IMP006", line) in found
    assert main(["validate", str(folder)]) == 1
    assert "read.png" in capsys.readouterr().out
    counters.write_text(text.replace("trait:", "trade:", 1), encoding="utf-8")
    broken = validate_path(folder)
    assert broken.status == 2
    assert {item.place.file for item in broken.findings} == {counters.as_posix()}


def test_states_keep_to_the_kind_of_trait_when_others_are_added() -> None:
    old, new = slot("7", "A", STEP), slot("7", "A", DynamicProperty(name="Supply"), STEP)
    text = game(placed("1", old, 40, "2")).encode()
    data = setup_to_data(text, Palette([module_of([old])]), lambda *_: "0101")
    assert data["begin"][1]["states"] == {"layer": "2"}
    assert setup_from_data(data, Palette([module_of([old])])) == text
    assert setup_from_data(data, Palette([module_of([new])])) == game(placed("1", new, 40, "", "2")).encode()


TRAITS = (
    STEP,
    DynamicProperty(name="Supply", description="a;b"),
    Trigger(name="Go", watch=(ctrl("G"), named("Go"))),
    Rotate(6, ("93,130", "91,130", "CW", "CCW")),
    SendTo(menu="Home"),
)


@pytest.mark.parametrize("trait", TRAITS, ids=lambda trait: type(trait).__name__)
def test_traits_have_named_fields(trait: object) -> None:
    text = trait.encode()  # type: ignore[attr-defined]
    data = trait_to_data(text, "2")
    assert data["trait"] != "raw"
    assert trait_from_data(data) == (text, "2")


def test_keys_are_in_words() -> None:
    data = trait_to_data(Trigger(name="Go", watch=(ctrl("G"), named("Go"))).encode(), "")
    assert data["watch"] == ["Ctrl+G", "command Go"]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"trait": "layr"}, "trait"),
        ({"trait": "layer", "imags": []}, "imags"),
        ({"trait": "layer", "images": "a.png"}, "images"),
        ({"trait": "layer", "loop": "yes"}, "loop"),
        ({"trait": "layer", "x": "left"}, "x"),
        ({"trait": "marker"}, "values"),
        ({"trait": "rotate", "facings": 6}, "fields"),
    ],
)
def test_a_fault_in_a_trait_names_its_field(data: dict[str, object], key: str) -> None:
    with pytest.raises(TraitError) as error:
        trait_from_data(data)
    assert error.value.key == key


HEADS = ["emb2;", "PROP;", "macro;", "mark;", "sendto;", "x;", "rotate;", "label;"]


@settings(max_examples=60)
@given(
    st.sampled_from(HEADS),
    st.text(max_size=30),
    st.text(max_size=8),
)
def test_any_text_of_a_trait_comes_back(head: str, body: str, state: str) -> None:
    data = trait_to_data(head + body, state)
    assert trait_from_data(data) == (head + body, state)


VALUES = st.recursive(
    st.one_of(
        st.text(max_size=12),
        st.integers(),
        st.booleans(),
        st.sampled_from(["e18", "1e5", "0412", "no", "~", ".5", "=", "<<", "1_0", "12:30"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.text(min_size=1, max_size=6).filter(lambda key: key != "<<"), inner, max_size=4),
    ),
    max_leaves=12,
)


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from(["a", "begin", "traits"]), VALUES, min_size=1))
def test_what_is_written_as_yaml_is_read_as_it_was(data: dict[str, object]) -> None:
    assert parse_yaml(to_yaml(data, "a comment"), "x.yaml", any_character=True).data == data


def test_a_module_of_many_traits_comes_back_as_it_was(tmp_path: Path) -> None:
    container = open_container(write_module(tmp_path / "own.vmod"))
    entries, findings = built_entries(written(import_module(container), tmp_path / "game"))
    assert same_module(container, entries) == []
    assert findings == []


CASES = (
    "vassalengine__vassal/tour.mod",
    "jzedwards__vassal-hex-n-counters-template/jzhex-n-counters-template-v12-379.vmod",
    "rummelsworth__vassal-module-kassala",
)


@pytest.mark.parametrize("name", CASES)
def test_modules_of_others_come_back_as_they_were(corpus: Path, name: str, tmp_path: Path) -> None:
    container = open_container(corpus / name)
    entries, _ = built_entries(written(import_module(container), tmp_path))
    assert same_module(container, entries) == []
