"""The page of later visits: `index.html` with its style sheet and first script within.

The service worker hands it out in place of `index.html`. Every file that is asked for before the
first frame keeps several processes busy, and of these two nothing can be shown without. Its policy
names by their hashes the one style sheet and the one script that stand in it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from tools.console import Trouble

LATER = "later.html"
_STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
_FIRST = re.compile(r'<script type="module" src="([^"]+/first\.js)" blocking="render"></script>')


def later_page(page: str, site: Path, policy: str) -> str:
    """Returns the page with what it needs first within, and a policy that allows just that."""
    style, first = _STYLE.search(page), _FIRST.search(page)
    if not style or not first:
        raise Trouble("index.html does not name its style sheet and first script as expected")
    sheet = (site / style[1]).read_text("utf-8").strip()
    # Within the page, a module's own address would be the page's.
    address = f'new URL("{first[1]}",document.baseURI).href'
    script = (site / first[1]).read_text("utf-8").strip().replace("import.meta.url", address)
    if re.search(r"</style|url\(", sheet) or re.search(r"</script|<!--|import\.meta", script):
        raise Trouble("The style sheet or the first script cannot stand within the page")
    allowing = policy.replace("script-src 'self'", f"script-src 'self' {_named(script)}")
    allowing += f"; style-src 'self' {_named(sheet)}"
    page = page.replace(policy, allowing, 1)
    page = page.replace(style[0], f"<style>{sheet}</style>", 1)
    module = f'<script type="module" blocking="render">{script}</script>'
    return page.replace(first[0], module, 1)


def _named(text: str) -> str:
    """Returns how a policy names a style sheet or script that stands in the page."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
