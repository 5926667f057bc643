"""HTML pages of reports, from the Jinja templates in `templates`; needs the extra `report`."""

from functools import cache
from pathlib import Path
from typing import Any

from hordes.engine.errors import BadRequest


@cache
def templates() -> Any:
    """The templates; whatever is put into them is escaped. Raises `BadRequest` if Jinja2 is not installed."""
    try:
        import jinja2
    except ImportError:
        raise BadRequest("An HTML report needs Jinja2: pip install 'hordes[report]'.") from None
    loader = jinja2.FileSystemLoader(Path(__file__).with_name("templates"))
    return jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )


def render(template: str, **values: Any) -> str:
    """A self-contained page.

    >>> "&lt;b&gt;" in render("boards", title="<b>", rows=[{"board": "isle"}], plots=[])
    True
    """
    page: str = templates().get_template(f"{template}.html.jinja").render(values)
    return page
