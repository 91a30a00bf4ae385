// Stand-in of our own for a class of the abandoned NetBeans wizard library.  VASSAL makes a page for each
// question that a save leaves open, for instance one made with another version of the module.
package org.netbeans.spi.wizard;

import java.util.HashMap;
import java.util.Map;
import javax.swing.JPanel;

/** A plain panel that keeps what is put into it. */
public class WizardPage extends JPanel {
  private static final long serialVersionUID = 1L;

  private final Map<Object, Object> data = new HashMap<>();

  public WizardPage() {}

  public WizardPage(String description) {}

  protected final void putWizardData(Object key, Object value) {
    data.put(key, value);
  }

  protected final Object getWizardData(Object key) {
    return data.get(key);
  }

  protected Map getWizardDataMap() {
    return data;
  }

  /** What becomes of the answers. */
  public interface WizardResultProducer {
    Object finish(Map wizardData) throws WizardException;

    boolean cancel(Map settings);
  }
}
