"""The toolkit as others have it: from a wheel, in an empty folder, without a clone."""
