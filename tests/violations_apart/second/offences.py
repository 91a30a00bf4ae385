"""Actions against the rules, a few commands each, put in at any time of any game."""

from __future__ import annotations

from dataclasses import replace

from tests.violations_apart.kinds import Expected
from tests.violations_apart.played import Game
from tests.violations_apart.second.scenes import FLAGS, RULES, Clauses, Do, Rows, Scene, acting, at_any_time
from toolkit.vassal.commands import AddPiece, ChangePiece, MovePiece, RemovePiece, SetTurn, Undo
from toolkit.vassal.table import Table
from toolkit.vassal.things import state_of

_OFFENCE, _NOTICE = Expected.OFFENCE, Expected.NOTICE


def _seed(*clauses: str) -> tuple[str, ...]:
    return (*(f"SEED {clause}" for clause in clauses), "REF", "CARD")


def _with_due(clauses: Clauses) -> Clauses:
    return {game: (*own, *_DUE[game]) for game, own in clauses.items()}


# Printed numbers of which one is to be named, by what is done; a number stands for its parts.
# What is due first is named where something is done out of order.
_DUE = {"gj47": ("10.4", "10.6"), "rattenkrieg": ("8", "9"), "storm": _seed("流程", "損傷3", "註4", "攻擊")}
MOVES: Clauses = _with_due(
    {
        # 3.1(2) closes a hex with an enemy to every unit that moves.
        "gj47": ("3.1", "7", "8", "9", "10.6", "10.7", "12", "13", "6", "5"),
        "rattenkrieg": ("5.0", "6", "7", "8.1", "8.9", "8.10", "3.5"),
        "storm": _seed("移動", "流程2", "撤退", "渡口", "流程3", "增援"),
    }
)
RESTORED: Clauses = _with_due(
    {
        "gj47": ("10.5", "12", "11"),
        "rattenkrieg": ("7.4", "7.5", "5.0", "9.8", "10.3"),
        "storm": _seed("流程3"),
    }
)
SPENT: Clauses = _with_due(
    {
        "gj47": ("10.5", "10.6", "11"),
        "rattenkrieg": ("5.0", "7.1", "7.4"),
        "storm": _seed("損傷", "流程2", "攻擊", "移動"),
    }
)
LOST: Clauses = _with_due(
    {
        "gj47": ("10.5", "10.6", "11", "12"),
        "rattenkrieg": ("5.0", "6", "8.9", "8.12", "8.10"),
        "storm": _seed("損傷", "撤離", "流程", "撤退", "增援"),
    }
)
RISEN: Clauses = _with_due(
    {
        "gj47": ("10.5", "12"),
        "rattenkrieg": ("5.0", "6", "8.9"),
        "storm": _seed("流程3", "增援", "損傷", "撤離"),
    }
)
DOUBLED: Clauses = _with_due(
    {
        "gj47": ("12", "4", "2.2"),
        "rattenkrieg": ("6", "3", "2"),
        "storm": _seed("增援"),
    }
)
DRAWN: Clauses = _with_due(
    {
        "gj47": ("6", "7"),
        "rattenkrieg": ("3", "5", "6", "7.5", "9", "10"),
        "storm": _seed("流程"),
    }
)
TURNS: Clauses = _with_due(
    {
        "gj47": ("5", "6", "7", "11", "12"),
        "rattenkrieg": ("4", "5", "6", "10"),
        "storm": _seed("流程", "增援", "撤離"),
    }
)


def _own_far(s: Scene) -> str:
    piece = s.unit()
    s.hand.move(piece, s.far(piece), s.side)
    return s.side


def _enemy_far(s: Scene) -> str:
    piece = s.unit(s.other)
    s.hand.move(piece, s.far(piece), s.side)
    return s.side


def _waiting_side_far(s: Scene) -> str:
    # In a battle both sides are at it, and who has attacked may go on.
    if any(acting(s.game, step) != s.side for step in range(max(1, s.step - 6), s.step)):
        raise LookupError
    piece = s.unit(s.other)
    s.hand.move(piece, s.far(piece), s.other)
    return s.other


def _far_without_a_name(s: Scene) -> None:
    piece = s.unit()
    s.hand.move(piece, s.far(piece))


def _far_in_two_legs(s: Scene) -> str:
    piece = s.unit()
    goal = s.far(piece)
    here = s.table.spot(piece)
    s.hand.move(piece, (goal[0], (here.x + goal[1]) // 2, (here.y + goal[2]) // 2), s.side)
    s.hand.end()
    s.hand.move(piece, goal, s.side)
    return s.side


def _far_between_undo_marks(s: Scene) -> str:
    piece = s.unit()
    s.hand.do(Undo(True))
    s.hand.move(piece, s.far(piece), s.side)
    s.hand.do(Undo(False))
    return s.side


def _far_and_only_half_taken_back(s: Scene) -> str:
    one, two = s.unit(), s.unit()
    if one == two:
        raise LookupError
    s.hand.move(one, s.far(one), s.side)
    s.hand.move(two, s.far(two), s.side)
    s.hand.end()
    here = s.table.spot(one)
    back = s.game.table(s.step).spot(one)
    s.hand.do(Undo(True))
    s.hand.do(MovePiece(one, back.map, back.x, back.y, None, here.map, here.x, here.y, None))
    s.hand.do(Undo(False))
    return s.side


def _changed_places(s: Scene) -> str:
    one, two = s.unit(), s.unit()
    a, b = s.table.spot(one), s.table.spot(two)
    if s.game.place(s.table, one) == s.game.place(s.table, two):
        raise LookupError
    s.hand.move(one, (str(b.map), b.x, b.y), s.side)
    s.hand.end()
    s.hand.move(two, (str(a.map), a.x, a.y), s.side)
    return s.side


def _lost_by(side: str, owner: str) -> Do:
    def do(s: Scene) -> str:
        by, whose = getattr(s, side), getattr(s, owner)
        piece = s.unit(whose)
        s.hand.move(piece, s.game.spot(s.ways.losses[whose]), by)
        return str(by)

    return do


def _into_the_enemys_box(s: Scene) -> str:
    piece = s.unit()
    s.hand.move(piece, s.game.spot(s.ways.losses[s.other]), s.side)
    return s.side


def _risen(s: Scene) -> str:
    piece = s.dead(s.side)
    spot = s.table.spot(s.unit())
    s.hand.move(piece, (str(spot.map), spot.x, spot.y), s.side)
    return s.side


def _risen_by_the_enemy(s: Scene) -> str:
    piece = s.dead(s.other)
    spot = s.table.spot(s.unit(s.other))
    s.hand.move(piece, (str(spot.map), spot.x, spot.y), s.side)
    return s.side


def _too_early(s: Scene) -> str:
    piece = s.boxed(s.side)
    spot = s.table.spot(s.unit())
    s.hand.move(piece, (str(spot.map), spot.x, spot.y), s.side)
    return s.side


def _turned(whose: str, face: str) -> Do:
    def do(s: Scene) -> None:
        s.ways.turn_over(s.hand, s.unit(getattr(s, whose), face))

    return do


def _two_turned(s: Scene) -> None:
    one, two = s.unit(face="2"), s.unit(face="2")
    if one == two:
        raise LookupError
    for piece in (one, two):
        s.ways.turn_over(s.hand, piece)


def _deleted(s: Scene) -> None:
    s.hand.do(RemovePiece(s.unit()))


def _copy(table: Table, piece: str, **other: object) -> AddPiece:
    thing = table.things[piece]
    at = replace(thing.twin(), spot=table.spot(piece))
    for name, value in other.items():
        setattr(at, name, value)
    return AddPiece("9" + piece.zfill(6), str(at.type), state_of(at))


def _copied(s: Scene) -> None:
    s.hand.do(_copy(s.table, s.unit()))


def _copied_elsewhere(s: Scene) -> None:
    piece = s.unit()
    s.hand.do(_copy(s.table, piece, spot=s.table.spot(s.unit())))


def _carried(start: int, end: int, owner: str = "side", goal: str = "side") -> Do:
    """A card goes from one pile or hand to another; it stays face down if it was."""

    def do(s: Scene) -> str:
        card = s.card(start, getattr(s, owner))
        if 0 in (start, end):
            s.before_the_next_draw()
        s.hand.move(card, s.spot_of(end, getattr(s, goal)), s.side)
        return s.side

    return do


def _two_from_the_deck(s: Scene) -> str:
    s.before_the_next_draw()
    cards = s.cards(0)[:2]
    if len(cards) < 2:
        raise LookupError
    for card in cards:
        s.hand.move(card, s.spot_of(2), s.side)
    return s.side


def _from_below(s: Scene) -> str:
    s.before_the_next_draw()
    deck = s.deck()
    s.hand.move(deck.members[0], s.spot_of(2), s.side)
    return s.side


def _reordered(s: Scene) -> None:
    deck = s.deck()
    mixed = deck.twin()
    mixed.members = (*deck.members[:-3], *reversed(deck.members[-3:]))
    s.hand.do(ChangePiece(deck.id, state_of(mixed), state_of(deck)))


def _exchanged(s: Scene) -> str:
    """A card of the hand against the top one of the deck."""
    s.before_the_next_draw()
    top, held = s.card(0), s.card(2)
    spot = s.table.spot(held)
    place = s.table.spot(s.deck().id)
    s.hand.move(held, (str(place.map), place.x, place.y), s.side)
    s.hand.move(top, (str(spot.map), spot.x, spot.y), s.side)
    return s.side


def _card_deleted(s: Scene) -> None:
    s.hand.do(RemovePiece(s.card(2)))


def _card_copied(s: Scene) -> None:
    s.hand.do(_copy(s.table, s.card(2)))


def _mask(s: Scene, card: str, side: str | None) -> None:
    s.hand.change(card, Mask="null" if side is None else s.game.players[side])


def _peeked(s: Scene, whose: str) -> None:
    cards = [c for c in s.cards(2, whose) if s.game.props(s.table, c)["ObscuredToOthers"] == "true"]
    card = s.pick(cards, 3)
    now = s.table.things[card]
    masked = state_of(now)
    _mask(s, card, None)
    s.hand.end()
    s.hand.do(ChangePiece(card, masked, state_of(s.table.things[card])))


def _peeked_own(s: Scene) -> None:
    _peeked(s, s.side)


def _peeked_enemys(s: Scene) -> None:
    _peeked(s, s.other)


def _looked_at_the_top(s: Scene) -> str:
    s.before_the_next_draw()
    top = s.card(0)
    deck = s.table.spot(s.deck().id)
    spot = s.table.spot(s.unit())
    s.hand.move(top, (str(spot.map), spot.x, spot.y), s.side)
    s.hand.end()
    s.hand.move(top, (str(deck.map), deck.x, deck.y), s.side)
    return s.side


def _tracker(by: int) -> Do:
    """The turn tracker goes on (or back) by phases of the area games, by turns in the other."""

    def do(s: Scene) -> None:
        id_, state = next(iter(s.table.turns.items()))
        if by < 0 and any(isinstance(command, SetTurn) for command in s.game.steps[s.step - 2]):
            # Set on and back at once: that comes to nothing (`tracker_on_and_back` is harmless).
            raise LookupError
        parts = state.split(";")
        if "\\" not in state:
            head, now = parts[0].split("|")
            turn = int(now) + by
            parts[0] = f"{head}|{turn}"
            if not 1 <= turn <= 9:
                raise LookupError
        else:
            turn_part = parts[0].split("|")
            phase_at = next(i for i, part in enumerate(parts) if part.endswith("\\"))
            phases = parts[-1].count("true")
            phase, turn = int(parts[phase_at].rstrip("\\")) + by, int(turn_part[1])
            while phase >= phases:
                phase, turn = phase - phases, turn + 1
            while phase < 0:
                phase, turn = phase + phases, turn - 1
            if not 1 <= turn <= 6:
                raise LookupError
            parts[phase_at] = f"{phase}\\"
            parts[0] = f"{turn_part[0]}|{turn}"
        s.hand.do(SetTurn(id_, ";".join(parts)))
        s.stop = min(s.stop, s.step + 25)

    return do


def _control(s: Scene) -> None:
    """A control marker is turned by hand."""
    kind, layer = "control", FLAGS[s.game.name]
    if s.game.name == "gj47":
        markers = [t.id for t in s.hand.pieces(Kind=kind) if s.game.place(s.table, t.id).isdigit()]
        if not markers:
            raise LookupError
        piece = s.pick(markers)
        now = s.game.props(s.table, piece)[layer]
        s.hand.change(piece, **{layer: "2" if now == "1" else "1"})
        return
    piece = s.pick([t.id for t in s.hand.pieces(Kind=kind)])
    now = s.game.props(s.table, piece)[layer]
    first, second = s.ways.sides
    turned = {"1": "2", "2": "1", first: second, second: first}[now]
    s.hand.change(piece, **{layer: turned})
    area = s.game.fixed[piece]["Area"]
    if turned not in s.ways.sides:
        turned = s.ways.other(s.hand.value(f"Control_{area}"))
    s.hand.set(f"Control_{area}", turned)


def other_value(game: Game, name: str, now: str) -> str:
    """Return another value of a house rule."""
    option = next(one for one in game.module.data["options"] if one["id"] == name)
    return next(str(value) for value, _ in option["values"] if value != now)


def _rule(s: Scene) -> None:
    name = s.rng.choice(RULES[s.game.name])
    now = s.hand.value(name)
    s.hand.set(name, other_value(s.game, name, now))


def _digest(s: Scene) -> None:
    s.hand.set("DataDigest", "0" * 64)


_OFFENCES: tuple[tuple[str, Expected, Clauses, Do], ...] = (
    ("own_unit_far", _OFFENCE, MOVES, _own_far),
    ("enemy_unit_far", _OFFENCE, MOVES, _enemy_far),
    ("waiting_side_moves", _OFFENCE, MOVES, _waiting_side_far),
    ("far_without_a_name", _OFFENCE, MOVES, _far_without_a_name),
    ("far_in_two_legs", _OFFENCE, MOVES, _far_in_two_legs),
    ("far_between_undo_marks", _OFFENCE, MOVES, _far_between_undo_marks),
    ("only_half_taken_back", _OFFENCE, MOVES, _far_and_only_half_taken_back),
    ("changed_places", _OFFENCE, MOVES, _changed_places),
    ("own_unit_lost", _OFFENCE, LOST, _lost_by("side", "side")),
    ("enemy_unit_lost", _OFFENCE, LOST, _lost_by("side", "other")),
    ("waiting_side_loses", _OFFENCE, LOST, _lost_by("other", "other")),
    ("lost_into_the_enemys_box", _OFFENCE, LOST, _into_the_enemys_box),
    ("risen", _OFFENCE, RISEN, _risen),
    ("risen_by_the_enemy", _OFFENCE, RISEN, _risen_by_the_enemy),
    # A unit that waits for its turn may have been withdrawn by then (11.2(4)).
    ("too_early", _OFFENCE, {k: (*MOVES[k], *RISEN[k], "11") for k in MOVES}, _too_early),
    ("own_turned_good", _OFFENCE, RESTORED, _turned("side", "2")),
    ("enemy_turned_good", _OFFENCE, RESTORED, _turned("other", "2")),
    ("two_turned_good", _OFFENCE, RESTORED, _two_turned),
    ("own_turned_bad", _OFFENCE, SPENT, _turned("side", "1")),
    ("enemy_turned_bad", _OFFENCE, SPENT, _turned("other", "1")),
    ("deleted", _OFFENCE, LOST, _deleted),
    ("copied", _OFFENCE, DOUBLED, _copied),
    ("copied_elsewhere", _OFFENCE, DOUBLED, _copied_elsewhere),
    ("deck_to_hand", _OFFENCE, DRAWN, _carried(0, 2)),
    ("two_from_the_deck", _OFFENCE, DRAWN, _two_from_the_deck),
    ("from_below_the_deck", _OFFENCE, DRAWN, _from_below),
    ("enemys_deck_to_own_hand", _OFFENCE, DRAWN, _carried(0, 2, "other")),
    ("used_to_hand", _OFFENCE, DRAWN, _carried(1, 2)),
    ("used_to_deck", _OFFENCE, DRAWN, _carried(1, 0)),
    ("hand_to_deck", _OFFENCE, DRAWN, _carried(2, 0)),
    ("hand_to_used", _OFFENCE, {k: (*DRAWN[k], "8") for k in DRAWN}, _carried(2, 1)),
    ("hand_to_enemys_hand", _OFFENCE, DRAWN, _carried(2, 2, "side", "other")),
    ("enemys_hand_to_own", _OFFENCE, DRAWN, _carried(2, 2, "other", "side")),
    ("deck_reordered", _OFFENCE, DRAWN, _reordered),
    ("hand_against_deck", _OFFENCE, DRAWN, _exchanged),
    ("card_deleted", _OFFENCE, DRAWN, _card_deleted),
    ("card_copied", _OFFENCE, {k: (*DRAWN[k], *DOUBLED[k]) for k in DRAWN}, _card_copied),
    ("peeked_own", _NOTICE, {}, _peeked_own),
    ("peeked_enemys", _NOTICE, {}, _peeked_enemys),
    ("looked_at_the_top", _NOTICE, DRAWN, _looked_at_the_top),
    ("tracker_on", _NOTICE, TURNS, _tracker(1)),
    ("tracker_on_twice", _NOTICE, TURNS, _tracker(2)),
    ("tracker_back", _NOTICE, TURNS, _tracker(-1)),
    ("control_turned", _NOTICE, {}, _control),
    ("rule_changed", _NOTICE, {}, _rule),
    ("digest_changed", _NOTICE, {}, _digest),
)

OFFENCES: Rows = [
    (name, expected, clauses, at_any_time(do, name.replace("_", " ")))
    for name, expected, clauses, do in _OFFENCES
]
