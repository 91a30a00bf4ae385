package toolkit.engine;

import java.awt.AWTException;
import java.awt.Point;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.datatransfer.StringSelection;
import java.awt.dnd.DragSource;
import java.awt.dnd.DragSourceAdapter;
import java.awt.dnd.DragSourceDragEvent;
import java.awt.dnd.DragSourceDropEvent;
import java.awt.dnd.DragSourceEvent;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.swing.KeyStroke;

/**
 * A player's mouse and keyboard: real events of the display, which reach the engine as any user's do.
 *
 * <p>These operations run outside the event thread, which has to be free to receive what they send.  Each act is over
 * when the engine has served it, however long that takes; one that does not reach it is an error.
 */
final class Hands {
  private static final int HAND_SPEED_MILLIS = 8; // between two points of a drag
  private static final int STEPS = 24; // of a drag
  private static final int PULL = 18; // pixels: what is pulled less far, right and left or up and down, is a click
  private static final int DROP_SECONDS = 30;
  private static final int GRASP_SECONDS = 5;
  private static final int REACH_SECONDS = 5;
  private static final int CLICK_MILLIS = 600; // two clicks in less are a double click
  private static final int CLICK_DISTANCE = 12;
  private static final Point AT = new Point();
  private static long released;
  private static Robot robot;
  private static boolean grabbing;
  private static volatile boolean dragging;
  private static volatile boolean dropped;
  /** Where a window last said that it takes what is dragged. */
  private static volatile Point welcome;

  private Hands() {}

  static void operations(Map<String, Driver.Operation> operations) {
    operations.put("hands", Hands::act);
  }

  private static Robot robot() throws AWTException {
    if (robot == null) {
      robot = new Robot();
      Heard.install();
      final DragSourceAdapter watch = new DragSourceAdapter() {
        @Override
        public void dragMouseMoved(DragSourceDragEvent event) {
          dragging = true;
        }

        @Override
        public void dragEnter(DragSourceDragEvent event) {
          welcome = event.getLocation();
        }

        @Override
        public void dragOver(DragSourceDragEvent event) {
          welcome = event.getLocation();
        }

        @Override
        public void dragExit(DragSourceEvent event) {
          welcome = null;
        }

        @Override
        public void dragDropEnd(DragSourceDropEvent event) {
          dropped = true;
        }
      };
      DragSource.getDefaultDragSource().addDragSourceListener(watch);
      DragSource.getDefaultDragSource().addDragSourceMotionListener(watch);
    }
    return robot;
  }

  /** Does a list of acts, each a name with its numbers or words; returns what the last click met. */
  private static Object act(Arguments arguments) throws Exception {
    final Set<Integer> held = new HashSet<>();
    try {
      for (final Object item : arguments.list("acts")) {
        act(robot(), (List<?>) item, held);
      }
    }
    finally {
      held.forEach(robot()::keyRelease); // whatever went wrong
      if (grabbing) {
        robot().mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
        grabbing = false;
      }
    }
    return Screen.named(Heard.met());
  }

  private static void act(Robot hand, List<?> act, Set<Integer> held) throws Exception {
    final String name = act.get(0).toString();
    switch (name) {
    case "move":
      move(hand, number(act, 1), number(act, 2), act.get(3).toString());
      break;
    case "click":
      click(hand, number(act, 1), number(act, 2), act.get(3).toString(), number(act, 4), number(act, 5));
      break;
    case "drag":
      drag(hand, act);
      break;
    case "grab":
      grab(hand, number(act, 1), number(act, 2), act.get(3).toString());
      break;
    case "glide":
      glide(hand, AT, new Point(number(act, 1), number(act, 2)));
      break;
    case "meanwhile":
      meanwhile(hand, act);
      break;
    case "release":
      release(hand);
      break;
    case "clip":
      Toolkit.getDefaultToolkit().getSystemClipboard().setContents(new StringSelection(act.get(1).toString()), null);
      break;
    case "wheel":
      Heard.send("the wheel", Heard.wheel(number(act, 1)), () -> hand.mouseWheel(number(act, 1)));
      break;
    case "key":
      stroke(hand, KeyStroke.getKeyStroke(act.get(1).toString()));
      break;
    case "hold":
      held.add(KeyStroke.getKeyStroke(act.get(1).toString()).getKeyCode());
      hand.keyPress(KeyStroke.getKeyStroke(act.get(1).toString()).getKeyCode());
      break;
    case "let":
      held.remove(KeyStroke.getKeyStroke(act.get(1).toString()).getKeyCode());
      hand.keyRelease(KeyStroke.getKeyStroke(act.get(1).toString()).getKeyCode());
      break;
    case "type":
      type(hand, act.get(1).toString());
      break;
    case "rest":
      hand.delay(number(act, 1));
      break;
    default:
      throw new IllegalArgumentException("hands cannot " + name);
    }
  }

  private static int number(List<?> act, int index) {
    return (int) Math.round(((Number) act.get(index)).doubleValue());
  }

  private static void click(Robot hand, int x, int y, String window, int button, int times) throws Exception {
    approach(hand, x, y, window);
    Heard.send("a click at " + x + "," + y, Heard.releases(button, times), () -> {
      for (int time = 0; time < times; ++time) {
        press(hand, button);
      }
    });
    released = System.nanoTime();
    if (times > 1 && Heard.clicks() != times) {
      throw new IllegalStateException("a double click was no such for the display: " + Heard.millisBetween()
        + " ms lie between its clicks, the last of them is number " + Heard.clicks());
    }
  }

  private static void press(Robot hand, int button) {
    hand.mousePress(InputEvent.getMaskForButton(button));
    hand.mouseRelease(InputEvent.getMaskForButton(button));
  }

  /** Moves until the engine has seen the pointer at a point of a window: one may still lie over it, or be on its way. */
  private static void move(Robot hand, int x, int y, String window) throws InterruptedException {
    final Point at = new Point(x, y);
    final AtomicInteger looks = new AtomicInteger();
    Heard.until("unreached: " + x + "," + y + " in the window " + window, REACH_SECONDS, () -> {
      final boolean there = looks.get() % 2 == 1 && Heard.isAt(at, window);
      if (!there) {
        hand.mouseMove(x, y + looks.incrementAndGet() % 2 - 1);
      }
      return there;
    });
  }

  /** Moves to a point and waits there until the next press is no part of a double click with the last one. */
  private static void approach(Robot hand, int x, int y, String window) throws InterruptedException {
    move(hand, x, y, window);
    final long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - released);
    if (AT.distance(x, y) < CLICK_DISTANCE && passed < CLICK_MILLIS) {
      hand.delay((int) (CLICK_MILLIS - passed));
    }
    AT.setLocation(x, y);
  }

  /** From two points on the screen, with the button held all the way; returns when the pointer holds nothing any more. */
  private static void drag(Robot hand, List<?> act) throws Exception {
    final Point from = new Point(number(act, 1), number(act, 2));
    final Point to = new Point(number(act, 3), number(act, 4));
    approach(hand, from.x, from.y, act.get(5).toString());
    dragging = false;
    dropped = false;
    welcome = null;
    hand.mousePress(InputEvent.BUTTON1_DOWN_MASK);
    try {
      pull(hand, from, to);
      carry(hand, to);
    }
    finally {
      hand.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
    }
    Heard.until("what was dragged from " + from.x + "," + from.y + " is not dropped", DROP_SECONDS, () -> dropped);
    Heard.dropped();
    AT.setLocation(to);
    Heard.idle();
    released = System.nanoTime();
  }

  /** Holds the button down at a point, whatever lies there, until it is released. */
  private static void grab(Robot hand, int x, int y, String window) throws InterruptedException {
    approach(hand, x, y, window);
    dragging = false;
    dropped = false;
    hand.mousePress(InputEvent.BUTTON1_DOWN_MASK);
    grabbing = true;
  }

  /** Moves to a point that need lie in no window. */
  private static void glide(Robot hand, Point from, Point to) {
    for (int step = 1; step <= STEPS; ++step) {
      move(hand, from, to, (double) step / STEPS);
    }
    AT.setLocation(to);
  }

  /** Turns the wheel or presses a key while the button is held: a drag may keep that from every window. */
  private static void meanwhile(Robot hand, List<?> act) {
    if ("wheel".equals(act.get(1))) {
      hand.mouseWheel(number(act, 2));
    }
    else {
      final int code = KeyStroke.getKeyStroke(act.get(2).toString()).getKeyCode();
      hand.keyPress(code);
      hand.keyRelease(code);
    }
    hand.delay(HAND_SPEED_MILLIS);
  }

  /** Lets the button go; waits for the end of what was dragged, where anything was. */
  private static void release(Robot hand) throws Exception {
    hand.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
    grabbing = false;
    Heard.idle();
    Heard.until("what was dragged to " + AT.x + "," + AT.y + " is not let go", DROP_SECONDS, () -> !dragging || dropped);
    Heard.dropped();
    Heard.idle();
    released = System.nanoTime();
  }

  /** Moves slowly, since the first few pixels are an unsteady click to the engine, until it has taken hold. */
  private static void pull(Robot hand, Point from, Point to) throws InterruptedException {
    final double distance = Math.max(1, from.distance(to));
    for (int pixel = 1; pixel <= PULL; ++pixel) {
      move(hand, from, to, pixel / distance);
    }
    final AtomicInteger looks = new AtomicInteger();
    Heard.until("nothing was dragged from " + from.x + "," + from.y, GRASP_SECONDS, () -> {
      move(hand, from, to, (PULL + looks.incrementAndGet() % 2) / distance); // it notices what moves
      return dragging;
    });
    for (int step = 1; step <= STEPS; ++step) {
      move(hand, from, to, Math.max(Math.min(1, PULL / distance), (double) step / STEPS));
    }
  }

  private static void move(Robot hand, Point from, Point to, double share) {
    hand.mouseMove(from.x + (int) Math.round((to.x - from.x) * share), from.y + (int) Math.round((to.y - from.y) * share));
    hand.delay(HAND_SPEED_MILLIS);
  }

  /** Waits until the window under the pointer takes what is dragged: let go before, it would fall back. */
  private static void carry(Robot hand, Point to) throws InterruptedException {
    final AtomicInteger looks = new AtomicInteger();
    Heard.until("no window takes what is dragged to " + to.x + "," + to.y, DROP_SECONDS, () -> {
      final Point now = welcome;
      final boolean there = looks.get() % 2 == 1 && to.equals(now);
      if (!there) {
        hand.mouseMove(to.x, to.y + looks.incrementAndGet() % 2 - 1);
      }
      return there;
    });
  }

  private static void stroke(Robot hand, KeyStroke stroke) throws Exception {
    Heard.focus();
    final int[][] modifiers = {
      {InputEvent.CTRL_DOWN_MASK, KeyEvent.VK_CONTROL},
      {InputEvent.ALT_DOWN_MASK, KeyEvent.VK_ALT},
      {InputEvent.SHIFT_DOWN_MASK, KeyEvent.VK_SHIFT},
    };
    for (final int[] modifier : modifiers) {
      if ((stroke.getModifiers() & modifier[0]) != 0) {
        hand.keyPress(modifier[1]);
      }
    }
    try {
      tap(hand, stroke.getKeyCode());
    }
    finally {
      for (final int[] modifier : modifiers) {
        if ((stroke.getModifiers() & modifier[0]) != 0) {
          hand.keyRelease(modifier[1]);
        }
      }
    }
    Heard.idle();
  }

  private static void tap(Robot hand, int code) throws Exception {
    Heard.send("the key " + KeyEvent.getKeyText(code), Heard.keyRelease(code), () -> {
      hand.keyPress(code);
      hand.keyRelease(code);
    });
  }

  private static void type(Robot hand, String text) throws Exception {
    Heard.focus();
    for (final char letter : text.toCharArray()) {
      final boolean shift = Character.isUpperCase(letter) || letter == '_';
      final int code = letter == '_' ? KeyEvent.VK_MINUS : KeyEvent.getExtendedKeyCodeForChar(letter);
      if (shift) {
        hand.keyPress(KeyEvent.VK_SHIFT);
      }
      tap(hand, code);
      if (shift) {
        hand.keyRelease(KeyEvent.VK_SHIFT);
      }
    }
  }
}
