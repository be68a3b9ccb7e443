"""The luck of an evening: its value for each seat before and after each chance event, estimated by play-outs.

In a play-out, simple players play from a moment to the end (``playouts.py``). ``chain.py`` lists the moments of an
evening, ``values.py`` sums the effects of dice and decisions, ``worker.py`` plays in a separate process.
"""
