"""The electronic shoe from the commitment to the published seed; every draw is computed anew from the log alone.

What recomputes here is written from the description of the shoe and shares no line with it.
"""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import replace

import pytest

from audit.core.record import Record
from audit.selectors import read
from tables import selectors
from tables.game import shoe
from tables.models import ShoeSeed, Table
from tests.desk import ROWS, Desk, rows


@pytest.fixture
def desk(desks: type[Desk]) -> Desk:
    return desks(source="electronic")


def published(records: Iterable[Record]) -> bytes:
    (seed,) = [record.data["seed"] for record in records if record.type == "shoe.revealed"]
    return bytes.fromhex(seed)


def index_of(seed: bytes, pile: str, k: int, n: int) -> int:
    """HMAC-SHA256(seed, pile 00 k), its four 64-bit words in turn, those that would favour low numbers rejected."""
    suffix = b""
    for round_number in range(1, 256):
        block = hmac.new(
            seed, pile.encode() + suffix + b"\x00" + k.to_bytes(8, "big"), hashlib.sha256
        ).digest()
        for word in (block[0:8], block[8:16], block[16:24], block[24:32]):
            number = int.from_bytes(word, "big")
            if number < 2**64 - 2**64 % n:
                return number % n
        suffix = bytes([round_number])
    raise AssertionError("unreachable")


def verify(records: list[Record]) -> int:
    """Recompute every draw of a hand; answers how many there were. Fails where one is not what the seed says."""
    opened, seed, hand = records[0], published(records), records[0].subject
    assert opened.type == "hand.opened"
    said = hashlib.sha256(seed + b"\x00" + hand.encode() + b"\x00" + b"1").hexdigest()
    assert opened.data["commitment"] == said
    piles: dict[str, list[str]] = opened.data["piles"]
    standing: dict[int, list[tuple[str, str]]] = {}
    count = 0
    for record in records[1:]:
        if record.type == "hand.undone":
            for n in record.data["taken"]:
                standing.pop(n, None)
        draw = record.data.get("draw")
        if draw is None:
            assert record.data.get("card") is None, "no card comes but from the shoe"
            continue
        came = [card for drawn in standing.values() for pile, card in drawn if pile == draw["pile"]]
        left = [card for card in piles[draw["pile"]] if card not in came]
        assert (draw["k"], draw["n"]) == (len(came), len(left))
        assert draw["index"] == index_of(seed, draw["pile"], draw["k"], draw["n"])
        assert record.data["card"] == left[draw["index"]]
        standing.setdefault(record.data["n"], []).append((draw["pile"], record.data["card"]))
        count += 1
    return count


def records_of(desk: Desk, hand: str) -> list[Record]:
    return [record for record in desk.records() if record.subject == hand]


def play_out(desk: Desk) -> None:
    """Everybody buys what he can until the hand is over."""
    while (hand := desk.hand())["phase"] in ("deciding", "drawing"):
        if hand["phase"] == "drawing":
            desk.do("draw")
        else:
            (prompt,) = hand["prompts"]
            desk.do(f"{prompt['seat']} {prompt['options'][-1]}")


def test_a_hand_from_the_commitment_to_the_seed(desk: Desk) -> None:
    desk.open()
    shown = desk.hand()
    (opened,) = desk.records(None, "hand.opened")
    assert opened.data["commitment"] == shown["commitment"], "public before the first card"
    assert len(opened.data["piles"]["deck"]) == len(set(opened.data["piles"]["deck"])) == 52
    desk.do("draw")
    dealt = desk.do("draw all")
    assert len(desk.records(dealt, "hand.card_dealt")) == 5
    play_out(desk)
    desk.do("pay")
    name = shown["hand"]
    assert not [record for record in records_of(desk, name) if record.type == "shoe.revealed"], "not yet"
    closed = desk.records(desk.do("open"))
    assert [(record.type, record.subject == name) for record in closed] == [
        ("hand.closed", True),
        ("shoe.revealed", True),
        ("hand.opened", False),
    ]
    assert verify(records_of(desk, name)) >= 6 + 1
    assert closed[2].data["commitment"] not in (None, shown["commitment"])


def test_an_undone_draw_comes_again(desk: Desk) -> None:
    desk.open().do("draw", "draw")
    first, second = (move["text"] for move in desk.hand()["moves"])
    n = desk.hand()["moves"][0]["n"]
    assert desk.refuses(f"undo {n}", reason="seat 2 was not ready").code == "floor_only"
    assert desk.refuses(f"undo {desk.last_n()}", reason="seat 2 was not ready").code == "floor_only"
    desk.do(f"undo {n}", by=desk.floor, reason="seat 2 was not ready")
    desk.do("draw all")
    assert [move["text"] for move in desk.hand()["moves"]][:2] == [first, second]
    play_out(desk)
    name = desk.hand()["hand"]
    desk.do("pay", "open")
    assert verify(records_of(desk, name)) >= 2 + 6


def test_a_void_hand_publishes_its_seed_too_and_the_redeal_has_another(desk: Desk) -> None:
    desk.open().do("draw all")
    before = desk.hand()
    desk.do("misdeal", reason="a card fell")
    again = desk.records(desk.do("redeal"))
    assert [record.type for record in again if record.subject == before["hand"]][-2:] == [
        "hand.closed",
        "shoe.revealed",
    ]
    assert verify(records_of(desk, before["hand"])) == 6
    after = desk.hand()
    assert after["commitment"] not in (None, before["commitment"])
    assert ShoeSeed.objects.count() == len({bytes(row.seed) for row in ShoeSeed.objects.all()}) == 2
    desk.ruled("void")
    desk.do("pay")
    desk.do("table close", by=desk.floor)
    assert verify(records_of(desk, after["hand"])) == 0


def test_nobody_keys_a_card_that_the_shoe_deals(desk: Desk) -> None:
    desk.open()
    for text in ("card Qh", "deal 5 As Td", "scrap 7c"):
        assert desk.refuses(text).code == "electronic_shoe"
    desk.do("draw all")
    n = desk.last_n()
    card = desk.hand()["moves"][-1]["text"]
    wrong = "card As" if card != "card As" else "card Ks"
    for by in (desk.dealer, desk.floor):
        refusal = desk.refuses(f"correct {n} {wrong}", by=by, reason="it was another")
        assert refusal.code in ("electronic_shoe", "floor_only")
    assert desk.refuses("draw").code == "no_card_due"
    assert desk.refuses("draw all").code == "no_card_due"


def test_the_source_changes_between_hands_alone(desk: Desk) -> None:
    desk.do("source pad", by=desk.floor)
    desk.won().do("pay")
    desk.do("source electronic", by=desk.floor)
    assert desk.hand()["source"] == "pad"
    desk.open()
    assert (desk.hand()["source"], Table.objects.get().source) == ("electronic", "electronic")
    assert desk.refuses("source pad", by=desk.floor).code == "hand_open"


def test_the_seed_stands_in_no_record_row_or_view_while_the_hand_is_open(desk: Desk) -> None:
    desk.open()
    seed = bytes(ShoeSeed.objects.get().seed)
    spelled = (seed.hex(), repr(seed), str(int.from_bytes(seed, "big")))

    def looked() -> None:
        seen = [record.body for record in read(desk.stream)] + [str(desk.view()), str(desk.hand())]
        seen += [str(rows(ROWS))]
        assert not any(text in page for page in seen for text in spelled)

    looked()
    desk.do("draw all")
    looked()
    play_out(desk)
    looked()
    desk.do("pay")
    looked()
    assert seed.hex() not in str(selectors.history(selectors.finished_hand(desk.hand()["hand"])))
    name = desk.hand()["hand"]
    desk.do("open")
    assert published(records_of(desk, name)) == seed


def test_words_that_would_favour_low_numbers_are_rejected() -> None:
    """With piles larger than any game's, so that words, and whole rounds of them, are rejected often."""
    for n in (1, 52, 2**63 + 1, 3 * 2**62 + 1, 2**64 - 1):
        for k in range(200):
            assert shoe.uniform(bytes(range(32)), "deck", k, n) == index_of(bytes(range(32)), "deck", k, n)


def test_what_verifies_would_notice(desk: Desk) -> None:
    """The recomputation of these tests fails for another seed, another card and a draw left out."""
    desk.open().do("draw all")
    name = desk.hand()["hand"]
    desk.do("misdeal", reason="a card fell")
    desk.do("pay", "open")
    records = records_of(desk, name)
    assert verify(records) == 6
    drawn = [place for place, record in enumerate(records) if record.data.get("draw")]
    seed = len(records) - 1

    def but(place: int, **data: object) -> list[Record]:
        changed = replace(records[place], data={**records[place].data, **data})
        return [*records[:place], changed, *records[place + 1 :]]

    forgeries = [records[:place] + records[place + 1 :] for place in drawn[:-1]]
    forgeries += [but(place, card=records[place - 1].data.get("card")) for place in drawn]
    forgeries += [but(seed, seed=bytes(32).hex()), but(0, commitment="0" * 64)]
    for forged in forgeries:
        with pytest.raises(AssertionError):
            verify(forged)
