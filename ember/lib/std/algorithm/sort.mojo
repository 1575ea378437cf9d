"""sort and partition, where code of 2024 looks for them."""

from std.builtin.sort import partition, sort
