"""Reading logs: steps as the Step button counts them, faults reported and survived."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vassal.samples import PLAYED, begin, log_bytes, move, step
from toolkit.diagnostics import InputError
from toolkit.vassal.commands import (
    Chat,
    Command,
    Group,
    Logged,
    MovePiece,
    Null,
    Raw,
    encode_commands,
    leaves,
)
from toolkit.vassal.log import read_log, stream_log
from toolkit.vassal.packing import container_bytes


def test_steps_and_metadata() -> None:
    log = read_log(log_bytes(*PLAYED), name="x.vlog")
    assert [item.number for item in log.steps] == [1, 2, 3]
    assert [len(item.commands) for item in log.steps] == [2, 1, 3]
    assert list(log.begin) == begin()
    assert log.metadata is not None
    assert log.module is not None
    assert (log.metadata.vassal_version, log.module.name, log.findings) == ("3.7.26", "Test", ())
    assert log.encode() == encode_commands([*begin(), *PLAYED])


def test_what_the_engine_does_not_read_back_is_no_step() -> None:
    lost = Logged(Null("null"))
    log = read_log(log_bytes(lost, step(Chat("a")), Group((lost, Logged(Chat("b")))), Logged(Null())))
    assert [(item.number, [type(c).__name__ for c in item.commands]) for item in log.steps] == [
        (1, ["Chat"]),
        (2, ["Null", "Chat"]),
        (3, ["Null"]),
    ]


def test_a_broken_command_is_reported_with_its_step_and_the_rest_is_read() -> None:
    log = read_log(log_bytes(step(Chat("a")), step(Raw("M/1/broken"), move("a", 1, 1))))
    assert [finding.key() for finding in log.findings] == [("LOG010", "", 2)]
    assert [type(command) for command in log.steps[1].commands] == [Raw, MovePiece]


def test_an_unknown_family_is_no_finding() -> None:
    assert read_log(log_bytes(step(Raw("ROLLOVER:RED")))).findings == ()


def test_a_picture_named_vlog(tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    path.write_bytes(b"\xff\xd8\xff\xe0JFIF")
    with pytest.raises(InputError, match="a JPEG picture"):
        read_log(path)


@pytest.mark.parametrize(
    ("file", "steps"),
    [
        ("vassalengine__vassal/tour.log", 114),
        ("uckelman__tld-mod/0606-1.log", 1091),
        ("uckelman__tld-mod/campaign.sav", 0),
        ("danj3000__BBVassal/testlog.vlog", 7),
    ],
)
def test_real_files(corpus: Path, file: str, steps: int) -> None:
    log = read_log(corpus / file)
    assert (len(log.steps), log.findings) == (steps, ())
    assert sum(1 for command in log.script for _ in leaves(command)) == len(log.begin) + sum(
        len(item.commands) for item in log.steps
    )


def test_streaming_gives_the_same_as_reading(corpus: Path) -> None:
    for file in ("vassalengine__vassal/tour.log", "uckelman__tld-mod/0607-2.log"):
        log, stream = read_log(corpus / file), stream_log(corpus / file)
        assert (stream.begin, tuple(stream.steps), stream.findings) == (log.begin, log.steps, [])


@given(st.lists(st.sampled_from((*PLAYED, step(Raw("M/1/broken")))), max_size=6))
def test_streaming_a_small_log(steps: list[Command]) -> None:
    data = log_bytes(*steps)
    log, stream = read_log(data), stream_log(data)
    assert (stream.begin, tuple(stream.steps)) == (log.begin, log.steps)
    assert tuple(stream.findings) == log.findings
    assert (stream.metadata, stream.module) == (log.metadata, log.module)


def test_a_module_is_no_log_to_stream() -> None:
    with pytest.raises(InputError, match="holds no saved game"):
        stream_log(container_bytes({"buildFile.xml": b"<x/>"}))
