"""What cards do to moves, and cards that change who acts together."""

from __future__ import annotations

from tests.games.storm.rules.table import G, S, broken, do, said, table
from toolkit.games.storm.rules import actions as a


def test_a_longer_march() -> None:
    """CARD march"""
    far = a.Move(G, ("a1",), ("camp", "house", "silo"))
    assert said(table("a1@west", held="house silo"), far) == ("SEED 移動3",)
    position = do(table("a1@west b1@west", held="house silo marsh", german="march"), a.Play(G, "march"))
    assert said(position, far) == ()
    assert said(position, a.Move(G, ("b1",), ("camp", "house", "silo", "marsh"))) == ()
    do(position, far, a.Pass(S))
    # For this move only.
    position.put("a2", "west")
    assert said(position, a.Move(G, ("a2",), ("camp", "house", "silo"))) == ("SEED 移動3",)


def test_nothing_extra_for_the_enemy() -> None:
    """CARD infiltrate"""
    position = table("r1@silo a1@silo a2@park", actor=S, soviet="sewers", held="park -silo")
    step = a.Move(S, ("r1",), ("park",))
    assert said(position, step) == ("SEED 移動3(1)",)
    assert said(do(position, a.Play(S, "sewers")), step) == ()


class TestOverrun:
    UNITS = "b1@west b2@west i1@west a1@west r1@park r2@house"

    def test_one_area_and_fire(self) -> None:
        """CARD overrun"""
        position = do(table(self.UNITS, german="panzers_forward"), a.Play(G, "panzers_forward"))
        assert said(position, a.Move(G, ("b1", "b2"), ("camp", "house"))) == ("CARD panzers_forward",)
        do(position, a.Move(G, ("b1", "b2"), ("park",)))
        assert position.spent == {"b1", "b2"}
        assert said(position, a.Fire(G, ("b1", "b2"), "park")) == ()
        assert said(position, a.Fire(G, ("b1",), "house")) == ()
        assert broken(position, a.Fire(G, ("b1",), "silo")) == ("SEED 攻擊1",)
        assert said(position, a.Fire(G, ("i1",), "park")) == ("SEED 流程2",)
        assert said(position, a.Pass(S)) == ()
        do(position, a.Fire(G, ("b1", "b2"), "park"), a.Roll((1, 1)))
        assert position.markers == set()

    def test_a_card_for_its_fire(self) -> None:
        position = table(self.UNITS, german="panzers_forward kampfgruppe march", soviet="wire")
        do(position, a.Play(G, "panzers_forward"), a.Move(G, ("b1", "i1"), ("park",)))
        assert said(position, a.Play(G, "march")) == ("SEED 流程2",)
        do(position, a.Play(G, "kampfgruppe"))
        assert said(position, a.Play(G, "march")) == ("REF 3.3",)
        assert said(position, a.Fire(G, ("a1",), "park")) == ("SEED 流程2",)
        assert said(position, a.Move(G, ("a1",), ("camp",))) == ("SEED 流程2",)
        do(position, a.Fire(G, ("b1", "i1"), "park"), a.Roll((1, 1)))
        assert said(position, a.Spend(S, "r1")) == ()

    def test_then_it_is_over(self) -> None:
        position = do(table(self.UNITS, german="panzers_forward"), a.Play(G, "panzers_forward"))
        do(position, a.Move(G, ("b1",), ("park",)), a.Pass(S))
        assert said(position, a.Fire(G, ("b1",), "park")) == ("SEED 註4",)

    def test_mines_on_the_way(self) -> None:
        """CARD mines: whoever still stands there fires, whoever went back has lost that fire."""
        position = table(self.UNITS, german="panzers_forward", soviet="minefield wire")
        do(position, a.Play(G, "panzers_forward"), a.Move(G, ("b1", "b2"), ("camp",)))
        blown = do(position.copy(), a.Play(S, "minefield"), a.Retreat(G, "b1", ("west",)))
        do(blown, a.Retreat(G, "b2", ("west",)))
        assert said(blown, a.Fire(G, ("b2",), "park")) == ("SEED 流程2",)
        blown = do(position.copy(), a.Play(S, "minefield"), a.Eliminate(G, "b1"))
        assert said(blown, a.Fire(G, ("b1", "b2"), "house")) == ("SEED 流程2",)
        assert said(blown, a.Fire(G, ("b2",), "house")) == ()
        sent_back = do(position, a.Play(S, "wire"))
        assert said(sent_back, a.Fire(G, ("b1", "b2"), "park")) == ("SEED 流程2",)

    def test_only_units_of_the_card(self) -> None:
        position = do(table(self.UNITS, german="panzers_forward"), a.Play(G, "panzers_forward"))
        assert said(position, a.Move(G, ("a1",), ("park",))) == ("CARD panzers_forward",)
        assert said(position, a.Move(G, ("b1", "i1"), ("park",))) == ()
        assert said(position, a.Fire(G, ("b1",), "park")) == ("REF 3.3",)


class TestJoint:
    UNITS = "a1@west b1@west c1@west i1@west r1@park"

    def test_two_divisions(self) -> None:
        """CARD joint"""
        position = do(table(self.UNITS, german="kampfgruppe"), a.Play(G, "kampfgruppe"))
        assert said(position, a.Fire(G, ("a1", "b1", "i1"), "park")) == ()
        assert said(position, a.Fire(G, ("a1", "b1", "c1"), "park")) == ("CARD kampfgruppe",)

    def test_on_the_move(self) -> None:
        position = do(table(self.UNITS, german="column"), a.Play(G, "column"))
        assert said(position, a.Move(G, ("a1", "b1"), ("camp",))) == ()
        assert said(position, a.Move(G, ("a1", "b1", "c1"), ("camp",))) == ("CARD column",)


def test_several_units_out_of_a_ferry_box() -> None:
    """CARD ferry"""
    units = "f1@north_ferry f2@north_ferry e1@north_ferry e2@north_ferry t1@station"
    position = do(table(units, actor=S, soviet="barges"), a.Play(S, "barges"))
    assert said(position, a.Move(S, ("f1", "f2", "e1"), ("works",))) == ()
    assert said(position, a.Move(S, ("f1", "f2", "e1", "e2"), ("works",))) == ("CARD barges",)
    assert said(position, a.Move(S, ("t1",), ("marsh",))) == ("CARD barges",)
