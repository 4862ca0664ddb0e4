"""Helpers for tests of the self-contained pages: a page's data, and its mathematics run by node."""

import json
import re
import shutil
import subprocess

import pytest

NODE = shutil.which("node") or shutil.which("nodejs")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def config(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="config">(.*?)</script>', page).group(1))


def in_node(page: str, *calls):
    """The values of calls (function, its arguments) of the page's mathematics, or the messages thrown, in one process.

    A function is any JavaScript expression for one.
    """
    logic = "".join(re.findall(r'<script id="(?:games\.js|logic)">(.*?)</script>', page, flags=re.S))
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
