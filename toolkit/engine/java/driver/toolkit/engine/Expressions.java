package toolkit.engine;

import java.awt.EventQueue;
import java.awt.SecondaryLoop;
import java.awt.Toolkit;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import VASSAL.build.module.properties.PropertySource;
import VASSAL.build.widget.PieceSlot;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import VASSAL.script.ExpressionInterpreter;

/**
 * Times expressions as a player first meets them: read, then evaluated.
 *
 * <p>Each is done on a thread of its own while the event thread goes on, since some never end.  A thread that does not
 * come back in time is stopped where Java still can, and left alone where it cannot; after a few of those the rest is not
 * tried, because they take the processor away from what is measured.
 */
final class Expressions {
  private static final int MOST_ABANDONED = 3;
  private static final int WARM_UP = 200;
  /** What takes longer than this is not noise: it is not measured a second time. */
  private static final double SURE_MILLIS = 1000.0;
  private static final int TRIES = 3;
  private static final double NANOS = 1e6;

  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private static int abandoned;

  private Expressions() {}

  static void operations(Map<String, Driver.Operation> operations) {
    operations.put("time_expressions", Expressions::time);
  }

  /** One piece of work, and how long it took. */
  private static final class Task implements Runnable {
    private final String text;
    /** Null: only read it. */
    private final PropertySource source;
    private final SecondaryLoop loop;
    private volatile Thread thread;
    private volatile boolean ended;
    private volatile long nanos;

    Task(String text, PropertySource source, SecondaryLoop loop) {
      this.text = text;
      this.source = source;
      this.loop = loop;
    }

    @Override
    public void run() {
      thread = Thread.currentThread();
      // Of the processor: a machine that does other things as well says nothing about the expression.
      final long start = CLOCK.getCurrentThreadCpuTime();
      try {
        final ExpressionInterpreter interpreter = new ExpressionInterpreter(text);
        if (source != null) {
          interpreter.evaluate(source);
        }
      }
      catch (Exception | LinkageError | StackOverflowError e) {
        // Outside its own place many an expression fails; how long that takes is asked here, not what it says.
        Thread.yield();
      }
      nanos = CLOCK.getCurrentThreadCpuTime() - start;
      ended = true;
      EventQueue.invokeLater(loop::exit);
    }
  }

  private static Object time(Arguments arguments) throws Exception {
    final double slow = arguments.real("slow_millis");
    final long patience = Math.round(arguments.real("patience") * 1000);
    final Map<String, GamePiece> pieces = arguments.flag("evaluate") ? pieces() : null;
    final List<String> texts = arguments.texts("texts");
    final List<String> owners = arguments.texts("pieces");
    final List<String> maps = arguments.texts("maps");
    final ThreadPoolExecutor threads = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS,
      new SynchronousQueue<>(), work -> {
        final Thread thread = new Thread(work, "expression");
        thread.setDaemon(true);
        return thread;
      });
    for (int n = 0; n < WARM_UP; ++n) {
      millis(threads, "\"" + n + "\"+(" + n + ">1?2:3)", pieces == null ? null : Game.module(), patience);
    }
    final List<Object> result = new ArrayList<>();
    for (int n = 0; n < texts.size() && abandoned < MOST_ABANDONED; ++n) {
      final PropertySource source = pieces == null ? null : source(pieces, owners.get(n), maps.get(n));
      double best = millis(threads, texts.get(n), source, patience);
      for (int again = 1; again < TRIES && best > slow && best < SURE_MILLIS; ++again) {
        final double other = millis(threads, texts.get(n), source, patience);
        best = other < 0 ? best : Math.min(best, other);
      }
      result.add(best);
    }
    threads.shutdown();
    return result;
  }

  /** Milliseconds of the processor, or -1 when it did not end in time. */
  private static double millis(ThreadPoolExecutor threads, String text, PropertySource source, long patience)
      throws Exception {
    // Waits as a modal dialog does: an expression that asks the event thread for something gets it.
    final SecondaryLoop loop = Toolkit.getDefaultToolkit().getSystemEventQueue().createSecondaryLoop();
    final Task task = new Task(text, source, loop);
    final javax.swing.Timer end = new javax.swing.Timer((int) patience, event -> loop.exit());
    end.setRepeats(false);
    end.start();
    threads.execute(task);
    loop.enter();
    end.stop();
    if (task.ended) {
      return task.nanos / NANOS;
    }
    if (!stopped(task.thread)) {
      ++abandoned;
    }
    return -1;
  }

  /** Java takes this method away bit by bit: first it throws, then it is not there. */
  private static boolean stopped(Thread thread) throws InterruptedException {
    try {
      Thread.class.getMethod("stop").invoke(thread);
      thread.join(1000);
    }
    catch (ReflectiveOperationException e) {
      return false;
    }
    return !thread.isAlive();
  }

  /** Pieces on the table by their slot's number; those of the palette where none is on the table. */
  private static Map<String, GamePiece> pieces() {
    final Map<String, GamePiece> result = new LinkedHashMap<>();
    for (final GamePiece piece : Game.state().getAllPieces()) {
      if (piece instanceof Stack) {
        continue;
      }
      final Object number = piece.getProperty(Properties.PIECE_ID);
      if (number != null) {
        result.putIfAbsent(number.toString(), piece);
      }
    }
    for (final PieceSlot slot : Game.module().getAllDescendantComponentsOf(PieceSlot.class)) {
      if (!result.containsKey(slot.getGpId()) && slot.getPiece() != null) {
        result.put(slot.getGpId(), slot.getPiece());
      }
    }
    return result;
  }

  /** Whose properties an expression reads: its piece; a piece on its map, or the map; the module. */
  private static PropertySource source(Map<String, GamePiece> pieces, String owner, String map) {
    if (pieces.containsKey(owner)) {
      return pieces.get(owner);
    }
    for (final VASSAL.build.module.Map each : VASSAL.build.module.Map.getMapList()) {
      if (each.getMapName().equals(map)) {
        for (final GamePiece piece : each.getPieces()) {
          return piece instanceof Stack && ((Stack) piece).topPiece() != null ? ((Stack) piece).topPiece() : each;
        }
        return each;
      }
    }
    return Game.module();
  }
}
