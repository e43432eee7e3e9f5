"""What is behind the service menu, put together: who lets in, and what can be asked there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from kiosk.app.desk import Desk
from kiosk.app.telling import Level, Remark, log
from kiosk.app.upkeep.guard import Guard
from kiosk.app.upkeep.inputs import Inputs
from kiosk.app.upkeep.inspection import Inspection
from kiosk.app.upkeep.summons import Summons
from kiosk.scenes.facts import Facts, Machine, Told
from kiosk.store import Store


class Oversight(NamedTuple):
    """The way in, what hears all input, and what screens may ask."""

    inspection: Inspection
    inputs: Inputs
    facts: Facts


def oversight(
    store: Store,
    desk: Desk,
    places: tuple[Path, Path],
    clock: Callable[[], float],
    told: Callable[[], Sequence[Remark]],
) -> Oversight:
    """All of it.

    Args:
        store: Where records, and wrong PINs, are kept.
        desk: The settings in force.
        places: Where this machine's files begin, and the state directory.
        clock: Monotonic seconds.
        told: The last lines that were told, the latest first.
    """
    top, folder = places
    guard, inputs = Guard(store, clock), Inputs(clock())

    def machine() -> Machine:
        # Start-up is dear, and hardly ever needs it.
        from kiosk.app.upkeep.condition import condition

        return condition(top, folder, saving=store.saving)

    kiosk = desk.config.kiosk
    if kiosk.lock and kiosk.pin is None:
        log("The player is locked in, but the service menu has no PIN (kiosk.pin)")
    facts = Facts(
        trials=guard.trials,
        machine=machine,
        inputs=inputs.lines,
        told=lambda: tuple(Told(one.text, one.level <= Level.WARNING) for one in told()),
        touched=lambda: inputs.touched,
        pins=desk.pins,
    )
    inspection = Inspection(store, guard, Summons(desk.bindings), inputs, top, folder)
    return Oversight(inspection, inputs, facts)
