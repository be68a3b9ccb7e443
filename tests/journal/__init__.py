"""Tests of the journal: out and in, full disks, power cuts, kills."""
