"""Words for messages: what was probably meant, where a name can be imported from, the way from the user's line."""
