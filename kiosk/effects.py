"""What a scene wants done: it hands out these records, and the app acts before the next input.

One of them, `Think`, is answered later; its answer is here too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.game import Game
from engine.position import Move
from engine.variants import Rules
from kiosk.events import Action
from kiosk.new_game_options import NewGameOptions

if TYPE_CHECKING:
    from engine.solver import Verdict


class SaveEntry(NamedTuple):
    """Append one entry to the journal of the deal on the table, durably.

    `entry` is a move in text (`3-h`, `5-8*4`) or one of `undo`, `redo`, `restart`; `seconds` is
    the clock at that moment; `won` is true when this entry won the game.
    """

    entry: str
    seconds: float
    won: bool = False


class MarkHelped(NamedTuple):
    """Mark the deal on the table, durably: the solver has told something of it.

    That is a move, a verdict, a solution, whether asked for or not; and not undo.
    """


class SignWin(NamedTuple):
    """The win on the table is the person's of these initials, durably."""

    initials: str


class EraseRecords(NamedTuple):
    """Erase all records, durably. What can be resumed still can."""


class DealGame(NamedTuple):
    """Deal, and show the table.

    It is this game code; else what is wished for, which is what Play deals from then on; else
    another deal of these rules, of the kind that was chosen last; else what was chosen last.
    """

    code: str | None = None
    rules: Rules | None = None
    options: NewGameOptions | None = None


class ResumeGame(NamedTuple):
    """Show the table of an unfinished game: of this code, or the latest."""

    code: str | None = None


class OpenScene(NamedTuple):
    """Show the named scene on top of this one, which stays as it is below.

    `about` is what it is to show, where it can show several things: of records a kind of game
    (`BK1-C4`), of recorded games the number of a deal.
    """

    scene: str
    subject: str = ""


class WatchReplay(NamedTuple):
    """Show these entries of a journal being played from that game on, with a title, to look at."""

    game: Game
    entries: tuple[str, ...]
    title: str


class StartAttract(NamedTuple):
    """Nobody is there: show a game that plays itself in place of what is shown, and keep nothing.

    It is another game every time.
    """


class GoBack(NamedTuple):
    """Close this scene; the one below is shown and, where `then` is given, told that action."""

    forward: Action | None = None


class PlaySound(NamedTuple):
    """Play a sound by its name, if there is any way to."""

    name: str


class ChangeSettings(NamedTuple):
    """Keep settings of the device: they win over files, and count from now on.

    `values` are pairs of a dotted key and the text of its value; None clears what was set. Those
    that are not `lasting` end with the visit of this player, and are not kept.
    """

    values: tuple[tuple[str, str | None], ...]
    is_persistent: bool = True


class ExitProgram(NamedTuple):
    """End the program; everything is already saved."""


class TryPin(NamedTuple):
    """Show the service menu in the place of this screen, if this is the PIN."""

    pin: str


class ExportRecords(NamedTuple):
    """Write the records into a file, on a stick if there is one; it is told where."""


class ImportRecords(NamedTuple):
    """Add the records of such a file to those that are here."""


class RestartProgram(NamedTuple):
    """End the program and start it anew, locked or not."""


class ExitToShell(NamedTuple):
    """End the program, locked or not, and leave the terminal to whoever can log in there."""


class PowerOff(NamedTuple):
    """Power the machine off; everything is already saved."""


class Reboot(NamedTuple):
    """Start the machine anew."""


class Think(NamedTuple):
    """Find out whether the game's position can be won, and how; answered by `Advice`.

    This takes the place of the question before, which is not answered any more. Where the position
    is lost, the last one of the `steps` moves before it that can still be won is looked for too.
    """

    game: Game
    step_count: int


class CancelThinking(NamedTuple):
    """Think no more: the last question needs no answer."""


Effect = (
    SaveEntry
    | MarkHelped
    | SignWin
    | EraseRecords
    | DealGame
    | ResumeGame
    | OpenScene
    | WatchReplay
    | StartAttract
    | GoBack
    | PlaySound
    | Think
    | CancelThinking
    | ChangeSettings
    | ExitProgram
    | TryPin
    | ExportRecords
    | ImportRecords
    | RestartProgram
    | ExitToShell
    | PowerOff
    | Reboot
)


class SolverAnswer(NamedTuple):
    """What the solver found for the last question.

    `moves` win from the position `back` moves before that of the question; of those after it none
    is known to be winnable. Without moves nothing is. `last` is false while more is looked for.
    """

    verdict: Verdict
    moves: tuple[Move, ...] = ()
    moves_back: int = 0
    is_final: bool = True
