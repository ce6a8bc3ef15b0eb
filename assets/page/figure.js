// The interactive figure of a sheet: marks what is linked to the element under the pointer. It computes no layout, no link and no
// value: all that it shows comes from its source, which reads them from the page's data block or asks the program. docs/pages.md
// describes the data, the keys and what `Figure` needs.
(() => {
'use strict';

const format = 1;
const roles = ['pointed', 'operand', 'result', 'same', 'place', 'owner'];
const few = 16;          // marks beyond these are thin
const least_cell = 4;    // pixels: smaller ones are dust, and the card scrolls
const least_letter = 5;  // pixels: smaller labels are not drawn
const pixels = 4 / 3;    // of a unit of the pictures, a point

// --- The data block

/** Columns of numbers and texts, as app/figures/interactive_data.cpp writes them. */
class Columns {
  constructor(bytes) { this.bytes = bytes; this.at = 0; }
  number() {
    let value = 0, unit = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  }
  numbers() {
    const all = new Array(this.number());
    let value = 0;
    for (let i = 0; i < all.length; ++i) {
      const by = this.number();
      value += by % 2 ? -(by + 1) / 2 : by / 2;
      all[i] = value;
    }
    return all;
  }
  part() {
    const size = this.number(), from = this.at;
    this.at += size;
    return this.bytes.subarray(from, this.at);
  }
  /** A function that gives the texts, which are taken apart when they are first asked for. */
  texts() {
    const count = this.number(), bytes = this.part();
    let all = null;
    return () => all ??= count ? new TextDecoder().decode(bytes).split('\n') : [];
  }
}

/** What the elements of one entry are linked to in another: role(i), elements(i) of its i-th element. */
class LinkTable {
  constructor(bytes) {
    this.empty = bytes.length === 0;
    if (this.empty) return;
    const columns = new Columns(bytes);
    this.sets = [null];
    for (let n = columns.number(); n > 0; --n) {
      const steps = [];
      for (let k = columns.number(); k > 0; --k) steps.push([columns.number(), columns.number()]);
      this.sets.push(steps);
    }
    this.roles = columns.numbers();
    this.set = columns.numbers();
    this.first = columns.numbers();
  }
  elements(i) {
    const steps = this.empty ? null : this.sets[this.set[i]];
    if (!steps) return [];
    let at = this.first[i];
    const all = [at];
    for (const [by, times] of steps)
      for (let n = 0; n < times; ++n) all.push(at += by);
    return all;
  }
}

/** The data's bytes: a promise, or the bytes themselves where they are not packed. */
function bytes_of(data) {
  const text = atob(data.data), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  if (data.packed === 'none') return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(data.packed))).arrayBuffer().then(b => new Uint8Array(b));
}

/**
 * A source of a figure from its data: `cards`, `links(card, element)`, `text(card, element)`, `words`.
 * A host with the program beside it replaces `links`.
 */
function source_of(data, bytes) {
  const columns = new Columns(bytes);
  const cards = data.cards.map(card => {
    const frames = card.frames.map(frame => ({...frame, elements: columns.numbers()}));
    const played = card.requests ? {touched: columns.numbers(), touches: columns.texts()} : {};
    return {...card, ...played, frames};
  });
  const subjects = data.subjects.map(s => ({...s, elements: columns.numbers(), texts: columns.texts(), ranks: null}));
  const rank = (subject, element) => {
    subject.ranks ??= new Map(subject.elements.map((e, i) => [e, i]));
    return subject.ranks.get(element) ?? -1;
  };
  const tables = [];
  if (data.packed !== 'none') for (let i = 0; i < subjects.length ** 2; ++i) tables.push(columns.part());
  const links = (card, element) => {
    const from = cards[card].subject, found = [];
    const i = from < 0 ? -1 : rank(subjects[from], element);
    if (i < 0) return found;
    for (let to = 0; to < subjects.length; ++to) {
      const place = from * subjects.length + to;
      if (tables[place] instanceof Uint8Array) tables[place] = new LinkTable(tables[place]);
      const elements = tables[place] ? tables[place].elements(i) : [];
      if (elements.length)
        cards.forEach((c, n) => c.subject === to && found.push({card: n, role: roles[tables[place].roles[i]], elements}));
    }
    return found;
  };
  const text = (card, element) => {
    const subject = subjects[cards[card].subject];
    const i = subject ? rank(subject, element) : -1;
    return i < 0 ? '' : subject.texts()[i];
  };
  return {cards, subjects, links, text, words: data.words};
}

// --- The elements of the page

const svg_space = 'http://www.w3.org/2000/svg';
function drawn(name, attributes, parent) {
  const made = document.createElementNS(svg_space, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  parent?.append(made);
  return made;
}
function made(name, classes, parent) {
  const element = document.createElement(name);
  if (classes) element.className = classes;
  parent?.append(element);
  return element;
}

/** One picture of a card: where its cells are, and what lies over them. */
class Frame {
  constructor(box, geometry) {
    this.box = box;
    this.geometry = geometry;
    this.plate = box.querySelector('.plate');
    this.grid = this.plate.querySelector('svg.grid');
    const {width, height} = geometry;
    this.over = drawn('svg', {class: 'over', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true'}, this.plate);
    this.cover = drawn('path', {class: 'cover'}, this.over);
    this.marks = drawn('g', {class: 'marks'}, this.over);
    this.scale = 1;
    this.cells = null;
  }
  get size() { return this.geometry.rows * this.geometry.columns; }
  element(cell) { return this.geometry.elements[cell] ?? -1; }
  /** The cell of an element; -1: it is not in this picture. */
  cell(element) {
    if (!this.cells) {
      this.cells = new Map();
      this.geometry.elements.forEach((e, i) => e >= 0 && !this.cells.has(e) && this.cells.set(e, i));
    }
    return this.cells.get(element) ?? -1;
  }
  place(cell) {
    const {left, top, cell: side, columns} = this.geometry;
    return {x: left + cell % columns * side, y: top + Math.floor(cell / columns) * side, side};
  }
  /** The cell under the pointer; -1: none. */
  under(event) {
    const box = this.over.getBoundingClientRect(), {left, top, cell, rows, columns, width, height} = this.geometry;
    const column = Math.floor(((event.clientX - box.left) / box.width * width - left) / cell);
    const row = Math.floor(((event.clientY - box.top) / box.height * height - top) / cell);
    return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
  }
  mark(cell, role, element, thin) {
    const {x, y, side} = this.place(cell), attributes = {class: thin ? `${role} thin` : role, 'data-element': element, 'data-role': role};
    const pen = 1 / this.scale;  // a pixel
    if (role === 'place') {
      const arm = side / 4;
      let d = '';
      for (const [cx, sx] of [[x, 1], [x + side, -1]])
        for (const [cy, sy] of [[y, 1], [y + side, -1]]) d += `M${cx + sx * arm} ${cy}H${cx}V${cy + sy * arm}`;
      drawn('path', {...attributes, d}, this.marks);
    } else {
      drawn('rect', {...attributes, x, y, width: side, height: side, rx: Math.min(1.5, side / 8)}, this.marks);
    }
    if (!thin && side / pen < 8) drawn('circle', {class: 'ring', cx: x + side / 2, cy: y + side / 2, r: 8 * pen}, this.marks);
  }
  /** Pixels a unit. */
  zoom(scale) {
    this.scale = scale;
    this.plate.style.width = `${this.geometry.width * scale}px`;
    this.plate.style.setProperty('--pen', `${1 / scale}`);
    this.plate.classList.toggle('bare', this.geometry.letters > 0 && this.geometry.letters * scale < least_letter);
  }
  /** A path over these cells, runs of a row together. */
  outline(covered) {
    const {columns, rows, cell: side, left, top} = this.geometry;
    let d = '';
    for (let r = 0; r < rows; ++r)
      for (let c = 0; c < columns;) {
        if (!covered(r * columns + c)) { ++c; continue; }
        const from = c;
        while (c < columns && covered(r * columns + c)) ++c;
        d += `M${left + from * side} ${top + r * side}h${(c - from) * side}v${side}h${(from - c) * side}z`;
      }
    return d;
  }
}

// --- The figure

/**
 * A figure in `root`, whose cards app/figures/interactive.cpp has written. `source`:
 *   cards                  as in the data block, with the columns of each
 *   links(card, element)   [{card, role, elements}]: what is marked when an element of that card is pointed at
 *   text(card, element)    "D(9,1) = 42"
 *   words                  by language: the translations of what the figure says
 */
class Figure {
  constructor(root, source) {
    this.root = root;
    this.source = source;
    this.listeners = new AbortController();
    this.hovered = this.pinned = null;
    this.cards = [...root.querySelectorAll('.card')].map((box, number) => this.card(box, source.cards[number], number));
    this.said = made('p', 'said', root);
    this.said.setAttribute('aria-hidden', 'true');
    this.live = made('p', 'live', root);
    this.live.setAttribute('aria-live', 'polite');
    this.listen(window, 'resize', () => this.fit());
    root.classList.add('ready');
    this.fit();
  }

  /** Lets go of the page: for a host that replaces the figure. */
  close() { this.listeners.abort(); }

  listen(target, type, does) { target.addEventListener(type, does, {signal: this.listeners.signal}); }
  word(english) { return this.source.words?.[this.root.lang]?.[english] ?? english; }

  card(box, data, number) {
    const card = {box, number, data, now: data.first};
    card.frames = [...box.querySelectorAll(':scope > .frames > .frame')].map((f, i) => new Frame(f, data.frames[i]));
    card.view = box.querySelector('.frames');
    card.frames.forEach(frame => {
      const {plate} = frame;
      plate.tabIndex = 0;
      plate.setAttribute('role', 'application');
      plate.setAttribute('aria-label', frame.grid.getAttribute('aria-label'));
      this.listen(plate, 'pointermove', event => event.pointerType !== 'touch' && this.hover(card, frame.under(event)));
      this.listen(plate, 'pointerleave', () => this.hover(card, -1));
      this.listen(plate, 'click', event => this.pick(card, frame.under(event)));
      this.listen(plate, 'keydown', event => this.key(event, card));
    });
    return card;
  }
  frame(card) { return card.frames[card.now]; }

  /** Pictures as large as there is room for; those that would be dust are scrolled. */
  fit() {
    for (const card of this.cards) {
      const room = this.root.clientWidth - 40;
      for (const frame of card.frames) {
        const {width, height, cell} = frame.geometry;
        const scale = Math.min(pixels, room / width, Math.max(0.8 * innerHeight, 320) / height);
        frame.zoom(cell * scale < least_cell ? pixels : scale);
      }
    }
    this.show();
  }

  at(card, cell) {
    const element = cell < 0 ? -1 : this.frame(card).element(cell);
    return cell < 0 ? null : {card, cell, element};
  }
  same(a, b) { return a?.card === b?.card && a?.cell === b?.cell; }

  hover(card, cell) {
    const to = this.at(card, cell);
    if (this.same(to, this.hovered)) return;
    this.hovered = to;
    this.show();
  }
  pick(card, cell) {
    const to = this.at(card, cell);
    if (!to) return;
    this.pinned = this.same(to, this.pinned) ? null : to;
    this.show();
    if (this.pinned) this.speak(this.pinned);
  }

  /** Marks what is linked to the element that is pointed at, else to the pinned one. */
  show() {
    for (const card of this.cards) for (const frame of card.frames) frame.marks.replaceChildren();
    const at = this.hovered ?? this.pinned;
    this.root.toggleAttribute('data-pinned', !this.hovered && !!this.pinned);
    const words = at && at.element >= 0 ? this.sentence(at) : '';
    this.said.textContent = words;
    this.said.hidden = !words;
    if (!at) return;
    if (at.element >= 0) {
      for (const {card: number, role, elements} of this.source.links(at.card.number, at.element)) {
        const card = this.cards[number], frame = this.frame(card), thin = elements.length > few;
        const own = this.source.cards[number].subject === this.source.cards[at.card.number].subject;
        for (const element of elements) {
          const cell = frame.cell(element), pointed = own && element === at.element;
          if (cell >= 0) frame.mark(cell, pointed ? 'pointed' : role === 'pointed' ? 'same' : role, element, thin && !pointed);
        }
      }
    }
    const frame = this.frame(at.card), side = frame.place(at.cell);
    drawn('rect', {class: 'under', x: side.x, y: side.y, width: side.side, height: side.side}, frame.marks);
  }

  /** "D(9,1) = 42 · from A(5,2) = 21". */
  sentence(at) {
    const parts = [this.source.text(at.card.number, at.element)], seen = new Set();
    const named = {operand: 'from {}', result: 'goes to {}', same: 'the same as {}', place: 'place {}', owner: 'owned by {}'};
    for (const {card, role, elements} of this.source.links(at.card.number, at.element)) {
      const {subject} = this.source.cards[card];
      if (!named[role] || seen.has(subject)) continue;
      seen.add(subject);
      const first = elements.slice(0, 3).map(e => this.source.text(card, e)).join(', ');
      parts.push(this.word(named[role]).replace('{}', () => first + (elements.length > 3 ? `, … (${elements.length})` : '')));
    }
    return parts.join(' · ');
  }
  speak(at) { this.live.textContent = this.sentence(at); }

  key(event, card) {
    const frame = this.frame(card), {rows, columns} = frame.geometry;
    const at = this.pinned?.card === card ? this.pinned.cell : this.hovered?.card === card ? this.hovered.cell : -1;
    let row = Math.floor(at / columns), column = at % columns;
    switch (event.key) {
      case 'ArrowLeft': --column; break;
      case 'ArrowRight': ++column; break;
      case 'ArrowUp': --row; break;
      case 'ArrowDown': ++row; break;
      case 'Home': column = 0; break;
      case 'End': column = columns - 1; break;
      case 'PageUp': row -= 8; break;
      case 'PageDown': row += 8; break;
      case 'Escape': this.pinned = null; this.show(); return;
      default: return;
    }
    event.preventDefault();
    if (at < 0) row = column = 0;
    row = Math.max(0, Math.min(rows - 1, row));
    column = Math.max(0, Math.min(columns - 1, column));
    this.hovered = null;
    this.pinned = this.at(card, row * columns + column);
    this.show();
    this.speak(this.pinned);
  }
}

// --- The figures of this page

async function start(root) {
  const data = JSON.parse(root.querySelector('script.cutescope-data').textContent);
  if (data.format !== format) return;
  root.dataset.started = '';
  return new Figure(root, source_of(data, await bytes_of(data)));
}

globalThis.Cutescope = {Figure, source_of, bytes_of};
for (const root of document.querySelectorAll('.cutescope-figure:not([data-started])'))
  if (root.querySelector('script.cutescope-data')) start(root);
})();
