"""The table: pieces, stacks, decks, properties, players; commands applied to it one by one, and taken back.

The rules of placing and merging are the engine's (3.6.2 and later; before 2020 they were the same).  Where
they need the module (layers, prototypes), give it as `Table.stacking`; `merging` says what counts without it.

Source: ``MovePiece``, ``ChangePiece``, ``AddPiece``, ``RemovePiece``, ``Stack``, ``Deck``, ``StackMetrics``,
release-3.7.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from toolkit.vassal import commands as c
from toolkit.vassal import events as e
from toolkit.vassal import sequence
from toolkit.vassal.changes import merge_states, trait_changes
from toolkit.vassal.merging import Stacking, mate
from toolkit.vassal.privacy import People
from toolkit.vassal.store import Store
from toolkit.vassal.things import Thing, spot_of
from toolkit.vassal.traits import DeckState, StackState, is_deck, is_stack, trait_texts

# What gives a report a colour, and is not shown (QuickColors).
_COLOUR = re.compile(r"^(\*\s*)[|!?~`]")


@dataclass(slots=True)
class Table:
    """State of a game in VASSAL.

    Attributes
    ----------
    people : People
        Who plays; give `people_of` a whole file's commands for stable names of strangers.
    properties : dict
        (container, name) to value; container is empty where the file does not say.
    turns : dict
        Turn tracker's id to state.
    boards : dict
        Map id to boards.
    stacking : Stacking, optional
        What the module says about stacks (`stacking_of`); without it the log's own evidence counts.
    removed : dict
        Id to piece, as it was when it was taken off the table last.
    undoable : bool
        Whether `undo` may be asked for.  Who only looks on saves its price.
    """

    people: People = field(default_factory=People)
    properties: dict[tuple[str, str], str] = field(default_factory=dict)
    turns: dict[str, str] = field(default_factory=dict)
    boards: dict[str, tuple[c.Board, ...]] = field(default_factory=dict)
    stacking: Stacking | None = None
    removed: dict[str, Thing] = field(default_factory=dict, repr=False)
    undoable: bool = True
    _store: Store = field(default_factory=Store, repr=False)
    _readers: dict[str, sequence.NestedReader] = field(default_factory=dict, repr=False)
    _newcomers: sequence.NestedReader = field(default_factory=lambda: sequence.NestedReader("\t"), repr=False)

    # -- looking

    @property
    def things(self) -> dict[str, Thing]:
        """Id to piece, stack or deck."""
        return self._store.things

    def spot(self, id_: str) -> e.Spot:
        """Return where a piece, stack or deck is; a piece in a stack is where the stack is."""
        return self._store.spot(id_)

    def counters(self) -> Iterator[Thing]:
        """Yield all pieces that are neither stacks nor decks, in the order they came."""
        return (thing for thing in self.things.values() if not thing.is_stack)

    def at(self, spot: e.Spot) -> Iterator[Thing]:
        """Yield the pieces at exactly this place."""
        return (thing for thing in self.counters() if self.spot(thing.id) == spot)

    # -- changing

    def apply(self, commands: Iterable[c.Command], step: int | None = None) -> tuple[e.Event, ...]:
        """Execute commands and return what happened.

        Parameters
        ----------
        commands : iterable of Command
            `Log.begin`, or one step's.
        step : int, optional
            Number for the events.

        Returns
        -------
        tuple of Event
            A command without effect gives `Ignored`, one of an unknown family `Unknown`; nothing raises.
        """
        if self.undoable:
            self._store.mark()
        found: list[e.Event] = []
        for command in commands:
            # What a step holds is mostly single commands.
            wrapped = isinstance(command, c.Group | c.Logged)
            for leaf in c.leaves(command) if wrapped else (command,):
                found.extend(self._execute(leaf, step))
        return tuple(found)

    def undo(self) -> bool:
        """Take back the last `apply`, but for who joined; return False when there is none."""
        return self._store.undo()

    def copy(self) -> Table:
        """Return a table of its own in the same state, with the same people and nothing to undo."""
        return Table(
            people=self.people,
            properties=dict(self.properties),
            turns=dict(self.turns),
            boards=dict(self.boards),
            stacking=self.stacking,
            removed=dict(self.removed),
            undoable=self.undoable,
            _store=self._store.copy(),
        )

    def forget(self) -> None:
        """Drop what `undo` would need: a long log is then read in little memory."""
        self._store.forget()

    # -- one command

    def _execute(self, command: c.Command, step: int | None) -> Iterable[e.Event]:
        match command:
            case c.ChangePiece():
                return self._change(command, step)
            case c.ChangeProperty(name=name, old=old, new=new, container=container):
                return self._set_property((container or "", name), new, step, old)
            case c.GlobalPropertyState(name=name, value=value, container=container):
                return self._set_property((container or "", name), value, step)
            case c.Null():
                return ()
            case c.MovePiece():
                return self._move(command, step)
            case c.AddPiece():
                return self._add(command, step)
            case c.RemovePiece():
                return self._remove(command, step)
            case c.Chat(text=text):
                return (e.ChatLine(text=self.people.redact(_COLOUR.sub(r"\1", text)), step=step),)
            case c.Undo(begins=begins):
                return (e.UndoBegin(step=step) if begins else e.UndoEnd(step=step),)
            case c.BeginSave():
                self._store.clear()
                return ()
            case c.Raw():
                return (e.Unknown(prefix=self.people.redact(command.prefix), step=step),)
            case _:
                return self._execute_rest(command, step)

    def _execute_rest(self, command: c.Command, step: int | None) -> Iterator[e.Event]:
        """Execute what is no piece and no property: turns, players, notes, boards."""
        match command:
            case c.SetTurn(id=id_, state=state):
                old = self._store.set(self.turns, id_, state)
                if step is not None:
                    yield e.TurnChanged(id=id_, old=str(old or ""), new=state, step=step)
            case c.SetBoards(map=map_, boards=boards):
                self._store.set(self.boards, map_, boards)
                yield e.BoardsSet(map=map_, boards=tuple(board.name for board in boards), step=step)
            case c.AddPlayer():
                yield e.PlayerJoined(actor=self.people.join(command), step=step)
            case c.RemovePlayer(id=id_):
                actor = self.people.actor(id_)
                if actor is not None:
                    yield e.PlayerLeft(actor=actor, step=step)
            case c.ScenarioNote(text=text) | c.PublicNote(text=text):
                kind = "scenario" if isinstance(command, c.ScenarioNote) else "public"
                yield e.NoteChanged(kind=kind, text=self.people.redact(text), step=step)
            case c.PrivateNote(owner=owner) | c.SecretNote(owner=owner):
                kind = "private" if isinstance(command, c.PrivateNote) else "secret"
                yield e.NoteChanged(kind=kind, text=None, owner=self.people.actor(owner), step=step)
            case _:
                return

    def _set_property(
        self, key: tuple[str, str], new: str, step: int | None, logged: str | None = None
    ) -> tuple[e.Event, ...]:
        """Set a property; what it was before is in the log where the table has not seen it yet."""
        old = self._store.set(self.properties, key, new)
        if step is None:
            return ()
        before = str((logged if old is None else old) or "")
        return (e.PropertyChanged(name=key[1], container=key[0], old=before, new=new, step=step),)

    # -- pieces

    def _add(self, command: c.AddPiece, step: int | None) -> Iterator[e.Event]:
        id_ = command.id if command.id is not None else self._store.new_id()
        if id_ in self.things:
            # Drawing a card from a deck, for one, adds the piece that is already there.
            self._store.edit(id_)
            former = self.things[id_]
            fresh = Thing(id_, command.type, former.states, former.spot, former.parent, former.members)
            self.things[id_] = fresh
            yield from self._set_state(id_, command.state, step)
            return
        self._store.put(Thing(id_, command.type))
        if is_stack(command.type) or is_deck(command.type):
            yield from self._set_state(id_, command.state, step)
            return
        thing = self.things[id_]
        # Counters of one kind come one after the other.
        states = self._newcomers.read(command.state)
        thing.states = states
        self._store.lay(thing, spot_of(states[-1]))
        if step is not None:
            yield e.PieceAdded(id=id_, name=thing.name, spot=thing.spot, step=step)

    def _remove(self, command: c.RemovePiece, step: int | None) -> Iterator[e.Event]:
        thing = self.things.get(command.id)
        if thing is None:
            yield e.Ignored(reason=f"removes {command.id}, which is not on the table", step=step)
            return
        spot = self.spot(command.id)
        self._store.edit(command.id)
        self._store.leave(command.id)
        self.removed[command.id] = thing
        starts = dict.fromkeys(thing.members, spot)
        for member in thing.members:
            # As in the engine what lay in a stack is on no map until something puts it there again.
            self._store.leave(member)
            self._store.lay(self.things[member], e.Spot(None, spot.x, spot.y))
        del self.things[command.id]
        yield from self._moves(starts, step)
        if not thing.is_stack:
            yield e.PieceRemoved(id=thing.id, name=thing.name, spot=spot, step=step)

    def _change(self, command: c.ChangePiece, step: int | None) -> Iterable[e.Event]:
        thing = self.things.get(command.id)
        if thing is None:
            return (e.Ignored(reason=f"changes {command.id}, which is not on the table", step=step),)
        state = command.state
        if command.old is not None and not thing.is_stack:
            reader = self._readers.get(command.id)
            if reader is None:
                reader = self._readers[command.id] = sequence.NestedReader("\t")
            # The former state is mostly what was read last, and what the piece has.
            before = reader.read(command.old)
            after = reader.read(state)
            if reader.changed is not None and self._has(thing, before):
                return self._set_states(command.id, after, step, reader.changed)
            return self._set_states(command.id, merge_states(thing.states, after, before), step)
        return self._set_state(command.id, state, step)

    def _has(self, thing: Thing, states: tuple[str, ...]) -> bool:
        """Return whether a piece has these states; its place, in the innermost, moved along with it."""
        now = thing.states
        if states is now:
            return True
        return bool(now) and states[:-1] == now[:-1] and spot_of(states[-1]) == self.spot(thing.id)

    def _set_state(self, id_: str, state: str, step: int | None) -> Iterable[e.Event]:
        thing = self.things[id_]
        if thing.is_deck:
            return self._set_deck(id_, DeckState.parse(state), step)
        if thing.is_stack:
            return self._set_stack(id_, StackState.parse(state), step)
        return self._set_states(id_, tuple(sequence.decode_nested(state, "\t")), step)

    def _set_states(
        self, id_: str, states: tuple[str, ...], step: int | None, where: Sequence[int] | None = None
    ) -> Iterator[e.Event]:
        """Give a piece the states of its traits; the innermost holds its place.

        `where`, if given, is where they differ from those that it has.
        """
        thing = self._store.edit(id_)
        old = thing.states
        thing.states = states
        if states and (not old or states[-1] != old[-1]):
            start, spot = self.spot(id_), spot_of(states[-1])
            if spot.map != start.map:
                self._store.leave(id_)
            self._store.lay(thing, spot)
            end = self.spot(id_)
            if start != end and step is not None:
                yield e.PieceMoved(id=id_, pieces=(id_,), start=start, end=end, step=step)
        if step is not None and (where if where is not None else old != states):
            changes = tuple(trait_changes(trait_texts(thing.type), old, states, self.people, where))
            if changes:
                yield e.PieceChanged(id=id_, changes=changes, step=step)

    def _set_stack(self, id_: str, state: StackState, step: int | None) -> Iterator[e.Event]:
        members = tuple(dict.fromkeys(item for item in state.members if self._store.is_counter(item)))
        starts = {
            item: self.spot(item) for item in (*self.things[id_].members, *members) if item in self.things
        }
        stack = self._store.edit(id_)
        self._store.fill(id_, members)
        self._store.lay(stack, e.Spot(state.map, state.x, state.y))
        stack.layer = state.layer
        yield from self._moves(starts, step)

    def _set_deck(self, id_: str, state: DeckState, step: int | None) -> Iterator[e.Event]:
        members = tuple(dict.fromkeys(item for item in state.members if self._store.is_counter(item)))
        deck = self._store.edit(id_)
        before, face = deck.members, deck.face_down
        starts = {item: self.spot(item) for item in (*before, *members) if item in self.things}
        self._store.fill(id_, members)
        self._store.lay(deck, e.Spot(state.map, state.x, state.y))
        deck.face_down = state.face_down
        yield from self._moves(starts, step)
        if before != members or face != state.face_down:
            yield from self._deck_event(id_, before, step)

    def _deck_event(self, id_: str, before: tuple[str, ...], step: int | None) -> Iterator[e.Event]:
        deck = self.things[id_]
        if step is not None:
            shuffled = before != deck.members and sorted(before) == sorted(deck.members)
            yield e.DeckChanged(
                id=id_,
                name=deck.name,
                before=before,
                after=deck.members,
                shuffled=shuffled,
                face_down=deck.face_down,
                step=step,
            )

    def _moves(self, starts: dict[str, e.Spot], step: int | None) -> Iterator[e.Event]:
        """Yield a move for each piece that is no longer where it was."""
        if step is None:
            return
        for item, start in starts.items():
            end = self.spot(item)
            if end != start:
                yield e.PieceMoved(id=item, pieces=(item,), start=start, end=end, step=step)

    # -- moves

    def _move(self, command: c.MovePiece, step: int | None) -> Iterator[e.Event]:
        id_ = command.id
        thing = self.things.get(id_) if id_ is not None else None
        if thing is None or id_ is None:
            yield e.Ignored(reason=f"moves {id_}, which is not on the table", step=step)
            return
        pieces = tuple(thing.members) if thing.is_stack else (id_,)
        start, end = self.spot(id_), e.Spot(command.map, command.x, command.y)
        before = {deck: self.things[deck].members for deck in self._decks_of(thing, end)}
        # A move off every map leaves the piece where it is until it is removed, in the engine as here.
        if end.map is not None:
            self._place(thing, end, command)
        actor = self.people.actor(command.player)
        reached = self.spot(id_)
        yield e.PieceMoved(id=id_, pieces=pieces, start=start, end=reached, actor=actor, step=step)
        for deck, members in before.items():
            if self.things[deck].members != members:
                yield from self._deck_event(deck, members, step)

    def _decks_of(self, thing: Thing, end: e.Spot) -> Iterator[str]:
        """Yield the deck that a piece leaves, then the one it may join."""
        for id_ in (thing.parent, None if thing.is_stack else self._store.deck_at(end)):
            if id_ is not None and id_ in self.things and self.things[id_].is_deck:
                yield id_

    def _place(self, thing: Thing, end: e.Spot, command: c.MovePiece) -> None:
        under = command.under
        below = self.things.get(under) if under is not None else None
        if below is not None and not below.is_stack and self.spot(below.id) == end:
            if below is not thing:
                self._store.merge(thing, below)
            return
        if thing.parent is None or self.spot(thing.id) != end:
            joins = mate(thing, end, self._store, command.player, self.stacking)
            if joins is None:
                self._store.leave(thing.id)
                self._store.lay(thing, end)
            elif joins.is_stack:
                self._store.insert(thing.id, joins.id, len(joins.members))
            else:
                self._store.merge(thing, joins)
        if under is None and thing.parent is not None:
            self._store.insert(thing.id, thing.parent, 0)
