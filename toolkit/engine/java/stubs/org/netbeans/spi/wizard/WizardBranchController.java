// Stand-in of our own for a class of the abandoned NetBeans wizard library.
package org.netbeans.spi.wizard;

import java.util.Map;

/** Says what follows the pages of a provider. */
public class WizardBranchController {
  private final WizardPanelProvider base;

  protected WizardBranchController(WizardPanelProvider base) {
    this.base = base;
  }

  protected WizardPanelProvider getPanelProviderForStep(String step, Map settings) {
    return null;
  }

  protected Wizard getWizardForStep(String step, Map settings) {
    final WizardPanelProvider next = getPanelProviderForStep(step, settings);
    return next == null ? null : next.createWizard();
  }

  public Wizard createWizard() {
    return new Wizard(base, this);
  }
}
