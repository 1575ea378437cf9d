"""Sequences of different lengths in one batch, and the memory of what they were: rotary embeddings, pages of keys and values, attention, sampling.

A batch is *ragged*: the tokens of all sequences one behind the other, `row_offsets` says where each begins. A sequence's keys and
values lie in pages; `page_table` says which, `cache_lengths` how many tokens are there already.
"""
