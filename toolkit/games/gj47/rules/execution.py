"""Chapter 7: drawing chits and carrying out their orders."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Command, Phase
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.selection import SPECIAL
from toolkit.games.gj47.rules.sequence import end_chit
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule("7.1(1)", "Chits are drawn from the cup one at a time, unseen; either player may draw.", Kind.PROCEDURE)
def from_the_cup(position: Position, action: a.Draw, _rulings: Rulings) -> str | None:
    """Judge that the chit drawn was still in the cup.

    Checks: That a chosen chit is drawn once a turn. Whether the draw was blind no log can show.
    Legal: A chit that was chosen and not yet drawn.
    Illegal: A chit that was already executed this turn is put back and drawn again.
    """
    turn = position.turn
    gone = action.chit in turn.chosen and action.chit not in turn.cup
    return "the chit was already drawn this turn" if gone else None


@rule("7.1(2)", "The player to whom the drawn chit belongs acts.", Kind.PROCEDURE)
def owner_acts(position: Position, action: a.Activate, _rulings: Rulings) -> str | None:
    """Judge that the chit's owner activates.

    Checks: That the headquarters activated is on the side of the chit.
    Legal: The 6th Army is drawn and the Axis activates.
    Illegal: The 6th Army is drawn and a Soviet front is activated.
    """
    owner = position.data.chits[position.command.chit].owner
    wrong = position.data.units[action.hq].owner is not owner
    return "the headquarters belongs to the other side" if wrong else None


@rule("7.1(3)", "The drawn chit's order is carried out.", Kind.PROCEDURE)
def order_of_the_chit(position: Position, action: a.Activate | a.Reinforce, _rulings: Rulings) -> str | None:
    """Judge that what is done is what the chit orders.

    Checks: An activation needs a headquarters chit or STAVKA, reinforcements need a reinforcement chit. Doing
    nothing with a chit is always possible.
    Legal: Soviet reinforcements are drawn and arrive.
    Illegal: Soviet reinforcements are drawn and a front is activated instead.
    """
    order = position.data.chits[position.command.chit].order
    if isinstance(action, a.Activate):
        return None if order in ("activate", "stavka") else "the chit activates no headquarters"
    return None if order.endswith("reinforcement") else "the chit brings no reinforcements"


@rule(
    "7.1(4)", "An executed chit lies face up and cannot be used again before the next turn.", Kind.PROCEDURE
)
def used_once(position: Position, action: a.Draw | a.FreeChit, _rulings: Rulings) -> str | None:
    """Judge that a chit already used this turn does not come into play a second time.

    Checks: A chit that comes into play, from the cup or by hand, against those used this turn.
    Legal: The free chit of turn 1, before anything else.
    Illegal: A chit that lies face up is played again, or put back into the cup and drawn a second time.
    """
    return "the chit was already used this turn" if action.chit in position.turn.drawn else None


@rule("7.2(1)", "A headquarters chit activates the headquarters it names.", Kind.PROCEDURE)
def named_headquarters(position: Position, action: a.Activate, _rulings: Rulings) -> str | None:
    """Judge which headquarters a headquarters chit activates.

    Checks: That the activated unit is the one the chit names.
    Legal: The chit of the 17th Army activates the 17th Army.
    Illegal: The chit of the 17th Army activates the 6th Army.
    """
    chit = position.data.chits[position.command.chit]
    wrong = chit.order == "activate" and action.hq != chit.hq
    return f"the chit activates {chit.name}" if wrong else None


@rule("7.2(2)", "A reinforcement chit brings its owner's reinforcements.", Kind.PROCEDURE)
def own_reinforcements(position: Position, action: a.Reinforce, _rulings: Rulings) -> str | None:
    """Judge that the right side's procedure is used: the Axis rolls, the Soviets take a column.

    Checks: A die with the Axis chit, none with the Soviet one.
    Legal: The Axis chit is drawn and its owner rolls.
    Illegal: The Soviet chit is drawn and a die is thrown on the Axis table.
    """
    order = position.data.chits[position.command.chit].order
    if order == "axis_reinforcement":
        return None if action.die in range(1, 7) else "Axis reinforcements need the roll of one die"
    if order == "soviet_reinforcement":
        return "Soviet reinforcements are not rolled for" if action.die is not None else None
    return None


@rule(
    "7.2(3)",
    "STAVKA activates any one Soviet headquarters; with both special chits in the cup the later one is void.",
    Kind.PROCEDURE,
)
def stavka(position: Position, action: a.Activate | a.Reinforce, rulings: Rulings) -> str | None:
    """Judge STAVKA, and the later of the two special chits.

    Checks: That STAVKA activates a headquarters, and that of STAVKA and the reinforcement chit only the one
    drawn first is executed.
    Legal: STAVKA activates a front whose own chit was drawn before.
    Illegal: Both special chits were chosen; after STAVKA the reinforcement chit is executed as well.
    Unclear: U-10, settled by the text: one headquarters. U-11: whether it may be one whose own chit was used.
    """
    known = position.data.chits
    chit = known[position.command.chit]
    if chit.group == SPECIAL and any(known[drawn].group == SPECIAL for drawn in position.turn.drawn[:-1]):
        return "void: the other special chit was drawn before it"
    if chit.order != "stavka" or not isinstance(action, a.Activate):
        return None
    kind = position.data.units[action.hq]
    if not kind.headquarters:
        return "STAVKA activates a headquarters"
    used = {known[drawn].hq for drawn in position.turn.drawn}
    if action.hq in used and rulings.says("U-11", "fresh"):
        return "this headquarters' own chit was already used this turn"
    return None


@rule("7.2(4)", "When supply is drawn both sides go through the supply procedure.", Kind.PROCEDURE)
def play_chit(position: Position, chit: str, *, free: bool = False) -> None:
    """Put a chit into play: it has left the cup and is about to be executed (7.1(2)).

    Checks: Nothing of its own: drawing the supply chit leads into the phases of chapter 11, Soviets first.
    Legal: Supply is drawn; Soviet supply is judged, then that of the Axis.
    Illegal: Supply is drawn and the next chit is drawn at once; see 5.0.
    """
    turn = position.turn
    supply = position.data.chits[chit].order == "supply"
    position.turn = replace(
        turn,
        phase=Phase.SUPPLY_SOVIET if supply else Phase.EXECUTION,
        cup=turn.cup - {chit},
        drawn=(*turn.drawn, chit),
        command=Command(chit, free),
    )


def draw(position: Position, action: a.Draw) -> None:
    """Put the drawn chit into play."""
    play_chit(position, action.chit)


def lay_down(position: Position, _action: a.SetAside | a.EndCommand) -> None:
    """Lay the chit down, executed or without effect."""
    end_chit(position)
