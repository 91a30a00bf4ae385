// Stand-in of our own for a class of the abandoned NetBeans wizard library: pages of one provider after the other,
// with Next, Finish and Cancel, as a player meets them at the start of a game.
package org.netbeans.spi.wizard;

import java.awt.BorderLayout;
import java.awt.Dialog;
import java.util.HashMap;
import java.util.Map;
import javax.swing.Box;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JDialog;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;

/** The pages of a provider, and what follows them. */
public class Wizard {
  private final WizardPanelProvider provider;
  private final WizardBranchController branches;

  Wizard(WizardPanelProvider provider, WizardBranchController branches) {
    this.provider = provider;
    this.branches = branches;
  }

  /** Asks the player, and returns what the last provider makes of the answers; null when the player cancels. */
  public Object show(Map settings) {
    final Window window = new Window(this, settings);
    window.setVisible(true);
    return window.result;
  }

  /** One window with one page at a time. */
  private static final class Window extends JDialog {
    private static final long serialVersionUID = 1L;

    private final transient Map settings;
    private final transient Map<String, JComponent> pages = new HashMap<>();
    private final JPanel middle = new JPanel(new BorderLayout());
    private final JLabel problem = new JLabel(" ");
    private final JButton next = new JButton("Next >");
    private final JButton finish = new JButton("Finish");
    private transient Wizard now;
    private int page;
    private transient WizardController controller;
    private transient Object result;

    Window(Wizard first, Map settings) {
      super((java.awt.Frame) null, first.provider.title, true);
      this.settings = settings;
      final JButton cancel = new JButton("Cancel");
      next.addActionListener(e -> forward());
      finish.addActionListener(e -> end());
      cancel.addActionListener(e -> dispose());
      final Box buttons = Box.createHorizontalBox();
      buttons.add(problem);
      buttons.add(Box.createHorizontalGlue());
      buttons.add(next);
      buttons.add(finish);
      buttons.add(cancel);
      add(middle, BorderLayout.CENTER);
      add(buttons, BorderLayout.SOUTH);
      setModalityType(Dialog.ModalityType.APPLICATION_MODAL);
      turnTo(first, 0);
      setLocation(60, 60);
    }

    private void turnTo(Wizard wizard, int index) {
      now = wizard;
      page = index;
      final String step = now.provider.steps[page];
      controller = new WizardController(() -> SwingUtilities.invokeLater(this::update));
      final String key = System.identityHashCode(now.provider) + step;
      final JComponent known = pages.get(key);
      if (known == null) {
        pages.put(key, now.provider.createPanel(controller, step, settings));
      }
      else {
        now.provider.recycleExistingPanel(step, controller, settings, known);
      }
      final JComponent panel = pages.get(key);
      if (panel instanceof WizardPage) {
        settings.putAll(((WizardPage) panel).getWizardDataMap());
      }
      middle.removeAll();
      middle.add(new JLabel(now.provider.descriptions[page]), BorderLayout.NORTH);
      middle.add(panel, BorderLayout.CENTER);
      update();
      pack();
      setSize(Math.max(getWidth(), 640), Math.max(getHeight(), 360));
      repaint();
    }

    private Wizard following() {
      return now.branches == null ? null : now.branches.getWizardForStep(now.provider.steps[page], settings);
    }

    private void forward() {
      if (page + 1 < now.provider.steps.length) {
        turnTo(now, page + 1);
      }
      else {
        turnTo(following(), 0);
      }
    }

    private void end() {
      try {
        final Object provider = now.provider;
        result = provider instanceof WizardPage.WizardResultProducer
          ? ((WizardPage.WizardResultProducer) provider).finish(settings) : settings;
        dispose();
      }
      catch (WizardException refused) {
        problem.setText(refused.getMessage());
      }
    }

    private void update() {
      final boolean fine = controller.problem == null;
      problem.setText(fine ? " " : controller.problem);
      final boolean more = page + 1 < now.provider.steps.length || following() != null;
      next.setEnabled(fine && !controller.busy && more && (controller.mode & WizardController.MODE_CAN_CONTINUE) != 0);
      finish.setEnabled(fine && !controller.busy && (controller.mode & WizardController.MODE_CAN_FINISH) != 0);
    }
  }
}
