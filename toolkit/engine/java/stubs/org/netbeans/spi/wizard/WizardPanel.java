// Stand-in of our own for a class of the abandoned NetBeans wizard library: VASSAL needs its name to load
// and never its behaviour, because the driver leaves no set-up step open that would show a wizard.
package org.netbeans.spi.wizard;

/** Empty. */
public class WizardPanel {
}
