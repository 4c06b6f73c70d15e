"""A thousand and more random games beside the slow game of the rules: every text is legal in both or in neither."""

from __future__ import annotations

import random
from collections import Counter

from tables.game import records
from tables.game.base import Event, Refused, decide
from tables.game.settlement import outcome
from tables.variants.boomerang_poker.felt import Felt
from tests.dealing import POKER
from tests.property.slow_poker import CARDS, SlowPoker, strength

GAMES = 1_500
RULES = [
    {"tie_after_draw": tie, "tied_finish": finish, "overdealt_card": extra}
    for tie in ("live", "out")
    for finish in ("split", "play_on")
    for extra in ("dead", "next")
]
SEATS = [(3, 8), (8, 3), (1, 4, 9), (7, 9, 2), (2, 3, 5, 8), (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)]
WEIGHTS = [4, 4, 4, 4, 3, 1]
RANKS = ["23456789TJQKA", "2A345", "QK", "2T", "AK"]


def attempt(chance: random.Random, slow: SlowPoker, deck: list[str]) -> str:
    """A text that fits the moment more often than not."""
    prompt = slow.prompt()
    card = next((card for card in deck if card not in slow.seen()), deck[0])
    if chance.random() < 0.03:
        card = chance.choice(CARDS)
    if chance.random() < (0.2 if slow.dealt() else 0.02):
        seat = chance.choice(slow.seats) if chance.random() < 0.9 else chance.randint(1, 10)
        pot = sum(slow.posted().values())
        words = [f"turn {seat}"] * 4 + [f"restore {seat}"] * 4 + [f"{seat} buy {chance.randint(1, 3)}"] * 3
        words += [
            f"scrap {card}",
            f"extra {card}",
            f"card {card}",
            f"deal {seat} {card} {chance.choice(CARDS)}",
        ]
        words += [f"{seat} fold", f"kill {seat}", f"kill {seat}", "misdeal"]
        if chance.random() < 0.3:
            words = ["void", f"award {seat} {pot}", f"award {seat} {pot} 3 500"]
        return chance.choice(words)
    if slow.beat_just_now and chance.random() < 0.2:
        return f"extra {card}"
    if prompt is None:
        return f"card {card}" if not slow.ended() else f"restore {chance.choice(slow.seats)}"
    if chance.random() < 0.15:
        return f"{prompt['seat']} buy {chance.randint(1, 3)}"
    option = "fold" if chance.random() < 0.08 else chance.choice(list(prompt["options"]))  # type: ignore[call-overload]
    return f"{prompt['seat']} {option}"


def game(chance: random.Random, met: Counter[str]) -> None:
    seats, rules, ranks = chance.choices(SEATS, WEIGHTS)[0], chance.choice(RULES), chance.choice(RANKS)
    few, rest = [c for c in CARDS if c[0] in ranks], [c for c in CARDS if c[0] not in ranks]
    chance.shuffle(few)
    chance.shuffle(rest)
    deck = few + rest
    slow = SlowPoker(seats, 500, rules)
    state: Felt = POKER.start(records.set_up(POKER, seats=seats, condition=500, rules=rules, extra={}))
    for _ in range(120):
        text = attempt(chance, slow, deck)
        allowed = slow.can(text)
        try:
            events, state = decide(POKER, state, text)
        except Refused as refused:
            met[f"refused {refused.code}"] += 1
            legal = False
        else:
            met.update(seen(events, state))
            legal = True
        assert legal == allowed, text
        if legal:
            slow.do(text)
        same(slow, state)
        if slow.void or (slow.ended() and chance.random() < 0.3):
            return


def seen(events: tuple[Event, ...], state: Felt) -> list[str]:
    names = [f"{event.type} {getattr(event, 'verdict', '')}".strip() for event in events]
    if events[-1].type == "hand.won" and len(state.winners or ()) > 1:
        names.append("split")
    return names


def same(slow: SlowPoker, state: Felt) -> None:
    """Both say the same of who acts, what there is to beat, what came of it and who is paid."""
    prompt = slow.prompt()
    assert [p.public() for p in POKER.prompts(state)] == ([] if prompt is None else [prompt])
    assert state.over == slow.ended()
    assert state.out == slow.out
    assert state.stub == slow.stub()
    shown = outcome(POKER, state)
    assert shown["payouts"] == {str(seat): cents for seat, cents in sorted(slow.paid().items())}
    if slow.void is None:
        assert shown["hands"] == {str(seat): hand for seat, hand in slow.cards.items()}
        assert shown["pot"] == sum(slow.posted().values())


def test_random_games_agree_with_the_slow_game() -> None:
    chance, met = random.Random(2026), Counter[str]()
    for _ in range(GAMES):
        game(chance, met)
    often = [
        *(f"hand.bought_card {verdict}" for verdict in ("beats", "not_yet", "tied", "fails")),
        *(
            "hand.folded",
            "hand.exhausted",
            "hand.killed",
            "hand.restored",
            "hand.turn_given",
            "hand.misdealt",
        ),
        *("hand.card_overdealt", "hand.card_scrapped", "hand.awarded", "hand.voided", "hand.won", "split"),
        *(f"refused {code}" for code in ("seat_out", "exhausted", "highest_hand", "too_many")),
        *(
            f"refused {code}"
            for code in ("card_out", "cards_due", "not_your_turn", "no_extra_now", "too_late")
        ),
    ]
    assert [name for name in often if met[name] < 5] == [], met


def test_the_slow_ranking_is_the_one_of_the_rules() -> None:
    """The oracle itself, by the rules file's counts of two-card hands and a ladder of cases."""
    pairs = [(a, b) for i, a in enumerate(CARDS) for b in CARDS[:i]]
    assert sum(strength(pair)[0] == 1 for pair in pairs) == 78
    assert len({(kind, *ranks) for kind, ranks in map(strength, pairs)}) == 91
    ladder = [
        *(
            "3c 2d",
            "Kc Qd",
            "Kc Qd Jh",
            "Ac Kd",
            "Ac Kd Qs Js 9s",
            "2c 2d",
            "2c 2d 3h",
            "Ac Ad Kh",
            "3c 3d 2h 2s",
        ),
        *(
            "2c 2d 2h",
            "5c 4d 3h 2s Ac",
            "6c 5d 4h 3s 2c",
            "Ac Kd Qs Js Ts",
            "7c 5c 4c 3c 2c",
            "2c 2d 2h 3c 3d",
        ),
        *("2c 2d 2h 2s", "5c 4c 3c 2c Ac", "Ac Kc Qc Jc Tc"),
    ]
    assert [" ".join(hand) for hand in sorted((hand.split() for hand in ladder), key=strength)] == ladder
