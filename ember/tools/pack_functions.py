"""`python -m ember.tools.pack_functions`: elaborates what most programs need of the library, once for this installation.

The programs in `tools/seeds` are elaborated for both editions and for the accelerators given (by default the simulated
device and the machine's own); the functions of the library they need are kept beside it, what its files register, and what reports faults. They count for exactly these
files of the compiler and the library: after a change programs elaborate for themselves again.
"""

from __future__ import annotations

import argparse
import pickle
import shutil
import sys
from pathlib import Path

from ember.codegen.llvm.host import host_target
from ember.codegen.support_functions import FAULT_REPORT, are_known, function_objects, functions_of
from ember.compiler import Compilation, support_file
from ember.elaborating import INSTALLED_FUNCTIONS
from ember.queries import keep_functions, registered_kernels
from ember.runtime.devices import find_accelerator
from ember.support.cache import Cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.edition import Edition
from ember.support.fingerprint import LIBRARY, LIBRARY_FUNCTIONS
from ember.support.library import KERNELS
from ember.support.options import Options
from ember.support.programs import SIGNATURES, Stored, program_key, store_program

SEEDS = Path(__file__).parent / "seeds"


def main() -> None:
    parser = argparse.ArgumentParser(description="Elaborates the library's functions most needed.")
    parser.add_argument("--accelerator", action="append", help="what kernels are compiled for")
    parser.add_argument("--check", action="store_true", help="only say whether they are current")
    arguments = parser.parse_args()
    if arguments.check:
        sys.exit(0 if is_current(INSTALLED_FUNCTIONS) else "not current")
    accelerators = arguments.accelerator or ["sim", find_accelerator(Cache(None))]
    shutil.rmtree(LIBRARY_FUNCTIONS, ignore_errors=True)
    run_with_deep_stack(lambda: pack_functions(INSTALLED_FUNCTIONS, sorted(set(accelerators))))
    run_with_deep_stack(lambda: pack_signatures(INSTALLED_FUNCTIONS))
    run_with_deep_stack(lambda: keep_fault_report(INSTALLED_FUNCTIONS))
    print(f"elaborated {INSTALLED_FUNCTIONS.info().size >> 10:,} KiB of functions")


def is_current(cache: Cache) -> bool:
    """Whether what is kept counts for the files of the compiler and the library as they are now; it is written last."""
    return are_known(functions_of(FAULT_REPORT), host_target(), cache)


def pack_signatures(cache: Cache) -> None:
    """Keeps what the files of the library register as kernels of graphs."""
    options = Options(needs_main=False)
    for file in sorted((LIBRARY / KERNELS).rglob("*.mojo")):
        if "register(" in file.read_text("utf-8"):
            found = registered_kernels(Compilation(str(file), options))
            key = program_key(SIGNATURES, str(file), options)
            store_program(cache, key, {}, (), Stored([pickle.dumps(found)], []))


def keep_fault_report(cache: Cache) -> None:
    """Keeps what reports the faults of this machine's programs."""
    target, names = host_target(), sorted(functions_of(FAULT_REPORT))
    function_objects(names, target, cache, support_file(FAULT_REPORT, target, None).concrete)


def pack_functions(cache: Cache, accelerators: list[str]) -> None:
    """Keeps the functions of all seeds in `cache`."""
    for accelerator in accelerators:
        for edition in Edition:
            for seed in sorted(SEEDS.glob("*.mojo")):
                options = Options(edition=edition, accelerator=accelerator)
                keep_functions(Compilation(str(seed), options), cache)


if __name__ == "__main__":
    main()
