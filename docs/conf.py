"""How Sphinx makes the site of these pages: ``make site``."""

from toolkit import __version__

project = "Wargame toolkit"
author = "The makers of the wargame toolkit"
release = __version__
root_doc = "index"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["examples", "requirements.lock"]
# Every link is checked: a page, or a heading by the name that code hosts give it.
nitpicky = False
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["misc.highlighting_failure"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_format = "short"
napoleon_google_docstring = False
html_theme = "furo"
html_title = f"Wargame toolkit {release}"
html_copy_source = False
html_show_sphinx = False
# The sample report, which `make site` audits anew.
html_extra_path = ["../build/sample"]
