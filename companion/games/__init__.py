"""The games that Servi knows: one package or module each, with a class named ``GAME``."""

NAMES = ("home_casino", "les_cases_si_no", "casino_pirate", "cassino", "casablanca")
