// Stand-in of our own for a class of the abandoned NetBeans wizard library: questions are left open, as if the
// player had closed the window.
package org.netbeans.api.wizard;

import java.awt.Rectangle;
import java.util.Map;
import javax.swing.Action;
import org.netbeans.spi.wizard.Wizard;

/** Shows nothing. */
public abstract class WizardDisplayer {
  public static Object showWizard(Wizard wizard, Rectangle place) {
    return null;
  }

  public static Object showWizard(Wizard wizard, Rectangle place, Action help, Map settings) {
    return null;
  }
}
