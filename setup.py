"""What `pyproject.toml` cannot say: an installation comes with its library lowered (see `ember/tools/pack_library.py`)."""

import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent


class BuildWithLibrary(build_py):
    """Copies the package, then lowers the library into the copy; in place for `pip install -e`."""

    def run(self) -> None:
        super().run()
        root = ROOT if self.editable_mode else Path(self.build_lib).resolve()
        command = [sys.executable, "-B", "-m", "ember.tools.pack_library"]
        if subprocess.run(command, cwd=root).returncode != 0:
            print("warning: the library is not lowered; the first build will do it")


setup(cmdclass={"build_py": BuildWithLibrary})
