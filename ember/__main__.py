"""`python -m ember`."""

from __future__ import annotations

from ember.cli import main

if __name__ == "__main__":
    main()
