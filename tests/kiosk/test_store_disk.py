from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.messages import format_english
from kiosk.storage import Store, build_state_report, files, resume_saved_game
from tests.support.saves import (
    CODE,
    GAME,
    JOURNAL,
    OTHER,
    ROOT,
    check_play_in_memory,
    execute_sql,
    open_store,
    run_python,
    snapshot_files,
)


@pytest.mark.parametrize("name", ["file", "file/below", "x\0y", "n" * 300, "loop/x"])
def test_an_impossible_directory_is_reported_and_play_goes_on(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    store, (notice,) = Store.open(tmp_path / name)
    assert format_english(notice).startswith("Nothing is saved: ")
    check_play_in_memory(store)


@pytest.fixture
def elsewhere(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that uses the same directory."""
    code = """
import sys
from pathlib import Path
from kiosk.storage.store import Store
store, _ = Store.open(Path(sys.argv[1]))
store.begin_deal("BK1-C4-AAAAA24")
print(store.is_saved, flush=True)
for line in sys.stdin:
    store.append_entry(line.strip(), 1.0)
    print("kept", flush=True)
"""
    command = [sys.executable, "-c", code, str(folder)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "True\n"
        yield child
        child.kill()


def test_a_second_bakehouse_saves_nothing_into_the_first_ones_directory(
    folder: Path, elsewhere: subprocess.Popen[str]
) -> None:
    start = time.monotonic()
    store, notices = Store.open(folder)
    assert 0.9 < time.monotonic() - start < 3
    assert list(map(format_english, notices)) == [
        f"Nothing is saved: another Bakehouse is using {folder}."
    ]
    check_play_in_memory(store)
    assert elsewhere.stdin is not None
    assert elsewhere.stdout is not None
    elsewhere.stdin.write("8-c\n")
    elsewhere.stdin.flush()
    assert elsewhere.stdout.readline() == "kept\n"
    report = build_state_report(folder)
    assert report is not None
    assert report["moves"] == ["8-c"]
    elsewhere.kill()
    elsewhere.wait()
    store = open_store(folder)
    current = store.get_current()
    assert current is not None
    assert current.entries == ("8-c",)
    store.close()


def test_one_that_is_on_its_way_out_is_waited_for(
    folder: Path, elsewhere: subprocess.Popen[str]
) -> None:
    with subprocess.Popen(["sh", "-c", f"sleep 0.4; kill -9 {elsewhere.pid}"]):
        open_store(folder).close()
    elsewhere.wait()


def test_a_child_of_a_killed_game_does_not_hold_its_lock(folder: Path) -> None:
    code = """
import os, sys, time
from pathlib import Path
from kiosk.storage.store import Store
store, _ = Store.open(Path(sys.argv[1]))
child = os.fork()
if not child:
    os.close(1), os.close(2)
    time.sleep(20)
    os._exit(0)
print(child, flush=True)
os.kill(os.getpid(), 9)
"""
    child = int(run_python(code, str(folder)).stdout)
    try:
        open_store(folder).close()
    finally:
        os.kill(child, signal.SIGKILL)


def test_another_programs_lock_is_reported(folder: Path, path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        start = time.monotonic()
        store, notices = Store.open(folder)
        assert time.monotonic() - start < 3
        assert list(map(format_english, notices)) == [
            f"Nothing is saved: another program is using {path}."
        ]
        check_play_in_memory(store)
    store = open_store(folder)
    assert resume_saved_game(store).game is not None
    store.close()


def raise_read_only(*_: object, **__: object) -> int:
    raise OSError(30, "Read-only file system")


def test_from_a_directory_that_cannot_be_written_the_saved_game_is_played_on_and_kept_later(
    folder: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot_files(folder)
    with monkeypatch.context() as patch:
        patch.setattr(files, "lock", raise_read_only)
        store, notices = Store.open(folder)
        (notice,) = map(format_english, notices)
        assert notice == f"Nothing is saved: {folder} cannot be written (Read-only file system)."
        assert resume_saved_game(store).game == GAME
        store.append_entry("restart", 77.0)
        store.begin_deal(OTHER)
        store.append_entry("1-2", 78.0)
        found = store.find_unfinished(CODE)
        assert found is not None
        assert found.entries[-1] == "restart"
        assert store.count_records()["bakers-dozen"] == {"played": 1, "won": 0}
        assert not store.is_saved
        assert snapshot_files(folder) == before
    store.append_entry("undo", 79.0)
    assert store.is_saved
    assert store.pop_warning() is None
    store.close()
    store = open_store(folder)
    current, earlier = store.get_current(), store.find_unfinished(CODE)
    assert current is not None
    assert earlier is not None
    assert current.entries == ("1-2", "undo")
    assert (earlier.entries, earlier.seconds) == ((*JOURNAL, "restart"), 77.0)
    store.close()


def test_damage_that_cannot_be_set_aside_is_reported(
    folder: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"?" * 5000)
    monkeypatch.setattr(files, "set_aside", raise_read_only)
    store, (notice,) = Store.open(folder)
    assert format_english(notice).startswith(
        "Nothing is saved: the saved game is damaged and cannot be replaced"
    )
    check_play_in_memory(store)
    monkeypatch.setattr(files, "lock", raise_read_only)
    store, (notice,) = Store.open(folder)
    assert (
        format_english(notice)
        == f"Nothing is saved: {folder} cannot be used (Read-only file system)."
    )
    check_play_in_memory(store)


def test_nonsense_in_a_copy_is_reported(
    folder: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute_sql(path, "UPDATE entry SET text = 'x-y' WHERE seq = 3")
    monkeypatch.setattr(files, "lock", raise_read_only)
    store, _ = Store.open(folder)
    assert list(map(format_english, resume_saved_game(store).notices)) == [
        "Nothing is saved: the saved game is damaged."
    ]
    check_play_in_memory(store)


# A limit on the size of files acts like a full disk.
FULL = """
import json, resource, sys
from pathlib import Path
from engine.messages import format_english
from kiosk.storage.store import Store
folder, journal = Path(sys.argv[1]), json.loads(sys.argv[2])
free = resource.RLIM_INFINITY
store, notices = Store.open(folder)
assert store.is_saved and not notices
store.begin_deal("BK1-C4-AAAAA24")
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, free))
warnings = []
for second, entry in enumerate(journal[:-1]):
    store.append_entry(entry, second)
    warnings += [store.pop_warning()]
assert not store.is_saved
unfinished = store.find_unfinished("BK1-C4-AAAAA24")
assert unfinished.entries == tuple(journal[:-1]) == store.get_current().entries
assert store.count_records()["bakers-game"] == {"played": 1, "won": 0}
resource.setrlimit(resource.RLIMIT_FSIZE, (free, free))
store.append_entry(journal[-1], 99.0)
assert store.is_saved and not store.pop_warning()
print(json.dumps([format_english(w) for w in warnings if w]), flush=True)
import os; os.kill(os.getpid(), 9)
"""


def test_a_full_disk_is_reported_once_and_loses_nothing(folder: Path) -> None:
    done = run_python(FULL, str(folder), json.dumps(JOURNAL))
    (warning,) = json.loads(done.stdout or done.stderr)
    assert warning.startswith("Saving does not work: disk I/O error. ")
    store = open_store(folder)
    assert resume_saved_game(store).game == GAME
    store.close()


def test_a_disk_too_full_to_begin_is_reported(folder: Path) -> None:
    code = """
import resource, sys
from pathlib import Path
from engine.messages import format_english
from kiosk.storage.store import Store
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
store, notices = Store.open(Path(sys.argv[1]))
store.begin_deal("BK1-C4-AAAAA24")
store.append_entry("8-c", 1.0)
print(store.is_saved, len(store.get_current().entries), *map(format_english, notices))
"""
    done = run_python(code, str(folder))
    assert done.stdout.startswith(f"False 1 Nothing is saved: {folder} cannot be "), done.stderr
    open_store(folder).close()


def test_a_user_without_write_permission_is_reported() -> None:
    """Run as another user than root, who ignores permissions."""
    code = """
import os, shutil, sys, tempfile
from pathlib import Path
from engine.messages import format_english
from kiosk.storage.store import Store, resume_saved_game
from kiosk.storage.state_report import build_state_report
folder = Path(tempfile.mkdtemp())
try:
    store, _ = Store.open(folder)
    store.begin_deal("BK1-C4-AAAAA24"); store.append_entry("8-c", 1.0)
    store.close()
    for path in folder.iterdir(): path.chmod(0o444)
    folder.chmod(0o555)
    if not os.getuid(): os.seteuid(65534)
    store, notices = Store.open(folder)
    texts = map(format_english, notices)
    moves = build_state_report(folder)["moves"]
    print(store.is_saved, resume_saved_game(store).seconds, moves, *texts)
    store.close()
finally:
    os.seteuid(os.getuid())
    folder.chmod(0o755)
    shutil.rmtree(folder)
"""
    done = run_python(code)
    assert done.stdout.startswith("False 1.0 ['8-c'] Nothing is saved: "), done.stderr
    assert "cannot be written (Permission denied)" in done.stdout
