"""Home Casino, one file per part of the rule book."""
