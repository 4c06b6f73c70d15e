"""Whatever is typed, sent or kept in a file is played or refused, and nothing else ever happens."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.game import records
from tables.game.actions import WORDS, act
from tables.game.base import Refused
from tests.dealing import DEALT, EXAMPLE_2, POKER, Dealing, record

fuzz = settings(max_examples=400, derandomize=True, deadline=None)

words = st.sampled_from(
    [
        *sorted(WORDS | set(POKER.table) | set(POKER.seat)),
        *(
            "award",
            "void",
            "rule",
            "stands",
            "all",
            "deck",
            "Qh",
            "As",
            "7c",
            "Td",
            "qh",
            "10h",
            "H-12",
            "x",
            "",
        ),
        *(
            "0",
            "1",
            "2",
            "5",
            "05",
            "9",
            "10",
            "11",
            "3",
            "100",
            "500",
            "1500",
            "5500",
            "-1",
            "1.0",
            "1_0",
            "²",
            "½",
        ),
        *("{", "{seat}", "%s", "\x00", "\n", "\t", "\u202e", "é", "٣", "5\n", "1" * 5000),
    ]
)
texts = st.one_of(
    st.text(),
    st.lists(words, max_size=6).map(" ".join),
    st.lists(words, max_size=3).map(lambda tail: " ".join(["correct", "3", *tail])),
    st.from_regex(r"[0-9]{1,3} (buy|fold)( [0-9]+)?", fullmatch=True),
    st.from_regex(r"(award|void|undo|correct|post|waive|deal|card)( [0-9A-Za-z]{1,4}){0,5}", fullmatch=True),
)
MOMENTS: list[Dealing] = [
    Dealing(),
    Dealing().post(),
    Dealing(source="electronic").post(),
    Dealing().post().do(*DEALT),
    Dealing().post().do(*EXAMPLE_2[:5]),
    Dealing().post().do(*EXAMPLE_2[:6]),
    Dealing().post().do(*EXAMPLE_2),
    Dealing().post().do(*EXAMPLE_2, "pay"),
    Dealing().post().do(*DEALT).ruled("void"),
    Dealing().post().do(*DEALT).do("dispute", reason="x"),
    Dealing().post().do(*DEALT).ruled("kill 2", "kill 5", "kill 9"),
]


@fuzz
@given(moment=st.sampled_from(range(len(MOMENTS))), text=texts, reason=st.sampled_from(["", "r"]))
def test_any_text_at_any_moment_is_carried_out_or_refused(moment: int, text: str, reason: str) -> None:
    dealing = MOMENTS[moment]
    hand = dealing.hand
    try:
        facts, after = act(hand, text, dealing.room(reason, reason))
    except Refused as refused:
        said = refused.reason
        facts, after = [], hand
    else:
        said = "done"
        assert after.n > hand.n
    assert said
    assert json.loads(json.dumps([fact.data for fact in facts])) == [fact.data for fact in facts]
    assert dealing.hand is hand


@fuzz
@given(st.lists(texts | st.sampled_from(EXAMPLE_2), max_size=20))
def test_any_list_of_actions_replays_to_its_first_refusal(actions: list[str]) -> None:
    text = records.write(Dealing().post().hand.play, about={}, undone=[])
    toml = text.replace("actions = [\n", f"actions = [\n{toml_strings(actions)}")
    result = records.replay(toml)
    json.dumps(result)
    refused = result["refused"]
    applied = len(actions) if refused is None else refused["action"]
    if refused is not None:
        assert refused["text"] == actions[applied]
    again = records.replay(text.replace("actions = [\n", f"actions = [\n{toml_strings(actions[:applied])}"))
    assert again["refused"] is None
    assert {**again, "refused": refused} == result


def toml_strings(actions: list[str]) -> str:
    clean = [action.encode("utf-8", "replace").decode() for action in actions]
    actions[:] = clean
    return "".join(
        f"  {json.dumps(action, ensure_ascii=False)},\n".replace("\x7f", "\\u007f") for action in clean
    )


values = st.recursive(
    st.sampled_from(
        [
            *(
                "true",
                "1",
                "0",
                "-5",
                "500",
                "1.0",
                "nan",
                "inf",
                "2026-01-01",
                "07:30:00",
                "0xFFFFFFFFFFFFFFFFF",
            ),
            *(
                '""',
                '"boomerang_poker"',
                '"live"',
                "'x'",
                '"2 fold"',
                '"deal 2 Td 8c"',
                "[2, 5, 9]",
                "[1, 2]",
            ),
        ]
    ),
    lambda inner: (
        st.lists(inner, max_size=4).map(lambda items: f"[{', '.join(items)}]")
        | st.dictionaries(st.sampled_from(["odd_chip_unit", "tie_after_draw", "a"]), inner, max_size=2).map(
            lambda table: "{ " + ", ".join(f"{key} = {value}" for key, value in table.items()) + " }"
        )
    ),
    max_leaves=6,
)
keys = ["format", "variant", "rules", "rules_version", "condition", "seats", "setup", "actions", "_x", "x"]
GOOD: dict[str, str] = {
    "format": "1",
    "variant": '"boomerang_poker"',
    "condition": "500",
    "seats": "[2, 5, 9]",
    "actions": '["deal 2 Td 8c"]',
}


def is_result(result: dict[str, Any]) -> None:
    json.dumps(result)
    assert set(result) == {"variant", "complete", "refused", "prompts", "awaiting", "outcome"}
    refused = result["refused"]
    assert refused is None or (refused["code"] and refused["reason"])


@fuzz
@given(st.dictionaries(st.sampled_from(keys), values, max_size=4))
def test_any_envelope_is_played_or_refused(changes: dict[str, str]) -> None:
    is_result(records.replay("\n".join(f"{key} = {value}" for key, value in {**GOOD, **changes}.items())))


@fuzz
@given(
    st.text()
    | st.lists(st.sampled_from([*record(*DEALT).split(" "), "[", "]", "=", '"']), max_size=40).map(" ".join)
)
def test_any_text_at_all_is_no_traceback(text: str) -> None:
    is_result(records.replay(text))


@fuzz
@given(
    st.integers(0, 200), st.sampled_from(["", '"', "[", "=", "\x00", "\ud800", "\U0001f0a1", "9", "_", "\n"])
)
def test_a_record_damaged_in_one_place_is_no_traceback(at: int, put: str) -> None:
    good = record(*EXAMPLE_2)
    is_result(records.replay(good[:at] + put + good[at + 1 :]))


@pytest.mark.parametrize("text", ["", " ", "5", "rule stands", "draw all", "correct 3", "post"])
def test_texts_at_the_edge_are_refused_with_words(text: str) -> None:
    assert Dealing().refuses(text)
