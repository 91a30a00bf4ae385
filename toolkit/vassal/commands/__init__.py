"""Commands: what a save or log is made of, as typed frozen values, one module per family."""

from toolkit.vassal.commands.base import ESC, Command, Raw
from toolkit.vassal.commands.chat import Chat, PlayAudio
from toolkit.vassal.commands.decoding import (
    Script,
    decode_command,
    decode_commands,
    encode_commands,
    iter_commands,
)
from toolkit.vassal.commands.game import (
    BeginSave,
    Board,
    Check,
    EndSave,
    Events,
    Extension,
    FlareAt,
    LineOfSight,
    NotNew,
    SetBoards,
    SetTurn,
    SpecialDice,
    StartupKey,
)
from toolkit.vassal.commands.log import Group, Logged, Null, Undo, leaves
from toolkit.vassal.commands.notes import PrivateNote, PublicNote, ScenarioNote, SecretNote
from toolkit.vassal.commands.pieces import AddPiece, ChangePiece, MovePiece, RemovePiece
from toolkit.vassal.commands.players import AddPlayer, Clock, ClockControl, RemovePlayer, Unmaskers
from toolkit.vassal.commands.properties import ChangeProperty, GlobalPropertyState, LockOptions

__all__ = [
    "ESC",
    "AddPiece",
    "AddPlayer",
    "BeginSave",
    "Board",
    "ChangePiece",
    "ChangeProperty",
    "Chat",
    "Check",
    "Clock",
    "ClockControl",
    "Command",
    "EndSave",
    "Events",
    "Extension",
    "FlareAt",
    "GlobalPropertyState",
    "Group",
    "LineOfSight",
    "LockOptions",
    "Logged",
    "MovePiece",
    "NotNew",
    "Null",
    "PlayAudio",
    "PrivateNote",
    "PublicNote",
    "Raw",
    "RemovePiece",
    "RemovePlayer",
    "ScenarioNote",
    "Script",
    "SecretNote",
    "SetBoards",
    "SetTurn",
    "SpecialDice",
    "StartupKey",
    "Undo",
    "Unmaskers",
    "decode_command",
    "decode_commands",
    "encode_commands",
    "iter_commands",
    "leaves",
]
