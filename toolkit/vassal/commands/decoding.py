"""From text to commands: which family a text belongs to, and how sequences nest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, overload

from toolkit.diagnostics.budget import Budget, budget
from toolkit.vassal import sequence
from toolkit.vassal.commands import chat, game, notes, pieces, players, properties
from toolkit.vassal.commands.base import ESC, Command, Raw, read_as
from toolkit.vassal.commands.log import Group, Logged, Null, decode_undo

_Decoder = Callable[[str], Command]

# These look after their own spelling, or have only one: by two characters, with all that they begin with.
_SPELLED: dict[str, tuple[str, _Decoder]] = {
    "CH": ("CHAT", chat.decode_chat),
    "+/": ("+/", pieces.decode_add),
    "-/": ("-/", pieces.decode_remove),
    "D/": ("D/", pieces.decode_change),
    "M/": ("M/", pieces.decode_move),
    "Mu": ("MutableProperty\t", properties.decode_change_property),
}
# By what comes before the first tab.
_TABBED: dict[str, _Decoder] = {
    "AUDIO": chat.decode_audio,
    "CHECK": game.decode_check,
    "CLOCK": players.decode_clock,
    "CLOCKCONTROL": players.decode_clock_control,
    "DECK": game.decode_not_new,
    "EXT": game.decode_extension,
    "FLARE": game.decode_flare,
    "GlobalProperty": properties.decode_global_property,
    "LOCKSPOTAB": properties.decode_lock_options,
    "LOS": game.decode_line_of_sight,
    "NOTES": notes.decode_scenario_note,
    "PLAY": players.decode_wake_up,
    "PLAYER": players.decode_player,
    "PLUGIN": game.decode_plugin,
    "PNOTE": notes.decode_private_note,
    "PNOTES": notes.decode_public_note,
    "PYREMOVE": players.decode_remove_player,
    "SEMAIL": players.decode_dice_mail,
    "SETUP_STACK": game.decode_not_new,
    "SGKC": game.decode_startup_key,
    "SHOW_RESULTS": game.decode_special_dice,
    "SNOTE": notes.decode_secret_note,
    "UNDO": decode_undo,
    "UNMASK": players.decode_unmaskers,
}
_WORDS: dict[str, Command] = {
    "": Null(),
    "null": Null("null"),
    "begin_save": game.BeginSave(),
    "end_save": game.EndSave(),
}
# Far deeper than any engine nests, far from exhausting the interpreter's stack.
_MAX_DEPTH = 200


def _decoder(text: str) -> _Decoder | None:
    head, tab, _ = text.partition("\t")
    if tab:
        found = _TABBED.get(head)
        if found is not None:
            return found
        if head.endswith("BoardPicker"):
            return game.decode_boards
        if head.startswith("TURN"):
            return game.decode_turn
    elif text.endswith("BoardPicker"):
        return game.decode_boards
    if text.startswith("EVENT_LIST"):
        return game.decode_events
    return None


def decode_command(text: str) -> Command:
    """Read one command without looking for a sequence in it; what cannot be read comes back as `Raw`."""
    spelled = _SPELLED.get(text[:2])
    try:
        if spelled is not None and text.startswith(spelled[0]):
            return spelled[1](text)
        word = _WORDS.get(text)
        if word is not None:
            return word
        decoder = _decoder(text)
        return Raw(text) if decoder is None else read_as(decoder(text), text)
    except (ValueError, IndexError) as error:
        return Raw(text, f"broken: {error}")


_G = TypeVar("_G", Group, "Script")


def _keep(made: _G, tokens: list[str], text: str) -> _G:
    """Return `made`, remembering its text if its tokens would be joined differently.

    Every command writes itself as the token it was read from, so that the tokens alone decide.
    """
    if not sequence.joins_back(text, tokens, ESC) and sequence.encode(tokens, ESC) != text:
        object.__setattr__(made, "source", text)
    return made


def _decode(text: str, spending: Budget, depth: int = 0) -> Command:
    if depth > _MAX_DEPTH:
        return Raw(text, f"nested more than {_MAX_DEPTH} deep")
    if ESC in text:
        spending.take("text", len(text))
        tokens = sequence.decode(text, ESC)
        spending.take("commands", len(tokens))
        if tokens != [text]:
            group = Group(tuple([_decode(token, spending, depth + 1) for token in tokens]))
            return _keep(group, tokens, text)
    elif len(text) > 1 and text[0] == "'" and text[-1] == "'":
        # The engine takes the quotes off before it looks what a command is.
        return _keep(Group((_decode(text[1:-1], spending, depth + 1),)), [text[1:-1]], text)
    if text.startswith("LOG\t"):
        return Logged(_decode(text[4:], spending, depth + 1))
    return decode_command(text)


def iter_commands(chunks: Iterable[bytes]) -> Iterator[Command]:
    """Yield the commands of a saved game one by one as its text comes in; see `decode_commands`.

    Parameters
    ----------
    chunks : iterable of bytes
        UTF-8 text cut anywhere, as `toolkit.vassal.codecs.unwrap` gives it.
    """
    spending = budget()
    return (_decode_raw(token, spending) for token in _tokens(chunks, spending))


def _tokens(chunks: Iterable[bytes], spending: Budget) -> Iterator[bytes]:
    """Yield the tokens of the outer sequence, without the backslashes of escaped separators."""
    # The separator and the backslash are single bytes in UTF-8 and occur in no other character.
    separator = ESC.encode()
    pending: list[bytes] = []
    for chunk in chunks:
        spending.take("commands", chunk.count(separator))
        first, *others = chunk.split(separator)
        if first:
            pending.append(first)
        for part in others:
            if pending and pending[-1].endswith(b"\\"):
                pending[-1] = pending[-1][:-1] + separator
            else:
                yield b"".join(pending)
                pending = []
            if part:
                pending.append(part)
    yield b"".join(pending)


def _decode_raw(raw: bytes, spending: Budget) -> Command:
    token = raw.decode("utf-8", "surrogateescape")
    if len(token) > 1 and token[0] == "'" and token[-1] == "'":
        token = token[1:-1]
    return _decode(token, spending)


@dataclass(frozen=True, slots=True)
class Script(Sequence[Command]):
    """The text of a save or log as commands: the outer sequence.

    Attributes
    ----------
    source : str or None
        The text it was read from where its outer sequence is written differently today; as in `Command`.
    """

    commands: tuple[Command, ...]
    source: str | None = field(default=None, init=False, compare=False, repr=False)

    @overload
    def __getitem__(self, index: int) -> Command: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Command]: ...
    def __getitem__(self, index: int | slice) -> Command | Sequence[Command]:
        return self.commands[index]

    def __len__(self) -> int:
        return len(self.commands)

    def encode(self) -> str:
        """Return the text it was read from, or as an engine writes it."""
        return encode_commands(self.commands) if self.source is None else self.source


def decode_commands(text: str) -> Script:
    """Read the text of a save or log.

    Parameters
    ----------
    text : str
        As `toolkit.vassal.codecs.decode_saved_game` gives it.

    Returns
    -------
    Script
        A command with consequences is a `Group`, one kept for the Step button a `Logged`;
        `toolkit.vassal.commands.leaves` looks inside both.  Unreadable ones are `Raw`.  Nothing is lost:
        ``decode_commands(text).encode() == text`` for any text.
    """
    spending = budget()
    spending.take("commands", text.count(ESC))
    tokens = sequence.decode(text, ESC)
    return _keep(Script(tuple(_decode(token, spending) for token in tokens)), tokens, text)


def read_script(chunks: Iterable[bytes]) -> Script | None:
    """Read commands as their text comes in, as `decode_commands` does, in two thirds of its time.

    Returns
    -------
    Script or None
        None where a token begins with a quote or a backslash: to write that again takes the text as a whole.
    """
    commands = []
    spending = budget()
    for token in _tokens(chunks, spending):
        if token.startswith((b"'", b"\\")):
            return None
        commands.append(_decode(token.decode("utf-8", "surrogateescape"), spending))
    return Script(tuple(commands))


def encode_commands(commands: Iterable[Command]) -> str:
    """Write commands as one sequence."""
    return sequence.encode([command.encode() for command in commands], ESC) or ""
