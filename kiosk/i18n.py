"""Every text for people passes through `Words`: English, or a language with a catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self

from engine.refusals import Refusal, template
from kiosk.paths import assets

if TYPE_CHECKING:
    from gettext import NullTranslations

DOMAIN = "bakehouse"
ENGLISH = "en"


def languages(folder: Path | None = None) -> tuple[str, ...]:
    """The languages there are: English, which needs no catalogue, and the catalogues found.

    A catalogue is `LANGUAGE/LC_MESSAGES/bakehouse.mo` in the folder, usually `assets/locale`.
    """
    folder = assets() / "locale" if folder is None else folder
    found = {path.parent.parent.name for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
    return tuple(sorted({ENGLISH, *found}))


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

    def say(self, text: str, /, **fields: object) -> str:
        """The text in this language, with its `{fields}` filled in."""
        told = self._catalogue.gettext(text) if self._catalogue and text else text
        return _filled(told, text, fields)

    def plural(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """The form of the text for this number; the number is the field `n`."""
        english = one if n == 1 else many
        told = self._catalogue.ngettext(one, many, n) if self._catalogue else english
        return _filled(told, english, {"n": n, **fields})

    def refusal(self, refusal: Refusal) -> str:
        """Why a move is refused, in one short sentence."""
        text, fields = template(refusal)
        return self.say(text, **fields)


def _filled(told: str, english: str, fields: dict[str, object]) -> str:
    try:
        return told.format(**fields)
    except (ValueError, LookupError, AttributeError, TypeError):
        return english.format(**fields)
