"""The wording of facts, questions and refusals in the reader's language."""
