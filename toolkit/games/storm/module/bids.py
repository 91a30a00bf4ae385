"""Bids for sides: each player writes his in a window that only he sees; the desk of the target opens both."""

from __future__ import annotations

from toolkit.games.storm.gestures import BID
from toolkit.games.storm.gestures import TARGET_DESK as TARGET
from toolkit.games.storm.module import keys
from toolkit.games.storm.module.places import TARGET_DESK, bid_name
from toolkit.module.area_table import AreaTable
from toolkit.module.cards import send_to_slot
from toolkit.module.counters import MAIN_MAP
from toolkit.module.decisions import consequence, memory
from toolkit.module.expressions import told
from toolkit.module.gestures import filled
from toolkit.module.keys import Key, named
from toolkit.module.pieces import Piece
from toolkit.module.traits import (
    Change,
    command_others,
    dynamic,
    label,
    marker,
    report,
    set_global,
    trigger,
)

_SEALED = named("noteSealed")
_SHOW = named("showBid")
_TO_OPEN = named("goToOpen")
_CALL = named("callBids")
_COMPARE = named("compareBids")
_TAKE = named("takeTarget")


def bid_id(side: str) -> str:
    """Return the id of a side's bid."""
    return f"bid-{side}"


def sealed_global(side_name: str) -> str:
    """Return the global property that says whether a side's bid is sealed."""
    return f"Sealed_{side_name}"


def bid_global(side_name: str) -> str:
    """Return the global property that holds a side's bid when it is open."""
    return f"Bid_{side_name}"


def start_values(table: AreaTable) -> dict[str, str]:
    """Return the globals of the bids and of the target."""
    values = {"Target": str(table.game.figure("target")), "SovietSeat": ""}
    for name in table.sides.values():
        values |= {sealed_global(name): "0", bid_global(name): "0"}
    return values


def bid_numbers(table: AreaTable) -> range:
    """Return what may be bid: no more than there are areas that count for victory."""
    victory = sum(
        properties.get("victory", "false") not in ("false", "0", "")
        for properties in table.areas.map.properties
    )
    least = table.game.figure("bid_least")
    return range(least, max(victory, least) + 1)


def bid_words(number: int) -> str:
    """Return the menu entry of a number."""
    return filled(BID["number"].menu.en, {"number": str(number)})


def _written(number: int) -> Key:
    return named(f"bid{number}")


def bid_piece(side: str, table: AreaTable, gpid: int, image: str, px: int) -> Piece:
    """Return the bid of the player on a side's seat; nothing tells its number before both are sealed.

    Each number has its own key: counted up, the steps of the log would tell it.
    """
    name, numbers = table.sides[side], bid_numbers(table)
    open_ = f"{sealed_global(name)}==0"
    tag = told("sealed", (f'{open_}||CurrentMap=="{MAIN_MAP}"', ""))
    parts = (
        label(tag, size=12, ink="255,214,90", ground="", x=0, y=-23, name="SealTag"),
        label('{Bid>0?""+Bid:"?"}', size=26, ink="255,255,255", ground="", x=0, y=-6, name="BidTag"),
        *BID.decided("seal", [_SEALED], open=open_),
        consequence("opened", keys.OPENED, [_SHOW, _TO_OPEN]),
        *(
            trigger(
                bid_words(number),
                [_written(number)],
                key=BID["number"].keys[number - 1],
                menu=bid_words(number),
                when=open_,
            )
            for number in numbers
        ),
        dynamic("Bid", 0, *(Change(_written(number), str(number)) for number in numbers)),
        set_global(sealed_global(name), Change(_SEALED, "1")),
        set_global(bid_global(name), Change(_SHOW, "{Bid}")),
        send_to_slot(_TO_OPEN, MAIN_MAP, bid_name(name)),
        *memory(*BID.words),
        marker(CounterId=bid_id(side), Kind="bid", Side=name),
    )
    return Piece(bid_id(side), gpid, bid_name(name), image, parts, px, ("Markers", "Desks"))


def target_desk(table: AreaTable, gpid: int, image: str, px: int) -> Piece:
    """Return the desk that shows the Soviet target and opens the bids."""
    first, second = table.sides.values()
    one, two = bid_global(first), bid_global(second)
    sealed = f"{sealed_global(first)}==1&&{sealed_global(second)}==1"
    bids = f"Bids: {first} seat ${one}$, {second} seat ${two}$"
    seat = f'{one}>{two}?"{first}":{two}>{one}?"{second}":"tie"'
    parts = (
        label('{""+Target}', size=44, ink="255,255,255", ground="", x=0, y=6, name="TargetTag"),
        report(
            [_TAKE],
            f"{bids}; the player on the $SovietSeat$ seat plays the Soviets, target $Target$",
            ('SovietSeat=="tie"', f"{bids}; equal: agree on sides and target"),
        ),
        *TARGET.decided("open_bids", [_CALL, _COMPARE, _TAKE], sealed=sealed),
        command_others("Bids", _CALL, keys.OPENED, 'Kind=="bid"'),
        set_global("SovietSeat", Change(_COMPARE, f"{{{seat}}}")),
        set_global("Target", Change(_TAKE, f'{{SovietSeat=="tie"?Target:{one}>{two}?{one}:{two}}}')),
        *memory(*TARGET.words),
        marker(CounterId=TARGET_DESK, Kind="desk", Side="None"),
    )
    return Piece(TARGET_DESK, gpid, "Soviet target", image, parts, px, ("Markers", "Desks"))
