// Stand-in of our own for a class of the abandoned NetBeans wizard library: VASSAL needs its name to load.
package org.netbeans.spi.wizard;

/** Takes and forgets what a page tells it. */
public class WizardController {
  public void setProblem(String problem) {}

  public void setForwardNavigationMode(int mode) {}

  public void setBusy(boolean busy) {}
}
