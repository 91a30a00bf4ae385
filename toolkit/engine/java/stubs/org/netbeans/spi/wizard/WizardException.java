// Stand-in of our own for a class of the abandoned NetBeans wizard library: VASSAL needs its name to load.
package org.netbeans.spi.wizard;

/** Never thrown. */
public class WizardException extends Exception {
  private static final long serialVersionUID = 1L;
}
