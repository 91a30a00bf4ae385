"""One VASSAL in one child process, on a display of its own, with a time limit on every request."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from toolkit.diagnostics import Finding, Severity, ToolkitError
from toolkit.engine.provision import EngineHome, EngineUnavailable, find_engine

_START_SECONDS = 30.0
_SCREEN = (1600, 1100)
_MANAGER = "openbox"
_FOREIGN = ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "WAYLAND_DISPLAY")
_LOGBACK = "<configuration/>\n"


@dataclass(frozen=True, slots=True)
class Problem:
    """One complaint of the engine.

    Attributes
    ----------
    kind : str
        ``"exception"``, ``"bad-data"``, ``"dialog"``, ``"error"`` or ``"warning"``.
    message, detail : str
        The engine's words; for a dialog its title and everything written in it.
    picture : Path or None
        The dialog as it looked.
    """

    kind: str
    message: str
    detail: str
    picture: Path | None


class EngineFailure(ToolkitError):  # noqa: N818 -- reads as what happened
    """The engine could not do what was asked, did not answer in time, or died."""

    def __init__(self, code: str, message: str, detail: str = "", picture: Path | None = None) -> None:
        self.detail = detail
        self.picture = picture
        data = {"detail": detail} | ({"picture": str(picture)} if picture else {})
        super().__init__([Finding(code, Severity.ERROR, message, data=data)])


class Engine:
    """A running VASSAL; use it in a ``with`` statement.

    Parameters
    ----------
    home : EngineHome, optional
        By default what `find_engine` finds.
    pictures : Path, optional
        Folder for pictures of dialogs and hangs; by default the work folder, which goes away at the end.
    screen : (int, int)
        Width and height of the display, in pixels.
    played : bool
        Whether a player's hands (`toolkit.engine.hands`) are to use it: with a window manager, and with
        dialogs left open for them.
    seed : int, optional
        Of dice, shuffles and all other chance, for a game that can be had again; by default the engine's
        own, which nobody can foretell.

    Raises
    ------
    EngineUnavailable
        When there is no engine on this machine.

    Notes
    -----
    A module can be opened once in a process: the engine is a singleton.  Everything that the engine
    writes (cache, preferences, logs) goes to a work folder that is removed at the end.
    """

    def __init__(
        self,
        home: EngineHome | None = None,
        pictures: Path | None = None,
        *,
        screen: tuple[int, int] = _SCREEN,
        played: bool = False,
        seed: int | None = None,
    ) -> None:
        self.home = home or find_engine()
        self.screen = screen
        self.played = played
        self._seed = seed
        self._folder = tempfile.TemporaryDirectory(prefix="engine-", ignore_cleanup_errors=True)
        self.work = Path(self._folder.name)
        self._pictures = pictures or self.work
        self._made_folder = False
        self._server: subprocess.Popen[bytes] | None = None
        self._manager: subprocess.Popen[bytes] | None = None
        self._java: subprocess.Popen[bytes] | None = None
        self._display = ""
        self._rest = b""
        self.problems: list[Problem] = []

    def __enter__(self) -> Self:
        """Start the display and the engine."""
        try:
            self._start_display()
            if self.played:
                self._start_manager()
            self._start_java()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop both."""
        self.stop()

    def stop(self) -> None:
        """End the engine and its display and remove the work folder."""
        for process in (self._java, self._manager, self._server):
            if process is not None:
                process.kill()
                process.wait()
                for stream in (process.stdin, process.stdout):
                    if stream is not None:
                        with contextlib.suppress(BrokenPipeError):  # a request that a dead engine never read
                            stream.close()
        self._java = self._manager = self._server = None
        self._folder.cleanup()
        if self._made_folder:
            with contextlib.suppress(OSError):
                self._pictures.rmdir()  # where no picture came

    def call(self, operation: str, *, seconds: float = 120.0, **arguments: object) -> object:
        """Ask the engine for one operation and return its answer.

        Complaints made meanwhile are added to `problems`.

        Raises
        ------
        EngineFailure
            ``ENG002`` no answer within `seconds` (with a screenshot), ``ENG003`` the operation failed,
            ``ENG004`` the process died.
        """
        request = json.dumps({"op": operation, **arguments}, ensure_ascii=True)
        stream = self._running().stdin
        assert stream is not None
        try:
            stream.write(request.encode() + b"\n")
            stream.flush()
        except BrokenPipeError:
            raise self._died(operation) from None
        answer = json.loads(self._line(operation, seconds))
        self.problems += [_problem(each) for each in answer.get("problems", ())]
        if "error" in answer:
            message = f"the engine fails in {operation}: {answer['error']}"
            raise EngineFailure("ENG003", message, str(answer.get("detail", "")))
        return answer.get("value")

    def take_problems(self) -> list[Problem]:
        """Return the complaints since the last call of this method."""
        taken, self.problems = self.problems, []
        return taken

    def screenshot(self, file: Path) -> Path | None:
        """Save the whole screen as PNG; None where ImageMagick is missing or fails."""
        program = shutil.which("import")
        if program is None:
            return None
        file.parent.mkdir(parents=True, exist_ok=True)
        command = [program, "-display", self._display, "-window", "root", str(file)]
        try:
            done = subprocess.run(command, capture_output=True, timeout=20, check=False)
        except subprocess.TimeoutExpired:
            return None
        return file if done.returncode == 0 else None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._java is None:
            raise EngineFailure("ENG004", "the engine is not running")
        return self._java

    def _start_display(self) -> None:
        read, write = os.pipe()
        try:
            self._server = subprocess.Popen(
                [
                    str(self.home.xvfb),
                    "-displayfd",
                    str(write),
                    "-screen",
                    "0",
                    f"{self.screen[0]}x{self.screen[1]}x24",
                    "-nolisten",
                    "tcp",
                    "-noreset",
                    "-r",  # no key repeats itself, however late its release comes
                ],
                pass_fds=(write,),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            os.close(write)
            write = -1
            number = _read_number(read, time.monotonic() + _START_SECONDS)
        finally:
            os.close(read)
            if write >= 0:
                os.close(write)
        if not number:
            raise EngineUnavailable(f"the virtual display {self.home.xvfb} does not start")
        self._display = f":{number}"

    def _start_manager(self) -> None:
        """Start a window manager: without one no window gets the keyboard, and none can be moved."""
        program = shutil.which(_MANAGER)
        if program is None:
            raise EngineUnavailable(f"no window manager {_MANAGER} (Debian: {_MANAGER})")
        self._manager = subprocess.Popen(
            [program],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=self._environment(),
        )

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
        return {**kept, "DISPLAY": self._display}

    def _start_java(self) -> None:
        self._made_folder = not self._pictures.exists()
        self._pictures.mkdir(parents=True, exist_ok=True)
        (self.work / "logback.xml").write_text(_LOGBACK, encoding="utf-8")
        path = os.pathsep.join(str(p) for p in self.home.class_path)
        command = [
            str(self.home.java),
            f"-Djava.io.tmpdir={self.work}",
            f"-Duser.home={self.work}",
            f"-Djava.util.prefs.userRoot={self.work}",
            f"-Dlogback.configurationFile={self.work / 'logback.xml'}",
            "-Duser.language=en",
            "-Duser.country=US",
            "-Dfile.encoding=UTF-8",
            "-Djava.awt.headless=false",
            "-XX:+UseSerialGC",
            # Most engines end before the second compiler pays; a player's compiles as it would at home.
            *([] if self.played else ["-XX:TieredStopAtLevel=1"]),
            "-Xmx2g",
            # Hands can use Java's own file dialog, and it looks alike everywhere.
            "-Dsun.awt.disableGtkFileDialogs=true",
            f"-Dtoolkit.engine.played={str(self.played).lower()}",
            f"-Dtoolkit.engine.language={self.home.language}",
            *([] if self._seed is None else [f"-Dtoolkit.engine.seed={self._seed}"]),
            "--add-exports=java.desktop/sun.java2d.cmm=ALL-UNNAMED",
            "-cp",
            path,
            "toolkit.engine.Driver",
            str(self.work),
            str(self._pictures.resolve()),
        ]
        with (self.work / "stderr").open("wb") as errors:
            self._java = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=self._environment(),
                cwd=self.work,
            )

    def _line(self, operation: str, seconds: float) -> bytes:
        stream = self._running().stdout
        assert stream is not None
        end = time.monotonic() + seconds
        parts = [self._rest]
        while b"\n" not in parts[-1]:
            chunk = _read_some(stream, end)
            if chunk is None:
                raise self._hangs(operation, seconds)
            if not chunk:
                raise self._died(operation)
            parts.append(chunk)
        line, _, self._rest = b"".join(parts).partition(b"\n")
        return line

    def _hangs(self, operation: str, seconds: float) -> EngineFailure:
        picture = self.screenshot(self._pictures / f"hang-{operation}.png")
        shown = f"; see {picture}" if picture else ""
        return EngineFailure(
            "ENG002", f"the engine gives no answer to {operation} in {seconds:g} s{shown}", picture=picture
        )

    def _died(self, operation: str) -> EngineFailure:
        said = (self.work / "stderr").read_text(encoding="utf-8", errors="replace")[-2000:]
        return EngineFailure("ENG004", f"the engine ended during {operation}", said)


def _read_number(descriptor: int, end: float) -> str:
    """Return the display's number that the server writes when it is ready, or an empty text."""
    text = b""
    while not text.endswith(b"\n"):
        ready, _, _ = select.select([descriptor], [], [], max(0.0, end - time.monotonic()))
        chunk = os.read(descriptor, 64) if ready else b""
        if not chunk:
            return ""
        text += chunk
    return text.decode("ascii").strip()


def _read_some(stream: IO[bytes], end: float) -> bytes | None:
    """Return what is there, empty at the end of the stream, None when the time is over."""
    ready, _, _ = select.select([stream], [], [], max(0.0, end - time.monotonic()))
    return os.read(stream.fileno(), 1 << 20) if ready else None


def _problem(raw: Mapping[str, object]) -> Problem:
    picture = raw.get("picture")
    return Problem(
        str(raw["kind"]), str(raw["message"]), str(raw["detail"]), Path(str(picture)) if picture else None
    )
