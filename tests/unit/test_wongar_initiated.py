"""Wongar, the Game for the Initiated: rulings W56-W63."""

from __future__ import annotations

from collections import Counter

from tables.variants.wongar.cards import KINDS
from tests.wongar_games import INITIATED, Game, at_ceremony, ready

NAMES = INITIATED.board.map.territories


def dealt(seats: tuple[int, ...] = (1, 2, 3, 4)) -> Game:
    """Cards are turned up and dealt, the lot has fallen on the second seat and the first."""
    game = Game(INITIATED, seats).revealed().dealt()
    return game.do(f"figures {seats[1]} {seats[0]}")


def settled() -> Game:
    """All first pieces are placed, each kind at Fish."""
    game = dealt()
    for kind in KINDS:
        for _ in range(4):
            game.do(*(f"{seat} place {kind} fish" for seat in (2, 3, 4, 1)))
    return game


def test_w56_thirteen_cards_in_a_stack_and_two_figure_cards_before_each_seat() -> None:
    game = Game(INITIATED)
    assert all(Counter(stack.left)["ancestor"] == 1 for stack in game.state.stacks.values())
    assert all(stack.size == 13 for stack in game.state.stacks.values())
    assert game.state.figure_cards == dict.fromkeys((1, 2, 3, 4), ("ancestor", "elder"))
    assert INITIATED.view(game.state, "public")["figure_cards"]["3"] == ["ancestor", "elder"]


def test_w57_wo20_two_cards_dealt_and_a_double_of_ones_own() -> None:
    game = Game(INITIATED).revealed()
    assert game.state.hands == dict.fromkeys((1, 2, 3, 4), ("double",))
    assert game.due() == "ritual 1 {}"
    assert game.refused("ritual 1 double") == "card_out"
    assert game.refused("ritual 1 scorpion") == "card_out"
    game.dealt(s2="cube cylinder")
    assert game.state.hands[2] == ("cube", "cylinder", "double")
    assert len(game.state.rituals) == 28


def test_w58_wo20_the_owners_are_fixed_then_pieces_are_placed_one_at_a_time() -> None:
    game = Game(INITIATED).revealed().dealt()
    assert not game.options()
    assert game.refused("2 place disc emu") == "not_now"
    game.do("figures 2 1")
    assert game.options() == tuple(f"2 place {kind} {name}" for kind in KINDS for name in NAMES)
    assert game.refused("3 place disc emu") == "not_your_turn"
    game.do("2 place disc emu")
    assert game.refused("2 place disc emu") == "not_your_turn"
    game.do("3 place cube emu", "4 place cylinder emu", "1 place cylinder emu")
    assert game.options()[0].startswith("2 place")


def test_w58_wo20_four_of_each_kind_and_no_cap_on_a_territory() -> None:
    game = dealt()
    for _ in range(4):
        game.do(*(f"{seat} place disc fish" for seat in (2, 3, 4, 1)))
    assert game.refused("2 place disc emu") == "pieces_used"
    assert game.closed()["place disc emu"] == "Seat 2 has placed its 4 discs of the set-up."
    assert all("disc" not in option for option in game.options())
    game = settled()
    assert sum(game.state.pieces["fish"].values()) == 48
    assert game.state.supply == dealt().state.supply
    assert (game.state.round, game.state.boomerang) == (1, 2)
    assert game.options() == tuple(f"1 pick {kind}" for kind in KINDS)


def test_w58_reveals_happen_as_in_the_basic_game() -> None:
    game = Game(INITIATED).do("reveal kangaroo scorpion", "reveal kangaroo triple")
    assert game.state.stacks["kangaroo"].under == 1
    assert game.state.scorpion == 0


def test_there_is_no_bag() -> None:
    game = Game(INITIATED)
    assert "bag" not in INITIATED.piles(game.play.setup)
    assert game.revealed().refused("piece 1 disc kangaroo") == "unknown_action"


def test_w59_a_scorpion_revealed_costs_nothing_and_is_set_aside() -> None:
    game = ready(INITIATED).put(score={1: 9, 2: 0, 3: 0, 4: 0}).revealing("emu").do("reveal emu scorpion")
    assert game.scores() == (9, 0, 0, 0)
    assert game.state.scorpion == 1
    assert (game.state.collected[1], game.state.set_aside) == ((), 1)
    assert game.due() == "reveal emu {}"


def test_w59_the_last_space_ends_the_game() -> None:
    game = ready(INITIATED).put(scorpion=13).revealing("emu").hold(s4="")
    game.do("reveal emu scorpion", "reveal emu disc", "4 pick disc")
    for seat, name in ((1, "kangaroo"), (2, "emu"), (3, "snake"), (4, "goanna")):
        assert not game.state.over
        game.do(f"{seat} take {name}", f"{seat} done")
    assert game.state.over


def test_w60_every_ritual_card_in_play_is_picked() -> None:
    game = ready(INITIATED, emu="rituals").hold().do("1 take emu")
    assert game.due() is None
    assert game.refused("2 pick disc") == "not_your_turn"
    assert game.refused("1 pick double") == "not_in_stack"
    assert game.refused("1 pick emu") == "unknown_card"
    assert game.refused("ritual 1 disc") == "no_card_due"
    game.do("1 pick cylinder", "1 pick cylinder", "1 pick disc", "1 pick cube")
    assert game.state.hands[1] == ("disc", "cube", "cylinder", "cylinder")
    game.do("2 take fish", "2 draw 2", "2 pick cube")
    assert game.options() == tuple(f"2 pick {kind}" for kind in KINDS)


def test_w60_what_is_not_in_the_stack_cannot_be_picked() -> None:
    game = ready(INITIATED, emu="rituals").hold(s3=" ".join(["cube"] * 12)).do("1 take emu")
    assert game.options() == ("1 pick disc", "1 pick cylinder")
    assert game.closed() == {"pick cube": "No cube card is in the stack."}
    assert game.refused("1 pick cube") == "not_in_stack"


def test_w61_the_discards_become_the_stack_when_it_is_empty() -> None:
    game = ready(INITIATED, emu="rituals").put(rituals=("disc",), discards=("cube", "cube"))
    game.do("1 take emu", "1 pick disc")
    assert game.happened() == ["RitualPicked", "RitualsShuffled"]
    assert game.refused("1 pick disc") == "not_in_stack"
    game.do("1 pick cube", "1 pick cube")
    assert game.happened() == ["RitualPicked", "DrawingEnded"]
    assert game.options()[0].startswith("2 take")


def test_w61_not_before_a_card_is_to_be_picked() -> None:
    game = (
        ready(INITIATED)
        .put(rituals=("disc",), discards=("cube",))
        .do("1 take emu", "1 draw 1", "1 pick disc")
    )
    assert (game.state.rituals, game.state.discards) == ((), ("cube",))
    game.do("2 take snake", "2 draw 1")
    assert game.happened() == ["RitualsClaimed", "RitualsShuffled"]


def test_w61_from_two_empty_piles_nothing_is_taken() -> None:
    game = ready(INITIATED).put(rituals=(), discards=()).do("1 take emu")
    assert "1 draw 2" in game.options()
    game.do("1 draw 2")
    assert game.happened() == ["RitualsClaimed", "DrawingEnded"]
    assert game.options()[0].startswith("2 take")


def test_w62_a_figure_card_instead_of_taking_one() -> None:
    game = ready(INITIATED)
    assert game.options()[-2:] == ("1 figure ancestor", "1 figure elder")
    game.do("1 figure elder")
    assert game.state.owners == {"ancestor": 1, "elder": 1}
    assert game.options() == tuple(f"1 move {name}" for name in INITIATED.board.map.near["foot"])
    game.do("1 move snake")
    assert game.options()[0].startswith("2 take")
    assert len(game.state.face_up) == 10
    assert game.state.collected[1] == ()


def test_w62_each_card_once() -> None:
    game = ready(INITIATED).do("1 figure elder", "1 move snake").put(waiting=(1,))
    assert game.options()[-1] == "1 figure ancestor"
    assert game.closed() == {"figure elder": "Seat 1 has used its elder card."}
    assert game.refused("1 figure elder") == "card_used"
    assert game.refused("1 figure both") == "unknown_card"
    assert game.do("1 figure ancestor").state.figure_cards[1] == ()


def test_w62_from_the_hand_there_is_no_scoring_of_both() -> None:
    game = ready(INITIATED).lay(foot="3 disc").put(waiting=(3,))
    game.do("3 figure ancestor", "3 move foot")
    assert game.state.figures == {"ancestor": "foot", "elder": "foot"}
    assert game.scores() == (0, 0, 2, 0)


def test_w62_the_basic_game_has_no_such_cards() -> None:
    assert ready().refused("1 figure elder") == "unknown_action"


def test_w63_a_double_leaves_the_game() -> None:
    game = at_ceremony("fish", variant=INITIATED).lay(fish="1 disc, 2 disc")
    game.hold(s1="double disc").do("1 move fish", "1 play double disc remove 2", "1 play disc out hands")
    assert (game.state.gone, game.state.discards) == (1, ("disc",))
    assert game.state.hands[1] == ()


def test_in_the_basic_game_a_double_is_discarded() -> None:
    game = at_ceremony("fish").lay(fish="1 disc, 2 disc").hold(s1="double")
    game.do("1 move fish", "1 play double disc remove 2")
    assert (game.state.gone, game.state.discards) == (0, ("double",))


def test_the_ancestors_passing_on_is_a_rule_here_too() -> None:
    game = ready(INITIATED, rules={"ancestor_passes_left": True}).do("1 figure ancestor", "1 move emu")
    for seat, name in ((2, "emu"), (3, "snake"), (4, "goanna")):
        game.do(f"{seat} take {name}", f"{seat} done")
    assert (game.state.owners["ancestor"], game.state.boomerang) == (2, 2)
