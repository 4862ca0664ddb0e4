"""Every page of the built book in a real browser without a network: `make test-book`.

The browser is $CHROMIUM, or a Chromium or Chrome on the PATH. The pages are files, as after `make book`, and all other
requests are refused and count as failures. Tests share a tab, since a new tab would load MathJax again.

    python book/tests/browser/test_pages.py [pytest's options]
"""

import functools
import os
import re
import shutil
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright
from rings import ROOT, numbered

import subtraction_games as sg
from subtraction_games.sets import parse_set

BOOK = ROOT / "build/book"
NARROW, WIDE = {"width": 375, "height": 800}, {"width": 1280, "height": 900}
CANDIDATES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CANDIDATES)), "")

NONE = "there is no browser to test with: install one (apt install chromium), or set CHROMIUM to its path"

PAGES = sorted(path.relative_to(BOOK).as_posix() for path in BOOK.rglob("*.html") if "_static" not in path.parts)
NOTEBOOKS = [path.relative_to(ROOT).with_suffix(".html").as_posix() for path in numbered()]
OF_THE_PAPER = [page for page in NOTEBOOKS if page.count("/") == 1]

OUTSIDE_THE_SCREEN = """looked_at => {
  const root = document.documentElement, width = root.clientWidth, seen = [];
  const scrolls = e => e && e !== document.body &&
    (["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
  if (root.scrollWidth > width) seen.push(`the page is ${root.scrollWidth} wide`);
  for (const e of document.querySelectorAll(looked_at))
    if (e.getBoundingClientRect().right > width + 1 && !scrolls(e.parentElement))
      seen.push(`${e.tagName} ${e.className}: ${e.textContent.slice(0, 60)}`);
  return seen;
}"""
UNFOLD = "all => all.forEach(one => { one.open = true; })"
FOUR_PICTURES = "async () => { for (let k = 0; k < 4; k++) await new Promise(requestAnimationFrame); }"
AT_REST = "() => document.getAnimations().every(one => !(one instanceof CSSTransition))"  # colours fade in
THEME = "theme => { document.documentElement.dataset.theme = theme; }"
PROSE = """() => {
  const copy = document.querySelector(".bd-article")?.cloneNode(true);
  copy?.querySelectorAll("pre, code, mjx-container").forEach(e => e.remove());
  return copy?.textContent || "";
}"""


# --- the browser, and a tab in it that records what goes wrong ---------------------------------------------


@pytest.fixture(scope="session")
def browser():
    """A browser that can reach only this machine, because all other requests go to a proxy that doesn't exist."""
    with sync_playwright() as playwright:
        nowhere = {"server": "http://127.0.0.1:9", "bypass": "127.0.0.1"}
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"], proxy=nowhere)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def only_tab(browser):
    """A tab that records in its list `wrong` all that goes wrong, and all requests for things outside the book."""
    tab = browser.new_page(color_scheme="light")
    tab.wrong, here = [], (BOOK.as_uri(), "http://127.0.0.1:", "data:", "blob:")
    tab.on("console", lambda m: tab.wrong.append(m.text) if m.type in ("error", "warning") else None)
    tab.on("pageerror", lambda error: tab.wrong.append(str(error)))
    tab.on("request", lambda r: None if r.url.startswith(here) else tab.wrong.append(f"asked for: {r.url}"))
    return tab


@pytest.fixture
def tab(only_tab):
    only_tab.set_viewport_size(WIDE)
    only_tab.wrong.clear()
    yield only_tab
    wrong = [*only_tab.wrong]
    only_tab.goto("about:blank")
    assert wrong == []


def opened(tab, page: str, address: str = BOOK.as_uri()):
    tab.goto(f"{address}/{page}", wait_until="load")
    tab.wait_for_function("() => !window.MathJax || !MathJax.startup || MathJax.startup.promise.then(() => true)")
    return tab


# --- every page ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_page_shows_everything_wide_and_narrow(tab, page):
    opened(tab, page)
    tab.eval_on_selector_all("details", UNFOLD)
    counts = [tab.locator(formula).count() for formula in (".math", ".math > mjx-container", "mjx-container")]
    assert len({*counts}) == 1
    assert tab.locator("mjx-merror, [data-mjx-error], merror").count() == 0
    assert page not in NOTEBOOKS or tab.locator("meta[property='og:title']").count() == 1
    assert not re.search(r"\\[(\[a-z]|\$[^$\n]+\$", tab.evaluate(PROSE))
    for size in (NARROW, WIDE):
        tab.set_viewport_size(size)
        tab.evaluate(FOUR_PICTURES)  # the page's script notices a new size at the next picture
        assert tab.evaluate(OUTSIDE_THE_SCREEN, ".bd-article *") == [], size


# Rules that axe, a checker of accessibility, finds broken by others: pandas' empty headers above the names of rows,
# Sphinx' lists of long signatures, and the theme's title outside its landmarks
OTHERS = {rule: {"enabled": False} for rule in ("empty-table-header", "definition-list", "region")}
NAMED = ("ten-minutes", "index", "search", "play", "explore", "api/subtraction_games.evaluate")
CHECKED = [f"{name}.html" for name in NAMED]
CHECKED += [page for page in PAGES if re.search(r"/(01-|04-|07-|10-|01-04)", page)]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("page", CHECKED)
def test_axe_finds_nothing_but_what_is_others(tab, page, theme):
    tab.emulate_media(color_scheme=theme)
    opened(tab, page)
    tab.wait_for_function(AT_REST)
    for frame in tab.frames:  # each is a document of its own, but only a whole page needs a heading
        rules = OTHERS | {"page-has-heading-one": {"enabled": frame == tab.main_frame}}
        options = {"rules": rules, "iframes": False, "preload": False}  # it requests sheets by wrong paths
        answer = Axe().run(frame, options=options).response
        seen = {rule["id"] for rule in answer["passes"] + answer["incomplete"]}  # incomplete: where elements overlap
        assert {"color-contrast", "document-title"} <= seen, "axe saw the page"
        assert [(rule["id"], node["html"]) for rule in answer["violations"] for node in rule["nodes"]] == []
    tab.emulate_media(color_scheme="light")


# --- links, without a browser ----------------------------------------------------------------------------


@functools.cache
def links(path: Path) -> tuple[list[tuple[str, str]], set[str]]:
    """The links of a page, each as (tag, target), and its anchors."""
    text = path.read_text(encoding="utf-8")
    found = [(tag, unescape(target)) for tag, target in re.findall(r'<(\w+) [^>]*?(?:href|src)="([^"]+)"', text)]
    return found, {"top", *map(unescape, re.findall(r' (?:id|name)="([^"]+)"', text))}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page):
    for tag, link in links(BOOK / page)[0]:
        parts = urlsplit(link)
        if parts.scheme:
            assert f"{tag} {parts.scheme}" in ("a http", "a https", "img data", "link data"), f"{link} leads elsewhere"
            continue
        target = ((BOOK / page).parent / unquote(parts.path)).resolve() if parts.path else BOOK / page
        assert target.is_file(), (tag, link)
        if parts.fragment and target.suffix == ".html" and target.parent.name != "_static":
            assert unquote(parts.fragment) in links(target)[1], link


def test_a_link_says_what_it_leads_to_by_pointer_and_by_keyboard(tab):
    opened(tab, "notebooks/04-nim-values.html")
    link, card = tab.locator("a[href$='#theorem-1']").first, tab.locator("#card")
    link.hover()
    card.locator("mjx-container").first.wait_for()
    assert card.inner_text().startswith("Theorem 1. ")
    tab.keyboard.press("Escape")
    assert card.is_hidden()
    tab.mouse.move(0, 0)
    link.focus()
    assert card.is_visible()
    assert link.get_attribute("aria-describedby") == "card"


# --- what a reader does ----------------------------------------------------------------------------------


def test_a_solution_is_folded_until_its_exercise_leads_to_it(tab):
    opened(tab, "notebooks/01-subtraction-games.html")
    tab.locator('a[href$="01-04.html#notebook-1-exercise-2"]').click()
    section = tab.locator("section#notebook-1-exercise-2")
    section.locator("details.solution[open]").wait_for()
    assert tab.locator("details.solution[open]").count() == 1
    assert section.locator("pre").first.is_visible()
    other = tab.locator("section#notebook-1-exercise-3 details.solution")
    assert not other.locator("p").first.is_visible()
    other.locator("summary").focus()
    tab.keyboard.press("Enter")
    assert other.locator("p").first.is_visible()


def test_the_paper_in_one_page_prints_on_one_side(tab):
    opened(tab, "one-page.html")
    assert len(re.findall(rb"/Type\s*/Page\b", tab.pdf(prefer_css_page_size=True))) == 1


# --- what runs in the pages: the board, the explorer, the steps --------------------------------------------

LIVE = ["ten-minutes.html", "play.html", "explore.html"]
LIVE += [page for page in NOTEBOOKS if 'class="live"' in (BOOK / page).read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", LIVE)
def test_what_runs_in_a_page_fits_at_both_widths_and_takes_its_theme(tab, page):
    opened(tab, page)
    assert len(tab.frames) > 1
    assert tab.locator(".still:visible").count() == 0
    for size, theme in ((NARROW, "light"), (WIDE, "dark")):
        tab.set_viewport_size(size)
        tab.evaluate(THEME, theme)
        tab.evaluate(FOUR_PICTURES)  # a frame follows its page one or two pictures later
        assert tab.evaluate(OUTSIDE_THE_SCREEN, "iframe.live") == [], size
        page_in_it = "({dataset, scrollHeight}) => [dataset.theme, scrollHeight <= innerHeight]"
        for frame in tab.frames[1:]:
            assert frame.evaluate(OUTSIDE_THE_SCREEN, "body :not(.unseen, .unseen *)") == [], size
            assert frame.locator("html").evaluate(page_in_it) == [theme, True], size


QUESTION = "iframe[title='A question']"


def test_every_question_is_answered_by_keyboard_alone(tab):
    asked = 0
    for page in OF_THE_PAPER:
        opened(tab, page)
        for place in range(tab.locator(QUESTION).count()):
            frame = tab.frame_locator(QUESTION).nth(place)
            field = frame.locator("#guess:visible, input[type=radio]").first
            assert frame.locator("#said").inner_text() == "", "hidden until the reader has answered"
            field.press("Enter")
            assert frame.locator("#problem").inner_text(), "an empty answer is refused"
            field.press("Space" if field.get_attribute("type") == "radio" else "7")
            field.press("Enter")
            frame.locator("#ask[data-state='answered']").wait_for()
            assert re.match("Yes: |Your answer was .*; the answer is ", frame.locator("#verdict").inner_text())
            asked += 1
    assert asked >= 20


COLD = sg.cold_positions(sg.squares, 10**5).size
PENTAGONAL = sg.cold_positions(parse_set("n*(3*n-1)//2"), 20000).size
CHOSEN = f"#explorer[data-drawn][data-n='20000'][data-width='65'][data-base='7'][data-cold='{PENTAGONAL}']"
SMALL = sg.cold_positions(sg.squares, 40).tolist()
# What is used, how (and with which key or value), and what the page contains afterwards
BY_STEPS = [
    ("role=button[name='Next']", "click", "#steps[data-step='2']"),
    ("role=button[name='Back']", "click", "#said:has-text('Step 1.')"),
    ("#slider", "press ArrowRight", "#steps[data-step='2']"),  # a key moves one step, not two
    ("#slider", "press ArrowRight", "#said:has-text('Step 3.')"),
]
NINE = "#said:text-is('9 \u2212 9 = 0 is cold, so 9 is hot.')"
BY_SIEVING = [
    ("role=button[name='0, not settled yet']", "press Enter", "#steps[data-step='2']"),
    ("role=button[name='9, hot, marked in this step']", "click", NINE),
    ("role=button[name='7, not settled yet']", "press Space", "#said:has-text('Begin with 2.')"),
    *[(f"#strip button:text-is('{c}')", "click", f"#steps[data-step='{k}']") for k, c in enumerate(SMALL[1:], 3)],
    ("#slider", "count", "#said:has-text('all 12 cold positions below 40. You clicked 14 times and made 50 marks')"),
    ("role=button[name='Undo']", "click", "#steps[data-step='12']"),
    ("role=button[name='22, cold']", "press ArrowDown", "button[aria-label^='32']:focus"),
    ("role=button[name='Show the next']", "press Home", "#steps[data-step='12']"),  # keys are the cells'
]
BY_TOSSING = [
    ("role=button[name='Toss']", "press Enter", "#toss[data-tosses='1']"),
    ("role=button[name='Toss ten times']", "click", "#toss[data-tosses='11']"),
    ("#said", "count", "#picture[aria-label^='Shares of the remainders 0 to 4']"),
]
BETTER = "by taking 4 of 13. Taking 1 would have left 12, from which every move loses."
BY_PLAYING_BADLY = [
    ("button[data-take='4']", "click", "#board[data-heaps='5']"),
    ("button[data-take='1']", "press Enter", "#board[data-over='true'][data-winner='computer']"),
    ("#status", "count", f"#status:has-text('{BETTER}')"),
]
BY_PLAYING = [
    ("button[data-heap='1'][data-take='4']", "click", "#board[data-turn='you']:not([data-heaps='13,16,27'])"),
    ("role=button[name='Hints']", "click", "#hints:has-text('nim-value')"),
    ("role=button[name='Undo']", "click", "#board[data-heaps='13,20,27']"),
]
BY_EXPLORING = [
    ("#slider", "press Home", "#explorer[data-width='1']"),
    ("#slider", "press ArrowRight", f"#explorer[data-width='2'][data-cold='{COLD}']"),
    ("#width", "fill 300", "#explorer[data-width='2']"),
    ("#width", "blur", "#explorer[data-width='256']"),
    ("#width", "fill 65", "#explorer[data-width='65']"),
    ("#game", "select_option own", "#own"),
    ("#own", "fill n*(3*n-1)//2", "#own"),
    ("#n", "fill 20000", "#n"),
    ("role=button[name='Evaluate']", "click", f"#explorer[data-cold='{PENTAGONAL}']"),
    ("#base", "select_option 7", CHOSEN),
]
NARROWED = [
    ("#slider", "press ArrowRight", "#reading:has-text('In rows of 38,')"),
    ("role=button[name='One column less']", "click", "#explorer[data-width='37']"),
    ("#slider", "press End", "#explorer[data-width='80']"),
]
GUESSED = ("role=button[name='0 and 2 again']", "press Enter", "#once:focus")
ANSWERED = ("#tally", "count", "#question:has-text('Your guess: 0 and 2 again. Pairs that have won so far:')")
USES = {  # for a part of each page's name, what is done with what runs in the page, in order
    "/04-": [BY_STEPS],
    "ten-minutes.html": [BY_PLAYING_BADLY, BY_SIEVING, NARROWED, [GUESSED, *BY_TOSSING, ANSWERED]],
    "play.html": [BY_PLAYING],
    "explore.html": [BY_EXPLORING],
}


def test_without_a_script_a_reader_sees_pictures_and_what_is_missing(browser):
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    for page in LIVE:
        tab.goto(f"{BOOK.as_uri()}/{page}")
        assert "JavaScript" in tab.locator("main").inner_text() or tab.locator(".still:visible").count()
        assert tab.locator("iframe.live:visible").count() == 0
    context.close()


@pytest.mark.parametrize("named", USES)
def test_what_runs_in_a_page_by_pointer_and_by_keyboard(tab, named):
    (page,) = (page for page in LIVE if named in page)
    tab.emulate_media(reduced_motion="reduce")  # without the computer's pause for thought
    frames = opened(tab, page).frame_locator("iframe.live:not([title='A question'])")
    for place, uses in enumerate(USES[named]):
        frame = frames.nth(place)
        for used, how, expected in uses:
            does, *value = how.split()
            getattr(frame.locator(used), does)(*value)
            frame.locator(expected).first.wait_for(state="attached")
    if page == "explore.html":
        expect(frame.locator("#link")).to_have_value(re.compile("base=7$"))  # when nothing has moved for a while
        link = frame.locator("#link").input_value()
        tab.goto("about:blank")
        tab.goto(link)
        frame.locator(CHOSEN).wait_for(state="attached")
    tab.emulate_media(reduced_motion="no-preference")


if __name__ == "__main__":
    files = __file__, str(Path(__file__).with_name("test_run.py"))
    # each in a session of its own, because Playwright does not start twice in one
    sys.exit(max(pytest.main([file, *sys.argv[1:]]) for file in files) if BROWSER else NONE)
