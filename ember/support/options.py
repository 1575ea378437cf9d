"""What a compilation may be told. Light to import: a program that comes out of the cache needs nothing else."""

from __future__ import annotations

import os
from pathlib import Path

from ember.support.budgets import USUAL, Budgets
from ember.support.edition import Edition
from ember.support.reporting import WarningPolicy
from ember.support.target import Target
from ember.support.tiles import tiles_definition


def wants_sim_check() -> bool:
    """Whether the simulated device is to watch kernels (`EMBER_SIM_CHECK=1`)."""
    return os.environ.get("EMBER_SIM_CHECK", "0") not in ("", "0")


def wants_line_tables() -> bool:
    """Whether kernels of graphs are compiled for a debugger (`EMBER_DEBUG=line-tables`)."""
    return "line-tables" in (word.strip() for word in os.environ.get("EMBER_DEBUG", "").split(","))


class Options:
    """The settings of one compilation; those that can change its result are part of `cache_text`."""

    __slots__ = (
        "budgets",
        "accelerator",
        "debug",
        "defines",
        "edition",
        "include",
        "jobs",
        "needs_main",
        "opt_level",
        "per_kernel",
        "print_ir_after",
        "save_temps",
        "sim_check",
        "target",
        "verify",
        "warnings",
    )

    def __init__(
        self,
        opt_level: int = 3,
        debug: bool = False,
        include: list[Path] | None = None,
        defines: dict[str, str] | None = None,
        target: Target | None = None,
        edition: Edition | None = None,
        needs_main: bool = True,
        jobs: int = 1,
        verify: bool = False,
        print_ir_after: frozenset[str] = frozenset(),
        save_temps: Path | None = None,
        budgets: Budgets = USUAL,
        accelerator: str = "",
        per_kernel: bool = False,
        sim_check: bool = False,
        warnings: WarningPolicy | None = None,
    ) -> None:
        self.opt_level = opt_level
        self.debug = debug
        self.include = include or []
        self.target = target
        """The machine to compile for; None is the one we run on."""
        self.edition = edition
        """The main file's edition; None means the file tells."""
        self.needs_main = needs_main
        self.jobs = jobs
        self.verify = verify
        """Whether the IR is checked between all stages and passes."""
        self.print_ir_after = print_ir_after
        """Stages and passes after which the IR is shown, `all` for all of them."""
        self.save_temps = save_temps
        """A folder that keeps what every stage made."""
        self.budgets = budgets
        """What the compilation may use; a program that compiled does not depend on it."""
        self.accelerator = accelerator or "sim"
        """What kernels are compiled for: `sm_90a`, `gfx942`, or `sim` for the simulated device."""
        self.defines = tiles_definition(self.accelerator) | (defines or {})
        self.per_kernel = per_kernel
        """Whether each kernel goes through the pipeline alone."""
        self.sim_check = sim_check
        """Whether the simulated device checks every access to memory."""
        self.warnings = warnings if warnings is not None else WarningPolicy()

    @property
    def verifies_ownership(self) -> bool:
        """Whether every function is checked against the model of ownership; all tests ask for that."""
        return self.verify or os.environ.get("EMBER_VERIFY_OWNERSHIP") == "1"

    @property
    def shows_stages(self) -> bool:
        """Whether the compilation is to show its inside, so that a cached result would not do."""
        return bool(self.print_ir_after) or self.save_temps is not None or self.verify

    def cache_text(self) -> str:
        """Everything here that decides what comes out, as one string."""
        defines = sorted(self.defines.items())
        include = [str(folder.absolute()) for folder in self.include]
        target = self.target.cache_key if self.target is not None else "host"
        edition = self.edition.value if self.edition is not None else ""
        kernels = (self.accelerator, self.per_kernel, self.sim_check)
        return repr(
            (
                self.opt_level,
                self.debug,
                include,
                defines,
                target,
                edition,
                self.needs_main,
                kernels,
                self.warnings.cache_text(),
            )
        )
