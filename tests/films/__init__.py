"""Films of thrown dice for judging the eye: a physics engine throws them, and nothing of `vision/` helps to draw them."""
