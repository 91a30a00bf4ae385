package toolkit.engine;

import java.awt.Color;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Window;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;

import javax.imageio.ImageIO;
import javax.swing.AbstractButton;
import javax.swing.JFrame;
import javax.swing.JPanel;

import VASSAL.build.module.Map;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.module.map.boardPicker.board.MapGrid;
import VASSAL.build.module.map.boardPicker.board.Region;
import VASSAL.build.widget.PieceSlot;
import VASSAL.counters.GamePiece;
import VASSAL.tools.DataArchive;
import VASSAL.tools.imageop.Op;

/** What a player would see: maps, names of places, pictures, windows. */
final class Look {
  private Look() {}

  static void operations(java.util.Map<String, Driver.Operation> operations) {
    operations.put("maps", arguments -> maps());
    operations.put("locate", Look::locate);
    operations.put("find", Look::find);
    operations.put("draw", Look::draw);
    operations.put("images", arguments -> missingImages());
    operations.put("slots", arguments -> slots());
    operations.put("windows", arguments -> windows());
    operations.put("show", Look::show);
  }

  static Map map(String name) {
    for (final Map map : Map.getMapList()) {
      if (name.equals(map.getMapName()) || name.equals(map.getIdentifier())) {
        return map;
      }
    }
    throw new IllegalArgumentException("no map is called " + name);
  }

  static List<Object> maps() {
    final List<Object> result = new ArrayList<>();
    for (final Map map : Map.getMapList()) {
      final java.util.Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", map.getMapName());
      entry.put("id", map.getIdentifier());
      entry.put("width", map.mapSize().width);
      entry.put("height", map.mapSize().height);
      final List<Object> boards = new ArrayList<>();
      for (final Board board : map.getBoards()) {
        final Rectangle at = board.bounds();
        final java.util.Map<String, Object> detail = new LinkedHashMap<>();
        detail.put("name", board.getName());
        detail.put("x", at.x);
        detail.put("y", at.y);
        detail.put("width", at.width);
        detail.put("height", at.height);
        boards.add(detail);
      }
      entry.put("boards", boards);
      result.add(entry);
    }
    return result;
  }

  private static Object locate(Arguments arguments) {
    final Map map = map(arguments.text("map"));
    final List<Object> result = new ArrayList<>();
    for (final Point point : arguments.points("points")) {
      final Point snapped = map.snapTo(new Point(point));
      final List<Object> entry = new ArrayList<>();
      entry.add(map.locationName(new Point(point)));
      entry.add(map.locationName(new Point(snapped)));
      entry.add(snapped.x);
      entry.add(snapped.y);
      result.add(entry);
    }
    return result;
  }

  /** Where the module's own grids put a location name: the inverse of {@link #locate}; null when none knows it. */
  private static Object find(Arguments arguments) {
    final Map map = map(arguments.text("map"));
    final Region region = map.findRegion(arguments.text("name"));
    if (region != null) {
      final Rectangle board = region.getBoard().bounds();
      return List.of(region.getOrigin().x + board.x, region.getOrigin().y + board.y);
    }
    for (final Board board : map.getBoards()) {
      if (board.getGrid() == null) {
        continue;
      }
      try {
        final Point point = board.getGrid().getLocation(arguments.text("name"));
        // A grid has no end: a number beyond the board is a place for it.
        if (point != null && point.x >= 0 && point.y >= 0
            && point.x < board.bounds().width && point.y < board.bounds().height) {
          return List.of(point.x + board.bounds().x, point.y + board.bounds().y);
        }
      }
      catch (MapGrid.BadCoords e) {
        continue;
      }
    }
    return null;
  }

  private static Object draw(Arguments arguments) throws IOException {
    final Map map = map(arguments.text("map"));
    final Dimension size = map.mapSize();
    final Rectangle region = arguments.has("region")
      ? new Rectangle(arguments.points("region").get(0)) : new Rectangle(size);
    if (arguments.has("region")) {
      final Point corner = arguments.points("region").get(1);
      region.setSize(corner.x - region.x, corner.y - region.y);
    }
    final Rectangle inside = region.intersection(new Rectangle(size));
    if (inside.isEmpty()) {
      throw new IllegalArgumentException("map " + map.getMapName() + " has no area there (no board?)");
    }
    final double scale = arguments.has("scale") ? arguments.real("scale") : 1.0;
    final double zoom = map.getZoom();
    final BufferedImage whole = new BufferedImage(inside.width, inside.height, BufferedImage.TYPE_INT_RGB);
    final Graphics2D g = whole.createGraphics();
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, inside.width, inside.height);
    g.translate(-inside.x, -inside.y);
    g.setClip(inside);
    zoom(map, 1.0);
    map.paintRegion(g, inside, null);
    zoom(map, zoom);
    g.dispose();
    ImageIO.write(scale == 1.0 ? whole : scaled(whole, scale), "png", arguments.file("file"));
    return List.of(inside.x, inside.y, inside.width, inside.height);
  }

  private static void zoom(Map map, double factor) {
    if (map.getZoomer() != null && map.getZoom() != factor) {
      map.getZoomer().setZoomFactor(factor);
    }
  }

  private static BufferedImage scaled(BufferedImage image, double scale) {
    final int width = Math.max(1, (int) Math.round(image.getWidth() * scale));
    final int height = Math.max(1, (int) Math.round(image.getHeight() * scale));
    final BufferedImage result = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    final Graphics2D g = result.createGraphics();
    g.drawImage(image.getScaledInstance(width, height, java.awt.Image.SCALE_AREA_AVERAGING), 0, 0, null);
    g.dispose();
    return result;
  }

  private static Object missingImages() {
    final TreeSet<String> names = new TreeSet<>();
    Game.module().addImageNamesRecursively(names);
    final DataArchive archive = Game.module().getDataArchive();
    final List<String> missing = new ArrayList<>();
    int found = 0;
    for (final String name : names) {
      if (name == null || name.isEmpty()) {
        continue;
      }
      if (isThere(archive, name) || isMade(name)) {
        ++found;
      }
      else {
        missing.add(name);
      }
    }
    final java.util.Map<String, Object> result = new LinkedHashMap<>();
    result.put("found", found);
    result.put("missing", missing);
    return result;
  }

  /** As the engine looks for it: in the module's image folder, then among the engine's own resources. */
  private static boolean isThere(DataArchive archive, String name) {
    final String plain = name.startsWith("/") ? name.substring(1) : name;
    for (final String path : new String[]{DataArchive.IMAGE_DIR + plain, DataArchive.IMAGE_DIR + plain + ".gif", plain}) {
      try {
        archive.getInputStream(path).close();
        return true;
      }
      catch (IOException e) {
        continue;
      }
    }
    return Look.class.getResource("/images/" + plain) != null || Look.class.getResource("/" + plain) != null;
  }

  /** Images that the module itself composes from others are no files; the engine knows them by name. */
  private static boolean isMade(String name) {
    try {
      return Op.load(name).getImage(null) != null;
    }
    catch (InterruptedException | ExecutionException e) {
      return false;
    }
  }

  /** Draws every piece of every palette, so that each trait is asked once for its picture and its size. */
  private static Object slots() {
    final Component canvas = new JPanel();
    final List<Object> result = new ArrayList<>();
    for (final PieceSlot slot : Game.module().getAllDescendantComponentsOf(PieceSlot.class)) {
      final GamePiece piece = slot.getPiece();
      if (piece == null) {
        Watch.add("bad-data", "the palette piece " + slot.getName() + " cannot be made", "", null);
        continue;
      }
      final Rectangle box = piece.boundingBox();
      final BufferedImage image =
        new BufferedImage(Math.max(1, box.width), Math.max(1, box.height), BufferedImage.TYPE_INT_ARGB);
      final Graphics2D g = image.createGraphics();
      piece.draw(g, -box.x, -box.y, canvas, 1.0);
      g.dispose();
      final java.util.Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", piece.getName());
      entry.put("gpid", slot.getGpId());
      entry.put("width", box.width);
      entry.put("height", box.height);
      entry.put("type", piece.getType());
      entry.put("properties", Table.properties(piece, List.of("CounterId")));
      result.add(entry);
    }
    return result;
  }

  private static Object windows() {
    final List<Object> result = new ArrayList<>();
    for (final Window window : Window.getWindows()) {
      if (window.isShowing()) {
        final java.util.Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("title", window instanceof JFrame ? ((JFrame) window).getTitle() : "");
        final Point at = window.getLocationOnScreen();
        entry.put("x", at.x);
        entry.put("y", at.y);
        entry.put("width", window.getWidth());
        entry.put("height", window.getHeight());
        result.add(entry);
      }
    }
    return result;
  }

  /** Brings a map's window to a place and size on the screen, shown or hidden. */
  private static Object show(Arguments arguments) {
    final Map map = map(arguments.text("map"));
    final Component view = map.getView();
    final Window window = javax.swing.SwingUtilities.getWindowAncestor(view);
    if (window == null) {
      return false;
    }
    if (arguments.has("size")) {
      final Point size = arguments.point("size");
      window.setBounds(0, 0, size.x, size.y);
    }
    window.setVisible(!arguments.flag("hide"));
    window.toFront();
    return true;
  }

  /** All buttons below a component, by any of their names. */
  static void buttons(Component component, List<AbstractButton> found) {
    if (component instanceof AbstractButton) {
      found.add((AbstractButton) component);
    }
    if (component instanceof java.awt.Container) {
      for (final Component child : ((java.awt.Container) component).getComponents()) {
        buttons(child, found);
      }
    }
  }
}
