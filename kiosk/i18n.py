"""Every text for people passes through `Words`: English, or a language with a catalogue."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Self

from engine.messages import FieldValue, Message, MessageOrText, Msgid
from engine.refusals import Refusal, get_template
from kiosk.paths import assets_dir

if TYPE_CHECKING:
    from gettext import NullTranslations

GETTEXT_DOMAIN = "bakehouse"
ENGLISH = "en"
NUMBER_SAMPLE: Msgid = "1,234.5"
"""A catalogue tells by this how its language writes numbers."""
LANGUAGE_NAME: Msgid = "English"
"""A catalogue tells by this what its language calls itself."""


def list_languages(folder: Path | None = None) -> tuple[str, ...]:
    """The languages there are: English, which needs no catalogue, and the catalogues found.

    A catalogue is `LANGUAGE/LC_MESSAGES/bakehouse.mo` in the folder, usually `assets/locale`.
    """
    folder = assets_dir() / "locale" if folder is None else folder
    codes = {path.parent.parent.name for path in folder.glob(f"*/LC_MESSAGES/{GETTEXT_DOMAIN}.mo")}
    return tuple(sorted({ENGLISH, *codes}))


@cache
def list_language_names(folder: Path | None = None) -> tuple[tuple[str, str], ...]:
    """The languages there are, each with the name that it calls itself by; looked up once."""
    return tuple(
        (one, Translator.load(one, folder).translate(LANGUAGE_NAME))
        for one in list_languages(folder)
    )


class Translator:
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

        folder = assets_dir() / "locale" if folder is None else folder
        try:
            return cls(language, translation(GETTEXT_DOMAIN, folder, [language]))
        except Exception:  # A damaged catalogue raises whatever its bytes lead to.
            return cls()

    def for_language(self, language: str) -> Self:
        """The words of that language: these, if it is theirs."""
        return self if language == self.language else self.load(language)

    def translate(self, text: str, /, **fields: object) -> str:
        """The text in this language, with its `{fields}` filled in."""
        translated = self._catalogue.gettext(text) if self._catalogue and text else text
        return self._fill(translated, text, fields)

    def translate_plural(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """The form of the text for this number; the number is the field `n`."""
        english = one if n == 1 else many
        translated = self._catalogue.ngettext(one, many, n) if self._catalogue else english
        return self._fill(translated, english, {"n": n, **fields})

    def explain_refusal(self, refusal: Refusal) -> str:
        """Why a move is refused, in one short sentence."""
        text, fields = get_template(refusal)
        return self.translate(text, **fields)

    def translate_message(self, message: MessageOrText) -> str:
        """The line in this language, with all that is filled in."""
        if isinstance(message, str):
            return message
        fields = {name: self._format_field(value) for name, value in message.fields.items()}
        n = fields.get("n")
        if message.plural and isinstance(n, int):
            del fields["n"]
            return self.translate_plural(message.text, message.plural, n, **fields)
        return self.translate(message.text, **fields)

    def format_number(self, value: float) -> str:
        """The number as this language writes it."""
        formatted = f"{value:,}"
        if self._catalogue is None:
            return formatted
        sample = self._catalogue.gettext(NUMBER_SAMPLE)
        return formatted.translate({ord(","): sample[1:-5], ord("."): sample[-2]})

    def _format_field(self, value: FieldValue) -> str | int | float:
        if isinstance(value, Message):
            return self.translate_message(value)
        if isinstance(value, tuple):
            return ", ".join(self.translate_message(part) for part in value)
        return value

    def _fill(self, translated: str, fallback: str, fields: dict[str, object]) -> str:
        formatted = {
            name: self.format_number(value) if isinstance(value, int | float) else value
            for name, value in fields.items()
        }
        try:
            return translated.format(**formatted)
        except (ValueError, LookupError, AttributeError, TypeError):
            return fallback.format(**formatted)
