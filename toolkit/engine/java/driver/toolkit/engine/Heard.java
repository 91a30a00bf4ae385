package toolkit.engine;

import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.EventQueue;
import java.awt.KeyboardFocusManager;
import java.awt.Point;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.event.KeyEvent;
import java.awt.event.MouseEvent;
import java.awt.event.MouseWheelEvent;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import javax.swing.SwingUtilities;

/**
 * What the engine has heard of the hands: an event that was sent to the display is done when it was served.
 *
 * <p>Between the two lie the display, the window manager and the queue of events, and any of them may be late.
 */
final class Heard {
  private static final long SERVED_SECONDS = 3;
  private static final long BUSY_SECONDS = 30;
  private static final long FOCUS_SECONDS = 10;
  private static final long TICK_MILLIS = 5;
  private static volatile Heard awaited;
  private static volatile Component met;
  private static volatile int clicks;
  private static volatile long pressed;
  private static volatile long between;
  private static volatile Point pointer;
  private static volatile String pointerWindow = "";
  private static volatile Thread eventThread = Thread.currentThread();

  private final Predicate<AWTEvent> last;
  private final CountDownLatch served = new CountDownLatch(1);

  private Heard(Predicate<AWTEvent> last) {
    this.last = last;
  }

  static void install() {
    Toolkit.getDefaultToolkit().addAWTEventListener(
      Heard::hear, AWTEvent.KEY_EVENT_MASK | AWTEvent.MOUSE_EVENT_MASK | AWTEvent.MOUSE_MOTION_EVENT_MASK
        | AWTEvent.MOUSE_WHEEL_EVENT_MASK);
  }

  private static void hear(AWTEvent event) {
    eventThread = Thread.currentThread();
    if (event.getID() == MouseEvent.MOUSE_PRESSED) {
      press((MouseEvent) event);
    }
    if (event instanceof MouseEvent) {
      pointed((MouseEvent) event);
    }
    final Heard now = awaited;
    if (now != null && now.last.test(event)) {
      now.served.countDown();
    }
  }

  private static void press(MouseEvent event) {
    met = event.getComponent();
    clicks = event.getClickCount();
    between = event.getWhen() - pressed;
    pressed = event.getWhen();
  }

  private static void pointed(MouseEvent event) {
    final Component component = event.getComponent();
    final Point here = new Point(event.getPoint());
    SwingUtilities.convertPointToScreen(here, component);
    final Window window =
      component instanceof Window ? (Window) component : SwingUtilities.getWindowAncestor(component);
    // A window that is on its way lies elsewhere for the display than for the engine.
    pointer = here.equals(event.getLocationOnScreen()) ? here : null;
    pointerWindow = window == null ? "" : Screen.title(window);
  }

  /** Whether the pointer has come to a point of the screen, and to a window of that title (any, when empty). */
  static boolean isAt(Point point, String window) {
    return point.equals(pointer) && (window.isEmpty() || window.equals(pointerWindow));
  }

  /** What the last press of a button met; null when there was none. */
  static Component met() {
    return met;
  }

  /** As which of clicks that follow each other the display counts the last press. */
  static int clicks() {
    return clicks;
  }

  /** How long after the press before it the last one came. */
  static long millisBetween() {
    return between;
  }

  /** The last of so many releases of a button. */
  static Predicate<AWTEvent> releases(int button, int times) {
    final AtomicInteger left = new AtomicInteger(times);
    return event -> event.getID() == MouseEvent.MOUSE_RELEASED && ((MouseEvent) event).getButton() == button
      && left.decrementAndGet() <= 0;
  }

  static Predicate<AWTEvent> keyRelease(int code) {
    return event -> event.getID() == KeyEvent.KEY_RELEASED && ((KeyEvent) event).getKeyCode() == code;
  }

  /** The last of so many notches, each of which is an event. */
  static Predicate<AWTEvent> wheel(int notches) {
    final AtomicInteger left = new AtomicInteger(Math.abs(notches));
    return event -> event.getID() == MouseEvent.MOUSE_WHEEL
      && left.addAndGet(-Math.abs(((MouseWheelEvent) event).getWheelRotation())) <= 0;
  }

  /** Sends events and waits until the last of them, and all that it put off, was served. */
  static void send(String what, Predicate<AWTEvent> last, Runnable events)
    throws InterruptedException, InvocationTargetException {
    final Heard now = new Heard(last);
    awaited = now;
    events.run();
    boolean heard = now.served.await(SERVED_SECONDS, TimeUnit.SECONDS);
    if (!heard) {
      // Busy for longer, or lost on the way: soon after the thread has answered nothing is left to wait for.
      final CountDownLatch answered = new CountDownLatch(1);
      EventQueue.invokeLater(answered::countDown);
      heard = answered.await(BUSY_SECONDS, TimeUnit.SECONDS)
        && now.served.await(SERVED_SECONDS, TimeUnit.SECONDS);
    }
    awaited = null;
    if (!heard) {
      throw new IllegalStateException("the engine hears nothing of " + what + "; it is at " + Pulse.at(eventThread));
    }
    idle();
  }

  /** Waits until the queue of events was served to where it is now. */
  static void idle() throws InterruptedException, InvocationTargetException {
    EventQueue.invokeAndWait(() -> { });
    EventQueue.invokeAndWait(() -> { });
  }

  /** What was pressed is dropped: the keyboard may be where it was taken from, or where it lies now. */
  static void dropped() {
    met = null;
  }

  /** Waits until the keyboard is with the window that was clicked last, or with a dialog in front of it. */
  static void focus() throws InterruptedException {
    final Component clicked = met;
    final Window window = clicked == null ? null
      : clicked instanceof Window ? (Window) clicked : SwingUtilities.getWindowAncestor(clicked);
    until("the keyboard is in no window", FOCUS_SECONDS, () -> {
      final Window now = KeyboardFocusManager.getCurrentKeyboardFocusManager().getFocusedWindow();
      return now != null
        && (now == window || window == null || !window.isShowing() || !window.isFocusableWindow()
            || Screen.isModal(now));
    });
  }

  static void until(String missing, long seconds, BooleanSupplier holds) throws InterruptedException {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(missing);
      }
      Thread.sleep(TICK_MILLIS);
    }
  }
}
