// Stand-in of our own for a class of the abandoned NetBeans wizard library: VASSAL needs its name to load
// and never its behaviour, because the driver leaves no set-up step open that would show a wizard.
package org.netbeans.spi.wizard;

import java.util.Map;
import javax.swing.JComponent;

/** What VASSAL's subclasses call. */
public abstract class WizardPanelProvider {
  protected WizardPanelProvider(String title, String[] steps, String[] descriptions) {}

  protected WizardPanelProvider(String[] steps, String[] descriptions) {}

  protected WizardPanelProvider(String title, String step, String description) {}

  protected WizardPanelProvider(String step, String description) {}

  public final Wizard createWizard() {
    return new Wizard();
  }

  protected abstract JComponent createPanel(WizardController controller, String id, Map settings);
}
