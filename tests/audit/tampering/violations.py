"""Things that no rule allows, or that a referee has to hear of, done to a log in VASSAL's own commands.

Each raises `NoOccasionError` where there is none.  `NOTICES` lists those that are no offence by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from tests.audit.tampering.hand import PLAYERS, Hand, NoOccasionError
from toolkit.vassal.commands import AddPiece, ChangeProperty, MovePiece, RemovePiece
from toolkit.vassal.events import Spot
from toolkit.vassal.things import Thing, state_of

Kind = Callable[[Hand], None]


def next_turn(hand: Hand, by: int) -> str:
    """Return the state of the turn tracker so many turns later."""
    state = hand.tracker()[1]
    found = re.match(r"(\d+\|)(\d+)(.*)", state, re.S)
    assert found is not None
    return f"{found[1]}{max(1, int(found[2]) + by)}{found[3]}"


def cards(hand: Hand, *boxes: str) -> list[Thing]:
    if hand.game == "gj47":
        return []
    return [card for box in boxes if box in hand.data.manifest["slots"]
            for card in hand.in_box(hand.all("card"), box)]  # fmt: skip


def _side_of(box: str) -> str:
    return "Soviet" if "soviet" in box else "German"


# -- units


def full_again(hand: Hand) -> None:
    """A reduced unit is full again; in Storm a spent one fresh, in Rattenkrieg a used one ready."""
    unit = hand.one([u for u in hand.units() if hand.value(u, hand.face) == "2"])
    hand.turn_over(unit)


def worn_by_other(hand: Hand) -> None:
    """A whole unit is turned over, far from any enemy in GJ47."""
    whole = [u for u in hand.units() if hand.value(u, hand.face) == "1"]
    unit = hand.one([u for u in whole if not _near_enemy(hand, u)])
    hand.turn_over(unit)


def _near_enemy(hand: Hand, unit: Thing) -> bool:
    here = hand.spot(unit)
    side = hand.value(unit, "Side")
    reach = 200 if hand.game == "gj47" else 0
    return any(
        abs(hand.spot(o).x - here.x) < reach and abs(hand.spot(o).y - here.y) < reach
        for o in hand.units()
        if hand.value(o, "Side") != side
    )


def dead_returns(hand: Hand) -> None:
    boxes = ("eliminated-axis", "eliminated-german", "eliminated-soviet")
    units = hand.all("unit")
    dead = [u for box in boxes for u in _in(hand, units, box)]
    unit = hand.one(dead)
    side = hand.value(unit, "Side")
    friends = [u for u in hand.units(side) if not _near_enemy(hand, u)]
    friend = hand.one(friends)
    hand.put(unit, hand.spot(friend))


def _in(hand: Hand, things: list[Thing], box: str) -> list[Thing]:
    try:
        return hand.in_box(things, box)
    except KeyError:
        return []


def teleport(hand: Hand) -> None:
    unit = hand.one(hand.units())
    hand.put(unit, hand.far(unit, 900))


def teleport_by_other(hand: Hand) -> None:
    unit = hand.one(hand.units())
    hand.put(unit, hand.far(unit, 900), hand.stranger(unit))


def vanishes(hand: Hand) -> None:
    """A unit goes to the lost ones for no reason."""
    unit = hand.one([u for u in hand.units() if not _near_enemy(hand, u)])
    side = hand.value(unit, "Side").lower()
    hand.put(unit, hand.box(f"eliminated-{side}"))


def beside_the_board(hand: Hand) -> None:
    unit = hand.one(hand.units())
    hand.put(unit, Spot(hand.data.map_name, 3, 3))


def next_to_enemy(hand: Hand) -> None:
    """A unit is dragged onto an enemy far away."""
    unit = hand.one(hand.units())
    enemy = hand.one([u for u in hand.units() if hand.value(u, "Side") != hand.value(unit, "Side")])
    hand.need(hand.where(enemy) != hand.where(unit))
    hand.put(unit, hand.spot(enemy))


def comes_too_early(hand: Hand) -> None:
    """A unit that waits for its turn is put on the map."""
    turns = [f"turn-{n}{side}" for n in range(4, 7) for side in ("", "-german", "-soviet")]
    boxes = ["pool-axis", "pool-soviet", *turns]
    units = hand.all("unit")
    unit = hand.one([u for box in boxes for u in _in(hand, units, box) if not hand.on_map(u)])
    friend = hand.one(hand.units(hand.value(unit, "Side")))
    hand.put(unit, hand.spot(friend))


def deleted(hand: Hand) -> None:
    unit = hand.one(hand.units())
    hand.do(RemovePiece(unit.id))
    gone = unit.id
    hand.rest = [tuple(c for c in step if getattr(c, "id", None) != gone) or step for step in hand.rest]


def twin(hand: Hand) -> None:
    """A second piece of a unit appears on the map."""
    unit = hand.one(hand.units())
    thing = hand.table.things[unit.id]
    hand.do(
        AddPiece("twin", thing.type, state_of(thing)),
        MovePiece("twin", *hand.far(unit), None, None, 0, 0, None, None),
    )


def turned_control(hand: Hand) -> None:
    """A marker of control is turned although nothing happened there."""
    if hand.game == "gj47":
        marker = hand.one([m for m in hand.all("control") if hand.on_map(m)])
        hand.write(marker, Face_Level="1" if hand.value(marker, "Face_Level") == "2" else "2")
        return
    marker = hand.one(hand.all("control"))
    area = hand.value(marker, "Area")
    side = "German" if hand.value(marker, "Control") == "Soviet" else "Soviet"
    name = f"Control_{area}"
    step = [hand.written(marker, Control=side)]
    container = next((where for where, known in hand.table.properties if known == name), "")
    hand.do(*step, ChangeProperty(name, hand.glob(name), side, container))


# -- the game's course


def tracker_on(hand: Hand) -> None:
    hand.set_turn(next_turn(hand, 1))


def tracker_on_twice(hand: Hand) -> None:
    hand.set_turn(next_turn(hand, 1))
    hand.set_turn(next_turn(hand, 1))


def tracker_back(hand: Hand) -> None:
    state = next_turn(hand, -1)
    hand.need(state != hand.tracker()[1])
    hand.set_turn(state)


def house_rule(hand: Hand) -> None:
    """A house rule is changed in play."""
    options = [o for o in hand.data.game.options if len(o.values) > 1 and hand.glob(o.id) not in ("", "open")]
    option = hand.one(options)
    values = [v if isinstance(v, str) else v.id for v in option.values]
    hand.set(option.id, hand.rng.choice([v for v in values if v != hand.glob(option.id)]))


# -- dice


_DICE = {
    "gj47": ("Roll", ("battle", "withdrawal-roll", "axis-reinforcement-roll")),
    "rattenkrieg": ("", ()),
    "storm": ("", ()),
}


def die_edited(hand: Hand) -> None:
    """A die that was thrown shows another number afterwards."""
    name, kinds = _DICE[hand.game]
    if kinds:
        shown = [t for t in hand.all(*kinds) if hand.value(t, name) not in ("", "0")]
        piece = hand.one(shown)
        old = int(hand.value(piece, name))
        hand.write(piece, **{name: str(old % 6 + 1)})
        return
    for name in hand.rng.sample(["D1", "D2", "Points", "Left", "Roll"], 5):
        if (old := hand.glob(name)) not in ("", "0"):
            hand.set(name, str(int(old) % 6 + 1))
            return
    raise NoOccasionError


def points_edited(hand: Hand) -> None:
    hand.need(hand.game == "storm" and hand.glob("Left") not in ("", "0"))
    hand.set("Left", str(int(hand.glob("Left")) + 2))


def rolled_again(hand: Hand) -> None:
    """The next roll is taken back and thrown anew with another result."""
    place = next((n for n, step in enumerate(hand.rest[:200]) if any(map(_is_die, step))), None)
    if place is None:
        raise NoOccasionError
    hand.go_on(place)
    plain = [c for c in hand.rest[0] if type(c).__name__ not in ("Null", "Chat")]
    hand.do(*hand.rest[0])
    try:
        hand.undo(*plain)
    except ValueError as error:
        raise NoOccasionError from error


def _is_die(command: object) -> bool:
    name = getattr(command, "name", "")
    return str(name) in ("D1", "D2", "Roll") or str(name).endswith("_result")


# -- cards


def pile_to_hand(hand: Hand) -> None:
    """A card out of the discards is taken into a hand."""
    box = hand.rng.choice(["german", "soviet"])
    card = hand.one(cards(hand, "pile", f"pile-{box}"))
    hand.put(card, hand.box(f"hand-{box}"), PLAYERS[box == "soviet"])
    hand.mask(card, _side_of(box))


def pile_to_play(hand: Hand) -> None:
    """A discard is dragged into play."""
    side = hand.rng.choice(["german", "soviet"])
    card = hand.one(cards(hand, "pile", f"pile-{side}"))
    hand.put(card, hand.box("battle-attacker" if hand.game == "rattenkrieg" else f"played-{side}"),
             PLAYERS[side == "soviet"])  # fmt: skip


def deck_to_hand(hand: Hand) -> None:
    """A card is taken out of the middle of the deck."""
    side = hand.rng.choice(["german", "soviet"])
    decks = [d for d in hand.decks() if hand.game == "rattenkrieg" or side in d.name.lower()]
    deck = hand.one(decks)
    card = hand.table.things[deck.members[len(deck.members) // 2]]
    hand.need(hand.value(card, "Kind") == "card")
    hand.put(card, hand.box(f"hand-{side}"), PLAYERS[side == "soviet"])
    hand.mask(card, _side_of(side))


def hand_to_pile(hand: Hand) -> None:
    """A card of the hand is thrown away for nothing."""
    side = hand.rng.choice(["german", "soviet"])
    card = hand.one(cards(hand, f"hand-{side}"))
    box = "pile" if hand.game == "rattenkrieg" else f"pile-{side}"
    hand.put(card, hand.box(box), PLAYERS[side == "soviet"])
    hand.mask(card, None)


def hand_to_deck(hand: Hand) -> None:
    side = hand.rng.choice(["german", "soviet"])
    card = hand.one(cards(hand, f"hand-{side}"))
    deck = hand.one([d for d in hand.decks() if hand.game == "rattenkrieg" or side in d.name.lower()])
    hand.put(card, deck.spot, PLAYERS[side == "soviet"])


def card_stolen(hand: Hand) -> None:
    """A card of one hand goes into the other one."""
    side, other = hand.rng.choice([("german", "soviet"), ("soviet", "german")])
    card = hand.one(cards(hand, f"hand-{side}"))
    hand.put(card, hand.box(f"hand-{other}"), PLAYERS[other == "soviet"])
    hand.mask(card, _side_of(other))


def step_to_hand(hand: Hand) -> None:
    """A step card of a unit is taken into the hand."""
    strips = [b for b in hand.data.manifest.get("slots", {}) if b.startswith("steps-")]
    card = hand.one(cards(hand, *strips))
    side = "soviet" if "Soviet" in (hand.spot(card).map or "") else "german"
    hand.put(card, hand.box(f"hand-{side}"), PLAYERS[side == "soviet"])


def hand_to_step(hand: Hand) -> None:
    """A card of the hand is laid to a unit as a step."""
    side = hand.rng.choice(["german", "soviet"])
    card = hand.one(cards(hand, f"hand-{side}"))
    window = "Soviet" if side == "soviet" else "German"
    strips = [
        b
        for b, (map_, _) in hand.data.manifest.get("slots", {}).items()
        if b.startswith("steps-") and window in map_
    ]
    hand.put(card, hand.box(hand.one(strips)), PLAYERS[side == "soviet"])


def pile_to_step(hand: Hand) -> None:
    """A lost step comes back out of the pile."""
    strips = [b for b in hand.data.manifest.get("slots", {}) if b.startswith("steps-")]
    card = hand.one(cards(hand, "pile", "hidden-pile"))
    strip = hand.one(strips)
    hand.put(card, hand.box(strip), PLAYERS["Soviet" in hand.data.manifest["slots"][strip][0]])


def step_lost(hand: Hand) -> None:
    """A step card of a unit is laid on the hidden pile for no reason."""
    strips = [b for b in hand.data.manifest.get("slots", {}) if b.startswith("steps-")]
    card = hand.one(cards(hand, *strips))
    hand.put(card, hand.box("hidden-pile"))


def deck_ordered(hand: Hand) -> None:
    """The deck lies in another order although nobody shuffled."""
    deck = hand.one(hand.decks())
    members = list(deck.members)
    members[0], members[-1] = members[-1], members[0]
    hand.do(hand.deck(deck, members))


def unmasked_and_masked(hand: Hand) -> None:
    """A hidden card is shown for a moment."""
    card = hand.one([c for c in cards(hand, "hand-german", "hand-soviet") if hand.masked_by(c)])
    owner = hand.masked_by(card)
    hand.mask(card, None)
    hand.mask(card, owner)


def mark_of_isolation(hand: Hand) -> None:
    hand.need(hand.game == "rattenkrieg")
    unit = hand.one(hand.units())
    hand.write(unit, Isolated="0" if hand.value(unit, "Isolated") == "1" else "1")


def fire_marker(hand: Hand) -> None:
    hand.need(hand.game == "storm")
    marker = hand.one(hand.all("fire"))
    hand.write(marker, Fire="0" if hand.value(marker, "Fire") == "1" else "1")


def target_changed(hand: Hand) -> None:
    """The number of areas that the Soviets need is changed."""
    hand.need(hand.game == "storm" and hand.glob("Target") != "")
    hand.set("Target", str(int(hand.glob("Target")) + 1))


# -- chits and forts


def chit_into_play(hand: Hand) -> None:
    chits = [c for box in ("chits-axis", "chits-soviet") for c in _in(hand, hand.all("chit"), box)]
    chit = hand.one(chits)
    hand.put(chit, hand.box("chit-active"))


def used_chit_back(hand: Hand) -> None:
    chit = hand.one(_in(hand, hand.all("chit"), "chits-used"))
    hand.put(chit, hand.box("cup"))


def cup_chit_away(hand: Hand) -> None:
    chit = hand.one(_in(hand, hand.all("chit"), "cup"))
    hand.put(chit, hand.box("chits-soviet"))


def fort_dragged(hand: Hand) -> None:
    forts = [m for m in hand.table.counters() if hand.value(m, "Fort_Level")]
    fort = hand.one(forts)
    hand.put(fort, hand.far(fort))


def fort_turned(hand: Hand) -> None:
    forts = [m for m in hand.table.counters() if hand.value(m, "Fort_Level") and hand.on_map(m)]
    fort = hand.one(forts)
    hand.write(fort, Fort_Level="1" if hand.value(fort, "Fort_Level") == "2" else "2")


def number_moved(hand: Hand) -> None:
    """The Soviet reinforcement number is put on another column."""
    markers = [m for m in hand.table.counters() if hand.value(m, "Role") == "reinforcement_number"]
    marker = hand.one(markers)
    boxes = [f"soviet-reinforcement-{n}" for n in range(1, 10)]
    box = hand.rng.choice([b for b in boxes if not _in(hand, [marker], b)])
    hand.put(marker, hand.box(box))


_COMMON = (
    full_again, worn_by_other, dead_returns, teleport, teleport_by_other, vanishes, beside_the_board,
    next_to_enemy, comes_too_early, deleted, twin, turned_control, tracker_on, tracker_on_twice, tracker_back,
    house_rule, die_edited, rolled_again,
)  # fmt: skip
_CARDS = (
    pile_to_hand, pile_to_play, deck_to_hand, hand_to_pile, hand_to_deck, card_stolen, deck_ordered,
    unmasked_and_masked,
)  # fmt: skip
_OWN: Mapping[str, tuple[Kind, ...]] = MappingProxyType(
    {
        "gj47": (chit_into_play, used_chit_back, cup_chit_away, fort_dragged, fort_turned, number_moved),
        "rattenkrieg": (*_CARDS, step_to_hand, hand_to_step, pile_to_step, step_lost, mark_of_isolation),
        "storm": (*_CARDS, points_edited, fire_marker, target_changed),
    }
)
VIOLATIONS: Mapping[str, Mapping[str, Kind]] = MappingProxyType(
    {game: MappingProxyType({kind.__name__: kind for kind in (*_COMMON, *own)}) for game, own in _OWN.items()}
)
NOTICES = frozenset(
    {
        "turned_control", "house_rule", "die_edited", "points_edited", "rolled_again", "unmasked_and_masked",
        "fire_marker", "target_changed", "mark_of_isolation", "deck_ordered",
    }
)  # fmt: skip
"""Kinds that a notice names; all others break a rule."""
