package toolkit.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import VASSAL.build.module.GlobalOptions;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.properties.GlobalProperty;
import VASSAL.build.module.properties.PropertyNameSource;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.Embellishment;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;

/** The table as the engine holds it: every piece, stack and deck, the global properties, the players' sides. */
final class Table {
  private Table() {}

  static void operations(Map<String, Driver.Operation> operations) {
    operations.put("table", Table::table);
    operations.put("values", Table::values);
  }

  private static Object table(Arguments arguments) {
    final List<String> names = arguments.texts("properties");
    final boolean types = arguments.flag("types");
    final List<Object> pieces = new ArrayList<>();
    final List<Object> stacks = new ArrayList<>();
    for (final GamePiece piece : Game.state().getAllPieces()) {
      if (piece instanceof Stack) {
        stacks.add(stack((Stack) piece));
      }
      else {
        pieces.add(piece(piece, names, types));
      }
    }
    final Map<String, Object> result = new LinkedHashMap<>();
    result.put("pieces", pieces);
    result.put("stacks", stacks);
    final Map<String, Object> globals = new LinkedHashMap<>();
    for (final GlobalProperty property : Game.module().getAllDescendantComponentsOf(GlobalProperty.class)) {
      globals.put(property.getConfigureName(), property.getPropertyValue());
    }
    result.put("globals", globals);
    final List<Object> players = new ArrayList<>();
    final PlayerRoster roster = Game.module().getPlayerRoster();
    if (roster != null) {
      for (final PlayerRoster.PlayerInfo player : roster.getPlayers()) {
        players.add(player.getSide()); // never the id: it is a password
      }
    }
    result.put("sides", players);
    result.put("auto_report", GlobalOptions.getInstance().autoReportEnabled());
    return result;
  }

  /** Values of named properties of a few pieces, and of the module: quicker than the whole table. */
  private static Object values(Arguments arguments) {
    final List<String> names = arguments.texts("properties");
    final List<Object> pieces = new ArrayList<>();
    for (final String id : arguments.texts("pieces")) {
      final GamePiece piece = Game.state().getPieceForId(id);
      if (piece == null) {
        throw new IllegalArgumentException("no piece has the id " + id);
      }
      pieces.add(properties(piece, names));
    }
    final Map<String, Object> globals = new LinkedHashMap<>();
    for (final String name : arguments.texts("globals")) {
      final Object value = Game.module().getProperty(name);
      globals.put(name, value == null ? "" : value.toString());
    }
    final Map<String, Object> result = new LinkedHashMap<>();
    result.put("pieces", pieces);
    result.put("globals", globals);
    return result;
  }

  private static String mapName(GamePiece piece) {
    return piece.getMap() == null ? null : piece.getMap().getIdentifier();
  }

  private static Map<String, Object> stack(Stack stack) {
    final Map<String, Object> result = new LinkedHashMap<>();
    result.put("id", stack.getId());
    result.put("map", mapName(stack));
    result.put("x", stack.getPosition().x);
    result.put("y", stack.getPosition().y);
    final List<String> members = new ArrayList<>();
    for (final GamePiece piece : stack.asList()) {
      members.add(piece.getId());
    }
    result.put("pieces", members);
    result.put("deck", stack instanceof Deck ? ((Deck) stack).getDeckName() : null);
    return result;
  }

  private static Map<String, Object> piece(GamePiece piece, List<String> names, boolean types) {
    final Map<String, Object> result = new LinkedHashMap<>();
    result.put("id", piece.getId());
    result.put("name", piece.getName());
    result.put("map", mapName(piece));
    result.put("x", piece.getPosition().x);
    result.put("y", piece.getPosition().y);
    final Stack parent = piece.getParent();
    result.put("stack", parent == null ? null : parent.getId());
    result.put("index", parent == null ? null : parent.indexOf(piece));
    result.put("state", piece.getState());
    if (types) {
      result.put("type", piece.getType());
    }
    final List<Object> levels = new ArrayList<>();
    for (GamePiece trait = piece; trait instanceof Decorator; trait = ((Decorator) trait).getInner()) {
      if (trait instanceof Embellishment) {
        final Embellishment layer = (Embellishment) trait;
        final Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", layer.getLayerName());
        entry.put("level", layer.getValue() + 1);
        entry.put("active", layer.isActive());
        levels.add(entry);
      }
    }
    result.put("layers", levels);
    result.put("properties", properties(piece, names));
    return result;
  }

  /** Values of the named properties that the piece has; {@code "*"} stands for all that its traits name. */
  static Map<String, Object> properties(GamePiece piece, List<String> names) {
    final Map<String, Object> result = new LinkedHashMap<>();
    for (final String name : names) {
      if ("*".equals(name)) {
        // Each trait names its own properties only.
        for (GamePiece trait = piece; trait != null;
             trait = trait instanceof Decorator ? ((Decorator) trait).getInner() : null) {
          for (final String each : ((PropertyNameSource) trait).getPropertyNames()) {
            put(piece, each, result);
          }
        }
      }
      else {
        put(piece, name, result);
      }
    }
    return result;
  }

  private static void put(GamePiece piece, String name, Map<String, Object> result) {
    final Object value = piece.getProperty(name);
    if (value != null) {
      result.put(name, value.toString());
    }
  }
}
