"""What a row is worth in every category, the score sheets, and who has won. Points throughout. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tables.variants.boomerang_draft.editions import SMALL_SUM, Edition
from tables.variants.boomerang_draft.journey import SKIP, Journey, Line


def throw_catch(edition: Edition, row: tuple[str, ...]) -> int:
    """The difference between the numbers of the Throw and the Catch."""
    sites = edition.deck.sites
    return abs(sites[row[0]].number - sites[row[-1]].number)


def collection_sum(edition: Edition, row: tuple[str, ...]) -> int:
    """What the symbols of the collection add up to."""
    found = (edition.deck.sites[card].collection for card in row)
    return sum(edition.collections[symbol] for symbol in found if symbol)


def collection_points(edition: Edition, total: int) -> int:
    """A small sum and a large one count differently: one edition doubles the small, the other halves the large."""
    if total <= SMALL_SUM:
        return total * edition.small_factor
    return (total + edition.large_divisor - 1) // edition.large_divisor


def pair_points(edition: Edition, row: tuple[str, ...]) -> int:
    """Every two of a kind score once, an odd one nothing."""
    kinds = Counter(edition.deck.sites[card].pair for card in row)
    return sum(edition.pairs[kind] * (count // 2) for kind, count in kinds.items() if kind)


def icon_count(edition: Edition, row: tuple[str, ...], icon: str) -> int:
    return sum(edition.deck.sites[card].icon == icon for card in row)


def icon_points(state: Journey, seat: int, choice: str) -> int:
    """The chosen activity by the icons on one's own cards, or the chosen treasure by those on the others' cards."""
    edition = state.edition
    if choice == SKIP:
        return 0
    if edition.own_icons:
        return edition.own_icons[icon_count(edition, state.rows[seat], choice)]
    others = [row for other, row in state.rows.items() if other != seat]
    each = edition.others_icons[len(state.setup.seats)]
    return each * sum(icon_count(edition, row, choice) for row in others)


def line(state: Journey, seat: int) -> Line:
    """The round of a seat when all rows are seen and all have chosen.

    It is judged on what stood before the round, so that it is the same in whatever order the seats are scored.
    """
    edition, row, choice = state.edition, state.rows[seat], state.choices[seat]
    crossed = crossed_off(state.before(seat))
    new = {card for card in row if card not in crossed}
    completed = tuple(
        region
        for region, sites in edition.deck.regions.items()
        if not taken(state, region) and set(sites) <= crossed | new
    )
    return Line(
        row=row,
        choice=choice,
        throw_catch=throw_catch(edition, row),
        sites=len(new),
        regions=sum(edition.bonus(region) for region in completed),
        all_regions=_everywhere(state, crossed, new),
        collections=collection_points(edition, collection_sum(edition, row)),
        pairs=pair_points(edition, row),
        icons=icon_points(state, seat, choice),
        completed=completed,
    )


def crossed_off(lines: Iterable[Line]) -> set[str]:
    """The letters that these rounds have crossed off the map."""
    return {card for each in lines for card in each.row}


def taken(state: Journey, region: str) -> bool:
    """Whether somebody won a region's bonus in an earlier round: then nobody else can."""
    return any(region in line.completed for seat in state.setup.seats for line in state.before(seat))


def _everywhere(state: Journey, crossed: set[str], new: set[str]) -> int:
    """For getting to the last of the regions in this round: the highest value left; a value is used up per round in
    which somebody got there.
    """
    edition = state.edition
    if not edition.everywhere or visits_all(edition, crossed) or not visits_all(edition, crossed | new):
        return 0
    rounds = {
        n for seat in state.setup.seats for n, line in enumerate(state.before(seat)) if line.all_regions
    }
    left = edition.everywhere[len(rounds) :]
    return left[0] if left else 0


def visits_all(edition: Edition, letters: set[str]) -> bool:
    """At least one letter in every region."""
    return all(letters & set(sites) for sites in edition.deck.regions.values())


def scores(edition: Edition, lines: Iterable[Line]) -> dict[str, int]:
    """The totals of a sheet by category, and of all."""
    lines = list(lines)
    return {
        "throw_catch": sum(line.throw_catch for line in lines),
        "sites": sum(line.sites for line in lines),
        "regions": sum(line.regions for line in lines),
        "all_regions": sum(line.all_regions for line in lines),
        "collections": sum(line.collections for line in lines),
        edition.pairs_key: sum(line.pairs for line in lines),
        edition.icons_key: sum(line.icons for line in lines),
        "total": sum(line.total for line in lines),
    }


def winners(state: Journey) -> tuple[int, ...]:
    """The highest total; of those who tie, most for Throw and Catch; still tied, they share. In ascending order."""

    def place(seat: int) -> tuple[int, int]:
        lines = state.sheets[seat]
        return sum(line.total for line in lines), sum(line.throw_catch for line in lines)

    best = max(place(seat) for seat in state.setup.seats)
    return tuple(sorted(seat for seat in state.setup.seats if place(seat) == best))
