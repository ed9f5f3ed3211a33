"""The floors of the house: imports only go down, and never in a circle."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from conftest import ROOT

PACKAGE = ROOT / "daemon" / "diurnal"

FLOORS: dict[str, int] = {
    "__init__": 0, "errors": 0, "model": 0,
    "text": 1, "when": 1, "rank": 1, "render": 1, "config": 1, "query": 1,
    "arguments": 1, "ports": 2, "places": 2, "owned": 2,
    "vault": 3, "store": 3, "hooks": 3, "claim": 3, "synced": 3, "spare": 3,
    "engine": 4, "jobs": 4,
    "memory": 5, "registry": 5, "configure": 5, "child": 5, "assemble": 5, "memory_reads": 5, "memory_writes": 5,
    "memory_care": 5,
    "service": 6, "client": 6, "client_wire": 6, "subscription": 6, "mcp_server": 6, "http_server": 6,
    "door": 7, "cli": 7, "__main__": 8,
}  # fmt: skip

# Neighbours on one floor that may know each other, in this direction only, and why.
BESIDE = {
    ("query", "rank"): "a search is split into the tokens the index was split into",
    ("memory", "assemble"): "memory is the door, assemble the workshop behind it",
    ("assemble", "child"): "the process that works beside the daemon, and what it writes",
    ("memory_reads", "assemble"): "the reading half of the door",
    ("memory_writes", "assemble"): "the writing half of the door",
    ("memory_care", "assemble"): "the part of the door that looks after what is behind it",
    ("memory_care", "configure"): "a bench tries other settings",
    ("memory", "memory_reads"): "one class in four files",
    ("memory", "memory_writes"): "one class in four files",
    ("memory", "memory_care"): "one class in four files",
    ("memory", "configure"): "settings are read before anything is made of them",
    ("client", "service"): "the client checks requests against the table of methods",
    ("client_wire", "service"): "the client starts the daemon the way the service says",
    ("service", "client_wire"): "a start asks the daemon whether it answers",
    ("render", "text"): "what is shown of a note is how it was read",
    ("client", "client_wire"): "one module in two files",
    ("client", "subscription"): "what subscribing gives back",
    ("subscription", "client_wire"): "it reads on where the client's request was answered",
    ("mcp_server", "client"): "a skin over the client",
    ("mcp_server", "service"): "it reads time ranges and words faults as the socket does",
    ("http_server", "client"): "a skin over the client",
    ("http_server", "service"): "it reads requests and words faults as the socket does",
    ("jobs", "engine"): "jobs do their work through the engine",
}

DISK = {"os", "pathlib", "socket", "sqlite3", "subprocess", "tempfile", "shutil", "fcntl"}
PURE_FORBIDDEN = {"os", "socket", "sqlite3", "subprocess", "time", "threading", "tempfile", "shutil"}


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(("diurnal", *path.relative_to(PACKAGE).with_suffix("").parts))
        yield name.removesuffix(".__init__"), path


def room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def is_module(name: str) -> bool:
    place = PACKAGE.parent / Path(*name.split("."))
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            # `from package import module` depends on the module; the package's own names come from its __init__.
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            modules = [name for name in inner if is_module(name)]
            yield from ((node.lineno, name) for name in modules)
            if len(modules) < len(inner):
                yield node.lineno, node.module


def test_every_room_has_a_floor():
    """
    A new room must be given its place in the house before it is built.
    """
    assert sorted({room(module) for module, _ in modules()} - set(FLOORS)) == []


def test_imports_only_go_down():
    """
    A file imports from its own room, or from a lower floor; rooms of one floor do not know each other.
    """
    faults = []
    for module, path in modules():
        if module == "diurnal":  # names in the package itself are resolved lazily, when first used
            continue
        for line, target in imports(path):
            if not target.startswith("diurnal.") or room(target) == room(module):
                continue
            if (room(module), room(target)) in BESIDE:
                continue
            if FLOORS[room(target)] >= FLOORS[room(module)]:
                faults.append(
                    f"{path.relative_to(ROOT)}:{line}: {room(module)} imports {target}, which is no lower floor"
                )
    assert faults == []


def test_floor_one_is_pure():
    """
    Reading, time, ranking, rendering, queries and settings touch neither disk nor clock.
    """
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {module} imports {target}"
        for module, path in modules()
        if FLOORS[room(module)] == 1
        for line, target in imports(path)
        if target.split(".")[0] in PURE_FORBIDDEN
    ]
    assert faults == []


def test_the_engine_and_the_jobs_see_only_ports():
    """
    What they do to notes and stores they do through a port, so that any adapter will do (A37).
    """
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {target} is an adapter, which a port hides"
        for module, path in modules()
        if room(module) in ("engine", "jobs")
        for line, target in imports(path)
        if target.startswith("diurnal.") and FLOORS[room(target)] == FLOORS["store"]
    ]
    assert faults == []


def test_the_engine_and_the_jobs_touch_no_disk():
    """
    Nor do they go past the ports to files, processes or sockets.
    """
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {module} imports {target}"
        for module, path in modules()
        if room(module) in ("engine", "jobs")
        for line, target in imports(path)
        if target.split(".")[0] in DISK
    ]
    assert faults == []


def test_the_journal_scorer_is_small_and_needs_nothing_installed():
    """
    B5: under 130 lines of code, the standard library and our own folding of words.
    """
    path = PACKAGE / "rank" / "journal.py"
    roots = {target.partition(".")[0] for _, target in imports(path)}

    assert roots - sys.stdlib_module_names == {"diurnal"}
    assert {target for _, target in imports(path) if target.startswith("diurnal.")} == {"diurnal.rank.fold"}
    assert len([line for line in path.read_text("utf-8").splitlines() if line.strip()]) < 130


def test_modules_do_not_import_in_circles():
    """
    Following imports from any module never leads back to it.
    """
    known = {module for module, _ in modules()}
    graph = {
        module: {target for _, target in imports(path) if target in known and target != module} - {"diurnal"}
        for module, path in modules()
        if module != "diurnal"
    }
    done: set[str] = set()

    def walk(module: str, above: tuple[str, ...]) -> None:
        assert module not in above, "circle: " + " -> ".join((*above, module))
        if module not in done:
            for target in sorted(graph[module]):
                walk(target, (*above, module))
            done.add(module)

    for module in sorted(graph):
        walk(module, ())
