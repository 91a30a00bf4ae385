"""The GJ47 module on paper: what its keys and buttons do, as the log of the real one shows it.

Only what a log keeps is done here: properties, faces, places and the lines in the chat.
Source: ``toolkit.module`` (units, markers, chits, toolbar); held against the engine in the tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from toolkit.games.gj47.gestures import BATTLE, BUTTONS, CHIT, FORT, UNIT
from toolkit.games.gj47.play.hands import Place
from toolkit.play.desk import Desk
from toolkit.source.counters import Counter

CUP = "cup"
_NUMBER = re.compile(r"^(\d+\|)(\d+)(;.*)$")


class Paper:
    """Hands at a `Desk` with the GJ47 module."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.side = "Axis"
        self._die = 1
        self._chit = ""
        self._numbers: dict[tuple[int, int], str] = {}
        self._deck = desk.box_pixel(CUP)
        game = desk.data.game
        self._counters = {counter.id: counter for counter in game.counters}
        self._ranges = {c.id: c.command_range or 0 for c in game.counters}
        self._boxes = {name: id_ for id_, (_, name) in desk.data.manifest.get("boxes", {}).items()}
        self._keys: Mapping[str, Callable[[str], None]] = {
            UNIT["activate"].stroke: self._activate,
            UNIT["attack"].stroke: self._attack,
            CHIT["choose"].stroke: self._choose,
            UNIT["eliminate"].stroke: self._eliminate,
            UNIT["loss"].stroke: self._lose,
            FORT["convert"].stroke: self._convert,
            BATTLE["close"].stroke: self._close,
            BATTLE["advance"].stroke: self._advance,
            CHIT["play"].stroke: self._play,
            BATTLE["roll"].stroke: self._roll,
            UNIT["supply_loss"].stroke: self._starve,
            FORT["build"].stroke: self._build,
            UNIT["declare"].stroke: self._declare,
            UNIT["march"].stroke: self._march,
            UNIT["pool"].stroke: self._to_pool,
        }
        self._buttons: Mapping[str, Callable[[], None]] = {
            BUTTONS["draw"].button.en: self._draw,
            BUTTONS["chit_over"].button.en: self._end_chit,
            BUTTONS["turn_over"].button.en: self._end_turn,
            **{BUTTONS[f"commit_{side}"].button.en: self._commit for side in ("axis", "soviet")},
        }

    # -- gestures -----------------------------------------------------------------------------------------

    def act_as(self, player: str) -> None:
        """Let the player of a side go on."""
        self.side = player

    def throw(self, die: int) -> None:
        """Say what the next die gives."""
        self._die = die

    def draw(self, chit: str) -> None:
        """Say which chit comes out of the cup next."""
        self._chit = chit

    def value(self, counter: str, name: str) -> str:
        """Return a property of a counter."""
        return self.desk.value(counter, name)

    def drag(self, counter: str, to: Place) -> None:
        """Drag a counter to a hex or into a box."""
        place = self.desk.hex_pixel(to) if isinstance(to, str) else self._place(to["at"])
        kind = self.value(counter, "Kind")
        if kind in ("unit", "hq") and self.value(counter, "Moved") == "false":
            self.desk.change(counter, {"Moved": "true"})
        self._moved(counter, place)
        if kind == "battle" and isinstance(to, str):
            self._declared(counter, to)
        elif kind == "battle":
            self._out(counter, ".")
        self.desk.say(f"{self._name(counter)}: → {to if isinstance(to, str) else to['at']} *")
        self.desk.end_step()

    def key(self, counter: str, key: str) -> None:
        """Press a key on a counter.  Raises KeyError for a key that the module does not have."""
        self._keys[key](counter)
        self.desk.end_step()

    def button(self, name: str) -> None:
        """Press a toolbar button.  Raises KeyError for an unknown one."""
        self._buttons[name]()
        self.desk.end_step()

    def hotkey(self, key: str) -> None:
        """Press "all declared" (Ctrl-D), the turn tracker (Alt-T) or the common die (Alt-D)."""
        if key == BUTTONS["declared"].stroke:
            self.desk.set_global("Declared", self.desk.global_value("ChitSeq"))
            self.desk.say(f"{self.side}: all battles are declared")
        elif key == "Alt-T":
            state = next(iter(self.desk.table.turns.values()))
            found = _NUMBER.match(state)
            if found is not None:
                self.desk.set_turn(f"{found[1]}{int(found[2]) + 1}{found[3]}")
        elif key == "Alt-D":
            self.desk.say(f"** 1d6 = {self._die} *** {self.desk.players[self.side].name}")
        self.desk.end_step()

    # -- helpers ------------------------------------------------------------------------------------------

    def _place(self, name: str) -> tuple[str, int, int]:
        return self.desk.box_pixel(self._boxes.get(name, name))

    def _name(self, counter: str) -> str:
        known = self._counters.get(counter)
        return known.names.en if known is not None else counter

    def _moved(self, counter: str, place: tuple[str, int, int]) -> None:
        self.desk.move(counter, place, self.side)

    def _where(self, counter: str) -> str:
        """Return the place of a piece as the module stores it: ``@0302``, or ``@`` and a box."""
        spot = self.desk.table.spot(self.desk.pieces[counter])
        if spot.map != self.desk.data.map_name:
            return "@" + self.desk.data.boxes.box(spot)
        pixel = (spot.x, spot.y)
        if pixel not in self._numbers:
            grid = self.desk.data.game.map.grid
            nearest = grid.nearest(self.desk.data.layout.to_plane([pixel]))
            self._numbers[pixel] = grid.number(int(nearest[0]))
        return "@" + self._numbers[pixel]

    def _note(self, counter: str, act: str, **more: str | int) -> None:
        seq = self.desk.global_value("ChitSeq")
        facts: dict[str, str | int] = {"Act": act, "Seq": seq, "By": self.side, "At": self._where(counter)}
        self.desk.change(counter, {**facts, **more})

    # -- chits --------------------------------------------------------------------------------------------

    def _choose(self, chit: str) -> None:
        self.desk.change(chit, {"Chosen": 1 - int(self.value(chit, "Chosen") or 0)})
        self._tally()

    def _tally(self) -> None:
        counts: dict[str, int] = {}
        for counter in self._chits():
            chosen = int(self.value(counter.id, "Chosen") or 0)
            group = counter.chit.group if counter.chit is not None else ""
            side = {"axis": "Axis", "soviet": "Soviet"}.get(counter.side or "")
            for name in (side, group):
                if name:
                    counts[name] = counts.get(name, 0) + chosen
        for name, count in counts.items():
            known = f"Chosen_{name}"
            if self.desk.global_value(known) not in ("", str(count)):
                self.desk.set_global(known, count)

    def _chits(self) -> list[Counter]:
        return [counter for counter in self._counters.values() if counter.kind == "chit"]

    def _commit(self) -> None:
        own = {"Axis": "axis", "Soviet": "soviet"}[self.side]
        chosen = [c.id for c in self._chits() if c.side == own and self.value(c.id, "Chosen") == "1"]
        self.desk.say(f"{self.side} puts {len(chosen)} chits into the cup")
        for chit in chosen:
            self._note(chit, "commit", Chosen=0)
            self._tally()
            self._moved(chit, self._deck)

    def _come_up(self, chit: str, act: str) -> None:
        self._moved(chit, self.desk.box_pixel("chit-active"))
        self.desk.set_global("ChitSeq", int(self.desk.global_value("ChitSeq")) + 1)
        self.desk.set_global("ActiveChit", chit)
        self._note(chit, act)
        known = self._counters[chit].chit
        if known is not None and known.hq is not None:
            self._activate(known.hq)

    def _draw(self) -> None:
        self._end_chit()
        self._come_up(self._chit, "draw")
        self.desk.say(f"Chit {self.desk.global_value('ChitSeq')} is drawn: {self._name(self._chit)}")

    def _play(self, chit: str) -> None:
        if self.value(chit, "Chosen") == "1":
            self.desk.change(chit, {"Chosen": 0})
        self._tally()
        self._come_up(chit, "play")

    def _end_chit(self) -> None:
        for battle, letter in enumerate(self.desk.global_value("BattlesOut"), start=1):
            if letter == "x":
                self._close(f"battle-{battle}")
        for chit in self._chits():
            if self._where(chit.id) == "@chit-active":
                self._moved(chit.id, self.desk.box_pixel("chits-used"))
        clear: dict[str, str | int] = {
            "ActIn": 0,
            "AttackIn": 0,
            "DefendIn": 0,
            "LossIn": "",
            "March": 0,
            "Moved": "false",
        }
        for counter in self._counters.values():
            if counter.kind in ("unit", "hq"):
                self.desk.change(counter.id, clear)

    def _end_turn(self) -> None:
        self._end_chit()
        for chit in self._chits():
            home = {"axis": "chits-axis", "soviet": "chits-soviet"}.get(chit.side or "")
            self._moved(chit.id, self.desk.box_pixel(home) if home else self._deck)
        self.desk.say(f"{self.side}: end of turn")

    # -- units --------------------------------------------------------------------------------------------

    def _activate(self, counter: str) -> None:
        seq = self.desk.global_value("ChitSeq")
        known = self._counters.get(counter)
        if known is None:
            self._current(counter, "current")
            return
        if known.kind != "hq":
            active = self.value(counter, "ActIn") == seq
            self._note(counter, "activate", ActIn=0 if active else seq)
            return
        if not self._where(counter)[1:].isdigit():
            return
        self._note(counter, "activate", ActIn=seq)
        grid = self.desk.data.game.map.grid
        here = grid.hex(self._where(counter)[1:])
        for other in self._counters.values():
            where = self._where(other.id)[1:] if other.kind == "unit" else ""
            if other.kind != "unit" or other.nationality != known.nationality or not where.isdigit():
                continue
            if grid.distance(here, grid.hex(where)) <= self._ranges[counter]:
                self.desk.change(other.id, {"ActIn": seq})

    def _march(self, counter: str) -> None:
        self._note(counter, "march", March=2 if self.value(counter, "March") == "1" else 1)

    def _attack(self, counter: str) -> None:
        battle, target = self.desk.global_value("CurBattle"), self.desk.global_value("CurTarget")[1:]
        here = self._where(counter)
        game_map = self.desk.data.game.map
        one, other = game_map.grid.hex(here[1:]), game_map.grid.hex(target)
        # A unit may be named that is not beside the hex: no river lies between them then.
        beside = game_map.grid.distance(one, other) == 1
        side = game_map.side(one, other) if beside else -1
        wet = any(
            bool(mask[side])
            for name, mask in game_map.side_features.items()
            if name in ("river", "great_river")
        )
        again = self.value(counter, "AttackIn") == battle
        across = int(wet and side >= 0)
        facts: dict[str, str | int] = {"AttackIn": 0 if again else battle, "From": here, "Across": across}
        self._note(counter, "attack", **facts)

    def _lose(self, counter: str) -> None:
        known = self._counters[counter]
        battle = self.desk.global_value("CurBattle")
        if known.role == "fort":
            self._note(counter, "loss", LossIn=battle)
            self._lower(counter)
            return
        self._note(counter, "loss", LossIn=battle)
        self._step_off(counter)

    def _starve(self, counter: str) -> None:
        self._note(counter, "supply_loss", LossIn="supply")
        self._step_off(counter)

    def _step_off(self, counter: str) -> None:
        known = self._counters[counter]
        if known.reduced is not None and self.value(counter, "Step_Level") != "2":
            self.desk.change(counter, {"Step_Level": 2})
        else:
            self._dead(counter)

    def _eliminate(self, counter: str) -> None:
        self._note(counter, "eliminate", LossIn=self.desk.global_value("CurBattle"))
        self._dead(counter)

    def _dead(self, counter: str) -> None:
        known = self._counters[counter]
        if known.kind == "hq" and known.side == "axis":
            place = self.desk.box_pixel("rail-box")
        elif known.kind == "hq":
            spot = self.desk.table.spot(self.desk.pieces["marker-soviet-reinforcement"])
            place = (spot.map or "", spot.x, spot.y)
        else:
            place = self.desk.box_pixel(f"eliminated-{known.side}")
        if self.value(counter, "Moved") == "false":
            self.desk.change(counter, {"Moved": "true"})
        self._moved(counter, place)

    def _to_pool(self, counter: str) -> None:
        self._note(counter, "pool")
        if self._counters[counter].reduced is not None:
            self.desk.change(counter, {"Step_Level": 1})
        self._moved(counter, self.desk.box_pixel(f"pool-{self._counters[counter].side}"))

    # -- forts --------------------------------------------------------------------------------------------

    def _build(self, fort: str) -> None:
        self._note(fort, "build", Fort_Level=2)

    def _convert(self, fort: str) -> None:
        self._note(fort, "convert", LossIn=self.desk.global_value("CurBattle"))
        self._lower(fort)

    def _lower(self, fort: str) -> None:
        if self.value(fort, "Fort_Level") == "2":
            self.desk.change(fort, {"Fort_Level": 1})
        else:
            self._moved(fort, self.desk.box_pixel("eliminated-soviet"))

    # -- battles ------------------------------------------------------------------------------------------

    def _current(self, marker: str, act: str) -> None:
        self.desk.set_global("CurBattle", self.value(marker, "Number"))
        self.desk.set_global("CurTarget", self._where(marker))
        self._note(marker, act)

    def _declare(self, counter: str) -> None:
        """Bring the first free marker to a unit's hex; where its hex is attacked, go on with that battle."""
        battle = self.value(counter, "DefendIn")
        if battle != "0":
            self._current(f"battle-{battle}", "current")
            return
        self.desk.set_global("AimedAt", counter)
        free = self.desk.global_value("BattlesOut").index(".") + 1
        self.desk.set_global("FreeBattle", free)
        marker = f"battle-{free}"
        here = self._where(counter)[1:]
        self._moved(marker, self.desk.hex_pixel(here))
        self._declared(marker, here)

    def _out(self, marker: str, letter: str) -> None:
        """Note whether a marker lies on the map."""
        out, at = self.desk.global_value("BattlesOut"), int(self.value(marker, "Number"))
        self.desk.set_global("BattlesOut", out[: at - 1] + letter + out[at:])

    def _declared(self, marker: str, number: str) -> None:
        self._out(marker, "x")
        self._current(marker, "declare")
        battle = self.value(marker, "Number")
        for counter in self._counters.values():
            there = counter.kind in ("unit", "hq") or counter.role == "fort"
            if there and self._where(counter.id) == "@" + number:
                self.desk.change(counter.id, {"DefendIn": battle})

    def _roll(self, marker: str) -> None:
        thrown: dict[str, str | int] = {
            "Roll": self._die,
            "RollNo": int(self.value(marker, "RollNo") or 0) + 1,
            "RolledBy": self.side,
        }
        if self.value(marker, "Kind") == "battle":
            self._current(marker, "roll")
            self.desk.change(marker, thrown)
        else:
            self._note(marker, "roll", **thrown)

    def _advance(self, marker: str) -> None:
        self._current(marker, "advance")
        self.desk.set_global("Mode", f"Advance:{self.value(marker, 'Number')}")

    def _close(self, marker: str) -> None:
        self._note(marker, "close")
        battle = self.value(marker, "Number")
        for counter in self._counters.values():
            for name in ("AttackIn", "DefendIn"):
                if self.value(counter.id, name) == battle:
                    self.desk.change(counter.id, {name: 0})
        self.desk.set_global("Mode", "")
        zero: dict[str, str | int] = dict.fromkeys(("Attack", "Defence", "Roll", "RollNo"), 0)
        self.desk.change(marker, {**zero, "Column": -1, "Odds": "", "RolledBy": "", "Result": ""})
        self._moved(marker, self.desk.box_pixel("tray-battle"))
        self._out(marker, ".")
