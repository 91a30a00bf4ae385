// Stand-in of our own for a class of the abandoned NetBeans wizard library.
package org.netbeans.api.wizard;

import java.awt.Rectangle;
import java.util.HashMap;
import java.util.Map;
import javax.swing.Action;
import org.netbeans.spi.wizard.Wizard;

/** Shows a wizard to a player; where nobody plays, questions are left open, as if the window had been closed. */
public abstract class WizardDisplayer {
  public static Object showWizard(Wizard wizard, Rectangle place) {
    return showWizard(wizard, place, null, new HashMap<>());
  }

  public static Object showWizard(Wizard wizard, Rectangle place, Action help, Map settings) {
    return Boolean.getBoolean("toolkit.engine.played") ? wizard.show(settings) : null;
  }
}
