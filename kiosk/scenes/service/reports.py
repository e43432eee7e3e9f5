"""Reports of the service menu: machine status, recent input, log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from kiosk.effects import GoBack
from kiosk.events import Action
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import WARNING_PREFIX, MenuContent, MenuItem, layout_report
from kiosk.ui.scene import SceneContext


def _make_report(
    list_texts: Callable[[SceneContext], Iterator[str]], context: SceneContext
) -> Menu:
    def build_content(context: SceneContext) -> MenuContent:
        back = MenuItem(Action.BACK.value, context.translator.translate("Back"), (GoBack(),))
        heading, *lines = list_texts(context)
        return MenuContent(heading, tuple(lines), (back,), build_layout=layout_report)

    return Menu(context, build_content)


def _list_machine_facts(context: SceneContext) -> Iterator[str]:
    translate, status = context.translator.translate, context.diagnostics.get_machine_status()
    yield translate("This machine")
    yield f"Bakehouse {status.program_version}"
    yield f"Python {status.python_version}"
    yield status.pygame_version
    yield status.kernel_version
    yield status.board_model
    is_compiled = status.is_solver_compiled
    yield translate("Solver: compiled") if is_compiled else translate("Solver: not compiled")
    yield translate("Screen: {screen}", screen=status.display_mode)
    yield translate("Saves: {folder}", folder=status.state_dir)
    if not status.is_saving:
        yield WARNING_PREFIX + translate("Nothing is saved now!")
    if status.free_bytes is not None:
        gib, mib = status.free_bytes / 2**30, status.free_bytes / 2**20
        size = f"{gib:.1f} GB" if gib >= 1 else f"{mib:.1f} MB"
        yield translate("Free there: {size}", size=size)
    if status.temperature_celsius is not None:
        yield translate("Temperature: {degrees} °C", degrees=round(status.temperature_celsius))
    if status.uptime_seconds is not None:
        hours, minutes = divmod(int(status.uptime_seconds) // 60, 60)
        yield translate("On for {hours} h {minutes} min", hours=hours, minutes=minutes)


def _list_inputs(context: SceneContext) -> Iterator[str]:
    translate = context.translator.translate
    yield translate("Input log")
    inputs = context.diagnostics.list_recent_inputs()
    yield from inputs or (translate("Nothing was pressed or touched yet."),)


def _list_log_lines(context: SceneContext) -> Iterator[str]:
    translate, entries = context.translator.translate, context.diagnostics.list_log_entries()
    yield translate("Last messages")
    if not entries:
        yield translate("Nothing was told yet.")
    for entry in entries:
        yield (WARNING_PREFIX if entry.is_warning else "") + entry.text


make_machine_report = partial(_make_report, _list_machine_facts)
make_input_report = partial(_make_report, _list_inputs)
make_log_report = partial(_make_report, _list_log_lines)
