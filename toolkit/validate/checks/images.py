"""Pictures: missing, unused, unreadable."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from urllib.parse import quote

from lxml import etree

from toolkit.diagnostics import Finding, Severity
from toolkit.diagnostics.words import counted
from toolkit.validate.book import CHECKS
from toolkit.validate.habits import Habit, Report, User, listed
from toolkit.validate.module_view import Definition, ModuleView, short
from toolkit.validate.nearest import nearest
from toolkit.vassal.containers import SAVED_GAME
from toolkit.vassal.images import stands_for_itself
from toolkit.vassal.traits import BasicPiece, Layer, Mask, Moved, Trait

_check = partial(CHECKS.check, subject="module")

_SUFFIX = re.compile(r"\.(png|gif|jpe?g|svg|bmp)\Z", re.IGNORECASE)
_IMAGE_ATTRIBUTE = re.compile(r"image\Z|imageName\Z|.*icon(Name)?\Z", re.IGNORECASE)
# An attribute counts only while this one says so: the engine keeps the name of a picture it does not use.
_TEXT_ENTRY = re.compile(r"\.(html?|xml|txt|md|css|js|xhtml|properties|bsh|class|vsav|vlog|sav|log)\Z", re.I)
_TOKEN = re.compile(r"[^;,|/\\\t\r\n\x1b\"'<>=&:\x00-\x1f]+")
_DYNAMIC = re.compile(r"<img[^>]{0,200}src[^>]{0,80}[$+{]", re.IGNORECASE)
_SHOWN = 20
# What file systems put beside pictures: of Mac OS, of Windows.
_LITTER = re.compile(r"(^|/)(\._|\.DS_Store|__MACOSX/|Thumbs\.db)", re.IGNORECASE)
_HEAD = 4096
_MOST_TEXT = 1 << 26
_MAGICS = (b"\x89PNG", b"GIF8", b"\xff\xd8", b"BM", b"II*\0", b"MM\0*", b"\0\0")


def trait_images(trait: Trait) -> tuple[str, ...]:
    """Return the pictures that a trait names."""
    if isinstance(trait, BasicPiece | Moved):
        return (trait.image,)
    if isinstance(trait, Layer):
        return trait.images
    if isinstance(trait, Mask):
        seen_by_others = trait.display[1:] if trait.display.startswith("G") else ""
        return (trait.image, seen_by_others)
    return ()


def _attribute_images(element: etree._Element) -> Iterator[str]:
    for key, value in element.attrib.items():
        if _IMAGE_ATTRIBUTE.match(str(key)) and _SUFFIX.search(str(value)):
            yield str(value)
    if short(element) == "Chart" and element.get("fileName"):
        yield str(element.get("fileName"))


def _references(module: ModuleView) -> Iterator[tuple[str, etree._Element, Definition | None]]:
    for element in module.elements:
        for name in _attribute_images(element):
            yield name, element, None
    for item in module.definitions:
        for trait in item.traits:
            for name in trait_images(trait):
                if name:
                    yield name, item.element, item


@_check("MOD010", Severity.ERROR)
def missing_image(module: ModuleView) -> Iterator[Finding]:
    """A picture that the module names is not in it.

    Looked for are the pictures of pieces, layers, masks and marks, of boards and charts, and the icons of
    buttons.  A name is found as the engine finds it: in the module, in a folder of translations, among
    the engine's own pictures, without its ``.gif``, in decomposed Unicode, or made by the module itself.
    Names with a property in them stand for nothing until the game runs and are passed over.  Nothing is
    said of an unpacked module of which only the buildFile is at hand.  Of what only prototypes that no
    piece uses name, one note is made.

    Why
    ---
    An error: players see nothing where the counter should be, and a message about bad data.

    Good example
    ------------
    <module><image name="tank.png"/>
      <Piece name="Tank" gpid="1">piece;;;tank.png;Tank</Piece></module>

    Bad example
    -----------
    <module><image name="tank.png"/>
      <Piece name="Tank" gpid="1">piece;;;Tank.png;Tank</Piece></module>
    """
    if not (module.whole and module.complete):
        return
    users: dict[str, list[User]] = {}
    for name, element, item in _references(module):
        if stands_for_itself(name) and not module.finds_image(name):
            users.setdefault(name, []).append((element, item))

    def near(name: str) -> str:
        other = nearest(name, module.images)
        return f" (did you mean {other!r}?)" if other else ""

    def one(habit: Habit) -> str:
        what = counted(len(habit.names), "picture that", "pictures that")
        verb = "names is" if len(habit.users) == 1 else "name is"
        if len(habit.names) > 1:
            verb = verb.replace("is", "are")
        return f"{what} {habit.who} {verb} not in the module: {listed(habit.names, near)}"

    def idle(names: Sequence[str]) -> str:
        return f"{counted(len(names), 'picture is', 'pictures are')} not in the module: {listed(names)}"

    yield from Report("MOD010", Severity.ERROR, "images", one, idle).findings(module, users)


def _words(module: ModuleView) -> list[str] | None:
    """Return every text in which a picture could be named, set-ups apart; None where that is too much."""
    found = ["\n".join(module.lines)]
    left = _MOST_TEXT
    for entry in module.container.names:
        if entry.startswith("images") or entry == module.entry or not _TEXT_ENTRY.search(entry):
            continue
        data = b""
        for chunk in module.container.chunks(entry):
            data += chunk
            if len(data) > left:
                return None
        left -= len(data)
        if data[:2] != b"PK" and entry != SAVED_GAME:
            found.append(data.decode("utf-8", "replace"))
    return found


@_check("MOD011", Severity.INFO)
def unused_image(module: ModuleView) -> Iterator[Finding]:
    """Pictures that nothing in the module names.

    A picture counts as used when its name stands anywhere in the buildFile, in a set-up or a help page, with
    or without its suffix.  Nothing is said of modules that put names of pictures together while the game
    runs, of modules with classes of their own, which may do so, and of modules with extensions at hand.
    Files that are no pictures by their names are passed over.

    Why
    ---
    A note: the module works; it is larger than it need be, or something was forgotten.

    Good example
    ------------
    <module><image name="tank.png"/>
      <Piece name="Tank" gpid="1">piece;;;tank.png;Tank</Piece></module>

    Bad example
    -----------
    <module><image name="tank.png"/><image name="old tank.png"/>
      <Piece name="Tank" gpid="1">piece;;;tank.png;Tank</Piece></module>
    """
    if module.is_extension or module.extensions or module.own_classes:
        return
    left = {name for name in module.images if _SUFFIX.search(name) and not _LITTER.search(name)}
    left -= module.made_images | module.images_of_setups
    if not left:
        return
    bare = {name: _SUFFIX.sub("", name) for name in left}
    texts = _words(module)
    if texts is None or any(_DYNAMIC.search(text) for text in texts):
        return
    for text in texts:
        tokens = {token.strip() for token in _TOKEN.findall(text)}
        left = {name for name in left if name not in tokens and bare[name] not in tokens}
    # What the cheap way has not found is looked for as it stands: names may hold separators themselves.
    unused = sorted(name for name in left if not any(_stands_in(name, bare[name], text) for text in texts))
    if unused:
        listed = ", ".join(repr(name) for name in unused[:_SHOWN])
        more = f" and {len(unused) - _SHOWN} more" if len(unused) > _SHOWN else ""
        message = f"{counted(len(unused), 'picture is', 'pictures are')} named nowhere: {listed}{more}"
        yield Finding("MOD011", Severity.INFO, message, module.place(None), data={"images": unused})


def _stands_in(name: str, bare: str, text: str) -> bool:
    xml = name.replace("&", "&amp;")
    # A short bare name such as "1" would be found in every text: true, and no use.
    spelt = (name, xml, quote(name))
    return any(each in text for each in spelt) or (len(bare) > 3 and bare in text)


@_check("MOD012", Severity.ERROR)
def unreadable_image(module: ModuleView) -> Iterator[Finding]:
    """A file among the pictures that is no picture.

    Looked at are empty files, and files of a picture's suffix whose content begins like none: PNG, GIF,
    JPEG, BMP and TIFF by their first bytes, SVG by its root element.  The content counts, not the suffix,
    as in the engine.

    Why
    ---
    An error: the engine cannot draw it, and says so at every piece that uses it.

    Good example
    ------------
    <module><image name="tank.png"/>
      <Piece name="Tank" gpid="1">piece;;;tank.png;Tank</Piece></module>

    Bad example
    -----------
    <module><file name="images/tank.png">version https://git-lfs.github.com/spec/v1</file>
      <Piece name="Tank" gpid="1">piece;;;tank.png;Tank</Piece></module>
    """
    names = {entry: name for name, entry in module.images.items() if _SUFFIX.search(name)}
    for entry, head in module.container.heads(names, _HEAD):
        if head.startswith(_MAGICS) or b"<svg" in head or b"<?xml" in head or b"<!--" in head:
            continue
        what = "an empty file" if not head else "no picture"
        message = f"{entry!r} is {what}"
        yield Finding("MOD012", Severity.ERROR, message, module.place(None), data={"image": names[entry]})
