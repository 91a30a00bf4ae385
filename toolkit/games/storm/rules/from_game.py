"""Rules data from a compiled game: the one door between the game's data and the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from toolkit.games.storm.rules.data import Area, Card, Effect, HandSize, RulesData, Timing, Unit, Use, Where
from toolkit.games.storm.rules.figures import figures_of
from toolkit.games.storm.rules.points import points_of
from toolkit.games.storm.rules.sides import SIDES, Side
from toolkit.rules.area_data import PRINTED, neighbouring, unknown

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.geometry.area_map import AreaMap
    from toolkit.source.action_cards import ActionCard, CardEffect, CardWhere
    from toolkit.source.counters import Counter

_FERRY = "ferry"
# The number that an effect has, by its name in the data.
_AMOUNTS = ("attack", "movement", "units", "cards", "points", "factor", "defence")


def rules_data(game: CompiledGame, fixed: Mapping[str, str] = MappingProxyType({})) -> RulesData:
    """Return what the rules need of a compiled game.

    Parameters
    ----------
    fixed : mapping of str to str
        Unclear points that the played game fixed, e.g. ``{"St-9": "two"}``.

    Raises
    ------
    InputError
        ``RUL001`` for an area without control, or a turn without hand sizes.
    """
    board = game.areas
    ways = list(neighbouring(board))
    return RulesData.of(
        areas=list(_areas(board)),
        ways=[(one, other) for one, other, _ in ways],
        units=[unit for unit in map(unit_of, game.counters) if unit is not None],
        cards=[card_of(card) for card in game.action_cards],
        turns=list(_turns(game)),
        points=points_of(game.options, fixed),
        ways_sourced=[(one, other) for one, other, kind in ways if kind in PRINTED],
        figures=figures_of(game),
    )


def _areas(board: AreaMap) -> Iterator[Area]:
    for id, kind, names, properties, origin in zip(
        board.ids, board.kinds, board.names, board.properties, board.provenance, strict=True
    ):
        ferry = kind == _FERRY
        owner = Side.SOVIET if ferry else SIDES.get(properties.get("control", ""))
        if owner is None:
            raise unknown(f"the area '{id}' needs control: german or soviet")
        yield Area(
            id=id,
            name=names.get("en", id),
            terrain=0 if ferry else int(properties.get("terrain", "0")),
            owner=owner,
            victory=properties.get("victory") == "true",
            ferry=ferry,
            entry=properties.get("entry") == "true",
            riverside=properties.get("riverside") == "true",
            sourced=str(origin.kind) in PRINTED,
        )


def _turns(game: CompiledGame) -> Iterator[tuple[HandSize, HandSize]]:
    for turn in game.turns:
        sizes = []
        for side in Side:
            if side.id not in turn.draw or side.id not in turn.hand:
                raise unknown(f"turn {turn.number} needs draw and hand of the {side.id} side")
            sizes.append(HandSize(turn.draw[side.id], turn.hand[side.id]))
        yield sizes[0], sizes[1]


def unit_of(counter: Counter) -> Unit | None:
    """Return a counter as a unit; None for markers and for counters without side.

    Raises
    ------
    InputError
        ``RUL001`` for a unit without its fresh or spent values.
    """
    side = SIDES.get(counter.side or "")
    if counter.kind != "unit" or side is None:
        return None
    fresh = counter.fresh
    if fresh is None or counter.spent_defence is None:
        raise unknown(f"the unit '{counter.id}' needs `fresh` values and `spent_defence`")
    origin = counter.provenance.get("fresh")
    return Unit(
        id=counter.id,
        side=side,
        attack=fresh.attack,
        defence=fresh.defence,
        movement=fresh.movement,
        spent=counter.spent_defence,
        kind=counter.unit_class or "",
        division=counter.division or "",
        withdraws=counter.withdraws,
        starts=counter.starts or "",
        enters=counter.enters or 0,
        entry=counter.entry,
        name=counter.names.en,
        sourced=origin is not None and str(origin.kind) in PRINTED,
    )


def card_of(card: ActionCard) -> Card:
    """Return a card as the rules know it; one whose effect they do not know has none."""
    units, cost = card.units, card.cost
    return Card(
        id=card.id,
        side=SIDES[card.side],
        timing=Timing(card.play) if card.play in list(Timing) else None,
        effect=_effect(card.effect),
        discards=cost.discard if cost else 0,
        spends=(cost.spend or "") if cost else "",
        where=_where(card.where),
        classes=units.classes if units else (),
        division=(units.division or "") if units else "",
        most=(units.most or 0) if units else 0,
        name=card.names.en,
    )


def _where(found: CardWhere | None) -> Where:
    if found is None:
        return Where()
    return Where(
        areas=found.areas,
        terrain_least=found.terrain_least,
        terrain_most=found.terrain_most,
        riverside=found.riverside,
        victory=found.victory,
        own_control=None if found.control is None else found.control == "own",
        own_units=found.own_units,
        beside_own=found.adjacent_to_own,
    )


def _effect(effect: CardEffect | None) -> Effect | None:
    if effect is None or effect.kind not in list(Use):
        return None
    amounts = [effect.values[name] for name in _AMOUNTS if name in effect.values]
    return Effect(
        Use(effect.kind),
        int(amounts[0]) if amounts else 0,
        by_attacker=effect.values.get("by") == "attacker",
        back=bool(effect.values.get("back", False)),
    )
