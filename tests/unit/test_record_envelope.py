"""What is a record at all: keys, set-up and rules, and the form of an action's text."""

from __future__ import annotations

import pytest

from tables.game import records
from tables.game.base import Refused
from tables.variants.boomerang_poker.felt import PokerRules
from tests.dealing import DEALT, record, refusal, replayed

GOOD = record(*DEALT)


def refused(text: str) -> str:
    """The code with which a whole record is refused: nothing of it is applied."""
    result = records.replay(text)
    assert result["refused"]["action"] == -1
    assert result["refused"]["text"] == ""
    assert result["refused"]["reason"]
    assert (result["complete"], result["prompts"], result["awaiting"], result["outcome"]) == (
        False,
        [],
        None,
        {},
    )
    return str(result["refused"]["code"])


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


@pytest.mark.parametrize(
    "text",
    ["", "# nothing", GOOD.replace("format = 1\n", ""), *(GOOD.replace("format = 1", f"format = {bad}") for bad in
     ("2", "0", "true", "1.0", '"1"', "[1]"))],
)  # fmt: skip
def test_the_format_is_the_integer_1(text: str) -> None:
    assert refused(text) == "unknown_format"


@pytest.mark.parametrize(
    "text",
    [
        "format = ",
        "not toml at all",
        GOOD + "\nformat = 1",
        GOOD + "\n[",
        GOOD + "\n_x = 2026-13-45",
        GOOD + '\n_x = "\x00"',
        "\x00",
        "_x = " + "[" * 5000,
        "_x = " + "9" * 5000,
        GOOD + "\n_y = '''",
    ],
)
def test_what_is_not_toml_is_refused(text: str) -> None:
    assert refused(text) == "not_toml"


@pytest.mark.parametrize("key", ["variant", "seats", "actions"])
def test_a_key_that_is_missing(key: str) -> None:
    text = "\n".join(line for line in GOOD.splitlines() if not line.startswith(key))
    assert refused(text) == "missing_key"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"boomerang_poker"', '"hold_em"', "unknown_variant"),
        ('"boomerang_poker"', "7", "bad_key"),
        ("condition = 500", "condition = 5.0", "bad_key"),
        ("condition = 500", "condition = true", "bad_key"),
        ("condition = 500", 'condition = "500"', "bad_key"),
        ("condition = 500", "condition = 0", "bad_condition"),
        ("condition = 500", "condition = -500", "bad_condition"),
        ("condition = 500", "condition = 99999999999999999999", "bad_condition"),
        ("condition = 500", f"condition = 0x{'f' * 9999}", "bad_condition"),
        ("condition = 500\n", "", "bad_condition"),
        ("condition = 500", "condition = 500\ncolour = 1", "unknown_key"),
        ("condition = 500", "condition = 500\nVariant = 1", "unknown_key"),
        ("condition = 500", "condition = 500\nrules_version = 2", "unknown_rules_version"),
        ("condition = 500", "condition = 500\nrules_version = 0", "unknown_rules_version"),
        ("condition = 500", "condition = 500\nrules_version = true", "bad_key"),
        ("condition = 500", "condition = 500\nrules = 1", "bad_key"),
        ("condition = 500", "condition = 500\nsetup = []", "bad_key"),
        ("condition = 500", "condition = 500\nsetup = { first = 2 }", "unknown_setup"),
        ("condition = 500", "condition = 500\nrules.undealt_first = true", "unknown_rule"),
        ("condition = 500", "condition = 500\nrules.tie_after_draw = true", "bad_rule"),
        ("condition = 500", "condition = 500\nrules.tie_after_draw = 'dead'", "bad_rule"),
        ("condition = 500", "condition = 500\nrules.tied_finish = 'live'", "bad_rule"),
        ("condition = 500", "condition = 500\nrules.overdealt_card = 'first'", "bad_rule"),
        ("condition = 500", "condition = 500\nrules.odd_chip_unit = 501", "bad_rule"),
        ("condition = 500", "condition = 500\nrules.odd_chip_unit = 0", "bad_rule"),
        ("condition = 500", "condition = 500\nrules.odd_chip_unit = -100", "bad_rule"),
        ("condition = 500", "condition = 500\nrules.odd_chip_unit = true", "bad_rule"),
        ("condition = 500", "condition = 500\nrules.odd_chip_unit = 100.0", "bad_rule"),
        ("condition = 500", "condition = 99", "bad_rule"),
        ("seats = [2, 5, 9]", "seats = 3", "bad_key"),
        ("seats = [2, 5, 9]", "seats = [2, '5', 9]", "bad_seats"),
        ("seats = [2, 5, 9]", "seats = [2, 5.0, 9]", "bad_seats"),
        ("seats = [2, 5, 9]", "seats = [true, 5, 9]", "bad_seats"),
        ("seats = [2, 5, 9]", "seats = [2, [5], 9]", "bad_seats"),
        ("seats = [2, 5, 9]", "seats = [2, 5, 5]", "bad_seats"),
        ("seats = [2, 5, 9]", "seats = [0, 5, 9]", "bad_seats"),
        ("seats = [2, 5, 9]", "seats = [2, 5, 11]", "bad_seats"),
        ("seats = [2, 5, 9]", "seats = [2, 9, 5]", "bad_seats"),
        ("seats = [2, 5, 9]", "seats = [9, 5, 2]", "bad_seats"),
        ("seats = [2, 5, 9]", "seats = []", "seat_count"),
        ("seats = [2, 5, 9]", "seats = [5]", "seat_count"),
        ('actions = ["deal 2 Td 8c",', 'actions = [7,', "bad_key"),
        ('actions = ["deal 2 Td 8c",', 'actions = [["deal 2 Td 8c"],', "bad_key"),
    ],
)  # fmt: skip
def test_an_envelope_or_set_up_that_is_refused(old: str, new: str, code: str) -> None:
    assert refused(changed(old, new)) == code


def test_eleven_seats_cannot_be_written_and_ten_can() -> None:
    assert refused(record(seats=range(1, 12))) == "bad_seats"
    assert replayed(seats=range(1, 11))["awaiting"] == {"draw": "deck", "remaining": 52, "seat": 1}


@pytest.mark.parametrize(
    "seats", [(1, 10), (10, 1), (7, 9, 2), (9, 2, 7), (2, 7, 9), (5, 6, 7, 8, 9, 10, 1, 2, 3, 4)]
)
def test_seats_start_anywhere_on_the_circle(seats: tuple[int, ...]) -> None:
    assert replayed(seats=seats)["awaiting"]["seat"] == seats[0]


def test_keys_of_others_are_kept_and_ignored_and_defaults_may_be_written_out() -> None:
    about = '\n_about = "x"\n_ = 1\n_undone = [{ n = 3, text = "2 fold" }]\n[_log]\nhand = "T1/1"\n'
    defaults = {
        "tie_after_draw": "live",
        "tied_finish": "split",
        "overdealt_card": "dead",
        "odd_chip_unit": 100,
    }
    written = record(*DEALT, rules=defaults).replace(
        "format = 1", "format = 1\nrules_version = 1\nsetup = {}"
    )
    assert records.replay(written + about) == records.replay(GOOD)


def test_a_record_without_actions_is_a_game_not_begun() -> None:
    result = replayed()
    assert (result["complete"], result["prompts"]) == (False, [])
    assert result["outcome"]["net"] == {"2": -500, "5": -500, "9": -500}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "malformed"),
        (" ", "malformed"),
        ("2", "malformed"),
        ("2 ", "malformed"),
        (" 2 fold", "malformed"),
        ("2  fold", "malformed"),
        ("2 fold ", "malformed"),
        ("2\tfold", "malformed"),
        ("2 fold\n", "malformed"),
        ("2 fold\n2 fold", "malformed"),
        ("2 föld", "malformed"),
        ("２ fold", "malformed"),
        ("²", "malformed"),
        ("2 fold now", "malformed"),
        ("2 buy", "malformed"),
        ("2 buy 1 2", "malformed"),
        ("card", "malformed"),
        ("card Kh Kd", "malformed"),
        ("deal 2 Kh", "malformed"),
        ("deal 2 Kh Kd Ks", "malformed"),
        ("misdeal now", "malformed"),
        ("turn", "malformed"),
        ("-2 fold", "malformed"),
        ("02 fold", "bad_number"),
        ("0 fold", "bad_number"),
        ("11 fold", "bad_number"),
        ("22222222222222 fold", "bad_number"),
        ("turn x", "bad_number"),
        ("restore 02", "bad_number"),
        ("2 FOLD", "unknown_action"),
        ("Card Kh", "unknown_action"),
        ("2 card Kh", "unknown_action"),
        ("2 award 2 1500", "unknown_action"),
        ("fold", "unknown_action"),
        ("fold 2", "unknown_action"),
        ("buy 1", "unknown_action"),
        ("post 2", "unknown_action"),
        ("undo 1", "unknown_action"),
        ("pay", "unknown_action"),
        ("3 fold", "not_dealt_in"),
        ("3 buy 1", "not_dealt_in"),
    ],
)
def test_malformed_text_is_refused_like_an_illegal_move(text: str, code: str) -> None:
    result = records.replay(
        GOOD.replace('"]', '", ') + f'"""{text.replace(chr(10), chr(92) + "n")}""", "2 fold"]'
    )
    assert result["refused"]["action"] == 3
    assert result["refused"]["text"] == text
    assert result["refused"]["code"] == code
    assert result["prompts"] == replayed(*DEALT)["prompts"]


def test_the_rules_of_a_hand_name_only_what_differs() -> None:
    rules = PokerRules.read({"tie_after_draw": "out", "odd_chip_unit": 100, "tied_finish": "split"})
    assert rules.changed() == {"tie_after_draw": "out"}


def test_a_refusal_says_what_to_do_in_words_of_its_own() -> None:
    code, reason = refusal(*DEALT, "2 raise 5")
    assert code == "unknown_action"
    assert "5 fold" in reason
    assert "5 buy 3" in reason
    assert Refused("x", "{literal} braces").reason == "{literal} braces"


def written(*actions: str, undone: list[dict[str, object]] | None = None, **about: object) -> str:
    from tables.game.play import begin

    made = records.parse(record(*actions, **about))  # type: ignore[arg-type]  # keywords of record
    play = begin(made.variant, made.setup)
    for n, action in enumerate(made.actions):
        play = play.plays(n, action)
    names = {"hand": "T1/7", "about": 'a "quote", a \\ and a\nline\x7f', "a key": True}
    return records.write(play, about=names, undone=undone or [])


def test_a_written_record_replays_to_the_same_result() -> None:
    rules = {"odd_chip_unit": 250, "tied_finish": "play_on"}
    undone: list[dict[str, object]] = [{"n": 4, "text": "2 fold", "reason": "“wrong” seat — \u202e é 牌"}]
    text = written(*DEALT, "2 fold", "void", rules=rules, seats=(9, 2, 5), undone=undone)
    assert records.replay(text) == replayed(*DEALT, "2 fold", "void", rules=rules, seats=(9, 2, 5))


def test_a_written_record_says_what_others_read_of_it() -> None:
    import tomllib

    undone: list[dict[str, object]] = [{"n": 4, "text": "2 fold", "reason": "a\tb"}]
    table = tomllib.loads(written(*DEALT, undone=undone))
    assert table["_about"] == 'a "quote", a \\ and a\nline\x7f'
    assert table["_hand"] == "T1/7"
    assert table["_a key"] is True
    assert table["_undone"] == undone
    assert table["rules_version"] == 1
    assert "rules" not in table
    assert "setup" not in table
