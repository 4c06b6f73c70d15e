"""Opaque ids: what records hold instead of names."""

import base64
import secrets


def new_id(kind: str) -> str:
    """`kind` and twelve random base32 characters, e.g. `p7k2mq4rtxa5w`: says nothing about whom it names."""
    return kind + base64.b32encode(secrets.token_bytes(8)).decode("ascii")[:12].lower()


def new_person_id() -> str:
    return new_id("p")


def new_terminal_id() -> str:
    return new_id("t")
