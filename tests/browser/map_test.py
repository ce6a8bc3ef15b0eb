#!/usr/bin/python3
"""The map of a kernel as a page that plays, in a real browser: what `cutescope export FILE.cu --figure map -o page.html` writes.

    map_test.py PROGRAM WRITE_LINKS ROOT

Debian's Chromium and its driver; where they are missing the test is skipped. Pictures stay in $CUTESCOPE_PICTURES, if that is set.
"""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pages import check, checks, equal, pictured, program, quiet, root, text_of, work  # noqa: E402
from browser import Browser, Server  # noqa: E402

svg_space = "{http://www.w3.org/2000/svg}"


def kernel(name):
    return os.path.join(root, "tests/fixtures/kernels", name + ".cu")


def map_of(name, out, *options):
    """The path of what is exported of a kernel."""
    path = os.path.join(work, out)
    subprocess.run([program, "export", kernel(name), "--figure", "map", "-o", path, *options], check=True, stdout=subprocess.DEVNULL)
    return path


def shapes(element, inherited=()):
    """What an SVG draws, in its order: kind, place, colour, text. Groups give what they have to what is in them."""
    drawn = []
    for child in element:
        kind = child.tag.replace(svg_space, "")
        kept = {k: v for k, v in child.attrib.items() if k != "class"}
        if kind == "g":
            drawn += shapes(child, tuple(sorted({**dict(inherited), **kept}.items())))
        else:
            drawn.append((kind, tuple(sorted({**dict(inherited), **kept}.items())), child.text or ""))
    return drawn


def exported_shapes(name, *options):
    return shapes(tree.fromstring(text_of(map_of(name, "one.svg", "--theme", "light", *options))))


def page_shapes(browser):
    return shapes(tree.fromstring(browser.js("return new XMLSerializer().serializeToString(document.querySelector('svg.map'))")))


def step(browser):
    return int(browser.js("return document.querySelector('.cutescope-map').dataset.step"))


def marked(browser):
    return browser.js("return [...document.querySelectorAll('.calls [aria-current=step]')].map(e => e.textContent)")


def ready(browser):
    browser.wait("the page's script", "return document.querySelector('.cutescope-map.ready') && !!document.querySelector('svg.map').firstChild")


def opened(browser, path):
    browser.open(path)
    ready(browser)


def press(browser, label):
    browser.js("document.querySelector(`button[aria-label=\"${arguments[0]}\"]`).click()", label)


def steps(browser):
    opened(browser, map_of("pipelined", "steps.html", "--thread", "37"))
    first = step(browser)
    equal("what is shown first is the first load", page_shapes(browser), exported_shapes("pipelined", "--thread", "37"))
    line = marked(browser)
    equal("one line is marked", len(line), 1)
    browser.key("ArrowRight")
    equal("an arrow goes one step on", step(browser), first + 1)
    check("another line is marked", marked(browser) != line)
    press(browser, "One step back")
    equal("a button goes one step back", (step(browser), marked(browser)), (first, line))
    browser.key("End")
    last = step(browser)
    says = browser.js("return document.querySelector('.where').textContent")
    check("End goes to the last step", says.find(f"step {last} of {last}") >= 0, says)
    check("there is no step beyond it", browser.js("return document.querySelector('button[aria-label=\"One step forward\"]').disabled"))
    browser.key("ArrowRight")
    equal("an arrow stays at the last step", step(browser), last)
    browser.key("Home")
    equal("Home goes to the first step", step(browser), 1)
    # There and back, and from far away, the picture is that of its moment.
    for at in (1, 8, 24, 25, last, 25, 9):
        browser.js("const s = document.querySelector('.slider'); s.value = arguments[0] - 1; s.dispatchEvent(new Event('input'))", at)
        equal("the slider goes to a step", step(browser), at)
        equal(f"the picture of step {at} is that which is exported", page_shapes(browser),
              exported_shapes("pipelined", "--thread", "37", "--step", str(at)))
    number = browser.js("return document.querySelectorAll('.calls .call').length")
    for line in range(number):
        browser.js("document.querySelectorAll('.calls .call')[arguments[0]].click()", line)
        equal("a click on a line marks it", browser.js("return [...document.querySelectorAll('.calls li')].findIndex(e => e.ariaCurrent === 'step' || e.getAttribute('aria-current') === 'step')"), line)  # noqa: E501
    browser.js("document.querySelector('.calls .call').click()")
    at = step(browser)
    browser.js("document.querySelector('.calls .call').click()")
    check("a second click goes to the next time", step(browser) > at)
    quiet(browser, "steps")
    pictured(browser, "map-steps")


def plays(browser):
    # The page's clock is the test's: at eight times the speed of eight steps a second, a tenth of a second is 6.4 steps.
    opened(browser, map_of("pipelined", "plays.html"))
    browser.js("""
        const clock = window.clock = {now: 0, wanted: []};
        performance.now = () => clock.now;
        window.requestAnimationFrame = frame => clock.wanted.push(frame);
        clock.passes = milliseconds => {
          clock.now += milliseconds;
          for (const frame of clock.wanted.splice(0)) frame(clock.now);
          return Number(document.querySelector('.cutescope-map').dataset.step);
        };""")

    def after(milliseconds):
        return browser.js("return clock.passes(arguments[0])", milliseconds)

    browser.key("Home")
    browser.js("const s = document.querySelector('select.speed'); s.value = '8'; s.dispatchEvent(new Event('change'))")
    browser.key(" ")
    equal("Space plays", browser.js("return !!document.querySelector('button[aria-label=Pause]')"), True)
    equal("what plays is not read out", browser.js("return document.querySelector('.says').ariaLive"), "off")
    equal("so many steps go by", [after(100), after(100)], [7, 13])
    equal("a frame that was long in coming is a quarter of a second", after(10_000), 29)
    press(browser, "Pause")
    equal("a pause stays where it is", after(100), 29)
    equal("what one steps through is read out", browser.js("return document.querySelector('.says').ariaLive"), "polite")
    equal("the picture of the pause is that which is exported", page_shapes(browser), exported_shapes("pipelined", "--step", "29"))
    press(browser, "Play")
    last = browser.js("return document.querySelector('.cutescope-map').player.data.frames.length")
    equal("it goes to the end", browser.js("for (let n = arguments[0]; n > 0; --n) clock.passes(100); return clock.passes(100)", last), last)
    equal("and does not play any more", browser.js("return [!!document.querySelector('button[aria-label=Play]'), clock.wanted.length]"), [True, 0])
    press(browser, "Play")
    equal("from the end it begins anew", after(100), 7)
    press(browser, "Pause")
    # And with the browser's own clock.
    opened(browser, map_of("pipelined", "plays.html"))
    browser.key("Home")
    press(browser, "Play")
    browser.wait("a later step", "return Number(document.querySelector('.cutescope-map').dataset.step) > 1")
    quiet(browser, "plays")


def time(browser):
    opened(browser, map_of("pipelined", "time.html"))
    rows = browser.js("""const r = document.querySelector('.ticks').getBoundingClientRect();
                         document.querySelector('.rows').scrollLeft = 0;
                         return [r.left, r.top + r.height / 2, r.bottom];""")
    browser.js("document.querySelector('.playing').scrollIntoView()")
    x, y = browser.js("""const r = document.querySelector('.ticks').getBoundingClientRect(); return [r.left + 20 * 12 + 6, r.top + 30];""")
    browser.click(x, y)
    check("a click on the rows of time goes there", 1 < step(browser) < 60, f"step {step(browser)} of {rows}")
    at = step(browser)
    browser.drag(x, y, x + 60, y)
    check("a drag goes on", step(browser) > at)
    cursor = browser.js("const c = document.querySelector('.cursor').getBoundingClientRect(); return c.left + 5")
    check("the cursor is where the pointer is", abs(cursor - (x + 60)) <= 7, f"{cursor} and {x + 60}")


def languages(browser):
    path = map_of("shared", "zh.html", "--language", "zh", "--theme", "dark")
    opened(browser, path)
    equal("the page begins in Chinese", browser.js("return document.querySelector('.moves h2').textContent"), "kernel 的数据移动")
    check("the picture is Chinese", any("全局内存" in text for _, _, text in page_shapes(browser)))
    dark = browser.js("return getComputedStyle(document.querySelector('svg.map rect')).fill")
    browser.js("document.querySelector('button.language').click()")
    equal("and English at a click", browser.js("return document.querySelector('.moves h2').textContent"), "The steps of the kernel")
    equal("the picture, too", page_shapes(browser), exported_shapes("shared"))
    browser.js("document.querySelector('button.theme').click()")
    browser.media(prefers_color_scheme="light")
    light = browser.js("return getComputedStyle(document.querySelector('svg.map rect')).fill")
    check("the colours are those of the theme", dark != light, f"{dark} and {light}")
    browser.media(prefers_color_scheme="dark")
    equal("or of the reader's system", browser.js("return getComputedStyle(document.querySelector('svg.map rect')).fill"), dark)
    browser.media()
    quiet(browser, "languages")


def long_loop(browser):
    path = map_of("pipelined", "long.html", "--set", "K=8192", "--k-tile", "120")
    check("a page of a long loop is small", os.path.getsize(path) < 3_000_000, str(os.path.getsize(path)))
    opened(browser, path)
    said = browser.js("return [...document.querySelectorAll('.left-out')].map(e => e.textContent)")
    equal("what is left out is said, before and behind what is asked for", len(said), 2)
    check("by rounds", all(re.fullmatch(r"Rounds \d+ to \d+ of the main loop go the same way and are left out\.", s) for s in said), str(said))
    check("the k tile that is asked for is shown", "k tile 120 of 256" in browser.js("return document.querySelector('.where').textContent"))
    equal("its picture, too", page_shapes(browser), exported_shapes("pipelined", "--set", "K=8192", "--k-tile", "120"))
    # Each step from the first to the last: most of the picture stays where it is.
    drawn, changed = browser.js("""
        const {player} = document.querySelector('.cutescope-map'), observer = new MutationObserver(() => {});
        observer.observe(player.picture, {childList: true});
        let drawn = 0, changed = 0;
        for (let i = 0; i < player.data.frames.length; ++i) {
          player.go(i);
          drawn += player.picture.childElementCount;
          for (const record of observer.takeRecords()) changed += record.addedNodes.length;
        }
        return [drawn, changed];""")
    check("a step draws what changes", 0 < changed < drawn / 5, f"{changed} of {drawn} shapes")


def policy(browser):
    opened(browser, map_of("shared", "policy.html"))
    with Server() as server:
        equal("the page may ask for nothing", sorted(browser.refusals(server.address)), sorted(Browser.tried))
        equal("the server got nothing", server.asked(), [])


def told(browser):
    opened(browser, map_of("shared", "told.html"))
    all_told = browser.accessibility()
    names = {one["name"] for one in all_told if one["role"] == "button"}
    for name in ("First step", "One step back", "Play", "One step forward", "Last step"):
        check(f"a screen reader is told of {name}", name in names, str(sorted(names)))
    check("and of the slider", any(one["role"] == "slider" and one["name"] == "Step" for one in all_told))


def narrow(browser):
    opened(browser, map_of("pipelined", "narrow.html"))
    for width, height in ((390, 844), (1024, 768), (1400, 1000)):
        browser.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        wide = browser.js("return document.documentElement.scrollWidth")
        check(f"nothing is beyond the edge of {width} pixels", wide <= width, f"{wide} pixels")
        pictured(browser, f"map-{width}")
    browser.cdp("Emulation.clearDeviceMetricsOverride")


def without_scripts():
    with Browser(scripts=False) as browser:
        browser.open(map_of("pipelined", "still.html"))
        # The driver's own scripts run all the same.
        equal("without scripts the first picture is there", page_shapes(browser), exported_shapes("pipelined"))
        check("and the kernel's lines", browser.js("return document.querySelectorAll('.calls li').length") > 8)
        equal("and no button that does nothing", browser.js("return document.querySelectorAll('button').length"), 0)


with Browser() as shared_browser:
    for test in (steps, plays, time, languages, long_loop, policy, told, narrow):
        checks.run(test.__name__, test, shared_browser)
checks.run("without scripts", without_scripts)
checks.end()
