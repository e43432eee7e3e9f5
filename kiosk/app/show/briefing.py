"""What a screen is to know of choices and deals when it is opened, and what a deal tells."""

from __future__ import annotations

from engine.phrases import Phrase, phrase
from kiosk.app.show.dealing import Dealer, Dealt
from kiosk.config import GameSettings
from kiosk.scenes.stage import Occasion
from kiosk.wish import Promise


def briefed(occasion: Occasion, kept: str | None, dealer: Dealer, files: GameSettings) -> Occasion:
    """The occasion with all that there is to know of what can be played; `kept` can be resumed."""
    game = occasion.game
    return occasion._replace(
        kept=kept,
        wish=dealer.wish(files),
        today=dealer.today(),
        promise=dealer.promise(game.code) if game and game.code else None,
    )


def deal_lines(dealt: Dealt, today: str) -> tuple[Phrase, ...]:
    """What is told when this deal comes onto the table, if it is not simply one that can be won."""
    if dealt.day is not None:
        return (phrase("The clock is not set: deal of the day {number}", number=dealt.day),)
    if dealt.promise is Promise.TODAY:
        return (phrase("Today's deal, {date}", date=today),)
    if dealt.promise is Promise.NONE:
        return (phrase("This deal may be lost from the start"),)
    return ()
