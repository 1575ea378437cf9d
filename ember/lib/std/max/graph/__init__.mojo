"""Tensor graphs built in Mojo, as in 2024: symbols, ops, graphs. The compiler behind them is that of `ember.graph` in Python."""

from max.graph import ops
from max.graph.graph import Graph, TensorType
from max.graph.symbol import Dim, Symbol, SymbolTuple
