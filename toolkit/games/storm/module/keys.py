"""Keys of the game, and the named commands between its pieces."""

from __future__ import annotations

from toolkit.module.keys import NO_KEY, Key, ctrl, named

# Units.
MOVE = ctrl("M")
FIRE = ctrl("B")
AIM = ctrl("G")
AIM_AND_ROLL = ctrl("G", shift=True)
LEAVE_OUT = ctrl("O")
ONE_POINT = ctrl("1")
TWO_POINTS = ctrl("2")
THREE_POINTS = ctrl("3")
LOST = ctrl("E")
READY = ctrl("U")
PAY = ctrl("S")
TURN = ctrl("F")
BACK = ctrl("K")
RETURN = ctrl("R")
ARRIVE = (ctrl("N"), ctrl("N", shift=True))
WITHDRAW = ctrl("W")

# Cards.
PLAY = ctrl("P")
DISCARD = ctrl("X")
PAY_CARD = ctrl("Y")

# The desk of fire; the Attack marker passes them on.
ROLL = ctrl("R")
CLOSE = ctrl("C")

# Desks of the sides.
DRAW = ctrl("D")
FILL = ctrl("H")
DRAW_ONE = ctrl("J")
SHUFFLE = ctrl("Z")
PASS = ctrl("P")

# The desks of turn and target, bids.
END_PHASE = ctrl("U")
OPEN_BIDS = ctrl("O")
SEAL = ctrl("S")


# Fire markers.
TURN_FIRE = ctrl("F")

# Between pieces.
CLEARED = named("clearedCard")
COUNT_FIRER = named("countFirer")
COUNT_DEFENDER = named("countDefender")
FIRED = named("hasFired")
RELEASE = named("releaseUnit")
REFRESH = named("refreshUnit")
ASK_GROUND = named("askGround")
ASK_FIRE = named("askFire")
SET_FIRE = named("setFire")
CLEAR_FIRE = named("clearFire")
COUNT_FIRE = named("countFire")
OLD_FIRE = named("clearOldFire")
CANCEL_FIRE = named("cancelFire")
ATTACK_HERE = named("attackHere")
ATTACK_HOME = named("attackHome")
IMPULSE_GOES = named("impulseGoes")
OPENED = named("openedBid")
PASS_NEXT = named("passForNext")

PILE_BACK = {side: named(f"pileBack_{side}") for side in ("german", "soviet")}
SHUFFLE_DECK = {side: named(f"shuffleDeck_{side}") for side in ("german", "soviet")}

NO_SHUFFLE = NO_KEY
"""Of the piles: only decks are shuffled."""


def bid(number: int) -> Key:
    """Return the key that writes a number into a bid."""
    return ctrl(str(number))
