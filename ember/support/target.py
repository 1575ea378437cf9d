"""What the compiler knows about a machine it makes code for: triple, CPU, features, word and vector sizes.

Pure data: asking LLVM about the machine we run on is `codegen/llvm/host.py`'s work.
"""

from __future__ import annotations

from typing import Final, NamedTuple

AARCH64_LINUX: Final = "aarch64-unknown-linux-gnu"
X86_64_LINUX: Final = "x86_64-unknown-linux-gnu"
NVPTX64: Final = "nvptx64-nvidia-cuda"
AMDGCN: Final = "amdgcn-amd-amdhsa"

_DATA_LAYOUTS: Final = {
    "aarch64": "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32",
    "x86_64": "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    "nvptx64": "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64",
    "amdgcn": "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32"
    "-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64"
    "-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9",
}
_BASELINE_CPUS: Final = {
    "aarch64": "generic",
    "x86_64": "x86-64",
    "nvptx64": "sm_80",
    "amdgcn": "gfx90a",
}
_BASELINE_FEATURES: Final = {"sm_90": "+ptx86", "sm_90a": "+ptx86"}
"""LLVM would write the first PTX that knows Hopper, which lacks some of its fences; code generation ends the process on them."""
_ALWAYS: Final = {"x86_64": "+cx16"}
"""Instructions that we rely on though LLVM's baseline lacks them: every x86_64 since 2006 exchanges 16 bytes at once."""
_ARCH_ALIASES: Final = {"arm64": "aarch64", "amd64": "x86_64"}


class Target(NamedTuple):
    """A machine to make code for. `features` is LLVM's list: `+avx2,+fma,-sse4a`."""

    triple: str
    cpu: str
    features: str
    pointer_bits: int
    data_layout: str
    simd_bits: int
    simulates: str = ""
    """The GPU (`sm_90`) whose part this machine plays in running kernels."""

    @property
    def arch(self) -> str:
        """The first part of the triple: `aarch64`, `x86_64`, `nvptx64`, `amdgcn`."""
        return arch_of(self.triple)

    @property
    def os(self) -> str:
        """The operating system part of the triple: `linux`, `cuda`, `amdhsa`."""
        parts = self.triple.split("-")
        return parts[2] if len(parts) > 2 else ""

    @property
    def is_gpu(self) -> bool:
        return self.arch in ("nvptx64", "amdgcn")

    @property
    def cache_key(self) -> str:
        """Everything that decides which code comes out, as one string."""
        return f"{self.triple}|{self.cpu}|{self.features}|{self.simulates}"


def arch_of(triple: str) -> str:
    """The architecture of a triple, by its usual name."""
    first = triple.split("-", 1)[0]
    return _ARCH_ALIASES.get(first, first)


def make_target(triple: str, cpu: str = "", features: str = "") -> Target:
    """The target of a triple; empty `cpu` and `features` are the baseline. `ValueError` for unknown architectures."""
    arch = arch_of(triple)
    layout = _DATA_LAYOUTS.get(arch)
    if layout is None:
        known = ", ".join(_DATA_LAYOUTS)
        raise ValueError(f"unknown architecture '{arch}'; the known ones are {known}")
    cpu = cpu or _BASELINE_CPUS[arch]
    features = _with_always(arch, features or _BASELINE_FEATURES.get(cpu, ""))
    return Target(triple, cpu, features, 64, layout, _simd_bits(arch, features))


def _with_always(arch: str, features: str) -> str:
    always = _ALWAYS.get(arch, "")
    if not always or always in features.split(","):
        return features
    return f"{always},{features}" if features else always


def described_target(fields: dict[str, str], host: Target | None = None) -> Target:
    """The target of `#kgen.target<triple = "…", arch = "…", …>`; `simulated` ones are played by the `host`."""
    if fields.get("simulated") == "true":
        if host is None:
            raise ValueError("a simulated target needs a machine that plays it")
        return host._replace(simulates=fields.get("arch", ""))
    if "triple" not in fields:
        raise ValueError("it has no triple")
    return make_target(fields["triple"], fields.get("arch", ""), fields.get("features", ""))


def _simd_bits(arch: str, features: str) -> int:
    """The widest vector register the features give."""
    if arch != "x86_64":
        return 128
    enabled = features.split(",")
    if "+avx512f" in enabled:
        return 512
    return 256 if "+avx" in enabled or "+avx2" in enabled else 128
