"""Learns the owner's own dice from pictures of their faces."""
