"""The notes on disk: found, read, watched, and written without changing a byte beside what goes in.

Everything else of the owner's is left alone, and nothing outside the vault is reached.
"""
