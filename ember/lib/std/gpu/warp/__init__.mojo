"""Operations of a warp: its lanes exchange values, vote and reduce without memory."""

from std.gpu.warp.reduction import (
    lane_group_max,
    lane_group_max_and_broadcast,
    lane_group_min,
    lane_group_reduce,
    lane_group_sum,
    lane_group_sum_and_broadcast,
    max,
    min,
    prefix_sum,
    reduce,
    reduce_add,
    reduce_and,
    reduce_max,
    reduce_min,
    reduce_or,
    ReductionMethod,
    sum,
)
from std.gpu.warp.shuffle import broadcast, shuffle_down, shuffle_idx, shuffle_up, shuffle_xor
from std.gpu.warp.vote import active_mask, all_true, any_true, ballot, is_uniform, match_all, match_any, vote
