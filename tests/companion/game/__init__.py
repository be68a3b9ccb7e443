"""Tests of the parts that all games share: seats and the forms of boxes."""
