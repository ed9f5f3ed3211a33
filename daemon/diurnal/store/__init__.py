"""What is derived from the notes and may be deleted at any time, and small files of the owner's state.

The catalogue commits first; postings, columns, word order and vectors name the
tick they cover and replay from there.
"""
