"""The query language of ``search``: Obsidian's operators, and those of a diary.

Pure: text in, values out. What a query finds is decided by ``engine.select``.
"""

from diurnal.query.nodes import Query
from diurnal.query.parse import parse

__all__ = ["Query", "parse"]
