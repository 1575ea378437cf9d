"""Messages with levels."""

from std.logger.logger import DEFAULT_LEVEL, Level, Logger
