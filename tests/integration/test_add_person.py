"""The command that makes a room's first admin."""

import io

import pytest
from django.core.management import CommandError, call_command

from audit.selectors import read
from cardroom.accounts.models import Person

pytestmark = pytest.mark.django_db


def add(monkeypatch: pytest.MonkeyPatch, password: str, *words: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
    out = io.StringIO()
    call_command("add_person", *words, stdout=out)
    return out.getvalue()


def test_somebody_is_added_with_his_roles_and_on_record(monkeypatch: pytest.MonkeyPatch) -> None:
    said = add(monkeypatch, "seven-of-clubs-9", "Vera", "Vera Holt", "admin", "floor")
    person = Person.objects.get(username="vera")
    assert "vera can sign in as admin, floor" in said
    assert person.check_password("seven-of-clubs-9")
    (record,) = [r for r in read("access") if r.type == "person.added"]
    assert (record.actor, record.data["person"]) == ("system", person.public_id)


def test_a_weak_password_or_a_taken_name_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="password"):
        add(monkeypatch, "1234", "vera", "Vera Holt", "admin")
    assert not Person.objects.filter(username="vera").exists()
    add(monkeypatch, "seven-of-clubs-9", "vera", "Vera Holt", "admin")
    with pytest.raises(CommandError, match="already"):
        add(monkeypatch, "seven-of-clubs-9", "VERA", "Another", "dealer")
    assert Person.objects.filter(username="vera").count() == 1
