"""Les cases Si-No: what the vectors leave out."""
