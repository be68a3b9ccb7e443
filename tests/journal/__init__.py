"""Tests of the journal: export and import, full disks, power cuts, kills."""
