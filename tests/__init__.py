"""The tests mirror the packages; `./servi test` runs them."""
