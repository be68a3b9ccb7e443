"""The eye: frames in, a Reading of the dice out."""
