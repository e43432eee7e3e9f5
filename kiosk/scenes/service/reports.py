"""What the machine tells of itself: what runs on it, its input, its last lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kiosk.effects import GoBack
from kiosk.events import Action
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import WARNING_PREFIX, MenuContent, MenuItem, layout_report
from kiosk.ui.scene import SceneArguments, SceneContext

ReportLines = Callable[[SceneContext], Iterator[str]]
GIB = 2**30
MIB = 2**20


def make_machine_report(context: SceneContext, arguments: SceneArguments) -> Menu:
    """Versions, disk, temperature."""
    return _make_report(
        context,
        arguments,
        lambda stage: stage.translator.translate("This machine"),
        _list_machine_facts,
    )


def make_input_report(context: SceneContext, arguments: SceneArguments) -> Menu:
    """The last things that anybody did, the latest first."""
    return _make_report(
        context, arguments, lambda stage: stage.translator.translate("Input log"), _list_inputs
    )


def make_log_report(context: SceneContext, arguments: SceneArguments) -> Menu:
    """The last lines that the program told, the latest first."""
    return _make_report(
        context,
        arguments,
        lambda stage: stage.translator.translate("Last messages"),
        _list_log_lines,
    )


def _make_report(
    context: SceneContext,
    arguments: SceneArguments,
    heading: Callable[[SceneContext], str],
    lines: ReportLines,
) -> Menu:
    def build_content(context: SceneContext) -> MenuContent:
        back = MenuItem(Action.BACK.value, context.translator.translate("Back"), (GoBack(),))
        return MenuContent(
            heading(context), tuple(lines(context)), (back,), build_layout=layout_report
        )

    return Menu(context, build_content, get_arguments=lambda: arguments)


def _list_machine_facts(context: SceneContext) -> Iterator[str]:
    translate, status = context.translator.translate, context.diagnostics.get_machine_status()
    yield f"Bakehouse {status.program_version}"
    yield f"Python {status.python_version}"
    yield status.pygame_version
    yield status.kernel_version
    yield status.board_model
    yield (
        translate("Solver: compiled")
        if status.is_solver_compiled
        else translate("Solver: not compiled")
    )
    yield translate("Screen: {screen}", screen=status.display_mode)
    yield translate("Saves: {folder}", folder=status.state_dir)
    if not status.is_saving:
        yield WARNING_PREFIX + translate("Nothing is saved now!")
    if status.free_bytes is not None:
        yield translate("Free there: {size}", size=_format_size(status.free_bytes))
    if status.temperature_celsius is not None:
        yield translate("Temperature: {degrees} °C", degrees=round(status.temperature_celsius))
    if status.uptime_seconds is not None:
        hours, minutes = divmod(int(status.uptime_seconds) // 60, 60)
        yield translate("On for {hours} h {minutes} min", hours=hours, minutes=minutes)


def _format_size(byte_count: int) -> str:
    return f"{byte_count / GIB:.1f} GB" if byte_count >= GIB else f"{byte_count / MIB:.1f} MB"


def _list_inputs(context: SceneContext) -> Iterator[str]:
    return iter(
        context.diagnostics.list_recent_inputs()
        or (context.translator.translate("Nothing was pressed or touched yet."),)
    )


def _list_log_lines(context: SceneContext) -> Iterator[str]:
    entries = context.diagnostics.list_log_entries()
    if not entries:
        yield context.translator.translate("Nothing was told yet.")
    for entry in entries:
        yield (WARNING_PREFIX if entry.is_warning else "") + entry.text
