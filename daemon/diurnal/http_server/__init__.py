"""HTTP for the owner of this machine: a page with a question box, and the socket's methods for programs.

A skin over the client, like ``mcp_server``: a process of its own that asks the
daemon. Only this machine can reach it and only who knows the token is answered.
Standard library only.
"""
