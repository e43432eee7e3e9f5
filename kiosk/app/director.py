"""Director: scene stack, input for the top scene, handlers of effects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.messages import Message, MessageOrText, format_english, make_message
from kiosk.app.dealer import Dealer
from kiosk.app.live_settings import GuestSettings, SettingsChange, SettingsChanger
from kiosk.app.overlays import make_power_refusal
from kiosk.app.scene_stack import DoubleTapGuard, PendingMessages, SceneStack
from kiosk.app.service_access import FingerRest
from kiosk.app.service_actions import SERVICE_SCENE, ServiceMenuController
from kiosk.app.shutdown import EXIT_OK, EXIT_TO_SHELL, RESTART
from kiosk.app.table_factory import NewScene, TableFactory
from kiosk.audio import Audio
from kiosk.effects import (
    CancelThinking,
    ChangeSettings,
    DealGame,
    Effect,
    EraseRecords,
    ExitProgram,
    ExitToShell,
    ExportRecords,
    GoBack,
    ImportRecords,
    MarkHelped,
    OpenScene,
    PlaySound,
    PowerOff,
    Reboot,
    RestartProgram,
    ResumeGame,
    SaveEntry,
    SignWin,
    StartAttract,
    Think,
    TryPin,
    WatchReplay,
)
from kiosk.events import Action, ButtonEvent, InputEvent, ResizeEvent
from kiosk.frame import Frame
from kiosk.input.bindings import SCREEN_DEVICE, TABLE_MODE
from kiosk.log import log_info, log_problem
from kiosk.scenes.registry import create_scene
from kiosk.scenes.replay import ReplayScene
from kiosk.solver_process.client import Solver
from kiosk.storage import Store
from kiosk.timers import earliest_deadline
from kiosk.ui.scene import GameInPlay, NewGames, Records, Scene, SceneContext, SceneUnavailableError


class Director:
    """Shows scenes, gives them input and carries out their effects; times are monotonic seconds.

    All effects of an event are done before the next event is taken: saved is saved by then.
    """

    def __init__(
        self,
        context: SceneContext,
        *,
        store: Store,
        audio: Audio,
        solver: Solver,
        dealer: Dealer,
        service_controller: ServiceMenuController,
        pending_messages: PendingMessages,
        change_settings: SettingsChanger,
        request_power_action: Callable[[PowerOff | Reboot, float], str | None],
        shutdown_requested: Callable[[], bool],
    ) -> None:
        """Prepare everything; `show_first_scene` begins.

        `request_power_action` returns why the machine cannot be switched off, if it cannot.
        """
        self._store, self._audio, self._solver = store, audio, solver
        self._service_controller = service_controller
        self._pending_messages = pending_messages
        self._request_power_action = request_power_action
        self._shutdown_requested = shutdown_requested
        self._table_factory = TableFactory(store, dealer)
        self._guest_settings = GuestSettings(store, change_settings)
        self._finger_rest, self._double_tap_guard = FingerRest(), DoubleTapGuard()
        self._scene_stack = SceneStack(self._update_input_mode)
        self._thinking_scene: Scene | None = None
        self._exit_status: int | None = None
        self._game_in_play = GameInPlay()
        self._now = 0.0
        self._context = context._replace(
            get_game_in_play=lambda: self._game_in_play,
            records=Records(store.list_results, store.get_ranked_win, store.load_win),
            new_games=NewGames(
                dealer.get_options,
                dealer.format_today,
                dealer.get_deal_status,
                self._offer_unfinished_game,
            ),
        )
        self._handlers = self._build_handlers()

    def _build_handlers(self) -> dict[type[Effect], Callable[[Any, float], None]]:
        store, service = self._store, self._service_controller
        return {
            SaveEntry: lambda effect, now: store.append_entry(
                effect.entry, effect.seconds, effect.won
            ),
            MarkHelped: lambda effect, now: store.mark_helped(),
            SignWin: lambda effect, now: store.set_initials(effect.initials),
            EraseRecords: lambda effect, now: store.erase_records(),
            DealGame: self._deal_game,
            ResumeGame: self._resume_game,
            OpenScene: self._open_scene,
            WatchReplay: lambda effect, now: self._scene_stack.push(
                ReplayScene(self._context, effect), now
            ),
            StartAttract: lambda effect, now: self._replace_scenes(
                self._table_factory.create_attract(self._context), now
            ),
            GoBack: self._go_back,
            PlaySound: lambda effect, now: self._audio.play(effect.name),
            Think: self._think,
            CancelThinking: lambda effect, now: self._solver.cancel(),
            ChangeSettings: lambda effect, now: self._apply_settings_change(
                self._guest_settings.apply(effect), now
            ),
            ExitProgram: lambda effect, now: self.request_exit(),
            PowerOff: self._end_power,
            Reboot: self._end_power,
            TryPin: self._try_pin,
            ExportRecords: lambda effect, now: self._show_messages([service.export_records()], now),
            ImportRecords: lambda effect, now: self._show_messages([service.import_records()], now),
            RestartProgram: self._restart_program,
            ExitToShell: self._exit_to_shell,
        }

    @property
    def is_finished(self) -> bool:
        """True after a scene, a closed window or a signal has ended the program."""
        return self._exit_status is not None or self._shutdown_requested()

    @property
    def exit_status(self) -> int:
        """One of the statuses in `shutdown`."""
        return EXIT_OK if self._exit_status is None else self._exit_status

    @property
    def context(self) -> SceneContext:
        """Current settings and services of the scenes."""
        return self._context

    @property
    def is_reset(self) -> bool:
        """True while only the title is open, ready for the next player."""
        return len(self._scene_stack) == 1 and self.top.input_mode != TABLE_MODE

    @property
    def is_attracting(self) -> bool:
        """True while the attract scene is on top."""
        return self.top.is_attract

    @property
    def top(self) -> Scene:
        """The visible scene."""
        return self._scene_stack.top

    def get_light_state(self, now: float) -> tuple[frozenset[Action], str]:
        """Return the actions that have an effect now, and the state of the game."""
        game = self._scene_stack.bottom.get_game_in_play(now).game
        return self.top.get_enabled_actions(), game.state if game else ""

    def show_first_scene(self, now: float, code: str | None = None) -> tuple[Message, ...]:
        """Show the first scene; return messages about it.

        It is the table of `code`, an engine's game code: continued if it was saved, else dealt.
        Without a code it is the table of an unfinished game, else the title.
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
        """Show the title for the next player; the game is offered for a while."""
        self._table_factory.mark_abandoned(self._context, now)
        self._apply_settings_change(self._guest_settings.restore(), now)
        self.show_title(now)

    def start_attract(self, now: float) -> None:
        """Replace all scenes by the attract scene."""
        self._apply_effects([StartAttract()], now)

    def show_title(self, now: float) -> None:
        """Show the title alone."""
        self._game_in_play, self._now = GameInPlay(), now
        self._replace_scenes(self._table_factory.create_title(self._context), now)

    def show_notice(self, messages: tuple[MessageOrText, ...], now: float) -> None:
        """Show these messages in a scene of their own on top."""
        text = "\n".join(map(self._context.translator.translate_message, messages))
        self._scene_stack.push(create_scene("notice", self._context, text), now)

    def handle(self, event: InputEvent, now: float) -> None:
        """Give an event to the top scene and carry out its effects; a new size is for all."""
        self._finger_rest.observe(event, self._context.size)
        if self._double_tap_guard.should_swallow(event, self.top, self._context.size):
            return
        if isinstance(event, ResizeEvent):
            self._context = self._context._replace(size=(event.width, event.height))
            *covered, _ = self._scene_stack
            for scene in covered:
                scene.handle(event, now)
        else:
            device_kind = event.device_kind if isinstance(event, ButtonEvent) else SCREEN_DEVICE
            self._context.bindings.set_active_device(device_kind)
        self._apply_effects(self.top.handle(event, now), now)

    def advance(self, now: float) -> None:
        """Let time pass for the top scene; answers of the solver reach the scene that asked."""
        deadline = self._solver.next_deadline(now)
        if deadline is not None and deadline <= now:
            for answer in self._solver.poll_answers():
                if self._thinking_scene is not None:
                    self._apply_effects(self._thinking_scene.receive_answer(answer, now), now)
        self._show_messages(self._pending_messages.pop_all(), now)
        self._apply_effects(self.top.advance(now), now)
        if self._table_factory.pop_expired(now) and self.is_reset and not self.is_attracting:
            self.show_title(now)
        if self._finger_rest.hold_timer.pop_elapsed(now) and self._can_calibrate():
            self._apply_effects([OpenScene("calibrate")], now)

    def build_frame(self, now: float) -> Frame:
        """Return the frame of the top scene."""
        return self.top.build_frame(now)

    def next_deadline(self, now: float) -> float | None:
        """Return when to call `advance` without input."""
        if self._pending_messages:
            return now
        return earliest_deadline(
            self._solver.next_deadline(now),
            self.top.next_deadline(now),
            self._finger_rest.hold_timer.deadline,
            self._table_factory.next_deadline(),
        )

    def open_service_menu(self, now: float) -> None:
        """Show the service menu, or ask for its PIN, unless one of them is open already."""
        if not self._scene_stack.has_service_scene:
            name = self._service_controller.choose_first_scene(self._context, now)
            self._apply_effects([OpenScene(name)], now)

    def close_service_menu(self, now: float) -> None:
        """Close the service menu, with everything on top of it."""
        while self._scene_stack.has_service_scene and len(self._scene_stack) > 1:
            self._apply_effects([GoBack()], now)

    def open_scene(self, scene: str, now: float) -> None:
        """Open a scene by name on top, without an effect of another scene."""
        self._apply_effects([OpenScene(scene)], now)

    def refresh(self) -> None:
        """Rebuild all scenes after a change of settings or of the machine."""
        for scene in self._scene_stack:
            scene.set_context(self._context)

    def notify(self, message: MessageOrText) -> None:
        """Log a message, and show it as soon as possible."""
        self._pending_messages.notify(message)

    def request_exit(self) -> None:
        """End the program, unless the player is locked in."""
        if not self._context.config.kiosk.lock:
            self._exit_status = EXIT_OK

    def close(self, now: float) -> None:
        """Leave the last scene."""
        self.top.leave(now)

    def _apply_effects(self, effects: Sequence[Effect], now: float) -> None:
        for effect in effects:
            self._handlers[type(effect)](effect, now)
        warning = self._store.pop_warning()
        if warning:
            log_problem(f"bakehouse: {format_english(warning)}")
            self._show_messages([warning], now)

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
            self.refresh()
            if resize_event is not None:
                self.handle(resize_event, now)

    def _deal_game(self, effect: DealGame, now: float) -> None:
        self._show_new_scene(self._table_factory.create_dealt(self._context, effect), now)
        self._audio.play("deal")

    def _resume_game(self, effect: ResumeGame, now: float) -> None:
        self._show_new_scene(self._table_factory.create_resumed(self._context, effect.code), now)

    def _open_scene(self, effect: OpenScene, now: float) -> None:
        self._game_in_play, self._now = self._scene_stack.bottom.get_game_in_play(now), now
        try:
            scene = create_scene(effect.scene, self._context, effect.subject)
        except SceneUnavailableError as error:
            self._show_messages([error.message], now)
        else:
            self._scene_stack.push(scene, now)

    def _offer_unfinished_game(self) -> str | None:
        return self._table_factory.offer_game(
            self._now, is_table_cleared=self._game_in_play.game is None
        )

    def _go_back(self, effect: GoBack, now: float) -> None:
        if len(self._scene_stack) == 1:
            return
        self._forget_thinking([self._scene_stack.pop(now)])
        if effect.forward is not None:
            for is_down in (True, False):
                press = ButtonEvent(effect.forward, is_down, now, SCREEN_DEVICE)
                self._apply_effects(self.top.handle(press, now), now)

    def _show_new_scene(self, new_scene: NewScene, now: float) -> None:
        if new_scene.scene is not None:
            self._replace_scenes(new_scene.scene, now)
        self._show_messages(new_scene.messages, now)

    def _replace_scenes(self, scene: Scene, now: float) -> None:
        self._forget_thinking(self._scene_stack.replace(scene, now))

    def _think(self, effect: Think, now: float) -> None:
        self._thinking_scene = self.top
        self._solver.ask(effect)

    def _forget_thinking(self, closed_scenes: Sequence[Scene]) -> None:
        if self._thinking_scene in closed_scenes:
            self._thinking_scene = None
            self._solver.cancel()

    def _end_power(self, effect: PowerOff | Reboot, now: float) -> None:
        reason = self._request_power_action(effect, now)
        message = make_message("Please wait") if reason is None else make_power_refusal(reason)
        self._show_messages([message], now)

    def _try_pin(self, effect: TryPin, now: float) -> None:
        if self._service_controller.check_pin(effect.pin, self._context.config.kiosk.pin):
            self._apply_effects([GoBack(), OpenScene(SERVICE_SCENE)], now)

    def _restart_program(self, effect: RestartProgram, now: float) -> None:
        log_info("Restarted from the service menu")
        self._exit_status = RESTART

    def _exit_to_shell(self, effect: ExitToShell, now: float) -> None:
        log_info("Left for a shell from the service menu")
        self._exit_status = EXIT_TO_SHELL

    def _can_calibrate(self) -> bool:
        """Return whether a resting finger may calibrate touch: not for a locked-in player."""
        is_locked = self._context.config.kiosk.lock and not self._scene_stack.has_service_scene
        return self.top.allows_calibration and not is_locked

    def _update_input_mode(self, scene: Scene) -> None:
        self._context.bindings.input_mode = scene.input_mode
