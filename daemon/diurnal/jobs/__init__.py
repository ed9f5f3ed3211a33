"""The scheduled jobs: what each does to past days of the diary, and when it runs.

A job knows its own work in the notes themselves and does it once, however often it is run.
"""
