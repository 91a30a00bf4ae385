"""Chapter 13: headquarters."""

from __future__ import annotations

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Box, Cause
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import UnitType
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


@rule("13.0(1)", "A headquarters does not activate another.", Kind.RESTRICTION)
def wakes(kind: UnitType, rulings: Rulings) -> bool:
    """Return whether a unit in range acts with the headquarters activated, nationality aside.

    Checks: The same as 8.1(4), under which a breach is reported.
    Legal: Under the chit of 6A its own headquarters moves.
    Illegal: Under the chit of 6A the headquarters of 4PzA moves.
    Unclear: U-12, which the text settles: a sister game lets German headquarters act.
    """
    return not kind.headquarters or (kind.german and rulings.says("U-12", "german"))


@rule(
    "13.0(2)",
    "A headquarters lost in combat or by supply comes back with the next own reinforcement chit.",
    Kind.EFFECT,
)
def returns(position: Position, action: a.Enter, rulings: Rulings) -> str | None:
    """Judge the return of a lost headquarters.

    Checks: That it was lost, and what removed it last. It arrives like any reinforcement, at full strength.
    Legal: The headquarters of 6A, lost in an attack, arrives with the next Axis reinforcement.
    Illegal: It arrives although it is on the map: it was not lost. Who may arrive at all is for 12.0.
    Unclear: U-42: whether headquarters of the allies return. U-53: whether a loss while retreating counts as
    combat.
    """
    kind = position.data.units[action.unit]
    if not kind.headquarters:
        return None
    if position.hex_of[action.unit] != OFF_MAP:
        return "a headquarters on the map was not lost"
    if position.box_of[action.unit] not in (Box.ELIMINATED, Box.WAITING):
        return None
    back = may_return(position, action.unit, rulings)
    return None if back else "a headquarters lost like this does not return"


def may_return(position: Position, unit: int, rulings: Rulings) -> bool:
    """Return whether a headquarters that is lost comes back with its side's next reinforcement chit."""
    kind, box = position.data.units[unit], position.box_of[unit]
    if not kind.headquarters or box is not Box.ELIMINATED:
        return kind.headquarters and box is Box.WAITING
    if kind.allied and not rulings.says("U-42", "as-german"):
        return False
    causes = [loss.cause for loss in position.losses if loss.unit == unit]
    return causes[-1:] != [Cause.RETREAT] or rulings.says("U-53", "yes")


@rule(
    "13.0(2)1",
    "A lost Soviet headquarters waits in the column of the reinforcement track where the number stands.",
    Kind.PROCEDURE,
)
@rule("13.0(2)2", "A lost German headquarters waits in the rail box.", Kind.PROCEDURE)
def came_back(position: Position, unit: int, source: Box) -> bool:
    """Return whether a unit that comes from box `source` is a lost headquarters that returns.

    One in the rail box that was not put there by choice, as far as is known, lies there because it was lost.

    Checks: Where a lost headquarters lies: a Soviet one on the track, where the reinforcement number stood
    when it was removed, a German one in the rail box.
    Legal: Lost while the number stands at 3, it waits in column 3. The headquarters of 17A, lost by supply,
    is put into the rail box.
    Illegal: It is put into the reserve pool, or beside the map.
    Unclear: U-42: headquarters of the allies, as German ones or lost. U-53: those lost while retreating.
    """
    if not position.data.units[unit].headquarters:
        return False
    return source in (Box.ELIMINATED, Box.WAITING) or (source is Box.RAIL and unit not in position.by_rail)


@rule("13.0(3)", "The chit of a headquarters that is not on the map is void.", Kind.RESTRICTION)
def on_the_map(position: Position, action: a.Activate, _rulings: Rulings) -> str | None:
    """Judge that the headquarters activated is on the map.

    Checks: Where it is when its chit is executed.
    Legal: The chit of a headquarters in the rail box is laid aside.
    Illegal: With that chit units are moved.
    """
    if position.hex_of[action.hq] == OFF_MAP:
        return "the headquarters is not on the map"
    return None
