"""Cameras, buttons and lamps: the only importers of device libraries."""
