"""Mojo files of a model to native code, through the compile service: each distinct kernel once, in parallel, kept by content."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from ember.graph.mojo_source.kernel import KernelSource
from ember.service import Reply, Request, Service
from ember.support.cache import default_cache
from ember.support.home import cache_folder
from ember.support.options import Options, wants_line_tables, wants_sim_check
from ember.support.output import replacing
from ember.support.programs import (
    Dependencies,
    Stored,
    dependencies_of,
    find_program,
    program_key,
    store_program,
)
from ember.support.rendering import render

_ENOUGH_FOR_WORKERS: Final = 3
"""Fewer files than these are compiled here: another process takes a while to start."""

Progress = Callable[[int, int], None]
"""Is told how many files are compiled, and of how many."""


class Sources(NamedTuple):
    """Files by name, a folder whose files of the same names come first, and what work of devices is compiled for."""

    files: dict[str, KernelSource]
    generated: Path | None = None
    accelerator: str = ""
    per_kernel: bool = False
    """Whether each kernel of a device is compiled alone, where a file has several."""


class Built(NamedTuple):
    """Objects that belong together, and every file and folder they depend on besides the generated ones."""

    objects: list[bytes]
    units: list[int]
    """How many objects each file became."""
    dependencies: Dependencies


class _Job(NamedTuple):
    path: str
    options: Options
    key: bytes


def build(sources: Sources, progress: Progress | None = None) -> Built:
    """Compiles what is not known yet; `ValueError` shows what the compiler says about a file."""
    with _files(sources) as paths:
        jobs = [_job(*pair, sources) for pair in zip(sources.files.values(), paths, strict=True)]
        store = default_cache()
        found = [find_program(store, job.key) for job in jobs]
        missing = [job for job, known in zip(jobs, found, strict=True) if known is None]
        replies = dict(
            zip((job.path for job in missing), _compiled(missing, progress), strict=True)
        )
    objects: list[bytes] = []
    units: list[int] = []
    dependencies: dict[str, bytes] = {}
    for job, known in zip(jobs, found, strict=True):
        if known is None:
            reply = replies[job.path]
            texts = {path: text.encode() for path, text in reply.sources.items()}
            needs = dependencies_of(texts, map(str, job.options.include))
            known = Stored(reply.value, [], needs)
            store_program(store, job.key, {}, (), known)
        own = (job.path, os.path.dirname(job.path))
        dependencies |= {path: hash for path, hash in known.dependencies if path not in own}
        objects += known.data
        units.append(len(known.data))
    return Built(objects, units, tuple(dependencies.items()))


def _job(source: KernelSource, path: Path, sources: Sources) -> _Job:
    options = Options(
        needs_main=False,
        include=[Path(p) for p in source.include],
        accelerator=sources.accelerator if source.is_of_device else "",
        per_kernel=sources.per_kernel,
        sim_check=source.is_of_device and wants_sim_check(),
        debug=wants_line_tables(),
    )
    return _Job(str(path), options, program_key("graph-kernel", str(path), options))


@contextmanager
def _files(sources: Sources) -> Iterator[list[Path]]:
    """The files to be compiled: in the cache, so that a debugger finds them, or, where that is full or cannot be used, for the moment only."""
    home = cache_folder()
    if home is not None:
        try:
            paths = _written(sources, Path(home, "generated"))
        except OSError:
            pass
        else:
            yield paths
            return
    with tempfile.TemporaryDirectory(prefix="ember-") as name:
        try:
            paths = _written(sources, Path(name))
        except OSError as problem:
            raise ValueError(f"cannot write kernels into '{name}': {problem.strerror}") from None
        yield paths


def _written(sources: Sources, folder: Path) -> list[Path]:
    """Where each file is: the user's, if there is one of this name, else ours.

    Ours lies in a folder named by its text: host programs of two graphs may have one name, and other processes compile at the same time.
    """
    paths = []
    for source in sources.files.values():
        path = sources.generated / f"{source.name}.mojo" if sources.generated is not None else None
        if path is None or not path.is_file():
            path = folder / sha256(source.text.encode()).hexdigest()[:16] / f"{source.name}.mojo"
            _write(path, source.text)
        paths.append(path)
    return paths


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file() and path.read_text("utf-8") == text:
        return
    with replacing(path) as file:
        file.write(text.encode())


def _compiled(jobs: list[_Job], progress: Progress | None) -> list[Reply]:
    if not jobs:
        return []
    workers = min(len(jobs), os.cpu_count() or 1) if len(jobs) >= _ENOUGH_FOR_WORKERS else 0
    with Service(workers) as service, ThreadPoolExecutor(max(1, workers)) as pool:
        waiting = [pool.submit(service.answer, Request(job.path, job.options)) for job in jobs]
        if progress is not None:
            for done, _ in enumerate(as_completed(waiting), start=1):
                progress(done, len(jobs))
        replies = [reply.result() for reply in waiting]
    for reply in replies:
        if reply.has_failed:
            told = "\n".join(render(d) for d in reply.diagnostics if d.is_error)
            raise ValueError(f"a kernel of the graph does not compile\n{told}")
    return replies
