import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import VASSAL.counters.BasicPiece;
import VASSAL.counters.Decorator;
import VASSAL.counters.GamePiece;
import VASSAL.tools.SequenceEncoder;
import VASSAL.tools.io.DeobfuscatingInputStream;

/** Asks the engine's own classes, one question a line, all texts in base 64; "-" stands for null. */
public class Judge {
  private static String out(String text) {
    return text == null ? "-" : "=" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String in(String word) {
    return word.equals("-") ? null
      : new String(Base64.getDecoder().decode(word.substring(1)), StandardCharsets.UTF_8);
  }

  private static String answer(String[] words) throws Exception {
    switch (words[0]) {
    case "encode": {
      final SequenceEncoder encoder = new SequenceEncoder(in(words[1]).charAt(0));
      for (int i = 2; i < words.length; ++i) {
        encoder.append(in(words[i]));
      }
      return out(encoder.getValue());
    }
    case "decode": {
      final SequenceEncoder.Decoder decoder = new SequenceEncoder.Decoder(in(words[2]), in(words[1]).charAt(0));
      final List<String> found = new ArrayList<>();
      while (decoder.hasMoreTokens()) {
        found.add(out(decoder.nextToken()));
      }
      return String.join(" ", found);
    }
    case "unwrap": {
      final byte[] data = Base64.getDecoder().decode(words[1].substring(1));
      try (DeobfuscatingInputStream stream = new DeobfuscatingInputStream(new ByteArrayInputStream(data))) {
        return out(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    default: {
      final GamePiece inner = new BasicPiece();
      final Object trait = Class.forName("VASSAL.counters." + in(words[1]))
        .getConstructor(String.class, GamePiece.class).newInstance(in(words[2]), inner);
      return out(((Decorator) trait).myGetType());
    }
    }
  }

  public static void main(String[] args) throws Exception {
    final BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String said;
      try {
        said = answer(line.split(" "));
      }
      catch (Throwable e) {
        said = "! " + e;
      }
      System.out.println("judge: " + said.replace('\n', ' '));
    }
    System.exit(0);
  }
}
