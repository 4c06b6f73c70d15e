"""A seat's screen: the code that opens it once, the browser that holds it, what its player may do, and who else may."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest

from audit.selectors import read
from cardroom.accounts.models import Person, Terminal
from cardroom.accounts.policies import NotAllowed
from tables import joining
from tables.game.base import Refused
from tables.models import HandedTablet, JoinTries, SeatCode, SeatLease, Table
from tables.pairing import pair_terminal
from tables.players import SeatPlayer, player_at, player_handed, proof, still_held
from tables.seat_screens import LENGTH, SIGNS, tablet_secret
from tables.selectors import events_view
from tables.services import Answers, Command, Stale
from tests.desk import TERMINAL, Desk, standing
from tests.hunters import SHOWN, hunted, hunters
from tests.people import ROOM, person


@pytest.fixture
def hunt(desks: type[Desk]) -> Desk:
    return hunters(desks)


def joins(
    code: str, *, form: str = "", asker: str = "phone", holds: SeatPlayer | None = None
) -> joining.Screen:
    return joining.join(
        code=code, form=form or uuid.uuid4().hex, askers={asker: joining.TRIES}, terminal="", holds=holds
    )


def code_of(desk: Desk, seat: int) -> str:
    return SeatCode.objects.get(table=desk.number, seat=seat).code


def prompt(desk: Desk, seat: int) -> Answers:
    hand = desk.hand()
    (found,) = (p for p in hand["prompts"] if p["seat"] == seat)
    return Answers(hand["hand"], seat=seat, after=found["after"])


def acts(desk: Desk, seat: int, action: str, id: str = "") -> Any:
    """As the seat's screen sends it: by its player, as an answer to the seat's prompt."""
    order = Command(id or uuid.uuid4().hex, action, prompt(desk, seat))
    return desk.send(order, desk.player(seat))


# --- the code ------------------------------------------------------------------------------------


def test_a_code_is_given_by_the_dealer_or_the_floor_and_stands_in_no_record(hunt: Desk) -> None:
    for by in (hunt.dealer, hunt.floor):
        given = hunt.do("screen 4", by=by)
        code = code_of(hunt, 4)
        assert len(code) == LENGTH
        assert set(code) <= set(SIGNS)
        assert code not in str(hunt.records())
        assert [r.data for r in hunt.records(given)] == [{"seat": 4}]
    assert not set("0OQ1ILU2Z5S8B6G") & set(SIGNS) - {"6"}, "what is taken for another sign is left out"


def test_a_code_is_good_once(hunt: Desk) -> None:
    hunt.do("screen 4")
    code = code_of(hunt, 4)
    screen = joins(f" {code[:3].lower()}-{code[3:]} ")
    assert (screen.table, screen.seat) == (hunt.number, 4)
    with pytest.raises(Refused) as refused:
        joins(code)
    assert refused.value.code == "wrong_code"
    opened = hunt.records(None, "seat.screen_opened")[-1]
    assert (opened.role, opened.actor) == ("player", player_at(hunt.number, 4, screen.secret).public_id)
    assert opened.data == {"seat": 4, "device": opened.terminal, "replaced": False}
    assert screen.secret not in str(hunt.records())
    assert SeatLease.objects.get(seat=4).proof == proof(screen.secret) != screen.secret


def test_the_same_form_sent_again_is_answered_as_it_was(hunt: Desk) -> None:
    """A phone that did not hear the answer taps again: it holds the seat, and nobody has to ask for another code."""
    hunt.do("screen 4")
    code = code_of(hunt, 4)
    first = joins(code, form="form-1")
    before = standing()
    assert joins(code, form="form-1") == first
    assert standing() == before


def test_a_newer_code_takes_the_place_of_an_older(hunt: Desk) -> None:
    hunt.do("screen 4")
    old = code_of(hunt, 4)
    hunt.do("screen 4")
    with pytest.raises(Refused):
        joins(old)
    joins(code_of(hunt, 4))


def test_a_code_lasts_ten_minutes(hunt: Desk) -> None:
    hunt.do("screen 4")
    row = SeatCode.objects.get()
    SeatCode.objects.update(made_at=row.made_at - timedelta(minutes=10, seconds=1))
    with pytest.raises(Refused) as refused:
        joins(row.code)
    assert refused.value.code == "code_expired"
    hunt.do("screen 6")
    assert [code.seat for code in SeatCode.objects.all()] == [6], "old ones are cleared away"


def test_wrong_codes_are_counted_recorded_and_refused_after_ten(hunt: Desk) -> None:
    hunt.do("screen 4")
    seen = list(read("access"))[-1].seq
    for _ in range(10):
        with pytest.raises(Refused) as refused:
            joins("777777")
        assert refused.value.code == "wrong_code"
    for text in ("777777", code_of(hunt, 4)):
        with pytest.raises(Refused) as refused:
            joins(text)
        assert refused.value.code == "too_many_codes"
    causes = [record.data["cause"] for record in read("access", seen + 1)]
    assert causes == ["wrong_code"] * 10 + ["locked"] * 2
    assert "777777" not in str(list(read("access", seen + 1)))
    joins(code_of(hunt, 4), asker="another phone")
    JoinTries.objects.update(since=JoinTries.objects.get().since - timedelta(minutes=6))
    hunt.do("screen 6")
    joins(code_of(hunt, 6))
    assert not JoinTries.objects.filter(asker="phone").exists()


@pytest.mark.parametrize("text", ["", "   ", "OOOOOO", "ÄÖÜ", "4", "A" * 200, "'; DROP", "\u202eABC"])
def test_what_is_no_code(hunt: Desk, text: str) -> None:
    with pytest.raises(Refused) as refused:
        joins(text)
    assert refused.value.code == "wrong_code"


def test_a_device_is_the_screen_of_one_seat(hunt: Desk) -> None:
    mine = hunt.player(4)
    hunt.do("screen 6")
    with pytest.raises(Refused) as refused:
        joins(code_of(hunt, 6), holds=mine)
    assert refused.value.code == "holds_seat"
    assert refused.value.reason == "This device is the screen of seat 4 at T12: give that up first."
    joining.leave(mine, form="leave-1")
    assert hunt.records(None, "seat.screen_closed")[-1].data == {"seat": 4}
    joins(code_of(hunt, 6))
    with pytest.raises(NotAllowed):
        mine.again()


def test_no_screen_where_none_is_needed(desk: Desk) -> None:
    assert desk.refuses("screen 2").code == "no_own_screens"
    assert desk.refuses("hand round").code == "no_own_screens"
    assert desk.refuses("first 2").code == "no_first"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("screen", "malformed"),
        ("screen 11", "bad_number"),
        ("screen 2", "seat_empty"),
        ("screen 4 open", "malformed"),
        ("screen 4 close", "no_screen"),
        ("hand", "malformed"),
        ("hand on", "malformed"),
        ("first 4", "hand_open"),
    ],
)
def test_what_is_refused_at_the_console(hunt: Desk, text: str, code: str) -> None:
    assert hunt.refuses(text).code == code


# --- the lease -----------------------------------------------------------------------------------


def test_another_phone_takes_the_seat_over_and_the_older_is_told(hunt: Desk) -> None:
    old = hunt.player(4)
    hunt.do("screen 4")
    hunt.secrets[4] = hunt.joins(4)
    assert hunt.records(None, "seat.screen_opened")[-1].data["replaced"]
    with pytest.raises(NotAllowed) as lost:
        old.again()
    assert lost.value.code == "screen_replaced"
    assert "ask the dealer for a new code" in lost.value.reason.lower()
    order = Command("old-phone", "4 choose water", prompt(hunt, 4))
    assert hunt.refuses_order(order, old).code == "screen_replaced"
    acts(hunt, 4, "4 choose desert")


def test_two_phones_do_not_fight(hunt: Desk) -> None:
    """Each needs a code for every time: without one nothing that the older does gives it the seat again."""
    old = hunt.player(4)
    hunt.do("screen 4")
    new = hunt.joins(4)
    for _ in range(3):
        with pytest.raises(NotAllowed):
            player_at(hunt.number, 4, old.secret)
    assert player_at(hunt.number, 4, new).seat == 4


def test_the_dealer_closes_a_screen(hunt: Desk) -> None:
    held = hunt.player(4)
    hunt.do("screen 4 close")
    with pytest.raises(NotAllowed) as lost:
        held.again()
    assert lost.value.code == "screen_closed"
    assert still_held({proof(held.secret)}) == set()
    del hunt.secrets[4]


def test_a_screen_goes_with_the_player_who_leaves(desks: type[Desk]) -> None:
    desk = desks(variant="boomerang_hunt", seats=(1, 4, 6))
    held = desk.player(4)
    assert still_held({proof(held.secret)}) == {("T12", proof(held.secret))}
    desk.do("leave 4")
    for alias in ("", "Nils"):
        if alias:
            desk.do("sit 4", alias=alias)
        with pytest.raises(NotAllowed) as lost:
            held.again()
        assert lost.value.code == "seat_changed"
        assert still_held({proof(held.secret)}) == set()


def test_a_code_is_for_the_seat_and_whoever_sits_there_when_it_is_used(desks: type[Desk]) -> None:
    desk = desks(variant="boomerang_hunt", seats=(1, 4, 6))
    desk.do("screen 4", "leave 4")
    with pytest.raises(Refused) as refused:
        joins(code_of(desk, 4))
    assert refused.value.code == "seat_empty"


# --- what a player does ----------------------------------------------------------------------------


def test_a_player_chooses_throws_and_stops_for_his_own_seat(hunt: Desk) -> None:
    done = acts(hunt, 4, "4 choose water")
    (record,) = hunt.records(done)
    assert (record.role, record.actor) == ("player", hunt.player(4).public_id)
    acts(hunt, 1, "1 choose desert")
    acts(hunt, 6, "6 choose forest")
    acts(hunt, 1, "1 throw")
    acts(hunt, 4, "4 stop")
    assert hunt.hand()["felt"]["boomerangs"] == {"1": 11, "4": 13, "6": 12}


def test_a_double_tap_is_one_choice_and_a_second_is_stale(hunt: Desk) -> None:
    answers, him = prompt(hunt, 4), hunt.player(4)
    order = Command("tap", "4 choose water", answers)
    first = hunt.send(order, him)
    again = hunt.send(order, him)
    assert (again.first, again.last, again.replayed) == (first.first, first.last, True)
    assert hunt.refuses_order(Command("other", "4 choose desert", answers), him).code == "stale"
    twice = Command("late", "4 choose desert", hunt.answers())
    assert hunt.refuses_order(twice, him).code == "chosen_already"


def test_stopping_twice_and_what_is_no_token(hunt: Desk) -> None:
    order = Command("token", "4 choose sea", prompt(hunt, 4))
    assert hunt.refuses_order(order, hunt.player(4)).code == "unknown_territory"
    hunt.do("1 choose desert", "4 choose water", "6 choose forest")
    answers = prompt(hunt, 1)
    hunt.send(Command("stop", "1 stop", answers), hunt.player(1))
    assert hunt.refuses_order(Command("again", "1 stop", answers), hunt.player(1)).code == "stale"
    late = Command("late", "1 stop", hunt.answers())
    assert hunt.refuses_order(late, hunt.player(1)).code == "seat_stopped"


@pytest.mark.parametrize(
    "action",
    [
        "6 choose water",
        "draw fish water meadow",
        "undo 5",
        "dispute",
        "pay",
        "chair",
        "void",
        "screen 4",
        "open",
    ],
)
def test_nothing_else_is_his(hunt: Desk, action: str) -> None:
    him = hunt.player(4)
    refusal = hunt.refuses_order(Command("x", action, hunt.answers(), reason="because"), him)
    assert refusal.code == "not_your_seat"


def test_a_player_of_poker_says_what_he_does(desk: Desk) -> None:
    desk.deal()
    him = SeatPlayer("y1", desk.number, 2, "t1", "secret")
    assert desk.refuses_order(Command("x", "2 fold", desk.answers()), him).code == "not_allowed"


def test_nobody_chooses_for_a_player(hunt: Desk) -> None:
    """Refused before anything is looked at: neither whether the seat has chosen nor what is asked tells anything."""
    hunt.do("4 choose water")
    n = hunt.last_n()
    for by in (hunt.dealer, hunt.floor):
        for text in (
            "4 choose desert",
            "1 choose desert",
            "4 choose nonsense",
            f"correct {n} 4 choose desert",
        ):
            refusal = hunt.refuses_order(hunt.order(text, reason="he said so"), by)
            assert refusal.code == "players_choice"


def test_the_dealer_keys_what_is_said_aloud(hunt: Desk) -> None:
    hunt.do("1 choose desert", "4 choose water", "6 choose forest")
    hunt.do("1 throw", "4 stop")
    assert hunt.hand()["moves"][-1]["text"] == "4 stop"


def test_what_was_revealed_is_taken_back_by_the_floor_alone(hunt: Desk) -> None:
    hunted(hunt)
    n = hunt.last_n()
    assert hunt.refuses(f"undo {n}", reason="misheard").code == "floor_only"
    hunt.do(f"undo {n}", by=hunt.floor, reason="misheard")


def test_an_old_phone_after_the_end(hunt: Desk) -> None:
    answers, him = prompt(hunt, 4), hunt.player(4)
    hunt.ruled("void")
    assert hunt.refuses_order(Command("late", "4 choose water", answers), him).code == "stale"
    hunt.do("pay", "open")
    with pytest.raises(Stale) as stale:
        hunt.send(Command("later", "4 choose water", answers), him)
    assert stale.value.now.hand == hunt.hand()["hand"]


def test_a_paused_table_takes_no_choice(hunt: Desk) -> None:
    hunt.do("pause", reason="Break")
    order = Command("x", "4 choose water", prompt(hunt, 4))
    assert hunt.refuses_order(order, hunt.player(4)).code == "table_paused"


# --- the tablet that goes round ------------------------------------------------------------------


@pytest.fixture
def tablet(hunt: Desk) -> str:
    """It goes round; its secret."""
    done = hunt.do("hand round")
    return tablet_secret(done.command_id, TERMINAL)


def test_the_tablet_acts_for_seats_that_have_no_screen(hunt: Desk, tablet: str) -> None:
    for seat in (4, 6):
        player = player_handed(hunt.number, seat, tablet)
        assert player.device == TERMINAL
        hunt.send(Command(f"s{seat}", f"{seat} choose water", prompt(hunt, seat)), player)
    hunt.player(1)
    with pytest.raises(NotAllowed) as refused:
        player_handed(hunt.number, 1, tablet)
    assert refused.value.code == "own_screen"
    assert [r.actor for r in hunt.records(None, "hand.territory_chosen")] == [
        player_handed(hunt.number, seat, tablet).public_id for seat in (4, 6)
    ]


def test_whoever_signs_in_has_it_back(hunt: Desk, tablet: str) -> None:
    player = player_handed(hunt.number, 4, tablet)
    about = {"actor": hunt.dealer.public_id, "terminal": TERMINAL}
    joining.take_back(table=hunt.number, secret="another", **about)
    assert HandedTablet.objects.exists()
    joining.take_back(table=hunt.number, secret=tablet, **about)
    joining.take_back(table=hunt.number, secret=tablet, **about)
    assert len(hunt.records(None, "tablet.taken_back")) == 1
    order = Command("x", "4 choose water", prompt(hunt, 4))
    assert hunt.refuses_order(order, player).code == "tablet_back"
    with pytest.raises(NotAllowed):
        player_handed(hunt.number, 2, tablet)


# --- who falls silent, who plays on, who begins ----------------------------------------------------


def test_a_substitute_plays_on_in_the_seat(hunt: Desk) -> None:
    hunt.do("4 choose water")
    before = hunt.player(4)
    hunt.do("substitute 4", by=hunt.floor, alias="Nils", reason="went home")
    with pytest.raises(NotAllowed):
        before.again()
    del hunt.secrets[4]
    him = hunt.player(4)
    assert him.public_id != before.public_id
    assert hunt.view()["seats"][3]["alias"] == "Nils"
    hunt.do("1 choose desert", "6 choose forest", "1 throw")
    acts(hunt, 4, "4 throw")
    written = hunt.records(None, "seat.substituted", "hand.substituted")
    assert [record.type for record in written] == ["seat.substituted", "hand.substituted"]
    assert written[0].data == {
        "seat": 4,
        "player": him.public_id,
        "before": before.public_id,
        "reason": "went home",
    }
    hunt.ruled("void")
    again = hunt.records(hunt.do("redeal"), "hand.opened")[0]
    assert again.data["players"]["4"] == him.public_id


def test_a_substitute_is_for_the_floor_with_a_reason_and_a_name(hunt: Desk) -> None:
    assert hunt.refuses("substitute 4", alias="Nils", reason="ill").code == "floor_only"
    assert hunt.refuses("substitute 4", by=hunt.floor, alias="Nils").code == "reason_missing"
    assert hunt.refuses("substitute 4", by=hunt.floor, reason="ill").code == "bad_alias"
    assert hunt.refuses("substitute 2", by=hunt.floor, alias="Nils", reason="ill").code == "seat_empty"


def test_between_hands_a_substitute_is_in_no_hand(desks: type[Desk]) -> None:
    desk = desks(variant="boomerang_hunt", seats=(1, 4, 6))
    done = desk.do("substitute 4", by=desk.floor, alias="Nils", reason="swap")
    assert [record.type for record in desk.records(done)] == ["seat.substituted"]


def test_the_neutral_choice_is_the_games_own_text_by_the_floor(hunt: Desk) -> None:
    done = hunt.do("neutral 4", by=hunt.floor, reason="asleep")
    (record,) = hunt.records(done)
    assert (record.type, record.data["text"]) == ("hand.territory_chosen", "4 choose water")
    assert (record.role, record.data["reason"]) == ("floor", "asleep")
    assert "water" not in str(hunt.hand()["moves"][-1])
    hunt.do("1 choose desert", "6 choose forest")
    hunt.do("neutral 1", by=hunt.floor, reason="asleep")
    assert hunt.hand()["moves"][-1]["text"] == "1 stop"


def test_who_has_nothing_to_decide(hunt: Desk) -> None:
    assert hunt.refuses("neutral 4", reason="asleep").code == "floor_only"
    assert hunt.refuses("neutral 4", by=hunt.floor).code == "reason_missing"
    assert hunt.refuses("neutral", by=hunt.floor, reason="asleep").code == "malformed"
    hunt.do("4 choose water")
    assert hunt.refuses("neutral 4", by=hunt.floor, reason="asleep").code == "nothing_open"
    assert hunt.refuses("neutral 2", by=hunt.floor, reason="asleep").code == "nothing_open"


def test_poker_folds_for_who_falls_silent(desk: Desk) -> None:
    desk.deal()
    desk.do("neutral 2", by=desk.floor, reason="asleep")
    assert desk.hand()["moves"][-1]["text"] == "2 fold"


def test_who_begins_is_kept_until_the_next_hand(desks: type[Desk]) -> None:
    desk = desks(variant="boomerang_hunt", seats=(1, 4, 6))
    desk.do("first 6")
    assert Table.objects.get().first == 6
    opened = desk.records(desk.do("open"), "hand.opened")[0]
    assert opened.data["setup"] == {"first": 6}
    assert desk.hand()["felt"]["first"] == 6
    assert Table.objects.get().first is None
    desk.post().do(*SHOWN)
    desk.ruled("void")
    again = desk.records(desk.do("redeal"), "hand.opened")[0]
    assert again.data["setup"] == {"first": 6}


def test_who_does_not_play_does_not_begin(desks: type[Desk]) -> None:
    desk = desks(variant="boomerang_hunt", seats=(1, 4, 6, 8))
    desk.do("first 6", "out 6")
    assert Table.objects.get().first is None
    assert desk.refuses("first 6").code == "already_out"
    desk.do("first 4", "leave 4")
    assert Table.objects.get().first is None
    desk.do("in 6", "first 6", "open")
    assert desk.hand()["felt"]["first"] == 6


# --- where secret cards come from -------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["boomerang_australia", "wongar", "wongar_initiated"])
def test_what_nobody_may_see_is_dealt_by_a_shoe(desks: type[Desk], variant: str) -> None:
    desk = desks(variant=variant, seats=(1, 4, 6))
    assert desk.refuses("open").code == "needs_shoe"
    desk.do("source electronic", by=desk.floor)
    assert desk.refuses("source pad", by=desk.floor).code == "needs_shoe"
    desk.do("open")


def test_what_everybody_sees_may_be_keyed(hunt: Desk) -> None:
    assert hunt.hand()["source"] == "pad"


def reads(desk: Desk) -> Person:
    """A device that reads cards, at the terminal from which the desk's commands come."""
    Terminal.objects.create(public_id=TERMINAL)
    pair_terminal(table=desk.number, terminal=TERMINAL, label="shoe", command_id="pair", author=ROOM)
    return person("device")


def test_a_device_reports_what_chance_brings_secret_or_not(desks: type[Desk]) -> None:
    draft = desks(variant="boomerang_australia", seats=(1, 4, 6), source="reader").open()
    shoe = reads(draft)
    assert draft.refuses("deal 1 A B C D E F G").code == "secret_cards"
    done = draft.do("deal 1 A B C D E F G", by=shoe)
    assert draft.records(done)[0].role == "device"
    (told,) = events_view(draft.records(done), "boomerang_australia")
    assert (told["text"], told["said"]) == (None, "Seat 1 is dealt its cards.")
    assert draft.hand()["moves"][-1]["text"] == "deal 1"


def test_a_device_says_nothing_else(desks: type[Desk]) -> None:
    hunt = desks(variant="boomerang_hunt", seats=(1, 4, 6), source="reader").open()
    shoe = reads(hunt)
    hunt.do(SHOWN[0], by=shoe)
    for text in ("pay", "undo 2", "screen 4", "hand round", "first 4", "award 1 1500"):
        assert hunt.refuses(text, by=shoe, reason="x").code in ("not_allowed", "floor_only")
    assert hunt.refuses("4 throw", by=shoe).code == "not_allowed"
    assert hunt.refuses("4 choose water", by=shoe).code == "players_choice"
