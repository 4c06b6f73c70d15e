"""Setting Wongar up: rulings W1-W7 and the cases of the text."""

from __future__ import annotations

from collections import Counter

import pytest

from tables.game.base import Refused
from tables.game.records import set_up
from tables.variants.wongar.cards import BASIC as BASIC_FORM
from tables.variants.wongar.cards import KINDS
from tests.wongar_games import BASIC, Game

NAMES = BASIC.board.map.territories


def test_cards_are_turned_up_in_board_order_first() -> None:
    game = Game()
    assert game.variant.awaiting(game.state) == {"draw": "stack_kangaroo", "remaining": 15, "seat": None}
    assert game.refused("reveal emu disc") == "other_stack"
    assert game.refused("reveal swamp disc") == "unknown_territory"
    assert game.refused("reveal kangaroo double") == "unknown_card"
    for name in NAMES:
        assert game.due() == f"reveal {name} {{}}"
        game.do(f"reveal {name} disc")
    assert game.refused("reveal kangaroo disc") == "no_card_due"


def test_w1_a_scorpion_at_set_up_goes_under_the_stack_without_effect() -> None:
    game = Game().do("reveal kangaroo scorpion")
    assert game.due() == "reveal kangaroo {}"
    assert game.state.stacks["kangaroo"].size == 15
    game.do("reveal kangaroo scorpion")
    assert game.refused("reveal kangaroo scorpion") == "card_out"
    game.do("reveal kangaroo disc")
    assert (game.state.scorpion, set(game.state.score.values())) == (0, {0})
    assert game.state.stacks["kangaroo"].under == 2
    assert game.due() == "reveal emu {}"


def test_w1_a_scorpion_under_the_stack_comes_after_every_other_card() -> None:
    game = Game().do("reveal kangaroo scorpion").revealed().filled().dealt().do("figures 1 4")
    stack = game.state.stacks["kangaroo"]
    assert Counter(stack.left)["scorpion"] == 1
    game.put(stacks={**game.state.stacks, "kangaroo": stack._replace(left=("cube",))})
    game.revealing("kangaroo").put(owed=0)
    assert game.refused("reveal kangaroo scorpion") == "card_out"
    game.do("reveal kangaroo cube").revealing("kangaroo")
    draw = game.variant.chance(game.state)
    assert draw is not None
    assert draw[:5] == ("stack_kangaroo_under", ("scorpion",), 0, None, "reveal kangaroo {}")
    game.do("reveal kangaroo scorpion")
    assert game.state.scorpion == 1


@pytest.mark.parametrize(("players", "each", "middle"), [(3, 3, 6), (4, 4, 8), (5, 5, 10)])
def test_wt1_w2_the_bag_fills_the_territories(players: int, each: int, middle: int) -> None:
    game = Game(seats=range(1, players + 1)).revealed().filled()
    counts = {name: sum(there.values()) for name, there in game.state.pieces.items()}
    assert counts == {name: middle if name in ("hands", "foot") else each for name in NAMES}
    assert sum(counts.values()) == 12 * players


def test_w2_pieces_come_from_the_bag_for_one_territory_after_the_other() -> None:
    game = Game().revealed()
    assert game.due() == "piece {} kangaroo"
    draw = game.variant.chance(game.state)
    assert draw is not None
    assert (draw.pile, len(draw.contents), draw.drawn, draw.seat) == ("bag", 48, 0, None)
    game.do(*["piece 3 disc kangaroo"] * 4)
    assert game.refused("piece 3 disc emu") == "piece_out"
    assert game.refused("piece 3 cube kangaroo") == "other_territory"
    assert game.refused("piece 5 cube emu") == "not_dealt_in"
    assert game.refused("piece 3 stone emu") == "unknown_kind"
    assert game.refused("ritual 1 disc") == "no_card_due"
    assert game.refused("figures 1 2") == "no_lot_due"


def test_w3_the_supply_after_set_up() -> None:
    game = Game()
    assert all(game.state.supply[2, kind] == count for kind, count in zip(KINDS, (14, 11, 8), strict=True))
    game.revealed().filled()
    assert all(game.state.supply[2, kind] == count for kind, count in zip(KINDS, (14, 11, 8), strict=True))
    assert game.refused("piece 1 disc kangaroo") == "no_piece_due"


def test_w4_a_scorpion_dealt_is_replaced_without_effect_and_goes_back() -> None:
    game = Game().revealed().filled()
    assert game.due() == "ritual 1 {}"
    game.do("ritual 1 scorpion")
    assert game.due() == "ritual 1 {}"
    game.do("ritual 1 scorpion")
    assert game.refused("ritual 1 scorpion") == "card_out"
    assert game.refused("ritual 2 disc") == "other_seat"
    assert (game.state.scorpion, set(game.state.score.values())) == (0, {0})
    game.dealt()
    assert game.state.aside == 0
    assert len(game.state.rituals) == 43 - 8
    assert game.state.rituals.count("scorpion") == 2
    assert (game.state.shuffles, game.state.drawn) == (1, 0)


def test_the_deal_goes_seat_by_seat() -> None:
    game = Game(seats=(7, 9, 2)).revealed().filled()
    assert game.refused("ritual 2 disc") == "other_seat"
    game.do("ritual 7 disc")
    assert game.refused("ritual 9 disc") == "other_seat"
    game.do("ritual 7 double", "ritual 9 disc", "ritual 9 disc", "ritual 2 cube", "ritual 2 cube")
    assert game.state.hands == {7: ("disc", "double"), 9: ("disc", "disc"), 2: ("cube", "cube")}


def test_w5_w6_the_lot_gives_two_seats_the_figures() -> None:
    game = Game().revealed().filled().dealt()
    assert game.refused("figures 1 1") == "same_seat"
    assert game.refused("figures 1 7") == "not_dealt_in"
    draw = game.variant.chance(game.state)
    assert draw is not None
    assert (draw.pile, len(draw.contents), draw.form) == ("lots", 12, "figures {}")
    game.do("figures 3 1")
    assert game.state.owners == {"ancestor": 3, "elder": 1}
    assert game.state.figures == {"ancestor": "hands", "elder": "foot"}
    assert (game.state.boomerang, game.state.round) == (3, 1)
    assert game.state.waiting == (3, 4, 1, 2)
    assert game.refused("figures 1 2") == "no_lot_due"


@pytest.mark.parametrize("count", [2, 6])
def test_w7_three_to_five_play(count: int) -> None:
    with pytest.raises(Refused) as caught:
        Game(seats=range(1, count + 1))
    assert caught.value.code == "seat_count"


def test_there_is_no_other_set_up_and_one_house_rule() -> None:
    with pytest.raises(Refused) as caught:
        set_up(BASIC, seats=(1, 2, 3), condition=0, rules={}, extra={"deck": []})
    assert caught.value.code == "unknown_setup"
    with pytest.raises(Refused) as caught:
        set_up(BASIC, seats=(1, 2, 3), condition=0, rules={"ancestor_passes_left": 1}, extra={})
    assert caught.value.code == "bad_rule"
    with pytest.raises(Refused) as caught:
        set_up(BASIC, seats=(1, 2, 3), condition=0, rules={"treasure_optional": True}, extra={})
    assert caught.value.code == "unknown_rule"


def test_every_pile_is_known_before_the_first_draw() -> None:
    piles = BASIC.piles(Game().play.setup)
    assert list(piles) == [*(f"stack_{name}" for name in NAMES), "bag", "rituals", "lots"]
    assert piles["stack_emu"] == BASIC_FORM.stack
    assert piles["rituals"] == BASIC_FORM.rituals
    assert piles["bag"][:5] == ("1 disc", "1 disc", "1 disc", "1 disc", "1 cube")
    assert piles["lots"][:4] == ("1 2", "1 3", "1 4", "2 1")


@pytest.mark.parametrize(
    "text",
    [
        "reveal kangaroo",
        "reveal kangaroo disc disc",
        "piece 1 disc",
        "ritual 1",
        "figures 1",
        "1 take",
        "1 place disc",
        "1 draw",
        "1 done 1",
        "1 kind",
        "1 move",
        "1 pass 1",
        "1 play",
        "1 play cube",
        "1 play cube remove",
        "1 play cube remove 2 3",
        "1 play cube away 2",
        "1 play double",
        "1 play double cube",
        "1 play double cube out",
        "1 play double cube out fish fish fish",
        "1 pick cube",
        "1 figure elder",
        "card Qh",
        "take emu",
        "1 reveal emu disc",
    ],
)
def test_malformed_texts(text: str) -> None:
    assert Game().refused(text) in {"malformed", "unknown_action"}


@pytest.mark.parametrize(
    "text",
    ["1 take kangaroo", "1 done", "1 draw 1", "1 kind cube", "1 place disc emu", "1 move emu", "1 pass"],
)
def test_nobody_decides_anything_during_set_up(text: str) -> None:
    game = Game()
    assert not game.options()
    assert game.refused(text) == "not_now"
