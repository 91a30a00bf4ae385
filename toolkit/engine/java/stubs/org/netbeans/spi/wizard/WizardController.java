// Stand-in of our own for a class of the abandoned NetBeans wizard library.
package org.netbeans.spi.wizard;

/** Keeps what a page says of itself: what is wrong, and which way leads on. */
public class WizardController {
  static final int MODE_CAN_CONTINUE = 1;
  static final int MODE_CAN_FINISH = 2;

  volatile String problem;
  volatile int mode = MODE_CAN_CONTINUE;
  volatile boolean busy;
  private final Runnable changed;

  WizardController(Runnable changed) {
    this.changed = changed;
  }

  public void setProblem(String value) {
    problem = value;
    changed.run();
  }

  public void setForwardNavigationMode(int value) {
    mode = value;
    changed.run();
  }

  public void setBusy(boolean value) {
    busy = value;
    changed.run();
  }
}
