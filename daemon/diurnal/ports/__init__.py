"""The ports: what the engine asks of the world, in batches and gates, never record by record.

Adapters in ``vault/``, ``store/``, ``child/`` and the plugins implement them; the
engine and the jobs see only these, by a name a role. One contract suite a port
runs against every adapter. Each file holds one subject, with the values its
protocols speak.
"""

from diurnal.ports.catalogue import Applied, Batch, Catalogue, Known, LinkRow, Named, Read, Rows
from diurnal.ports.child import Child, Job, Outcome
from diurnal.ports.ledger import Ledger
from diurnal.ports.models import Embedder, Writer
from diurnal.ports.vault import Sweep, Vault, Watched
from diurnal.ports.word_order import OrderFound, OrderKeeper, WordOrder

__all__ = [
    "Applied",
    "Batch",
    "Catalogue",
    "Child",
    "Embedder",
    "Job",
    "Known",
    "Ledger",
    "LinkRow",
    "Named",
    "OrderFound",
    "OrderKeeper",
    "Outcome",
    "Read",
    "Rows",
    "Sweep",
    "Vault",
    "Watched",
    "WordOrder",
    "Writer",
]
