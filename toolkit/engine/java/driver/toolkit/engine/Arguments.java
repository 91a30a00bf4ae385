package toolkit.engine;

import java.awt.Point;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A request's arguments by name, with their types checked. */
final class Arguments {
  private final Map<String, Object> values;

  Arguments(Map<String, Object> values) {
    this.values = values;
  }

  boolean has(String name) {
    return values.get(name) != null;
  }

  String text(String name) {
    final Object value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("argument " + name + " is missing");
    }
    return value.toString();
  }

  String text(String name, String otherwise) {
    return has(name) ? text(name) : otherwise;
  }

  File file(String name) {
    return new File(text(name));
  }

  boolean flag(String name) {
    return Boolean.TRUE.equals(values.get(name));
  }

  int number(String name) {
    return (int) Math.round(real(name));
  }

  double real(String name) {
    return ((Number) values.get(name)).doubleValue();
  }

  List<String> texts(String name) {
    final List<String> result = new ArrayList<>();
    if (has(name)) {
      for (final Object item : list(name)) {
        result.add(String.valueOf(item));
      }
    }
    return result;
  }

  List<?> list(String name) {
    return (List<?>) values.get(name);
  }

  List<Point> points(String name) {
    final List<Point> result = new ArrayList<>();
    for (final Object item : list(name)) {
      result.add(point((List<?>) item));
    }
    return result;
  }

  Point point(String name) {
    return point(list(name));
  }

  private static Point point(List<?> pair) {
    return new Point((int) Math.round(((Number) pair.get(0)).doubleValue()),
      (int) Math.round(((Number) pair.get(1)).doubleValue()));
  }
}
