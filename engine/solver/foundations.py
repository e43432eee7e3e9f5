"""What lies at home, what may follow, and which cards go home at once because that never hurts.

**Going home at once.** Let a card c be able to go home. It may go at once, without any other move
being considered, where every card that it or its equals could lie on at home is there already
(`beneath`), and where for every card d that may be laid on c in a column both the cards that d
lies on at home and the cards that may be laid on d in a column are at home too. `Tables.safe`
lists these cards. Proof: take any line that wins from here without c going home now, and play it
with c at home from the start, leaving out c's own moves, and sending each d home at the moment
when the line lays it on c. That is possible: d has its place at home, because all that could lie
there beneath it is there and each pile of its kind takes its own one. From then on d's own moves
are left out too. Nothing is ever laid on such a d, since what could be is at home. So c and these
d are always the top cards of their columns in the original line, and the new one has the same
columns without them and the same or more empty columns and cells; every other move of the line
stays possible. Groups that end in c or d move without them. Home, no rival needs the place of c
or of d, because there is one for each. So the new line wins as well, and is not longer.

Where columns and foundations build in suit this holds for every card: only the next lower one of
its suit could be laid on it, and that lies beneath it at home.

**Cards that return.** Where columns and foundations build in suit, cards that return from the
foundations cannot make a lost table winnable, and so a search need not return any. Proof: take any
line that wins, of single cards (a group moves exactly where its cards could one by one), and let
every card stay at home from the first time it gets there, leaving out its later moves. In the
original line nothing but a lower card of the same suit is ever laid on a card that has been home,
and that one has been home before it. So cards that have been home only ever lie on top of others,
and the new line has the same columns without them, and the same or more empty columns and cells.
A card x that has not been home never moves onto one that has, for x would be the lower one and
would have been home first; so its target is uncovered in the new line as well. And it can go home
whenever it does in the original: all lower cards of its suit are there, and it is not. So every
move that is left is legal, and the line ends with all cards at home. Small tables agree
(`tests/engine/test_solver_small.py`). In any other game a search does return cards, and then sends
none home at once, since the proof above needs cards to stay there.
"""

from __future__ import annotations

from engine.cards import rank_of
from engine.solver.tables import Tables


class Foundation:
    """Which cards lie at home, and what follows from that; never changed."""

    __slots__ = ("count", "forced", "home", "ready", "wanted")

    def __init__(self, home: int, ready: int, wanted: int, forced: int) -> None:
        """All four are sets of cards."""
        self.home: int = home
        self.ready: int = ready
        """The cards that could go home now."""
        self.wanted: int = wanted
        """These, and those that could follow on them."""
        self.forced: int = forced
        """Those of the ready cards that go home as soon as they are uncovered."""
        self.count: int = home.bit_count()


class Foundations:
    """All foundations that a search has met."""

    def __init__(self, tables: Tables) -> None:
        """Knows none yet."""
        self._tables: Tables = tables
        self._known: dict[int, Foundation] = {}

    def of(self, home: int) -> Foundation:
        """The foundations with these cards at home."""
        known = self._known.get(home)
        return self._make(home, 0, 0, 0, 13) if known is None else known

    def with_card(self, before: Foundation, card: int) -> Foundation:
        """The foundations with one card more at home, or with its top card `card` returned."""
        home = before.home ^ 1 << card
        known = self._known.get(home)
        if known is not None:
            return known
        rank = rank_of(card)
        others = ~(0xFFF << 4 * rank)
        ready = before.ready & others
        return self._make(home, ready, before.wanted & others, rank, min(rank + 3, 13))

    def _make(self, home: int, ready: int, wanted: int, first: int, end: int) -> Foundation:
        """Only the ranks from `first` up to `end` are worked out anew."""
        tables = self._tables
        for card in range(4 * first, 4 * end):
            if home >> card & 1:
                continue
            beneath = home & tables.beneath[card]
            alike = home & tables.alike[card]
            if card < 4 or (beneath and beneath.bit_count() > alike.bit_count()):
                ready |= 1 << card
                wanted |= 1 << card
            elif ready & tables.beneath[card]:
                wanted |= 1 << card
        made = Foundation(home, ready, wanted, self._forced(home, ready))
        self._known[home] = made
        return made

    def _forced(self, home: int, ready: int) -> int:
        forced = 0
        if self._tables.returns:
            return forced
        while ready:
            bit = ready & -ready
            ready ^= bit
            if not self._tables.safe[bit.bit_length() - 1] & ~home:
                forced |= bit
        return forced
