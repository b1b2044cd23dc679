"""Just enough SVG for a chart: shapes with classes, in colours that suit light and dark pages."""

from __future__ import annotations

from xml.etree import ElementTree

_STYLE = """
svg { font: 13px system-ui, sans-serif }
svg { --ink: #222; --soft: #767676; --mark: #1c6e4f; --pale: #bcd9cc }
@media (prefers-color-scheme: dark) {
  svg { --ink: #eee; --soft: #999; --mark: #6cc79f; --pale: #2c5a47 }
}
text { fill: var(--ink) }
.soft { fill: var(--soft) }
.end { text-anchor: end }
.middle { text-anchor: middle }
line { stroke: var(--soft); stroke-width: 1 }
.grid { stroke-opacity: .3 }
.span { stroke: var(--mark); stroke-width: 3 }
.other { stroke: var(--soft); stroke-width: 3 }
.mark { fill: var(--mark) }
.pale { fill: var(--pale) }
"""


class Drawing:
    """A picture that shapes are added to, in the order they are painted."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width} {height}",
                "width": str(width),
                "height": str(height),
                "role": "img",
            },
        )
        ElementTree.SubElement(self._root, "title").text = title
        ElementTree.SubElement(self._root, "style").text = _STYLE

    def text(self, x: float, y: float, words: str, kind: str = "") -> None:
        """Writes words from a point, or to it, or around it, as their class says."""
        self._add("text", kind, x=x, y=y).text = words

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str = "") -> None:
        """Draws a line."""
        self._add("line", kind, x1=x1, y1=y1, x2=x2, y2=y2)

    def bar(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        """Draws a rectangle."""
        self._add("rect", kind, x=x, y=y, width=width, height=height)

    def dot(self, x: float, y: float, radius: float, kind: str) -> None:
        """Draws a disc."""
        self._add("circle", kind, cx=x, cy=y, r=radius)

    def __str__(self) -> str:
        ElementTree.indent(self._root)
        return ElementTree.tostring(self._root, encoding="unicode") + "\n"

    def _add(self, tag: str, kind: str, **numbers: float) -> ElementTree.Element:
        attributes = {name: f"{number:.1f}".removesuffix(".0") for name, number in numbers.items()}
        if kind:
            attributes["class"] = kind
        return ElementTree.SubElement(self._root, tag, attributes)
