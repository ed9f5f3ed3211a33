"""Values: records, times, answers and results, as every room and the Python API speak of them.

Nothing here asks anything of the world, and nothing changes once it is made.
"""
