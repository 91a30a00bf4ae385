"""Every rule function, replaced by "nothing wrong": some test has to notice."""
