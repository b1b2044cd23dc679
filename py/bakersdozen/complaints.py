"""What is refused, and the sentence that says why.

Every refusal of the engine names a sentence in strings/ by its key and holds
the arguments that the sentence needs; whoever shows it need not know its kind.
"""

from __future__ import annotations


class Complaint(ValueError):
    """Raised, in one of its kinds, for a move, a text or a request that is refused."""

    def __init__(self, sentence: str, **args: str | int) -> None:
        super().__init__(f"{sentence} {args}" if args else sentence)
        self.sentence = sentence
        self.args_for_text: dict[str, str | int] = args
