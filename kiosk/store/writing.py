"""What is written into the database of the saved game."""

from __future__ import annotations

LAY = """
    INSERT INTO deal (id, code, created, undo_limit, state, laid, uid)
    VALUES (?, ?, ?, ?, 'open', ?, 'd' || lower(hex(randomblob(8))))
"""
RELAY = "UPDATE deal SET laid = ?, undo_limit = ? WHERE id = ?"
ENTER = "INSERT INTO entry (deal_id, seq, text, seconds, won) VALUES (?, ?, ?, ?, ?)"
HELP = "UPDATE deal SET helped = 1 WHERE id = ?"
SIGN = "UPDATE deal SET initials = ? WHERE id = ?"
COUNT = "UPDATE deal SET erased = 0 WHERE id = ?"
SET = "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)"
CLEAR = "DELETE FROM setting WHERE key = ?"
NOTE = "INSERT OR REPLACE INTO memory (key, value) VALUES (?, ?)"
FORGET = "DELETE FROM memory WHERE key = ?"
