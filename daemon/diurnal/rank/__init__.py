"""How words become tokens and signals become scores.

Everything here is pure: arrays and values in, arrays and values out. The only
files read are the tables shipped beside the code. Which records are asked
about, and where postings and vectors come from, is decided elsewhere.
"""
