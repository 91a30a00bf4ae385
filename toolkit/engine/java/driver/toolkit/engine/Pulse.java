package toolkit.engine;

import java.awt.EventQueue;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The heartbeat of the event thread: how long a player's next click would have to wait, and what for.
 *
 * <p>One event at a time is put in the queue; the time until it is served is the pause.  Beside it stands the time for
 * which the event thread had a processor: where that is less, other programs or other threads had it.  What the driver
 * itself asks on the event thread is taken off: it is no pause of a player's.
 */
final class Pulse {
  private static final long INTERVAL_MILLIS = 10;
  private static final long NOTED_MILLIS = 100;
  private static final int FRAMES = 160;
  private static final int NAMED = 4;
  private static volatile Pulse running;
  private static volatile String note = "";
  private static volatile long asking;
  private static volatile long askingWorked;

  private final List<Object> pauses = new ArrayList<>();
  private long beats;
  private volatile Thread eventThread = Thread.currentThread();
  private volatile boolean over;
  private final Thread thread = new Thread(this::beat, "pulse");

  private Pulse() {}

  static void operations(Map<String, Driver.Operation> operations) {
    operations.put("pulse", arguments -> begin());
    operations.put("pulse_note", arguments -> note = arguments.text("text"));
    operations.put("pulse_end", arguments -> end());
  }

  /** Does what the driver asks, on the event thread. */
  static void ask(Runnable question) {
    final long begun = System.nanoTime();
    final long worked = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    try {
      question.run();
    }
    finally {
      asking += System.nanoTime() - begun;
      askingWorked += ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - worked;
    }
  }

  private static Object begin() throws Exception {
    final Pulse pulse = new Pulse();
    EventQueue.invokeAndWait(() -> pulse.eventThread = Thread.currentThread());
    running = pulse;
    pulse.thread.setDaemon(true);
    pulse.thread.setPriority(Thread.MAX_PRIORITY);
    pulse.thread.start();
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
        once();
        Thread.sleep(INTERVAL_MILLIS);
      }
    }
    catch (InterruptedException e) {
      over = true;
    }
  }

  private void once() throws InterruptedException {
    final CountDownLatch served = new CountDownLatch(1);
    final String during = note;
    final long asked = System.nanoTime() - asking;
    final long worked = worked();
    EventQueue.invokeLater(() -> {
      eventThread = Thread.currentThread();
      served.countDown();
    });
    String doing = "";
    while (!served.await(NOTED_MILLIS, TimeUnit.MILLISECONDS)) {
      doing = doing.isEmpty() ? at(eventThread) : doing;
    }
    ++beats;
    final long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - asking - asked);
    if (millis >= NOTED_MILLIS) {
      final Map<String, Object> pause = new LinkedHashMap<>();
      pause.put("millis", millis);
      pause.put("processor", Math.max(0, TimeUnit.NANOSECONDS.toMillis(worked() - worked)));
      pause.put("during", during.equals(note) ? note : during + " / " + note);
      pause.put("doing", doing);
      pauses.add(pause);
    }
  }

  /** Nanoseconds for which the event thread had a processor so far, without what the driver asked. */
  private long worked() {
    return ManagementFactory.getThreadMXBean().getThreadCpuTime(eventThread.getId()) - askingWorked;
  }

  /** What a thread is at: the engine's innermost methods, the innermost first. */
  static String at(Thread thread) {
    final StringBuilder out = new StringBuilder();
    int named = 0;
    int frames = 0;
    for (final StackTraceElement element : thread.getStackTrace()) {
      if (++frames > FRAMES || named >= NAMED) {
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
