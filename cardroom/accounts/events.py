"""What the `access` stream records about people. Bodies hold opaque ids; names stand in the table alone."""

from audit.core.registry import EventType, Opt, register

PERSON = {"person": str}
TYPES = (
    EventType(
        "person.added", streams="access", shape={**PERSON, "roles": [str]}, about="somebody who may sign in"
    ),
    EventType(
        "person.renamed", streams="access", shape=PERSON, about="another name, which stands in no record"
    ),
    EventType(
        "person.roles_set",
        streams="access",
        shape={**PERSON, "before": [str], "after": [str]},
        about="what the person may do from now on",
    ),
    EventType(
        "person.password_set",
        streams="access",
        shape=PERSON,
        about="another password; all sessions of the person end",
    ),
    EventType(
        "person.pin_set", streams="access", shape=PERSON, about="another PIN for signing in at a table"
    ),
    EventType("person.pin_cleared", streams="access", shape=PERSON, about="no PIN any more"),
    EventType(
        "person.badge_set", streams="access", shape=PERSON, about="another badge for signing in at a table"
    ),
    EventType("person.badge_cleared", streams="access", shape=PERSON, about="no badge any more"),
    EventType(
        "person.deactivated",
        streams="access",
        shape={**PERSON, "reason": str},
        about="signs in no more; all sessions end",
    ),
    EventType(
        "person.reactivated", streams="access", shape={**PERSON, "reason": str}, about="may sign in again"
    ),
    EventType("signin.succeeded", streams="access", shape=PERSON, about="a session began at a terminal"),
    EventType(
        "signin.pin_succeeded",
        streams="access",
        shape=PERSON,
        about="a session began with the PIN, at the terminal's table alone",
    ),
    EventType(
        "signin.badge_succeeded",
        streams="access",
        shape=PERSON,
        about="a session began with the badge, at the terminal's table alone",
    ),
    EventType(
        "signin.failed",
        streams="access",
        shape={"person": Opt(str), "cause": str},
        about="the person if the name is somebody's, never what was typed",
    ),
    EventType(
        "signin.locked",
        streams="access",
        shape={"person": Opt(str), "way": str},
        about="after five wrong tries nobody signs in as this person at the terminal, or with any badge",
    ),
    EventType(
        "signin.unlocked",
        streams="access",
        shape={"person": Opt(str), "terminal": str},
        about="a floor manager lets the person, or badges, in again there",
    ),
    EventType(
        "signin.ended",
        streams="access",
        shape={**PERSON, "cause": str},
        about="signed out, or somebody else signed in there",
    ),
)


def register_all() -> None:
    register(*TYPES)
