"""The roles. A role is a group; what a role may do stands in the policies of the app that owns the
thing.
"""

from django.contrib.auth.models import Group
from django.utils.translation import gettext as _

DEALER = "dealer"
FLOOR = "floor"
AUDITOR = "auditor"
ADMIN = "admin"
DEVICE = "device"
"""A shoe that reads cards: it reports them and does nothing else."""
PLAYER = "player"
"""Who sits at a table. Nobody holds it: a player has no account, his seat lets him act."""
ROLES = (DEALER, FLOOR, AUDITOR, ADMIN, DEVICE)


def role_name(role: str) -> str:
    """The role as a screen says it."""
    return {
        DEALER: _("dealer"),
        FLOOR: _("floor"),
        AUDITOR: _("auditor"),
        ADMIN: _("admin"),
        DEVICE: _("device"),
        PLAYER: _("player"),
    }[role]


def ensure_roles(using: str = "default") -> None:
    """Make the groups that are missing. Run by every `migrate`."""
    for name in ROLES:
        Group.objects.using(using).get_or_create(name=name)
