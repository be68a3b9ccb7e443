"""The words for facts, questions and refusals in the reader's language."""
