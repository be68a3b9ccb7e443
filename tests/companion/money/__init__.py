"""Tests of the payments in chips."""
