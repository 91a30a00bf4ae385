"""What happens at a table and breaks no rule: put in at any time of any game."""

from __future__ import annotations

from dataclasses import replace

from tests.violations_apart.kinds import Expected
from tests.violations_apart.second.offences import _control, _copy, _tracker
from tests.violations_apart.second.scenes import RULES, Do, Rows, Scene, at_any_time
from toolkit.vassal.commands import (
    AddPiece,
    AddPlayer,
    Chat,
    Null,
    PrivateNote,
    PublicNote,
    RemovePiece,
    ScenarioNote,
)
from toolkit.vassal.things import state_of


def _say(*lines: str) -> Do:
    def do(s: Scene) -> None:
        for line in lines:
            s.hand.do(Chat(line))
            s.hand.end()

    return do


def _notes(s: Scene) -> None:
    s.hand.do(PublicNote("reserves: 3"), ScenarioNote("evening 2"), PrivateNote("first", "attack the left"))


def _null(s: Scene) -> None:
    s.hand.do(Null())
    s.hand.end()
    s.hand.do(Chat(""))


def _player_again(s: Scene) -> None:
    s.hand.do(next(c for c in s.game.log.begin if isinstance(c, AddPlayer)))


def _nudged(by: str, whose: str, *, back: bool = False) -> Do:
    """A unit is pushed a little within its place."""

    def do(s: Scene) -> None:
        piece = s.unit(getattr(s, whose))
        here = s.table.spot(piece)
        s.hand.move(piece, s.ways.nudged(s.game, s.table, piece), getattr(s, by))
        if back:
            s.hand.end()
            s.hand.move(piece, (str(here.map), here.x, here.y), getattr(s, by))
        s.stop = 1 << 30

    return do


def _out(by: str, whose: str, between: int = 0, *, undo: bool = False, one: bool = False) -> Do:
    """A unit is dragged far away and put back, by the same hand."""

    def do(s: Scene) -> None:
        piece = s.unit(getattr(s, whose))
        here = s.table.spot(piece)
        s.hand.move(piece, s.far(piece), getattr(s, by))
        if not one:
            s.hand.end()
        for _ in range(between):
            s.hand.say("<first> hm")
            s.hand.end()
        if undo:
            s.hand.undo()
        else:
            s.hand.move(piece, (str(here.map), here.x, here.y), getattr(s, by))
        s.stop = 1 << 30

    return do


def _out_of_the_map(s: Scene) -> None:
    """A unit lies in the box of the lost for a moment."""
    piece = s.unit()
    here = s.table.spot(piece)
    s.hand.move(piece, s.game.spot(s.ways.losses[s.side]), s.side)
    s.hand.end()
    s.hand.move(piece, (str(here.map), here.x, here.y), s.side)
    s.stop = 1 << 30


def _dead_out(s: Scene) -> None:
    """A lost unit is taken up and laid back."""
    piece = s.dead(s.side)
    here, spot = s.table.spot(piece), s.table.spot(s.unit())
    s.hand.move(piece, (str(spot.map), spot.x, spot.y), s.side)
    s.hand.end()
    s.hand.move(piece, (str(here.map), here.x, here.y), s.side)
    s.stop = 1 << 30


def _dead_nudged(s: Scene) -> None:
    piece = s.dead(s.side)
    s.hand.move(piece, s.ways.nudged(s.game, s.table, piece), s.side)
    s.stop = 1 << 30


def _waiting_nudged(s: Scene) -> None:
    piece = s.boxed(s.side)
    s.hand.move(piece, s.ways.nudged(s.game, s.table, piece), s.side)
    s.stop = 1 << 30


def _turned(whose: str, *, undo: bool = False, one: bool = False, between: int = 0) -> Do:
    """A unit is turned over and back."""

    def do(s: Scene) -> None:
        units = s.ways.two_sided(s.game, s.table, s.ways.units(s.game, s.table, getattr(s, whose)))
        piece = s.pick(units, 3)
        s.ways.turn_over(s.hand, piece)
        if not one:
            s.hand.end()
        for _ in range(between):
            s.hand.say("<second> sorry")
            s.hand.end()
        if undo:
            s.hand.undo()
        else:
            s.ways.turn_over(s.hand, piece)
        s.stop = 1 << 30

    return do


def _two_nudged(s: Scene) -> None:
    for side in s.ways.sides:
        piece = s.unit(side)
        s.hand.move(piece, s.ways.nudged(s.game, s.table, piece), s.side)
    s.stop = 1 << 30


def _marker_nudged(kind: str, *, far: bool = False) -> Do:
    """A marker is pushed a little, or taken away and laid back."""

    def do(s: Scene) -> None:
        names = [t.id for t in s.hand.pieces(Kind=kind) if s.game.place(s.table, t.id)]
        piece = s.pick(names, 2)
        here = s.table.spot(piece)
        spot = s.far(piece) if far else s.ways.nudged(s.game, s.table, piece)
        s.hand.move(piece, spot, s.side)
        if far:
            s.hand.end()
            s.hand.move(piece, (str(here.map), here.x, here.y), s.side)
        s.stop = 1 << 30

    return do


def _control_and_back(s: Scene) -> None:
    state = s.rng.getstate()
    _control(s)
    s.hand.end()
    s.rng.setstate(state)
    s.hand.undo()
    s.stop = 1 << 30


def _tracker_and_back(s: Scene) -> None:
    _tracker(1)(s)
    s.hand.end()
    _tracker(-1)(s)
    s.stop = 1 << 30


def _copied_and_removed(s: Scene) -> None:
    made = _copy(s.table, s.unit())
    s.hand.do(made)
    s.hand.end()
    s.hand.do(RemovePiece(str(made.id)))
    s.stop = 1 << 30


def _removed_and_put_back(s: Scene) -> None:
    piece = s.unit()
    thing = s.table.things[piece]
    back = AddPiece(piece, thing.type, state_of(replace(thing.twin(), spot=s.table.spot(piece))))
    s.hand.do(RemovePiece(piece))
    s.hand.end()
    s.hand.do(back)
    s.stop = 1 << 30


def _hand_rearranged(s: Scene) -> None:
    """A card goes to a free place of the same hand."""
    card = s.card(2)
    s.hand.move(card, s.spot_of(2), s.side)
    s.stop = 1 << 30


def _card_out(where: int, by: str = "side") -> Do:
    """A card is taken up and laid back; it stays as it was."""

    def do(s: Scene) -> None:
        card = s.pick(s.cards(where), 3)
        here, spot = s.table.spot(card), s.table.spot(s.unit())
        s.hand.move(card, (str(spot.map), spot.x, spot.y), getattr(s, by))
        s.hand.end()
        s.hand.move(card, (str(here.map), here.x, here.y), getattr(s, by))
        s.stop = 1 << 30

    return do


def _card_nudged(s: Scene) -> None:
    card = s.pick(s.cards(2), 3)
    here = s.table.spot(card)
    s.hand.move(card, (str(here.map), here.x + 2, here.y + 1), s.side)
    s.stop = 1 << 30


def _rule_set_again(s: Scene) -> None:
    name = s.rng.choice(RULES[s.game.name])
    s.hand.set(name, s.hand.value(name))


def _value_and_back(s: Scene) -> None:
    names = {"gj47": "Mode", "storm": "Left", "rattenkrieg": "Defender"}
    name = names[s.game.name]
    now = s.hand.value(name)
    s.hand.set(name, "1")
    s.hand.end()
    s.hand.set(name, now)


def _moved_mark(s: Scene) -> None:
    """The mark of what was moved is put on a unit and off."""
    piece = s.pick(s.ways.units(s.game, s.table, s.side), 3)
    if "Moved" not in s.game.props(s.table, piece):
        raise LookupError
    now = s.game.props(s.table, piece)["Moved"]
    s.hand.change(piece, Moved="false" if now == "true" else "true")
    s.stop = 1 << 30


def _in_and_out_of_the_stack(s: Scene) -> None:
    """Units of one place change their order in the stack."""
    places: dict[str, list[str]] = {}
    for unit in s.ways.units(s.game, s.table, s.side):
        places.setdefault(s.game.place(s.table, unit), []).append(unit)
    stacks = [p for p in places.values() if len(p) > 1]
    one, two = s.rng.choice(stacks)[:2]
    spot = s.table.spot(two)
    s.hand.move(one, (str(spot.map), spot.x, spot.y), s.side, under=two)


_DISTURBANCES: tuple[tuple[str, Do], ...] = (
    ("chat", _say("<first> good game so far", "<second> thanks")),
    ("chat_like_a_roll", _say("*** 1d6 = 6 *** <first>")),
    ("chat_like_a_report", _say("* Axis: all battles are declared", "* German sets U13 to yes")),
    ("chat_strange", _say("<b>" + "é" * 3000 + "</b>", "\u202eabc | D/;,\\", "第一装甲军 → 0623")),
    ("notes", _notes),
    ("empty_steps", _null),
    ("player_again", _player_again),
    ("nudged_own", _nudged("side", "side")),
    ("nudged_own_and_back", _nudged("side", "side", back=True)),
    ("nudged_enemys", _nudged("side", "other")),
    ("nudged_by_the_waiting", _nudged("other", "other")),
    ("two_nudged", _two_nudged),
    ("out_and_back", _out("side", "side")),
    ("enemys_out_and_back", _out("side", "other")),
    ("waiting_out_and_back", _out("other", "other")),
    ("out_talk_and_back", _out("side", "side", 3)),
    ("out_and_undone", _out("side", "side", undo=True)),
    ("enemys_out_and_undone", _out("side", "other", undo=True)),
    ("out_and_back_in_one", _out("side", "side", one=True)),
    ("among_the_lost_and_back", _out_of_the_map),
    ("dead_out_and_back", _dead_out),
    ("dead_nudged", _dead_nudged),
    ("waiting_unit_nudged", _waiting_nudged),
    ("turned_and_back", _turned("side")),
    ("enemys_turned_and_back", _turned("other")),
    ("turned_and_undone", _turned("side", undo=True)),
    ("turned_and_back_in_one", _turned("side", one=True)),
    ("turned_talk_and_back", _turned("other", between=3)),
    ("control_nudged", _marker_nudged("control")),
    ("control_out_and_back", _marker_nudged("control", far=True)),
    ("turn_marker_out_and_back", _marker_nudged("marker", far=True)),
    ("control_turned_and_undone", _control_and_back),
    ("tracker_on_and_back", _tracker_and_back),
    ("copied_and_removed", _copied_and_removed),
    ("removed_and_put_back", _removed_and_put_back),
    ("hand_rearranged", _hand_rearranged),
    ("held_card_out_and_back", _card_out(2)),
    ("used_card_out_and_back", _card_out(1)),
    ("card_nudged", _card_nudged),
    ("rule_set_again", _rule_set_again),
    ("value_and_back", _value_and_back),
    ("moved_mark", _moved_mark),
    ("order_in_the_stack", _in_and_out_of_the_stack),
)

DISTURBANCES: Rows = [
    (name, Expected.NOTHING, {}, at_any_time(do, name.replace("_", " "))) for name, do in _DISTURBANCES
]
