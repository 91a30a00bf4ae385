"""What each word of the module, each drag and each flip says to have been done, by concept."""
