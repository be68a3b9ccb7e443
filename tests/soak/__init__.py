"""The soak: a day of evenings at ten times the pace of people, with the real program, and its use of memory."""
