"""The luck of an evening: the value of an evening for each seat, before and after each chance event, found by playing on.

Simple players play on from a moment to the end (``playouts.py``). ``chain.py`` names the moments of an evening, ``values.py``
adds up what dice and decisions gave, ``worker.py`` plays in a process of its own.
"""
