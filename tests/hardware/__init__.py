"""Cameras, buttons, lamps and the machine, tested without devices."""
