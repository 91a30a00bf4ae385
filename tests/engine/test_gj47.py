"""Our own module in the real engine."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import pytest

from toolkit.cli.main import main
from toolkit.engine.check import check_module
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Player, Session, record_plan
from toolkit.engine.replay import differences, follow
from toolkit.vassal.log import read_log

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def blitzkrieg(home: EngineHome) -> Path:
    assert main(["build", "gj47"]) == 0
    folder = Path(__file__).parents[2] / "build" / "gj47"
    (found,) = folder.glob("*.vmod")
    return found


@pytest.fixture(scope="module")
def extension(blitzkrieg: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an extension that adds one division in a palette of its own."""
    with zipfile.ZipFile(blitzkrieg) as archive:
        text = archive.read("buildFile.xml").decode()
    head = re.search(r"<VASSAL.build.GameModule[^>]*>", text)
    assert head is not None
    name, version = (re.search(rf'\b{key}="([^"]*)"', head[0]) for key in ("name", "version"))
    assert name is not None
    assert version is not None
    piece = "+/null/mark;CounterId\tpiece;;;;999th Division/extra-999\tnull;0;0;x1:1;0"
    slot = f'<VASSAL.build.widget.PieceSlot entryName="999" gpid="x1:1">{escape(piece)}'
    palette = f'<VASSAL.build.widget.ListWidget entryName="More">{slot}</VASSAL.build.widget.PieceSlot>'
    build = (
        f'<VASSAL.build.module.ModuleExtension anyModule="false" version="1" description="" extensionId="x1" '
        f"module={quoteattr(name[1])} moduleVersion={quoteattr(version[1])} "
        f'nextPieceSlotId="2" vassalVersion="3.6.0">'
        f'<VASSAL.build.module.ExtensionElement target=""><VASSAL.build.module.PieceWindow name="More">'
        f"{palette}</VASSAL.build.widget.ListWidget></VASSAL.build.module.PieceWindow>"
        f"</VASSAL.build.module.ExtensionElement></VASSAL.build.module.ModuleExtension>"
    )
    data = "<version>1</version><VassalVersion>3.6.0</VassalVersion><description/>"
    target = tmp_path_factory.mktemp("extension") / "more.vmdx"
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("buildFile.xml", build)
        archive.writestr(
            "extensiondata", f"<data version='1'>{data}<moduleName>{escape(name[1])}</moduleName></data>"
        )
    return target


def test_the_engine_has_nothing_to_complain_of(
    home: EngineHome, blitzkrieg: Path, extension: Path, tmp_path: Path
) -> None:
    report = check_module(blitzkrieg, tmp_path, home=home, extensions=[extension])
    assert report.findings == []
    facts = report.facts
    assert facts["hexes_wrong"] == 0
    assert facts["pixels_wrong"] == 0
    assert int(str(facts["hexes_compared"])) > 1000
    assert int(str(facts["pixels_compared"])) == 2000
    setups = facts["setups"]
    assert isinstance(setups, dict)
    assert len(setups) == facts["refreshed_setups"] == 2
    assert min(setups.values()) > 250
    assert facts["extensions"] == ["more"]
    assert facts["palette_pieces_added"] == 1


def test_a_recorded_game_is_read_as_the_engine_sees_it(
    home: EngineHome, blitzkrieg: Path, tmp_path: Path
) -> None:
    plan: list[dict[str, object]] = [
        {"op": "drag", "counter": "ger-mot-3", "to": "0808", "via": ["0609", "0708"]},
        {"op": "drag", "counter": "ger-jg-100", "to": "0808"},
        {"op": "undo"},
        {"op": "as", "player": "Ben"},
        {"op": "drag", "counter": "ger-jg-100", "to": "0909"},
        {"op": "key", "counter": "ger-jg-100", "key": "Ctrl-F"},
    ]
    players = [Player("Anna", "secret-1", "Axis"), Player("Ben", "secret-2", "Soviet")]
    made = record_plan(blitzkrieg, plan, tmp_path / "game.vlog", setup=1, players=players, home=home)
    assert made.problems == ()
    assert [p.location for p in made.done[0].landed] == ["0808"]
    assert made.done[5].log_steps
    assert differences(made.table, follow(read_log(made.log)).table) == []


def test_counters_of_the_set_up_lie_where_a_drop_puts_others(blitzkrieg: Path, home: EngineHome) -> None:
    """A pixel beside it would be a stack of its own, and the lower of two counters out of reach."""
    players = [Player("Anna", "one", "Axis"), Player("Ben", "two", "Soviet")]
    with Session(blitzkrieg, setup="28 June 1942", players=players, home=home) as session:
        lie = [(p.x, p.y) for p in session.game.table().pieces.values() if p.map == "Main Map"]
        snapped = [place.snapped for place in session.game.locate("Main Map", lie)]
    assert len(lie) > 100
    assert lie == snapped


def test_a_battle_marker_costs_the_only_unit_of_a_side_a_step(blitzkrieg: Path, home: EngineHome) -> None:
    """Two attack: its line for them does nothing; the defender is one, and what is lost defends no more."""
    players = [Player("Anna", "one", "Axis"), Player("Ben", "two", "Soviet")]
    attackers, target = ["ger-pz-14", "ger-pz-16"], "sov-rifle-162"
    with Session(blitzkrieg, setup="28 June 1942", players=players, home=home, seed=1) as session:
        session.key(target, "Alt-B")
        session.key(attackers, "Ctrl-B")
        session.key("battle-1", "Ctrl-R")
        session.key("battle-1", "Ctrl-T")
        assert [session.values(one, "LossIn")["LossIn"] for one in attackers] == ["", ""]
        session.key("battle-1", "Ctrl-F")
        assert session.values(target, "LossIn", "CurrentMap") == {"LossIn": "1", "CurrentMap": "Losses"}
        session.key(attackers[0], "Ctrl-E")
        session.key("battle-1", "Ctrl-T")
        assert session.values(attackers[1], "Step_Level", "LossIn") == {"Step_Level": "2", "LossIn": "1"}
        session.key("battle-1", "Ctrl-F")
        assert session.take_problems() == []
