"""Studies of deals: how hard they are for a player, how many of them can be won.

Nothing here is part of the page; the commands of build.py use it.
"""
