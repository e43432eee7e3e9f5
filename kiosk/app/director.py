"""Scene stack; carries out effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from engine.codes import decode
from engine.game import Game
from engine.messages import Message, MessageOrText, format_english, make_message
from kiosk.app.dealer import Calendar, Dealer
from kiosk.app.live_settings import Adjusted, Visit
from kiosk.app.overlays import with_unsaved
from kiosk.app.service_access import Resting
from kiosk.app.service_actions import Inspection, Served, inspecting, may_calibrate
from kiosk.app.shutdown import Leaving
from kiosk.app.table_factory import Laid, Tables
from kiosk.audio import Audio
from kiosk.effects import (
    CancelThinking,
    ChangeSettings,
    DealGame,
    Effect,
    EraseRecords,
    ExitProgram,
    GoBack,
    MarkHelped,
    OpenScene,
    PlaySound,
    PowerOff,
    Reboot,
    ResumeGame,
    SaveEntry,
    SignWin,
    SolverAnswer,
    StartAttract,
    Think,
    WatchReplay,
)
from kiosk.events import ButtonEvent, InputEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Frame
from kiosk.gestures import DOUBLE_TAP_SECONDS, drag_threshold, is_near
from kiosk.input.bindings import SCREEN_DEVICE
from kiosk.log import complain
from kiosk.paths import assets_dir
from kiosk.scenes.attract import AttractScene
from kiosk.scenes.registry import SCENE_FACTORIES, get_input_mode
from kiosk.solver_process.client import NullSolver, Solver
from kiosk.stats import RankBy
from kiosk.storage import Store
from kiosk.timers import earliest_deadline
from kiosk.ui.scene import ContextReceiver, Scene, SceneArguments, SceneContext, SolverUser


class Twice:
    """Knows the last tap and the screen that it was meant for."""

    def __init__(self) -> None:
        """Nobody has tapped yet."""
        self._last: tuple[PointerEvent, Scene] | None = None
        self._taken = False

    def takes(self, message: InputEvent, top: Scene, size: tuple[int, int]) -> bool:
        """Whether the screen on top, on a picture of this size, is not to have this message."""
        if not isinstance(message, PointerEvent):
            return False
        if message.phase is PointerPhase.DOWN:
            self._taken = self._again(message, top, size)
        if message.phase is PointerPhase.UP and not self._taken:
            self._last = message, top
        return self._taken

    def _again(self, message: PointerEvent, top: Scene, size: tuple[int, int]) -> bool:
        if self._last is None:
            return False
        before, scene = self._last
        near = is_near(message, before, drag_threshold(size))
        return scene is not top and near and message.time - before.time <= DOUBLE_TAP_SECONDS


Booked = SaveEntry | MarkHelped | SignWin | EraseRecords
"""What is to be kept of the deal on the table, or of all of them."""
RECORDS = ("records", "figures", "scores")
"""The scenes that show results."""
UNKNOWN = make_message("The moves of this game are not kept any more")


def write(store: Store, effect: Booked) -> None:
    """Keep it."""
    match effect:
        case SaveEntry():
            store.append_entry(effect.entry, effect.seconds, effect.won)
        case MarkHelped():
            store.mark_helped()
        case SignWin():
            store.set_initials(effect.initials)
        case EraseRecords():
            store.erase_records()


def informed(
    arguments: SceneArguments, opens: OpenScene, store: Store, context: SceneContext
) -> SceneArguments | None:
    """The occasion with what the scene is to know of the records; None where that is not kept."""
    arguments = arguments._replace(subject=opens.subject)
    if opens.scene in RECORDS:
        arguments = arguments._replace(results=store.list_results())
    if opens.scene in ("won", "scores"):
        standing = store.get_ranked_win(RankBy(context.config.records.rank))
        arguments = arguments._replace(ranked_win=standing)
    if opens.scene == "replay" and opens.subject:
        watch = _recalled(store, int(opens.subject), context)
        return watch and arguments._replace(replay=watch)
    return arguments


def _recalled(store: Store, deal: int, context: SceneContext) -> WatchReplay | None:
    """A won deal as it was played; None where that is not known any more."""
    kept = store.load_win(deal)
    if kept is not None:
        with suppress(ValueError):
            Game.replay(*decode(kept.code), kept.entries)
            start = Game.begin(*decode(kept.code))
            return WatchReplay(start, kept.entries, context.translator.translate("Replay"))
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

    def covered(self, message: InputEvent, now: float) -> None:
        """All but the one on top take this message, and want nothing done about it."""
        for scene in self._scenes[:-1]:
            scene.handle(message, now)

    def restage(self, context: SceneContext) -> None:
        """Those that have to know it are told of other settings."""
        for scene in self._scenes:
            if isinstance(scene, ContextReceiver):
                scene.set_context(context)

    def _enter(self, now: float) -> None:
        self._shown(self.top)
        self.top.enter(now)


class Questions:
    """The one question that is open, if any."""

    def __init__(self, advisor: Solver) -> None:
        """`advisor` finds out what is asked."""
        self._advisor = advisor
        self._asker: SolverUser | None = None

    def ask(self, scene: Scene, question: Think) -> None:
        """This screen asks; the question before is not answered any more."""
        assert isinstance(scene, SolverUser), "who asks takes the answer"
        self._asker = scene
        self._advisor.ask(question)

    def rest(self) -> None:
        """No answer is needed any more."""
        self._advisor.cancel()

    def forget(self, *closed: Scene) -> None:
        """What these screens asked, nobody needs to know any more."""
        if self._asker in closed:
            self._asker = None
            self._advisor.cancel()

    def next_deadline(self, now: float) -> float | None:
        """When there may be an answer."""
        return self._advisor.next_deadline(now)

    def answered(self, now: float) -> Iterator[tuple[SolverUser, SolverAnswer]]:
        """What was found out by now, and for whom."""
        due = self._advisor.next_deadline(now)
        if due is None or due > now:
            return
        for advice in self._advisor.poll_answers():
            if self._asker is not None:
                yield self._asker, advice


class Screens:
    """Plays scenes. It is `loop.Show`; times are monotonic seconds.

    Every effect is done before the next message is taken: what a scene wants kept is on the disk by
    then.
    """

    def __init__(
        self,
        context: SceneContext,
        store: Store,
        audio: Audio,
        number: Callable[[], int],
        called_away: Callable[[], bool],
        advisor: Solver | None = None,
        calendar: Calendar | None = None,
    ) -> None:
        """Nothing is on the stack; begin with `begin`.

        Args:
            context: What scenes may know of the machine.
            store: Where games are kept.
            audio: What plays sounds.
            number: Draws a random deal number.
            called_away: Whether somebody has asked the program to end.
            advisor: Finds out what scenes want to know; without one nothing is ever known.
            calendar: Knows the date; unless given, that of this machine.
        """
        self._context, self._store, self._audio = context, store, audio
        self._called_away = called_away
        banks = assets_dir() / "deals"
        self._tables = Tables(store, Dealer(store, banks, number, calendar or Calendar(banks)))
        self._lines: list[MessageOrText] = []
        self._visit, self._leaving = Visit(store), Leaving()
        self._inspection: Inspection | None = None
        self._resting, self._twice = Resting(), Twice()
        self._questions = Questions(advisor or NullSolver())
        self._pack = Pack(self._shown)

    @property
    def is_finished(self) -> bool:
        """Whether the program is to end: a scene said so, the window was closed, a signal came."""
        return self._leaving.over or self._called_away()

    @property
    def status(self) -> int:
        """How it is to end: see `leaving`."""
        return self._leaving.status

    @property
    def stage(self) -> SceneContext:
        """What scenes may know of the machine now."""
        return self._context

    @property
    def fresh(self) -> bool:
        """Whether the title is shown, as whoever comes next is to find it."""
        return len(self._pack) == 1 and self.top.get_child_arguments(0.0).game is None

    @property
    def attracting(self) -> bool:
        """Whether a game plays itself for whoever may come."""
        return isinstance(self.top, AttractScene)

    @property
    def top(self) -> Scene:
        """The scene that is shown."""
        return self._pack.top

    def begin(self, now: float, code: str | None = None) -> tuple[Message, ...]:
        """Show the first scene; answers what there is to tell about it.

        It is the table of `code` (as the engine writes it), which goes on if it is kept, else is
        dealt; without one that of an unfinished game, else the title.
        """
        kept = self._tables.begun(self._context, code, now)
        if kept.scene is not None:
            self._replace(kept.scene, now)
        elif code is not None:
            self._lay(self._tables.dealt(self._context, DealGame(code)), now)
        else:
            self.welcome(now)
        return kept.lines

    def clear(self, now: float) -> None:
        """The player has gone: the next one begins at the title, the game is offered for a time."""
        self._tables.leave(self._context, now)
        self._adjusted(self._visit.end(), now)
        self.welcome(now)

    def attract(self, now: float) -> None:
        """Nobody is there: a game plays itself until `welcome`."""
        self._do([StartAttract()], now)

    def welcome(self, now: float) -> None:
        """Show the title alone."""
        self._replace(self._tables.title(self._context, now), now)

    def note(self, notes: tuple[MessageOrText, ...], now: float) -> None:
        """Show these lines on a screen of their own, on top of the one there is."""
        told = tuple(map(self._context.translator.translate_message, notes))
        self._pack.push(
            SCENE_FACTORIES["notice"](self._context, SceneArguments(messages=told)), now
        )

    def handle(self, message: InputEvent, now: float) -> None:
        """Give a message to the scene on top and do what it asks for; a new size is for all."""
        self._resting.see(message, self._context.size)
        if self._twice.takes(message, self.top, self._context.size):
            return
        if isinstance(message, ResizeEvent):
            self._context = self._context._replace(size=(message.width, message.height))
            self._pack.covered(message, now)
        else:
            used = message.device_kind if isinstance(message, ButtonEvent) else SCREEN_DEVICE
            self._context.bindings.set_active_device(used)
        self._do(self.top.handle(message, now), now)

    def advance(self, now: float) -> None:
        """Let time pass for the scene on top; what was found out reaches the scene that asked."""
        for asker, advice in self._questions.answered(now):
            self._do(asker.receive_answer(advice, now), now)
        lines, self._lines = self._lines, []
        self._tell(lines, now)
        self._do(self.top.advance(now), now)
        if self._tables.expired(now) and self.fresh and not self.attracting:
            self.welcome(now)
        if self._resting.is_elapsed(now) and may_calibrate(self._pack, self._context.config):
            self._do([OpenScene("calibrate")], now)

    def build_frame(self, now: float) -> Frame:
        """What the scene on top shows, and a sign over it while saving does not work."""
        frame = self.top.build_frame(now)
        return frame if self._store.is_saved else with_unsaved(frame)

    def next_deadline(self, now: float) -> float | None:
        """When the scene on top, the advisor or a resting finger wants something without input."""
        if self._lines:
            return now
        due = self._questions.next_deadline(now)
        return earliest_deadline(
            due,
            self.top.next_deadline(now),
            self._resting.next_deadline(),
            self._tables.next_deadline(),
        )

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
            self._do([OpenScene(self._inspection.entrance(self._context, now))], now)

    def forsake(self, now: float) -> None:
        """Close the service menu, with all that lies on it."""
        while inspecting(self._pack) and len(self._pack) > 1:
            self._do([GoBack()], now)

    def open(self, scene: str, now: float) -> None:
        """Show the scene of this name on top, though none has asked for it."""
        self._do([OpenScene(scene)], now)

    def renew(self) -> None:
        """What the machine can do is known by now: pages that say so are made anew."""
        self._pack.restage(self._context)

    def later(self, line: MessageOrText) -> None:
        """Something to be told of while a scene is played: as soon as may be, in passing."""
        complain(f"bakehouse: {format_english(line)}")
        self._lines.append(line)

    def request_exit(self) -> None:
        """End the program; everything is kept already. A player who is locked in stays."""
        self._leaving.leave(locked=self._context.config.kiosk.lock)

    def close(self, now: float) -> None:
        """The last scene is not shown any more."""
        self.top.leave(now)

    def _do(self, effects: list[Effect], now: float) -> None:
        for effect in effects:
            self._perform(effect, now)
        trouble = self._store.pop_warning()
        if trouble:
            complain(f"bakehouse: {format_english(trouble)}")
            self._tell([trouble], now)

    def _perform(self, effect: Effect, now: float) -> None:
        if isinstance(effect, Booked):
            write(self._store, effect)
            return
        if isinstance(effect, Served):
            self._serve(effect, now)
            return
        match effect:
            case PlaySound():
                self._audio.play(effect.name)
            case Think():
                self._questions.ask(self.top, effect)
            case CancelThinking():
                self._questions.rest()
            case ChangeSettings():
                self._adjusted(self._visit.make(effect), now)
            case ExitProgram() | PowerOff() | Reboot():
                locked = self._context.config.kiosk.lock
                self._tell(self._leaving.ask(effect, now, locked=locked), now)
            case _:
                self._turn_to(effect, now)

    def _serve(self, effect: Served, now: float) -> None:
        """Do what a screen of the service menu wants."""
        if self._inspection is None:
            return
        outcome = self._inspection.do(effect, self._context)
        self._do(list(outcome.follows), now)
        self._tell(outcome.lines, now)
        if outcome.status is not None:
            self._leaving.end(outcome.status)

    def _tell(self, lines: Sequence[MessageOrText], now: float) -> None:
        if lines:
            self.top.show_messages(
                tuple(map(self._context.translator.translate_message, lines)), now
            )

    def _adjusted(self, adjusted: Adjusted | None, now: float) -> None:
        if adjusted is not None:
            config, origins, resized = adjusted
            words = self._context.translator.for_language(config.language)
            self._context = self._context._replace(config=config, origins=origins, translator=words)
            self._audio.adjust(config.sound)
            self._pack.restage(self._context)
            if resized is not None:
                self.handle(resized, now)

    def _turn_to(
        self,
        effect: DealGame | ResumeGame | OpenScene | WatchReplay | StartAttract | GoBack,
        now: float,
    ) -> None:
        """Show another scene."""
        match effect:
            case DealGame():
                self._lay(self._tables.dealt(self._context, effect), now)
                self._audio.play("deal")
            case ResumeGame():
                self._lay(self._tables.resumed(self._context, effect.code), now)
            case OpenScene():
                arguments = self._tables.briefed(
                    self.top.get_child_arguments(now), self._context, now
                )
                told = informed(arguments, effect, self._store, self._context)
                if told is None:
                    self._tell([UNKNOWN], now)
                else:
                    self._pack.push(SCENE_FACTORIES[effect.scene](self._context, told), now)
            case WatchReplay():
                arguments = self.top.get_child_arguments(now)._replace(replay=effect)
                self._pack.push(SCENE_FACTORIES["replay"](self._context, arguments), now)
            case StartAttract():
                self._replace(self._tables.attraction(self._context), now)
            case GoBack():
                self._back(effect, now)

    def _lay(self, laid: Laid, now: float) -> None:
        if laid.scene is not None:
            self._replace(laid.scene, now)
        self._tell(laid.lines, now)

    def _back(self, back: GoBack, now: float) -> None:
        if len(self._pack) == 1:
            return
        self._questions.forget(self._pack.pop(now))
        if back.forward is not None:
            for down in (True, False):
                press = ButtonEvent(back.forward, down, now, "screen")
                self._do(self.top.handle(press, now), now)

    def _replace(self, scene: Scene, now: float) -> None:
        self._questions.forget(*self._pack.replace(scene, now))

    def _shown(self, scene: Scene) -> None:
        self._context.bindings.input_mode = get_input_mode(scene)
