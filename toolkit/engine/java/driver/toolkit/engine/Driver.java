package toolkit.engine;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import javax.swing.SwingUtilities;

/**
 * Drives one VASSAL in one virtual machine: reads a request a line, does it on the event thread (what sends or times
 * events, outside it), answers a line.
 *
 * <p>Request: {@code {"op": NAME, ...}}; answer: {@code {"value": ..., "problems": [...]}} or {@code {"error": ...,
 * "detail": ..., "problems": [...]}}.  The engine may print what it likes: answers go to the process's real standard
 * output and {@code System.out} to standard error.
 */
public final class Driver {
  private Driver() {}

  /** One operation. */
  interface Operation {
    Object run(Arguments arguments) throws Exception;
  }

  public static void main(String[] arguments) throws IOException {
    final PrintStream answers =
      new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    System.setOut(System.err);
    final File work = new File(arguments[0]);
    Watch.install(new File(arguments[1]));
    final Map<String, Operation> operations = new LinkedHashMap<>();
    Game.operations(operations, work);
    Look.operations(operations);
    Table.operations(operations);
    Play.operations(operations);
    Sight.operations(operations);
    Screen.operations(operations);
    Expressions.operations(operations);
    final Map<String, Operation> outside = new LinkedHashMap<>();
    Hands.operations(outside);
    Pulse.operations(outside);
    final BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      answers.println(Json.write(answer(operations, outside, Json.object(line))));
      answers.flush();
    }
    System.exit(0);
  }

  private static Map<String, Object> answer(
    Map<String, Operation> operations, Map<String, Operation> outside, Map<String, Object> request) {
    final Map<String, Object> answer = new LinkedHashMap<>();
    final String name = String.valueOf(request.get("op"));
    final Operation operation = operations.get(name);
    try {
      if (outside.containsKey(name)) {
        answer.put("value", outside.get(name).run(new Arguments(request)));
        answer.put("problems", Watch.take());
        return answer;
      }
      if (operation == null) {
        answer.put("error", "unknown operation " + name);
        return answer;
      }
      SwingUtilities.invokeAndWait(() -> Pulse.ask(() -> {
        try {
          answer.put("value", operation.run(new Arguments(request)));
        }
        catch (Throwable thrown) { // whatever the engine throws is the answer
          answer.put("error", Watch.describe(thrown));
          answer.put("detail", Watch.trace(thrown));
        }
      }));
      // What the operation put off (start-up key commands, repaints) belongs to it; twice, because those put off more.
      SwingUtilities.invokeAndWait(() -> {});
      Watch.settle();
      SwingUtilities.invokeAndWait(() -> {});
    }
    catch (Exception thrown) {
      answer.put("error", Watch.describe(thrown));
      answer.put("detail", Watch.trace(thrown));
    }
    answer.put("problems", Watch.take());
    return answer;
  }
}
