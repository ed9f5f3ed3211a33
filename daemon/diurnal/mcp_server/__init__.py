"""What agents get over MCP: a process of its own between an agent's program and the daemon of one vault.

`wire` keeps standard input and output, `incoming` mends what comes in, `greeting` opens the conversation,
`calls` checks arguments, `desk` does what the tools do through ``diurnal.client.Client``, `prose` writes
its answers, and `server`, the only one that loads the package `mcp`, offers it.
"""
