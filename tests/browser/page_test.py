#!/usr/bin/python3
"""Interactive pages in a real browser: what `cutescope export -o page.html` writes, against what the program itself says.

    page_test.py PROGRAM WRITE_LINKS ROOT

Debian's Chromium and its driver; where they are missing the test is skipped. Pictures stay in $CUTESCOPE_PICTURES, if that is set.
"""

import atexit
import os
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser, Checks, Server, needs  # noqa: E402

needs("page")
program, write_links, root = sys.argv[1:4]
checks = Checks()
check, equal = checks.check, checks.equal
work = tempfile.mkdtemp(prefix="cutescope-page-")
atexit.register(shutil.rmtree, work, ignore_errors=True)


def written(name, text):
    path = os.path.join(work, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


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
    browser.open(written("input.html", "<!doctype html><body tabindex=0><script>window.got = [];"
                         "for (const kind of ['pointerdown', 'keydown', 'click'])"
                         " addEventListener(kind, e => got.push(e.pointerType || e.key));</script>"))  # fmt: skip
    browser.js("document.body.focus()")
    browser.click(100, 100)
    browser.key("ArrowLeft")
    browser.type("7a")
    equal("mouse and keyboard arrive", browser.js("return got"), ["mouse", "mouse", "ArrowLeft", "7", "a"])
    equal("that page says nothing", browser.console(), [])


with Browser() as browser:
    checks.run("bad samples", bad_samples, browser)
checks.end()
