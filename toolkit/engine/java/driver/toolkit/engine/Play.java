package toolkit.engine;

import java.awt.Point;
import java.awt.event.InputEvent;
import java.awt.event.MouseEvent;
import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.swing.AbstractButton;
import javax.swing.KeyStroke;

import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.Chatter;
import VASSAL.build.module.map.PieceMover;
import VASSAL.build.module.metadata.SaveMetaData;
import VASSAL.command.Command;
import VASSAL.counters.Deck;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.EventFilter;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.PieceIterator;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import VASSAL.tools.NamedKeyStroke;

/** A player's hands: dragging, menus, keys, buttons, undo, stepping through a log, writing one. */
final class Play {
  private Play() {}

  static void operations(Map<String, Driver.Operation> operations) {
    operations.put("step", Play::step);
    operations.put("undo", arguments -> undo());
    operations.put("drag", Play::drag);
    operations.put("key", Play::key);
    operations.put("menu", Play::menu);
    operations.put("menus", Play::menus);
    operations.put("hotkey", Play::hotkey);
    operations.put("button", Play::button);
    operations.put("buttons", arguments -> buttons());
    operations.put("chat", Play::chat);
    operations.put("deck_drag", Play::deckDrag);
    operations.put("deck_menu", Play::deckMenu);
    operations.put("written", arguments -> written(arguments));
    operations.put("log_begin", Play::logBegin);
    operations.put("log_end", arguments -> logEnd());
  }

  private static Object field(Object owner, Class<?> type, String name) throws ReflectiveOperationException {
    final Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
  }

  private static void setField(Object owner, Class<?> type, String name, Object value)
    throws ReflectiveOperationException {
    final Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    field.set(owner, value);
  }

  /** Steps of the loaded log, as the Step button counts them. */
  static List<?> input() throws ReflectiveOperationException {
    return (List<?>) field(Game.logger(), BasicLogger.class, "logInput");
  }

  /** Entries of the log being written that were looked at, and how many of them are steps. */
  private static int seen;
  private static int kept;

  /** Steps written so far, as the Step button will count them: an entry of nothing but "null" is none to a reader. */
  private static int output() throws ReflectiveOperationException {
    final List<?> written = (List<?>) field(Game.logger(), BasicLogger.class, "logOutput");
    if (written.size() < seen) { // another log
      seen = 0;
      kept = 0;
    }
    for (; seen < written.size(); ++seen) {
      if (Game.module().decode(Game.module().encode((Command) written.get(seen))) != null) {
        ++kept;
      }
    }
    return kept;
  }

  // ---- a log that is replayed -------------------------------------------------------------------------------------

  /** Presses Step as often as asked (all of them when it is -1); returns the chat lines of each step. */
  private static Object step(Arguments arguments) throws Exception {
    final List<?> steps = input();
    final List<Object> said = new ArrayList<>();
    final Method press = BasicLogger.class.getDeclaredMethod("step");
    press.setAccessible(true);
    int left = arguments.number("count");
    while (left != 0 && Game.logger().isReplaying()) {
      final int next = (Integer) field(Game.logger(), BasicLogger.class, "nextInput");
      final List<Object> lines = new ArrayList<>();
      lines((Command) steps.get(next), lines);
      try {
        press.invoke(Game.logger());
      }
      catch (java.lang.reflect.InvocationTargetException thrown) {
        throw new IllegalStateException("step " + (next + 1) + ": " + Watch.describe(thrown.getCause()),
          thrown.getCause());
      }
      said.add(lines);
      --left;
    }
    return said;
  }

  private static void lines(Command command, List<Object> found) {
    if (command instanceof Chatter.DisplayText) {
      found.add(((Chatter.DisplayText) command).getMessage());
    }
    for (final Command part : command.getSubCommands()) {
      lines(part, found);
    }
  }

  // ---- a log that is written --------------------------------------------------------------------------------------

  private static Object logBegin(Arguments arguments) throws Exception {
    final BasicLogger logger = Game.logger();
    final File file = arguments.file("file");
    ((List<?>) field(logger, BasicLogger.class, "logOutput")).clear();
    setField(logger, BasicLogger.class, "outputFile", file);
    setField(logger, BasicLogger.class, "beginningState", Game.state().getRestoreCommand());
    setField(logger, BasicLogger.class, "metadata", new SaveMetaData());
    setField(logger, BasicLogger.class, "nextUndo", -1);
    for (final Field field : BasicLogger.class.getDeclaredFields()) {
      if ("dontUndoPast".equals(field.getName())) { // not in every engine
        setField(logger, BasicLogger.class, "dontUndoPast", 0);
      }
    }
    Game.module().setGameFile(file.getName(), GameModule.GameFileMode.LOGGING_GAME);
    return true;
  }

  private static Object logEnd() throws Exception {
    final BasicLogger logger = Game.logger();
    final int steps = output();
    logger.write();
    setField(logger, BasicLogger.class, "outputFile", null);
    setField(logger, BasicLogger.class, "beginningState", null);
    return steps;
  }

  /** How many steps the log has, and where pieces lie: what a gesture of a player's hand came to. */
  private static Object written(Arguments arguments) throws Exception {
    final Map<String, Object> result = moved(output(), pieces(arguments.texts("pieces")));
    result.put("written", output());
    return result;
  }

  private static Object undo() throws Exception {
    final BasicLogger logger = Game.logger();
    final int before = output();
    final Method undo = BasicLogger.class.getDeclaredMethod("undo");
    undo.setAccessible(true);
    undo.invoke(logger);
    return moved(before, List.of());
  }

  // ---- hands ------------------------------------------------------------------------------------------------------

  private static List<GamePiece> pieces(List<String> ids) {
    final List<GamePiece> found = new ArrayList<>();
    for (final String id : ids) {
      final GamePiece piece = Game.state().getPieceForId(id);
      if (piece == null) {
        throw new IllegalArgumentException("no piece has the id " + id);
      }
      found.add(piece);
    }
    return found;
  }

  /** Clicking pieces selects them, and only them. */
  private static void select(List<GamePiece> chosen) {
    final KeyBuffer keys = KeyBuffer.getBuffer();
    keys.clear();
    for (final GamePiece piece : chosen) {
      keys.add(piece);
    }
    if (!chosen.isEmpty()) {
      keys.setClickPoint(new Point(chosen.get(0).getPosition()));
    }
  }

  private static Object drag(Arguments arguments) throws Exception {
    final List<GamePiece> chosen = pieces(arguments.texts("pieces"));
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException("nothing to drag");
    }
    select(chosen);
    for (final GamePiece piece : chosen) {
      checkMovable(piece);
    }
    final DragBuffer buffer = DragBuffer.getBuffer();
    buffer.clear();
    for (final GamePiece piece : inStackOrder(chosen)) {
      buffer.add(piece);
    }
    return drop(arguments, chosen);
  }

  /** A piece that the mouse cannot take would be moved all the same by what follows; a player could not. */
  private static void checkMovable(GamePiece piece) {
    final Object filter = piece.getProperty(Properties.MOVE_EVENT_FILTER);
    final MouseEvent press = new MouseEvent(
      Game.module().getPlayerWindow(), MouseEvent.MOUSE_PRESSED, 0, InputEvent.BUTTON1_DOWN_MASK, 0, 0, 1, false, 1);
    if (Boolean.TRUE.equals(piece.getProperty(Properties.NON_MOVABLE))
        || filter instanceof EventFilter && ((EventFilter) filter).rejectEvent(press)) {
      throw new IllegalStateException("the piece " + piece.getName() + " cannot be dragged");
    }
  }

  private static List<GamePiece> inStackOrder(List<GamePiece> chosen) {
    final List<GamePiece> sorted = new ArrayList<>(chosen);
    // A stable sort: pieces of one stack from the bottom up, stacks in the order they were clicked.
    sorted.sort((a, b) -> {
      final Stack parent = a.getParent();
      return parent == null || parent != b.getParent() ? 0 : Integer.compare(parent.indexOf(a), parent.indexOf(b));
    });
    return sorted;
  }

  private static Object drop(Arguments arguments, List<GamePiece> dragged) throws Exception {
    final VASSAL.build.module.Map map = Look.map(arguments.text("map"));
    final int before = output();
    final PieceMover mover = map.getPieceMover();
    final Command command = mover.movePieces(map, arguments.point("to"));
    Game.module().sendAndLog(command);
    DragBuffer.getBuffer().clear();
    return moved(before, dragged);
  }

  private static Map<String, Object> moved(int before, List<GamePiece> pieces) throws Exception {
    final Map<String, Object> result = new LinkedHashMap<>();
    final List<Object> steps = new ArrayList<>();
    for (int step = before + 1; step <= output(); ++step) {
      steps.add(step);
    }
    result.put("steps", steps);
    final List<Object> places = new ArrayList<>();
    for (final GamePiece piece : pieces) {
      final Map<String, Object> place = new LinkedHashMap<>();
      place.put("id", piece.getId());
      place.put("map", piece.getMap() == null ? null : piece.getMap().getIdentifier());
      place.put("x", piece.getPosition().x);
      place.put("y", piece.getPosition().y);
      place.put("location",
        piece.getMap() == null ? null : piece.getMap().locationName(new Point(piece.getPosition())));
      places.add(place);
    }
    result.put("places", places);
    return result;
  }

  /** {@code ctrl shift A} is a key; anything else is the name of a named command. */
  private static KeyStroke stroke(Arguments arguments) {
    if (arguments.has("named")) {
      return NamedKeyStroke.of(arguments.text("named")).getKeyStroke();
    }
    final KeyStroke stroke = KeyStroke.getKeyStroke(arguments.text("key"));
    if (stroke == null) {
      throw new IllegalArgumentException("no such key: " + arguments.text("key"));
    }
    return stroke;
  }

  private static Object key(Arguments arguments) throws Exception {
    final List<GamePiece> chosen = pieces(arguments.texts("pieces"));
    select(chosen);
    final int before = output();
    Game.module().sendAndLog(KeyBuffer.getBuffer().keyCommand(stroke(arguments)));
    return moved(before, chosen);
  }

  private static KeyCommand[] commands(GamePiece piece) {
    final Object commands = piece.getProperty(Properties.KEY_COMMANDS);
    return commands instanceof KeyCommand[] ? (KeyCommand[]) commands : new KeyCommand[0];
  }

  private static Object menus(Arguments arguments) {
    final List<Object> result = new ArrayList<>();
    for (final GamePiece piece : pieces(arguments.texts("pieces"))) {
      final List<Object> entries = new ArrayList<>();
      for (final KeyCommand command : commands(piece)) {
        final Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", command.getName());
        final KeyStroke stroke = command.getKeyStroke();
        entry.put("key", stroke == null ? null : stroke.toString());
        entry.put("enabled", command.isEnabled());
        entries.add(entry);
      }
      result.add(entries);
    }
    return result;
  }

  private static Object choose(KeyCommand[] commands, Arguments arguments, List<GamePiece> chosen) throws Exception {
    final String name = arguments.text("name");
    for (final KeyCommand command : commands) {
      if (name.equals(command.getName()) && command.isEnabled()) {
        final int before = output();
        command.actionPerformed(null);
        return moved(before, chosen);
      }
    }
    throw new IllegalArgumentException("no menu entry is called " + name);
  }

  private static Object menu(Arguments arguments) throws Exception {
    final List<GamePiece> chosen = pieces(arguments.texts("pieces"));
    select(chosen);
    return choose(commands(chosen.get(0)), arguments, chosen);
  }

  private static Object hotkey(Arguments arguments) throws Exception {
    final int before = output();
    Game.module().fireKeyStroke(NamedKeyStroke.of(stroke(arguments)));
    return moved(before, List.of());
  }

  private static List<AbstractButton> allButtons() {
    final List<AbstractButton> found = new ArrayList<>();
    Look.buttons(Game.module().getToolBar(), found);
    for (final VASSAL.build.module.Map map : VASSAL.build.module.Map.getMapList()) {
      Look.buttons(map.getToolBar(), found);
    }
    return found;
  }

  private static Object buttons() {
    final List<Object> result = new ArrayList<>();
    for (final AbstractButton button : allButtons()) {
      final Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("text", button.getText());
      entry.put("tip", button.getToolTipText());
      entry.put("enabled", button.isEnabled());
      entry.put("visible", button.isVisible());
      result.add(entry);
    }
    return result;
  }

  private static Object button(Arguments arguments) throws Exception {
    final String name = arguments.text("name");
    Watch.answer(arguments.has("answer") ? arguments.text("answer") : null);
    for (final AbstractButton button : allButtons()) {
      final boolean named = name.equals(button.getText()) || name.equals(button.getToolTipText());
      if (named && button.isEnabled()) {
        final int before = output();
        button.doClick(0);
        return moved(before, List.of());
      }
    }
    throw new IllegalArgumentException("no button is called " + name);
  }

  private static Object chat(Arguments arguments) throws Exception {
    final int before = output();
    Game.module().getChatter().send(arguments.text("text"));
    return moved(before, List.of());
  }

  private static Deck deck(String name) {
    for (final GamePiece piece : Game.state().getAllPieces()) {
      if (piece instanceof Deck && name.equals(((Deck) piece).getDeckName())) {
        return (Deck) piece;
      }
    }
    throw new IllegalArgumentException("no deck is called " + name);
  }

  /** Draws the top card by dragging it off the deck. */
  private static Object deckDrag(Arguments arguments) throws Exception {
    final Deck deck = deck(arguments.text("deck"));
    final DragBuffer buffer = DragBuffer.getBuffer();
    buffer.clear();
    final List<GamePiece> drawn = new ArrayList<>();
    for (final PieceIterator cards = deck.drawCards(); cards.hasMoreElements();) {
      final GamePiece card = cards.nextPiece();
      card.setProperty(Properties.OBSCURED_BY, card.getProperty(Properties.OBSCURED_BY_PRE_DRAW));
      buffer.add(card);
      drawn.add(card);
    }
    return drop(arguments, drawn);
  }

  private static Object deckMenu(Arguments arguments) throws Exception {
    final Deck deck = deck(arguments.text("deck"));
    return choose(commands(deck), arguments, List.of());
  }
}
