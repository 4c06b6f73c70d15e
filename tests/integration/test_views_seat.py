"""A seat's screen over HTTP: joining, looking, choosing with and without scripts; the tablet that goes round."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from cardroom.accounts.models import Person
from tables.joining import FROM_ONE_ADDRESS, LOCKED
from tables.models import HandedTablet, JoinTries, SeatCode, SeatLease
from tests.desk import Desk, standing
from tests.forms import Page
from tests.hunters import hunters
from tests.tablet import SCRIPT, Tablet, with_keys

SEAT = "/tables/12/seats/4/"


@pytest.fixture
def hunt(desks: type[Desk]) -> Desk:
    return hunters(desks)


def code_of(desk: Desk, seat: int = 4) -> str:
    desk.do(f"screen {seat}")
    return SeatCode.objects.get(table=desk.number, seat=seat).code


def joins(code: str, client: Client | None = None, path: str = "/join/") -> tuple[Client, Any]:
    client = client or Client()
    form = re.search(r'name="form" value="(\w+)"', client.get(path).text)
    assert form is not None
    return client, client.post("/join/", {"code": code, "form": form[1]})


@pytest.fixture
def phone(hunt: Desk) -> Client:
    client, answer = joins(code_of(hunt))
    assert answer.url == SEAT
    return client


def press(client: Client, action: str, *, script: bool = True, **over: Any) -> Any:
    """The control of the open screen that sends this action, pressed."""
    (button,) = (b for b in Page(client.post(f"{SEAT}look/").text).buttons if b.action == action)
    form = button.sends() | over
    return client.post(f"{SEAT}act/", form, headers=SCRIPT if script else {})


def choice(client: Client, territory: str, **over: Any) -> dict[str, Any]:
    """What the open screen sends when this territory is picked and confirmed."""
    text = client.post(f"{SEAT}look/").text
    found = re.search(rf'value="(\w+:4 choose {territory})"', text)
    assert found is not None
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text.partition("seat-fields")[2]))
    return {**hidden, "do": found[1], **over}


# --- joining ---------------------------------------------------------------------------------------


def test_looking_at_a_code_uses_nothing_up(hunt: Desk) -> None:
    code = code_of(hunt)
    before = standing()
    for _ in range(3):
        page = Client().get(f"/join/{code}/")
        assert page.status_code == 200
        assert code in page.text
        assert "Ines" not in page.text, "it says nothing of whose seat it is"
        assert Client().head(f"/join/{code}/").status_code == 200
    assert Client().get("/join/777777/").status_code == 200
    assert standing() == before
    _phone, answer = joins(code, path=f"/join/{code}/")
    assert answer.status_code == 302


def test_the_cookie_is_for_no_script_and_no_other_site(phone: Client) -> None:
    cookie = phone.cookies["seat"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    secret = cookie.value.split(":")[2]
    assert SeatLease.objects.get().proof not in cookie.value
    assert secret not in phone.get(SEAT).text


@pytest.mark.parametrize("value", ["12:4:secret", "12:4:secret:x:y", "", "\x00", "12:5:"])
def test_a_cookie_that_we_did_not_make_is_none(phone: Client, value: str) -> None:
    phone.cookies["seat"] = value
    assert phone.post(f"{SEAT}look/").status_code == 403


def test_a_wrong_code_says_so_and_after_ten_waits(hunt: Desk) -> None:
    code = code_of(hunt)
    client = Client()
    for _ in range(10):
        _, answer = joins("777777", client)
        assert answer.status_code == 422
        assert "No seat has this code" in answer.text
    _, answer = joins(code, client)
    assert answer.status_code == 422
    assert "Too many wrong codes" in answer.text
    assert joins(code_of(hunt, 6))[1].status_code == 302, "another browser at this address does not wait"
    JoinTries.objects.update(since=F("since") - LOCKED - timedelta(seconds=1))
    assert joins(code, client)[1].status_code == 302


def test_an_address_with_a_hundred_wrong_codes_waits(hunt: Desk) -> None:
    joins("777777")
    JoinTries.objects.update(wrong=FROM_ONE_ADDRESS)
    assert "Too many wrong codes" in joins(code_of(hunt))[1].text


def test_behind_a_proxy_it_counts_by_whom_the_proxy_serves(hunt: Desk, settings: Any) -> None:
    settings.HTTPS = True
    for address in ("1.2.3.4", "10.0.0.1, 1.2.3.4", "1.2.3.5"):
        headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https"}
        Client().post("/join/", {"code": "777777", "form": "f1"}, headers=headers)
    assert sorted(JoinTries.objects.values_list("wrong", flat=True)) == [1, 1, 2, 2], (
        "browser and address, twice"
    )


def test_a_screen_that_asks_for_another_seat_gives_up_the_first(hunt: Desk, phone: Client) -> None:
    other = code_of(hunt, 6)
    _, answer = joins(other, phone)
    assert answer.status_code == 409
    assert "give that up first" in answer.text
    assert phone.post(f"{SEAT}leave/").url == "/join/"
    assert phone.get(SEAT).status_code == 403
    assert joins(other, phone)[1].url == "/tables/12/seats/6/"
    assert phone.post(f"{SEAT}leave/").status_code == 302
    assert phone.get("/tables/12/seats/6/").status_code == 200, "another seat's address leaves nothing"


def test_nobody_of_the_house_is_a_players_screen(hunt: Desk, phone: Client) -> None:
    phone.force_login(hunt.dealer)
    assert phone.get("/join/").status_code == 403
    assert phone.post("/join/", {"code": code_of(hunt, 6), "form": "f"}).status_code == 403
    assert phone.post(f"{SEAT}look/").status_code == 403


def test_a_form_without_its_id_is_refused(hunt: Desk) -> None:
    answer = Client().post("/join/", {"code": code_of(hunt)})
    assert answer.status_code == 422
    assert SeatCode.objects.exists()


# --- the screen -------------------------------------------------------------------------------------


def test_the_page_is_covered_and_says_who_and_where(phone: Client) -> None:
    page = phone.get(SEAT)
    assert "Ines" in page.text
    assert "0 of 3 have chosen" in page.text
    assert "You are asked" in page.text
    assert "choose water" not in page.text
    assert 'id="look"' in page.text


def test_going_to_the_address_of_what_is_secret_finds_it_covered(phone: Client) -> None:
    """So that neither Back nor the list of what was visited opens it."""
    assert phone.get(f"{SEAT}look/").url == SEAT
    assert phone.head(f"{SEAT}look/").status_code == 302


def test_it_answers_304_while_nothing_has_happened(hunt: Desk, phone: Client) -> None:
    for page in (SEAT, f"{SEAT}look/"):
        first = phone.get(page, headers=SCRIPT)
        tag = {**SCRIPT, "If-None-Match": first["ETag"]}
        again = phone.get(page, headers=tag)
        assert (again.status_code, again.content) == (304, b"")
    assert phone.get(SEAT, headers=tag).status_code == 200, "covered and open have tags of their own"
    hunt.do("6 choose water")
    assert phone.get(f"{SEAT}look/", headers=tag).status_code == 200


def test_a_choice_by_a_script_and_again(hunt: Desk, phone: Client) -> None:
    form = choice(phone, "water")
    for _ in range(2):
        answer = phone.post(f"{SEAT}act/", form, headers=SCRIPT)
        assert answer.status_code == 200
        assert "The others see of you" in answer.text
        assert "<html" not in answer.text
    assert hunt.hand()["felt"]["chosen"] == [4]
    late = phone.post(f"{SEAT}act/", {**form, "do": f"{uuid.uuid4().hex}:4 choose desert"}, headers=SCRIPT)
    assert late.status_code == 409
    assert "was not recorded" in late.text


def test_a_choice_without_scripts(hunt: Desk, phone: Client) -> None:
    answer = phone.post(f"{SEAT}act/", choice(phone, "water"))
    assert answer.url == SEAT
    covered = phone.get(SEAT).text
    assert "You have chosen. The others see only that." in covered
    assert "Recorded." in covered
    bad = phone.post(f"{SEAT}act/", {"do": "x1:4 choose sea", "hand": "", "seat": 4, "after": 3})
    assert bad.status_code == 409
    assert "<html" in bad.text


def test_throwing_is_told_to_who_looks_and_keyed_by_a_button(hunt: Desk, phone: Client) -> None:
    hunt.do("1 choose water", "6 choose water")
    phone.post(f"{SEAT}act/", choice(phone, "desert"), headers=SCRIPT)
    hunt.do("1 throw")
    assert press(phone, "4 throw").status_code == 200
    assert hunt.hand()["felt"]["boomerangs"]["4"] == 11


@pytest.mark.parametrize(
    ("over", "status"),
    [
        ({"do": "a1:4 choose sea"}, 422),
        ({"do": "a1:6 choose water"}, 403),
        ({"do": "a1:undo 4"}, 403),
        ({"do": "a1:"}, 403),
        ({"do": ""}, 403),
        ({"do": "ünsäglich:4 choose water"}, 422),
        ({"hand": "T12/1"}, 409),
        ({"hand": ""}, 409),
        ({"after": ""}, 422),
        ({"after": "99"}, 409),
        ({"after": "-1"}, 422),
        ({"seat": "6"}, 422),
        ({"seat": "x"}, 422),
        ({"do": "a1:4 choose " + "w" * 300}, 422),
        ({"do": "a1:4 choose water\n"}, 422),
    ],
)
def test_bad_input_is_refused_with_a_reason_and_changes_nothing(
    phone: Client, over: dict[str, str], status: int
) -> None:
    form = choice(phone, "water", **over)
    before = standing()
    for headers in (SCRIPT, {}):
        answer = phone.post(f"{SEAT}act/", form, headers=headers)
        assert answer.status_code == status
        assert re.search(r"notice|seat-line", answer.text)
    assert standing() == before


def test_no_form_of_another_site(hunt: Desk) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/join/", {"code": code_of(hunt), "form": "f"}).status_code == 403
    assert client.post(f"{SEAT}act/", {}).status_code == 403
    assert client.post(f"{SEAT}leave/").status_code == 403


def test_the_older_phone_is_told_when_and_what_to_do(hunt: Desk, phone: Client) -> None:
    _new, answer = joins(code_of(hunt))
    assert answer.status_code == 302
    for headers in (SCRIPT, {}):
        for page in (SEAT, f"{SEAT}look/"):
            gone = (phone.get if headers or page == SEAT else phone.post)(page, headers=headers)
            assert gone.status_code == 403
            assert re.search(r"Opened on another device at \d\d:\d\d\. Ask the dealer", gone.text)
    assert phone.post(f"{SEAT}act/", {"do": "x:4 choose water"}, headers=SCRIPT).status_code == 403


def test_between_hands_while_posting_and_out_of_the_hand(desks: type[Desk]) -> None:
    desk = desks(variant="boomerang_hunt", seats=(1, 4, 6, 8))
    phone, _ = joins(code_of(desk))
    assert "No hand is open." in phone.get(SEAT).text
    desk.do("open")
    assert re.search(r"Put down \$5</strong> and a fee of", phone.get(SEAT).text)
    assert 'id="look"' not in phone.post(f"{SEAT}look/").text
    desk.do("out 4")
    assert "You are not in this hand." in phone.get(SEAT).text
    desk.post()
    assert phone.post(f"{SEAT}look/").status_code == 200


def test_frozen_and_paused_it_says_so_and_takes_nothing(hunt: Desk, phone: Client) -> None:
    hunt.do("pause", reason="a secret reason")
    for text in (phone.get(SEAT).text, phone.post(f"{SEAT}look/").text):
        assert "The table pauses." in text
        assert "a secret reason" not in text
    hunt.do("resume")
    hunt.do("dispute", reason="a secret reason")
    text = phone.post(f"{SEAT}look/").text
    assert "The floor decides." in text
    assert "a secret reason" not in text


def test_the_number_of_queries_is_small(phone: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(16):
        phone.get(f"{SEAT}look/", headers=SCRIPT)


# --- the console -------------------------------------------------------------------------------------


def console(desk: Desk, who: Person | None = None) -> Client:
    client = Client()
    client.force_login(who or desk.dealer)
    return client


def test_the_panel_shows_code_and_picture_to_the_chair_alone(hunt: Desk) -> None:
    code = code_of(hunt)
    panel = "/tables/12/?panel=phones"
    for who in (hunt.dealer, hunt.floor):
        text = console(hunt, who).get(panel).text
        assert code in text
        assert "<svg" in text
        assert "http://testserver/join/" in text
    hunt.do("chair", by=hunt.floor)
    assert code not in console(hunt).get(panel).text
    assert "Players' screens" not in Client().get("/sign-in/").text


def test_the_console_says_whom_it_waits_for(hunt: Desk) -> None:
    text = console(hunt).get("/tables/12/").text
    assert re.search(r"waits for\s+seat 1,\s+seat 4,\s+seat 6", text)
    assert "data-since=" in text


def test_the_floor_finds_who_falls_silent(hunt: Desk) -> None:
    flora = console(hunt, hunt.floor)
    page = Page(flora.get("/tables/12/?panel=rulings").text)
    actions = {button.action for button in page.buttons}
    assert {"neutral 1", "neutral 4", "neutral 6", "substitute 4"} <= actions
    (button,) = (b for b in page.buttons if b.action == "substitute 4")
    form = button.sends(alias="Nils", reason_text="went home")
    assert flora.post("/tables/12/act/", form, headers=SCRIPT).status_code == 200
    assert hunt.view()["seats"][3]["alias"] == "Nils"


# --- the tablet that goes round ------------------------------------------------------------------------


@pytest.fixture
def tablet(hunt: Desk) -> Tablet:
    """Paired, dana in the chair, handed round."""
    made = Tablet(12, hunt.floor)
    hunt.dealer = with_keys(hunt.dealer)
    made.by_pin(hunt.dealer)
    (button,) = (
        b for b in Page(made.client.get("/tables/12/?panel=phones").text).buttons if b.action == "hand round"
    )
    answer = made.client.post("/tables/12/act/", button.sends(), headers=SCRIPT)
    assert answer["HX-Redirect"] == "/tables/12/seats/"
    return made


def test_nothing_of_the_dealers_is_reached_while_it_goes_round(hunt: Desk, tablet: Tablet) -> None:
    assert tablet.who() is None
    chair = hunt.view()
    for address in ("/", "/tables/12/", "/tables/12/felt/", "/tables/12/hands/", "/floor/", "/my/pin/"):
        answer = tablet.client.get(address)
        assert answer.status_code == 302
        assert answer.url.startswith("/sign-in/")
    assert tablet.client.get("/sign-in/?next=/tables/12/").url == "/tables/12/chair/"
    assert tablet.client.get("/api/v1/tables/12/").status_code == 401
    post = tablet.client.post("/tables/12/act/", {"do": "x:draw fish water meadow"}, headers=SCRIPT)
    assert post.status_code == 401
    assert hunt.view()["hand"] == chair["hand"]


def test_from_seat_to_seat_each_covered(hunt: Desk, tablet: Tablet) -> None:
    seats = tablet.client.get("/tables/12/seats/").text
    assert 'href="/tables/12/chair/"' in seats
    assert [re.search(rf'id="seat-{seat}"', seats) is not None for seat in (1, 4, 6, 2)] == [True] * 3 + [
        False
    ]
    covered = tablet.client.get(SEAT).text
    assert "I am <bdi>Ines</bdi>: look" in covered
    assert "choose water" not in covered
    answer = tablet.client.post(f"{SEAT}act/", choice(tablet.client, "water"), headers=SCRIPT)
    assert "water" not in answer.text.partition("seat-cover")[2], "it is covered again at once"
    assert 'id="hand-on"' in answer.text
    (chosen,) = hunt.records(None, "hand.territory_chosen")
    assert (chosen.role, chosen.terminal) == ("player", tablet.terminal)
    hunt.player(6)
    assert 'id="seat-6"' not in tablet.client.get("/tables/12/seats/").text
    assert tablet.client.post("/tables/12/seats/6/look/").status_code == 403
    assert tablet.client.get("/tables/13/seats/").status_code == 404


def test_who_holds_it_next_does_not_read_what_was_chosen_before(hunt: Desk, tablet: Tablet) -> None:
    """Anybody can say that he is the player: what was chosen there is shown no more before it is revealed."""
    tablet.client.post(f"{SEAT}act/", choice(tablet.client, "water"), headers=SCRIPT)
    own = hunt.player(6)
    looked = tablet.client.post(f"{SEAT}look/").text
    assert "You have chosen" in looked
    assert "You hunt in" not in looked
    hunt.do("1 choose forest")
    hunt.do("6 choose desert", by=own)
    hunt.do("1 throw", by=hunt.player(1))
    looked = tablet.client.post(f"{SEAT}look/").text
    assert "4 throw" in looked
    assert "You hunt in" not in looked, "his turn is public, his token is not"


def test_the_pin_takes_it_back(hunt: Desk, tablet: Tablet) -> None:
    chair = hunt.records(None, "chair.taken")
    assert tablet.by_pin(hunt.dealer).status_code == 302
    assert tablet.client.get("/tables/12/").status_code == 200
    assert "tablet" not in {name for name, cookie in tablet.client.cookies.items() if cookie.value}
    assert not HandedTablet.objects.exists()
    assert len(hunt.records(None, "tablet.taken_back")) == 1
    assert hunt.records(None, "chair.taken") == chair, "he was in his chair all the time"
    assert tablet.client.get("/tables/12/seats/").status_code == 403
    assert tablet.client.post(f"{SEAT}look/").status_code == 403


def test_what_had_been_handed_round_and_is_back_is_not_handed_again(hunt: Desk) -> None:
    client = console(hunt)
    (button,) = (
        b for b in Page(client.get("/tables/12/?panel=phones").text).buttons if b.action == "hand round"
    )
    form = button.sends()
    assert client.post("/tables/12/act/", form, headers=SCRIPT)["HX-Redirect"]
    seats = client.get("/tables/12/seats/").text
    assert 'href="/sign-in/?next=/tables/12/"' in seats, "a device that stands at no table has no PIN pad"
    client.force_login(hunt.dealer)
    client.get("/tables/12/")
    again = client.post("/tables/12/act/", form, headers=SCRIPT)
    assert (again.status_code, "HX-Redirect" in again) == (200, False)
    assert "_auth_user_id" in client.session


def test_it_goes_round_without_scripts_too(hunt: Desk) -> None:
    client = console(hunt)
    hunt.do("chair", by=hunt.floor)
    page = Page(client.get("/tables/12/?panel=phones").text)
    assert [b.action for b in page.buttons if b.action == "hand round"] == ["hand round"]
    (button,) = (b for b in page.buttons if b.action == "hand round")
    assert client.post("/tables/12/act/", button.sends()).status_code == 403, "not from somebody else's chair"
    floor = console(hunt, hunt.floor)
    (button,) = (
        b for b in Page(floor.get("/tables/12/?panel=phones").text).buttons if b.action == "hand round"
    )
    assert floor.post("/tables/12/act/", button.sends()).url == "/tables/12/seats/"


# --- the doorbell ---------------------------------------------------------------------------------------


def test_who_may_hear_the_table(hunt: Desk, phone: Client, tablet: Tablet) -> None:
    """Under WSGI whoever is let in is told that it needs ASGI."""
    for client in (phone, tablet.client):
        assert client.get("/live/T12/").status_code == 503
        for other in ("T13", "fees", "access"):
            assert client.get(f"/live/{other}/").status_code == 401
    assert Client().get("/live/T12/").status_code == 401
    hunt.do("screen 4 close", by=hunt.floor)
    assert phone.get("/live/T12/").status_code == 401


# --- while the floor decides -------------------------------------------------------------------------


def test_who_has_chosen_sees_his_token_while_the_floor_decides_and_the_table_pauses(
    hunt: Desk, phone: Client
) -> None:
    phone.post(f"{SEAT}act/", choice(phone, "water"), headers=SCRIPT)
    hunt.do("dispute", reason="PRIVATE: seat 9 smells of cheating")
    looked = phone.post(f"{SEAT}look/").text
    assert "The floor decides. Nothing can be chosen meanwhile." in looked
    assert "You hunt in" in looked
    hunt.ruled("rule stands")
    hunt.do("pause", reason="PRIVATE: shuffler")
    looked = phone.post(f"{SEAT}look/").text
    assert "The table pauses. Nothing can be chosen meanwhile." in looked
    assert "You hunt in" in looked


@pytest.mark.parametrize(
    ("action", "said"), [("dispute", "The floor decides."), ("pause", "The table pauses.")]
)
def test_what_the_house_wrote_as_a_reason_is_not_told_a_player(
    hunt: Desk, phone: Client, action: str, said: str
) -> None:
    sends = choice(phone, "water")
    hunt.do(action, reason="PRIVATE: seat 9 smells of cheating")
    for headers in (SCRIPT, {}):
        answer = phone.post(f"{SEAT}act/", sends, headers=headers)
        assert answer.status_code == 422
        assert said in answer.text
        assert "PRIVATE" not in answer.text
        assert "PRIVATE" not in phone.post(f"{SEAT}look/").text
