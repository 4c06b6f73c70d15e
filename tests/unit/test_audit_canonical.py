"""Canonical JSON against the vectors of RFC 8785, and every value and spelling that is refused."""

import datetime as dt
import decimal
import enum
import json

import pytest

from audit.core.canonical import NotCanonical, canonical, parse

# RFC 8785, sections 3.2.2 to 3.2.4, and the test data published beside it, for the values a record may hold.
VECTORS = {
    "literals": ("[null, true, false]", "[null,true,false]"),
    "strings": (
        r'"\u20ac$\u000F\u000aA' + "'" + r'\u0042\u0022\u005c\\\"\/"',
        '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"',
    ),
    "order": (
        r"""{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
             "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
             "\u00f6": "Latin Small Letter O With Diaeresis"}""",
        (
            '{"\\r":"Carriage Return","1":"One","\x80":"Control","ö":"Latin Small Letter O With Diaeresis",'
            '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}'
        ),
    ),
    "arrays": ('[56, {"d": true, "10": null, "1": []}]', '[56,{"1":[],"10":null,"d":true}]'),
    "french": (
        (
            '{"peach": "This sorting order", "p\\u00e9ch\\u00e9": "is wrong according to French",'
            ' "p\\u00eache": "but canonicalization MUST", "sin": "ignore locale"}'
        ),
        (
            '{"peach":"This sorting order","péché":"is wrong according to French",'
            '"pêche":"but canonicalization MUST","sin":"ignore locale"}'
        ),
    ),
    "structures": (
        (
            '{"1": {"f": {"f": "hi", "F": 5}, "\\n": 56}, "10": {}, "": "empty", "a": {},'
            ' "111": [{"e": "yes", "E": "no"}], "A": {}}'
        ),
        '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}',
    ),
    "not normalised": ('{"Unnormalized Unicode": "A\\u030a"}', '{"Unnormalized Unicode":"A\u030a"}'),
    "weird": (
        r"""{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\u000a": "Newline", "1": "One",
             "\u0080": "Control\u007f", "\ud83d\ude02": "Smiley", "\u00f6": "O With Diaeresis",
             "\ufb33": "Dalet With Dagesh", "</script>": "Browser Challenge"}""",
        (
            '{"\\n":"Newline","\\r":"Carriage Return","1":"One","</script>":"Browser Challenge",'
            '"\x80":"Control\x7f","ö":"O With Diaeresis","€":"Euro Sign","😂":"Smiley",'
            '"\ufb33":"Dalet With Dagesh"}'
        ),
    ),
    "numbers": ("[0, -0, 9007199254740991, -9007199254740991]", "[0,0,9007199254740991,-9007199254740991]"),
}


@pytest.mark.parametrize(("given", "expected"), VECTORS.values(), ids=VECTORS)
def test_the_published_vectors(given, expected):
    assert canonical(json.loads(given)) == expected
    assert parse(expected) == json.loads(given)


def test_every_control_character_has_its_one_escape():
    short = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
    for code in range(0x80):
        escape = short.get(code, f"\\u{code:04x}" if code < 0x20 else chr(code))
        assert canonical(chr(code)) == f'"{escape}"'


class Suit(enum.StrEnum):
    CLUBS = "c"


class Rank(enum.IntEnum):
    ACE = 1


CIRCLE: list[object] = []
CIRCLE.append(CIRCLE)
DEEP: object = 0
for _ in range(33):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (1.0, "float cannot stand"),
        (float("nan"), "float cannot stand"),
        (decimal.Decimal(1), "Decimal cannot stand"),
        (b"x", "bytes cannot stand"),
        ((1, 2), "tuple cannot stand"),
        ({1}, "set cannot stand"),
        (dt.date(2026, 1, 1), "date cannot stand"),
        (Suit.CLUBS, "Suit cannot stand"),
        (Rank.ACE, "Rank cannot stand"),
        ({"a": [1.5]}, "float cannot stand"),
        ({1: "a"}, "object key of type int"),
        ({Suit.CLUBS: "a"}, "object key of type Suit"),
        ({None: "a"}, "object key of type NoneType"),
        (2**53, "outside"),
        (-(2**53), "outside"),
        ("\ud800", "lone surrogate U\\+D800"),
        ("a\udfffb", "lone surrogate U\\+DFFF"),
        ("\ud83d\ude00", "lone surrogate U\\+D83D"),
        ({"\udc00": 1}, "lone surrogate U\\+DC00"),
        (DEEP, "nested more than 32"),
        (CIRCLE, "nested more than 32"),
    ],
)
def test_what_has_no_canonical_form_is_refused(value, why):
    with pytest.raises(NotCanonical, match=why):
        canonical(value)


def test_thirty_two_levels_are_allowed():
    assert canonical(DEEP[0]) == "[" * 32 + "0" + "]" * 32


@pytest.mark.parametrize(
    "text",
    [
        "",
        " 1",
        "1\n",
        "\ufeff1",
        "[1, 2]",
        '{"b":1,"a":2}',
        '{"a":1,"a":1}',
        '{"a":{"b":1,"b":1}}',
        "1.0",
        "1e3",
        "-0",
        "01",
        "+1",
        "NaN",
        "Infinity",
        "9007199254740992",
        "1" * 5000,
        '"\\u0041"',
        '"\\/"',
        '"\\u000F"',
        '"\\u000a"',
        '"\\u20ac"',
        '"\\ud800"',
        '"\n"',
        '"\\x"',
        "'a'",
        "[1,]",
        "[1]]",
        "[" * 100_000,
        "nul",
    ],
    ids=lambda text: text[:12],
)
def test_any_other_spelling_is_refused(text):
    with pytest.raises(NotCanonical):
        parse(text)
