"""The watching of a camera: finding the track, following frames, deciding when dice are at rest."""
