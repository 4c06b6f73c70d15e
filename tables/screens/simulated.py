"""The simulated players of a demo room: who they are, and what each says when he is to act. They record nothing."""

from __future__ import annotations

from dataclasses import dataclass

ALIASES: tuple[str, ...] = (
    *("Maria", "Chen", "Otis", "Priya", "Lou", "Bea", "Sam", "Ines", "Rolf", "Yuki", "Ana", "Goran"),
    *("Hedda", "Ivo", "June", "Kofi", "Lena", "Mats", "Nadia", "Omar", "Pia", "Quinn", "Rosa", "Sven"),
    *("Tilda", "Umar", "Vito", "Wanda", "Xenia", "Youssef", "Zora", "Abel", "Berit", "Cato", "Dara", "Gus"),
    *("Hana", "Igor", "Kira", "Luc", "Mira", "Nico", "Orla", "Paco"),
)
"""In a demo room whoever goes by one of these is simulated."""
MARK = "(simulated)"
"""How the names of simulated dealers end, and what they give as a reason."""


@dataclass(frozen=True)
class Habit:
    """What a simulated player does now: the action as a record text, and as he says it."""

    seat: int
    action: str
    says: str
