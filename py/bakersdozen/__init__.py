"""Baker's Dozen and its relatives: rules, deals, notation, games and a solver.

The layers, lowest first: complaints, cards, variants, rules, deals and notation, game and
solver, hints, view, bridge and cli. A module imports only from lower layers.
"""

__version__ = "1.0.0"
