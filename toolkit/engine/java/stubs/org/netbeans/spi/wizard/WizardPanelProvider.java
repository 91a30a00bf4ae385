// Stand-in of our own for a class of the abandoned NetBeans wizard library.
package org.netbeans.spi.wizard;

import java.util.Map;
import javax.swing.JComponent;

/** Makes the pages of a wizard, one for each step. */
public abstract class WizardPanelProvider {
  final String title;
  final String[] steps;
  final String[] descriptions;

  protected WizardPanelProvider(String title, String[] steps, String[] descriptions) {
    this.title = title;
    this.steps = steps.clone();
    this.descriptions = descriptions.clone();
  }

  protected WizardPanelProvider(String[] steps, String[] descriptions) {
    this("", steps, descriptions);
  }

  protected WizardPanelProvider(String title, String step, String description) {
    this(title, new String[] {step}, new String[] {description});
  }

  protected WizardPanelProvider(String step, String description) {
    this("", step, description);
  }

  public final Wizard createWizard() {
    return new Wizard(this, null);
  }

  protected abstract JComponent createPanel(WizardController controller, String id, Map settings);

  protected void recycleExistingPanel(String id, WizardController controller, Map settings, JComponent panel) {}

  protected final int indexOfStep(String id) {
    return java.util.Arrays.asList(steps).indexOf(id);
  }
}
