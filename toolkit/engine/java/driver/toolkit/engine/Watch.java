package toolkit.engine;

import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Graphics2D;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.event.WindowEvent;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;

import javax.imageio.ImageIO;
import javax.swing.AbstractButton;
import javax.swing.JLabel;
import javax.swing.JOptionPane;
import javax.swing.SwingUtilities;
import javax.swing.text.BadLocationException;
import javax.swing.text.Document;
import javax.swing.text.JTextComponent;

import org.slf4j.LoggerFactory;

import VASSAL.tools.DialogUtils;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.core.AppenderBase;

/**
 * Collects everything the engine complains about: its log, uncaught exceptions, modal dialogs.
 *
 * <p>A modal dialog would block the event thread for ever, so it is written down, painted to a picture and closed as
 * with the window's close button.
 */
final class Watch {
  private static final int TRACE_LINES = 12;
  private static final int SETTLE_MILLIS = 5000;
  private static final int TICK_MILLIS = 10;
  private static final List<Map<String, Object>> PROBLEMS = new ArrayList<>();
  private static File pictures;
  private static int dialogs;
  /** What the next dialog that offers a choice is answered with; null when none is expected. */
  private static String answer;
  /** Whether dialogs are left for the player's hands. */
  private static boolean played;

  private Watch() {}

  static void install(File folder) {
    pictures = folder;
    final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    final Logger root = context.getLogger("ROOT");
    root.detachAndStopAllAppenders();
    root.setLevel(Level.WARN);
    final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
      @Override
      protected void append(ILoggingEvent event) {
        logged(event);
      }
    };
    appender.setContext(context);
    appender.start();
    root.addAppender(appender);
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> add("exception", describe(thrown), trace(thrown), null));
    Toolkit.getDefaultToolkit().addAWTEventListener(Watch::opened, AWTEvent.WINDOW_EVENT_MASK);
  }

  /** Leaves dialogs open: a player is at the mouse. */
  static void leaveDialogs() {
    played = true;
  }

  /** Lets the next dialog that offers a choice be answered instead of being reported and closed. */
  static void answer(String text) {
    answer = text;
  }

  private static boolean answered(Dialog dialog) {
    final JOptionPane pane = answer == null ? null : pane(dialog);
    final Object[] offered = pane == null ? null : pane.getSelectionValues();
    if (offered == null) {
      return false;
    }
    for (final Object value : offered) {
      if (answer.equals(String.valueOf(value))) {
        answer = null;
        SwingUtilities.invokeLater(() -> {
          pane.setInputValue(value);
          pane.setValue(JOptionPane.OK_OPTION);
          dialog.dispose();
        });
        return true;
      }
    }
    return false;
  }

  private static JOptionPane pane(Container container) {
    for (final Component component : container.getComponents()) {
      if (component instanceof JOptionPane) {
        return (JOptionPane) component;
      }
      final JOptionPane found = component instanceof Container ? pane((Container) component) : null;
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  static synchronized List<Map<String, Object>> take() {
    final List<Map<String, Object>> taken = new ArrayList<>(PROBLEMS);
    PROBLEMS.clear();
    return taken;
  }

  /** Waits for the messages that the engine has put in a queue to be shown, and for dialogs to be closed. */
  static void settle() throws Exception {
    for (final Field field : DialogUtils.class.getDeclaredFields()) {
      if (ExecutorService.class.isAssignableFrom(field.getType())) {
        field.setAccessible(true);
        ((ExecutorService) field.get(null)).submit(() -> {}).get();
      }
    }
    for (int waited = 0; !played && waited < SETTLE_MILLIS && isDialogOpen(); waited += TICK_MILLIS) {
      Thread.sleep(TICK_MILLIS);
    }
  }

  private static boolean isDialogOpen() {
    for (final Window window : Window.getWindows()) {
      if (window.isVisible() && window instanceof Dialog && ((Dialog) window).isModal()) {
        return true;
      }
    }
    return false;
  }

  static synchronized void add(String kind, String message, String detail, String picture) {
    final Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("kind", kind);
    problem.put("message", message);
    problem.put("detail", detail);
    problem.put("picture", picture);
    PROBLEMS.add(problem);
  }

  static String describe(Throwable thrown) {
    final String message = thrown.getMessage();
    return thrown.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }

  static String trace(Throwable thrown) {
    final StringBuilder out = new StringBuilder();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      out.append(describe(cause)).append('\n');
      int lines = 0;
      for (final StackTraceElement element : cause.getStackTrace()) {
        if (++lines > TRACE_LINES) {
          break;
        }
        out.append("  at ").append(element).append('\n');
      }
    }
    return out.toString();
  }

  private static void logged(ILoggingEvent event) {
    final IThrowableProxy thrown = event.getThrowableProxy();
    String message = event.getFormattedMessage();
    final StringBuilder detail = new StringBuilder();
    String kind = event.getLevel().isGreaterOrEqual(Level.ERROR) ? "error" : "warning";
    for (IThrowableProxy cause = thrown; cause != null; cause = cause.getCause()) {
      detail.append(cause.getClassName()).append(": ").append(cause.getMessage()).append('\n');
      int lines = 0;
      for (final StackTraceElementProxy element : cause.getStackTraceElementProxyArray()) {
        if (++lines > TRACE_LINES) {
          break;
        }
        detail.append("  ").append(element).append('\n');
      }
    }
    if (thrown != null && "error".equals(kind)) {
      kind = "exception";
      if (message == null || message.isEmpty()) {
        message = thrown.getClassName() + ": " + thrown.getMessage();
      }
    }
    // Everything the engine calls bad data goes through this one class, at this level.
    if (event.getLoggerName().endsWith(".ErrorDialog") && "warning".equals(kind)) {
      kind = "bad-data";
    }
    add(kind, message, event.getLoggerName() + (detail.length() > 0 ? "\n" + detail : ""), null);
  }

  private static void opened(AWTEvent event) {
    if (event.getID() != WindowEvent.WINDOW_OPENED || !(event.getSource() instanceof Dialog)) {
      return;
    }
    final Dialog dialog = (Dialog) event.getSource();
    if (!dialog.isModal() || played || answered(dialog)) {
      return;
    }
    final StringBuilder words = new StringBuilder();
    words(dialog, words);
    add("dialog", dialog.getTitle() == null ? "" : dialog.getTitle(), words.toString(), picture(dialog));
    // Later, so that the dialog's own listeners have seen it open; closing as a user would lets option panes answer.
    SwingUtilities.invokeLater(() -> {
      dialog.dispatchEvent(new WindowEvent(dialog, WindowEvent.WINDOW_CLOSING));
      dialog.dispose();
    });
  }

  private static String picture(Component component) {
    final File file = new File(pictures, "dialog-" + ++dialogs + ".png");
    final BufferedImage image = new BufferedImage(
      Math.max(1, component.getWidth()), Math.max(1, component.getHeight()), BufferedImage.TYPE_INT_RGB);
    final Graphics2D g = image.createGraphics();
    component.paint(g);
    g.dispose();
    try {
      ImageIO.write(image, "png", file);
      return file.getPath();
    }
    catch (IOException e) {
      return null;
    }
  }

  private static void words(Container container, StringBuilder out) {
    for (final Component component : container.getComponents()) {
      String text = null;
      if (component instanceof JLabel) {
        text = ((JLabel) component).getText();
      }
      else if (component instanceof AbstractButton) {
        text = ((AbstractButton) component).getText();
        text = text == null ? null : "[" + text + "]";
      }
      else if (component instanceof JTextComponent) {
        final Document document = ((JTextComponent) component).getDocument();
        try {
          text = document.getText(0, document.getLength());
        }
        catch (BadLocationException e) {
          text = null;
        }
      }
      if (text != null && !text.isBlank()) {
        out.append(text.replaceAll("<[^>]*>", " ").strip()).append('\n');
      }
      if (component instanceof Container) {
        words((Container) component, out);
      }
    }
  }
}
