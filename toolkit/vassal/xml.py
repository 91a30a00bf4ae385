"""Reading XML that a stranger wrote: no entities, no network, no document types."""

from __future__ import annotations

import re

from lxml import etree

from toolkit.diagnostics import InputError, Place
from toolkit.diagnostics.budget import budget

# Looked for before parsing; in an encoding that hides it (UTF-32, UTF-7) the parser's answer is asked.
_DECLARATION = re.compile(
    rb"<!(?:DOCTYPE|ENTITY)|<\0!\0(?:D\0O\0C\0T|E\0N\0T\0I)|\0<\0!\0(?:D\0O\0C\0T|E\0N\0T\0I)"
)


def parse_xml(data: bytes, *, name: str, code: str) -> etree._Element:
    """Return the root element of an XML document.

    Parameters
    ----------
    name : str
        What error messages call the document.
    code : str
        Code of the finding when it cannot be read.

    Raises
    ------
    InputError
        With line and column where it is not well formed, or when it declares a document type or entities.
    """
    refused = "declares a document type or entities, which no VASSAL file does"
    if _DECLARATION.search(data):
        raise InputError.single(code, refused, Place(file=name))
    spending = budget()
    spending.take("elements", data.count(b"<"), name)
    spending.take("attributes", data.count(b"="), name)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        message = (error.msg or "not well-formed XML").split(", line ")[0]
        raise InputError.single(code, f"not well-formed XML: {message}", Place(name, line, column)) from None
    except ValueError as error:
        raise InputError.single(code, f"not readable as XML: {error}", Place(file=name)) from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise InputError.single(code, refused, Place(file=name))
    return root
