"""The owner's own dice, learnt from pictures of their faces."""
