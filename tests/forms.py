"""The forms of a page as a browser sees them: what each button would send."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Button:
    """A button that sends: its own value, what its form sends with it, and whether it can be pressed."""

    name: str
    value: str
    disabled: bool
    form: Form = field(repr=False)

    @property
    def id(self) -> str:
        return self.value.partition(":")[0]

    @property
    def action(self) -> str:
        return self.value.partition(":")[2]

    def sends(self, **typed: str) -> dict[str, list[str] | str]:
        """What is posted when it is pressed, with what is typed into the form's fields."""
        known = {name: value for name, value in typed.items() if name in self.form.fields}
        return {**self.form.hidden, **self.form.chosen, **known, self.name: self.value}


@dataclass
class Form:
    address: str
    method: str
    htmx: dict[str, str]
    hidden: dict[str, list[str]] = field(default_factory=dict)
    chosen: dict[str, str] = field(default_factory=dict)
    fields: list[str] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)


class Page(HTMLParser):
    """Every element with its attributes, and the forms."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self._open: Form | None = None
        self._shut: list[bool] = []
        self.feed(html)

    @property
    def buttons(self) -> list[Button]:
        """All that send, pressed or not."""
        return [button for form in self.forms for button in form.buttons]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        if tag == "fieldset":
            self._shut.append("disabled" in found)
        if tag == "form":
            htmx = {name: value for name, value in found.items() if name.startswith("hx-")}
            self._open = Form(found.get("action", ""), found.get("method", "get"), htmx)
            self.forms.append(self._open)
        elif self._open is not None:
            self._part(self._open, tag, found)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "fieldset":
            self._shut.pop()

    def _part(self, form: Form, tag: str, found: dict[str, str]) -> None:
        name, value, kind = found.get("name", ""), found.get("value", ""), found.get("type", "text")
        if tag == "button" and kind == "submit" and name:
            form.buttons.append(Button(name, value, "disabled" in found or any(self._shut), form))
        elif tag == "input" and kind == "hidden":
            form.hidden.setdefault(name, []).append(value)
        elif tag == "input" and kind == "radio":
            if "checked" in found:
                form.chosen[name] = value
        elif tag in ("input", "select", "textarea") and name:
            form.fields.append(name)
