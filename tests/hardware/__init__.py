"""Cameras, buttons, lamps and the machine, without any of them."""
