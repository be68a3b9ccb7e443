"""Makes the data, trains and exports the networks of the eye. Needs torch and Pillow; playing needs neither."""
