"""Canonical JSON: one text for a value, one value for a text, keys by their UTF-16 code units."""

import json
import struct
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from audit.core.canonical import DEEPEST, LARGEST, NotCanonical, canonical, parse

patient = settings(deadline=None)  # a busy machine is no failure

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
# Characters around the surrogate range, where the orders by code point and by code unit differ.
keys = texts | st.text(st.sampled_from("a\ud7ff\ue000\uffff\U00010000\U0010ffff\x00\x7f"), max_size=4)
scalars = st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=20,
)


def units(key: str) -> tuple[int, ...]:
    data = key.encode("utf-16-le")
    return struct.unpack(f"<{len(data) // 2}H", data)


def assert_ordered(value: Any) -> None:
    if isinstance(value, dict):
        assert list(value) == sorted(value, key=units)
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        assert_ordered(item)


@patient
@given(values)
def test_a_value_comes_back_from_its_text_with_its_keys_in_order(value):
    text = canonical(value)
    back = parse(text)
    assert back == value == json.loads(text)
    assert_ordered(back)
    assert canonical(back) == text
    assert text.encode().decode() == text


@patient
@given(st.dictionaries(keys, scalars, min_size=2, max_size=6), st.randoms())
def test_the_order_in_which_keys_came_does_not_matter(value, random):
    shuffled = list(value.items())
    random.shuffle(shuffled)
    assert canonical(dict(shuffled)) == canonical(value)


@patient
@given(values, st.data())
def test_another_spelling_is_refused(value, data):
    text = canonical(value)
    other = data.draw(
        st.sampled_from(
            [
                json.dumps(value, ensure_ascii=True, separators=(",", ":")),
                json.dumps(value, ensure_ascii=False),
                json.dumps(value, ensure_ascii=False, indent=1),
                text + " ",
                "\t" + text,
            ]
        )
    )
    if other == text:
        assert parse(other) == value
        return
    try:
        parse(other)
    except NotCanonical:
        return
    raise AssertionError(f"{other!r} was taken for canonical, beside {text!r}")


@patient
@given(st.text(st.sampled_from('{}[]":,.0123456789-+eEtruefalsn\\u \x00aé'), max_size=30))
def test_any_text_is_canonical_or_refused(text):
    try:
        value = parse(text)
    except NotCanonical:
        return
    assert canonical(value) == text


@patient
@given(
    st.floats()
    | st.integers(min_value=LARGEST + 1)
    | st.binary()
    | st.text(st.characters(categories=["Cs"]), min_size=1)
)
def test_what_cannot_stand_is_refused_wherever_it_hides(value):
    hiding = [value, [value], {"a": value}, {"a": [{"b": value}]}]
    if isinstance(value, str):
        hiding.append({value: 1})
    for outer in hiding:
        try:
            text = canonical(outer)
        except NotCanonical:
            continue
        raise AssertionError(f"{outer!r} became {text!r}")


@patient
@given(st.integers(1, 2 * DEEPEST))
def test_depth_has_one_bound_for_writing_and_reading(depth):
    text = "[" * depth + "]" * depth
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [value]
    if depth <= DEEPEST:
        assert canonical(value) == text
        assert parse(text) == value
    else:
        for refused in (lambda: canonical(value), lambda: parse(text)):
            try:
                refused()
            except NotCanonical:
                continue
            raise AssertionError(f"{depth} levels were let through")
