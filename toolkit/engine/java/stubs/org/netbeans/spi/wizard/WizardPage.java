// Stand-in of our own for a class of the abandoned NetBeans wizard library: VASSAL needs its name to load
// and never its behaviour, because the driver leaves no set-up step open that would show a wizard.
package org.netbeans.spi.wizard;

import javax.swing.JPanel;

/** A plain panel. */
public class WizardPage extends JPanel {
  private static final long serialVersionUID = 1L;

  public WizardPage() {}

  public WizardPage(String description) {}

  /** Marker. */
  public interface WizardResultProducer {}
}
