"""The gesture table of declared games: how each action of the rules is done at the module, told once.

Keys and menus of the module, the paper player and the reading of logs all come from here.  A gesture with a
word is a key of a unit that writes the word into its `Act` (`toolkit.module.decisions`); the others show by
themselves: a drag, or the turn tracker.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from toolkit.module.keys import NO_KEY, Key, ctrl
from toolkit.source.names import Names

TARGET, ALSO, ATTACK, ROLL = "target", "also", "attack", "roll"
LOSE, ELIMINATE, RESTORE, FLIP = "lose", "eliminate", "restore", "flip"

FACE: Final = "Face"
"""Layer of a unit with two steps; its second level is the reduced face."""
BATTLE: Final = "Battle"
"""Property of a unit: number of the last battle that it was named in."""
ROLE: Final = "Role"
"""Property of a unit: `DEFENDER` where a battle was declared on it, `ATTACKER` where it joined one."""
DICE: Final = "Dice"
"""Property of a unit: the dice of the battle declared on it, joined by commas; "0" for none."""
BATTLES: Final = "Battles"
"""Property of the module: how many battles were declared."""
ENDED: Final = "Ended"
"""Property of the module: turn, phase and side of the last player who was done before the other."""
ODDS: Final = "Odds"
"""Property of a unit: the printed strengths of its battle, as the chat tells them."""
DEFENDER, ATTACKER = "D", "A"


@dataclass(frozen=True, slots=True)
class Gesture:
    """How an action is done at the module.

    Attributes
    ----------
    action : str
        Name of the action of `toolkit.rules.declared`; "" for what decides nothing.
    word : str
        What its key writes into `Act`; "" where there is no key.
    key : Key
    menu : Names
        Line of a unit's menu, or what the player does.
    shows : str
        How it shows in a log where nobody pressed the key; "" where it does not.
    says : str
        Line of the chat.
    """

    action: str
    word: str
    key: Key
    menu: Names
    shows: str = ""
    says: str = ""


GESTURES: Final = (
    Gesture(
        "Attack",
        TARGET,
        ctrl("B"),
        Names("Declare a battle here", ja="ここに戦闘を宣言", zh="在此宣布战斗"),
        says="$PlayerSide$: battle $Battle$ in $LocationName$",
    ),
    Gesture(
        "Attack",
        ALSO,
        ctrl("B", shift=True),
        Names("Same battle: here as well", ja="同じ戦闘に加える", zh="同一战斗也包括此处"),
        says="$PlayerSide$: battle $Battle$, in $LocationName$ as well",
    ),
    Gesture(
        "Attack",
        ATTACK,
        ctrl("A"),
        Names("Join the attack", ja="攻撃に参加", zh="参加进攻"),
        says="$PlayerSide$: $oldPieceName$ joins battle $Battle$, printed strengths $Odds$",
    ),
    Gesture(
        "Roll",
        ROLL,
        ctrl("D"),
        Names("Roll for this battle", ja="戦闘のダイスを振る", zh="掷本战斗的骰子"),
        says="$PlayerSide$: battle $Battle$ rolls $Dice$, printed strengths $Odds$",
    ),
    Gesture(
        "Lose",
        LOSE,
        ctrl("L"),
        Names("Lose a step", ja="1ステップ損失", zh="损失1战力"),
        "turned over in a combat or supply phase, or put from its last step among the eliminated",
        "$PlayerSide$: $oldPieceName$ in $LocationName$ loses a step",
    ),
    Gesture(
        "Eliminate",
        ELIMINATE,
        ctrl("E"),
        Names("Eliminate", ja="除去", zh="消灭"),
        "put among the eliminated",
        "$PlayerSide$: $oldPieceName$ is eliminated",
    ),
    Gesture(
        "Restore",
        RESTORE,
        ctrl("R"),
        Names("Restore a step", ja="1ステップ回復", zh="恢复1战力"),
        "turned to its full face on the map",
        "$PlayerSide$: $oldPieceName$ in $LocationName$ is restored",
    ),
    Gesture(
        "",
        FLIP,
        ctrl("F"),
        Names("Turn over", ja="裏返す", zh="翻面"),
        says="$PlayerSide$: $newPieceName$, $LocationName$",
    ),
    Gesture("Place", "", NO_KEY, Names("Drag onto the map"), "dragged from a box onto the map"),
    Gesture("Move", "", NO_KEY, Names("Drag"), "dragged in a movement phase"),
    Gesture("Retreat", "", NO_KEY, Names("Drag"), "dragged while the result of a battle asks for it"),
    Gesture("Advance", "", NO_KEY, Names("Drag"), "an attacker dragged in a combat phase"),
    Gesture("End", "", NO_KEY, Names("Turn tracker"), "the turn tracker goes on"),
)
"""All gestures; of each action those with a key first."""


def gesture(word: str) -> Gesture:
    """Return the gesture whose key writes a word.  Raises KeyError for an unknown one."""
    return BY_WORD[word]


BY_WORD: Final = {one.word: one for one in GESTURES if one.word}
WORDS: Final = {one.menu.en: (one.menu.get("ja"), one.menu.get("zh")) for one in GESTURES if one.word}
"""Menu lines: English to Japanese and Chinese."""
