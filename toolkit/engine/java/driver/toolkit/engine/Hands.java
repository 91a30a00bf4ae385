package toolkit.engine;

import java.awt.AWTException;
import java.awt.Point;
import java.awt.Robot;
import java.awt.dnd.DragSource;
import java.awt.dnd.DragSourceAdapter;
import java.awt.dnd.DragSourceDropEvent;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import javax.swing.KeyStroke;

/**
 * A player's mouse and keyboard: real events of the display, which reach the engine as any user's do.
 *
 * <p>These operations run outside the event thread, which has to be free to receive what they send.
 */
final class Hands {
  private static final int HAND_SPEED_MILLIS = 12; // between two points of a drag
  private static final int GRASP_MILLIS = 60; // before the button is let go, so that the target has seen the pointer
  private static final int DROP_SECONDS = 10;
  private static final int CLICK_MILLIS = 600; // two clicks in less are a double click
  private static final int CLICK_DISTANCE = 12;
  private static final Semaphore DROPPED = new Semaphore(0);
  private static final Point AT = new Point();
  private static long released;
  private static Robot robot;

  private Hands() {}

  static void operations(Map<String, Driver.Operation> operations) {
    operations.put("hands", Hands::act);
  }

  private static Robot robot() throws AWTException {
    if (robot == null) {
      robot = new Robot();
      DragSource.getDefaultDragSource().addDragSourceListener(new DragSourceAdapter() {
        @Override
        public void dragDropEnd(DragSourceDropEvent event) {
          DROPPED.release();
        }
      });
    }
    return robot;
  }

  /** Does a list of acts, each a name with its numbers or words. */
  private static Object act(Arguments arguments) throws Exception {
    final Robot hand = robot();
    for (final Object item : arguments.list("acts")) {
      final List<?> act = (List<?>) item;
      final String name = act.get(0).toString();
      switch (name) {
      case "move":
        hand.mouseMove(number(act, 1), number(act, 2));
        break;
      case "click":
        click(hand, number(act, 1), number(act, 2), InputEvent.getMaskForButton(number(act, 3)), number(act, 4));
        break;
      case "drag":
        drag(hand, act);
        break;
      case "wheel":
        hand.mouseWheel(number(act, 1));
        break;
      case "key":
        stroke(hand, KeyStroke.getKeyStroke(act.get(1).toString()));
        break;
      case "hold":
        hand.keyPress(KeyStroke.getKeyStroke(act.get(1).toString()).getKeyCode());
        break;
      case "let":
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
      hand.waitForIdle();
    }
    return true;
  }

  private static int number(List<?> act, int index) {
    return (int) Math.round(((Number) act.get(index)).doubleValue());
  }

  private static void click(Robot hand, int x, int y, int button, int times) {
    approach(hand, x, y);
    for (int time = 0; time < times; ++time) {
      hand.mousePress(button);
      hand.mouseRelease(button);
    }
    released = System.nanoTime();
  }

  /** Moves to a point and waits there until the next press is no part of a double click with the last one. */
  private static void approach(Robot hand, int x, int y) {
    hand.mouseMove(x, y);
    hand.waitForIdle();
    final long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - released);
    if (AT.distance(x, y) < CLICK_DISTANCE && passed < CLICK_MILLIS) {
      hand.delay((int) (CLICK_MILLIS - passed));
    }
    AT.setLocation(x, y);
  }

  /** From two points on the screen, with the button held all the way; returns when the pointer holds nothing any more. */
  private static void drag(Robot hand, List<?> act) throws InterruptedException {
    final int fromX = number(act, 1);
    final int fromY = number(act, 2);
    final int toX = number(act, 3);
    final int toY = number(act, 4);
    approach(hand, fromX, fromY);
    DROPPED.drainPermits();
    hand.mousePress(InputEvent.BUTTON1_DOWN_MASK);
    hand.delay(GRASP_MILLIS);
    final int steps = 24;
    for (int step = 1; step <= steps; ++step) {
      // Slow at first: the engine takes the first few pixels for an unsteady click.
      final double way = (double) step * step / (steps * steps);
      hand.mouseMove(fromX + (int) Math.round((toX - fromX) * way), fromY + (int) Math.round((toY - fromY) * way));
      hand.delay(HAND_SPEED_MILLIS);
    }
    hand.waitForIdle();
    hand.delay(GRASP_MILLIS);
    hand.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
    if (!DROPPED.tryAcquire(DROP_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("nothing was dragged from " + fromX + "," + fromY);
    }
    AT.setLocation(toX, toY);
    released = System.nanoTime();
    hand.waitForIdle();
  }

  private static void stroke(Robot hand, KeyStroke stroke) {
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
    hand.keyPress(stroke.getKeyCode());
    hand.keyRelease(stroke.getKeyCode());
    for (final int[] modifier : modifiers) {
      if ((stroke.getModifiers() & modifier[0]) != 0) {
        hand.keyRelease(modifier[1]);
      }
    }
  }

  private static void type(Robot hand, String text) {
    for (final char letter : text.toCharArray()) {
      final boolean shift = Character.isUpperCase(letter) || letter == '_';
      final int code = letter == '_' ? KeyEvent.VK_MINUS : KeyEvent.getExtendedKeyCodeForChar(letter);
      if (shift) {
        hand.keyPress(KeyEvent.VK_SHIFT);
      }
      hand.keyPress(code);
      hand.keyRelease(code);
      if (shift) {
        hand.keyRelease(KeyEvent.VK_SHIFT);
      }
      hand.waitForIdle();
    }
  }
}
