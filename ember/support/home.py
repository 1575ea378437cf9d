"""Where the user's files are. Imported before anything else, so it imports next to nothing."""

from __future__ import annotations

import os


def cache_folder() -> str | None:
    """Where Ember keeps what it may lose: `$EMBER_CACHE_DIR`, `$XDG_CACHE_HOME/ember` or `~/.cache/ember`; None for nowhere."""
    chosen = os.environ.get("EMBER_CACHE_DIR")
    if chosen is not None:
        return chosen or None
    base = os.environ.get("XDG_CACHE_HOME")
    if base:
        return os.path.join(base, "ember")
    home = os.environ.get("HOME") or _home_of_user()
    return os.path.join(home, ".cache", "ember") if home else None


def _home_of_user() -> str | None:
    """What the system's list of users says, for an environment that does not."""
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_dir or None
    except KeyError:
        return None
