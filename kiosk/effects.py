"""Requests that a scene returns; the app carries them out before the next input.

`Think` is answered later, by a `SolverAnswer`.
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
    """Append one entry to the current deal's journal, durably.

    `entry` is a move in text (`3-h`, `5-8*4`) or one of `undo`, `redo`, `restart`; `seconds` is the
    clock at that moment; `won` is true when this entry won the game.
    """

    entry: str
    seconds: float
    won: bool = False


class MarkHelped(NamedTuple):
    """Mark the current deal as helped by the solver, durably.

    Help is a move, a verdict or a solution, whether asked for or not; undo is none.
    """


class SignWin(NamedTuple):
    """Store the player's initials with the win on the table, durably."""

    initials: str


class EraseRecords(NamedTuple):
    """Erase all records, durably. Unfinished games are kept."""


class DealGame(NamedTuple):
    """Deal, and show the table.

    The deal is that of the game code; else one of the options, which Play uses from then on; else
    another deal of these rules, with the options chosen last; else one of the options chosen last.
    """

    code: str | None = None
    rules: Rules | None = None
    options: NewGameOptions | None = None


class ResumeGame(NamedTuple):
    """Show the table of an unfinished game: of this code, or the latest."""

    code: str | None = None


class OpenScene(NamedTuple):
    """Show the named scene on top of this one, which is kept below.

    `subject` selects the content where a scene has several: of records a kind of game (`BK1-C4`),
    of recorded games the number of a deal.
    """

    scene: str
    subject: str = ""


class WatchReplay(NamedTuple):
    """Replay these entries of a journal from that game on, with a title, to look at."""

    game: Game
    entries: tuple[str, ...]
    title: str


class StartAttract(NamedTuple):
    """Replace the scene by a game that plays itself, another one every time; nothing is stored."""


class GoBack(NamedTuple):
    """Close this scene and show the one below, which handles the `forward` action, if given."""

    forward: Action | None = None


class PlaySound(NamedTuple):
    """Play a sound by its name, if sound is available."""

    name: str


class ChangeSettings(NamedTuple):
    """Change settings on the device: they win over files, from now on.

     `values` are pairs of a dotted key and the text of its value; None resets to the file's value.
    Those that are not persistent end with the visit of this player.
    """

    values: tuple[tuple[str, str | None], ...]
    is_persistent: bool = True


class ExitProgram(NamedTuple):
    """End the program; everything is already saved."""


class TryPin(NamedTuple):
    """Replace this scene by the service menu, if this is the PIN."""

    pin: str


class ExportRecords(NamedTuple):
    """Write the records into a file, on a USB stick if there is one; a message says where."""


class ImportRecords(NamedTuple):
    """Add the records of an exported file to the stored ones."""


class RestartProgram(NamedTuple):
    """End the program and start it anew, even in kiosk mode."""


class ExitToShell(NamedTuple):
    """End the program, even in kiosk mode, and leave the terminal for a login."""


class PowerOff(NamedTuple):
    """Power the machine off; everything is already saved."""


class Reboot(NamedTuple):
    """Restart the machine."""


class Think(NamedTuple):
    """Ask the solver whether the game's position can be won, and how; answered by `SolverAnswer`.

     This replaces the question before, which is not answered any more. Where the position is lost,
    the last winnable one of the `step_count` moves before it is searched too.
    """

    game: Game
    step_count: int


class CancelThinking(NamedTuple):
    """Cancel the last question to the solver."""


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
    """The solver's answer to the last question.

     `moves` win from the position `moves_back` moves before that of the question; of those after it
    none is known to be winnable. Without moves nothing is. `is_final` is false while the search
    goes on.
    """

    verdict: Verdict
    moves: tuple[Move, ...] = ()
    moves_back: int = 0
    is_final: bool = True
