"""The controls of an interactive page: language, theme, slices, steps, a launch's playback, and values that are guessed."""

import os
import re

from figure import looking
from pages import check, checks, equal, opened, pictured, quiet, root, sheet_of, starter

CONTROLS = """
const named = (name, box) => [...box.querySelectorAll('button, input, summary')].find(
  e => (e.getAttribute('aria-label') ?? e.textContent).trim() === name && e.getClientRects().length);
"""


class Controls:
    """Finds controls as a reader does: by what they are called."""

    def __init__(self, page, box):
        self.page, self.browser, self.box = page, page.browser, box

    def js(self, script, *arguments):
        return self.browser.js(looking(CONTROLS + f"const box = figure.querySelector({self.box!r}) ?? figure;" + script), *arguments)

    def there(self, name):
        return self.js("return !!named(arguments[0], box)", name)

    def press(self, name):
        """With the mouse, once it is in sight."""
        at = self.js("""
            const e = named(arguments[0], box);
            if (!e) return null;
            e.scrollIntoView({block: 'center', behavior: 'instant'});
            const r = e.getBoundingClientRect();
            return [r.left + r.width / 2, r.top + r.height / 2];""", name)  # fmt: skip
        if at is None:
            there = self.js("return [...box.querySelectorAll('button, input, summary')].filter(e => e.getClientRects().length)"
                            ".map(e => e.getAttribute('aria-label') ?? e.textContent)")  # fmt: skip
            raise RuntimeError(f"there is no {name}; there are {there}")
        self.browser.click(*at)

    def slide(self, name, key):
        """Moves a slider by the keyboard."""
        self.js("named(arguments[0], box).focus()", name)
        self.browser.key(key)

    def value(self, name):
        return int(self.js("return named(arguments[0], box).value", name))


def languages(browser):
    page = opened(browser, starter, "languages")
    tools = Controls(page, ".tools")
    words = """return [...document.querySelectorAll('.cutescope-figure > :not([aria-live])')].map(e => e.innerText).join('\\n')"""
    calls = """return [...document.querySelectorAll('[aria-label]')].filter(e => e.getClientRects().length && e.matches('button, input, .plate'))
               .map(e => e.getAttribute('aria-label'))"""
    english, called = browser.js(words), browser.js(calls)
    page.browser.click(*page.middle(1, 3))
    spoken = browser.js("return document.querySelector('[aria-live]').textContent")
    browser.key("Escape")
    tools.press("中文")
    chinese = browser.js(words)
    equal("the figure's language", browser.js("return document.querySelector('.cutescope-figure').lang"), "zh-Hans")
    equal("every text of the program is Chinese now", browser.js(
        "return [...document.querySelectorAll('[data-zh]')].filter(e => e.textContent !== e.dataset.zh).map(e => e.outerHTML)"), [])  # fmt: skip
    untold = [c for c in browser.js(calls) if not re.search(r"[一-鿿]", c)]
    equal("so is what controls are called", untold, [])
    page.browser.click(*page.middle(1, 3))
    told = browser.js("return document.querySelector('[aria-live]').textContent")
    check("so is what is spoken", told != spoken and re.search(r"[一-鿿]", told), told)
    check("values and notes are the same", all(t in chinese for t in ("zipped_divide(A, T)", "((4,4),(2,2)):((8,1),(32,4))", "row-major")))
    pictured(browser, "chinese")
    browser.key("Escape")
    browser.move(1, 1)
    tools.press("English")
    equal("and back", (browser.js(words), browser.js(calls)), (english, called))
    page = opened(browser, starter, "languages-zh", "--language", "zh")
    equal("a page begins with the language that it was given", browser.js("return document.documentElement.lang"), "zh-Hans")
    check("and can be turned to English", Controls(page, ".tools").there("English"))
    quiet(browser, "languages")


def theme_button(browser):
    page = opened(browser, starter, "theme-button")
    tools = Controls(page, ".tools")
    seen = {}
    for theme in ("auto", "light", "dark"):
        seen[theme] = browser.js("return getComputedStyle(document.querySelector('.card')).backgroundColor")
        tools.press(f"Theme: {theme}")
    check("the button turns through the themes", seen["auto"] == seen["light"] != seen["dark"], seen)
    check("and comes back", tools.there("Theme: auto"))
    quiet(browser, "theme button")


def slices(browser):
    """The card of a value of rank 3 turns to each slice, by its slider and by the keyboard; what is marked follows."""
    page = opened(browser, sheet_of("ranks"), "slices")
    core = page.core
    number = next(n for n, card in enumerate(core.cards) if card["slices"] and card["name"] == "slice")
    card = core.cards[number]
    controls = Controls(page, f".card[data-entry='{card['entry']}']")
    controls.slide("Slice", "Home")
    for n, one in enumerate(card["slices"]):
        equal(f"slice {n}: its place on the slider", controls.value("Slice"), n)
        equal(f"slice {n}: its labels", page.labels()[number], one["labels"])
        card["cells"], card["cell"] = one["cells"], {e: i for i, e in enumerate(one["cells"])}
        for cell, element in enumerate(one["cells"]):
            link = {(number, "pointed", element, cell)}
            cells = [[] for _ in core.cards]
            cells[number] = [cell]
            marked = {tuple(m) for m in page.hover_all(cells)[number][0]}
            check(f"slice {n}: cell {cell} is its element", link <= marked, marked)
        controls.slide("Slice", "ArrowRight")
    controls.slide("Slice", "Home")
    controls.press("Next")
    equal("a button turns to the next one", controls.value("Slice"), 1)
    quiet(browser, "slices")


STEP = """
const details = box.querySelector('.steps');
const frame = [...details.querySelectorAll('.frame')].filter(f => f.getClientRects().length);
if (frame.length !== 1) return {shown: frame.length};
const bare = [...frame[0].querySelectorAll('svg.grid .labels text')].map(t => t.textContent);
return {shown: 1, texts: bare, caption: frame[0].querySelector('.caption')?.textContent ?? ''};
"""


def steps(browser):
    """The stages of an operation, one after another, each with the labels that the core's figure of it has."""
    sheet = os.path.join(root, "assets/lessons/06-composition.en.cutes")
    page = opened(browser, sheet, "steps")
    card = max(page.core.cards, key=lambda c: len(c["steps"]))
    stages = card["steps"]
    check("there are some steps", len(stages) >= 2, len(stages))
    controls = Controls(page, f".card[data-entry='{card['entry']}']")
    controls.press("Steps")
    for n, stage in enumerate(stages):
        equal(f"step {n}: its place on the slider", controls.value("Step"), n)
        seen = controls.js(STEP)
        equal(f"step {n}: one stage is shown", seen["shown"], 1)
        equal(f"step {n}: its caption", seen["caption"], stage["caption"])
        equal(f"step {n}: its labels", sorted(seen["texts"]), sorted(line for text in stage["labels"] if text for line in text.split("\n")))
        controls.slide("Step", "ArrowRight")
    controls.press("Back")
    equal("a button goes back", controls.value("Step"), len(stages) - 2)
    pictured(browser, "steps")
    quiet(browser, "steps")


# Returns which cells of the trace are uncovered, by the shapes over their middles.
PLAYED = """
const [rows, columns] = arguments[0], g = grid(box, rows, columns), later = box.querySelector('.later');
return Array.from({length: rows * columns}, (_, cell) => {
  const {x, y} = g.middle(cell), at = new DOMPoint(x, y).matrixTransform(later.getScreenCTM().inverse());
  return !later.isPointInFill(at);
});
"""


# Elements and cells of the trace that are marked.
TRACED = """
const [rows, columns] = arguments[0], g = grid(box, rows, columns);
return [...box.querySelectorAll('.marks [data-element]')].map(m => [Number(m.dataset.element), g.cell(...middle_of(m))]);
"""


def playback(browser):
    """The trace of a launch: at each position the cells that are touched by then, as the core says."""
    page = opened(browser, starter, "playback")
    launch = page.core.launch
    size = launch["rows"], launch["columns"]
    controls = Controls(page, ".card.trace")
    requests = launch["requests"]
    equal("all is played at first", controls.value("Requests played"), requests)
    controls.slide("Requests played", "Home")
    for position in range(requests + 1):
        equal(f"position {position}: on the slider", controls.value("Requests played"), position)
        wanted = [0 <= touched < position or position == requests for touched in launch["touched"]]
        equal(f"position {position}: what is touched", controls.js(PLAYED, size), wanted)
        if position == requests // 2:
            pictured(browser, "playback")
        controls.slide("Requests played", "ArrowRight")
    tensor = next(n for n, card in enumerate(page.core.cards) if card["name"] == "A")
    for number, cell in ((0, 9), (1, 17), (2, 6)):
        browser.move(*page.middle(number, cell))
        wanted = {(element, at) for card, _, element, at in page.core.marks(number, page.core.cards[number]["cells"][cell]) if card == tensor}
        equal(f"the trace marks what {page.core.cards[tensor]['name']} does", {tuple(m) for m in controls.js(TRACED, size)}, wanted)
    browser.move(1, 1)
    controls.press("Play")
    browser.wait("the beginning of the playback", looking("""
        return figure.querySelector('.trace input[type=range]').value < arguments[0]"""), requests)  # fmt: skip
    browser.wait("the end of the playback", looking("""
        return figure.querySelector('.trace input[type=range]').value == arguments[0]"""), requests)  # fmt: skip
    check("and the button plays again", controls.there("Play"))
    controls.press("Play")
    controls.press("Pause")
    held = controls.value("Requests played")
    check("it can be held", held < requests or controls.there("Play"), held)
    quiet(browser, "playback")


HIDDEN = """
const [rows, columns] = arguments[0], g = grid(box, rows, columns), cover = box.querySelector('.frame.now .hidden, .frame .hidden');
return Array.from({length: rows * columns}, (_, cell) => {
  const {x, y} = g.middle(cell), at = new DOMPoint(x, y).matrixTransform(cover.getScreenCTM().inverse());
  return cover.isPointInFill(at);
});
"""


def prediction(browser):
    """Values are hidden, revealed one by one, by rows and columns, guessed by the keyboard alone, and counted."""
    page = opened(browser, starter, "prediction")
    card = page.core.cards[0]
    size, count = (card["rows"], card["columns"]), len(card["cells"])
    controls = Controls(page, f".card[data-entry='{card['entry']}']")

    def revealed():
        return {cell for cell, hidden in enumerate(controls.js(HIDDEN, size)) if not hidden}

    equal("nothing is hidden at first", revealed(), set(range(count)))
    controls.press("Hide values")
    equal("everything is", revealed(), set())
    browser.move(*page.middle(0, 9))
    words = browser.js("return document.querySelector('.cutescope-figure').innerText")
    check("nothing tells the value of the element under the pointer", "A(1,1)" not in words, words)
    browser.move(*page.middle(1, 5))
    equal("another card does not mark it", {m for m in page.marks() if m[0] == 0}, set())
    browser.click(*page.middle(0, 9))
    equal("a click reveals a cell", revealed(), {9})
    controls.press("Click: reveal")
    browser.click(*page.middle(0, 10))
    browser.type("11")
    browser.key("Enter")
    equal("a wrong guess reveals nothing", revealed(), {9})
    for _ in range(2):
        browser.key("Backspace")
    browser.type("10")
    browser.key("Enter")
    equal("a right one does", revealed(), {9, 10})
    tally = controls.js("return box.querySelector('.guessing .where').textContent")
    check("they are counted", "right 1" in tally and "wrong 1" in tally, tally)
    pictured(browser, "prediction")
    browser.key("ArrowRight")
    browser.key("Enter")
    browser.type("11")
    browser.key("Enter")
    equal("the keyboard alone does it, too", revealed(), {9, 10, 11})
    controls.press("Reveal all")
    equal("all are revealed", revealed(), set(range(count)))
    controls.press("End")
    check("and it is over", controls.there("Hide values"))

    page = opened(browser, starter, "prediction-first", "--hide", "A")
    controls = Controls(page, f".card[data-entry='{card['entry']}']")
    equal("a page may begin so", revealed(), set())
    value = controls.js("return box.innerText")
    check("its layout is not told either", "(8,8):(8,1)" not in value, value)
    quiet(browser, "prediction")


def still(browser):
    """What comes and goes with the pointer moves nothing else: a page of somebody else stands around the figure."""
    page = opened(browser, starter, "still")
    height = "return document.documentElement.scrollHeight"
    browser.move(1, 1)
    before = browser.js(height)
    browser.move(*page.middle(1, 3))
    equal("the page is as long with something pointed at", browser.js(height), before)


def directions(browser):
    """Text that turns the direction of writing does not turn what follows it."""
    opened(browser, sheet_of("hostile"), "directions")
    turned = browser.js("""
        const line = [...document.querySelectorAll('.cutescope-figure code')].find(c => c.textContent.includes('evil'));
        return getComputedStyle(line).unicodeBidi;""")
    check("an expression's direction ends with it", turned in ("isolate", "isolate-override", "plaintext"), turned)
    quiet(browser, "directions")


def everything(browser):
    """Every control of a page, one after another, says nothing on the console."""
    for name in ("ranks", "threads", "bounds", "tmem"):
        page = opened(browser, sheet_of(name), f"everything-{name}")
        pressed = page.js("""
            let pressed = 0;
            const controls = () => [...figure.querySelectorAll('button, input, summary')].filter(e => e.getClientRects().length);
            for (let n = 0; n < controls().length && n < 300; ++n) {
              const e = controls()[n];
              if (e.type === 'range') {
                for (const v of [e.min, e.max]) { e.value = v; e.dispatchEvent(new Event('input', {bubbles: true})); }
              } else e.click();
              ++pressed;
            }
            return pressed;""")  # fmt: skip
        check(f"{name}: there were controls", pressed > 8, pressed)
        quiet(browser, f"everything on {name}")


def tests(browser):
    for test in (languages, theme_button, slices, steps, playback, prediction, still, directions, everything):
        checks.run(test.__name__, test, browser)
