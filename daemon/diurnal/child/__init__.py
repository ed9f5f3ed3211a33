"""The low-priority process beside the daemon, and what it makes: the index of word order, and vectors.

``process`` is the daemon's side, ``main`` the other; ``jobs`` and ``embedding``
are done over there, ``order`` takes over what comes back.
"""
