"""Mixtures of experts."""

from __future__ import annotations

from ember.dialects import mo_experts
from ember.graph.api.build import append
from ember.graph.api.operands import as_tensor
from ember.graph.api.operations import operation
from ember.graph.api.values import TensorValue


@operation
def grouped_matmul_ragged(
    hidden_states: TensorValue,
    weight: TensorValue,
    expert_start_indices: TensorValue,
    expert_ids: TensorValue,
    expert_usage_stats: TensorValue | None = None,
) -> TensorValue:
    """Groups of rows times the transposes of their experts' matrices, `[experts, N, K]`: rows `expert_start_indices[i]` to the next go to `expert_ids[i]`.

    Rows of no group are zeros. What `moe_create_indices` tells about usage may be given, and is not needed.
    """
    given = (hidden_states, weight, expert_start_indices, expert_ids)
    operands = [as_tensor(value).ir for value in given]
    return TensorValue(append(mo_experts.GroupedMatmul, operands).results[0])


@operation
def moe_create_indices(
    topk_ids: TensorValue, num_local_experts: int
) -> tuple[TensorValue, TensorValue, TensorValue, TensorValue, TensorValue]:
    """Choices of experts, sorted: `token_expert_order`, `expert_start_indices`, `restore_token_order`, `expert_ids`, `expert_usage_stats`.

    Element i of the sorted choices is number `token_expert_order[i]` of those given, and `restore_token_order` is the way back.
    """
    attrs = {"experts": num_local_experts}
    made = append(mo_experts.MoeCreateIndices, (as_tensor(topk_ids).ir,), attrs)
    order, starts, restore, ids, usage = (TensorValue(result) for result in made.results)
    return order, starts, restore, ids, usage
