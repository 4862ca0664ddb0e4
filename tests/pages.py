"""Helpers for tests of the self-contained pages: the page in its frame, and its mathematics run by node."""

import base64
import html
import io
import json
import re
import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image

NODE = shutil.which("node") or shutil.which("nodejs")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def framed(shown) -> str:
    """The page inside a notebook's frame."""
    return html.unescape(re.search(r'srcdoc="([^"]*)"', shown._repr_html_()).group(1))


def pictures(text: str) -> list[tuple[np.ndarray, str]]:
    """The pixels and the words of each picture in some HTML."""
    found = re.findall(r'<img src="data:image/png;base64,([^"]*)" alt="([^"]*)"', text)
    files = [(io.BytesIO(base64.b64decode(content)), html.unescape(alt)) for content, alt in found]
    return [(np.asarray(Image.open(file).convert("RGB")), alt) for file, alt in files]


def config(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="config">(.*?)</script>', page).group(1))


def in_node(page: str, *calls):
    """The values of calls (function, its arguments) of the page's mathematics, or the messages thrown, in one process.

    A function is any JavaScript expression for one.
    """
    logic = re.search(r'<script id="logic">(.*?)</script>', page, flags=re.S).group(1)
    program = f"""{logic}
      const call = ([f, given]) => {{ try {{ return eval(f)(...given); }} catch (e) {{ return e.message; }} }};
      const plain = (key, value) => ArrayBuffer.isView(value) ? [...value] : value;
      console.log(JSON.stringify({json.dumps(calls)}.map(call), plain));"""
    answer = subprocess.run([NODE, "-"], input=program, capture_output=True, text=True, timeout=60, check=True)
    return json.loads(answer.stdout)


def disagreeing(page: str, table) -> list:
    """The rows (function, arguments, value) of a table for which the page returns another value, with that value."""
    found = in_node(page, *[(function, given) for function, given, _ in table])
    return [(*row, answer) for row, answer in zip(table, found, strict=True) if answer != row[2]]
