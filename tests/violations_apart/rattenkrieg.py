"""Rattenkrieg: what breaks its rules, and what does not.  Numbers are those of the Japanese rules page."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.violations_apart import bystanders, chance, tampering
from tests.violations_apart.areas import (
    arrange,
    beside,
    deck,
    moments,
    next_step,
    phase,
    pushes,
    replaced_move,
    spot_of_place,
    untouched,
    without_values,
)
from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import Kinds, mixed
from tests.violations_apart.planted import Planted, splice
from tests.violations_apart.played import Game, Moved
from tests.violations_apart.ways import Ways
from toolkit.vassal.commands import SetTurn
from toolkit.vassal.table import Table

KINDS = Kinds()
WAYS = Ways(
    sides=("German", "Soviet"),
    face="Face_Level",
    kinds=("unit",),
    losses={"German": "German losses", "Soviet": "Soviet losses"},
)
REAR = {"German": "German Rear", "Soviet": "Soviet Rear"}
# What an idle unit's move breaks: one unit acts (7.1), in its own player turn (5.0), in the order of a
# battle (8.3, 8.11).
_MOVING = ("7.1", "7.2", "7.3", "7.4", "5.0", "8.1", "8.3", "8.9", "8.10", "8.11", "3.5")

chance.enter(KINDS, WAYS, ("card",))
bystanders.enter(KINDS, WAYS)
tampering.enter(
    KINDS,
    WAYS,
    {
        "unit_doubled": ("3.1", "3.2", "6.1", "6.2", "6.3", "2.3"),
        "unit_taken_off": ("8.9", "8.10", "8.11", "8.12"),
        "unit_to_losses": ("8.9", "8.10", "8.11", "8.12"),
        "units_exchanged": _MOVING,
        "dead_returns": ("6.3", "8.9", "6.1", "6.2", "8.12", "7.1", "5.0"),
        "dragged_by_the_enemy": _MOVING,
        "idle_unit_moves": _MOVING,
        "own_move_by_the_enemys_hand": (),
        "house_rule_changed": (),
        "start_edited": (),
    },
)


# -- the map and the table


def control(game: Game, table: Table) -> dict[str, str]:
    """Return area name → side, as the module keeps it; rears belong to their sides."""
    found = {REAR[side]: side for side in REAR}
    for id_, name in game.module.manifest["areas"].items():
        value = table.properties.get(("Module", f"Control_{id_}"))
        if value:
            found[name] = value
    return found


def unit_of(game: Game, table: Table, spelled: str) -> str | None:
    """Return the piece of a unit that a global names with an ``@``."""
    found = game.pieces(table, Unit=spelled, Kind="unit")
    return found[0].id if found else None


def standing(game: Game, table: Table, area: str, side: str) -> list[str]:
    """Return the units of a side in an area."""
    return [u for u in WAYS.units(game, table, side) if game.place(table, u) == area]


def cards(game: Game, table: Table, side: str, strip: str | None = None) -> list[str]:
    """Return the cards of a side's hand, or of a unit's strip by its short name."""
    prefix = f"{side} hand-" if strip is None else f"{strip}-"
    return [c.id for c in game.pieces(table, Kind="card") if game.place(table, c.id).startswith(prefix)]


def strips(game: Game, table: Table, side: str) -> dict[str, list[str]]:
    """Return strip name → its cards, for all units of a side."""
    found: dict[str, list[str]] = {}
    for card in game.pieces(table, Kind="card"):
        place = game.place(table, card.id)
        if table.spot(card.id).map == f"{side} cards" and "hand-" not in place and "-" in place:
            found.setdefault(place.rsplit("-", 1)[0], []).append(card.id)
    return found


def short(game: Game, counter: str) -> str:
    """Return the name of a unit's strip."""
    return str(next(c for c in game.module.data["counters"] if c["id"] == counter)["short"])


def free_place(game: Game, table: Table, prefix: str) -> str:
    """Return the first place of a hand or strip that holds no card."""
    taken = {game.place(table, c.id) for c in game.pieces(table, Kind="card")}
    for number in range(1, 7):
        if f"{prefix}-{number}" not in taken and _known(game, f"{prefix}-{number}"):
            return f"{prefix}-{number}"
    raise LookupError(prefix)


def _known(game: Game, place: str) -> bool:
    try:
        game.spot(place)
    except KeyError:
        return False
    return True


def acting(table: Table) -> str:
    """Return the active unit as globals spell it."""
    return table.properties.get(("Module", "Active"), "")


def side_to_move(game: Game, step: int) -> str:
    """Return the side whose unit is active before a step, "" if none."""
    table = game.table(step)
    unit = unit_of(game, table, acting(table)) if acting(table) else None
    return WAYS.side(table, unit) if unit else ""


def drags(game: Game, rng: random.Random) -> list[Moved]:
    """Return the drags of single units between areas, by those who touch them least afterwards last."""
    areas = set(game.module.manifest["areas"].values())
    first = WAYS.first(game)
    found = [m for m in game.dragged() if m.step > first and m.start in areas and m.end in areas]
    found = [m for m in found if game.props(game.last, m.piece)["Kind"] == "unit"]
    return mixed(found, rng)


def last_act(game: Game, piece: str, step: int) -> str:
    """Return the last act of a piece before a step."""
    found = ""
    for at, who, act in game.acts():
        if at >= step:
            break
        if who == piece:
            found = act
    return found


# -- player turns and movement


def _idle(game: Game, hand: Hand, side: str, face: str, step: int) -> list[str]:
    """Return the units of a side that are not active, by face, those that move least afterwards first."""
    active = acting(hand.table)
    found = []
    for unit in WAYS.units(game, hand.table, side):
        props = hand.props(unit)
        if props["Unit"] != active and props["Face_Level"] == face and props["CounterId"] != "t34":
            found.append(unit)
    return sorted(found, key=lambda u: game.moves_after(u, step))


def _own_areas(game: Game, table: Table, side: str) -> list[str]:
    return [area for area, who in control(game, table).items() if who == side]


def _idle_drag(game: Game, rng: random.Random, face: str) -> Iterator[Planted]:
    for step, _, hand in moments(game, rng, "end"):
        side = side_to_move(game, step)
        units = _idle(game, hand, side, face, step) if side else []
        units = [u for u in units if hand.props(u)["Isolated"] == "0"]
        areas = _own_areas(game, hand.table, side) if side else []
        for unit in units[:3]:
            here = hand.place(unit)
            there = [a for a in areas if a != here and a in beside(game)[here]]
            if there:
                area = rng.choice(there)
                hand.drag(unit, area, side)
                what = f"{hand.table.things[unit].name} moves {here} → {area} while another unit is active"
                yield hand.planted(what, culprit=side)


@KINDS.offence("7.1", "7.4", "5.0")
def second_unit_moves(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.1: one unit acts in a player turn; here a second one moves too."""
    yield from _idle_drag(game, rng, "1")


@KINDS.offence("7.4", "7.1", "5.0")
def face_down_unit_moves(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.4: a unit that is turned over has finished for the turn; here it moves on."""
    yield from _idle_drag(game, rng, "2")


@KINDS.offence("5.0", "7.1")
def moves_in_the_enemys_turn(game: Game, rng: random.Random) -> Iterator[Planted]:
    """5.0, 7.1: a player acts in his own player turn; here his unit moves in the other's."""
    for step, _, hand in moments(game, rng, "end"):
        side = side_to_move(game, step)
        if not side:
            continue
        mine = WAYS.other(side)
        for unit in _idle(game, hand, mine, "1", step)[:3]:
            here = hand.place(unit)
            there = [a for a in _own_areas(game, hand.table, mine) if a != here and a in beside(game)[here]]
            if there and hand.props(unit)["Isolated"] == "0":
                hand.drag(unit, rng.choice(there), mine)
                what = f"{hand.table.things[unit].name} moves in the {side} player turn"
                yield hand.planted(what, culprit=mine)


def _friendly_move(game: Game, rng: random.Random) -> Iterator[tuple[Moved, Table, str]]:
    """Yield a drag within own areas that ends its unit's activation: the next step is its `end`."""
    for drag in drags(game, rng):
        after = game.decision(drag.step + 1)
        if after != (drag.piece, "end") or not drag.by:
            continue
        table = game.table(drag.step)
        if control(game, table).get(drag.end) == drag.by == WAYS.side(table, drag.piece):
            yield drag, table, str(drag.by)


@KINDS.offence("3.5")
def enters_the_enemys_rear(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.5: nobody may enter the enemy's rear."""
    for drag, table, side in _friendly_move(game, rng):
        spot = game.spot(REAR[WAYS.other(side)])
        step = replaced_move(game.steps[drag.step - 1], drag.piece, spot)
        what = f"{table.things[drag.piece].name} ends in the enemy's rear"
        yield splice(game, drag.step, [step], what, leave_out=1, culprit=side)


@KINDS.offence("8.1", "7.3")
def enters_the_enemy_without_battle(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.1, 7.3: who enters an enemy area with enemies in it must fight; here the unit just ends there."""
    for drag, table, side in _friendly_move(game, rng):
        held = control(game, table)
        for area in mixed(sorted(beside(game)[drag.start]), rng):
            enemies = standing(game, table, area, WAYS.other(side))
            if held.get(area) == WAYS.other(side) and area not in REAR.values() and enemies:
                step = replaced_move(game.steps[drag.step - 1], drag.piece, game.spot(area))
                what = (
                    f"{table.things[drag.piece].name} enters {area} among enemies and ends without a battle"
                )
                at = (drag.step, drag.step + 1)
                yield splice(game, drag.step, [step], what, leave_out=1, culprit=side, at=at)


@KINDS.offence("7.3", "7.2")
def leaps_to_a_far_enemy_area(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.3: an enemy area can be entered only from beside it; here nothing own is beside it."""
    for drag, table, side in _friendly_move(game, rng):
        held = control(game, table)
        for area, who in held.items():
            near = beside(game)[area]
            if who == side or area in REAR.values() or area == drag.start or drag.start in near:
                continue
            if not any(held.get(n) == side for n in near):
                step = replaced_move(game.steps[drag.step - 1], drag.piece, game.spot(area))
                what = f"{table.things[drag.piece].name} leaps from {drag.start} to {area}"
                at = (drag.step, drag.step + 1)
                yield splice(game, drag.step, [step], what, leave_out=1, culprit=side, at=at)


@KINDS.offence("7.3")
def enters_without_paying(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.3: an empty enemy area costs a card or a step; here none is paid."""
    for step, card, _hand in moments(game, rng, "pay"):
        side = _holder(game, step, card)
        before = [m.step for m in drags(game, rng) if step - 3 < m.step < step]
        if not before:
            continue
        at = (*range(min(before), step + 1),)
        yield splice(
            game, step, [], f"{side} enters and does not pay", leave_out=1, count=-1, culprit=side, at=at
        )


@KINDS.offence("7.3", "10.1")
def pays_twice(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.3: one card pays for entering; a second one on the pile has no reason."""
    for step, card, hand in moments(game, rng, "pay"):
        side = _holder(game, step, card)
        hand = Hand(game, step + 1)
        spare = [c for c in cards(game, hand.table, side) if c != card and game.rests(c, step)]
        if spare:
            _put(hand, spare[0], "pay", side, "Pile")
            end = next_step(game, step + 1, "end", "pass", "activate", "attack") or step + 1
            at = range(step + 1, end + 2)
            stop = game.next_move(spare[0], step + 1)
            yield hand.planted("a second card is paid", count=1, culprit=side, at=at, stop=stop)


def _holder(game: Game, step: int, card: str) -> str:
    """Return who lays a card in a step: what lies in a hand says nobody's name until then."""
    return Hand(game, step + 1).table.things[card].properties()["By"]


def _put(hand: Hand, card: str, act: str, by: str, place: str) -> None:
    """A card act: the decision, unmasked for piles, and its way."""
    values = {"Mask": "null;"} if place in ("Pile", "Hidden pile", "Event") else {}
    hand.decide(card, act, by, **values)
    hand.move(card, spot_of_place(hand, place))


@KINDS.offence("5.0", "7.1")
def two_player_turns_in_a_row(game: Game, rng: random.Random) -> Iterator[Planted]:
    """5.0: player turns alternate; here a side activates a second unit as soon as the first has ended."""
    for step, piece, _ in moments(game, rng, "end"):
        hand = Hand(game, step + 1)
        side = WAYS.side(hand.table, piece)
        for unit in _idle(game, hand, side, "1", step):
            flips = next_step(game, step, "flip_up") or len(game.steps)
            if any(p == unit and step < s < flips for s, p, _ in game.acts("activate", "pass", "replenish")):
                continue
            hand.decide(unit, "activate", side)
            hand.set("Active", hand.props(unit)["Unit"])
            hand.end()
            hand.decide(unit, "end", side, Face_Level="2")
            hand.set("Active", "")
            what = f"{hand.table.things[unit].name} acts in a second player turn in a row"
            yield hand.planted(what, count=2, culprit=side)


@KINDS.offence("8.10", "7.1", "8.3")
def isolated_unit_moves(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.10: an isolated unit cannot move."""
    for step in WAYS.steps(game, rng):
        hand = Hand(game, step)
        isolated = [u for u in WAYS.units(game, hand.table) if hand.props(u)["Isolated"] == "1"]
        for unit in isolated:
            side = WAYS.side(hand.table, unit)
            here = hand.place(unit)
            own = [a for a in beside(game)[here] if control(game, hand.table).get(a) == side]
            own = [a for a in own if a not in REAR.values()]
            if own and untouched(game, unit, step):
                hand.drag(unit, rng.choice(sorted(own)), side)
                what = f"isolated {hand.table.things[unit].name} walks out of {here}"
                yield hand.planted(what, culprit=side)


@KINDS.offence("7.4", "10.3", "9.8")
def turned_up_by_hand(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.4, 10.3: a unit stays turned over until the replenishment phase; here it is turned up by hand."""
    for _, _, hand in moments(game, rng, "activate"):
        down = [u for u in WAYS.units(game, hand.table) if hand.props(u)["Face_Level"] == "2"]
        if down:
            unit = rng.choice(down)
            hand.change(unit, Face_Level="1")
            yield hand.planted(f"{hand.table.things[unit].name} turned up by hand")


@KINDS.offence("9.8", "7.4")
def ready_without_chuikov(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.8: only General Chuikov's card turns a unit up early; here the key is pressed without the card."""
    for step, _, hand in moments(game, rng, "activate"):
        side = "Soviet"
        if WAYS.side(hand.table, game.decision(step)[0]) != side:  # type: ignore[index]
            continue
        last = [a for s, _, a in game.acts() if s < step][-1:]
        down = [u for u in WAYS.units(game, hand.table, side) if hand.props(u)["Face_Level"] == "2"]
        if down and last != ["event_ready"]:
            unit = rng.choice(down)
            hand.decide(unit, "ready", side, Face_Level="1")
            what = f"{hand.table.things[unit].name} made ready without Chuikov's card"
            yield hand.planted(what, count=1, culprit=side)


@KINDS.offence("7.5")
def replenishes_two_steps(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.5: one step comes back at a time; here the unit takes a second card."""
    for step, unit, _ in moments(game, rng, "replenish"):
        hand = Hand(game, step + 1)
        cards_left = deck(hand.table, "Deck")
        side = WAYS.side(hand.table, unit)
        strip = short(game, hand.props(unit)["CounterId"])
        size = int(hand.props(unit)["Steps"])
        if cards_left and len(cards(game, hand.table, side, strip)) < size:
            if not game.rests(cards_left[-1], step + 1):
                continue
            _draw(hand, cards_left[-1], side, free_place(game, hand.table, strip), side)
            what = f"{hand.table.things[unit].name} draws a second step"
            yield hand.planted(what, culprit=side, stop=game.next_move(cards_left[-1], step + 1 + 1))


def _draw(hand: Hand, card: str, side: str, place: str, by: str | None) -> None:
    """A card drawn by hand: moved, then masked by the engine for who drew it; the module sets its owner."""
    hand.change(card, Owner=side)
    hand.move(card, hand.game.spot(place), by)
    hand.change(card, Mask=f"{side};false|0")


@KINDS.offence("7.5")
def replenishes_away_from_the_rear(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.5: only a unit in its own rear is replenished; here one at the front is, instead of passing."""
    for step, unit, hand in moments(game, rng, "pass", "end"):
        if hand.props(unit)["Kind"] != "unit":
            continue
        props = hand.props(unit)
        side = props["Side"]
        began = [s for s, p, a in game.acts("activate") if p == unit and s < step]
        plain = (
            props["Face_Level"] == "1" and props["Isolated"] == "0" and hand.place(unit) not in REAR.values()
        )
        if game.decision(step) != (unit, "pass") and (not began or began[-1] != step - 1):
            continue
        left = deck(hand.table, "Deck")
        strip = short(game, props["CounterId"])
        if plain and left and game.rests(left[-1], step):
            if len(cards(game, hand.table, side, strip)) >= int(props["Steps"]):
                continue
            hand.decide(unit, "replenish", side, Face_Level="2")
            _draw(hand, left[-1], side, free_place(game, hand.table, strip), None)
            hand.set("Active", "")
            what = f"{hand.table.things[unit].name} replenished in {hand.place(unit)}"
            yield hand.planted(what, leave_out=1, culprit=side, stop=game.next_move(left[-1], step + 1))


# -- battle


@KINDS.offence("8.2")
def attacker_names_the_defender(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.2: the defending player chooses who fights; here the attacker's player presses the key."""
    for step, unit, hand in moments(game, rng, "defend"):
        side = WAYS.side(hand.table, unit)
        here = hand.place(unit)
        if len(standing(game, hand.table, here, side)) < 2:
            continue
        attacker = WAYS.other(side)
        new = Hand(game, step)
        new.decide(unit, "defend", attacker)
        new.set("Defender", hand.props(unit)["Unit"])
        what = f"the {attacker} player names {hand.table.things[unit].name} as defender"
        yield new.planted(what, leave_out=1, culprit=attacker)


@KINDS.offence("8.2")
def defender_changed_in_battle(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.2: who fights cannot be changed during a battle; here another defender is named after a card lies."""
    for step, card, _ in moments(game, rng, "play"):
        hand = Hand(game, step + 1)
        defender = unit_of(game, hand.table, hand.value("Defender"))
        if defender is None or not hand.place(card).startswith(("A", "D")):
            continue
        side = WAYS.side(hand.table, defender)
        here = hand.place(defender)
        others = [u for u in standing(game, hand.table, here, side) if u != defender]
        others = [u for u in others if hand.props(u)["CounterId"] != "t34"]
        after = game.decision(step + 1)
        if others and after and after[1] in ("play", "take_loss", "stand"):
            unit = rng.choice(others)
            hand.decide(unit, "defend", side)
            hand.set("Defender", hand.props(unit)["Unit"])
            what = (
                f"{hand.table.things[unit].name} takes over the battle of {hand.table.things[defender].name}"
            )
            yield hand.planted(what, count=1, culprit=side)


@KINDS.offence("8.4", "8.6")
def two_cards_at_once(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.4, 8.6: one card is declared, more only after the defender has answered; here the attacker lays
    two.
    """
    for step, card, _ in moments(game, rng, "play"):
        hand = Hand(game, step + 1)
        if hand.place(card) != "A1" or _chuikov(hand):
            continue
        side = hand.value("AttackerSide")
        spare = [c for c in cards(game, hand.table, side) if game.rests(c, step)]
        clear = next_step(game, step, "clear")
        if (
            spare
            and clear
            and not any(a == "play" and step < s < clear for s, _, a in _row(game, "A", step, clear))
        ):
            hand.decide(spare[0], "play", side)
            hand.move(spare[0], game.spot("A2"))
            hand.end()
            yield hand.planted(
                "the attacker lays a second card at once",
                count=1,
                culprit=side,
                stop=game.next_move(spare[0], step + 1 + 1),
            )


def _chuikov(hand: Hand) -> bool:
    return hand.value("Chuikov") != "0"


def _row(game: Game, row: str, start: int, end: int) -> list[tuple[int, str, str]]:
    return [
        (m.step, m.piece, "play")
        for m in game.moves
        if start < m.step < end and m.end.startswith(row) and len(m.end) == 2
    ]


@KINDS.offence("8.6", "8.7", "10.1", "3.4")
def battle_card_goes_back_to_the_hand(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.6: what was played is lost; here an opened card goes back to its owner's hand instead of to the
    pile.
    """
    for move in mixed(
        [m for m in game.moves if m.end == "Pile" and m.start[:1] in "AD" and len(m.start) == 2], rng
    ):
        hand = Hand(game, move.step)
        side = hand.table.things[move.piece].properties()["Owner"]
        if not game.rests(move.piece, move.step + 1):
            continue
        try:
            place = free_place(game, hand.table, f"{side} hand")
        except LookupError:
            continue
        hand.do(*game.steps[move.step - 1])
        spot = game.spot(place)
        hand2 = Hand(game, move.step + 1)
        hand2.move(move.piece, spot, side)
        hand2.change(move.piece, Mask=f"{side};false|0")
        yield hand2.planted(
            "a card of the battle goes from the pile to the hand",
            culprit=side,
            stop=game.next_move(move.piece, move.step + 1 + 1),
        )


@KINDS.offence("8.9", "8.3", "8.7")
def loser_suffers_nothing(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: who loses a battle retreats or loses a step; here nothing happens."""
    for step, card, _hand in moments(game, rng, "lose"):
        before = game.decision(step - 1)
        if before is None or before[1] not in ("open", "take_loss"):
            continue
        side = _holder(game, step, card)
        end = next_step(game, step + 1, "attack", "end", "activate", "event", "retreat", "pass") or step + 1
        what = f"the {side} side loses no step after its defeat"
        yield splice(game, step, [], what, leave_out=1, count=-1, culprit=None, at=range(step - 1, end + 1))


@KINDS.offence("8.9")
def loses_a_card_of_the_hand(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: the loss is one of the unit's own steps; here a card of the hand goes."""
    for step, card, hand in moments(game, rng, "lose"):
        side = _holder(game, step, card)
        spare = [c for c in cards(game, hand.table, side) if game.rests(c, step)]
        if spare and "hand" not in hand.place(card):
            _put(hand, spare[0], "lose", side, "Hidden pile")
            what = "a card of the hand is lost in place of a step"
            yield hand.planted(what, leave_out=1, culprit=side, stop=game.next_move(spare[0], step + 1))


@KINDS.offence("8.9")
def loses_a_step_of_another_unit(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: the unit that fought loses a step; here another unit's step goes."""
    for step, card, hand in moments(game, rng, "lose"):
        side = _holder(game, step, card)
        mine = hand.place(card).rsplit("-", 1)[0]
        others = [c for strip, row in strips(game, hand.table, side).items() if strip != mine for c in row]
        others = [c for c in others if game.rests(c, step)]
        if others:
            lost = rng.choice(others)
            _put(hand, lost, "lose", side, "Hidden pile")
            what = "another unit's step is lost"
            yield hand.planted(what, leave_out=1, culprit=side, stop=game.next_move(lost, step + 1))


def _retreats(game: Game, rng: random.Random) -> Iterator[tuple[int, Moved, Hand]]:
    """Yield retreats: the key's step and the drag after it."""
    for step, unit, _ in moments(game, rng, "retreat"):
        drag = next((m for m in game.dragged() if m.step == step + 1 and m.piece == unit), None)
        if drag is not None:
            yield step, drag, Hand(game, step + 1)


@KINDS.offence("8.9", "8.10", "8.11")
def retreats_among_the_enemy(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: a retreat ends in an own area beside; here in an enemy one."""
    for step, drag, hand in _retreats(game, rng):
        side = WAYS.side(hand.table, drag.piece)
        held = control(game, hand.table)
        wrong = [
            a for a in beside(game)[drag.start] if held.get(a) == WAYS.other(side) and a not in REAR.values()
        ]
        wrong = [a for a in wrong if standing(game, hand.table, a, WAYS.other(side))]
        if wrong:
            area = rng.choice(sorted(wrong))
            new = replaced_move(game.steps[step], drag.piece, game.spot(area))
            what = f"{hand.table.things[drag.piece].name} retreats to {area}, which the enemy holds"
            yield splice(game, step + 1, [new], what, leave_out=1, culprit=side, at=(step, step + 1))


@KINDS.offence("8.9", "8.10", "8.11")
def retreats_too_far(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: a retreat goes to an area beside; here two or more areas away."""
    for step, drag, hand in _retreats(game, rng):
        side = WAYS.side(hand.table, drag.piece)
        held = control(game, hand.table)
        far = [a for a, who in held.items() if who == side and a not in beside(game)[drag.start]]
        far = [a for a in far if a not in (drag.start, *REAR.values())]
        if far:
            area = rng.choice(sorted(far))
            new = replaced_move(game.steps[step], drag.piece, game.spot(area))
            what = f"{hand.table.things[drag.piece].name} retreats from {drag.start} to {area}"
            yield splice(game, step + 1, [new], what, leave_out=1, culprit=side, at=(step, step + 1))


@KINDS.offence("8.9")
def soviets_retreat_to_their_rear(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: Soviet units never retreat to their rear."""
    for step, drag, hand in _retreats(game, rng):
        if WAYS.side(hand.table, drag.piece) == "Soviet":
            new = replaced_move(game.steps[step], drag.piece, game.spot(REAR["Soviet"]))
            what = f"{hand.table.things[drag.piece].name} retreats to the Soviet rear"
            yield splice(game, step + 1, [new], what, leave_out=1, culprit="Soviet", at=(step, step + 1))


@KINDS.offence("8.9", "8.10", "8.11")
def retreats_and_stays_ready(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: who retreats is turned over; here the unit stays face up."""
    for step, unit, _ in moments(game, rng, "retreat"):
        if game.props(game.last, unit)["CounterId"] == "t34":
            continue
        if any(c.step == step and c.piece == unit and c.name == "Face_Level" for c in game.changes):
            new = without_values(game.steps[step - 1], unit, game, "Face_Level")
            side = game.props(game.last, unit)["Side"]
            what = f"{game.last.things[unit].name} retreats and stays face up"
            yield splice(game, step, [new], what, leave_out=1, at=(step, step + 1, step + 2), culprit=side)


@KINDS.offence("8.9", "8.11", "8.10")
def retreat_without_going(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: a retreat leaves the area; here the key is pressed and the unit stays."""
    for step, drag, hand in _retreats(game, rng):
        side = WAYS.side(hand.table, drag.piece)
        end = next_step(game, step + 2, "clear", "activate", "end", "pass", "attack") or step + 2
        what = f"{hand.table.things[drag.piece].name} says that it retreats and stays in {drag.start}"
        yield splice(game, step + 1, [], what, leave_out=1, culprit=side, at=range(step, end + 1))


@KINDS.offence("8.9", "8.11", "8.10")
def removed_though_it_could_retreat(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.9: a unit is removed only without a way out and without steps; here it could retreat."""
    found = sorted(_retreats(game, rng), key=lambda r: game.moves_after(r[1].piece, r[0] + 1))
    for step, drag, _ in found[:4]:
        hand = Hand(game, step)
        side = WAYS.side(hand.table, drag.piece)
        hand.decide(drag.piece, "remove", side)
        hand.move(drag.piece, game.spot(WAYS.losses[side]))
        what = f"{hand.table.things[drag.piece].name} removed, though it could retreat to {drag.end}"
        yield hand.planted(what, leave_out=2, culprit=side)


@KINDS.offence("8.12", "8.9")
def far_t34_takes_the_loss(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.12: the T-34 may go in place of a loss only where it takes part; here it is elsewhere."""
    for step, card, hand in moments(game, rng, "lose"):
        tank = game.piece(hand.table, "t34")
        side = _holder(game, step, card)
        place = hand.place(tank)
        area = hand.value("BattleArea").lstrip("@")
        if side == "Soviet" and place in beside(game) and place != area and game.rests(tank, step):
            hand.decide(tank, "t34_out", "Soviet", GoneTurn=hand.value("Turn") or str(phase(hand.table)[0]))
            hand.move(tank, game.spot(WAYS.losses["Soviet"]))
            yield hand.planted(
                f"the T-34 in {place} is removed for a loss in {area}", leave_out=1, culprit="Soviet"
            )


@KINDS.offence("6.3", "5.0")
def t34_returns_at_once(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.3: the T-34 comes back in the next turn; here in the turn in which it was lost."""
    for step, tank, _ in moments(game, rng, "t34_out"):
        hand = Hand(game, step + 1)
        later = next_step(game, step + 1, "activate")
        if later is None or later > step + 15:
            continue
        hand = Hand(game, later)
        hand.decide(tank, "return", "Soviet", Face_Level="1")
        hand.move(tank, game.spot("Tractor Factory"))
        yield hand.planted("the T-34 returns in the turn of its loss", count=1, culprit="Soviet")


@KINDS.offence("8.10")
def isolated_without_need(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.10: others are isolated when the fighting defender has gone; here it only lost a step."""
    for step, card, hand in moments(game, rng, "lose"):
        defender = unit_of(game, hand.table, hand.value("Defender"))
        if defender is None or _holder(game, step, card) != WAYS.side(hand.table, defender):
            continue
        side = WAYS.side(hand.table, defender)
        if hand.value("AttackerSide") == side or game.decision(step - 1) is None:
            continue
        here = hand.place(defender)
        others = [u for u in standing(game, hand.table, here, side) if u != defender]
        others = [u for u in others if hand.props(u)["Isolated"] == "0"]
        if others:
            hand = Hand(game, step + 1)
            hand.decide(others[0], "isolate", side, Isolated="1")
            what = f"{hand.table.things[others[0]].name} isolated though the defender is still there"
            yield hand.planted(what, count=1, culprit=side)


@KINDS.notice("8.10")
def freed_among_the_enemy(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.10: isolation ends when the area is own again; here the mark goes while the enemy holds it
    (marks follow the game: a notice).
    """
    for step, unit, _ in moments(game, rng, "isolate"):
        later = next_step(game, step + 1, "activate")
        if later is None or later > step + 20:
            continue
        hand = Hand(game, later)
        here = hand.place(unit)
        props = hand.props(unit)
        if props["Isolated"] == "1" and standing(game, hand.table, here, WAYS.other(props["Side"])):
            hand.decide(unit, "free", props["Side"], Isolated="0")
            what = f"{hand.table.things[unit].name} freed in {here} among enemies"
            yield hand.planted(what, count=1, culprit=props["Side"])


# -- events


@KINDS.offence("9.2", "9.3")
def bombards_too_far(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2: a target is in the acting unit's area or beside it; here it is farther away, and the shot
    missed.
    """
    for step, target, hand in moments(game, rng, "target"):
        active = unit_of(game, hand.table, acting(hand.table))
        if active is None:
            continue
        here = hand.place(active)
        enemy = WAYS.side(hand.table, target)
        if enemy == WAYS.side(hand.table, active) or not _missed(game, step):
            continue
        far = [
            u for u in WAYS.units(game, hand.table, enemy) if hand.place(u) not in (here, *beside(game)[here])
        ]
        far = [u for u in far if hand.place(u) not in REAR.values()]
        far = [u for u in far if hand.props(u)["CounterId"] != "t34"]
        if far:
            unit = rng.choice(far)
            new = Hand(game, step)
            side = WAYS.other(enemy)
            new.decide(unit, "target", side)
            what = f"{new.table.things[unit].name} in {game.place(new.table, unit)} bombarded from {here}"
            yield new.planted(what, leave_out=1, at=(step - 1, step, step + 1), culprit=side)


def _missed(game: Game, step: int) -> bool:
    """Return whether nothing answers the card drawn for the target named at a step."""
    draw = next_step(game, step, "bombard")
    if draw is None or draw > step + 2:
        return False
    after = game.decision(draw + 1)
    return after is None or after[1] not in ("lose", "retreat", "remove", "t34_out")


@KINDS.offence("9.2")
def bombards_the_t34(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2: German artillery cannot fire on the T-34."""
    for step, target, hand in moments(game, rng, "target"):
        active = unit_of(game, hand.table, acting(hand.table))
        tank = game.piece(hand.table, "t34")
        if (
            active is None
            or WAYS.side(hand.table, target) != "Soviet"
            or not hand.value("EventNow").startswith("bombardment")
        ):
            continue
        here = hand.place(active)
        if hand.place(tank) in (here, *beside(game)[here]):
            new = Hand(game, step)
            new.decide(tank, "target", "German")
            yield new.planted(
                "German artillery fires on the T-34",
                leave_out=1,
                at=(step - 1, step, step + 1),
                stop=step + 2,
                culprit="German",
            )


@KINDS.offence("9.2", "9.3", "8.9")
def loss_after_a_miss(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2: a card below the value does nothing; here the target loses a step all the same."""
    for step, target, hand in moments(game, rng, "target"):
        side = WAYS.side(hand.table, target)
        strip = short(game, hand.props(target)["CounterId"])
        if not _missed(game, step) or not cards(game, hand.table, side, strip):
            continue
        draw = next_step(game, step, "bombard")
        assert draw is not None
        hand = Hand(game, draw + 1)
        steps = [c for c in cards(game, hand.table, side, strip) if game.rests(c, draw)]
        if steps:
            _put(hand, steps[0], "lose", side, "Hidden pile")
            what = f"{hand.table.things[target].name} loses a step to a miss"
            yield hand.planted(
                what, count=1, at=(draw, draw + 1), stop=game.next_move(steps[0], draw + 1 + 1)
            )


@KINDS.offence("9.2", "9.3", "8.9")
def hit_without_loss(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2: a hit costs a step or a retreat; here nothing."""
    for step, _, _ in moments(game, rng, "bombard"):
        after = game.decision(step + 1)
        if after and after[1] == "lose":
            end = next_step(game, step + 2, "attack", "end", "activate", "event", "pass") or step + 2
            what = "a hit of the bombardment costs nothing"
            yield splice(game, step + 1, [], what, leave_out=1, count=-1, at=range(step, end + 1))


@KINDS.offence("9.1", "9.2", "9.3", "9.4", "9.5", "9.6", "9.7", "9.8")
def number_card_as_event(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.1: only face cards are events; here a number is played as a bombardment."""
    for step, unit, _ in moments(game, rng, "activate"):
        hand = Hand(game, step + 1)
        side = WAYS.side(hand.table, unit)
        for card in cards(game, hand.table, side):
            props = hand.table.things[card].properties()
            if props["Value"] != "0" and game.rests(card, step):
                hand.decide(card, "event", side, Event="none", Mask="null;")
                hand.move(card, game.spot("Event"))
                hand.set("EventNow", "none")
                yield hand.planted(
                    f"{hand.table.things[card].name} played as an event",
                    count=1,
                    culprit=side,
                    stop=game.next_move(card, step + 1 + 1),
                )


# -- cards


@KINDS.offence("10.1", "3.4", "7.5")
def card_from_the_pile_to_the_hand(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.4, 10.1: hands are filled from the deck; here a card comes from the pile."""
    yield from _card_taken(game, rng, "Pile", strip=False)


@KINDS.offence("7.5", "8.9", "10.1", "3.3", "3.4", "6.1")
def lost_step_comes_back(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.5, 8.9: a lost step is gone; here it is taken from the hidden pile back to the unit."""
    yield from _card_taken(game, rng, "Hidden pile", strip=True)


def _card_taken(game: Game, rng: random.Random, pile: str, *, strip: bool) -> Iterator[Planted]:
    for step, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        held = [c for c in deck(hand.table, pile) if game.rests(c, step)]
        if not held:
            continue
        prefixes = [f"{side} hand"]
        if strip:
            prefixes = []
            for unit in WAYS.units(game, hand.table, side):
                props = hand.props(unit)
                name = short(game, props["CounterId"])
                if len(cards(game, hand.table, side, name)) < int(props["Steps"]):
                    prefixes.append(name)
        if not prefixes:
            continue
        card = rng.choice(held)
        try:
            place = free_place(game, hand.table, rng.choice(prefixes))
        except LookupError:
            continue
        _draw(hand, card, side, place, side)
        what = f"{hand.table.things[card].name} from {pile} to {place}"
        yield hand.planted(what, culprit=side, stop=game.next_move(card, step + 1))


@KINDS.offence("10.1", "7.5", "3.4")
def extra_card_drawn(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.1: cards are drawn in the replenishment phase; here one in the middle of the operations."""
    for step, _, hand in moments(game, rng, "activate"):
        left = deck(hand.table, "Deck")
        if not left or not game.rests(left[-1], step):
            continue
        side = rng.choice(WAYS.sides)
        try:
            place = free_place(game, hand.table, f"{side} hand")
        except LookupError:
            continue
        _draw(hand, left[-1], side, place, side)
        yield hand.planted(
            "a card drawn into the hand during operations",
            culprit=side,
            stop=game.next_move(left[-1], step + 1),
        )


@KINDS.offence("9.6", "10.1", "3.3", "3.4")
def card_stolen(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.6: only the sniper takes a card from the enemy, and it goes to the pile; here it is dragged to
    the own hand.
    """
    for step, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        theirs = [c for c in cards(game, hand.table, WAYS.other(side)) if game.rests(c, step)]
        if not theirs:
            continue
        try:
            place = free_place(game, hand.table, f"{side} hand")
        except LookupError:
            continue
        hand.change(theirs[0], Mask="null;")
        _draw(hand, theirs[0], side, place, side)
        yield hand.planted(
            f"{side} takes a card of the enemy's hand", culprit=side, stop=game.next_move(theirs[0], step + 1)
        )


@KINDS.offence("3.3", "7.5")
def hand_card_becomes_a_step(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.3, 7.5: steps come from the deck; here a card of the hand is laid under a unit."""
    for step, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        spare = [c for c in cards(game, hand.table, side) if game.rests(c, step)]
        for unit in WAYS.units(game, hand.table, side):
            props = hand.props(unit)
            name = short(game, props["CounterId"])
            if spare and len(cards(game, hand.table, side, name)) < int(props["Steps"]):
                hand.move(spare[0], game.spot(free_place(game, hand.table, name)), side)
                what = f"a hand card becomes a step of {hand.table.things[unit].name}"
                yield hand.planted(what, culprit=side, stop=game.next_move(spare[0], step + 1))


@KINDS.offence("3.3", "7.5")
def step_passed_to_another_unit(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.3: it must be known which unit holds which cards; here a step goes from one unit to another."""
    for step, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        for name, row in strips(game, hand.table, side).items():
            spare = [c for c in row if game.rests(c, step)]
            for unit in WAYS.units(game, hand.table, side):
                props = hand.props(unit)
                other = short(game, props["CounterId"])
                if (
                    spare
                    and other != name
                    and len(cards(game, hand.table, side, other)) < int(props["Steps"])
                ):
                    hand.move(spare[0], game.spot(free_place(game, hand.table, other)), side)
                    yield hand.planted(
                        f"a step passed from {name} to {other}",
                        culprit=side,
                        stop=game.next_move(spare[0], step + 1),
                    )


@KINDS.offence("10.1")
def discards_during_operations(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.1: cards are discarded in the replenishment phase; here in the operations."""
    for step, unit, hand in moments(game, rng, "activate"):
        side = WAYS.side(hand.table, unit)
        spare = [c for c in cards(game, hand.table, side) if game.rests(c, step)]
        if spare:
            _put(hand, spare[0], "discard", side, "Pile")
            yield hand.planted(
                f"{side} discards in the operations",
                count=1,
                culprit=side,
                stop=game.next_move(spare[0], step + 1),
            )


@KINDS.offence("3.3", "3.4")
def deck_rearranged(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.3, 3.4: the deck is shuffled, never arranged; here two cards deep in it change places by hand."""
    for step, _, hand in moments(game, rng, "activate"):
        members = list(deck(hand.table, "Deck"))
        late = [c for c in members if untouched(game, c, step)]
        if len(late) < 2:
            continue
        one, two = members.index(late[0]), members.index(late[1])
        members[one], members[two] = members[two], members[one]
        arrange(hand, "Deck", members)
        yield hand.planted("two cards of the deck change places")


@KINDS.offence("3.4")
def reshuffled_too_early(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.4: the piles are shuffled in when the deck is used up; here it is not.  The log ends before the
    next card moves.
    """
    for step, unit, hand in moments(game, rng, "activate"):
        piles = [c for name in ("Pile", "Hidden pile") for c in deck(hand.table, name)]
        stop = next((m.step for m in game.moves if m.step >= step and "Deck" in (m.start, m.end)), None)
        if not deck(hand.table, "Deck") or len(piles) < 4 or (stop is not None and stop < step + 10):
            continue
        desk = game.piece(hand.table, "battle-desk")
        hand.decide(desk, "reshuffle", WAYS.side(hand.table, unit))
        for card in piles:
            hand.move(card, spot_of_place(hand, "Deck"))
        members = list(deck(hand.table, "Deck"))
        rng.shuffle(members)
        arrange(hand, "Deck", members)
        yield hand.planted("the piles shuffled in while the deck lasts", count=1, stop=stop)


@KINDS.notice()
def own_card_shown_and_masked(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.3: cards are for their owner's eyes; one is unmasked and masked again, so that both have seen it."""
    for _, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        held = cards(game, hand.table, side)
        if held:
            mask = f"{side};false|0"
            hand.change(held[0], Mask="null;")
            hand.end()
            hand.change(held[0], Mask=mask)
            yield hand.planted(f"a card of the {side} hand shown and masked again")


@KINDS.notice("9.2", "9.3")
def bombardment_drawn_again(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.2: one card is drawn; here the draw is undone and done again (the same card comes)."""
    for step, _, hand in moments(game, rng, "bombard"):
        hand.do(*game.steps[step - 1])
        hand.end()
        hand.undo()
        yield hand.planted("the card for the bombardment drawn, undone, drawn again")


@KINDS.notice("8.6", "8.7")
def opened_card_undone(game: Game, rng: random.Random) -> Iterator[Planted]:
    """8.7: an opened card is seen; here the opening is undone and done again."""
    for step, _, hand in moments(game, rng, "open"):
        hand.do(*game.steps[step - 1])
        hand.end()
        hand.undo()
        yield hand.planted("a battle card opened, undone, opened again")


@KINDS.notice("3.6")
def wrong_control_marker(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.6: control follows the units; here the marker of a held area is turned to the enemy by hand."""
    for _, _, hand in moments(game, rng, "activate"):
        markers = hand.pieces(Kind="control")
        rng.shuffle(markers)
        for marker in markers:
            props = marker.properties()
            area = game.module.manifest["areas"][props["Area"]]
            if standing(game, hand.table, area, props["Control"]):
                other = WAYS.other(props["Control"])
                hand.change(marker.id, Control=other)
                hand.set(f"Control_{props['Area']}", other)
                yield hand.planted(f"control of {area} turned to {other} by hand")


@KINDS.notice("9.6")
def sniper_dice_edited(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.6: chance names the card; here the number is changed after it came."""
    for step, _, _ in moments(game, rng, "sniper"):
        hand = Hand(game, step + 1)
        roll = hand.value("Roll")
        slot = hand.value("SnipeSlot")
        others = [
            c for c in cards(game, hand.table, "German") if hand.place(c) != slot.lstrip("@").split("/")[-1]
        ]
        if others:
            hand.set("Roll", str(int(roll) % 3 + 1))
            yield hand.planted(f"the sniper's number {roll} edited")


@KINDS.offence("9.6")
def other_card_sniped(game: Game, rng: random.Random) -> Iterator[Planted]:
    """9.6: the card that chance names goes; here the German gives up another one."""
    for step, _, hand in moments(game, rng, "give_up"):
        moved = next((m for m in game.moves if m.step == step and m.end == "Pile"), None)
        spare = [
            c
            for c in cards(game, hand.table, "German")
            if moved and c != moved.piece and game.rests(c, step, 4)
        ]
        if moved and spare:
            number = str(int(hand.value("Step")) + 1)
            desk = game.piece(hand.table, "battle-desk")
            hand.decide(desk, "give_up", "German")
            hand.change(spare[0], Act="sniped", Seq=number, By="German", Mask="null;")
            hand.move(spare[0], spot_of_place(hand, "Pile"))
            yield hand.planted(
                "another card than the sniper's goes",
                leave_out=1,
                culprit="German",
                at=(step - 1, step),
                stop=game.next_move(spare[0], step + 1),
            )


# -- phases, turns, arrivals


@KINDS.notice("5.0", "6.1", "6.2", "6.3", "10.1", "10.3")
def tracker_pushed_twice(game: Game, rng: random.Random) -> Iterator[Planted]:
    """5.0: phases follow each other; the tracker is pushed on a phase too far, play goes on as before."""
    found = pushes(game)
    for index in mixed(range(len(found) - 1), rng):
        step = found[index][0]
        if found[index + 1][0] == step + 1:
            continue  # Nothing was to be done between the two: the log would be the same.
        hand = Hand(game, step + 1)
        hand.do(SetTurn(found[index + 1][1], found[index + 1][2]))
        yield hand.planted("the turn tracker pushed a phase too far", at=(step, step + 1))


@KINDS.offence("5.0", "7.4", "10.1", "10.3")
def phase_ends_without_both_passes(game: Game, rng: random.Random) -> Iterator[Planted]:
    """5.0: operations end when both pass in a row; here the second pass is missing."""
    for step, _, _ in mixed(pushes(game), rng):
        before = game.decision(step - 1)
        table = game.table(step)
        if before and before[1] == "pass" and phase(table)[1] == 1:
            what = "operations end after one pass"
            yield splice(game, step - 1, [], what, leave_out=1, count=-1, at=range(step - 2, step + 2))


@KINDS.offence("10.3")
def unit_stays_down(game: Game, rng: random.Random) -> Iterator[Planted]:
    """10.3: all units are turned up; here one stays down."""
    for step, _, _ in moments(game, rng, "flip_up"):
        turned = [c.piece for c in game.changes if c.step == step and c.name == "Face_Level"]
        if turned:
            unit = rng.choice(turned)
            new = without_values(game.steps[step - 1], unit, game, "Face_Level", "Act", "Seq", "By")
            end = next_step(game, step + 1, "activate") or step + 1
            what = f"{game.last.things[unit].name} is not turned up"
            yield splice(game, step, [new], what, leave_out=1, at=range(step, end + 1))


def _too_early(game: Game, rng: random.Random, counter: str, turn: int) -> Iterator[Planted]:
    for _, _, hand in moments(game, rng, "activate"):
        unit = game.piece(hand.table, counter)
        if phase(hand.table)[0] < turn and hand.place(unit).startswith("Turn"):
            side = WAYS.side(hand.table, unit)
            hand.drag(unit, REAR[side], side)
            what = f"{hand.table.things[unit].name} comes before turn {turn}"
            yield hand.planted(what, culprit=side)


@KINDS.offence("6.1", "5.0")
def german_reinforcement_too_early(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.1: 16Pz and 100J come in turn 2; here one comes in turn 1."""
    yield from _too_early(game, rng, rng.choice(["16pz", "100j"]), 2)


@KINDS.offence("6.2", "5.0")
def guards_too_early(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.2: 39Gds comes in turn 3; here before."""
    yield from _too_early(game, rng, "39gds", 3)


@KINDS.offence("6.1", "6.2")
def reinforcement_in_the_city(game: Game, rng: random.Random) -> Iterator[Planted]:
    """6.1, 6.2: reinforcements come to their rear; here to an area of the city."""
    for step, unit, hand in moments(game, rng, "arrive"):
        side = WAYS.side(hand.table, unit)
        areas = [a for a in _own_areas(game, hand.table, side) if a not in REAR.values()]
        if areas:
            area = rng.choice(sorted(areas))
            new = replaced_move(game.steps[step - 1], unit, game.spot(area))
            what = f"{hand.table.things[unit].name} arrives in {area}"
            yield splice(game, step, [new], what, leave_out=1, culprit=side, at=(step, step + 1))


@KINDS.offence("3.1", "4.0")
def two_rifles_in_one_area(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.1: one Rifle stands in each normal area; here two in one and none in another."""
    deal = next_step(game, 1, "deal")
    if deal is None:
        return
    hand = Hand(game, deal)
    rifles = [u for u in WAYS.units(game, hand.table, "Soviet") if hand.props(u)["Class"] == "rifle"]
    one, two = rng.sample(rifles, 2)
    area = hand.place(two)
    hand.drag(one, area, "Soviet")
    yield hand.planted(f"two Rifles set up in {area}", culprit="Soviet", at=(deal, deal + 1, deal + 2))


@KINDS.offence("3.3", "3.4")
def step_dealt_to_the_hand(game: Game, rng: random.Random) -> Iterator[Planted]:
    """3.3, 3.4: each unit gets its number of steps and the hand its own; here a unit's step goes to the
    hand.
    """
    for step, desk, _ in moments(game, rng, "deal"):
        side = game.props(game.last, desk)["Side"]
        hand = Hand(game, step + 1)
        rows = [row for row in strips(game, hand.table, side).values() if len(row) > 1]
        card = rng.choice(rows)[-1]
        hand.move(card, game.spot(free_place(game, hand.table, f"{side} hand")), side)
        stop = game.next_move(card, step + 2)
        what = "a dealt step goes to the hand"
        at = (step, step + 1)
        yield hand.planted(what, culprit=side, at=at, stop=stop)


# -- harmless


@KINDS.harmless
def hand_sorted(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A card of the hand is moved to another place of the hand."""
    for _, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        held = cards(game, hand.table, side)
        if held:
            hand.move(held[0], game.spot(f"{side} hand-6"), side)
            yield hand.planted(f"a card of the {side} hand laid aside in the hand")


@KINDS.harmless
def steps_sorted(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Two cards of one unit's steps change places."""
    for _, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        rows = [row for row in strips(game, hand.table, side).values() if len(row) > 1]
        if rows:
            one, two = rng.choice(rows)[:2]
            first, second = hand.table.spot(one), hand.table.spot(two)
            hand.move(one, (str(second.map), second.x, second.y), side)
            hand.end()
            hand.move(two, (str(first.map), first.x, first.y), side)
            yield hand.planted("two steps of one unit change places")


@KINDS.harmless
def own_cards_peeked_at(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A player looks under his own masks: the mask remembers it, nothing else."""
    for _, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        held = cards(game, hand.table, side)
        if held:
            hand.change(held[0], Mask=f"{side};true|0")
            hand.end()
            hand.change(held[0], Mask=f"{side};false|0")
            yield hand.planted("an own card peeked at")


@KINDS.harmless
def joined_and_left(game: Game, rng: random.Random) -> Iterator[Planted]:
    """The T-34 is joined to the active unit and taken out again before anything is done."""
    for step, unit, _ in moments(game, rng, "activate"):
        hand = Hand(game, step + 1)
        tank = game.piece(hand.table, "t34")
        props = hand.props(tank)
        after = game.decision(step + 1)
        if tank == unit:
            continue
        same = hand.place(tank) == hand.place(unit)
        if (
            same
            and WAYS.side(hand.table, unit) == "Soviet"
            and props["Face_Level"] == "1"
            and props["Joined"] == "0"
        ):
            if after and after[1] == "join":
                continue
            hand.decide(tank, "join", "Soviet", Joined="1")
            hand.end()
            hand.decide(tank, "unjoin", "Soviet", Joined="0")
            yield hand.planted("the T-34 joined and taken out", count=2)


@KINDS.harmless
def wrong_card_taken_back(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A card dragged out of the hand by a slip, face down, is put back before anything happens."""
    for _, _, hand in moments(game, rng, "activate"):
        side = rng.choice(WAYS.sides)
        held = cards(game, hand.table, side)
        if held:
            home = hand.table.spot(held[0])
            hand.move(held[0], game.spot("German hand-6" if side == "German" else "Soviet hand-6"), side)
            hand.end()
            hand.move(held[0], (str(home.map), home.x, home.y), side)
            yield hand.planted("a card out of the hand and back")


@KINDS.harmless
def play_undone(game: Game, rng: random.Random) -> Iterator[Planted]:
    """A card played face down is taken back by undo and played again; nobody has seen it."""
    for step, _, hand in moments(game, rng, "play"):
        hand.do(*game.steps[step - 1])
        hand.end()
        hand.undo()
        yield hand.planted("a card played face down, undone, played again")


@KINDS.harmless
def clears_in_another_order(game: Game, rng: random.Random) -> Iterator[Planted]:
    """Each side clears its own cards; whose go first does not matter: one more empty press of the key."""
    for step, _, _ in moments(game, rng, "clear"):
        hand = Hand(game, step + 1)
        desk = game.piece(hand.table, "battle-desk")
        lying = [hand.place(c.id) for c in hand.pieces(Kind="card")]
        if any(len(place) == 2 and place[0] in "AD" for place in lying):
            continue
        if game.decision(step + 1) and game.decision(step + 1)[1] != "clear":  # type: ignore[index]
            hand.decide(desk, "clear", rng.choice(WAYS.sides))
            yield hand.planted("the battle cleared once more, with nothing there", count=1)


@KINDS.harmless
def active_unit_walks_in_two_drags(game: Game, rng: random.Random) -> Iterator[Planted]:
    """7.2: through own areas a unit goes any distance; it stops on the way in an own area beside its
    start.
    """
    for drag, table, side in _friendly_move(game, rng):
        held = control(game, table)
        between = beside(game)[drag.start] & beside(game)[drag.end]
        between = {a for a in between if held.get(a) == side and a not in REAR.values()}
        between = {a for a in between if not standing(game, table, a, WAYS.other(side))}
        if between:
            hand = Hand(game, drag.step)
            area = rng.choice(sorted(between))
            hand.drag(drag.piece, area, side)
            yield hand.planted(f"{table.things[drag.piece].name} goes by way of {area}")
