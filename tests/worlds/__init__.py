"""Worlds: generators of dice pictures that share no code, to measure how well a small network reads a world it never saw.

The shipped crop reader also learned from most pictures of MuJoCo's and Mitsuba's world (``vision.training.wider``).
"""

WORLDS = {"ours": "ours", "mitsuba": "with_mitsuba", "mujoco": "with_mujoco", "blender": "with_blender"}
"""The module of each world."""
SEED = 31
