#!/usr/bin/python3
"""How large the program in a page is, and how fast: build/web/site/index.html, which `scripts/web` builds.

    speed_test.py ROOT

Fails where the page is too large or where nothing is drawn. The times are only printed, beside what they should be on a machine
that does nothing else.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser, Checks, needs, skip  # noqa: E402

needs("speed")
page = os.path.join(sys.argv[1], "build/web/site/index.html")
if not os.path.exists(page):
    skip("speed", "the page, which scripts/web builds")
checks = Checks()
most_bytes, first_figure_ms, ready_ms, typing_ms = 4_000_000, 300, 1000, 16

# From the start of the navigation to the frame after the first grid.
first_figure = """
new MutationObserver((_, observer) => {
  if (!document.querySelector('#figure svg.grid')) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.first_figure = performance.now(); }));
}).observe(document, {childList: true, subtree: true});
new MutationObserver((_, observer) => {
  if (!document.body || !('ready' in document.body.dataset)) return;
  observer.disconnect();
  window.ready = performance.now();
}).observe(document, {attributes: true, subtree: true});
"""

# A letter is typed into the starter sheet's first layout: its rows, its cards and their places on the page are made anew.
typing = """
const entry = app.state.entries.findIndex(e => !e.note && e.card), field = editor.rows[entry].field, text = field.value, times = [];
// (8,8):(8,10) ends at 126, (8,8):(8,1) does not go as far.
const draws_126 = () => [...document.querySelectorAll('#figure svg.grid text')].some(t => t.textContent === '126'), drawn = new Set();
for (let i = 0; i < 40; ++i) {
  const before = performance.now();
  field.value = i % 2 ? text : text.replace(/\)$/, '0)');
  field.dispatchEvent(new InputEvent('input', {bubbles: true}));
  document.body.getBoundingClientRect();
  times.push(performance.now() - before);
  drawn.add(`${field.value} ${draws_126()}`);
}
return {times, drawn: [...drawn]};
"""


def size():
    bytes_ = os.path.getsize(page)
    print(f"the page: {bytes_ / 1e6:.2f} MB")
    checks.check("the page is small", bytes_ <= most_bytes, f"{bytes_} bytes")


def loading(browser):
    browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=first_figure)
    times, ready = [], []
    for _ in range(6):
        browser.driver.get("about:blank")
        browser.open(page)
        browser.wait("the first figure", "return window.first_figure")
        times.append(browser.js("return window.first_figure"))
        ready.append(browser.wait("the program", "return window.ready"))
    print("first figure, from the disk: " + ", ".join(f"{t:.0f}" for t in times) + f" ms; at most {first_figure_ms}")
    print("the program, from the disk: " + ", ".join(f"{t:.0f}" for t in ready) + f" ms; at most {ready_ms}")
    checks.check("the figure stands there before the program", min(times) < min(ready), f"{times} {ready}")
    checks.check("the first figure comes", min(times) > 0, str(times))


def typed(browser):
    browser.wait("the program", "return 'ready' in document.body.dataset")
    measured = browser.js(typing)
    times = sorted(measured["times"])
    best, middle, worst = times[0], times[len(times) // 2], times[-1]
    print(f"typing to picture, starter sheet: {best:.1f} ms at best, {middle:.1f} ms in the middle, {worst:.1f} ms at worst; "
          f"at most {typing_ms}")
    checks.equal("a picture follows what is typed", measured["drawn"], ["A = (8,8):(8,10) true", "A = (8,8):(8,1) false"])


checks.run("size", size)
with Browser() as chromium:
    checks.run("loading", loading, chromium)
    checks.run("typing", typed, chromium)
checks.end()
