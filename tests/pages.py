"""What tests of the self-contained pages share: the page in its frame, its mathematics in node, a browser."""

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
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


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
    """The rows (function, arguments, value) of a table, and what the page says, where it says something else."""
    found = in_node(page, *[(function, given) for function, given, _ in table])
    return [(*row, answer) for row, answer in zip(table, found, strict=True) if answer != row[2]]


def in_browser(page: str, script: str, folder, address: str = "", flags: tuple[str, ...] = ()):
    """What the script, which may wait, leaves in the list `seen` at the page's end; `address` follows the file's."""
    file = folder / "page.html"
    done = "const done = document.createElement('template'); document.body.append(done);"
    done += "done.setAttribute('data-seen', JSON.stringify(seen));"
    before, end, after = page.rpartition("</body>")
    file.write_text(f"{before}<script>(async () => {{ const seen = [];\n{script}\n{done} }})()</script>{end}{after}")
    return json.loads(html.unescape(re.search(r'data-seen="([^"]*)"', dumped(file, folder, address, flags)).group(1)))


def dumped(file, folder, address: str = "", flags: tuple[str, ...] = ()) -> str:
    """The document that a browser makes of a file."""
    always = ("--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", f"--user-data-dir={folder / 'profile'}")
    command = [CHROMIUM, *always, *flags, file.as_uri() + address]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def fits(frames: str, theme: str, width: int, folder, script: str = "") -> list[str]:
    """Of each frame, on a page with this theme: its own, whether it fits (down, across), and how its fallback is shown.

    `script` runs with each `frame` before; it may use the `page` inside it.
    """
    look = f"""addEventListener('load', () => setInterval(() => document.querySelectorAll('iframe').forEach(frame => {{
      const page = frame.contentDocument, whole = page.documentElement; {script}
      frame.dataset.found = [whole.dataset.theme, whole.scrollHeight <= frame.clientHeight,
        whole.scrollWidth <= frame.clientWidth, getComputedStyle(frame.nextElementSibling).display];
    }}), 200));"""
    page = f'<!DOCTYPE html><html data-theme="{theme}"><body><div style="width: {width}px">{frames}</div>'
    (folder / "framed.html").write_text(f"{page}<script>{look}</script></body></html>")
    dom = dumped(folder / "framed.html", folder, flags=("--virtual-time-budget=5000",))
    return re.findall(r'data-found="([^"]*)"', dom)
