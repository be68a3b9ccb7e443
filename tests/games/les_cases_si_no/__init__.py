"""Tests of Les cases Si-No beyond its test vectors."""
