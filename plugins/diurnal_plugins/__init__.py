"""First-party plugins: each heavy thing is an extra and is imported only when it is asked for."""
