"""What a screen is to know of choices and deals when it is opened, and what a deal tells."""

from __future__ import annotations

from kiosk.app.dealing import Dealer, Dealt
from kiosk.config import GameSettings
from kiosk.i18n import Words
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


def deal_lines(words: Words, dealt: Dealt, today: str) -> tuple[str, ...]:
    """What is told when this deal comes onto the table, if it is not simply one that can be won."""
    if dealt.day is not None:
        return (words.say("The clock is not set: deal of the day {number}", number=dealt.day),)
    if dealt.promise is Promise.TODAY:
        return (words.say("Today's deal, {date}", date=today),)
    if dealt.promise is Promise.NONE:
        return (words.say("This deal may be lost from the start"),)
    return ()
