"""Cameras, buttons, lamps and the machine: the only package that imports device libraries."""
