#!/usr/bin/python3
"""Interactive pages in a real browser: what `cutescope export -o page.html` writes, against what the program itself says.

    page_test.py PROGRAM WRITE_LINKS ROOT

Debian's Chromium and its driver; where they are missing the test is skipped. Pictures stay in $CUTESCOPE_PICTURES, if that is set.
"""

import glob
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pages import check, checks, equal, exported, opened, pictured, quiet, root, sheet_of, starter, text_of, work, write_links, written  # noqa: E402, E501
import controls  # noqa: E402
from browser import Browser, Server  # noqa: E402
from figure import Core, Page  # noqa: E402

def bad_samples(browser):
    """What the other tests look for is found where it is: messages, requests, what a policy refuses, what devices do."""
    with Server() as server:
        ask = f"const i = document.createElement('img'); i.src = '{server.address}/seen.png'; document.body.append(i);"
        browser.open(written("bad.html", f"<!doctype html><body><script>console.log('a message'); {ask}</script>"))
        browser.wait("the request", "return document.querySelector('img').complete")
        equal("a message is found", len([m for m in browser.console() if "a message" in m]), 1)
        check("a request is found", any("seen.png" in r for r in browser.requests()))
        equal("the server got it", server.asked(), ["/seen.png"])
        policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">"
        browser.open(written("policy.html", f"<!doctype html>{policy}<body><p>x"))
        refused = browser.refusals(server.address)
        equal("a policy refuses everything that is tried", sorted(refused), sorted(Browser.tried))
        equal("the server got nothing", server.asked(), [])
        browser.console()
        browser.requests()
    browser.open(written("input.html", "<!doctype html><body tabindex=0><script>window.got = [];"
                         "for (const kind of ['pointerdown', 'keydown', 'click'])"
                         " addEventListener(kind, e => got.push(e.pointerType || e.key));</script>"))  # fmt: skip
    browser.js("document.body.focus()")
    browser.click(100, 100)
    browser.key("ArrowLeft")
    browser.type("7a")
    equal("mouse and keyboard arrive", browser.js("return got"), ["mouse", "mouse", "ArrowLeft", "7", "a"])
    quiet(browser, "input")




def all_sheets():
    with open(os.path.join(root, "tests/browser/sheets.txt"), encoding="utf-8") as file:
        listed = [os.path.join(root, line.strip()) for line in file if not line.startswith("#")]
    return listed + sorted(glob.glob(sheet_of("*")))


def links(browser, sheet):
    """Every cell, or a spread of many, marks what the core links, in its place and in its role; its label is the core's."""
    name = os.path.basename(sheet)[: -len(".cutes")]
    page = opened(browser, sheet, name, most=1000)
    core = page.core
    for card, labels in zip(core.cards, page.labels()):
        # Where letters would be too small to be read, the page shows none.
        if any(labels):
            equal(f"{name}: the labels of {card['text']}", labels, card["labels"])
    answers = page.hover_all([[card["cell"][element] for element in card["asked"]] for card in core.cards])
    for number, (card, of_card) in enumerate(zip(core.cards, answers)):
        wrong = []
        for element, marked in zip(card["asked"], of_card):
            marked, wanted = {tuple(m) for m in marked}, core.marks(number, element)
            if marked != wanted:
                wrong.append(f"element {element}: missing {sorted(wanted - marked)[:5]}, too many {sorted(marked - wanted)[:5]}")
        check(f"{name}: what {card['text']} marks, {len(wrong)} of {len(of_card)} elements", not wrong, "\n".join(wrong[:5]))
    equal(f"{name}: nothing is marked once the pointer has left", page.marks(), set())
    quiet(browser, name)
    return sum(map(len, answers))


def mouse(browser):
    """The same with the mouse itself; a click pins, another one or Escape lets go."""
    page = opened(browser, starter, "mouse")
    core = page.core
    for number, card in enumerate(core.cards):
        for element in card["asked"][:: max(1, len(card["asked"]) // 6)]:
            browser.move(*page.middle(number, card["cell"][element]))
            equal(f"the mouse over {card['name']}({element})", page.marks(), core.marks(number, element))
    pictured(browser, "mouse")
    browser.move(1, 1)
    equal("the mouse beside the cards", page.marks(), set())

    at = page.middle(1, 5)
    pinned = core.marks(1, core.cards[1]["cells"][5])
    browser.click(*at)
    browser.move(1, 1)
    equal("a click pins", page.marks(), pinned)
    browser.move(*page.middle(0, 0))
    equal("another element can be looked at", page.marks(), core.marks(0, core.cards[0]["cells"][0]))
    browser.move(1, 1)
    equal("the pin is back", page.marks(), pinned)
    browser.click(*page.middle(1, 5))
    browser.move(1, 1)
    equal("another click on it lets go", page.marks(), set())
    browser.click(*page.middle(1, 7))
    browser.key("Escape")
    browser.move(1, 1)
    equal("so does Escape", page.marks(), set())
    quiet(browser, "mouse")


def matrices(browser):
    """An element of an MMA's C marks its thread in all three matrices, and the row of A and the column of B that make it."""
    sheet = written("mma.cutes", "@cutescope 1\nmma = make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN(), (2,1,1))\n")
    page = opened(browser, sheet, "mma")
    rows, columns = page.core.sizes[0]
    c = page.core.cards[0]["cell"][17 + 2 * 32]  # C(17,2): lane 5 of warp 1

    def marked(cell):
        browser.move(*page.middle(0, cell))
        return page.js("""
            const [g] = grids_of(arguments[0]), unit = g.frame.querySelector('.marks .under').getBBox().width;
            const cells = [...g.frame.querySelectorAll('.marks .owner')].map(m => g.cell(...middle_of(m)));
            const lines = [...g.frame.querySelectorAll('.marks .line')].map(m => m.getBBox());
            return {cells, lines: lines.map(b => [Math.round(b.width / unit), Math.round(b.height / unit)])};""", page.core.sizes)  # fmt: skip

    seen = marked(c)
    equal("lines of an element of C: a row of A, a column of B", sorted(seen["lines"]), [[1, 8], [8, 1]])
    # Two values in each of two rows of C and of A, two in a column of B.
    row, column = c // columns, c % columns
    gap = column - 2 - 8
    a = [r * columns + k for r in (row, row + 8) for k in (2, 3)]
    b = [k * columns + column - 1 for k in (2, 3)]
    equal("cells of the thread", sorted(seen["cells"]), sorted(a + b + [r * columns + n for r in (row, row + 8) for n in (column, column + 1)]))
    check("A stands beside C", gap > 0, gap)
    equal("an element of A: a row of C, a row of B", sorted(marked(a[0])["lines"]), [[8, 1], [8, 1]])
    browser.move(1, 1)
    equal("nothing is left marked", page.js("return figure.querySelectorAll('.marks *').length"), 0)
    pictured(browser, "mma")
    quiet(browser, "mma")


def focused(browser):
    """The number of the card whose grid has the keyboard; -1: none."""
    return browser.js("""
        const card = document.activeElement?.closest('.card');
        return document.activeElement?.matches('.plate') ? [...document.querySelectorAll('.card')].indexOf(card) : -1;""")


def tab_to(browser, card):
    for _ in range(60):
        browser.key("Tab")
        if focused(browser) == card:
            return True
    return False


def keyboard(browser):
    page = opened(browser, starter, "keyboard")
    core, columns = page.core, page.core.cards[0]["columns"]
    if not check("Tab comes to the first grid", tab_to(browser, 0)):
        return
    visible = "return getComputedStyle(document.activeElement).outlineStyle !== 'none'"
    check("the focus is seen", browser.js(visible))

    def at(cell):
        return core.marks(0, core.cards[0]["cells"][cell])

    cell, last = 0, len(core.cards[0]["cells"]) - 1
    browser.key("ArrowRight")
    if page.marks() == at(0):
        browser.key("ArrowRight")
    steps = [("ArrowRight", 2), ("ArrowDown", columns + 2), ("ArrowLeft", columns + 1), ("ArrowUp", 1), ("Home", 0), ("End", columns - 1)]
    equal("an arrow moves the element", page.marks(), at(1))
    for key, cell in steps:
        browser.key(key)
        equal(f"{key} moves the element", page.marks(), at(cell))
    for _ in range(columns + 2):
        browser.key("ArrowDown")
        browser.key("ArrowRight")
    equal("the corner holds it", page.marks(), at(last))
    spoken = browser.wait("what is spoken", "return document.querySelector('.cutescope-figure [aria-live]').textContent")
    check("the element is spoken", re.search(r"A\(7, ?7\) = 63", spoken), spoken)
    check("what it is linked to is spoken", "D(" in spoken, spoken)
    browser.key("Enter")
    equal("Enter leaves pinned what an arrow has pinned", page.marks(), at(last))
    browser.key("ArrowLeft")
    equal("the next arrow goes on from there", page.marks(), at(last - 1))
    browser.key("Escape")
    equal("Escape lets go", page.marks(), set())
    browser.key("Enter")
    equal("Enter pins the same cell again", page.marks(), at(last - 1))
    browser.key("Escape")
    check("Tab comes to the next grid", tab_to(browser, 1))
    browser.key("ArrowDown")
    check("which marks its own elements", any(m[:2] == (1, "pointed") for m in page.marks()))
    quiet(browser, "keyboard")


def touch(browser):
    browser.cdp("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
    browser.cdp("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
    try:
        page = opened(browser, starter, "touch")
        core = page.core
        wide = browser.js("return document.documentElement.scrollWidth")
        check("a telephone's page is not wider than the telephone", wide <= 390, f"{wide} pixels")
        for number, cell in ((0, 9), (1, 17), (2, 6)):
            browser.tap(*page.middle(number, cell))
            browser.wait("marks", "return document.querySelector('.marks [data-role=pointed]')")
            wanted = core.marks(number, core.cards[number]["cells"][cell])
            equal(f"a tap on {core.cards[number]['name']} pins", page.marks(), wanted)
        x, y = page.middle(2, 6)
        before = page.marks()
        browser.swipe(x, y, x, y - 200)
        equal("a swipe moves the page, not the pin", page.marks(), before)
        pictured(browser, "touch")
        quiet(browser, "touch")
    finally:
        browser.cdp("Emulation.setTouchEmulationEnabled", enabled=False)
        browser.cdp("Emulation.clearDeviceMetricsOverride")


def refuses(browser):
    """The page's own policy: nothing can be asked for, whoever tries."""
    with Server() as server:
        path = exported(starter, "policy-of-page")
        browser.open(path)
        equal("everything that is tried is refused", sorted(browser.refusals(server.address)), sorted(Browser.tried))
        equal("nothing arrives", server.asked(), [])
        inline = browser.js("""
            const s = document.createElement('script'); s.textContent = 'window.hacked = 1'; document.body.append(s);
            const b = document.createElement('b'); b.setAttribute('onclick', 'window.hacked = 2'); document.body.append(b); b.click();
            const a = document.createElement('a'); a.href = 'javascript:window.hacked = 3'; document.body.append(a); a.click();
            return window.hacked ?? 0;""")
        equal("no other script runs in it", inline, 0)
        text = text_of(path)
        found = set(re.findall(r"(?:https?:)?//[\w.-]+\.[a-z]{2,}[^\s\"'<>)]*", text)) - {"http://www.w3.org/2000/svg"}
        equal("it names no other address", found, set())
        equal("it loads nothing by an attribute", re.findall(r"<[a-z][^>]*\s(?:src|href|srcset|poster|action)\s*=", text), [])
        equal("nor by its style", re.findall(r"@import|url\(", text), [])
        browser.console()
        browser.requests()


def hostile(browser):
    title = "<b>\"T\"</b></title><script>window.hacked = 9</script>"
    for name, options in (("hostile", ["--title", title]), ("hostile-zh", ["--language", "zh"]), ("hostile-fragment", ["--fragment"])):
        path = exported(sheet_of("hostile"), name, *options)
        Page(browser, Core(write_links, sheet_of("hostile"), 1))
        browser.open(path)
        browser.wait("the figure", "return document.querySelector('.cutescope-figure.ready')")
        for role in ("click", "pointermove"):
            browser.js("for (const e of document.querySelectorAll('.cutescope-figure *')) e.dispatchEvent(new Event(arguments[0]))", role)
        equal(f"{name}: nothing was run", browser.js("return window.hacked ?? 0"), 0)
        strange = browser.js("return [...document.querySelectorAll('img, iframe, b, object, embed, link, base, [onload], [onerror]')].length")
        equal(f"{name}: no element of a note", strange, 0)
        equal(f"{name}: two scripts", browser.js("return document.scripts.length"), 2)
        notes = browser.js("return [...document.querySelectorAll('.note')].map(n => n.textContent)")
        lines = [line[2:] for line in text_of(sheet_of("hostile")).split("\n") if line.startswith("# ")]
        equal(f"{name}: notes stay as they are", [n for n in notes if n in lines], lines)
        if name == "hostile":
            equal("the title stays as it is", browser.js("return document.title"), title)
            pictured(browser, name)
        quiet(browser, name)


def without_scripts(browser):
    path = exported(starter, "without")
    browser.cdp("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(path)
        seen = browser.js("""
            return [...document.querySelectorAll('.card > .frames > .frame:first-child svg.grid')].map(svg => {
              const box = svg.getBoundingClientRect();
              return [svg.querySelectorAll('.labels text').length, box.width > 100 && box.height > 100];
            });""")
        check("the grids are there", len(seen) >= 3 and all(size for _, size in seen[:3]), seen)
        equal("with their labels", [n for n, _ in seen[:3]], [64, 64, 32])
        words = browser.js("return document.body.innerText")
        for word in ("8×8 row-major tile", "((4,4),(2,2)):((8,1),(32,4))", "zipped_divide(A, T)"):
            check(f"without scripts there is {word}", word in words, words)
        controls = browser.js("return [...document.querySelectorAll('button, input, select')].filter(e => e.getClientRects().length).length")
        equal("no control that would do nothing", controls, 0)
        pictured(browser, "without-scripts")
    finally:
        browser.cdp("Emulation.setScriptExecutionDisabled", value=False)
    quiet(browser, "without scripts")


def fragments(browser):
    """Two fragments in a page of somebody else, and one in a frame that may do nothing but run scripts."""
    texts = [text_of(exported(sheet, f"fragment-{n}", "--fragment")) for n, sheet in enumerate((starter, sheet_of("same")))]
    check("a fragment is no document", all(re.match(r"\s*<div", t) and "<html" not in t and "<body" not in t for t in texts))
    style = "body{font:20px serif;color:rgb(1,2,3)} code{color:rgb(9,9,9)} p{margin:30px}"
    host = "<!doctype html><meta charset=utf-8><title>a blog</title><style>{}</style><p id=mine>My <code>code</code></p>{}<h2>More</h2>{}"
    look = """
        const of = e => { const s = getComputedStyle(e); return [s.font, s.color, s.margin, s.display]; };
        return [...document.querySelectorAll('#mine, #mine code, body')].map(of);"""
    browser.open(written("alone.html", host.format(style, "", "")))
    alone = browser.js(look)
    browser.open(written("blog.html", host.format(style, *texts)))
    cores = [Core(write_links, sheet, 60) for sheet in (starter, sheet_of("same"))]
    pages = [Page(browser, core, n).ready() for n, core in enumerate(cores)]
    equal("the blog looks as before", browser.js(look), alone)
    ids = browser.js("return [...document.querySelectorAll('[id]')].map(e => e.id)")
    equal("no id is there twice", len(ids), len(set(ids)))
    for n, (page, core) in enumerate(zip(pages, cores)):
        card, element = core.cards[1], core.cards[1]["asked"][3]
        browser.move(1, 1)
        browser.move(*page.middle(1, card["cell"][element]))
        equal(f"fragment {n} marks", page.marks(), core.marks(1, element))
        equal("and the other one does not", pages[1 - n].marks(), set())
    pictured(browser, "blog")
    quiet(browser, "blog")

    frame = "<!doctype html><meta charset=utf-8><body><iframe sandbox=allow-scripts width=900 height=700></iframe>"
    browser.open(written("frame.html", frame))
    browser.js("document.querySelector('iframe').srcdoc = arguments[0]", texts[0])
    browser.driver.switch_to.frame(0)
    try:
        Page(browser, cores[0]).ready()
        answers = Page(browser, cores[0]).hover_all([[5], [], []])
        equal("in a sandboxed frame", {tuple(m) for m in answers[0][0]}, cores[0].marks(0, cores[0].cards[0]["cells"][5]))
    finally:
        browser.driver.switch_to.default_content()
    quiet(browser, "frame")


def renderers():
    """What writes HTML of Markdown: {name: a function of the text}. Each has to be told to keep HTML as it is, and does so in its own way."""
    def piped(*command):
        return lambda text: subprocess.run(command, input=text, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout

    def hugo(text):
        """A site of one page, written by goldmark."""
        site = os.path.join(work, "hugo")
        for path, content in (("config.toml", '[markup.goldmark.renderer]\nunsafe = true\n'),
                              ("layouts/index.html", "{{ .Content }}"), ("content/_index.md", text)):  # fmt: skip
            os.makedirs(os.path.dirname(os.path.join(site, path)), exist_ok=True)
            with open(os.path.join(site, path), "w", encoding="utf-8") as file:
                file.write(content)
        subprocess.run(["hugo", "--quiet", "--source", site], check=True)
        return text_of(os.path.join(site, "public/index.html"))

    all_of_them = {"cmark": piped("cmark", "--unsafe"), "kramdown": piped("kramdown"), "hugo": hugo}
    found = {name: does for name, does in all_of_them.items() if shutil.which(name)}
    for name in all_of_them.keys() - found.keys():
        print(f"SKIPPED: Markdown by {name}: scripts/test --web installs it.")
    return found


def markdown(browser):
    """A fragment that is pasted into Markdown stays what it is: CommonMark's, Jekyll's and Hugo's."""
    fragment = text_of(exported(starter, "in-markdown", "--fragment"))
    core = Core(write_links, starter, 60)
    card, element = core.cards[1], core.cards[1]["asked"][3]
    texts = "return [...document.querySelectorAll('.cutescope-figure .card')].map(c => c.textContent)"
    browser.open(written("plain.html", "<!doctype html><meta charset=utf-8>" + fragment))
    Page(browser, core).ready()
    wanted = browser.js(texts)
    for name, rendered in renderers().items():
        html = rendered(f"# A post\n\nBefore, *in italics*.\n\n{fragment}\nAfter, **in bold**.\n")
        browser.open(written(f"markdown-{name}.html", "<!doctype html><meta charset=utf-8>" + html))
        page = Page(browser, core).ready()
        equal(f"{name}: the cards are those of the fragment", browser.js(texts), wanted)
        equal(f"{name}: none of it became text or code",
              browser.js("return document.querySelectorAll('.cutescope-figure pre, body > pre, .cutescope-figure .highlight').length"), 0)
        equal(f"{name}: the post goes on behind it",
              browser.js("return [...document.querySelectorAll('body > p')].map(p => p.innerText.trim())"), ["Before, in italics.", "After, in bold."])
        browser.move(1, 1)
        browser.move(*page.middle(1, card["cell"][element]))
        equal(f"{name}: it marks", page.marks(), core.marks(1, element))
        pictured(browser, f"markdown-{name}")
        quiet(browser, f"in Markdown by {name}")


def accessible(browser):
    page = opened(browser, starter, "accessible")
    told = browser.accessibility()
    grids = [n for n in told if n["role"] in ("application", "grid")]
    names = [n["name"] for n in grids]
    for name in ("A", "D", "P"):
        check(f"a grid is called {name}", any(re.match(rf"{name}\b", n) for n in names), names)
    nameless = [n for n in told if n["role"] in ("button", "slider", "textbox", "combobox", "checkbox", "radio", "application", "grid", "image")
                and not n["name"]]  # fmt: skip
    equal("every control has a name", nameless, [])
    headings = [n["name"] for n in told if n["role"] == "heading"]
    check("cards have headings", sum(any(h.startswith(c) for h in headings) for c in "ADP") == 3, headings)
    browser.click(*page.middle(0, 12))
    live = browser.wait("what is spoken", "return document.querySelector('.cutescope-figure [aria-live]').textContent")
    check("the live region says the element", re.search(r"A\(1, ?4\) = 12", live), live)
    told = browser.accessibility()
    check("a screen reader is told so", any(live in (n["name"], n["value"]) for n in told), live)
    quiet(browser, "accessible")


def printed(browser):
    path = exported(starter, "printed", "--theme", "dark")
    browser.open(path)
    browser.wait("the figure", "return document.querySelector('.cutescope-figure.ready')")
    background = "return getComputedStyle(document.querySelector('.card')).backgroundColor"
    dark = browser.js(background)
    browser.media(media="print")
    paper = browser.js(background)
    controls = browser.js("return [...document.querySelectorAll('button, input, select')].filter(e => e.getClientRects().length).length")
    equal("no control is printed", controls, 0)
    browser.media()
    light = sum(map(int, re.findall(r"\d+", paper)[:3]))
    check("paper is light, also of a dark page", light > 3 * 240 and paper != dark, f"{paper}, on the screen {dark}")
    pdf = os.path.join(work, "printed.pdf")
    with open(pdf, "wb") as file:
        file.write(browser.pdf())
    if shutil.which("pdftotext"):
        words = subprocess.run(["pdftotext", "-layout", pdf, "-"], check=True, stdout=subprocess.PIPE, text=True).stdout
        check("the labels are printed", all(re.search(rf"\b{n}\b", words) for n in range(64)))
        check("values are printed", "((4,4),(2,2)):((8,1),(32,4))" in words)
    quiet(browser, "printed")


def themes(browser):
    background = "return getComputedStyle(document.querySelector('.card')).backgroundColor"
    cell = "return getComputedStyle(document.querySelector('svg.grid path')).fill"
    seen = {}
    for theme in ("auto", "light", "dark"):
        path = exported(starter, f"theme-{theme}", *([] if theme == "auto" else ["--theme", theme]))
        for system in ("light", "dark"):
            browser.media(prefers_color_scheme=system)
            browser.open(path)
            seen[theme, system] = browser.js(background), browser.js(cell)
            pictured(browser, f"{theme}-on-{system}")
    browser.media()
    light, dark = seen["light", "light"], seen["dark", "dark"]
    check("light and dark differ", light[0] != dark[0] and light[1] != dark[1], seen)
    equal("a theme that was chosen stays", (seen["light", "dark"], seen["dark", "light"]), (light, dark))
    equal("auto is the system's", (seen["auto", "light"], seen["auto", "dark"]), (light, dark))
    quiet(browser, "themes")


def size(browser):
    """65,536 cells and their links: at most 3 MB, and still swift."""
    for name in ("large", "linked"):
        sheet = sheet_of(name)
        path = exported(sheet, name)
        check(f"{name}: at most 3 MB", os.path.getsize(path) <= 3_000_000, f"{os.path.getsize(path)} bytes")


def tests(browser):
    checks.run("bad samples", bad_samples, browser)
    hovered, sheets = 0, all_sheets()
    for sheet in sheets:
        hovered += checks.run(f"links of {sheet}", links, browser, sheet) or 0
    check("at least 30 sheets", len(sheets) >= 30)
    print(f"{hovered} cells of {len(sheets)} sheets were pointed at")
    for test in (mouse, matrices, keyboard, touch, refuses, hostile, without_scripts, fragments, markdown, accessible, printed, themes, size):
        checks.run(test.__name__, test, browser)
    controls.tests(browser)


with Browser() as browser:
    tests(browser)
checks.end()
