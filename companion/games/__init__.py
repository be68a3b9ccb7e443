"""The games that Servi knows: one package or module each, with a class named ``GAME``."""

NAMES = ("home_casino",)
