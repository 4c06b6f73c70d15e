"""The public display over HTTP: who sees what by which address, how late, at what cost; and what never gets out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tables import chronicle
from tables.furnishing import link_display, watch_table
from tables.models import DisplayKey, Table
from tables.views import display
from tests.desk import Desk
from tests.forms import Page
from tests.integration.test_views_console import said, signed_in
from tests.people import ROOM

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def address(number: int = 12, command_id: str = "link-1") -> str:
    return f"/tables/{number}/display/{link_display(table=number, command_id=command_id, author=ROOM)}/"


def late(seconds: int, number: int = 12) -> None:
    watch_table(table=number, count_every=0, display_delay=seconds, command_id=f"late-{seconds}", author=ROOM)


def text(answer: HttpResponse) -> str:
    return " ".join(said(answer).split())


def events(answer: HttpResponse) -> list[str]:
    """What happened last, as it is told."""
    return re.findall(r"<li>([^<]*)</li>", answer.text)


# --- who sees it ---------------------------------------------------------------------------------


def test_the_address_alone_lets_in_and_leaves_no_trace(desk: Desk) -> None:
    where = address()
    for path in (where, f"{where}felt/"):
        client = Client()
        answer = client.get(path)
        assert answer.status_code == 200
        assert not answer.cookies
        assert not client.cookies
        assert answer["Cache-Control"] == "private, no-store"
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert "default-src 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"
        assert client.post(path).status_code == 405
        assert client.head(path).status_code == 200


def test_a_wrong_address_says_to_ask_the_floor_and_nothing_else(desk: Desk) -> None:
    where = address()
    key = where.split("/")[4]
    wrong = [where.replace(key, "x" * 24), where.replace("/12/", "/13/"), where.replace(key, key[:-1])]
    wrong += [where.replace(key, f"{key}x"), "/tables/77/display/x/", where.replace(key, "\u00e9\u2603")]
    answers = [Client().get(path) for path in wrong]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1, "nobody learns which tables there are"
    assert "Ask the floor for the new one" in answers[0].text
    for path, answer in zip(wrong, answers, strict=True):
        assert not answer.cookies
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        felt = Client().get(f"{path}felt/")
        assert (felt.status_code, felt.content) == (404, b"")


def test_a_new_address_is_the_end_of_the_old_one(desk: Desk) -> None:
    old = address()
    new = address(command_id="link-2")
    assert old != new
    assert [Client().get(path).status_code for path in (old, new)] == [404, 200]


def test_a_table_without_an_address_has_no_display(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not DisplayKey.objects.exists()
    assert Client().get(f"/tables/12/display/{display.NO_KEY}/").status_code == 404


def test_keys_are_compared_in_constant_time(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    where = address()
    compared: list[tuple[bytes, bytes]] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr(display.secrets, "compare_digest", compare)
    for path in (where, "/tables/12/display/x/", "/tables/77/display/x/"):
        Client().get(path)
    assert len(compared) == 3


def test_the_floor_page_links_it_and_gives_it_a_new_address(desk: Desk) -> None:
    flora = signed_in(desk.floor)
    button = next(b for b in Page(flora.get("/floor/").text).buttons if b.action == "link_display 12")
    assert flora.post("/floor/", button.sends()).status_code == 302
    page = flora.get("/floor/").text
    (first,) = re.findall(r'href="(/tables/12/display/[^"]+)"', page)
    assert Client().get(first).status_code == 200
    button = next(b for b in Page(page).buttons if b.action == "link_display 12")
    flora.post("/floor/", button.sends())
    (second,) = re.findall(r'href="(/tables/12/display/[^"]+)"', flora.get("/floor/").text)
    assert [Client().get(path).status_code for path in (first, second)] == [404, 200]


def test_a_dealer_gives_no_address(desk: Desk) -> None:
    answer = signed_in(desk.dealer).post("/floor/", {"do": "x:link_display 12"})
    assert answer.status_code == 403
    assert not DisplayKey.objects.exists()


# --- what it shows -------------------------------------------------------------------------------


def test_a_hand_from_the_first_card_to_the_award(desk: Desk) -> None:
    felt = f"{address()}felt/"
    desk.do("sit 7", alias="Bartholomew Featherstonehaugh")
    desk.do("reserve 3", alias="Kept Secret")
    desk.do("out 7")
    seen = text(Client().get(felt))
    assert "T12 Boomerang Poker" in seen
    assert "$5 1 cheque of $5" in seen
    assert "7 Bartholomew" in seen
    assert "3 reserved" in seen
    assert "4 seat open" in seen
    assert "Featherstonehaugh" not in seen
    assert "Kept" not in seen
    desk.do("open")
    assert "Posting: $5 each" in text(Client().get(felt))
    desk.post().do("card Td")
    assert "Dealing: card 2 of 6" in text(Client().get(felt))
    desk.do("card As", "card Qh", "card 8c", "card Tc", "card Qs")
    seen = text(Client().get(felt))
    assert "To act: Seat 2, Maria To beat: seat 5, ace-ten high" in seen
    assert "ten of diamonds" in seen
    assert "Pot $15 3 cheques of $5" in seen
    assert "pair of queens" in seen
    desk.do("2 buy 3")
    assert "Seat 2, Maria buys: 3 cards to come To beat: seat 5, ace-ten high" in text(Client().get(felt))
    desk.do("card Ah", "5 fold", "2 buy 2", "card 2c", "card 3c")
    seen = text(Client().get(felt))
    assert "Seat 9, Otis wins $40" in seen
    assert "failed" in seen
    assert "wins" in seen
    desk.do("pay")
    assert "Pot, paid $40" in text(Client().get(felt))


def test_the_posted_fees(desk: Desk) -> None:
    felt = f"{address()}felt/"
    seen = text(Client().get(felt))
    assert "Collection fee 2 players $0 3 players $1 4 to 10 players $1.50" in seen
    assert "Invented for tests, version 1 INVENTED" in seen
    desk.open()
    assert "$1 for each of 3 players, beside the pot" in text(Client().get(felt))
    small = text(Client().get(f"{felt}?minimal"))
    assert "$1 for each of 3 players" in small
    assert "4 to 10 players" not in small
    assert "What happened last" not in small


def test_what_happened_last_says_no_name_and_no_reason(desk: Desk) -> None:
    felt = f"{address()}felt/"
    desk.deal().do("2 fold")
    desk.do(f"undo {desk.last_n()}", reason="Canary misheard")
    desk.do("call", reason="Canary called")
    desk.do("pause", by=desk.floor, reason="Canary is ill")
    seen = Client().get(felt)
    told = ["The table pauses.", "An entry is taken back.", "Seat 2 folds.", "Seat 9 is dealt Q♥ Q♠."]
    assert events(seen)[:4] == told
    assert len(events(seen)) == 5
    assert "Paused" in text(seen)
    desk.do("resume", by=desk.floor)
    desk.do("dispute", reason="Canary shouts")
    seen = Client().get(felt)
    assert "Disputed: the floor decides" in text(seen)
    assert events(seen)[:2] == ["Disputed: play waits for the floor.", "The table goes on."]
    desk.do("turn 5", by=desk.floor, reason="Canary lied", rule="H-CANARY")
    whole = Client().get(felt).text + Client().get(felt.removesuffix("felt/")).text
    for secret in ("Canary", "H-CANARY", "Dana", "Flora", desk.dealer.public_id, "t1pit"):
        assert secret not in whole, secret


def test_a_name_is_its_first_word_unless_the_room_wants_it_whole(desk: Desk, settings: Any) -> None:
    felt = f"{address()}felt/"
    names = {
        1: "Ana-Lucía de la Cruz",
        3: "J.Smith",
        4: "Nguyen, Tran",
        6: "O'Brien",
        7: "\u0645\u0631\u064a\u0645 \u062d",
    }
    for seat, name in names.items():
        desk.do(f"sit {seat}", alias=name)
    shown = re.findall(r'<bdi class="seat-name">([^<]*)</bdi>', Client().get(felt).text)
    assert shown == [
        "Ana-Lucía",
        "Maria",
        "J",
        "Nguyen",
        "Chen",
        "O&#x27;Brien",
        "\u0645\u0631\u064a\u0645",
        "Otis",
    ]
    settings.DISPLAY_WHOLE_ALIAS = True
    shown = re.findall(r'<bdi class="seat-name">([^<]*)</bdi>', Client().get(felt).text)
    assert shown[0] == "Ana-Lucía de la Cruz"


def test_closed_and_open_without_a_hand(desk: Desk) -> None:
    felt = f"{address()}felt/"
    assert "No hand is open" in text(Client().get(felt))
    desk.do("table close", by=desk.floor)
    assert "This table is closed" in text(Client().get(felt))


def test_a_secret_choice_is_on_no_display(pickers: Desk) -> None:
    """A game whose seats choose in secret, and which brings no display of its own."""
    pickers.do("1 pick red", "4 pick blue")
    where = address()
    sent = Client().get(where).text + Client().get(f"{where}felt/").text
    assert "red" not in re.sub(r"reserved|is shared", "", re.sub(r"<[^>]*>", " ", sent)).split()
    assert "blue" not in sent
    assert "Waiting for Seat 6" in text(Client().get(f"{where}felt/"))
    assert "Seat 4 chooses." in sent
    assert "pick" not in sent.replace("Picking", "")


def test_nothing_that_the_content_security_policy_would_block(desk: Desk) -> None:
    where = address()
    desk.deal()
    for path in (where, f"{where}felt/", "/tables/12/display/x/"):
        for tag, found in Page(Client().get(path).text).elements:
            assert not [name for name in found if name == "style" or name.startswith("on")], (path, tag)
            assert tag != "style"
            assert tag != "script" or found.get("src")


def test_without_scripts_it_comes_again_by_itself(desk: Desk) -> None:
    assert '<meta http-equiv="refresh" content="4">' in Client().get(address()).text


# --- how late ------------------------------------------------------------------------------------


def sent(where: str) -> list[tuple[int, tuple[tuple[str, str], ...], bytes]]:
    """Everything that is sent for a display: status, headers and bytes of page and fragment."""
    answers = [Client().get(path) for path in (where, f"{where}felt/", f"{where}?minimal")]
    return [(a.status_code, tuple(sorted(a.headers.items())), a.content) for a in answers]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets what time it is for the room's screens."""

    def set_time(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return set_time


def test_the_bytes_of_two_games_that_differ_later_are_the_same(desk: Desk, at: Any) -> None:
    """Two games, one past. What is sent at a time must not tell which of them is played, as long as they differ only in
    the seconds that the display lags.
    """
    late(60)
    where = address()
    desk.deal().do("2 buy 2")
    split = timezone.now()
    floor = desk.floor
    games: list[tuple[str, ...]] = [
        (),
        ("card Ah", "5 fold", "2 fold", "pay", "leave 2", "leave 5"),
        ("card 2c", "card 3c", "5 buy 3", "card Ac", "9 fold", "pay", f"condition {desk.conditions[2_500]}"),
        ("dispute",),
        ("void", "pay", "table close"),
        ("sit 7", "reserve 8", "call", "pause"),
    ]

    def play(actions: tuple[str, ...]) -> None:
        chronicle.forget_all()
        before = transaction.savepoint()
        for action in actions:
            by = floor if action.split()[0] in ("void", "condition", "table", "pause") else desk.dealer
            alias = "CANARY" if action.split()[0] in ("sit", "reserve") else ""
            desk.do(action, by=by, reason="CANARY", rule="H-1", alias=alias)
        for seconds, kept in ((60, then), (122, later)):
            at(split + timedelta(seconds=seconds))
            kept.append(sent(where))
        transaction.savepoint_rollback(before)

    then: list[Any] = []
    later: list[Any] = []
    for actions in games:
        play(actions)
    assert all(bytes_sent == then[0] for bytes_sent in then)
    assert all(bytes_sent != later[0] for bytes_sent in later[1:]), "shown when its time has come"
    assert "CANARY" not in repr(then)


def test_a_late_display_shows_what_a_prompt_one_showed_then(desk: Desk, at: Any) -> None:
    felt = f"{address()}felt/"
    shown = []
    desk.open()
    for action in ("deal 2 Td 8c", "deal 5 As Tc", "deal 9 Qh Qs", "2 fold", "5 fold", "pay"):
        (*_, last) = desk.records(desk.do(action))
        shown.append((last.time, text(Client().get(felt))))
    late(30)
    for moment, _seen in shown:
        until = moment.replace(microsecond=0) + timedelta(seconds=1)
        at(until + timedelta(seconds=30))
        expected = [seen for made, seen in shown if made <= until][-1]
        assert text(Client().get(felt)).replace("30 seconds late ", "") == expected


def test_how_late_it_is_stands_on_it(desk: Desk) -> None:
    where = address()
    assert "late" not in text(Client().get(f"{where}felt/"))
    late(45)
    assert "45 seconds late" in text(Client().get(f"{where}felt/"))


# --- what it costs -------------------------------------------------------------------------------


def test_nothing_is_sent_again_while_nothing_has_happened(desk: Desk) -> None:
    where = address()
    first = Client().get(f"{where}felt/")
    again = Client().get(f"{where}felt/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    desk.do("open")
    after = Client().get(f"{where}felt/", headers={"If-None-Match": first["ETag"]})
    assert after.status_code == 200
    assert after["ETag"] != first["ETag"]
    page = Page(Client().get(where).text)
    shown = next(found for _tag, found in page.elements if found.get("id") == "display")
    assert shown["data-etag"] == after["ETag"]
    assert shown["data-refresh"] == f"{where}felt/"
    minimal = Client().get(f"{where}?minimal").text
    assert f'data-refresh="{where}felt/?minimal"' in minimal


@pytest.mark.parametrize("seconds", [0, 60])
def test_forty_displays_cost_one_fold(
    desk: Desk, at: Any, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    where = address()
    late(seconds) if seconds else None
    desk.deal()
    at(timezone.now() + timedelta(seconds=seconds + 1))
    made = []
    context = display._context

    def counted(*about: Any) -> Any:
        made.append(about)
        return context(*about)

    monkeypatch.setattr(display, "_context", counted)
    Client().get(where)
    with CaptureQueriesContext(connection) as queries:
        answers = [Client().get(f"{where}felt/") for _ in range(40)]
    assert len({answer.content for answer in answers}) == 1
    assert len(made) == 1
    assert len(queries) <= 40 * 4
    tag = answers[0]["ETag"]
    with CaptureQueriesContext(connection) as queries:
        for _ in range(40):
            assert Client().get(f"{where}felt/", headers={"If-None-Match": tag}).status_code == 304
    assert len(queries) <= 40 * 4
    desk.do("2 fold")
    at(timezone.now() + timedelta(seconds=2 * seconds + 2))
    Client().get(f"{where}felt/")
    assert len(made) == 2


def test_a_change_between_tag_and_content_is_not_hidden(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The content may be newer than its tag, never older: then the next look fetches it again."""
    where = address()
    shown = display._shown

    def meanwhile(table: Table, *, minimal: bool) -> Any:
        found = shown(table, minimal=minimal)
        monkeypatch.setattr(display, "_shown", shown)
        desk.do("open")
        return found

    monkeypatch.setattr(display, "_shown", meanwhile)
    tag = Client().get(f"{where}felt/")["ETag"]
    fresh = Client().get(f"{where}felt/", headers={"If-None-Match": tag})
    assert fresh.status_code == 200
    assert "Posting: $5 each" in text(fresh)
