"""What scenes want written into the records, and what of the records they are to know."""

from __future__ import annotations

from contextlib import suppress

from engine.codes import decode
from engine.game import Game
from engine.phrases import phrase
from kiosk.effects import Erase, Helped, Keep, Open, Sign, Watch
from kiosk.ledger import Rank
from kiosk.scenes.stage import Occasion, Stage
from kiosk.store import Store

Booked = Keep | Helped | Sign | Erase
"""What is to be kept of the deal on the table, or of all of them."""
RECORDS = ("records", "figures", "scores")
"""The scenes that show results."""
UNKNOWN = phrase("The moves of this game are not kept any more")


def write(store: Store, effect: Booked) -> None:
    """Keep it."""
    match effect:
        case Keep():
            store.append(effect.entry, effect.seconds, effect.won)
        case Helped():
            store.helped()
        case Sign():
            store.sign(effect.initials)
        case Erase():
            store.erase()


def informed(occasion: Occasion, opens: Open, store: Store, stage: Stage) -> Occasion | None:
    """The occasion with what the scene is to know of the records; None where that is not kept."""
    occasion = occasion._replace(about=opens.about)
    if opens.scene in RECORDS:
        occasion = occasion._replace(results=store.results())
    if opens.scene in ("won", "scores"):
        standing = store.standing(Rank(stage.config.records.rank))
        occasion = occasion._replace(standing=standing)
    if opens.scene == "replay" and opens.about:
        watch = _recalled(store, int(opens.about), stage)
        return watch and occasion._replace(watch=watch)
    return occasion


def _recalled(store: Store, deal: int, stage: Stage) -> Watch | None:
    """A won deal as it was played; None where that is not known any more."""
    kept = store.winning(deal)
    if kept is not None:
        with suppress(ValueError):
            Game.replay(*decode(kept.code), kept.entries)
            start = Game.begin(*decode(kept.code))
            return Watch(start, kept.entries, stage.words.say("Replay"))
    return None
