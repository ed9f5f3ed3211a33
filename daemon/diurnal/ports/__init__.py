"""The ports: what the engine asks of the world, in batches and gates, never record by record.

Adapters in ``vault/``, ``store/``, ``child/`` and the plugins implement them; the
engine and the jobs see only these, by a name a role. One contract suite a port
runs against every adapter. Each file holds one subject, with the values its
protocols speak.
"""

from diurnal.ports.catalogue import (
    Applied,
    Batch,
    Catalogue,
    CatalogueReader,
    Completion,
    Finder,
    Known,
    LinkRow,
    NameBook,
    Named,
    Read,
    Resolver,
    Rows,
    SearchFacts,
)
from diurnal.ports.child import Child, Job, Outcome
from diurnal.ports.ledger import Ledger, TagRegister
from diurnal.ports.models import Embedder, Writer
from diurnal.ports.patching import LEARN, MEMORIZE, Again, Gone, Journal, Owed, Patcher, Takeback, no_words
from diurnal.ports.snapshot import (
    NO_DAY,
    Columns,
    Floats,
    Index,
    KeywordView,
    Mask,
    Positions,
    Snapshot,
    VectorView,
)
from diurnal.ports.vault import Heard, Sweep, Vault, Watched, Watcher
from diurnal.ports.vectors import Added, Vectors
from diurnal.ports.word_order import OrderFound, OrderKeeper, WordOrder

__all__ = [
    "LEARN",
    "MEMORIZE",
    "NO_DAY",
    "Added",
    "Again",
    "Applied",
    "Batch",
    "Catalogue",
    "CatalogueReader",
    "Child",
    "Columns",
    "Completion",
    "Embedder",
    "Finder",
    "Floats",
    "Gone",
    "Heard",
    "Index",
    "Job",
    "Journal",
    "KeywordView",
    "Known",
    "Ledger",
    "LinkRow",
    "Mask",
    "NameBook",
    "Named",
    "OrderFound",
    "OrderKeeper",
    "Outcome",
    "Owed",
    "Patcher",
    "Positions",
    "Read",
    "Resolver",
    "Rows",
    "SearchFacts",
    "Snapshot",
    "Sweep",
    "TagRegister",
    "Takeback",
    "Vault",
    "VectorView",
    "Vectors",
    "Watched",
    "Watcher",
    "WordOrder",
    "Writer",
    "no_words",
]
