"""Readers that judge: logs of any game, rules as data, rulings, checks, folders, command lines.

Each takes bytes.  Where bytes alone would seldom get past the first door, they are the seed of what is
changed in something whole: a log of a legal game, a folder, a line for the shell.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from tests.audit.strangers import Stranger, audited
from tests.fuzz.readers import Reader, build_seeds, text_of
from tests.fuzz.rooms import DECLARED, SPLIT, with_setup, write_files
from tests.vassal import samples
from toolkit.archive.files import candidates
from toolkit.archive.fingerprint import Fingerprint, closed, opening
from toolkit.archive.grouping import grouped
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.audit.presentation import findings_of, sections_of
from toolkit.audit.referee_rulings import load_rulings, overrule
from toolkit.audit.report import Report
from toolkit.audit.without_rules.audit import audit_without_rules
from toolkit.cli.main import main
from toolkit.cli.making import input_digest
from toolkit.compile.game import compile_game
from toolkit.diagnostics import ToolkitError
from toolkit.diagnostics.formats import FORMATS, render
from toolkit.importer.build import built_entries
from toolkit.logs.dice import dice_of
from toolkit.logs.dice_picture import draw_dice
from toolkit.logs.editing import Edited, clean_log, cut_log, every, join_logs, split_log, turns_of
from toolkit.logs.transcript.writing import Wanted, transcript_of
from toolkit.module.build import build_module
from toolkit.module.equipment import load_equipment
from toolkit.play.declared import house_rules, record
from toolkit.refresh.game import NewModule
from toolkit.report.data import Sources, page_data
from toolkit.report.page import page
from toolkit.source.game import load_game
from toolkit.validate.run import validate_path
from toolkit.vassal.buildfile import BuildFile, read_build_file
from toolkit.vassal.containers import SAVED_GAME, container_of, open_container
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import container_bytes, game_entries

# -- logs without rules


def log_of(data: bytes, name: str = "a.vlog") -> Log:
    """Return a log whose commands are these bytes."""
    entries = game_entries(text_of(data), save=Metadata(saved_ms=len(data)), module=Metadata(name="Test"))
    return read_log(container_bytes(entries), name=name)


@cache
def _windows() -> BuildFile:
    return read_build_file(build_seeds()[0])


def _logs(data: bytes) -> tuple[list[Log], BuildFile | None]:
    first, _, second = data.partition(SPLIT)
    logs = [log_of(first), *([log_of(second, "b.vlog")] if second else [])]
    return logs, _windows() if len(data) % 2 else None


def _again(edited: Edited) -> None:
    """What was made is a log that says what it was made to say."""
    container = open_container(samples.log_bytes())
    made = read_log(container_bytes(edited.entries(container)))
    assert made.encode() == edited.text


def log_tools(data: bytes) -> None:
    """Dice are counted, a transcript is told, and other logs are made of logs of any game."""
    with suppress(ToolkitError):
        logs, windows = _logs(data)
        dice = dice_of(logs, windows)
        json.dumps(dice.to_json())
        dice.to_csv()
        list(dice.sections())
        if len(data) % 16 == 0:
            draw_dice(dice)
        for form, language in (("text", "en"), ("markdown", "ja"), ("html", "zh")):
            wanted = Wanted(plumbing=form == "text", undone=form != "html")
            told = transcript_of(logs, windows, wanted, language).write(form)  # type: ignore[arg-type]
            assert form != "html" or "<script>fuzz" not in told
        for make in (
            lambda: join_logs(logs),
            lambda: clean_log(logs[0], chat=bool(len(data) % 3)),
            lambda: cut_log(logs[0], 1, max(1, len(logs[0].steps) - 1)),
        ):
            with suppress(ToolkitError):
                _again(make())
        for part in split_log(logs[0], [*every(logs[0], 2), *turns_of(logs[0])]):
            _again(part)


def no_rules(data: bytes) -> None:
    """What needs no rules is said of logs of any game, in every form."""
    with suppress(ToolkitError):
        logs, windows = _logs(data)
        report = audit_without_rules(logs, windows)
        json.dumps(report.to_json())
        for form in FORMATS:
            render(form, findings_of(report), sections=sections_of(report), title="t")


def pages(data: bytes) -> None:
    """The page of a log is one document, whatever names and chat say."""
    with suppress(ToolkitError):
        logs, windows = _logs(data)
        report = audit_without_rules(logs, windows)
        written = page(page_data(Sources(report, tuple(logs), None, windows, None)), title=text_of(data))
        assert "<script>fuzz" not in written


def archives(data: bytes) -> None:
    """Any logs are told apart and put together into games."""
    prints: list[Fingerprint] = []
    with suppress(ToolkitError):
        for number, log in enumerate(_logs(data)[0]):
            prints.append(closed(opening(log, str(number), b"salt"), log))
        played = read_log(samples.log_bytes(*samples.PLAYED))
        found = grouped([*prints, closed(opening(played, "x", b"salt"), played)])
        logs = {one.content for one in prints if one.status == "log"}
        assert {content for group in found for content in group.contents} >= {"x", *logs}


# -- games whose rules are data


@cache
def _folder(name: str) -> Mapping[str, bytes]:
    files = sorted(path for path in DECLARED[name].rglob("*") if path.is_file())
    return {path.relative_to(DECLARED[name]).as_posix(): path.read_bytes() for path in files}


def rules_file(data: bytes) -> None:
    """A game's folder with these bytes as its ``rules.yaml`` is checked: what is wrong has a place."""
    name = sorted(DECLARED)[data[0] % len(DECLARED)] if data else "causeway"
    with tempfile.TemporaryDirectory() as home, suppress(ToolkitError):
        validate_path(write_files(Path(home), {**_folder(name), "rules.yaml": data[1:]}))


@cache
def _causeway() -> tuple[ModuleData, Log]:
    with tempfile.TemporaryDirectory() as home:
        source, _ = load_game(DECLARED["causeway"])
        module = build_module(
            compile_game(source)[0], load_equipment(DECLARED["causeway"])[0], Path(home) / "m.vmod"
        )
        data = read_module(module)
        path = record(module, Path(home) / "1.vlog", 1, rules=house_rules(data, None)).log
        return data, read_log(path, name="1.vlog")


def declared_audit(data: bytes) -> None:
    """A log of a declared game that has changed somewhere is judged; every view of it can be told."""
    rules, log = _causeway()
    audited(Stranger(log, int.from_bytes(data[:8], "big")).logs(), rules)


@cache
def _report() -> Report:
    rules, log = _causeway()
    from toolkit.audit.audit import audit_read

    return audit_read(Stranger(log, 3).logs(), rules)


def rulings(data: bytes) -> None:
    """A file of a referee's decisions is read and overrules verdicts, or is refused with places."""
    with tempfile.TemporaryDirectory() as home, suppress(ToolkitError):
        path = Path(home) / "rulings.yaml"
        path.write_bytes(data)
        report = overrule(_report(), load_rulings(path))
        json.dumps(report.to_json())
        findings_of(report)


# -- checks, refreshed games, folders, command lines


def checks(data: bytes) -> None:
    """A module with a set-up is checked, whatever it holds, and its games go over into it."""
    first, _, second = data.partition(SPLIT)
    saved = container_bytes({SAVED_GAME: second or samples.log_bytes()})
    entries = {"buildFile.xml": with_setup(first), "s.vsav": saved}
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / "m.vmod"
        path.write_bytes(container_bytes(entries))
        validate_path(path)
    with suppress(ToolkitError):
        module = NewModule.open(container_of(entries, "m.vmod"))
        module.game(open_container(samples.log_bytes(*samples.PLAYED)))
        module.setups(container_of(entries, "m.vmod"))


_NAMES = (
    *(
        "a.yaml",
        "game.yaml",
        "files",
        "images",
        "setups",
        ".hidden",
        "a\\b",
        "é",
        "\x1b[2J",
        "x" * 200,
        "b\n",
    ),
)
_CONTENTS = (b"", b"a: 1\n", b"PK\x03\x04", b"\xff\xfe", b"{" * 3000, b"- " * 3000, b"&a [*a]", b"<x/>")


def folders(data: bytes) -> None:
    """A folder of anything, links and pipes among it, is read or refused by all who read folders."""
    source = random.Random(data)
    with tempfile.TemporaryDirectory() as home:
        base = Path(home) / "base"
        (Path(home) / "outside").write_bytes(b"secret")
        write_files(base, dict(_folder("causeway")) if source.random() < 0.5 else {})
        made = [base, *(path for path in sorted(base.rglob("*")) if path.is_dir())]
        for _ in range(source.randrange(1, 12)):
            path = source.choice(made) / source.choice(_NAMES)
            if path.exists() or path.is_symlink():
                continue
            match source.randrange(6):
                case 0:
                    path.mkdir()
                    made.append(path)
                case 1:
                    os.mkfifo(path)
                case 2:
                    path.symlink_to(
                        source.choice((Path(home) / "outside", Path(home), path, base, Path("/dev/zero")))
                    )
                case _:
                    path.write_bytes(source.choice((*_CONTENTS, data)))
        input_digest(base)
        list(candidates([base]))
        validate_path(base)
        for read in (load_game, built_entries, open_container):
            with suppress(ToolkitError):
                # A source may be a link of its owner's; what goes into a module may not.
                assert read is load_game or b"secret" not in repr(read(base)).encode()


_WORDS = (
    *("-o", "out", "--format", "json", "html", "sarif", "text", "--steps", "1", "-1", "99", "--module"),
    *("m.vmod", "a.vsav", "a.vlog", "broken", "folder", "fifo", "nowhere", "\x1b[2J", "", "-", "--", "axis"),
    *("--at", "--every", "0", "--turns", "--player", "\udcff", "--budget", "nan", "--step", "--window", "x"),
    *("--rulings", "rules.yaml", "--select", "MOD", "--ignore", "--once", "--language", "ja", "--undone"),
    *("--since", "--view", "--force", "referee", "9" * 5000),
)
_FILES = ("inspect", "validate", "scrub", "refresh", "audit", "import", "diff", "rules", "new", "nonsense")
_OF_LOGS = ("dice", "transcript", "join", "clean", "cut", "split", "page", "picture", "film")
_VERBS = (
    *((verb,) for verb in _FILES),
    *(("log", verb) for verb in _OF_LOGS),
    *(("archive", "report"), ("archive", "export"), ("watch", "--once")),
)


@contextlib.contextmanager
def _silent(folder: Path) -> Iterator[io.StringIO]:
    before, said = Path.cwd(), io.StringIO()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
            yield said
    finally:
        os.chdir(before)


def command_lines(data: bytes) -> None:
    """Any line ends in 0, 1 or 2, and never in a fault of the toolkit's own."""
    source = random.Random(data)
    line = [*source.choice(_VERBS), *source.choices(_WORDS, k=source.randrange(6))]
    files = {"m.vmod": _module(), "a.vsav": samples.log_bytes(), "a.vlog": samples.log_bytes(*samples.PLAYED)}
    files |= {"broken": data, "folder/a.vlog": files["a.vlog"], "rules.yaml": b"rulings: []\n"}
    with tempfile.TemporaryDirectory() as home:
        write_files(Path(home), files)
        os.mkfifo(Path(home) / "fifo")
        with _silent(Path(home)) as said:
            status = main(line)
        assert status in (0, 1, 2), line
        assert "fault of the toolkit" not in said.getvalue(), (line, said.getvalue())
        assert all((Path(home) / name).read_bytes() == content for name, content in files.items()), line


@cache
def _module() -> bytes:
    return container_bytes({"buildFile.xml": build_seeds()[0], "moduledata": Metadata(name="Test").to_xml()})


def _log_seeds() -> Sequence[bytes]:
    texts = [open_container(samples.log_bytes(*samples.PLAYED)).saved_game().text.encode()]
    rolled = "LOG\tCHAT* 2d6 = 3,4 *** <Ann>\x1bLOG\tCHAT<Bob> - hi\x1bLOG\tTURN1\t2|0;3|a\x1bLOG\tUNDO\ttrue"
    texts.append(texts[0] + b"\x1b" + rolled.encode())
    return (*texts, texts[0] + SPLIT + texts[1])


def judging() -> dict[str, Reader]:
    """Return the readers by name."""
    one, other = b"{step: 1, decision: legal, why: w}", b"{log: 1.vlog, step: 2, decision: illegal, why: w}"
    decided = b"rulings:\n- " + one + b"\n- " + other + b"\n"
    seed = (b"a", b"b", b"c")
    builds = build_seeds()
    return {
        "log tools": Reader(tuple(_log_seeds()), log_tools, every=20),
        "audit without rules": Reader(tuple(_log_seeds()), no_rules, every=40),
        "pages": Reader(tuple(_log_seeds()), pages, every=40),
        "archive": Reader(tuple(_log_seeds()), archives, every=20),
        "rules.yaml": Reader(
            tuple(bytes([at]) + _folder(name)["rules.yaml"] for at, name in enumerate(sorted(DECLARED))),
            rules_file,
            every=200,
        ),
        "declared audit": Reader(seed, declared_audit, every=200, prepare=_causeway),
        "rulings": Reader((decided,), rulings, every=20, prepare=_report),
        "checks": Reader((*builds, builds[0] + SPLIT + _log_seeds()[0]), checks, every=40),
        "folders": Reader(seed, folders, every=100),
        "command lines": Reader(seed, command_lines, every=100),
    }
