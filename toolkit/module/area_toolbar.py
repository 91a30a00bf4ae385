"""Toolbar parts of games of areas: a track of turns and phases, buttons that press a desk's key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from toolkit.module import toolbar
from toolkit.module.buildfile import Component, component
from toolkit.module.gestures import Gesture, filled
from toolkit.module.keys import Key, named
from toolkit.module.traits import aimed_at
from toolkit.vassal.sequence import encode

TURN_GOES: Final = named("turnGoes")
"""What the turn marker gets when a turn begins."""
_TURN_BEGINS: Final = named("turnBegins")


def with_turn_marker(turns: int, phases: Sequence[str]) -> list[Component]:
    """Return the track of turns and phases, and what sends the turn marker to the box of its turn."""
    presses = toolbar.Pressed(_TURN_BEGINS, f'Phase=="{phases[0]}"')
    sent = toolbar.Send("Turn marker", _TURN_BEGINS, TURN_GOES, 'Role=="turn"', 0)
    return [phase_tracker(turns, phases, presses), sent.component()]


def phase_tracker(turns: int, phases: Sequence[str], presses: toolbar.Pressed | None = None) -> Component:
    """Return turns and phases; properties ``Turn`` and ``Phase``."""
    phase = component(
        "ListTurnLevel",
        name="Phase",
        property="Phase",
        turnFormat="$value$",
        list=encode(phases, ",") or "",
        configList=False,
        configFirst=False,
        prompt="",
    )
    return toolbar.turn_tracker(turns, phase, presses)


def desk_button(
    gesture: Gesture,
    tooltip: str,
    matching: str,
    hotkey: Key | None = None,
    *,
    sends: Key | None = None,
    **texts: str,
) -> Component:
    """Return a gesture's button, which presses its key on the desks that match.

    `matching` is an expression without braces; `sends` stands for its key; `texts` for names in braces.
    """
    name = filled(gesture.button.en, texts)
    target, left = aimed_at(matching, toolbar.EVERYWHERE)
    return component(
        "GlobalKeyCommand",
        name=name,
        buttonText=name,
        tooltip=tooltip,
        icon="",
        buttonHotkey=hotkey.write() if hotkey else "",
        hotkey=(sends or gesture.key).write(),
        target=target,
        filter=left,
        deckCount=0,
        reportSingle=False,
        reportFormat="",
    )


def desk(id: str) -> str:
    """Return the expression that matches one desk."""
    return f'CounterId=="{id}"'
