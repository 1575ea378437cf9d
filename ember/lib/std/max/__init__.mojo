"""What Mojo 1.x ships beside the standard library: `max.gpu`, `max.algorithm`, `max.benchmark`; of 2024, `max.tensor`, `max.graph`, `max.engine`."""
