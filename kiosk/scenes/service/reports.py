"""What the machine tells of itself: what runs on it, its input, its last lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kiosk.effects import Back
from kiosk.events import Action
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import MARKED, Choice, Page, lay_report
from kiosk.ui.scene import Occasion, Stage

Lines = Callable[[Stage], Iterator[str]]
GIB = 2**30
MIB = 2**20


def about(stage: Stage, occasion: Occasion) -> Menu:
    """Versions, disk, temperature."""
    return _report(stage, occasion, lambda stage: stage.words.say("This machine"), _machine)


def inputs(stage: Stage, occasion: Occasion) -> Menu:
    """The last things that anybody did, the latest first."""
    return _report(stage, occasion, lambda stage: stage.words.say("Input log"), _inputs)


def log(stage: Stage, occasion: Occasion) -> Menu:
    """The last lines that the program told, the latest first."""
    return _report(stage, occasion, lambda stage: stage.words.say("Last messages"), _told)


def _report(
    stage: Stage, occasion: Occasion, heading: Callable[[Stage], str], lines: Lines
) -> Menu:
    def page(stage: Stage) -> Page:
        back = Choice(Action.BACK.value, stage.words.say("Back"), (Back(),))
        return Page(heading(stage), tuple(lines(stage)), (back,), lay=lay_report)

    return Menu(stage, page, occasion=lambda: occasion)


def _machine(stage: Stage) -> Iterator[str]:
    say, found = stage.words.say, stage.facts.machine()
    yield f"Bakehouse {found.program}"
    yield f"Python {found.python}"
    yield found.pygame
    yield found.kernel
    yield found.board
    yield say("Solver: compiled") if found.compiled else say("Solver: not compiled")
    yield say("Screen: {screen}", screen=found.screen)
    yield say("Saves: {folder}", folder=found.folder)
    if not found.saving:
        yield MARKED + say("Nothing is saved now!")
    if found.free is not None:
        yield say("Free there: {size}", size=_size(found.free))
    if found.temperature is not None:
        yield say("Temperature: {degrees} °C", degrees=round(found.temperature))
    if found.uptime is not None:
        hours, minutes = divmod(int(found.uptime) // 60, 60)
        yield say("On for {hours} h {minutes} min", hours=hours, minutes=minutes)


def _size(octets: int) -> str:
    return f"{octets / GIB:.1f} GB" if octets >= GIB else f"{octets / MIB:.1f} MB"


def _inputs(stage: Stage) -> Iterator[str]:
    return iter(stage.facts.inputs() or (stage.words.say("Nothing was pressed or touched yet."),))


def _told(stage: Stage) -> Iterator[str]:
    lines = stage.facts.told()
    if not lines:
        yield stage.words.say("Nothing was told yet.")
    for line in lines:
        yield (MARKED if line.wrong else "") + line.text
