"""Scene stack; carries out effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from engine.codes import decode
from engine.game import Game
from engine.messages import Message, MessageOrText, format_english, make_message
from kiosk.app.dealer import Dealer, TrustedClock
from kiosk.app.live_settings import GuestSettings, SettingsChange
from kiosk.app.overlays import add_unsaved_sign
from kiosk.app.service_access import FingerRestTimer
from kiosk.app.service_actions import (
    ServiceEffect,
    ServiceMenuController,
    can_calibrate,
    has_service_scene,
)
from kiosk.app.shutdown import ExitRequest
from kiosk.app.table_factory import NewScene, TableFactory
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
from kiosk.log import log_problem
from kiosk.paths import assets_dir
from kiosk.scenes.attract import AttractScene
from kiosk.scenes.registry import SCENE_FACTORIES, get_input_mode
from kiosk.solver_process.client import NullSolver, Solver
from kiosk.stats import RankBy
from kiosk.storage import Store
from kiosk.timers import earliest_deadline
from kiosk.ui.scene import ContextReceiver, Scene, SceneArguments, SceneContext, SolverUser


class DoubleTapGuard:
    """Knows the last tap and the screen that it was meant for."""

    def __init__(self) -> None:
        """Nobody has tapped yet."""
        self._last_tap: tuple[PointerEvent, Scene] | None = None
        self._is_swallowing = False

    def should_swallow(self, message: InputEvent, top: Scene, size: tuple[int, int]) -> bool:
        """Whether the screen on top, on a picture of this size, is not to have this message."""
        if not isinstance(message, PointerEvent):
            return False
        if message.phase is PointerPhase.DOWN:
            self._is_swallowing = self._is_second_tap(message, top, size)
        if message.phase is PointerPhase.UP and not self._is_swallowing:
            self._last_tap = message, top
        return self._is_swallowing

    def _is_second_tap(self, message: PointerEvent, top: Scene, size: tuple[int, int]) -> bool:
        if self._last_tap is None:
            return False
        last_tap, scene = self._last_tap
        near = is_near(message, last_tap, drag_threshold(size))
        return scene is not top and near and message.time - last_tap.time <= DOUBLE_TAP_SECONDS


RecordsEffect = SaveEntry | MarkHelped | SignWin | EraseRecords
"""What is to be kept of the deal on the table, or of all of them."""
RECORDS_SCENES = ("records", "figures", "scores")
"""The scenes that show results."""
MOVES_NOT_KEPT_MESSAGE = make_message("The moves of this game are not kept any more")


def write_record(store: Store, effect: RecordsEffect) -> None:
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


def add_record_arguments(
    arguments: SceneArguments, effect: OpenScene, store: Store, context: SceneContext
) -> SceneArguments | None:
    """The occasion with what the scene is to know of the records; None where that is not kept."""
    arguments = arguments._replace(subject=effect.subject)
    if effect.scene in RECORDS_SCENES:
        arguments = arguments._replace(results=store.list_results())
    if effect.scene in ("won", "scores"):
        ranked_win = store.get_ranked_win(RankBy(context.config.records.rank))
        arguments = arguments._replace(ranked_win=ranked_win)
    if effect.scene == "replay" and effect.subject:
        replay = _load_replay(store, int(effect.subject), context)
        return replay and arguments._replace(replay=replay)
    return arguments


def _load_replay(store: Store, deal: int, context: SceneContext) -> WatchReplay | None:
    """A won deal as it was played; None where that is not known any more."""
    saved_game = store.load_win(deal)
    if saved_game is not None:
        with suppress(ValueError):
            Game.replay(*decode(saved_game.code), saved_game.entries)
            start = Game.begin(*decode(saved_game.code))
            return WatchReplay(start, saved_game.entries, context.translator.translate("Replay"))
    return None


class SceneStack:
    """Screens that are told when they come to the top and when they are covered or closed."""

    def __init__(self, on_top_changed: Callable[[Scene], None]) -> None:
        """No screen is there yet; `shown` takes each one that comes to the top."""
        self._scenes: list[Scene] = []
        self._on_top_changed = on_top_changed

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
        self._enter_top(now)

    def pop(self, now: float) -> Scene:
        """Take the one on top away; there must be another."""
        closed = self._scenes.pop()
        closed.leave(now)
        self._enter_top(now)
        return closed

    def replace(self, scene: Scene, now: float) -> list[Scene]:
        """This screen instead of all others, which are answered."""
        closed, self._scenes = self._scenes, [scene]
        if closed:
            closed[-1].leave(now)
        self._enter_top(now)
        return closed

    def send_to_covered(self, message: InputEvent, now: float) -> None:
        """All but the one on top take this message, and want nothing done about it."""
        for scene in self._scenes[:-1]:
            scene.handle(message, now)

    def set_context(self, context: SceneContext) -> None:
        """Those that have to know it are told of other settings."""
        for scene in self._scenes:
            if isinstance(scene, ContextReceiver):
                scene.set_context(context)

    def _enter_top(self, now: float) -> None:
        self._on_top_changed(self.top)
        self.top.enter(now)


class OpenSolverRequest:
    """The one question that is open, if any."""

    def __init__(self, solver: Solver) -> None:
        """`advisor` finds out what is asked."""
        self._solver = solver
        self._requester: SolverUser | None = None

    def ask(self, scene: Scene, request: Think) -> None:
        """This screen asks; the question before is not answered any more."""
        assert isinstance(scene, SolverUser), "who asks takes the answer"
        self._requester = scene
        self._solver.ask(request)

    def cancel(self) -> None:
        """No answer is needed any more."""
        self._solver.cancel()

    def forget_scenes(self, *closed: Scene) -> None:
        """What these screens asked, nobody needs to know any more."""
        if self._requester in closed:
            self._requester = None
            self._solver.cancel()

    def next_deadline(self, now: float) -> float | None:
        """When there may be an answer."""
        return self._solver.next_deadline(now)

    def poll_answers(self, now: float) -> Iterator[tuple[SolverUser, SolverAnswer]]:
        """What was found out by now, and for whom."""
        deadline = self._solver.next_deadline(now)
        if deadline is None or deadline > now:
            return
        for answer in self._solver.poll_answers():
            if self._requester is not None:
                yield self._requester, answer


class Director:
    """Plays scenes. It is `loop.Show`; times are monotonic seconds.

    Every effect is done before the next message is taken: what a scene wants kept is on the disk by
    then.
    """

    def __init__(
        self,
        context: SceneContext,
        store: Store,
        audio: Audio,
        draw_number: Callable[[], int],
        shutdown_requested: Callable[[], bool],
        solver: Solver | None = None,
        clock: TrustedClock | None = None,
    ) -> None:
        """Nothing is on the stack; begin with `begin`.

        Args:
            context: What scenes may know of the machine.
            store: Where games are kept.
            audio: What plays sounds.
            draw_number: Draws a random deal number.
            shutdown_requested: Whether somebody has asked the program to end.
            solver: Finds out what scenes want to know; without one nothing is ever known.
            clock: Knows the date; unless given, that of this machine.
        """
        self._context, self._store, self._audio = context, store, audio
        self._shutdown_requested = shutdown_requested
        banks = assets_dir() / "deals"
        self._table_factory = TableFactory(
            store, Dealer(store, banks, draw_number, clock or TrustedClock(banks))
        )
        self._pending_messages: list[MessageOrText] = []
        self._guest_settings, self._exit_request = GuestSettings(store), ExitRequest()
        self._service_controller: ServiceMenuController | None = None
        self._finger_rest_timer, self._double_tap_guard = FingerRestTimer(), DoubleTapGuard()
        self._solver_request = OpenSolverRequest(solver or NullSolver())
        self._scene_stack = SceneStack(self._update_input_mode)

    @property
    def is_finished(self) -> bool:
        """Whether the program is to end: a scene said so, the window was closed, a signal came."""
        return self._exit_request.is_requested or self._shutdown_requested()

    @property
    def exit_status(self) -> int:
        """How it is to end: see `leaving`."""
        return self._exit_request.exit_status

    @property
    def context(self) -> SceneContext:
        """What scenes may know of the machine now."""
        return self._context

    @property
    def is_reset(self) -> bool:
        """Whether the title is shown, as whoever comes next is to find it."""
        return len(self._scene_stack) == 1 and self.top.get_child_arguments(0.0).game is None

    @property
    def is_attracting(self) -> bool:
        """Whether a game plays itself for whoever may come."""
        return isinstance(self.top, AttractScene)

    @property
    def top(self) -> Scene:
        """The scene that is shown."""
        return self._scene_stack.top

    def show_first_scene(self, now: float, code: str | None = None) -> tuple[Message, ...]:
        """Show the first scene; answers what there is to tell about it.

        It is the table of `code` (as the engine writes it), which goes on if it is kept, else is
        dealt; without one that of an unfinished game, else the title.
        """
        initial = self._table_factory.create_initial(self._context, code, now)
        if initial.scene is not None:
            self._replace_scenes(initial.scene, now)
        elif code is not None:
            self._show_new_scene(
                self._table_factory.create_dealt(self._context, DealGame(code)), now
            )
        else:
            self.show_title(now)
        return initial.messages

    def reset(self, now: float) -> None:
        """The player has gone: the next one begins at the title, the game is offered for a time."""
        self._table_factory.mark_abandoned(self._context, now)
        self._apply_settings_change(self._guest_settings.restore(), now)
        self.show_title(now)

    def start_attract(self, now: float) -> None:
        """Nobody is there: a game plays itself until `welcome`."""
        self._apply_effects([StartAttract()], now)

    def show_title(self, now: float) -> None:
        """Show the title alone."""
        self._replace_scenes(self._table_factory.create_title(self._context, now), now)

    def show_notice(self, messages: tuple[MessageOrText, ...], now: float) -> None:
        """Show these lines on a screen of their own, on top of the one there is."""
        texts = tuple(map(self._context.translator.translate_message, messages))
        self._scene_stack.push(
            SCENE_FACTORIES["notice"](self._context, SceneArguments(messages=texts)), now
        )

    def handle(self, message: InputEvent, now: float) -> None:
        """Give a message to the scene on top and do what it asks for; a new size is for all."""
        self._finger_rest_timer.observe(message, self._context.size)
        if self._double_tap_guard.should_swallow(message, self.top, self._context.size):
            return
        if isinstance(message, ResizeEvent):
            self._context = self._context._replace(size=(message.width, message.height))
            self._scene_stack.send_to_covered(message, now)
        else:
            device_kind = message.device_kind if isinstance(message, ButtonEvent) else SCREEN_DEVICE
            self._context.bindings.set_active_device(device_kind)
        self._apply_effects(self.top.handle(message, now), now)

    def advance(self, now: float) -> None:
        """Let time pass for the scene on top; what was found out reaches the scene that asked."""
        for requester, answer in self._solver_request.poll_answers(now):
            self._apply_effects(requester.receive_answer(answer, now), now)
        messages, self._pending_messages = self._pending_messages, []
        self._show_messages(messages, now)
        self._apply_effects(self.top.advance(now), now)
        if self._table_factory.pop_expired(now) and self.is_reset and not self.is_attracting:
            self.show_title(now)
        if self._finger_rest_timer.is_elapsed(now) and can_calibrate(
            self._scene_stack, self._context.config
        ):
            self._apply_effects([OpenScene("calibrate")], now)

    def build_frame(self, now: float) -> Frame:
        """What the scene on top shows, and a sign over it while saving does not work."""
        frame = self.top.build_frame(now)
        return frame if self._store.is_saved else add_unsaved_sign(frame)

    def next_deadline(self, now: float) -> float | None:
        """When the scene on top, the advisor or a resting finger wants something without input."""
        if self._pending_messages:
            return now
        answer_deadline = self._solver_request.next_deadline(now)
        return earliest_deadline(
            answer_deadline,
            self.top.next_deadline(now),
            self._finger_rest_timer.next_deadline(),
            self._table_factory.next_deadline(),
        )

    def set_settings_handler(
        self, handler: Callable[[Mapping[str, str | None]], SettingsChange]
    ) -> None:
        """From now on `adjust` is told of settings that are made on the device."""
        self._guest_settings.change_settings = handler

    def set_power_handler(self, handler: Callable[[PowerOff | Reboot, float], str | None]) -> None:
        """From now on `end` is told what is to become of the machine; it answers why not."""
        self._exit_request.request_power_action = handler

    def set_service_controller(self, service_controller: ServiceMenuController) -> None:
        """From now on there is a service menu, and this is behind it."""
        self._service_controller = service_controller

    def open_service_menu(self, now: float) -> None:
        """Show the service menu, or ask for its PIN, unless one of them is shown already."""
        if self._service_controller and not has_service_scene(self._scene_stack):
            self._apply_effects(
                [OpenScene(self._service_controller.choose_first_scene(self._context, now))], now
            )

    def close_service_menu(self, now: float) -> None:
        """Close the service menu, with all that lies on it."""
        while has_service_scene(self._scene_stack) and len(self._scene_stack) > 1:
            self._apply_effects([GoBack()], now)

    def open_scene(self, scene: str, now: float) -> None:
        """Show the scene of this name on top, though none has asked for it."""
        self._apply_effects([OpenScene(scene)], now)

    def refresh(self) -> None:
        """What the machine can do is known by now: pages that say so are made anew."""
        self._scene_stack.set_context(self._context)

    def notify(self, message: MessageOrText) -> None:
        """Something to be told of while a scene is played: as soon as may be, in passing."""
        log_problem(f"bakehouse: {format_english(message)}")
        self._pending_messages.append(message)

    def request_exit(self) -> None:
        """End the program; everything is kept already. A player who is locked in stays."""
        self._exit_request.exit_unless_locked(locked=self._context.config.kiosk.lock)

    def close(self, now: float) -> None:
        """The last scene is not shown any more."""
        self.top.leave(now)

    def _apply_effects(self, effects: list[Effect], now: float) -> None:
        for effect in effects:
            self._apply_effect(effect, now)
        warning = self._store.pop_warning()
        if warning:
            log_problem(f"bakehouse: {format_english(warning)}")
            self._show_messages([warning], now)

    def _apply_effect(self, effect: Effect, now: float) -> None:
        if isinstance(effect, RecordsEffect):
            write_record(self._store, effect)
            return
        if isinstance(effect, ServiceEffect):
            self._apply_service_effect(effect, now)
            return
        match effect:
            case PlaySound():
                self._audio.play(effect.name)
            case Think():
                self._solver_request.ask(self.top, effect)
            case CancelThinking():
                self._solver_request.cancel()
            case ChangeSettings():
                self._apply_settings_change(self._guest_settings.apply(effect), now)
            case ExitProgram() | PowerOff() | Reboot():
                is_locked = self._context.config.kiosk.lock
                self._show_messages(self._exit_request.apply(effect, now, locked=is_locked), now)
            case _:
                self._change_scene(effect, now)

    def _apply_service_effect(self, effect: ServiceEffect, now: float) -> None:
        """Do what a screen of the service menu wants."""
        if self._service_controller is None:
            return
        outcome = self._service_controller.apply(effect, self._context)
        self._apply_effects(list(outcome.effects), now)
        self._show_messages(outcome.messages, now)
        if outcome.exit_status is not None:
            self._exit_request.exit_with_status(outcome.exit_status)

    def _show_messages(self, messages: Sequence[MessageOrText], now: float) -> None:
        if messages:
            self.top.show_messages(
                tuple(map(self._context.translator.translate_message, messages)), now
            )

    def _apply_settings_change(self, change: SettingsChange | None, now: float) -> None:
        if change is not None:
            config, origins, resize_event = change
            translator = self._context.translator.for_language(config.language)
            self._context = self._context._replace(
                config=config, origins=origins, translator=translator
            )
            self._audio.adjust(config.sound)
            self._scene_stack.set_context(self._context)
            if resize_event is not None:
                self.handle(resize_event, now)

    def _change_scene(
        self,
        effect: DealGame | ResumeGame | OpenScene | WatchReplay | StartAttract | GoBack,
        now: float,
    ) -> None:
        """Show another scene."""
        match effect:
            case DealGame():
                self._show_new_scene(self._table_factory.create_dealt(self._context, effect), now)
                self._audio.play("deal")
            case ResumeGame():
                self._show_new_scene(
                    self._table_factory.create_resumed(self._context, effect.code), now
                )
            case OpenScene():
                arguments = self._table_factory.fill_arguments(
                    self.top.get_child_arguments(now), self._context, now
                )
                scene_arguments = add_record_arguments(
                    arguments, effect, self._store, self._context
                )
                if scene_arguments is None:
                    self._show_messages([MOVES_NOT_KEPT_MESSAGE], now)
                else:
                    self._scene_stack.push(
                        SCENE_FACTORIES[effect.scene](self._context, scene_arguments), now
                    )
            case WatchReplay():
                arguments = self.top.get_child_arguments(now)._replace(replay=effect)
                self._scene_stack.push(SCENE_FACTORIES["replay"](self._context, arguments), now)
            case StartAttract():
                self._replace_scenes(self._table_factory.create_attract(self._context), now)
            case GoBack():
                self._go_back(effect, now)

    def _show_new_scene(self, new_scene: NewScene, now: float) -> None:
        if new_scene.scene is not None:
            self._replace_scenes(new_scene.scene, now)
        self._show_messages(new_scene.messages, now)

    def _go_back(self, effect: GoBack, now: float) -> None:
        if len(self._scene_stack) == 1:
            return
        self._solver_request.forget_scenes(self._scene_stack.pop(now))
        if effect.forward is not None:
            for is_down in (True, False):
                press = ButtonEvent(effect.forward, is_down, now, "screen")
                self._apply_effects(self.top.handle(press, now), now)

    def _replace_scenes(self, scene: Scene, now: float) -> None:
        self._solver_request.forget_scenes(*self._scene_stack.replace(scene, now))

    def _update_input_mode(self, scene: Scene) -> None:
        self._context.bindings.input_mode = get_input_mode(scene)
