package toolkit.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Just enough JSON for one object a line: no library is common to all engines. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(String text) {
    return (Map<String, Object>) new Json(text).value();
  }

  static String write(Object value) {
    final StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value == null || value instanceof Boolean || value instanceof Integer || value instanceof Long) {
      out.append(value);
    }
    else if (value instanceof Number) {
      final double number = ((Number) value).doubleValue();
      out.append(Double.isFinite(number) ? String.valueOf(number) : "null");
    }
    else if (value instanceof Map) {
      String separator = "{";
      for (final Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        out.append(separator);
        quote(String.valueOf(entry.getKey()), out);
        out.append(':');
        write(entry.getValue(), out);
        separator = ",";
      }
      out.append("{".equals(separator) ? "{}" : "}");
    }
    else if (value instanceof Collection) {
      String separator = "[";
      for (final Object item : (Collection<?>) value) {
        out.append(separator);
        write(item, out);
        separator = ",";
      }
      out.append("[".equals(separator) ? "[]" : "]");
    }
    else {
      quote(String.valueOf(value), out);
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); ++i) {
      final char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      }
      else if (c < ' ' || c > '~') {
        out.append(String.format("\\u%04x", (int) c));
      }
      else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private Object value() {
    space();
    final char c = text.charAt(at);
    if (c == '{') {
      return map();
    }
    if (c == '[') {
      return list();
    }
    if (c == '"') {
      return string();
    }
    final int start = at;
    while (at < text.length() && ",]} \t".indexOf(text.charAt(at)) < 0) {
      ++at;
    }
    final String word = text.substring(start, at);
    switch (word) {
    case "null":
      return null;
    case "true":
      return Boolean.TRUE;
    case "false":
      return Boolean.FALSE;
    default:
      return Double.valueOf(word);
    }
  }

  private Map<String, Object> map() {
    final Map<String, Object> result = new LinkedHashMap<>();
    ++at;
    space();
    while (text.charAt(at) != '}') {
      final String key = string();
      space();
      ++at; // the colon
      result.put(key, value());
      comma();
    }
    ++at;
    return result;
  }

  private List<Object> list() {
    final List<Object> result = new ArrayList<>();
    ++at;
    space();
    while (text.charAt(at) != ']') {
      result.add(value());
      comma();
    }
    ++at;
    return result;
  }

  private void comma() {
    space();
    if (text.charAt(at) == ',') {
      ++at;
      space();
    }
  }

  private String string() {
    final StringBuilder out = new StringBuilder();
    for (++at; text.charAt(at) != '"'; ++at) {
      char c = text.charAt(at);
      if (c == '\\') {
        c = text.charAt(++at);
        if (c == 'u') {
          out.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
          at += 4;
          continue;
        }
        final int known = "bfnrt".indexOf(c);
        out.append(known < 0 ? c : "\b\f\n\r\t".charAt(known));
      }
      else {
        out.append(c);
      }
    }
    ++at;
    return out.toString();
  }

  private void space() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      ++at;
    }
  }
}
