"""The mechanisms that a clause may name, and what each means for the book of rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolkit.rules.mechanisms import (
    arrivals,
    cards,
    combat,
    control,
    hidden,
    lines,
    lone,
    losses,
    modifiers,
    movement,
    retreats,
    sequence,
    stacking,
    status,
    support,
    tables,
    unit_dice,
    victory,
    zones,
)
from toolkit.rules.registry import Enforcement, Kind


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence that nothing in play can break: background, scale, advice."""


@dataclass(frozen=True, slots=True)
class Mechanism:
    """A word of the vocabulary.

    Attributes
    ----------
    name : str
        As a clause writes it.
    type : type
        What its parameters are read into.
    on : tuple of str
        Actions that break a clause of it.
    counters : bool
        Whether its verdicts rest on printed numbers of the counters.
    once : bool
        Whether a game states it once at most.
    """

    name: str
    type: type[Any]
    kind: Kind
    enforcement: Enforcement
    on: tuple[str, ...] = ()
    counters: bool = False
    once: bool = False


def _checked(name: str, type_: type[Any], *on: str, kind: Kind = Kind.RESTRICTION, **more: bool) -> Mechanism:
    return Mechanism(name, type_, kind, Enforcement.CHECKED, on, **more)


def _embodied(name: str, type_: type[Any], kind: Kind = Kind.DEFINITION, **more: bool) -> Mechanism:
    return Mechanism(name, type_, kind, Enforcement.EMBODIED, (), **more)


OTHER_WORDS: Mapping[str, str] = {
    "air": "attacks", "aircraft": "attacks", "armour": "shift", "artillery": "attacks",
    "barrage": "attacks", "blizzard": "weather", "blown": "gone", "bombardment": "attacks", "bridge": "gone",
    "bridges": "gone", "bucket": "unit_dice",
    "combined": "shift", "command": "line", "deck": "cards", "demoralisation": "state",
    "demoralization": "state", "disorder": "status", "disruption": "status", "dummies": "hidden",
    "dummy": "hidden",
    "entrenchment": "status", "events": "weather", "exchange": "result", "exploitation": "phases",
    "fire": "unit_dice", "firepower": "unit_dice", "fog": "hidden", "fortification": "feature_cost",
    "hand": "cards", "headquarters": "line", "hits": "unit_dice", "initiative": "weather",
    "isolation": "attrition",
    "leader": "caught", "leaders": "caught", "overrun": "attacks", "rail": "only_along",
    "railway": "only_along", "random": "weather", "reaction": "phases", "reserve": "status",
    "river": "side_cost", "road": "link_cost", "roads": "link_cost", "sea": "transport",
    "strategic": "march", "supply": "line", "terrain": "terrain_cost", "untried": "hidden",
    "zoc": "zones",
}  # fmt: skip
"""What rulebooks call a thing → the mechanism that says it."""

_ANSWERS = ("Lose", "Eliminate", "Retreat", "Attack", "Roll", "Advance", "End")
_EVERY = (
    "Place",
    "Restore",
    "Move",
    "Attack",
    "Support",
    "Roll",
    "Lose",
    "Eliminate",
    "Retreat",
    "Advance",
    "Change",
    "Reveal",
    "Weather",
    "Draw",
    "Deal",
    "Reshuffle",
    "Discard",
    "Play",
    "End",
)

MECHANISMS: Mapping[str, Mechanism] = {
    found.name: found
    for found in (
        # Sequence of play
        _embodied("turns", sequence.Turns, Kind.PROCEDURE, once=True),
        _embodied("turn_kinds", sequence.TurnKinds, once=True),
        _checked("phases", sequence.Phases, *_EVERY, kind=Kind.PROCEDURE, once=True),
        _checked("weather", sequence.Weather, "Weather", "End", kind=Kind.PROCEDURE),
        _embodied("first_phase", sequence.FirstPhase, Kind.PROCEDURE),
        _checked("phase_units", sequence.PhaseUnits, "Move", "Attack"),
        _checked("impulses", sequence.Impulses, "Move", "Attack", kind=Kind.PROCEDURE, once=True),
        _checked("not_after", sequence.NotAfter, "Move", "Attack"),
        _checked("chits", sequence.Chits, "Draw", "Move", "Attack", "End", kind=Kind.PROCEDURE, once=True),
        _checked("cards", cards.Cards, "Deal", "Reshuffle", "Play", "End", kind=Kind.PROCEDURE),
        _checked("discard", cards.Discard, "Discard", "End", kind=Kind.PROCEDURE),
        _checked("card", cards.Card, "Play", kind=Kind.EFFECT),
        # Arrivals
        _checked("set_up", arrivals.SetUp, "Place", "End", kind=Kind.SETUP),
        _checked(
            "reinforcements", arrivals.Reinforcements, "Place", "End", kind=Kind.PROCEDURE, counters=True
        ),
        _checked("not_before", arrivals.NotBefore, "Place"),
        _checked("replacements", arrivals.Replacements, "Place", "Restore", kind=Kind.PROCEDURE),
        _checked("replacement_use", arrivals.ReplacementUse, "Place", "Restore", kind=Kind.PROCEDURE),
        _checked("replacement_once", arrivals.ReplacementOnce, "Place", "Restore"),
        _checked("rebuild_at", arrivals.RebuildAt, "Place"),
        _checked("rebuild_each", arrivals.RebuildEach, "Place"),
        _checked("restore_needs", arrivals.RestoreNeeds, "Restore"),
        _embodied("without_line", arrivals.WithoutLine, Kind.EFFECT),
        # Movement
        _checked("allowance", movement.Allowance, "Move", counters=True),
        _embodied("terrain_cost", movement.TerrainCost),
        _embodied("feature_cost", movement.FeatureCost),
        _embodied("side_cost", movement.SideCost),
        _embodied("link_cost", movement.LinkCost),
        _embodied("march", movement.March, Kind.EFFECT),
        _checked("only_along", movement.OnlyAlong, "Move"),
        _checked("start_on", movement.StartOn, "Move"),
        _checked("enemy_blocks", movement.EnemyBlocks, "Move"),
        _checked("enemy_stops", movement.EnemyStops, "Move"),
        _checked("closed", movement.Closed, "Move"),
        _embodied("gone", movement.Gone, Kind.EFFECT),
        _checked("transport", movement.Transport, "Move", kind=Kind.PROCEDURE),
        _embodied("minimum_move", movement.MinimumMove, Kind.EFFECT),
        _checked("exits", movement.Exits, "Move", kind=Kind.DEFINITION, once=True),
        _checked("stacking", stacking.Stacking, "Move", "Place", "Retreat", "Advance", "End"),
        # Zones
        _embodied("zones", zones.Zones),
        _checked("zone_movement", zones.ZoneMovement, "Move"),
        _checked("zone_retreat", zones.ZoneRetreat, "Retreat"),
        _embodied("zone_lines", zones.ZoneLines, Kind.EFFECT),
        # Lines
        _embodied("line", lines.Line),
        _checked("out_of_line", lines.OutOfLine, "Move", "Attack", kind=Kind.EFFECT),
        _checked("attrition", lines.Attrition, "Lose", "Eliminate", "End", kind=Kind.EFFECT),
        # Combat
        _checked("attacks", combat.Attacks, "Attack", kind=Kind.PROCEDURE),
        _checked("support", support.Support, "Support", kind=Kind.PROCEDURE, counters=True),
        _checked("once", combat.Once, "Attack", "Support"),
        _checked("battle_size", combat.BattleSize, "Attack", once=True),
        _checked("must_attack", combat.MustAttack, "End"),
        _checked("battle_order", combat.BattleOrder, "Attack", "Roll", "End", kind=Kind.PROCEDURE, once=True),
        _checked(
            "odds", tables.Odds, "Attack", "Lose", "Retreat", kind=Kind.PROCEDURE, once=True, counters=True
        ),
        _embodied("shift", modifiers.Shift, Kind.EFFECT),
        _embodied("strength", modifiers.Strength, Kind.EFFECT, counters=True),
        _embodied("die_modifier", modifiers.DieModifier, Kind.EFFECT),
        _checked("use_table", tables.UseTable, "Roll", kind=Kind.PROCEDURE, once=True),
        _checked("unit_dice", unit_dice.UnitDice, "Roll", kind=Kind.PROCEDURE, counters=True),
        _checked("result", tables.Result, *_ANSWERS, kind=Kind.EFFECT),
        _embodied("steps", losses.Steps, counters=True, once=True),
        _checked("loss_choice", losses.LossChoice, "Lose", kind=Kind.PROCEDURE, once=True),
        _checked("retreat_choice", retreats.RetreatChoice, "Retreat", kind=Kind.PROCEDURE, once=True),
        _checked("retreat_way", retreats.RetreatWay, "Retreat", once=True),
        _checked("retreat_priority", retreats.RetreatPriority, "Retreat"),
        _checked("retreat_fails", retreats.RetreatFails, "Eliminate", kind=Kind.EFFECT, once=True),
        _checked("withdrawal", retreats.Withdrawal, "Retreat", kind=Kind.PROCEDURE),
        _checked("advances", retreats.Advances, "Advance", kind=Kind.PROCEDURE),
        _checked("status", status.Status, "Change", "Move", "Attack", kind=Kind.EFFECT),
        _checked("hidden", hidden.Hidden, "Reveal", "Roll", "Eliminate", "End", kind=Kind.PROCEDURE),
        _checked("caught", lone.Caught, "Eliminate", "Retreat", "End", kind=Kind.EFFECT),
        # Places and points
        _embodied("control_start", control.ControlStart, Kind.SETUP, once=True),
        _embodied("control", control.Control, once=True),
        _embodied("points", victory.Points, Kind.VICTORY),
        _embodied("victory", victory.Victory, Kind.VICTORY),
        _embodied("state", victory.State, Kind.EFFECT),
        Mechanism("note", Note, Kind.DEFINITION, Enforcement.STATED),
    )
}
