"""Chapter 6: choosing chits for the turn, and what a wrong choice makes void."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.sequence import enter
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule, unprovable
from toolkit.rules.rulings import Rulings

SPECIAL = "soviet_special"
GROUPS: Mapping[Owner, tuple[str, ...]] = {
    Owner.AXIS: ("ger_com", "axis_rnf_com"),
    Owner.SOVIET: ("su_com", SPECIAL),
}
_RULE = {"su_com": "6.2(1)", SPECIAL: "6.2(2)", "ger_com": "6.2(3)", "axis_rnf_com": "6.2(3)b"}


# -- counting -------------------------------------------------------------------------------------------


def limit(position: Position, group: str) -> int:
    """Return the number that the turn track gives for a group of chits (6.2); 1 for the special chits."""
    if group == SPECIAL:
        return 1
    track = position.data.charts.turn_track
    return int(getattr(track[min(position.turn.number, len(track)) - 1], group))


def of_group(position: Position, chits: frozenset[str], group: str, rulings: Rulings) -> list[str]:
    """Return those of `chits` that count against a group's number; U-07 decides about the special chits."""
    known = position.data.chits
    counted = [chit for chit in sorted(chits) if known[chit].group == group]
    special = [chit for chit in sorted(chits) if known[chit].group == SPECIAL]
    if group == "su_com" and special and rulings.says("U-07", "inside"):
        counted += special
    return counted


def fault(
    position: Position, chits: frozenset[str], group: str, rulings: Rulings, *, spare: int = 0
) -> str | None:
    """Return what is wrong with the number of chits of a group.

    Parameters
    ----------
    chits : frozenset of str
        A player's choice.
    spare : int
        How many may be missing: 1 while the free chit of turn 1 is still to come.
    """
    count, number = len(of_group(position, chits, group, rulings)), limit(position, group)
    if count > number:
        return f"{count} chits chosen, {number} allowed"
    full = ("U-07", "compulsory") if group == SPECIAL else ("U-06", "exact")
    missing = count + spare < number and rulings.says(*full)
    return f"{count} chits chosen, {number} required" if missing else None


def _spare(position: Position, owner: Owner, rulings: Rulings) -> int:
    """Return 1 while the Axis may still bring one of the chosen chits into play by 16.0(1)."""
    turn = position.turn
    first = turn.number == 1 and owner is Owner.AXIS and not turn.free
    return 1 if first and not turn.drawn and not rulings.says("U-46", "extra") else 0


def choice_of(position: Position, owner: Owner, rulings: Rulings) -> frozenset[str]:
    """Return a player's choice of this turn as it counts against the numbers.

    The free chit of turn 1 belongs to it, unless U-46 grants it on top of the numbers.
    """
    turn, known = position.turn, position.data.chits
    own = frozenset(chit for chit in turn.chosen if known[chit].owner is owner)
    if turn.free in own and rulings.says("U-46", "extra"):
        return own - {turn.free}
    return own


# -- chapter 6 --------------------------------------------------------------------------------------------


@rule(
    "6.1(1)", "Each player secretly chooses chits for the turn; all of them go into one cup.", Kind.PROCEDURE
)
def chosen_once(position: Position, action: a.Choose, _rulings: Rulings) -> str | None:
    """Judge whose chits go into the cup, and that each player chooses once.

    Checks: A player puts in own chits only, each of them once, and only once a turn.
    Legal: The Soviet player puts three fronts into the cup.
    Illegal: After committing, a player adds another chit; or a player puts in a chit of the other side.
    Unclear: None. That the choice was secret is nothing a log can show.
    """
    if action.owner in position.turn.ready:
        return "this player has already chosen for the turn"
    for chit in action.chits:
        known = position.data.chits.get(chit)
        if known is not None and known.owner not in (action.owner, None):
            return f"the chit {known.name} belongs to the other side"
    return "a chit is named twice" if len(set(action.chits)) < len(action.chits) else None


@rule(
    "6.1(2)",
    "Chits that were not chosen stay face down with their owner and are not used this turn.",
    Kind.RESTRICTION,
)
def unchosen_stays(position: Position, action: a.Draw | a.FreeChit, _rulings: Rulings) -> str | None:
    """Judge that a chit in play had been chosen.

    Checks: That the chit drawn was among those put into the cup this turn; a chit from the hand likewise, but
    for the first one of turn 1, which needs no cup (16.0(1)).
    Legal: A front that was chosen comes out of the cup.
    Illegal: A player executes a chit that was left in hand.
    Unclear: None; the free chit of turn 1 is judged by 16.0(1).
    """
    turn = position.turn
    if isinstance(action, a.FreeChit) and turn.number == 1 and not turn.drawn:
        return None
    chit = position.data.chits.get(action.chit)
    if chit is not None and chit.owner is None:
        # Supply is in the cup whoever has chosen (6.2(4)).
        return None
    return "the chit was not chosen this turn" if action.chit not in turn.chosen else None


NO_PEEKING = unprovable(
    "6.1(3)",
    "Nobody looks at the chits in the cup or at the other side's unused ones.",
    why="A record does not show where a player looked. The module keeps the chits masked.",
)


@rule("6.2", "When chits were put in against the numbers, those drawn after that are void.", Kind.EFFECT)
def void_by_choice(position: Position, _action: a.Activate | a.Reinforce, rulings: Rulings) -> str | None:
    """Judge that a chit is not executed which a wrong choice has made void.

    Checks: The choice of the chit's owner against the numbers of the turn, when the chit is executed.
    Legal: Four fronts were chosen where three are allowed; when one of them is drawn it is set aside.
    Illegal: One of these four is drawn and its headquarters activated.
    Unclear: U-08: which of the chits are void: all of the group, only those beyond the number as they are
    drawn, or all of the offender from the moment the fault shows.
    """
    return void_reason(position, rulings)


def void_reason(position: Position, rulings: Rulings) -> str | None:
    """Return why the chit in play is void by the choice of its owner (6.2), None when it is not."""
    turn = position.turn
    if turn.command is None:
        return None
    known = position.data.chits
    chit = known[turn.command.chit]
    if chit.owner is None or chit.owner not in turn.ready:
        return None
    choice = choice_of(position, chit.owner, rulings)
    counted = {group: of_group(position, choice, group, rulings) for group in GROUPS[chit.owner]}
    faults = [group for group in counted if fault(position, choice, group, rulings)]
    if SPECIAL in faults and len(counted[SPECIAL]) > 1:
        faults.remove(SPECIAL)  # two special chits are dealt with by 7.2(3): only the later one is void
    if not faults:
        return None
    scope = rulings.of("U-08")
    if scope == "group":
        hit = [group for group in faults if chit.id in counted[group]]
        return f"void: wrong number of chits by {_RULE[hit[0]]}" if hit else None
    beyond: set[str] = set()
    for group in faults:
        beyond.update([drawn for drawn in turn.drawn if drawn in counted[group]][limit(position, group) :])
    if scope == "surplus":
        return "void: beyond the number of the turn" if chit.id in beyond else None
    return "void: drawn after the wrong number had shown" if beyond else None


def _wrong_number(position: Position, action: a.Choose, group: str, rulings: Rulings) -> str | None:
    if group not in GROUPS[action.owner]:
        return None
    chits = frozenset(chit for chit in action.chits if chit in position.data.chits)
    if position.turn.free and action.owner is Owner.AXIS and not rulings.says("U-46", "extra"):
        chits |= {position.turn.free}
    found = fault(position, chits, group, rulings)
    if not found or len(of_group(position, chits, group, rulings)) >= limit(position, group):
        return found
    # One chit may be missing while the free chit of turn 1 is still to come, in one group.
    others = (other for other in GROUPS[action.owner] if other != group)
    if any(len(of_group(position, chits, other, rulings)) < limit(position, other) for other in others):
        return found
    return fault(position, chits, group, rulings, spare=_spare(position, action.owner, rulings))


@rule(
    "6.2(1)",
    "The Soviet player chooses among the six fronts as many as the turn track says (SU Com).",
    Kind.RESTRICTION,
)
def fronts(position: Position, action: a.Choose, rulings: Rulings) -> str | None:
    """Judge the number of Soviet fronts chosen.

    Checks: Voronezh, Stalingrad, Caucasus, Southern, South-Western and South-Eastern Front together against
    SU Com.
    Legal: Three fronts in turn 1.
    Illegal: Four fronts in turn 1. The choice stands; 6.2 makes chits void for it.
    Unclear: U-06: exactly the number or at most. U-07: whether the special chit counts against it.
    """
    return _wrong_number(position, action, "su_com", rulings)


@rule("6.2(2)", "The Soviet player may choose the reinforcement chit or STAVKA, not both.", Kind.RESTRICTION)
def one_special(position: Position, action: a.Choose, rulings: Rulings) -> str | None:
    """Judge the two special Soviet chits.

    Checks: That not both of them go into the cup.
    Legal: STAVKA goes in, the reinforcement chit stays in hand.
    Illegal: Both go in. The one drawn later is void (7.2(3)).
    Unclear: U-07: whether one of them must be chosen.
    """
    return _wrong_number(position, action, SPECIAL, rulings)


@rule(
    "6.2(3)",
    "The Axis player chooses German chits, as many as GER Com says; both of a panzer army may go in.",
    Kind.RESTRICTION,
)
def armies(position: Position, action: a.Choose, rulings: Rulings) -> str | None:
    """Judge the number of German chits chosen.

    Checks: The chits of the two panzer armies (two each), of the 6th and of the 17th Army against GER Com.
    Legal: Both chits of the 1st Panzer Army, one of the 4th, and the 6th Army, where four are allowed.
    Illegal: Five German chits where four are allowed.
    Unclear: U-06: exactly the number or at most.
    """
    return _wrong_number(position, action, "ger_com", rulings)


@rule(
    "6.2(3)b",
    "The Axis player chooses allied armies and Axis reinforcements, as many as Axis/Rnf Com says.",
    Kind.RESTRICTION,
)
def allies(position: Position, action: a.Choose, rulings: Rulings) -> str | None:
    """Judge the number of allied and reinforcement chits; the rulebook prints this paragraph as a second (3).

    Checks: The Hungarian, Romanian and Italian army and the Axis reinforcement chit against Axis/Rnf Com.
    Legal: The Italian army where one is allowed.
    Illegal: The Italian army and Axis reinforcements where one is allowed.
    Unclear: U-06: exactly the number or at most.
    """
    return _wrong_number(position, action, "axis_rnf_com", rulings)


@rule("6.2(4)", "The supply chit is always in the cup and is executed for both sides.", Kind.PROCEDURE)
def supply_every_turn(position: Position, _action: a.EndTurn, _rulings: Rulings) -> str | None:
    """Judge that supply came up before the turn ended.

    Checks: That the supply chit was drawn in the turn that ends.
    Legal: The turn ends when the cup is empty, supply having been drawn third.
    Illegal: A turn ends in which the supply chit was never drawn.
    Unclear: U-09, which the text settles: always.
    """
    known = position.data.chits
    supply = [chit for chit in known if known[chit].order == "supply"]
    return "supply was not drawn this turn" if not set(supply) & set(position.turn.drawn) else None


def choose(position: Position, action: a.Choose) -> None:
    """Put a player's chits into the cup; with both players ready, drawing starts."""
    turn = position.turn
    supply = {chit for chit, kind in position.data.chits.items() if kind.order == "supply"}
    chosen = turn.chosen | supply | frozenset(action.chits)
    ready = turn.ready | {action.owner}
    position.turn = replace(turn, chosen=chosen, cup=chosen - set(turn.drawn), ready=ready)
    if len(ready) == len(Owner):
        enter(position, Phase.DRAW)
