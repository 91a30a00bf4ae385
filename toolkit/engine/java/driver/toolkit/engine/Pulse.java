package toolkit.engine;

import java.awt.EventQueue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The heartbeat of the event thread: how long a player's next click would have to wait, and what for.
 *
 * <p>One event at a time is put in the queue; the time until it is served is the pause.  What the driver itself asks on
 * the event thread is no pause of a player's.
 */
final class Pulse {
  private static final long INTERVAL_MILLIS = 10;
  private static final long NOTED_MILLIS = 100;
  private static final int FRAMES = 40;
  private static volatile Pulse running;
  private static volatile String note = "";
  /** Odd while the driver is at the event thread. */
  private static final AtomicInteger QUESTIONS = new AtomicInteger();

  private final List<Object> pauses = new ArrayList<>();
  private long beats;
  private volatile boolean over;
  private final Thread thread = new Thread(this::beat, "pulse");

  private Pulse() {}

  static void operations(Map<String, Driver.Operation> operations) {
    operations.put("pulse", arguments -> begin());
    operations.put("pulse_note", arguments -> note = arguments.text("text"));
    operations.put("pulse_end", arguments -> end());
  }

  /** The driver begins or ends an operation on the event thread. */
  static void asks() {
    QUESTIONS.incrementAndGet();
  }

  private static Object begin() {
    running = new Pulse();
    running.thread.setDaemon(true);
    running.thread.setPriority(Thread.MAX_PRIORITY);
    running.thread.start();
    return true;
  }

  private static Object end() throws InterruptedException {
    final Pulse pulse = running;
    running = null;
    pulse.over = true;
    pulse.thread.join(TimeUnit.SECONDS.toMillis(1));
    final Map<String, Object> result = new LinkedHashMap<>();
    result.put("beats", pulse.beats);
    result.put("pauses", new ArrayList<>(pulse.pauses));
    return result;
  }

  private void beat() {
    try {
      while (!over) {
        final CountDownLatch served = new CountDownLatch(1);
        final long asked = System.nanoTime();
        final String during = note;
        final int questions = QUESTIONS.get();
        EventQueue.invokeLater(served::countDown);
        String doing = null;
        while (!served.await(NOTED_MILLIS, TimeUnit.MILLISECONDS)) {
          doing = doing == null ? doing() : doing;
        }
        final long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - asked);
        ++beats;
        final boolean own = questions % 2 == 1 || questions != QUESTIONS.get();
        if (millis >= NOTED_MILLIS && !own) {
          final Map<String, Object> pause = new LinkedHashMap<>();
          pause.put("millis", millis);
          pause.put("during", during.equals(note) ? note : during + " / " + note);
          pause.put("doing", doing == null ? "" : doing);
          pauses.add(pause);
        }
        Thread.sleep(INTERVAL_MILLIS);
      }
    }
    catch (InterruptedException e) {
      over = true;
    }
  }

  /** What the event thread is at: the engine's innermost methods, the innermost first. */
  private static String doing() {
    for (final Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      if (each.getKey().getName().startsWith("AWT-EventQueue")) {
        final StringBuilder out = new StringBuilder();
        int frames = 0;
        int named = 0;
        for (final StackTraceElement element : each.getValue()) {
          if (++frames > FRAMES * 4 || named >= 4) {
            break;
          }
          if (element.getClassName().startsWith("VASSAL.") || element.getClassName().startsWith("bsh.")) {
            ++named;
            out.append(out.length() > 0 ? " < " : "").append(element.getClassName()).append('.')
              .append(element.getMethodName());
          }
        }
        return out.toString();
      }
    }
    return "";
  }
}
