"""What a test knows of an interactive figure's elements, in one place."""

import json
import subprocess

# Cells are found by the frame that the picture draws around its grid, never by what the script of the page believes. Cells are
# numbered row by row; a card by its place among the cards that are no launch's trace.
LOOK = r"""
const figure = document.querySelectorAll('.cutescope-figure')[FIGURE];
const boxes = [...figure.querySelectorAll('.card:not(.trace)')];
const shown = box => box.querySelector(':scope > .frames > .frame.now') ?? box.querySelector('.frame');
/** The rectangle around the cells, in units of the picture. */
const bounds = frame => {
  const number = String.raw`(-?[\d.]+)`;
  const closed = new RegExp(`^M${number} ${number}H${number}M\\3 \\2V${number}M\\3 \\4H\\1M\\1 \\4V\\2$`);
  // With several grids the box around all of them.
  let all = null;
  for (const path of frame.querySelectorAll('svg.grid path')) {
    const found = closed.exec(path.getAttribute('d'));
    if (!found) continue;
    const [left, top, right, bottom] = found.slice(1).map(Number);
    all ??= {left, top, right, bottom};
    all = {left: Math.min(left, all.left), top: Math.min(top, all.top), right: Math.max(right, all.right), bottom: Math.max(bottom, all.bottom)};
  }
  if (all) return all;
  throw new Error('no frame around the cells');
};
/** Knows the cells of a card that has so many rows and columns. */
const grid = (box, rows, columns) => {
  const frame = shown(box), svg = frame.querySelector('svg.grid'), {left, top, right, bottom} = bounds(frame);
  const width = (right - left) / columns, height = (bottom - top) / rows;
  return {
    frame, plate: frame.querySelector('.plate'),
    /** Where the middle of a cell is on the screen. */
    middle: cell => {
      const x = left + (cell % columns + 0.5) * width, y = top + (Math.floor(cell / columns) + 0.5) * height;
      const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
      return {x: at.x, y: at.y};
    },
    /** The cell at a place on the screen, such as the middle of a mark. */
    cell: (x, y) => {
      const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
      return Math.floor((at.y - top) / height) * columns + Math.floor((at.x - left) / width);
    },
  };
};
const middle_of = element => {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};
/** What is marked: [card, role, element, cell] of each mark. */
const marks = grids => {
  const all = [];
  grids.forEach((g, n) => {
    for (const mark of g.frame.querySelectorAll('.marks [data-element]'))
      all.push([n, mark.dataset.role, Number(mark.dataset.element), g.cell(...middle_of(mark))]);
  });
  return all;
};
const move = (g, cell) => {
  const {x, y} = g.middle(cell);
  g.plate.dispatchEvent(new PointerEvent('pointermove', {clientX: x, clientY: y, bubbles: true, pointerType: 'mouse', isPrimary: true}));
};
const leave = g => g.plate.dispatchEvent(new PointerEvent('pointerleave', {pointerType: 'mouse', isPrimary: true}));
const grids_of = sizes => boxes.map((box, n) => grid(box, ...sizes[n]));
"""


def looking(script, figure=0):
    return LOOK.replace("FIGURE", str(figure)) + script


class Core:
    """What the program says of a sheet: tests/browser/write_links.cpp."""

    def __init__(self, write_links, sheet, most):
        answer = subprocess.run([write_links, sheet, str(most)], check=True, stdout=subprocess.PIPE)
        told = json.loads(answer.stdout)
        self.cards, self.links, self.launch = told["cards"], told["links"], told["launch"]
        for card in self.cards:
            card["cell"] = {}
            for cell, element in enumerate(card["cells"]):
                if element >= 0:
                    card["cell"].setdefault(element, cell)
        self.sizes = [(card["rows"], card["columns"]) for card in self.cards]

    def marks(self, card, element):
        """What the page has to mark when that element of that card is pointed at: {(card, role, element, cell)}."""
        of, all_marks = self.cards[card]["of"], set()
        for link in self.links[str(of)][str(element)]:
            for number, other in enumerate(self.cards):
                if other["of"] != link["entry"]:
                    continue
                for there in link["elements"]:
                    if there not in other["cell"]:
                        continue
                    pointed = other["of"] == of and there == element
                    role = "pointed" if pointed else "same" if link["role"] == "pointed" else link["role"]
                    all_marks.add((number, role, there, other["cell"][there]))
        return all_marks


class Page:
    """An interactive figure in a browser, beside what the program says of the same sheet."""

    def __init__(self, browser, core, figure=0):
        self.browser, self.core, self.figure = browser, core, figure

    def js(self, script, *arguments):
        return self.browser.js(looking(script, self.figure), *arguments)

    def ready(self):
        self.browser.wait("the figure", looking("return figure.classList.contains('ready')", self.figure))
        # The browser lays out no hidden parts, so they would have no position.
        self.js("for (const plate of figure.querySelectorAll('.plate')) plate.style.contentVisibility = 'visible'")
        return self

    def labels(self):
        """Of each card the texts in its cells, row by row."""
        return self.js("""
            return grids_of(arguments[0]).map((g, n) => {
              const lines = Array.from({length: arguments[0][n][0] * arguments[0][n][1]}, () => []);
              for (const text of g.frame.querySelectorAll('svg.grid .labels text')) {
                const [x, y] = middle_of(text);
                lines[g.cell(x, y)]?.push([y, text.textContent]);
              }
              return lines.map(all => all.sort((a, b) => a[0] - b[0]).map(line => line[1]).join('\\n'));
            });""", self.core.sizes)  # fmt: skip

    def hover_all(self, cells):
        """cells: of each card those to point at. Of each what is marked then."""
        return self.js("""
            const grids = grids_of(arguments[0]);
            const answers = arguments[1].map((cells, n) => cells.map(cell => { move(grids[n], cell); return marks(grids); }));
            grids.forEach(leave);
            return answers;""", self.core.sizes, cells)  # fmt: skip

    def middle(self, card, cell):
        """Where a cell is on the screen, once it is in sight."""
        at = self.js("""
            const g = grids_of(arguments[0])[arguments[1]];
            g.plate.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
            const {x, y} = g.middle(arguments[2]);
            if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
              scrollBy({left: x - innerWidth / 2, top: y - innerHeight / 2, behavior: 'instant'});
            }
            return g.middle(arguments[2]);""", self.core.sizes, card, cell)  # fmt: skip
        return at["x"], at["y"]

    def marks(self):
        return {tuple(m) for m in self.js("return marks(grids_of(arguments[0]))", self.core.sizes)}
