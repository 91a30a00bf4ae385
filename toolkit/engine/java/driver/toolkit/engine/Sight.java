package toolkit.engine;

import java.awt.Component;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

import javax.swing.JPanel;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.PrivateMap;
import VASSAL.counters.Deck;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;

/**
 * What the player at this client sees, and nothing else: a masked piece is a name and a place, a deck a number of
 * pieces, windows of others and pieces that are invisible to him are not there.
 *
 * <p>The engine answers a question for a property of a masked piece with the truth, so what a window shows cannot be
 * asked of {@link Table}.
 */
final class Sight {
  private static final Component CANVAS = new JPanel();

  private Sight() {}

  static void operations(java.util.Map<String, Driver.Operation> operations) {
    operations.put("sight", Sight::sight);
  }

  private static Object sight(Arguments arguments) throws Exception {
    final List<String> names = arguments.texts("properties");
    final boolean faces = arguments.flag("faces");
    final List<Object> pieces = new ArrayList<>();
    final List<Object> decks = new ArrayList<>();
    for (final Map map : Map.getMapList()) {
      if (map instanceof PrivateMap && !((PrivateMap) map).isVisibleTo(PlayerRoster.getMySide())) {
        continue;
      }
      for (final GamePiece piece : map.getPieces()) {
        if (piece instanceof Deck) {
          decks.add(deck((Deck) piece, names));
        }
        else if (piece instanceof Stack) {
          for (final GamePiece member : ((Stack) piece).asList()) {
            add(member, names, faces, pieces);
          }
        }
        else {
          add(piece, names, faces, pieces);
        }
      }
    }
    final java.util.Map<String, Object> values = new LinkedHashMap<>();
    for (final String name : arguments.texts("globals")) {
      final Object value = GameModule.getGameModule().getProperty(name);
      values.put(name, value == null ? "" : value.toString());
    }
    final java.util.Map<String, Object> result = new LinkedHashMap<>();
    result.put("pieces", pieces);
    result.put("decks", decks);
    result.put("globals", values);
    return result;
  }

  /** A deck shows how many pieces it holds and, when it lies face up, the one on top. */
  private static Object deck(Deck deck, List<String> names) {
    final java.util.Map<String, Object> result = new LinkedHashMap<>();
    final GamePiece top = deck.isFaceDown() ? null : deck.topPiece();
    final boolean shown = top != null && !Boolean.TRUE.equals(top.getProperty(Properties.OBSCURED_TO_ME));
    result.put("top", shown ? Table.properties(top, names) : null);
    result.put("name", deck.getDeckName());
    result.put("map", deck.getMap().getIdentifier());
    result.put("count", deck.getPieceCount());
    return result;
  }

  private static void add(GamePiece piece, List<String> names, boolean faces, List<Object> found) throws Exception {
    if (Boolean.TRUE.equals(piece.getProperty(Properties.INVISIBLE_TO_ME))) {
      return;
    }
    final boolean masked = Boolean.TRUE.equals(piece.getProperty(Properties.OBSCURED_TO_ME));
    final java.util.Map<String, Object> result = new LinkedHashMap<>();
    result.put("name", piece.getName());
    result.put("map", piece.getMap().getIdentifier());
    result.put("x", piece.getPosition().x);
    result.put("y", piece.getPosition().y);
    result.put("location", piece.getMap().locationName(new Point(piece.getPosition())));
    result.put("masked", masked);
    result.put("properties", masked ? new LinkedHashMap<>() : Table.properties(piece, names));
    result.put("face", faces ? face(piece) : "");
    found.add(result);
  }

  /** A digest of the piece as this client draws it. */
  private static String face(GamePiece piece) throws Exception {
    final Rectangle box = piece.boundingBox();
    final BufferedImage image =
      new BufferedImage(Math.max(1, box.width), Math.max(1, box.height), BufferedImage.TYPE_INT_ARGB);
    final Graphics2D g = image.createGraphics();
    piece.draw(g, -box.x, -box.y, CANVAS, 1.0);
    g.dispose();
    final int[] pixels = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
    final ByteBuffer bytes = ByteBuffer.allocate(8 + 4 * pixels.length);
    bytes.putInt(image.getWidth()).putInt(image.getHeight()).asIntBuffer().put(pixels);
    final byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.array());
    final StringBuilder hex = new StringBuilder();
    for (final byte part : Arrays.copyOf(digest, 8)) {
      hex.append(String.format("%02x", part));
    }
    return hex.toString();
  }
}
