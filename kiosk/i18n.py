"""Translate texts for players: English, or a language with a gettext catalogue."""

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
"""Its translation shows the separators of numbers."""
LANGUAGE_NAME: Msgid = "English"
"""Its translation is the language's own name for itself."""


def list_languages(folder: Path | None = None) -> tuple[str, ...]:
    """Return the codes of English and of the catalogues in a folder.

    A catalogue is `LANGUAGE/LC_MESSAGES/bakehouse.mo`; the folder is usually `assets/locale`.
    """
    folder = assets_dir() / "locale" if folder is None else folder
    codes = {path.parent.parent.name for path in folder.glob(f"*/LC_MESSAGES/{GETTEXT_DOMAIN}.mo")}
    return tuple(sorted({ENGLISH, *codes}))


@cache
def list_language_names(folder: Path | None = None) -> tuple[tuple[str, str], ...]:
    """Return the language codes, each with the language's own name for itself."""
    return tuple(
        (code, Translator.load(code, folder).translate(LANGUAGE_NAME))
        for code in list_languages(folder)
    )


class Translator:
    """Translator into one language; missing and broken translations stay English."""

    def __init__(self, language: str = ENGLISH, catalogue: NullTranslations | None = None) -> None:
        self.language = language
        self._catalogue = catalogue

    @classmethod
    def load(cls, language: str, folder: Path | None = None) -> Self:
        """Load a language; English if its catalogue is missing or damaged."""
        if language == ENGLISH:
            return cls()
        from gettext import translation  # English does not need it.

        folder = assets_dir() / "locale" if folder is None else folder
        try:
            return cls(language, translation(GETTEXT_DOMAIN, folder, [language]))
        except Exception:  # A damaged catalogue can raise anything.
            return cls()

    def for_language(self, language: str) -> Self:
        """Return a translator into that language."""
        return self if language == self.language else self.load(language)

    def translate(self, text: str, /, **fields: object) -> str:
        """Translate a text and fill in its `{fields}`."""
        translated = self._catalogue.gettext(text) if self._catalogue and text else text
        return self._fill(translated, text, fields)

    def translate_plural(self, singular: str, plural: str, n: int, /, **fields: object) -> str:
        """Translate the form of a text for the number `n`, which is also a field."""
        english = singular if n == 1 else plural
        translated = self._catalogue.ngettext(singular, plural, n) if self._catalogue else english
        return self._fill(translated, english, {"n": n, **fields})

    def explain_refusal(self, refusal: Refusal) -> str:
        """Explain in one short sentence why a move is illegal."""
        text, fields = get_template(refusal)
        return self.translate(text, **fields)

    def translate_message(self, message: MessageOrText) -> str:
        """Translate a message with its fields, which may be messages themselves."""
        if isinstance(message, str):
            return message
        fields = {name: self._format_field(value) for name, value in message.fields.items()}
        n = fields.get("n")
        if message.plural and isinstance(n, int):
            del fields["n"]
            return self.translate_plural(message.text, message.plural, n, **fields)
        return self.translate(message.text, **fields)

    def format_number(self, value: float) -> str:
        """Format a number with this language's separators."""
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
