"""Random hands with irregularities, undo and corrections in all house rules, beside a slow game of the rules alone."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tables.game import records
from tables.game.actions import carried, carry_in
from tables.game.base import Refused
from tables.game.settlement import outcome
from tables.variants.boomerang_poker.felt import Felt
from tests.dealing import POKER, Dealing
from tests.property.slow_poker import CARDS, SlowPoker

cards = st.sampled_from(CARDS)
seats = st.integers(1, 10)
house_rules = st.fixed_dictionaries(
    {
        "tie_after_draw": st.sampled_from(["live", "out"]),
        "tied_finish": st.sampled_from(["split", "play_on"]),
        "overdealt_card": st.sampled_from(["dead", "next"]),
        "odd_chip_unit": st.sampled_from([1, 100, 500]),
    }
)
circles = st.lists(seats, min_size=2, max_size=10, unique=True).map(sorted)
# Cards of few ranks come first, for ties and long hands.
decks = st.sampled_from(["23456789TJQKA", "A2345", "2345", "QK", "A5T"])
picks = st.lists(st.integers(0, 51), min_size=1, max_size=8)
texts = st.one_of(
    st.builds("{} fold".format, seats),
    st.builds("{} buy {}".format, seats, st.integers(1, 3)),
    st.builds("{} {}".format, st.sampled_from(["card", "scrap", "extra"]), cards),
    st.builds("deal {} {} {}".format, seats, cards, cards),
    st.builds("{} {}".format, st.sampled_from(["turn", "restore", "kill"]), seats),
    st.builds("award {} {}".format, seats, st.integers(1, 20).map(lambda n: n * 500)),
    st.just("misdeal"),
)


class Hands(RuleBasedStateMachine):
    """One hand after another is posted, played, ruled upon, taken back, corrected, paid, dealt again."""

    dealing: Dealing
    old: Dealing | None = None

    @initialize(
        circle=circles,
        start=st.integers(0, 9),
        rules=house_rules,
        deck=decks,
        drop=st.booleans(),
        dealt=st.sampled_from([True, True, True, False]),
    )
    def open(
        self, circle: list[int], start: int, rules: dict[str, Any], deck: str, drop: bool, dealt: bool
    ) -> None:
        turned = circle[start % len(circle) :] + circle[: start % len(circle)]
        self.about: dict[str, Any] = {"rules": rules, "drop_when": "before_deal" if drop else "after_award"}
        self.deck = [card for card in CARDS if card[0] in deck] + [
            card for card in CARDS if card[0] not in deck
        ]
        self.few = sum(card[0] in deck for card in CARDS)
        self.dealing = Dealing(seats=turned, condition=500, **self.about)
        if start == 3:
            self.dealing.do(f"waive {turned[0]} H-12")
        self.dealing.post()
        self.renew()
        for at in range(2 * len(turned) if dealt else 0):
            self.play(f"card {self.fresh(7 * at + start)}")

    def renew(self) -> None:
        """The slow game of the texts that stand, and what was seen before each of them."""
        hand = self.dealing.hand
        self.slow = SlowPoker(hand.seats, hand.condition, hand.opening["rules"])
        for move in hand.play.moves:
            assert self.slow.can(move.text), move.text
            self.slow.do(move.text)

    def play(self, text: str) -> None:
        """A text that the slow game allows is carried out, any other is refused and changes nothing."""
        before, out = self.dealing.hand, set(self.slow.out)
        if self.slow.can(text):
            self.dealing.ruled(text)
            self.slow.do(text)
            if text[0].isdecimal():
                assert int(text.partition(" ")[0]) not in out
        else:
            self.dealing.refuses(text, reason="seen", rule="H-1")
            assert self.dealing.hand is before

    def fresh(self, pick: int) -> str:
        """An unseen card, those of the few ranks first."""
        left = [card for card in self.deck if card not in self.slow.seen()]
        few = [card for card in left if card in self.deck[: self.few]] or left
        return few[pick % len(few)] if few else self.deck[0]

    @precondition(lambda self: not self.dealing.hand.state.over and self.dealing.hand.frozen is None)
    @rule(picks=picks)
    def the_game_goes_on(self, picks: list[int]) -> None:
        """Cards come as they are due, the actor folds now and then and buys else."""
        for pick in picks:
            awaits = POKER.awaiting(self.dealing.hand.state) or {}
            prompt = self.slow.prompt()
            if "draw" in awaits:
                self.play(f"card {self.fresh(pick)}")
            elif prompt is not None:
                options = prompt["options"]
                assert isinstance(options, list)
                bought = options[1 + pick // 4 % (len(options) - 1)] if len(options) > 1 else "fold"
                self.play(f"{prompt['seat']} {bought if pick % 4 else 'fold'}")

    goes_on_again = rule(picks=picks)(
        precondition(lambda self: not self.dealing.hand.state.over and self.dealing.hand.frozen is None)(
            lambda self, picks: self.the_game_goes_on(picks)
        )
    )

    @precondition(lambda self: not self.slow.dealt() and self.dealing.hand.frozen is None)
    @rule(pick=st.integers(0, 51), place=st.integers(0, 9))
    def a_pair_is_dealt(self, pick: int, place: int) -> None:
        first = self.fresh(pick)
        second = next(card for card in self.deck[pick:] + self.deck if card not in {first, *self.slow.seen()})
        self.play(f"deal {self.slow.seats[place % len(self.slow.seats)]} {first} {second}")

    @precondition(lambda self: self.dealing.hand.frozen is None)
    @rule(text=texts)
    def anything_is_tried(self, text: str) -> None:
        self.play(text)

    @precondition(lambda self: self.slow.beat_just_now and self.dealing.hand.frozen is None)
    @rule(pick=st.integers(0, 51))
    def one_card_too_many(self, pick: int) -> None:
        self.play(f"extra {self.fresh(pick)}")

    @precondition(lambda self: self.slow.out and self.slow.dealt())
    @rule(pick=st.integers(0, 9), word=st.sampled_from(["restore", "restore", "kill", "turn"]))
    def the_floor_rules(self, pick: int, word: str) -> None:
        out = sorted(self.slow.out) if word == "restore" else self.slow.seats
        self.play(f"{word} {out[pick % len(out)]}")

    @precondition(lambda self: self.dealing.hand.play.moves)
    @rule(pick=st.integers(0, 9))
    def the_floor_awards_or_voids(self, pick: int) -> None:
        pot = sum(self.slow.posted().values())
        a, b = self.slow.seats[0], self.slow.seats[-1]
        ends = ["void", f"award {a} {pot}", f"award {b} {pot - 300} {a} 300", f"award {a} {pot - 1}"]
        if self.slow.ended() or pick < len(ends):
            self.play(ends[pick % len(ends)])

    @precondition(lambda self: self.dealing.hand.play.moves)
    @rule(back=st.integers(1, 6))
    def some_is_taken_back(self, back: int) -> None:
        moves = self.dealing.hand.play.moves
        first = moves[-min(back, len(moves))]
        before = moves[-back - 1].state if back < len(moves) else self.dealing.hand.play.beginning
        seen = before.setup, outcome(POKER, before), POKER.prompts(before)
        self.dealing.do(f"undo {first.n}", reason="keyed wrong")
        after = self.dealing.hand.state
        assert (after.setup, outcome(POKER, after), POKER.prompts(after)) == seen
        assert after == before
        self.renew()

    @precondition(
        lambda self: any(move.text[:4] in ("card", "deal") for move in self.dealing.hand.play.moves)
    )
    @rule(pick=st.integers(0, 99), other=cards, second=cards)
    def a_card_is_corrected(self, pick: int, other: str, second: str) -> None:
        dealt = [move for move in self.dealing.hand.play.moves if move.text[:4] in ("card", "deal")]
        wrong = dealt[pick % len(dealt)]
        words = wrong.text.split(" ")
        right = f"card {other}" if words[0] == "card" else f"deal {words[1]} {other} {second}"
        standing = [move.text for move in self.dealing.hand.play.moves]
        try:
            self.dealing.do(f"correct {wrong.n} {right}", reason="misread")
        except Refused:
            assert [move.text for move in self.dealing.hand.play.moves] == standing
            return
        at = standing.index(wrong.text)
        fits = [move.text for move in self.dealing.hand.play.moves]
        assert fits == [*standing[:at], right, *standing[at + 1 :]][: len(fits)]
        assert len(fits) > at
        assert len(fits) == len(standing) or self.dealing.hand.frozen is not None
        self.renew()

    @precondition(lambda self: self.dealing.hand.dispute is None)
    @rule(pick=st.integers(0, 9))
    def somebody_disputes(self, pick: int) -> None:
        """Until a ruling nothing goes on; the ruling is in the other rules too."""
        self.dealing.do("dispute", reason="that was not my card")
        for text in ("2 fold", "card 2c", "scrap 2c"):
            self.dealing.refuses(text)
        if pick:
            self.what_happened_stands()

    @rule()
    @precondition(lambda self: self.dealing.hand.frozen is not None)
    def what_happened_stands(self) -> None:
        self.dealing.ruled("rule stands")
        assert self.dealing.hand.frozen is None

    @precondition(lambda self: self.dealing.hand.state.over and not self.dealing.hand.settled)
    @precondition(lambda self: self.dealing.hand.frozen is None)
    @rule(again=st.booleans())
    def the_hand_is_paid_or_dealt_again(self, again: bool) -> None:
        hand = self.dealing.hand
        if again and hand.state.void is not None and not hand.unposted:
            self.redeal()
        else:
            self.dealing.do("pay")
            assert self.dealing.hand.settled

    def redeal(self) -> None:
        before = self.dealing.hand
        facts, after = carried(before, "redeal", "T12/9999")
        self.dealing.take(facts, after)
        assert self.dealing.hand.settled
        new = Dealing(seats=before.seats, hand="T12/9999", carried_from=before.id, **self.about)
        new.take(*carry_in(new.hand, before))
        assert new.hand.unposted == ()
        self.old, self.dealing = self.dealing, new
        self.renew()

    @invariant()
    def the_slow_game_sees_the_same(self) -> None:
        state = self.dealing.hand.state
        assert isinstance(state, Felt)
        prompt = self.slow.prompt()
        assert [p.public() for p in POKER.prompts(state)] == ([] if prompt is None else [prompt])
        assert state.over == self.slow.ended()
        assert state.stub == self.slow.stub()
        assert state.out == self.slow.out
        shown = outcome(POKER, state)
        assert shown["payouts"] == {str(seat): cents for seat, cents in sorted(self.slow.paid().items())}
        if self.slow.void is None:
            assert shown["hands"] == {str(seat): hand for seat, hand in self.slow.cards.items()}
            assert shown["pot"] == sum(self.slow.posted().values())

    @invariant()
    def nothing_is_posted_or_paid_that_is_not_there(self) -> None:
        hand, posted = self.dealing.hand, sum(self.slow.posted().values())
        money = hand.money
        assert sum(hand.posted().values()) == posted
        assert money.pot == (0 if self.slow.void else posted)
        assert sum(money.net.values()) == (0 if hand.state.over else -posted)
        if hand.paid is not None and hand.settled:
            assert sum(hand.paid.values()) == posted
        if hand.refunded is not None and hand.settled and hand.carried_to is None:
            assert sum(hand.refunded.values()) == posted
        said = self.dealing.said
        fees = [sum(d["cents"] for d in said(f"fee.{word}")) for word in ("collected", "returned", "dropped")]
        assert fees[0] - fees[1] - fees[2] == hand.fees_held >= 0
        assert not hand.unposted

    @invariant()
    def no_card_is_twice_and_an_export_replays_to_the_same_outcome(self) -> None:
        state = self.dealing.hand.state
        assert isinstance(state, Felt)
        out_cards = [card for hand in state.hands.values() for card in hand]
        out_cards += [*state.dead, *([] if state.waiting is None else [state.waiting])]
        assert len(out_cards) == len(set(out_cards))
        undone = [{"n": u.n, "text": u.text, "reason": u.reason} for u in self.dealing.hand.undone]
        exported = records.replay(
            records.write(self.dealing.hand.play, about={"hand": "T12/4711"}, undone=undone)
        )
        assert exported["refused"] is None
        assert exported["outcome"] == outcome(POKER, state)
        assert exported["complete"] == state.over
        assert exported["awaiting"] == POKER.awaiting(state)


TestHands = Hands.TestCase
TestHands.settings = settings(max_examples=120, stateful_step_count=40, derandomize=True, deadline=None)
