"""Baker's Dozen and its relatives: rules, deals, notation, games and a solver.

docs/ARCHITECTURE.md shows the layers; a module imports only from lower ones.
"""

__version__ = "1.0.0"
