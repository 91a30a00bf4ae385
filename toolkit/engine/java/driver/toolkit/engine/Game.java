package toolkit.engine;

import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import javax.swing.SwingUtilities;

import VASSAL.Info;
import VASSAL.build.Configurable;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.ExtensionsLoader;
import VASSAL.build.module.GameRefresher;
import VASSAL.build.module.GameSetupStep;
import VASSAL.build.module.GameState;
import VASSAL.build.module.ModuleExtension;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.build.module.map.BoardPicker;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.i18n.Localization;
import VASSAL.i18n.Resources;
import VASSAL.launch.Config;
import VASSAL.preferences.Prefs;
import VASSAL.tools.ArchiveWriter;
import VASSAL.tools.DataArchive;

/** Opening, starting, loading, saving and refreshing. */
final class Game {
  private static final String[] PROMPTS = {
    "promptLogComment", "PromptNewLog", "PromptNewLogAtStart", "PromptNewLogEnd"
  };

  private Game() {}

  static void operations(Map<String, Driver.Operation> operations, File work) {
    operations.put("open", arguments -> open(arguments, work));
    operations.put("welcome", arguments -> welcome());
    operations.put("start", Game::start);
    operations.put("load", Game::load);
    operations.put("save", Game::save);
    operations.put("close", arguments -> close());
    operations.put("join", Game::join);
    operations.put("act_as", Game::actAs);
    operations.put("refresh", Game::refresh);
    operations.put("refresh_setups", Game::refreshSetups);
    operations.put("translated", arguments -> translated(module()));
  }

  /** Return the keys under which the engine looks for the words of a component and of all within it. */
  private static List<Object> translated(Configurable component) {
    final List<Object> keys = new ArrayList<>();
    for (final String attribute : component.getI18nData().getAttributeKeys()) {
      keys.add(component.getI18nData().getFullPrefix() + attribute);
    }
    for (final Configurable child : component.getConfigureComponents()) {
      keys.addAll(translated(child));
    }
    return keys;
  }

  static GameModule module() {
    final GameModule module = GameModule.getGameModule();
    if (module == null) {
      throw new IllegalStateException("no module is open");
    }
    return module;
  }

  static GameState state() {
    return module().getGameState();
  }

  static BasicLogger logger() {
    return (BasicLogger) module().getLogger();
  }

  private static Object open(Arguments arguments, File work) throws Exception {
    Info.setConfig(new Place(arguments.text("version"), work.toPath()));
    final boolean edit = arguments.flag("edit");
    // The menu manager registers itself as the only one; both classes are private to the launcher.
    final Class<?> menus = Class.forName(
      edit ? "VASSAL.launch.Editor$EditorMenuManager" : "VASSAL.launch.Player$PlayerMenuManager");
    final Constructor<?> constructor = menus.getDeclaredConstructor();
    constructor.setAccessible(true);
    constructor.newInstance();
    Prefs.initSharedGlobalPrefs();
    final String path = arguments.text("module");
    final GameModule module = new GameModule(edit ? new ArchiveWriter(path, null) : new DataArchive(path));
    seed(module);
    // As if chosen in the preferences; the machine's own language counts for those that VASSAL speaks itself only.
    Resources.setLocale(Locale.forLanguageTag(System.getProperty("toolkit.engine.language", "en")));
    GameModule.init(module);
    for (final String prompt : PROMPTS) {
      if (module.getPrefs().getOption(prompt) != null) {
        module.getPrefs().setValue(prompt, Boolean.FALSE);
      }
    }
    if (arguments.flag("played")) {
      Watch.leaveDialogs();
    }
    else {
      identify("referee-of-tests", "Tester");
    }
    if (!edit) {
      new ExtensionsLoader().addTo(module);
      for (final String extension : arguments.texts("extensions")) {
        new ModuleExtension(new DataArchive(extension)).build();
      }
      Localization.getInstance().translate();
    }
    if (!arguments.flag("hidden")) {
      module.getPlayerWindow().setVisible(true);
    }
    return describe(module);
  }

  /** Takes the chance of a given seed, where one is given; the engine makes its own and offers no other way. */
  private static void seed(GameModule module) throws ReflectiveOperationException {
    final Long seed = Long.getLong("toolkit.engine.seed");
    if (seed != null) {
      final Field chance = GameModule.class.getDeclaredField("RNG");
      chance.setAccessible(true);
      chance.set(module, new Random(seed));
    }
  }

  /** Shows what a player sees first, the start wizard; later, because it waits for the player. */
  private static Object welcome() {
    SwingUtilities.invokeLater(() -> module().getWizardSupport().showWelcomeWizard());
    return true;
  }

  private static Object describe(GameModule module) {
    final Map<String, Object> result = new LinkedHashMap<>();
    result.put("engine", engineVersion());
    result.put("java", System.getProperty("java.version"));
    result.put("name", module.getGameName());
    result.put("version", module.getGameVersion());
    final List<Object> setups = new ArrayList<>();
    for (final PredefinedSetup setup : setups()) {
      final Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", setup.getAttributeValueString("name"));
      entry.put("file", setup.isUseFile() ? setup.getFileName() : null);
      setups.add(entry);
    }
    result.put("setups", setups);
    final PlayerRoster roster = module.getPlayerRoster();
    result.put("sides", roster == null ? List.of() : roster.getSides());
    final List<String> extensions = new ArrayList<>();
    for (final ModuleExtension extension : module.getComponentsOf(ModuleExtension.class)) {
      extensions.add(extension.getName());
    }
    result.put("extensions", extensions);
    result.put("maps", Look.maps());
    return result;
  }

  /** The version the jar was built as, whatever the configuration pretends. */
  private static String engineVersion() {
    final String built = Info.class.getPackage().getImplementationVersion();
    return built == null ? "" : built;
  }

  private static List<PredefinedSetup> setups() {
    final List<PredefinedSetup> result = new ArrayList<>();
    for (final PredefinedSetup setup : module().getAllDescendantComponentsOf(PredefinedSetup.class)) {
      if (!setup.isMenu()) {
        result.add(setup);
      }
    }
    return result;
  }

  /** Answers the questions a set-up wizard would ask, so that none is shown; returns what was left open. */
  private static List<String> finishSetupSteps() throws Exception {
    final List<String> open = new ArrayList<>();
    final List<GameSetupStep> steps = new ArrayList<>();
    for (final Iterator<GameSetupStep> unfinished = state().getUnfinishedSetupSteps(); unfinished.hasNext();) {
      steps.add(unfinished.next());
    }
    for (final GameSetupStep step : steps) {
      if (step instanceof BoardPicker) {
        open.add(step.getStepTitle());
        firstBoard((BoardPicker) step);
      }
      state().removeGameSetupStep(step);
    }
    return open;
  }

  private static void firstBoard(BoardPicker picker) {
    final String[] names = picker.getAllowableBoardNames();
    if (names.length > 0) {
      final Board board = picker.getBoard(names[0]);
      final List<Board> boards = new ArrayList<>();
      boards.add(board);
      new BoardPicker.SetBoards(picker, boards).execute();
    }
  }

  /** Ends the game; without the question whether to save it, for which the engine would write it as text twice. */
  private static Object close() throws ReflectiveOperationException {
    final Field started = GameState.class.getDeclaredField("gameStarted");
    started.setAccessible(true);
    started.set(state(), Boolean.FALSE);
    state().setup(false);
    return true;
  }

  private static Object start(Arguments arguments) throws Exception {
    close();
    final Map<String, Object> result = new LinkedHashMap<>();
    final int index = arguments.number("setup");
    PredefinedSetup setup = null;
    if (index >= 0) {
      setup = setups().get(index);
    }
    if (setup != null && setup.isUseFile() && setup.getFileName() != null) {
      finishSetupSteps();
      result.put("open_steps", List.of());
      state().loadGameInForeground(setup.getFileName(), setup.getSavedGameContents());
    }
    else {
      state().setup(false);
      result.put("open_steps", finishSetupSteps());
      state().setup(true);
    }
    freshenStartup();
    result.put("started", state().isGameStarted());
    result.put("pieces", state().getAllPieces().size());
    return result;
  }

  /** Start-up key commands run once a game; engines before their introduction lack the method. */
  private static void freshenStartup() throws ReflectiveOperationException {
    for (final Method method : GameState.class.getMethods()) {
      if ("freshenStartupGlobalKeyCommands".equals(method.getName())) {
        method.invoke(state(), module());
      }
    }
  }

  private static Object load(Arguments arguments) throws Exception {
    close();
    finishSetupSteps();
    state().loadGameInForeground(arguments.file("file"));
    final Map<String, Object> result = new LinkedHashMap<>();
    result.put("started", state().isGameStarted());
    result.put("pieces", state().getAllPieces().size());
    result.put("steps", Play.input().size());
    return result;
  }

  private static Object save(Arguments arguments) throws Exception {
    state().saveGame(arguments.file("file"));
    return true;
  }

  private static void identify(String id, String name) {
    final Prefs prefs = module().getPrefs();
    if (prefs.getOption(GameModule.REAL_NAME) != null) {
      prefs.setValue(GameModule.REAL_NAME, name);
    }
    GameModule.setUserId(id);
    GameModule.setTempUserId(null);
  }

  private static Object join(Arguments arguments) {
    final PlayerRoster roster = module().getPlayerRoster();
    if (roster == null) {
      throw new IllegalStateException("the module has no sides");
    }
    new PlayerRoster.Add(roster, arguments.text("id"), arguments.text("name"), arguments.text("side")).execute();
    return true;
  }

  private static Object actAs(Arguments arguments) throws Exception {
    identify(arguments.text("id"), arguments.text("name"));
    sideChanged();
    return PlayerRoster.getMySide();
  }

  /** Private windows, restricted pieces and masks look at the side when they are told that it changed. */
  private static void sideChanged() throws Exception {
    final PlayerRoster roster = module().getPlayerRoster();
    if (roster != null) {
      final Field field = PlayerRoster.class.getDeclaredField("sideChangeListeners");
      field.setAccessible(true);
      for (final Object listener : new ArrayList<>((List<?>) field.get(roster))) {
        ((PlayerRoster.SideChangeListener) listener).sideChanged(null, PlayerRoster.getMySide());
      }
    }
  }

  private static Set<String> options(Arguments arguments) {
    return new HashSet<>(arguments.texts("options"));
  }

  private static Object refresh(Arguments arguments) throws Exception {
    final GameRefresher refresher = new GameRefresher(module());
    refresher.execute(options(arguments), null);
    final Map<String, Object> result = new LinkedHashMap<>();
    for (final Field field : GameRefresher.class.getDeclaredFields()) {
      if (field.getName().endsWith("Count") && field.getType() == int.class) {
        field.setAccessible(true);
        result.put(field.getName(), field.getInt(refresher));
      }
    }
    return result;
  }

  /** What the editor's Refresh Predefined Setups does; the module must have been opened for editing, on a copy. */
  private static Object refreshSetups(Arguments arguments) throws Exception {
    final List<String> done = new ArrayList<>();
    finishSetupSteps();
    for (final PredefinedSetup setup : setups()) {
      if (setup.isUseFile() && setup.getFileName() != null) {
        close(); // while the semaphore is up, a set-up does not clear the table of the one before
        module().setRefreshingSemaphore(true);
        try {
          setup.refresh(options(arguments));
        }
        finally {
          module().setRefreshingSemaphore(false);
        }
        done.add(setup.getFileName());
      }
    }
    close();
    module().getArchiveWriter().save();
    return done;
  }

  /** Where the engine may write: one folder that is thrown away. */
  private static final class Place implements Config {
    private final String version;
    private final Path folder;

    Place(String version, Path folder) {
      this.version = version;
      this.folder = folder;
    }

    @Override
    public String getVersion() {
      return version;
    }

    @Override
    public String getReportableVersion() {
      return version;
    }

    @Override
    public Path getBaseDir() {
      return folder;
    }

    @Override
    public Path getDocDir() {
      return folder;
    }

    @Override
    public Path getConfDir() {
      return folder;
    }

    @Override
    public Path getCacheDir() {
      return folder;
    }

    @Override
    public Path getTempDir() {
      return folder;
    }

    @Override
    public Path getPrefsDir() {
      return folder;
    }

    @Override
    public Path getErrorLogPath() {
      return folder.resolve("errorLog");
    }

    /**
     * What the engine starts after each save and log, to tell a module manager of it.  There is none: a whole second
     * Java would only leave its files in the player's home.
     */
    @Override
    public Path getJavaBinPath() {
      for (final String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
        final Path nothing = Path.of(folder, "true");
        if (Files.isExecutable(nothing)) {
          return nothing;
        }
      }
      return Path.of(System.getProperty("java.home"), "bin", "java");
    }
  }
}
