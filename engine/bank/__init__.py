"""Banks of winnable deals with grades, kept in small files; the game needs only `Bank.load`."""

from __future__ import annotations

from engine.bank.bank_file import GRADES, Bank, BankError, BankSpec, GradedDeal, get_bank_file_name

__all__ = ["GRADES", "Bank", "BankError", "BankSpec", "GradedDeal", "get_bank_file_name"]
