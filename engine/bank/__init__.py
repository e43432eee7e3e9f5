"""The bank: winnable deals with a grade from 1 to 5, kept in small files, found and checked.

`Bank.load` reads a file; a bank gives its deals by grade and picks one by a number. Everything else
here finds and checks deals for the commands; the game needs none of it.
"""

from __future__ import annotations

from engine.bank.bank import GRADES, Bank, BankError, BankSpec, GradedDeal, get_bank_file_name

__all__ = ["GRADES", "Bank", "BankError", "BankSpec", "GradedDeal", "get_bank_file_name"]
