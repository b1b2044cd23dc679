"""The solver: can this position be won, and how?

`search` is a generator, so that a caller can slice it, show its progress and
stop it at any yield; `solve` runs it to its end. The answer is one of three:
`solved` with a line that the rules accept, `unsolvable` after a search that left
nothing out or a proof, `unknown` when the budget ran out first. `advise` is for
closed games, from the cards that can be seen.
"""

from bakersdozen.solver.engine import BUDGET, Progress, Result, Verdict, search, solve
from bakersdozen.solver.visible import Advice, advise

__all__ = ["BUDGET", "Advice", "Progress", "Result", "Verdict", "advise", "search", "solve"]
