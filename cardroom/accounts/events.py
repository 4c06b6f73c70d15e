"""What the `access` stream records about people. Bodies hold opaque ids; names stand in the table alone."""

from audit.core.registry import EventType, Opt, register

PERSON = {"person": str}
TYPES = (
    EventType("person.added", streams="access", shape={**PERSON, "roles": [str]}),
    EventType("person.renamed", streams="access", shape=PERSON),
    EventType("person.roles_set", streams="access", shape={**PERSON, "before": [str], "after": [str]}),
    EventType("person.password_set", streams="access", shape=PERSON),
    EventType("person.deactivated", streams="access", shape={**PERSON, "reason": str}),
    EventType("person.reactivated", streams="access", shape={**PERSON, "reason": str}),
    EventType("signin.succeeded", streams="access", shape=PERSON),
    EventType("signin.failed", streams="access", shape={"person": Opt(str), "cause": str}),
    EventType("signin.ended", streams="access", shape={**PERSON, "cause": str}),
)


def register_all() -> None:
    register(*TYPES)
