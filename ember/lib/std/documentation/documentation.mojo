"""What documentation shows, by its module."""

from std.documentation import doc_hidden, doc_private
