"""Containers: what is opened, and what is refused."""

from __future__ import annotations

import io
import warnings
import zipfile
from pathlib import Path

import pytest

from toolkit.diagnostics import InputError
from toolkit.vassal.codecs import Codec, encode_saved_game
from toolkit.vassal.containers import Kind, Limits, open_container
from toolkit.vassal.metadata import Metadata, parse_metadata
from toolkit.vassal.packing import container_bytes, game_entries, write_container

_TEXT = "begin_save\x1bCHAT戦車\x1bend_save"


def zipped(entries: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def refused(source: bytes | Path, **options: object) -> str:
    def read() -> None:
        open_container(source, **options).saved_game()  # type: ignore[arg-type]

    with pytest.raises(InputError) as caught:
        read()
    assert caught.value.exit_status == 2
    assert len(caught.value.findings) == 1
    return str(caught.value)


@pytest.mark.parametrize("suffix", [".vsav", ".vlog", ".sav", ".log"])
def test_a_packed_game_by_any_name(tmp_path: Path, suffix: str) -> None:
    save, module = Metadata(version="1", vassal_version="3.7.26"), Metadata(name="戦", version="2")
    path = write_container(tmp_path / f"g{suffix}", game_entries(_TEXT, save=save, module=module))
    opened = open_container(path)
    assert opened.kind is Kind.GAME
    assert opened.saved_game().text == _TEXT
    assert opened.save == save
    assert opened.module == module


def test_a_bare_saved_game(tmp_path: Path) -> None:
    path = tmp_path / "savedGame"
    path.write_bytes(encode_saved_game(_TEXT, Codec.VCSK, 3))
    opened = open_container(path)
    assert (opened.names, opened.saved_game().text, opened.module) == (("savedGame",), _TEXT, None)
    with pytest.raises(KeyError):
        opened.read("moduledata")


@pytest.mark.parametrize("build_file", ["buildFile", "buildFile.xml"])
def test_a_module_packed_and_unpacked(tmp_path: Path, build_file: str) -> None:
    entries = {build_file: b"<x/>", "images/a.png": b"1"}
    (tmp_path / "images").mkdir()
    for name, data in entries.items():
        (tmp_path / name).write_bytes(data)
    for opened in (open_container(tmp_path), open_container(container_bytes(entries), name="m.vmod")):
        assert (opened.kind, opened.build_file(), opened.read("images/a.png")) == (Kind.MODULE, b"<x/>", b"1")
        assert set(opened.names) == set(entries)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('<?xml version="1.0" encoding="UTF-8"?>\n<VASSAL.build.GameModule name="m"/>', Kind.MODULE),
        ("\ufeff<VASSAL.launch.BasicModule name='m'/>", Kind.MODULE),
        ("<!-- by hand -->\n<VASSAL.build.module.ModuleExtension module='m'/>", Kind.MODULE),
    ],
)
def test_a_build_file_on_its_own(tmp_path: Path, text: str, kind: Kind) -> None:
    path = tmp_path / "1_buildFile"
    path.write_text(text, encoding="utf-8")
    for container in (open_container(path), open_container(path.read_bytes())):
        assert (container.kind, container.names) == (kind, ("buildFile.xml",))
        assert container.build_file() == text.encode()


def test_an_extension() -> None:
    data = container_bytes({"buildFile.xml": b"<x/>", "extensiondata": b"<data/>"})
    assert open_container(data).kind is Kind.EXTENSION
    assert open_container(container_bytes({"buildFile": b"<x/>"}), name="e.mdx").kind is Kind.EXTENSION


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xd8\xff\xe0 picture", "a JPEG picture: no VASSAL file"),
        (b"", "an empty file"),
        (b"hello", "neither a zip archive nor a saved game"),
        (b"PK\x03\x04 cut off", "broken zip archive"),
        (zipped({"readme.txt": b"x"}), "without savedGame or buildFile.xml"),
        (zipped({"buildFile.xml": b"<x/>"}), "is a module, and holds no saved game"),
        (b"version https://git-lfs.github.com/spec/v1\noid", "a pointer of Git LFS"),
        (zipped({"savedGame": b"!VCSK0"}), "cut before the key"),
    ],
)
def test_what_is_no_game_gives_one_clear_error(tmp_path: Path, data: bytes, words: str) -> None:
    assert words in refused(data)
    path = tmp_path / "game.vlog"
    path.write_bytes(data)
    assert words in refused(path)


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    assert "cannot be read" in refused(tmp_path / "none.vlog")


def test_limits_are_checked_before_and_while_unpacking() -> None:
    data = zipped({"savedGame": b"0" * 100_000})
    assert "unpacks to 100000 bytes" in refused(data, limits=Limits(entry=1000))
    assert "more than 1000" in refused(data, limits=Limits(total=1000))
    assert "2 entries" in refused(zipped({"a": b"", "savedGame": b""}), limits=Limits(entries=1))


def test_a_declared_size_that_lies_is_caught() -> None:
    data = bytearray(zipped({"savedGame": b"0" * 5000}))
    # Both headers say 10 bytes; the stream holds more.
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(signature) + offset
        data[at : at + 4] = (10).to_bytes(4, "little")
    refused(bytes(data))


def test_many_entries_are_read_at_one_opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = {"buildFile.xml": b"<VASSAL.build.GameModule/>"} | {
        f"images/{i}.png": b"%d" % i for i in range(9)
    }
    packed = open_container(container_bytes(entries))
    opened: list[object] = []
    archive = zipfile.ZipFile
    monkeypatch.setattr(zipfile, "ZipFile", lambda source: opened.append(source) or archive(source))
    assert dict(packed.contents(packed.names)) == entries
    assert len(opened) == 1
    with pytest.raises(KeyError):
        list(packed.contents(["images/none.png"]))
    for name, content in entries.items():
        path = tmp_path / "unpacked" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    assert dict(open_container(tmp_path / "unpacked").contents(sorted(entries))) == entries


def test_entry_names_that_leave_the_folder_are_ignored_and_reported() -> None:
    bad = ["../../x", "/etc/x", "C:/x", "a/../../x", "..\\x"]
    opened = open_container(zipped({"savedGame": _TEXT.encode(), **dict.fromkeys(bad, b"x")}))
    assert opened.names == ("savedGame",)
    assert [finding.key() for finding in opened.findings] == [("LOG005", "", None)] * len(bad)


def test_an_entry_without_a_name_is_ignored_and_reported() -> None:
    data = zipped({"savedGame": _TEXT.encode(), "x": b""})
    at = data.rindex(b"PK\x01\x02")
    # The directory says that the second name is empty, and one byte of extra field.
    data = data[: at + 28] + b"\0\0\1\0" + data[at + 32 :]
    opened = open_container(data)
    assert opened.names == ("savedGame",)
    assert [finding.code for finding in opened.findings] == ["LOG005"]


def test_a_doubled_entry_is_reported_and_the_last_one_counts() -> None:
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w") as archive:
        warnings.simplefilter("ignore")
        archive.writestr("savedGame", b"begin_save\x1bCHATone")
        archive.writestr("savedGame", _TEXT.encode())
    opened = open_container(buffer.getvalue())
    assert opened.saved_game().text == _TEXT
    assert [finding.code for finding in opened.findings] == ["LOG006"]


def test_every_cut_of_an_archive_is_an_input_error() -> None:
    data = container_bytes({"savedGame": encode_saved_game(_TEXT), "savedata": b"<data/>"})
    for length in range(len(data)):
        refused(data[:length])


def test_metadata_round_trip() -> None:
    data = Metadata(
        name="Сталинград <&>",
        version="1.2",
        vassal_version="3.7.26",
        description="d",
        saved_ms=1234,
        names={"ja": "激闘", "zh": "激斗"},
        descriptions={"ja": "説明"},
    )
    assert parse_metadata(data.to_xml()) == data
    assert b"<name>" in data.to_xml()


def test_translations_that_old_engines_swapped_are_put_right() -> None:
    xml = "<data><VassalVersion>3.2.17</VassalVersion><name>A</name><name lang='Б'>ru</name></data>"
    assert parse_metadata(xml.encode()).names == {"ru": "Б"}


def test_entities_are_refused() -> None:
    bomb = b'<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><data><name>&b;</name></data>'
    for data in (bomb, bomb.decode().encode("utf-16")):
        with pytest.raises(InputError, match="document type or entities"):
            parse_metadata(data)


def test_broken_metadata_does_not_lose_the_game() -> None:
    data = container_bytes({"savedGame": _TEXT.encode(), "savedata": b"<data", "moduledata": b""})
    opened = open_container(data)
    assert (opened.save, opened.module, opened.saved_game().text) == (None, None, _TEXT)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_DEFLATED])
def test_other_compressions_are_read_and_their_faults_are_input_errors(method: int) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr("savedGame", _TEXT * 20)
    data = buffer.getvalue()
    assert open_container(data).saved_game().text == _TEXT * 20
    at = data.index(b"savedGame") + len(b"savedGame")
    # Behind the header of LZMA, whose version and dictionary size may be anything, before the directory.
    for flipped in range(at + 9, at + 24):
        broken = bytearray(data)
        broken[flipped] ^= 0xFF
        refused(bytes(broken))
