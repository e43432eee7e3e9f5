"""Layers of settings: defaults, /etc, boot partition, --config, device."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kiosk import paths
from kiosk.app.hardware_setup import HardwareSetup, set_up_hardware
from kiosk.app.live_settings import LiveSettings
from kiosk.app.settings_files import load_startup_settings
from kiosk.hardware.detect import MachineFacts
from kiosk.settings import DEVICE_ORIGIN, Config, Origin, SettingsLayer
from kiosk.settings.origins import list_settings
from tests.support.running import HEADLESS_ENVIRONMENT, run_kiosk

ETC = "etc/bakehouse/config.yaml"
NEW_BOOT = "boot/firmware/bakehouse.yaml"
OLD_BOOT = "boot/bakehouse.yaml"


def write_file(root: Path, name: str, text: str | bytes) -> Path:
    """Write a settings file below a root directory."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def environ(root: Path) -> dict[str, str]:
    return {"BAKEHOUSE_ROOT": str(root)}


def test_without_files_there_are_defaults_and_no_problems(tmp_path: Path) -> None:
    assert load_startup_settings(None, environ(tmp_path)) == (Config(), (), {})
    assert paths.list_config_files({"BAKEHOUSE_ROOT": str(tmp_path / "none")}) == []


def test_each_file_overrides_the_one_before(tmp_path: Path) -> None:
    etc = write_file(tmp_path, ETC, "game: {variant: kings-only, cells: 1, undo_limit: 7}")
    boot = write_file(tmp_path, NEW_BOOT, "game: {cells: 2, undo_limit: 8}")
    mine = write_file(tmp_path, "mine.yaml", "game: {undo_limit: 9}")
    config, problems, origins = load_startup_settings(mine, environ(tmp_path))
    assert (config.game.variant, config.game.cells, config.game.undo_limit) == ("kings-only", 2, 9)
    assert problems == ()
    assert origins == {
        "game.variant": Origin(SettingsLayer.FILE, str(etc), 1),
        "game.cells": Origin(SettingsLayer.FILE, str(boot), 1),
        "game.undo_limit": Origin(SettingsLayer.FILE, str(mine), 1),
    }


def test_the_boot_partition_is_where_it_is_mounted(tmp_path: Path) -> None:
    old = write_file(tmp_path, OLD_BOOT, "game: {cells: 1}")
    assert paths.list_config_files(environ(tmp_path)) == [old]
    new = write_file(tmp_path, NEW_BOOT, "game: {cells: 2}")
    assert paths.list_config_files(environ(tmp_path)) == [new]


def test_a_mistake_in_one_is_reported_with_its_line_and_the_rest_counts(tmp_path: Path) -> None:
    etc = write_file(tmp_path, ETC, "game:\n  cells: 3\n  undo_limit: many\n")
    boot = write_file(tmp_path, NEW_BOOT, "game:\n  variant: kings-only\n\tcells: 2\n")
    config, problems, origins = load_startup_settings(None, environ(tmp_path))
    assert config.game.cells == 3
    assert [problem.partition(" ")[0] for problem in problems] == [f"{etc}:3:", f"{boot}:3:"]
    assert set(origins) == {"game.cells"}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_files_of_a_pc_editor_are_read(tmp_path: Path, encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    text = f"{mark}# f\u00fcr Oma\r\ngame:\r\n  cells: 3\r\n  variant: \u201ckings-only\u201d\r\n"
    boot = write_file(tmp_path, NEW_BOOT, text.encode(encoding))
    config, (problem,), _ = load_startup_settings(None, environ(tmp_path))
    assert config.game.cells == 3
    assert problem.startswith(f"{boot}:4: game.variant: ")
    assert "typographic quotes" in problem


@pytest.mark.parametrize("name", paths.MISNAMED_CONFIG_NAMES)
def test_a_name_with_a_hidden_end_is_reported(tmp_path: Path, name: str) -> None:
    odd = write_file(tmp_path, f"boot/firmware/{name}", "game: {cells: 1}")
    config, (problem,), _ = load_startup_settings(None, environ(tmp_path))
    assert config.game.cells == 4
    assert problem == f"{odd}: is not read; its name must be bakehouse.yaml"


def test_an_unreadable_file_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ETC).mkdir(parents=True)
    (tmp_path / "boot").mkdir()
    (tmp_path / OLD_BOOT).symlink_to(tmp_path / "nowhere")
    _, problems, _ = load_startup_settings(None, environ(tmp_path))
    assert ["directory" in problems[0], "no such file" in problems[1]] == [True, True]

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "lstat", refused)
    assert len(paths.list_config_files(environ(tmp_path))) == 2
    monkeypatch.setattr(os, "open", refused)
    _, problems, _ = load_startup_settings(None, environ(tmp_path))
    assert [problem.partition("; ")[0] for problem in problems][:2] == [
        f"{tmp_path / ETC}: cannot be read: Permission denied",
        f"{tmp_path / NEW_BOOT}: cannot be read: Permission denied",
    ]


def test_settings_of_the_device_override_the_files(tmp_path: Path) -> None:
    etc = write_file(tmp_path, ETC, "game: {cells: 2}\ndisplay: {suit_colours: two}")
    config, _, origins = load_startup_settings(None, environ(tmp_path))
    live = LiveSettings(HardwareSetup(config), {"game.cells": "3", "gone.since": "1"}, origins)
    assert live.config.game.cells == 3
    assert live.origins["game.cells"] == DEVICE_ORIGIN
    assert live.origins["display.suit_colours"] == Origin(SettingsLayer.FILE, str(etc), 2)
    assert "gone.since" not in live.origins
    lines = {line.key: line for line in list_settings(live.config, live.origins)}
    assert lines["game.cells"].value == "3"
    assert lines["game.variant"][1:] == ("bakers-game", Origin(SettingsLayer.DEFAULT))
    assert lines["window.size"].value == "null"
    assert lines["buttons.keyboard.new"].value == "[n, f2]"


def test_settings_of_the_profile_have_their_origin(tmp_path: Path) -> None:
    found = set_up_hardware(
        Config.from_values({"hardware": "touch-display-2", "display.margin": 4}),
        paths.assets_dir() / "hardware",
        MachineFacts,
    )
    mine = Origin(SettingsLayer.FILE, "my.yaml")
    origins = found.merge_origins({"display.margin": mine})
    assert origins["display.margin"] == mine
    assert origins["display.rotation"].layer is SettingsLayer.PROFILE
    assert found.profile is not None
    assert origins["display.rotation"].name == found.profile.name


def test_the_probe_shows_the_origin_of_each_setting(tmp_path: Path) -> None:
    write_file(tmp_path, ETC, "game: {cells: 2}")
    boot = write_file(tmp_path, NEW_BOOT, "game: {cells: 3, undo_limit: x}")
    output = run_kiosk("probe", environ={**HEADLESS_ENVIRONMENT, **environ(tmp_path)})
    assert f"settings files: {tmp_path / ETC}, {boot}\n" in output.out
    assert f"  game.cells: 3 ({boot})\n" in output.out
    assert f"  {boot}:1: game.undo_limit: " in output.out
