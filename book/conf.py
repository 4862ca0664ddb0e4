"""Configure Sphinx for the book that book/build_book.py builds."""

import os
import re
from html import escape
from pathlib import Path
from textwrap import shorten

from docutils.nodes import emphasis, math, paragraph

ROOT = Path(__file__).resolve().parent.parent

project = "Faster Evaluation of Subtraction Games"
SUMMARY = "Notebooks that explain Eppstein's paper on subtraction games, run its algorithms and redraw its figures."
author = "The contributors to this repository"
copyright = "the contributors; text and figures under CC BY 4.0, code under the MIT License"

extensions = [
    "myst_nb",
    "sphinx_copybutton",
    *(f"sphinx.ext.{name}" for name in ("apidoc", "autosummary", "napoleon", "mathjax")),
]

# --- pages and notebooks -----------------------------------------------------------------------------------
nb_execution_mode = "off"  # the notebooks are executed already
nb_merge_streams = True
nb_ipywidgets_js: dict[str, object] = {}  # no page has widgets; their scripts would come from the network
myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
myst_dmath_double_inline = True  # $$...$$ on a line of a paragraph is a formula on a line of its own
myst_heading_anchors = 3

# --- formulas, by MathJax in the book's own folder -----------------------------------------------------------
mathjax_path = "tex-svg.js"
mathjax3_config = {
    "options": {"processHtmlClass": "math", "ignoreHtmlClass": "bd-main|document", "enableMenu": False},
    "svg": {"fontCache": "local"},
}
myst_update_mathjax = False

# --- the API, with numpydoc's docstrings, in which a known name in single backticks is a link ------------------------
os.environ["SPHINX_APIDOC_OPTIONS"] = "members,ignore-module-all"  # automodule_options don't reach packages' pages
PACKAGES = ROOT / "build/packages"  # links to the packages of all rings, because apidoc removes what another run wrote
apidoc_modules = [{"path": str(PACKAGES), "destination": "api", "follow_links": True}]
internal = ("cold", "nim", "support", "cli.py", "vectors.py")  # modules of the engine that no reader calls
apidoc_exclude_patterns = [str(PACKAGES / "subtraction_engine" / name) for name in internal]
apidoc_separate_modules = apidoc_module_first = True
exclude_patterns = ["api/modules.rst"]
autosummary_generate = False
default_role = "py:obj"
napoleon_google_docstring = False
smartquotes = False  # quotes in docstrings are Python's
add_module_names = False
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_type_aliases = {name: name for name in ("SubtractionSet", "Moves", "Positions", "ArrayLike")}
python_maximum_signature_line_length = 88
python_display_short_literal_types = True

# --- looks -----------------------------------------------------------------------------------------------------
html_theme = "sphinx_book_theme"
html_title = "Faster Evaluation of Subtraction Games"
PICTURE = ROOT / "figures/figure-7-1-residues-modulo-65.png"  # the picture beside a shared link
html_static_path = [str(ROOT / "build/book-source/_static"), str(PICTURE)]
html_css_files = ["book.css"]
html_js_files = ["book.js"]
html_favicon = str(ROOT / "book/_static/favicon.svg")
html_sourcelink_suffix = ""
html_show_sphinx = False
html_domain_indices = False  # the library's page lists the modules
html_context = {"default_mode": "auto"}  # light or dark like the reader's system, until a button changes it
html_theme_options = {
    "use_fullscreen_button": False,
    "home_page_in_toc": True,
    "navbar_persistent": [],  # the search is in the sidebar
    "show_toc_level": 2,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
copybutton_selector = "div:not(.output) > div.highlight > pre"  # no copy button on printed output
copybutton_prompt_text = "$ "

# If CITATION.cff has a line `repository-code: https://...`, every page links to this repository, and a notebook's page
# also to Binder, which runs the notebook in the browser with environment.yml. If there is a line `url: https://...`
# with the address of the web edition, shared links show a picture. The picture's address must name the host.
CITATION = dict(re.findall(r"^(repository-code|url): (\S+)$", (ROOT / "CITATION.cff").read_text("utf-8"), flags=re.M))
html_baseurl = CITATION.get("url", "")
if "repository-code" in CITATION:
    html_theme_options |= {
        "repository_url": CITATION["repository-code"],
        "repository_branch": "main",
        "use_repository_button": True,
        "use_issues_button": True,
        "launch_buttons": {"binderhub_url": "https://mybinder.org", "notebook_interface": "jupyterlab"},
    }


# --- links to other sites, which are checked weekly -----------------------------------------------------------------
linkcheck_timeout, linkcheck_retries = 60, 3
linkcheck_ignore = [r"(?!https?:)"]  # pages and files of the book's own, which tests check


def of_a_doi(app, uri):
    """Ask the registry whether a DOI exists, because many publishers refuse programs."""
    return re.sub(r"^https://doi\.org/(?=10\.)", "https://doi.org/api/handles/", uri)


def for_shared_links(app, pagename, templatename, context, doctree):
    """Add tags for link previews to a page's head, with its title and an early paragraph without formulas."""
    if not doctree:  # an index, or the search
        return
    first = [p for p in list(doctree.findall(paragraph))[:6] if not isinstance(p.next_node(), emphasis)]
    texts = [re.sub("<[^>]*>", "", p.astext()) for p in first if not [*p.findall(math)]]
    words = next((text for text in texts if len(text) > 60 and text[0].isupper()), SUMMARY)
    tags = {
        'property="og:title"': re.sub("<[^>]*>", "", context.get("title", project)),
        'name="description" property="og:description"': escape(shorten(words, 200, placeholder=" ...")),
    }
    if app.config.html_baseurl:
        tags['property="og:image"'] = f"{app.config.html_baseurl.rstrip('/')}/_static/{PICTURE.name}"
    lines = [f'<meta {name} content="{text}" />' for name, text in tags.items()]
    context["metatags"] = "\n".join([context.get("metatags", ""), *lines])


def setup(app):
    def as_rst(app, what, name, obj, options, lines):
        # |S| is a size, not a substitution
        lines[:] = [line if ">>>" in line else re.sub(r"\|(\w+)\|", r"\\|\1\\|", line) for line in lines]

    def as_written(app, what, name, obj, options, *signature):
        """Restore the aliases, such as NDArray[bool] and Moves, that Sphinx has expanded in a signature."""
        path = r"~?[\w.]*"  # the members of a module
        array = rf"{path}ndarray\[tuple\[{path}Any, \.\.\.\], {path}dtype\[(?:{path}\.)?(\w+)\]\]"
        alias = r"[\w.~]*TypeAliasForwardRef\('(\w+)'\)"
        return tuple(text and re.sub(alias, r"\1", re.sub(array, r"NDArray[\1]", text)) for text in signature)

    def not_a_bare_field(app, what, name, obj, skip, options):
        return True if (getattr(obj, "__doc__", None) or "").startswith("Alias for field number") else None

    def short_title(app, docname, source):  # because the sidebar has no room for the names of packages
        if docname.startswith("api/"):
            name = re.split("[./]", docname)[-1]
            source[0] = f"``{name}``\n{'=' * 40}\n" + source[0].split("\n", maxsplit=2)[2]

    app.connect("linkcheck-process-uri", of_a_doi)
    app.connect("html-page-context", for_shared_links)
    app.connect("source-read", short_title)
    app.connect("autodoc-process-docstring", as_rst)
    app.connect("autodoc-process-signature", as_written)
    app.connect("autodoc-skip-member", not_a_bare_field)
