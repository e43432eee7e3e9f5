"""Every text for people passes through `Words`: English, or a language with a catalogue."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Self

from engine.messages import Field, Line, Msgid, Phrase
from engine.refusals import Refusal, template
from kiosk.paths import assets

if TYPE_CHECKING:
    from gettext import NullTranslations

DOMAIN = "bakehouse"
ENGLISH = "en"
NUMBER: Msgid = "1,234.5"
"""A catalogue tells by this how its language writes numbers."""
OWN_NAME: Msgid = "English"
"""A catalogue tells by this what its language calls itself."""


def languages(folder: Path | None = None) -> tuple[str, ...]:
    """The languages there are: English, which needs no catalogue, and the catalogues found.

    A catalogue is `LANGUAGE/LC_MESSAGES/bakehouse.mo` in the folder, usually `assets/locale`.
    """
    folder = assets() / "locale" if folder is None else folder
    found = {path.parent.parent.name for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
    return tuple(sorted({ENGLISH, *found}))


@cache
def named(folder: Path | None = None) -> tuple[tuple[str, str], ...]:
    """The languages there are, each with the name that it calls itself by; looked up once."""
    return tuple((one, Words.load(one, folder).say(OWN_NAME)) for one in languages(folder))


class Words:
    """The texts of one language; what its catalogue lacks, or has wrong, is said in English."""

    def __init__(self, language: str = ENGLISH, catalogue: NullTranslations | None = None) -> None:
        """The language by name, and its catalogue; without one all is English."""
        self.language = language
        self._catalogue = catalogue

    @classmethod
    def load(cls, language: str, folder: Path | None = None) -> Self:
        """The words of a language; English where its catalogue is missing or damaged."""
        if language == ENGLISH:
            return cls()
        # Not needed for English, and start-up is dear.
        from gettext import translation

        folder = assets() / "locale" if folder is None else folder
        try:
            return cls(language, translation(DOMAIN, folder, [language]))
        except Exception:  # A damaged catalogue raises whatever its bytes lead to.
            return cls()

    def speaking(self, language: str) -> Self:
        """The words of that language: these, if it is theirs."""
        return self if language == self.language else self.load(language)

    def say(self, text: str, /, **fields: object) -> str:
        """The text in this language, with its `{fields}` filled in."""
        told = self._catalogue.gettext(text) if self._catalogue and text else text
        return self._filled(told, text, fields)

    def plural(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """The form of the text for this number; the number is the field `n`."""
        english = one if n == 1 else many
        told = self._catalogue.ngettext(one, many, n) if self._catalogue else english
        return self._filled(told, english, {"n": n, **fields})

    def refusal(self, refusal: Refusal) -> str:
        """Why a move is refused, in one short sentence."""
        text, fields = template(refusal)
        return self.say(text, **fields)

    def told(self, line: Line) -> str:
        """The line in this language, with all that is filled in."""
        if isinstance(line, str):
            return line
        fields = {name: self._field(value) for name, value in line.fields.items()}
        n = fields.get("n")
        if line.many and isinstance(n, int):
            del fields["n"]
            return self.plural(line.text, line.many, n, **fields)
        return self.say(line.text, **fields)

    def number(self, value: float) -> str:
        """The number as this language writes it."""
        written = f"{value:,}"
        if self._catalogue is None:
            return written
        form = self._catalogue.gettext(NUMBER)
        return written.translate({ord(","): form[1:-5], ord("."): form[-2]})

    def _field(self, value: Field) -> str | int | float:
        if isinstance(value, Phrase):
            return self.told(value)
        if isinstance(value, tuple):
            return ", ".join(self.told(part) for part in value)
        return value

    def _filled(self, told: str, english: str, fields: dict[str, object]) -> str:
        written = {
            name: self.number(value) if isinstance(value, int | float) else value
            for name, value in fields.items()
        }
        try:
            return told.format(**written)
        except (ValueError, LookupError, AttributeError, TypeError):
            return english.format(**written)
