// Stand-in of our own for a class of the abandoned NetBeans wizard library: VASSAL needs its name to load
// and never its behaviour, because the driver leaves no set-up step open that would show a wizard.
package org.netbeans.spi.wizard;

import java.util.Map;

/** Never asked for a wizard. */
public class WizardBranchController {
  protected WizardBranchController(WizardPanelProvider base) {}

  protected Wizard getWizardForStep(String step, Map settings) {
    return null;
  }

  public Wizard createWizard() {
    return null;
  }
}
