"""Scene stack; carries out effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from engine.codes import decode
from engine.game import Game
from engine.messages import Line, Phrase, english, phrase
from kiosk.app.dealer import Calendar, Dealer
from kiosk.app.live_settings import Adjusted, Visit
from kiosk.app.overlays import with_unsaved
from kiosk.app.service_access import Resting
from kiosk.app.service_actions import Inspection, Served, inspecting, may_calibrate
from kiosk.app.shutdown import Leaving
from kiosk.app.table_factory import Laid, Tables
from kiosk.audio import Audio
from kiosk.effects import (
    Adjust,
    Advice,
    Attract,
    Back,
    Deal,
    Effect,
    Erase,
    Helped,
    Keep,
    Leave,
    Open,
    PowerOff,
    Reboot,
    Rest,
    Resume,
    Sign,
    Sound,
    Think,
    Watch,
)
from kiosk.events import Message, Pointer, Press, Resized, Touch
from kiosk.frame import Frame
from kiosk.gestures import DOUBLE, is_near, slop
from kiosk.input.bindings import SCREEN
from kiosk.log import complain
from kiosk.paths import assets
from kiosk.scenes.attract import Attraction
from kiosk.scenes.registry import SCENES, kind_of
from kiosk.solver_process.client import Asked, Nobody
from kiosk.stats import Rank
from kiosk.storage import Store
from kiosk.timers import soonest
from kiosk.ui.scene import Asking, Occasion, Restaged, Scene, Stage


class Twice:
    """Knows the last tap and the screen that it was meant for."""

    def __init__(self) -> None:
        """Nobody has tapped yet."""
        self._last: tuple[Pointer, Scene] | None = None
        self._taken = False

    def takes(self, message: Message, top: Scene, size: tuple[int, int]) -> bool:
        """Whether the screen on top, on a picture of this size, is not to have this message."""
        if not isinstance(message, Pointer):
            return False
        if message.touch is Touch.DOWN:
            self._taken = self._again(message, top, size)
        if message.touch is Touch.UP and not self._taken:
            self._last = message, top
        return self._taken

    def _again(self, message: Pointer, top: Scene, size: tuple[int, int]) -> bool:
        if self._last is None:
            return False
        before, scene = self._last
        near = is_near(message, before, slop(size))
        return scene is not top and near and message.time - before.time <= DOUBLE


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


class Pack:
    """Screens that are told when they come to the top and when they are covered or closed."""

    def __init__(self, shown: Callable[[Scene], None]) -> None:
        """No screen is there yet; `shown` takes each one that comes to the top."""
        self._scenes: list[Scene] = []
        self._shown = shown

    def __len__(self) -> int:
        """How many there are."""
        return len(self._scenes)

    def __iter__(self) -> Iterator[Scene]:
        """From the bottom to the top."""
        return iter(tuple(self._scenes))

    @property
    def top(self) -> Scene:
        """The screen that is shown."""
        return self._scenes[-1]

    def push(self, scene: Scene, now: float) -> None:
        """Lay a screen on top."""
        if self._scenes:
            self.top.leave(now)
        self._scenes.append(scene)
        self._enter(now)

    def pop(self, now: float) -> Scene:
        """Take the one on top away; there must be another."""
        closed = self._scenes.pop()
        closed.leave(now)
        self._enter(now)
        return closed

    def replace(self, scene: Scene, now: float) -> list[Scene]:
        """This screen instead of all others, which are answered."""
        closed, self._scenes = self._scenes, [scene]
        if closed:
            closed[-1].leave(now)
        self._enter(now)
        return closed

    def covered(self, message: Message, now: float) -> None:
        """All but the one on top take this message, and want nothing done about it."""
        for scene in self._scenes[:-1]:
            scene.handle(message, now)

    def restage(self, stage: Stage) -> None:
        """Those that have to know it are told of other settings."""
        for scene in self._scenes:
            if isinstance(scene, Restaged):
                scene.restage(stage)

    def _enter(self, now: float) -> None:
        self._shown(self.top)
        self.top.enter(now)


class Questions:
    """The one question that is open, if any."""

    def __init__(self, advisor: Asked) -> None:
        """`advisor` finds out what is asked."""
        self._advisor = advisor
        self._asker: Asking | None = None

    def ask(self, scene: Scene, question: Think) -> None:
        """This screen asks; the question before is not answered any more."""
        assert isinstance(scene, Asking), "who asks takes the answer"
        self._asker = scene
        self._advisor.ask(question)

    def rest(self) -> None:
        """No answer is needed any more."""
        self._advisor.rest()

    def forget(self, *closed: Scene) -> None:
        """What these screens asked, nobody needs to know any more."""
        if self._asker in closed:
            self._asker = None
            self._advisor.rest()

    def due(self, now: float) -> float | None:
        """When there may be an answer."""
        return self._advisor.due(now)

    def answered(self, now: float) -> Iterator[tuple[Asking, Advice]]:
        """What was found out by now, and for whom."""
        due = self._advisor.due(now)
        if due is None or due > now:
            return
        for advice in self._advisor.answers():
            if self._asker is not None:
                yield self._asker, advice


class Screens:
    """Plays scenes. It is `loop.Show`; times are monotonic seconds.

    Every effect is done before the next message is taken: what a scene wants kept is on the disk by
    then.
    """

    def __init__(
        self,
        stage: Stage,
        store: Store,
        audio: Audio,
        number: Callable[[], int],
        called_away: Callable[[], bool],
        advisor: Asked | None = None,
        calendar: Calendar | None = None,
    ) -> None:
        """Nothing is on the stack; begin with `begin`.

        Args:
            stage: What scenes may know of the machine.
            store: Where games are kept.
            audio: What plays sounds.
            number: Draws a random deal number.
            called_away: Whether somebody has asked the program to end.
            advisor: Finds out what scenes want to know; without one nothing is ever known.
            calendar: Knows the date; unless given, that of this machine.
        """
        self._stage, self._store, self._audio = stage, store, audio
        self._called_away = called_away
        banks = assets() / "deals"
        self._tables = Tables(store, Dealer(store, banks, number, calendar or Calendar(banks)))
        self._lines: list[Line] = []
        self._visit, self._leaving = Visit(store), Leaving()
        self._inspection: Inspection | None = None
        self._resting, self._twice = Resting(), Twice()
        self._questions = Questions(advisor or Nobody())
        self._pack = Pack(self._shown)

    @property
    def over(self) -> bool:
        """Whether the program is to end: a scene said so, the window was closed, a signal came."""
        return self._leaving.over or self._called_away()

    @property
    def status(self) -> int:
        """How it is to end: see `leaving`."""
        return self._leaving.status

    @property
    def stage(self) -> Stage:
        """What scenes may know of the machine now."""
        return self._stage

    @property
    def fresh(self) -> bool:
        """Whether the title is shown, as whoever comes next is to find it."""
        return len(self._pack) == 1 and self.top.occasion(0.0).game is None

    @property
    def attracting(self) -> bool:
        """Whether a game plays itself for whoever may come."""
        return isinstance(self.top, Attraction)

    @property
    def top(self) -> Scene:
        """The scene that is shown."""
        return self._pack.top

    def begin(self, now: float, code: str | None = None) -> tuple[Phrase, ...]:
        """Show the first scene; answers what there is to tell about it.

        It is the table of `code` (as the engine writes it), which goes on if it is kept, else is
        dealt; without one that of an unfinished game, else the title.
        """
        kept = self._tables.begun(self._stage, code, now)
        if kept.scene is not None:
            self._replace(kept.scene, now)
        elif code is not None:
            self._lay(self._tables.dealt(self._stage, Deal(code)), now)
        else:
            self.welcome(now)
        return kept.lines

    def clear(self, now: float) -> None:
        """The player has gone: the next one begins at the title, the game is offered for a time."""
        self._tables.leave(self._stage, now)
        self._adjusted(self._visit.end(), now)
        self.welcome(now)

    def attract(self, now: float) -> None:
        """Nobody is there: a game plays itself until `welcome`."""
        self._do([Attract()], now)

    def welcome(self, now: float) -> None:
        """Show the title alone."""
        self._replace(self._tables.title(self._stage, now), now)

    def note(self, notes: tuple[Line, ...], now: float) -> None:
        """Show these lines on a screen of their own, on top of the one there is."""
        told = tuple(map(self._stage.words.told, notes))
        self._pack.push(SCENES["notice"](self._stage, Occasion(notes=told)), now)

    def handle(self, message: Message, now: float) -> None:
        """Give a message to the scene on top and do what it asks for; a new size is for all."""
        self._resting.see(message, self._stage.size)
        if self._twice.takes(message, self.top, self._stage.size):
            return
        if isinstance(message, Resized):
            self._stage = self._stage._replace(size=(message.width, message.height))
            self._pack.covered(message, now)
        else:
            used = message.device if isinstance(message, Press) else SCREEN
            self._stage.bindings.used(used)
        self._do(self.top.handle(message, now), now)

    def advance(self, now: float) -> None:
        """Let time pass for the scene on top; what was found out reaches the scene that asked."""
        for asker, advice in self._questions.answered(now):
            self._do(asker.advise(advice, now), now)
        lines, self._lines = self._lines, []
        self._tell(lines, now)
        self._do(self.top.advance(now), now)
        if self._tables.expired(now) and self.fresh and not self.attracting:
            self.welcome(now)
        if self._resting.ripe(now) and may_calibrate(self._pack, self._stage.config):
            self._do([Open("calibrate")], now)

    def frame(self, now: float) -> Frame:
        """What the scene on top shows, and a sign over it while saving does not work."""
        frame = self.top.frame(now)
        return frame if self._store.saving else with_unsaved(frame)

    def wake(self, now: float) -> float | None:
        """When the scene on top, the advisor or a resting finger wants something without input."""
        if self._lines:
            return now
        due = self._questions.due(now)
        return soonest(due, self.top.wake(now), self._resting.due(), self._tables.due())

    def adjusting(self, adjust: Callable[[Mapping[str, str | None]], Adjusted]) -> None:
        """From now on `adjust` is told of settings that are made on the device."""
        self._visit.desk = adjust

    def ending(self, end: Callable[[PowerOff | Reboot, float], str | None]) -> None:
        """From now on `end` is told what is to become of the machine; it answers why not."""
        self._leaving.machine = end

    def inspected(self, inspection: Inspection) -> None:
        """From now on there is a service menu, and this is behind it."""
        self._inspection = inspection

    def inspect(self, now: float) -> None:
        """Show the service menu, or ask for its PIN, unless one of them is shown already."""
        if self._inspection and not inspecting(self._pack):
            self._do([Open(self._inspection.entrance(self._stage, now))], now)

    def forsake(self, now: float) -> None:
        """Close the service menu, with all that lies on it."""
        while inspecting(self._pack) and len(self._pack) > 1:
            self._do([Back()], now)

    def open(self, scene: str, now: float) -> None:
        """Show the scene of this name on top, though none has asked for it."""
        self._do([Open(scene)], now)

    def renew(self) -> None:
        """What the machine can do is known by now: pages that say so are made anew."""
        self._pack.restage(self._stage)

    def later(self, line: Line) -> None:
        """Something to be told of while a scene is played: as soon as may be, in passing."""
        complain(f"bakehouse: {english(line)}")
        self._lines.append(line)

    def leave(self) -> None:
        """End the program; everything is kept already. A player who is locked in stays."""
        self._leaving.leave(locked=self._stage.config.kiosk.lock)

    def close(self, now: float) -> None:
        """The last scene is not shown any more."""
        self.top.leave(now)

    def _do(self, effects: list[Effect], now: float) -> None:
        for effect in effects:
            self._perform(effect, now)
        trouble = self._store.trouble()
        if trouble:
            complain(f"bakehouse: {english(trouble)}")
            self._tell([trouble], now)

    def _perform(self, effect: Effect, now: float) -> None:
        if isinstance(effect, Booked):
            write(self._store, effect)
            return
        if isinstance(effect, Served):
            self._serve(effect, now)
            return
        match effect:
            case Sound():
                self._audio.play(effect.name)
            case Think():
                self._questions.ask(self.top, effect)
            case Rest():
                self._questions.rest()
            case Adjust():
                self._adjusted(self._visit.make(effect), now)
            case Leave() | PowerOff() | Reboot():
                locked = self._stage.config.kiosk.lock
                self._tell(self._leaving.ask(effect, now, locked=locked), now)
            case _:
                self._turn_to(effect, now)

    def _serve(self, effect: Served, now: float) -> None:
        """Do what a screen of the service menu wants."""
        if self._inspection is None:
            return
        outcome = self._inspection.do(effect, self._stage)
        self._do(list(outcome.follows), now)
        self._tell(outcome.lines, now)
        if outcome.status is not None:
            self._leaving.end(outcome.status)

    def _tell(self, lines: Sequence[Line], now: float) -> None:
        if lines:
            self.top.tell(tuple(map(self._stage.words.told, lines)), now)

    def _adjusted(self, adjusted: Adjusted | None, now: float) -> None:
        if adjusted is not None:
            config, origins, resized = adjusted
            words = self._stage.words.speaking(config.language)
            self._stage = self._stage._replace(config=config, origins=origins, words=words)
            self._audio.adjust(config.sound)
            self._pack.restage(self._stage)
            if resized is not None:
                self.handle(resized, now)

    def _turn_to(self, effect: Deal | Resume | Open | Watch | Attract | Back, now: float) -> None:
        """Show another scene."""
        match effect:
            case Deal():
                self._lay(self._tables.dealt(self._stage, effect), now)
                self._audio.play("deal")
            case Resume():
                self._lay(self._tables.resumed(self._stage, effect.code), now)
            case Open():
                occasion = self._tables.briefed(self.top.occasion(now), self._stage, now)
                told = informed(occasion, effect, self._store, self._stage)
                if told is None:
                    self._tell([UNKNOWN], now)
                else:
                    self._pack.push(SCENES[effect.scene](self._stage, told), now)
            case Watch():
                occasion = self.top.occasion(now)._replace(watch=effect)
                self._pack.push(SCENES["replay"](self._stage, occasion), now)
            case Attract():
                self._replace(self._tables.attraction(self._stage), now)
            case Back():
                self._back(effect, now)

    def _lay(self, laid: Laid, now: float) -> None:
        if laid.scene is not None:
            self._replace(laid.scene, now)
        self._tell(laid.lines, now)

    def _back(self, back: Back, now: float) -> None:
        if len(self._pack) == 1:
            return
        self._questions.forget(self._pack.pop(now))
        if back.then is not None:
            for down in (True, False):
                press = Press(back.then, down, now, "screen")
                self._do(self.top.handle(press, now), now)

    def _replace(self, scene: Scene, now: float) -> None:
        self._questions.forget(*self._pack.replace(scene, now))

    def _shown(self, scene: Scene) -> None:
        self._stage.bindings.screen = kind_of(scene)
