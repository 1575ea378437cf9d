"""Which targets have the instruction behind one of LLVM's intrinsics.

LLVM ends the process when it meets an instruction that the target lacks, so it must never meet one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ember.support.patterns import lazy


class Need(NamedTuple):
    """An architecture: its number, whether the name must end with an `a`, whether later ones lack the instruction."""

    number: int
    is_specific: bool = False
    is_only: bool = False

    def __str__(self) -> str:
        name = f"sm_{self.number}a" if self.is_specific else f"sm_{self.number}"
        return name if self.is_only else f"{name} or later"

    def has(self, number: int, suffix: str) -> bool:
        if self.is_specific and not suffix:
            return False
        return number == self.number if self.is_only else number >= self.number


_TARGETS: Final = {
    "nvvm": ("nvptx64", "an NVIDIA GPU"),
    "amdgcn": ("amdgcn", "an AMD GPU"),
    "x86": ("x86_64", "an x86-64 processor"),
    "aarch64": ("aarch64", "an ARM processor"),
}
"""By the second part of an intrinsic's name: the machine's name in triples, and in words."""
_NEEDS: Final = (
    # the first that fits decides
    (r"wgmma\.", Need(90, True, True)),
    (r"setmaxnreg\.", Need(90, True)),
    (r"cp\.async\.bulk|barrier\.cluster|fence\.(proxy|mbarrier_init|acquire|release|sc)", Need(90)),
    (r"mapa|getctarank|elect\.sync|griddepcontrol|prefetch\.tensormap|stmatrix", Need(90)),
    (r"read\.ptx\.sreg\.n?cluster|is_explicit_cluster|isspacep\.shared\.cluster", Need(90)),
    (r"mbarrier\..*(scope|tx|try)", Need(90)),
    (r"mma\..*(e4m3|e5m2)|.*\.e[45]m[23]x2", Need(89)),
    (r"mma\.m16n8k8\.row\.col\.f(16|32)\.f(16|32)", Need(75)),
    (r"mma\.m8n8k(16|32|128)|ldmatrix", Need(75)),
    (r"mma\.m8n8k4\.\w+\.\w+\.f(16|32)", Need(70)),
    (r"mma\.|cp\.async|mbarrier|redux\.sync", Need(80)),
    (r"(f2|ff2|f(ma|min|max|abs|neg)).*bf16", Need(80)),
)
_PATTERN: Final = tuple((lazy(pattern), need) for pattern, need in _NEEDS)
_ARCHITECTURE: Final = lazy(r"sm_(\d+)([af]?)")


_CDNA: Final = ("gfx908", "gfx90a", "gfx942", "gfx950")
"""AMD GPUs with matrix instructions, each with those of the ones before."""
_SAME_AS: Final = {"gfx940": "gfx942", "gfx941": "gfx942"}
_AMD_NEEDS: Final = (
    # the first that fits decides; the number is that of the first GPU in `_CDNA`
    (lazy(r"mfma\.(scale\.|\w+\.(16x16x(64|128)|32x32x(32|64))|f32\.\d+x\d+x\d+\.b?f16)"), 3),
    (lazy(r"mfma\..*\.([bf]+8|i8|xf32)"), 2),
    (lazy(r"mfma\.(.*\.1k|f64)"), 1),
    (lazy(r"mfma\."), 0),
)


def missing(intrinsic: str, machine: str, cpu: str) -> str | None:
    """What an intrinsic needs, if this machine (`nvptx64`) and model (`sm_80`) do not have it."""
    parts = intrinsic.split(".", 2)
    owner, words = _TARGETS.get(parts[1] if len(parts) > 2 else "", (machine, ""))
    if owner != machine:
        return words
    if intrinsic.startswith("llvm.amdgcn."):
        return _missing_on_amd(parts[2], cpu)
    if machine != "nvptx64" or not intrinsic.startswith("llvm.nvvm."):
        return None
    found = _ARCHITECTURE.fullmatch(cpu)
    need = next((need for pattern, need in _PATTERN if pattern.match(parts[2])), None)
    if found is None or need is None or need.has(int(found[1]), found[2]):
        return None
    return str(need)


def _missing_on_amd(name: str, cpu: str) -> str | None:
    need = next((number for pattern, number in _AMD_NEEDS if pattern.match(name)), None)
    if need is None or _SAME_AS.get(cpu, cpu) in _CDNA[need:]:
        return None
    return f"{_CDNA[need]} or later, with matrix instructions"
