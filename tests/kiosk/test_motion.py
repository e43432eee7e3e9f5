"""Cards on their way: where they are at a moment."""

from __future__ import annotations

from itertools import pairwise

from kiosk.animation import GLIDE_SECONDS, SHAKE_SECONDS, Glide, shake_box
from kiosk.frame import Box


def test_a_card_travels_under_200_ms() -> None:
    assert 0.05 < GLIDE_SECONDS < 0.2


def test_it_begins_where_it_was_and_ends_where_it_is() -> None:
    glide = Glide(7, (10, 20), (110, 220), 5.0, 5.16)
    assert glide.position_at(4.0) == (10, 20)
    assert glide.position_at(5.0) == (10, 20)
    assert glide.position_at(5.16) == (110, 220)
    assert glide.position_at(9.0) == (110, 220)


def test_it_never_goes_back_and_slows_down() -> None:
    glide = Glide(7, (0, 0), (1000, 0), 0.0, 0.16)
    way = [glide.position_at(step * 0.01)[0] for step in range(17)]
    steps = [after - before for before, after in pairwise(way)]
    assert min(steps) >= 0
    assert steps == sorted(steps, reverse=True)


def test_a_refused_card_swings_around_its_place_and_rests() -> None:
    box = Box(100, 50, 84, 120)
    way = [shake_box(box, 2.0, 2.0 + step * 0.01) for step in range(60)]
    assert {b[1:] for b in way} == {box[1:]}
    assert min(b.x for b in way) < 100 < max(b.x for b in way)
    assert max(abs(b.x - 100) for b in way) <= 84 / 12 + 1
    after = [b for step, b in enumerate(way) if step * 0.01 >= SHAKE_SECONDS]
    assert set(after) == {box}
    assert shake_box(box, 2.0, 1.9) == box
