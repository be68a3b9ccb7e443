"""Tests of Les cases Si-No, of what its test vectors do not cover."""
