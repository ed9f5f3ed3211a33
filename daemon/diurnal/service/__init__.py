"""The daemon: one process that serves one vault over a socket, from its start to its end."""
