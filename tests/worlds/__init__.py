"""Worlds: generators of dice pictures that share no code, to measure how well a small network reads a world it never saw.

A picture (h, w, 3; BGR) comes with its dice (n, 7): x, y and edge of the top face in pixels; class (1 to 6 a d6 with pips, 7 a
d10, 8 a red and black die, 9 any other); digit (of a d10; 1 for red); tilt, the angle between the ray of the camera and the
vertical, and spin, by which the digit of a d10 is turned anticlockwise, both in radians. MuJoCo's world adds the facing of the
top face (n, 9): the right and downward components of its unit normal in the picture.

The shipped locator, crop reader and digit reader also learned from most pictures of MuJoCo's and Mitsuba's world, the network
of the red and black die from MuJoCo's (``vision.training.worlds``).
"""

WORLDS = {"ours": "ours", "mitsuba": "with_mitsuba", "mujoco": "with_mujoco", "blender": "with_blender"}
"""The module of each world."""
SEED = 31
