"""For a debugger: the objects of a loaded model as files, and a script that tells `gdb` where they are in memory.

`EMBER_DEBUG=line-tables` compiles kernels with line tables, which point into the generated files, and writes the script of each model that is loaded:
`gdb --args python model.py`, and, stopped anywhere after the model is loaded, `source SCRIPT` and `break add_relu_….mojo:25`.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path

from ember.runtime.loader import Image
from ember.support.elf import read_header, text_at
from ember.support.home import cache_folder


def write_debugger_script(name: str, image: Image) -> Path:
    """Writes the objects and the script, and says where the script is."""
    folder = Path(cache_folder() or tempfile.gettempdir(), "debugger")
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for data, places in image.places:
        path = folder / f"{hashlib.blake2b(data, digest_size=8).hexdigest()}.o"
        path.write_bytes(data)
        header = read_header(data)
        names = data[header.sections[header.names].offset :]
        found = {
            text_at(names, section.name): place
            for section, place in zip(header.sections, places, strict=True)
            if place
        }
        if found:
            where = " ".join(f"-s {section} {place:#x}" for section, place in found.items())
            lines.append(f"add-symbol-file {path} {where}\n")
    script = folder / f"{name}-{os.getpid()}.gdb"
    script.write_text("set confirm off\n" + "".join(lines), "utf-8")
    print(f"ember: the model '{name}' for a debugger: source {script}", file=sys.stderr)
    return script
