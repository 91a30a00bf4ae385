package toolkit.engine;

import java.awt.Button;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Frame;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Shape;
import java.awt.TextComponent;
import java.awt.Window;
import java.awt.geom.AffineTransform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;

import javax.swing.AbstractButton;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JViewport;
import javax.swing.ListCellRenderer;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;

import VASSAL.build.module.Map;
import VASSAL.build.module.ToolbarMenu;
import VASSAL.configure.StringArrayConfigurer;
import VASSAL.counters.Deck;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.Stack;

/** Where on the screen a player finds things: windows, widgets, places of maps, pieces. */
final class Screen {
  private static final int NEAR = 400; // map pixels: a stack that is spread out reaches as far
  private static final int GRAIN = 2; // map pixels between two points at which a piece is looked for

  private Screen() {}

  static void operations(java.util.Map<String, Driver.Operation> operations) {
    operations.put("widgets", arguments -> widgets());
    operations.put("dialogs", arguments -> dialogs());
    operations.put("toolbar_menu", Screen::toolbarMenu);
    operations.put("place", Screen::place);
    operations.put("taken", Screen::taken);
    operations.put("spot", Screen::spot);
    operations.put("deck_spot", Screen::deckSpot);
    operations.put("selected", arguments -> selected());
    operations.put("arrange", Screen::arrange);
    operations.put("put_away", arguments -> putAway());
  }

  // ---- windows and widgets ----------------------------------------------------------------------------------------

  /** Everything with words on it that is showing; of a modal dialog's application only the dialog can be used. */
  private static Object widgets() {
    final List<Object> result = new ArrayList<>();
    for (final Window window : Window.getWindows()) {
      if (window.isShowing()) {
        widgets(window, title(window), result);
      }
    }
    return result;
  }

  /** The modal dialogs that wait for the player. */
  private static Object dialogs() {
    final List<Object> result = new ArrayList<>();
    for (final Window window : Window.getWindows()) {
      if (window.isShowing() && isModal(window)) {
        result.add(java.util.Map.of("title", title(window)));
      }
    }
    return result;
  }

  /** The button of the toolbar whose menu holds an entry; null for what stands on the toolbar itself. */
  private static Object toolbarMenu(Arguments arguments) {
    for (final ToolbarMenu menu : Game.module().getAllDescendantComponentsOf(ToolbarMenu.class)) {
      final String entries = menu.getAttributeValueString(ToolbarMenu.MENU_ITEMS);
      if (Arrays.asList(StringArrayConfigurer.stringToArray(entries)).contains(arguments.text("name"))) {
        return menu.getAttributeValueString(ToolbarMenu.BUTTON_TEXT);
      }
    }
    return null;
  }

  static String title(Window window) {
    final String title = window instanceof Frame ? ((Frame) window).getTitle()
      : window instanceof Dialog ? ((Dialog) window).getTitle()
      : window.getOwner() == null ? null : title(window.getOwner()); // a pop-up menu
    return title == null ? "" : title;
  }

  private static void widgets(Component component, String window, List<Object> found) {
    if (!component.isShowing()) {
      return;
    }
    final String text = text(component);
    final String tip = component instanceof JComponent ? ((JComponent) component).getToolTipText() : null;
    if (text != null || tip != null || component instanceof JTextComponent || component instanceof TextComponent) {
      final Rectangle at = shown(component);
      if (!at.isEmpty()) {
        final java.util.Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("kind", kind(component));
        entry.put("text", text == null ? "" : text);
        entry.put("tip", tip == null ? "" : tip);
        entry.put("window", window);
        entry.put("enabled", component.isEnabled());
        entry.put("box", List.of(at.x, at.y, at.width, at.height));
        found.add(entry);
      }
    }
    if (component instanceof JList) {
      rows((JList<?>) component, window, found);
    }
    if (component instanceof Container) {
      for (final Component child : ((Container) component).getComponents()) {
        widgets(child, window, found);
      }
    }
  }

  /** What a row of a list says to the player, which need not be what its value calls itself. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static String written(ListCellRenderer renderer, JList list, Object value) {
    final Component drawn = renderer.getListCellRendererComponent(list, value, 0, false, false);
    return drawn instanceof JLabel ? ((JLabel) drawn).getText() : String.valueOf(value);
  }

  private static void rows(JList<?> list, String window, List<Object> found) {
    final Rectangle shown = shown(list);
    final Point corner = list.getLocationOnScreen();
    for (int row = 0; row < list.getModel().getSize(); ++row) {
      final Rectangle at = list.getCellBounds(row, row);
      at.translate(corner.x, corner.y);
      if (shown.contains(at)) {
        final java.util.Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("kind", "row");
        entry.put("text", written(list.getCellRenderer(), list, list.getModel().getElementAt(row)));
        entry.put("tip", "");
        entry.put("window", window);
        entry.put("enabled", true);
        entry.put("box", List.of(at.x, at.y, at.width, at.height));
        found.add(entry);
      }
    }
  }

  private static String kind(Component component) {
    for (Class<?> each = component.getClass(); each != null; each = each.getSuperclass()) {
      // An anonymous button is a button.
      if (!each.isAnonymousClass()
          && (each.getName().startsWith("javax.swing.") || each.getName().startsWith("java.awt."))) {
        return each.getSimpleName();
      }
    }
    return "";
  }

  private static String text(Component component) {
    if (component instanceof AbstractButton) {
      return plain(((AbstractButton) component).getText());
    }
    if (component instanceof Button) {
      return ((Button) component).getLabel();
    }
    if (component instanceof JLabel) {
      return plain(((JLabel) component).getText());
    }
    if (component instanceof JComboBox) {
      final JComboBox<?> box = (JComboBox<?>) component;
      return written(box.getRenderer(), new JList<>(), box.getSelectedItem());
    }
    return null;
  }

  private static String plain(String text) {
    return text == null ? null : text.replaceAll("<[^>]*>", " ").strip();
  }

  /** The part of a component that can be seen, in pixels of the screen. */
  private static Rectangle shown(Component component) {
    final Rectangle at = new Rectangle(component.getLocationOnScreen(), component.getSize());
    for (Container parent = component.getParent(); parent != null; parent = parent.getParent()) {
      if (parent instanceof JViewport || parent instanceof Window) {
        at.setBounds(at.intersection(new Rectangle(parent.getLocationOnScreen(), parent.getSize())));
      }
      if (parent instanceof Window) {
        break; // its parent is the window that it belongs to
      }
    }
    return at;
  }

  /** What a player calls a component that he clicked. */
  static Object named(Component component) {
    final String text = component == null ? null : text(component);
    final String tip = component instanceof JComponent ? ((JComponent) component).getToolTipText() : null;
    return java.util.Map.of("text", text == null ? "" : text, "tip", tip == null ? "" : tip);
  }

  static boolean isModal(Window window) {
    return window instanceof Dialog && ((Dialog) window).isModal();
  }

  // ---- maps and pieces --------------------------------------------------------------------------------------------

  private static java.util.Map<String, Object> seen(Map map, Point at) {
    final Component view = map.getView();
    final java.util.Map<String, Object> result = new LinkedHashMap<>();
    final Window window = SwingUtilities.getWindowAncestor(view);
    result.put("window", title(window));
    result.put("open", view.isShowing());
    if (view.isShowing()) {
      final Point pixel = map.mapToComponent(new Point(at));
      final Point corner = view.getLocationOnScreen();
      final Rectangle shown = shown(view);
      result.put("at", List.of(pixel.x + corner.x, pixel.y + corner.y));
      result.put("whole", List.of(corner.x, corner.y, view.getWidth(), view.getHeight()));
      result.put("view", List.of(shown.x, shown.y, shown.width, shown.height));
    }
    return result;
  }

  /** Where pieces lie on a map. */
  private static Object taken(Arguments arguments) {
    final List<Object> result = new ArrayList<>();
    for (final GamePiece piece : Look.map(arguments.text("map")).getPieces()) {
      result.add(List.of(piece.getPosition().x, piece.getPosition().y));
    }
    return result;
  }

  /** What the next key goes to. */
  private static Object selected() {
    final List<Object> result = new ArrayList<>();
    for (final GamePiece piece : KeyBuffer.getBuffer().asList()) {
      result.add(piece.getId());
    }
    return result;
  }

  private static Object place(Arguments arguments) {
    return seen(Look.map(arguments.text("map")), arguments.point("to"));
  }

  /** A pixel at which the mouse meets this piece and no other; what lies in its stack. */
  private static Object spot(Arguments arguments) {
    final GamePiece piece = Game.state().getPieceForId(arguments.text("piece"));
    if (piece == null || piece.getMap() == null) {
      throw new IllegalArgumentException("the piece " + arguments.text("piece") + " lies on no map");
    }
    final Map map = piece.getMap();
    final Stack stack = piece.getParent();
    final Point middle = new Point(piece.getPosition());
    if (stack != null && !(stack instanceof Deck)) {
      final Point shift = map.getStackMetrics().relativePosition(stack, piece);
      middle.translate(shift.x, shift.y);
    }
    final Point met = meeting(map, piece, middle);
    final java.util.Map<String, Object> result = seen(map, met == null ? middle : met);
    result.put("met", met != null);
    result.put("map", map.getIdentifier());
    result.put("grip", met == null ? List.of(0, 0) : List.of(met.x - middle.x, met.y - middle.y));
    result.put("lies", List.of(piece.getPosition().x, piece.getPosition().y));
    final List<Object> together = new ArrayList<>();
    if (stack != null) {
      for (final GamePiece each : stack.asList()) {
        together.add(each.getId());
      }
    }
    result.put("stack", together);
    result.put("expanded", stack != null && stack.isExpanded());
    return result;
  }

  /** The point nearest to a piece's middle at which the mouse meets it; null where something covers it all. */
  private static Point meeting(Map map, GamePiece piece, Point middle) {
    final Rectangle shape = new Rectangle(piece.getShape().getBounds());
    shape.translate(middle.x, middle.y);
    final List<Point> points = new ArrayList<>();
    for (int x = shape.x + GRAIN; x < shape.x + shape.width - GRAIN; x += GRAIN) {
      for (int y = shape.y + GRAIN; y < shape.y + shape.height - GRAIN; y += GRAIN) {
        points.add(new Point(x, y));
      }
    }
    points.sort(Comparator.comparingDouble(middle::distanceSq));
    points.add(0, middle);
    final List<Outline> near = outlines(map, middle);
    for (final Point at : points) {
      if (meets(near, piece, at)) {
        return at;
      }
    }
    return null;
  }

  /** Where the mouse meets a piece. */
  private static final class Outline {
    private final GamePiece piece;
    private final Shape shape;

    Outline(GamePiece piece, Shape shape) {
      this.piece = piece;
      this.shape = shape;
    }
  }

  /** The pieces that can lie near a point, those first that the engine asks first; a stack that is not spread out is one. */
  private static List<Outline> outlines(Map map, Point middle) {
    final List<Outline> result = new ArrayList<>();
    final GamePiece[] pieces = map.getPieces();
    for (int index = pieces.length - 1; index >= 0; --index) { // drawn last is met first
      final GamePiece each = pieces[index];
      if (each.getPosition().distance(middle) >= NEAR || each instanceof Deck) {
        continue;
      }
      if (each instanceof Stack) {
        outlines(map, (Stack) each, result);
      }
      else {
        final Point at = each.getPosition();
        result.add(new Outline(each, AffineTransform.getTranslateInstance(at.x, at.y).createTransformedShape(each.getShape())));
      }
    }
    return result;
  }

  private static void outlines(Map map, Stack stack, List<Outline> result) {
    final Shape[] shapes = new Shape[stack.getPieceCount()];
    map.getStackMetrics().getContents(stack, null, shapes, null, stack.getPosition().x, stack.getPosition().y);
    for (final Iterator<GamePiece> each = stack.getPiecesInVisibleOrderIterator(); each.hasNext();) {
      final GamePiece piece = each.next();
      result.add(new Outline(stack.isExpanded() ? piece : stack.topPiece(), shapes[stack.indexOf(piece)]));
    }
  }

  /** Whether the mouse meets a piece at a point and around it: a zoomed map is not exact to the pixel. */
  private static boolean meets(List<Outline> near, GamePiece piece, Point at) {
    for (final int[] shift : new int[][]{{0, 0}, {GRAIN, 0}, {-GRAIN, 0}, {0, GRAIN}, {0, -GRAIN}}) {
      if (met(near, new Point(at.x + shift[0], at.y + shift[1])) != piece) {
        return false;
      }
    }
    return true;
  }

  private static GamePiece met(List<Outline> near, Point at) {
    for (final Outline each : near) {
      if (each.shape != null && each.shape.contains(at)) {
        return each.piece;
      }
    }
    return null;
  }

  private static Object deckSpot(Arguments arguments) {
    for (final GamePiece piece : Game.state().getAllPieces()) {
      if (piece instanceof Deck && arguments.text("deck").equals(((Deck) piece).getDeckName())) {
        final java.util.Map<String, Object> result = seen(piece.getMap(), new Point(piece.getPosition()));
        result.put("map", piece.getMap().getIdentifier());
        final List<Object> cards = new ArrayList<>();
        for (final GamePiece card : ((Deck) piece).asList()) {
          cards.add(card.getId());
        }
        result.put("stack", cards);
        return result;
      }
    }
    throw new IllegalArgumentException("no deck is called " + arguments.text("deck"));
  }

  /** Puts the window of a map where the player's desktop has room for it. */
  private static Object arrange(Arguments arguments) {
    final Window window = SwingUtilities.getWindowAncestor(Look.map(arguments.text("map")).getView());
    final List<Point> box = arguments.points("box");
    window.setBounds(box.get(0).x, box.get(0).y, box.get(1).x - box.get(0).x, box.get(1).y - box.get(0).y);
    window.toFront();
    return true;
  }

  /** Hides every window but the main one, whose toolbar they may cover. */
  private static Object putAway() {
    for (final Window window : Window.getWindows()) {
      if (window.isShowing() && window != Game.module().getPlayerWindow()) {
        window.setVisible(false);
      }
    }
    return true;
  }
}
