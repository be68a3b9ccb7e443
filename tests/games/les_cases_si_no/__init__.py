"""Les cases Si-No: what the vectors do not cover."""
