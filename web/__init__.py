"""The pages of the table: Flask on waitress, server-sent events."""
