// The interactive figure of a sheet: marks the elements linked to the one under the pointer. It computes no layout, link or value: its
// source reads them from the page's data block or requests them from the program. docs/pages.md describes the data, the keys and the
// parameters of `Figure`.
(() => {
'use strict';

const format = 1;
const roles = ['pointed', 'operand', 'result', 'same', 'place', 'owner'];
const least_high = 4;   // the same if the height is the limit
const few = 16;          // marks beyond these are thin
const least_cell = 2;    // pixels: smaller ones are dust, and the card scrolls
const least_letter = 5;  // pixels: smaller labels are not drawn
const pixels = 4 / 3;    // pixels per point, the unit of the pictures
const page = 8;          // rows
const most_boxes = 4096; // largest number of cells drawn one by one, without a layer of their own
const most_marks = 4096; // limit of one card; the program links no more
const play_ms = 6000;    // duration of playing a whole launch

// --- The data block

/** A reader of columns of numbers and texts, as app/figures/interactive_data.cpp writes them. */
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
  /** Returns a function that returns the texts, which are split at the first call. */
  texts() {
    const count = this.number(), bytes = this.part();
    let all = null;
    return () => all ??= count ? new TextDecoder().decode(bytes).split('\n') : [];
  }
}

/** The links from the elements of one entry to another: role(i), elements(i) of its i-th element. */
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

/** Returns the data's bytes: a promise, or the bytes themselves if they are not packed. */
function bytes_of(data) {
  const text = atob(data.data), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  if (data.packed === 'none') return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(data.packed))).arrayBuffer().then(b => new Uint8Array(b));
}

/**
 * Makes a figure's source from its data: `cards`, `links(card, element)`, `text(card, element)`, `words`. A host with the program replaces
 * `links` and `text`, and the `elements` of frames with a `part`.
 */
function source_of(data, bytes) {
  const columns = new Columns(bytes);
  const cards = data.cards.map(card => {
    const frames = card.frames.map(frame => {
      const elements = columns.numbers(), cells = columns.numbers(), en = columns.texts(), zh = columns.texts();
      const remark = (cell, language) => cells.length ? (language === 'zh' ? zh : en)()[cells.indexOf(cell)] ?? '' : '';
      if (!frame.parts) return {...frame, elements, remark};
      const owners = columns.numbers(), owned = Array.from({length: columns.number()}, () => columns.numbers());
      return {...frame, elements, remark, owners, owned};
    });
    const played = card.requests ? {touched: columns.numbers(), touches: columns.texts()} : {};
    return {...card, ...played, frames};
  });
  const linked = data.packed !== 'none';
  const subjects = data.subjects.map(s => linked ? {...s, elements: columns.numbers(), texts: columns.texts(), ranks: null} : s);
  const rank = (subject, element) => {
    subject.ranks ??= new Map(subject.elements.map((e, i) => [e, i]));
    return subject.ranks.get(element) ?? -1;
  };
  const tables = [];
  if (linked) for (let i = 0; i < subjects.length ** 2; ++i) tables.push(columns.part());
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
function range(classes, parent, last) {
  const slider = made('input', classes, parent);
  Object.assign(slider, {type: 'range', min: 0, max: last, step: 1, value: 0});
  return slider;
}

/** One picture of a card: the geometry of its cells and the marks over them. */
class Frame {
  constructor(box, geometry) {
    this.box = box;
    this.geometry = geometry;
    this.plate = box.querySelector('.plate');
    this.grid = this.plate.querySelector('svg.grid');
    this.plate.classList.toggle('large', this.size > most_boxes && !geometry.part);
    const {width, height} = geometry;
    this.over = drawn('svg', {class: 'over', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true'}, this.plate);
    this.later = drawn('path', {class: 'later'}, this.over);   // elements not yet touched by a launch
    this.hidden = drawn('path', {class: 'hidden'}, this.over); // elements to be guessed
    this.played = drawn('g', {class: 'played'}, this.over);
    this.marks = drawn('g', {class: 'marks'}, this.over);
    this.scale = pixels;
    this.cells = this.texts = null;
  }
  get size() { return this.geometry.rows * this.geometry.columns; }
  element(cell) { return this.geometry.elements[cell] ?? -1; }
  /** Returns the cell of an element; -1 if it is not in this picture. */
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
  /** Returns the cell at a point of the picture; -1 if there is none. */
  cell_at(x, y) {
    const {left, top, cell, rows, columns} = this.geometry;
    const column = Math.floor((x - left) / cell), row = Math.floor((y - top) / cell);
    return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
  }
  /** Returns the cell under the pointer; -1 if there is none. */
  under(event) {
    const box = this.over.getBoundingClientRect(), {width, height} = this.geometry;
    return this.cell_at((event.clientX - box.left) / box.width * width, (event.clientY - box.top) / box.height * height);
  }
  /** Returns the label drawn in a cell, its lines joined without blanks; "" if it has none. */
  label(cell) {
    if (!this.texts) {
      this.texts = new Map();
      for (const text of this.grid.querySelectorAll('.labels text')) {
        const moved = text.parentNode.transform.baseVal, by = moved.numberOfItems ? moved.getItem(0).matrix : {e: 0, f: 0};
        const x = Number(text.getAttribute('x')) + by.e, y = Number(text.getAttribute('y')) + by.f;
        const at = this.cell_at(x, y - 0.1);
        this.texts.set(at, (this.texts.get(at) ?? '') + text.textContent);
      }
    }
    return this.texts.get(cell) ?? '';
  }
  mark(cell, role, element, thin) {
    const {x, y, side} = this.place(cell), attributes = {class: thin ? `${role} thin` : role, 'data-element': element, 'data-role': role};
    if (role === 'place') {
      const arm = side / 4;
      let d = '';
      for (const [cx, sx] of [[x, 1], [x + side, -1]])
        for (const [cy, sy] of [[y, 1], [y + side, -1]]) d += `M${cx + sx * arm} ${cy}H${cx}V${cy + sy * arm}`;
      drawn('path', {...attributes, d}, this.marks);
    } else {
      this.framed(cell, attributes, this.marks);
    }
    const pixel = 1 / this.scale;
    if (!thin && side / pixel < 8) drawn('circle', {class: 'ring', cx: x + side / 2, cy: y + side / 2, r: 8 * pixel}, this.marks);
  }
  framed(cell, attributes, parent, rows = 1, columns = 1) {
    const {x, y, side} = this.place(cell);
    drawn('rect', {...attributes, x, y, width: side * columns, height: side * rows, rx: Math.min(1.5, side / 8)}, parent);
  }
  /** Marks the other grids of a picture along the modes that they share with a cell, and the elements owned by its thread. */
  mark_parts(cell) {
    const {parts, columns, owners, owned} = this.geometry, row = Math.floor(cell / columns), column = cell % columns;
    const from = parts.find(p => row >= p.row && row < p.row + p.rows && column >= p.column && column < p.column + p.columns);
    if (!from) return false;
    const at = {[from.down]: row - from.row, [from.right]: column - from.column};
    for (const p of parts) {
      const down = p.down && at[p.down] < p.rows ? at[p.down] : null, right = p.right && at[p.right] < p.columns ? at[p.right] : null;
      if (p === from || (down === null && right === null)) continue;
      const first = (p.row + (down ?? 0)) * columns + p.column + (right ?? 0);
      this.framed(first, {class: 'line'}, this.marks, down === null ? p.rows : 1, right === null ? p.columns : 1);
    }
    for (const own of owned[owners[cell]] ?? []) this.framed(own, {class: 'owner', 'data-cell': own}, this.marks);
    return true;
  }
  /** Sets the scale, in pixels per unit. */
  zoom(scale) {
    this.scale = scale;
    this.plate.style.width = `${this.geometry.width * scale}px`;
    this.plate.style.setProperty('--pixel', `${1 / scale}px`);
    this.plate.classList.toggle('bare', this.geometry.letters > 0 && this.geometry.letters * scale < least_letter);
  }
  /** Covers cells with a path, adjacent cells of a row together unless each is a box. */
  cover(path, covered, boxes = false) {
    const {columns, rows, cell: side, left, top} = this.geometry;
    let d = '';
    for (let r = 0; covered && r < rows; ++r)
      for (let c = 0; c < columns;) {
        if (!covered(r * columns + c)) { ++c; continue; }
        const from = c;
        do ++c; while (!boxes && c < columns && covered(r * columns + c));
        d += `M${left + from * side} ${top + r * side}h${(c - from) * side}v${side}h${(from - c) * side}z`;
      }
    path.setAttribute('d', d);
  }
}

// --- The figure

/**
 * A figure in `root`, with cards written by app/figures/interactive_html.cpp. `source`:
 *   cards                  as in the data block, with the columns of each
 *   subjects               as in the data block
 *   links(card, element)   [{card, role, elements}]: the elements to mark when the pointer is on an element of this card
 *   text(card, element)    "D(9,1) = 42"
 *   words                  translations of the figure's texts, by language
 */
class Figure {
  /** Returns the tag of a language in HTML. Chinese names its script too, as a browser might choose Japanese glyphs. */
  static tag(language) { return language === 'zh' ? 'zh-Hans' : language; }

  constructor(root, source) {
    this.root = root;
    this.language = (root.lang || 'en').split('-')[0];
    this.source = source;
    this.listeners = new AbortController();
    this.hovered = this.pinned = null;
    this.guesses = new Map();  // by entry: its hidden values and the guesses
    this.timer = 0;
    this.tools();
    this.cards = [...root.querySelectorAll('.card')].map((box, number) => this.card(box, source.cards[number], number));
    this.said = made('p', 'said', made('div', 'speech', root));
    this.said.setAttribute('aria-hidden', 'true');
    this.live = made('p', 'live', root);
    this.live.setAttribute('aria-live', 'polite');
    this.listen(window, 'resize', () => this.fit());
    // A figure may become visible later, in a notebook or a folded part of a blog.
    this.sized = new ResizeObserver(() => this.root.clientWidth !== this.width && this.fit());
    this.sized.observe(root);
    root.classList.add('ready');
    this.speak_language(this.language);
    this.fit();
    for (const card of this.cards) if (card.box.hasAttribute('data-hidden')) this.hide(card);
  }

  /** Removes the figure's listeners and timers, for a host that replaces the figure. */
  close() {
    this.listeners.abort();
    this.sized.disconnect();
    clearInterval(this.timer);
  }

  listen(target, type, does) { target.addEventListener(type, does, {signal: this.listeners.signal}); }
  /** Returns a word of the figure in the reader's language, with its {} filled in. */
  word(english, ...values) {
    const word = this.source.words?.[this.language]?.[english] ?? english;
    return word.replace(/\{\}/g, () => values.shift());
  }
  /** Sets an element's text to a word, in every language. */
  says(element, english, ...values) {
    element.says = () => element.textContent = this.word(english, ...values);
    element.dataset.says = '';
    element.says();
    return element;
  }
  button(parent, classes, does, english) {
    const button = made('button', classes, parent);
    button.type = 'button';
    this.listen(button, 'click', does);
    return english ? this.says(button, english) : button;
  }
  /** Sets the accessible name of a control, in every language. */
  calls(element, english, ...values) {
    element.calls = () => element.setAttribute('aria-label', this.word(english, ...values));
    element.dataset.calls = '';
    element.calls();
  }

  // Language and theme

  tools() {
    const tools = made('div', 'tools', null), themes = ['auto', 'light', 'dark'];
    const title = this.root.querySelector(':scope > .title'), style = this.root.querySelector(':scope > style');
    if (title ?? style) (title ?? style).after(tools);
    else this.root.prepend(tools);
    this.other = this.button(tools, 'language', () => this.speak_language(this.language === 'zh' ? 'en' : 'zh'));
    const theme = this.button(tools, 'theme', () => {
      this.root.dataset.theme = themes[(themes.indexOf(this.root.dataset.theme) + 1) % themes.length];
      this.says(theme, `Theme: ${this.root.dataset.theme}`);
    });
    this.says(theme, `Theme: ${this.root.dataset.theme}`);
  }
  speak_language(language) {
    this.language = language;
    this.root.lang = Figure.tag(language);
    this.other.textContent = language === 'zh' ? 'English' : '中文';
    this.other.lang = Figure.tag(language === 'zh' ? 'en' : 'zh');
    for (const element of this.root.querySelectorAll('[data-en]')) element.textContent = element.dataset[language] ?? element.dataset.en;
    for (const element of this.root.querySelectorAll('[data-says]')) element.says?.();
    for (const element of this.root.querySelectorAll('[data-calls]')) element.calls?.();
    if (this.cards) this.show();
  }

  // Cards

  card(box, data, number) {
    const card = {box, number, data, now: data.first, zoom: 0};
    card.frames = [...box.querySelectorAll(':scope > .frames > .frame')].map((f, i) => new Frame(f, data.frames[i]));
    card.name = box.querySelector('.name').textContent;
    card.controls = made('div', 'controls', null);
    box.querySelector(':scope > .frames').after(card.controls);
    for (const frame of card.frames) {
      const {plate} = frame;
      plate.tabIndex = 0;
      plate.setAttribute('role', 'application');
      this.calls(plate, '{}, {} rows and {} columns: arrow keys move, Enter pins, Escape lets go', card.name, frame.geometry.rows,
                 frame.geometry.columns);
      this.listen(plate, 'pointermove', event => event.pointerType !== 'touch' && this.hover(card, frame.under(event)));
      this.listen(plate, 'pointerleave', () => this.hover(card, -1));
      this.listen(plate, 'click', event => this.pick(card, frame.under(event), event));
      this.listen(plate, 'keydown', event => event.target === plate && this.key(event, card));
    }
    if (card.frames.length > 1) this.slices(card);
    if (data.requests) this.playback(card);
    else this.guessing(card);
    this.zooming(card);
    const steps = box.querySelector('.steps');
    if (steps) this.steps(steps);
    return card;
  }
  frame(card) { return card.frames[card.now]; }

  /** Adds a slider and buttons that select one of several pictures. Returns a function that shows one. */
  one_of(parent, boxes, english, shown) {
    const bar = made('div', 'bar', null), before = this.button(bar, 'turn', () => show(now - 1));
    const slider = range('slider', bar, boxes.length - 1), after = this.button(bar, 'turn', () => show(now + 1));
    const where = made('span', 'where', bar);
    let now = 0;
    before.textContent = '‹';
    after.textContent = '›';
    this.calls(before, 'Back');
    this.calls(after, 'Next');
    this.calls(slider, english);
    parent(bar);
    const show = n => {
      now = Math.max(0, Math.min(boxes.length - 1, n));
      boxes.forEach((box, i) => box.classList.toggle('now', i === now));
      slider.value = now;
      before.disabled = now === 0;
      after.disabled = now === boxes.length - 1;
      where.textContent = `${now + 1} / ${boxes.length}`;
      shown(now);
    };
    this.listen(slider, 'input', () => show(Number(slider.value)));
    return show;
  }
  slices(card) {
    card.turn = this.one_of(bar => card.controls.append(bar), card.frames.map(f => f.box), 'Slice', now => {
      card.now = now;
      if (this.cards) this.show();
    });
    card.turn(card.data.first);
  }
  steps(details) {
    const boxes = [...details.querySelectorAll('.frame')];
    if (boxes.length === 0) return;  // the host draws them when they are opened
    const show = this.one_of(bar => details.querySelector('summary').after(bar), boxes, 'Step', () => {});
    show(0);
  }

  /** Scales pictures to the available room; pictures with indistinguishably small cells are scrolled. */
  fit() {
    this.width = this.root.clientWidth;
    if (this.width === 0) return;
    const room = this.root.clientWidth - parseFloat(getComputedStyle(this.root).paddingLeft) * 2 - 32;
    for (const card of this.cards) {
      for (const frame of card.frames) {
        const {width, height, cell} = frame.geometry;
        // A picture too high for the window scrolls before its letters become too small.
        const wide = Math.min(pixels, room / width), least = Math.min(wide, (wide * cell < 12 ? least_high : 12) / cell);
        const whole = Math.max(least, Math.min(wide, Math.max(0.8 * innerHeight, 320) / height));
        const scale = card.zoom || (cell * whole < least_cell ? pixels : whole);
        frame.zoom(scale);
        card.whole = whole;
      }
      card.zooms.hidden = card.whole > 0.9 * pixels && !card.zoom;
    }
    this.show();
  }
  zooming(card) {
    card.zooms = made('span', 'zooms', card.controls);
    for (const [text, english, by] of [['−', 'Smaller', 1 / 1.5], ['+', 'Larger', 1.5], ['⤢', 'Whole', 0]]) {
      const button = this.button(card.zooms, 'turn', () => this.enlarge(card, by));
      button.textContent = text;
      this.calls(button, english);
    }
  }
  /** Scales a card by `by`, around the middle of the visible part; 0: fits the whole picture. */
  enlarge(card, by) {
    const view = card.box.querySelector(':scope > .frames'), before = this.frame(card).scale;
    const x = view.scrollLeft + view.clientWidth / 2, y = view.scrollTop + view.clientHeight / 2;
    card.zoom = by ? Math.max(card.whole / 2, Math.min(4, before * by)) : card.whole;
    this.fit();
    const grown = this.frame(card).scale / before;
    view.scrollTo(x * grown - view.clientWidth / 2, y * grown - view.clientHeight / 2);
  }

  // The pointer

  at(card, cell) { return cell < 0 ? null : {card, cell, frame: card.now, element: this.frame(card).element(cell)}; }
  same(a, b) { return a?.card === b?.card && a?.cell === b?.cell && a?.frame === b?.frame; }

  hover(card, cell) {
    const to = this.at(card, cell);
    if (this.same(to, this.hovered)) return;
    this.hovered = to;
    this.show();
  }
  pick(card, cell, event) {
    const to = this.at(card, cell);
    if (!to) return;
    if (this.hides(card, to.element)) return this.guess(to, event);
    this.pinned = this.same(to, this.pinned) ? null : to;
    this.show();
    if (this.pinned) this.speak(this.pinned);
  }

  /** Pins the cell, or keeps it pinned; Escape unpins it. */
  hold(card, cell, event) {
    const to = this.at(card, cell);
    if (this.hides(card, to.element)) return this.guess(to, event);
    card.left = cell;
    this.hovered = null;
    this.pinned = to;
    this.show();
    this.speak(to);
  }

  /** Marks the elements linked to the one under the pointer, else to the pinned one. */
  show() {
    for (const card of this.cards) for (const frame of card.frames) frame.marks.replaceChildren();
    const at = this.hovered ?? this.pinned;
    this.root.toggleAttribute('data-pinned', !!this.pinned);
    const words = at ? this.sentence(at) : '';
    this.said.textContent = words;
    this.said.classList.toggle('nothing', !words);
    if (!at) return;
    if (at.element >= 0 && !this.guesses.has(at.card.data.entry)) {
      const {subject} = this.source.cards[at.card.number];
      for (const {card: number, role, elements} of this.source.links(at.card.number, at.element)) {
        const card = this.cards[number], thin = elements.length > few, own = this.source.cards[number].subject === subject;
        if (this.guesses.has(card.data.entry)) continue;
        for (const element of elements) {
          const cell = this.frame(card).cell(element), pointed = own && element === at.element;
          if (cell >= 0) this.frame(card).mark(cell, pointed ? 'pointed' : role === 'pointed' ? 'same' : role, element, thin && !pointed);
        }
      }
    }
    if (at.frame !== at.card.now) return;
    if (this.frame(at.card).geometry.parts && (this.guesses.has(at.card.data.entry) || !this.frame(at.card).mark_parts(at.cell))) return;
    this.frame(at.card).framed(at.cell, {class: 'under'}, this.frame(at.card).marks);
  }

  /** Returns "D(9,1) = 42 · from A(5,2) = 21"; for a cell without an element its remark; "" for a hidden one. */
  sentence(at) {
    const {cards} = this.source, played = this.cards.find(card => card.data.touches);
    const remark = cards[at.card.number].frames[at.frame].remark?.(at.cell, this.language) ?? '';
    if (at.element < 0) return remark;
    if (this.hides(at.card, at.element)) return '';
    const named = {operand: 'from {}', result: 'goes to {}', same: 'the same as {}', place: 'place {}', owner: 'owned by {}'};
    const parts = [this.source.text(at.card.number, at.element)], seen = new Set([cards[at.card.number].subject]);
    for (const {card, role, elements} of this.source.links(at.card.number, at.element)) {
      const {subject} = cards[card];
      if (!named[role] || seen.has(subject) || this.guesses.has(this.source.subjects[subject].entry)) continue;
      seen.add(subject);
      const first = elements.slice(0, 3).map(e => this.source.text(card, e)).join(', ');
      const count = `${elements.length < most_marks ? '' : '≥ '}${elements.length}`;
      parts.push(this.word(named[role], first + (elements.length > 3 ? `, … (${count})` : '')));
    }
    if (played && !this.guesses.has(played.data.entry) && played.data.subject === cards[at.card.number].subject)
      parts.push(played.data.touches()[this.frame(played).cell(at.element)]);
    return [...parts, remark].filter(part => part).join(' · ');
  }
  speak(at) {
    const {columns} = this.frame(at.card).geometry;
    const place = this.word('row {}, column {}', Math.floor(at.cell / columns), at.cell % columns);
    this.live.textContent = `${place}: ${this.hides(at.card, at.element) ? this.word('hidden') : this.sentence(at)}`;
  }

  key(event, card) {
    const frame = this.frame(card), {rows, columns} = frame.geometry;
    const shown = this.pinned?.card === card ? this.pinned.cell : this.hovered?.card === card ? this.hovered.cell : -1;
    // After Escape the arrow keys continue at the last place.
    const at = shown < 0 ? card.left ?? -1 : shown;
    let row = Math.floor(at / columns), column = at % columns;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    switch (event.key) {
      case 'ArrowLeft': --column; break;
      case 'ArrowRight': ++column; break;
      case 'ArrowUp': --row; break;
      case 'ArrowDown': ++row; break;
      case 'Home': column = 0; break;
      case 'End': column = columns - 1; break;
      case 'PageUp':
      case 'PageDown': {
        const by = event.key === 'PageUp' ? -1 : 1;
        if (card.turn) card.turn(card.now + by);
        else row += by * page;
        break;
      }
      case '+':
      case '=': event.preventDefault(); return this.enlarge(card, 1.5);
      case '-': event.preventDefault(); return this.enlarge(card, 1 / 1.5);
      case '0': event.preventDefault(); return this.enlarge(card, 0);
      case 'Enter':
      case ' ':
        event.preventDefault();
        return this.hold(card, Math.max(at, 0), event);
      case 'Escape':
        this.hovered = this.pinned = null;
        return this.show();
      default: return;
    }
    event.preventDefault();
    if (at < 0) row = column = 0;
    row = Math.max(0, Math.min(rows - 1, row));
    column = Math.max(0, Math.min(columns - 1, column));
    this.hovered = null;
    card.left = row * columns + column;
    this.pinned = this.at(card, card.left);
    this.show();
    this.reveal_sight(this.pinned);
    this.speak(this.pinned);
  }
  /** Scrolls the cell into view. */
  reveal_sight({card, cell}) {
    const frame = this.frame(card), {x, y, side} = frame.place(cell), view = card.box.querySelector(':scope > .frames');
    const show = (from, size, at, length) => Math.min(at, Math.max(from, at + length - size));
    view.scrollLeft = show(view.scrollLeft, view.clientWidth, x * frame.scale, side * frame.scale);
    view.scrollTop = show(view.scrollTop, view.clientHeight, y * frame.scale, side * frame.scale);
  }

  // Playback of a launch

  playback(card) {
    const {requests} = card.data, bar = made('div', 'bar', card.controls);
    const button = this.button(bar, 'turn', () => this.timer ? stop() : play());
    const slider = range('slider', bar, requests), where = made('span', 'where', bar);
    this.calls(slider, 'Requests played');
    const show = position => {
      slider.value = position;
      this.says(where, '{} of {} requests', position, requests);
      slider.setAttribute('aria-valuetext', where.textContent);
      const frame = this.frame(card), {touched} = card.data;
      frame.cover(frame.later, position < requests ? cell => touched[cell] < 0 || touched[cell] >= position : null);
      frame.played.replaceChildren();
      if (position > 0 && position < requests)
        touched.forEach((at, cell) => at === position - 1 && frame.framed(cell, {class: 'now', 'data-request': at}, frame.played));
    };
    const stop = () => {
      clearInterval(this.timer);
      this.timer = 0;
      button.textContent = '▶';
      this.calls(button, 'Play');
    };
    const play = () => {
      const tick = Math.max(50, play_ms / requests), by = Math.max(1, Math.round(requests * tick / play_ms));
      if (Number(slider.value) >= requests) show(0);
      button.textContent = '⏸';
      this.calls(button, 'Pause');
      this.timer = setInterval(() => {
        show(Math.min(requests, Number(slider.value) + by));
        if (Number(slider.value) >= requests) stop();
      }, tick);
    };
    this.listen(slider, 'input', () => { stop(); show(Number(slider.value)); });
    stop();
    show(requests);
  }

  // Values to be guessed before they are shown, as in the window's predictions

  guessing(card) {
    if (card.frames.every(frame => !frame.geometry.part && frame.geometry.elements.length === 0)) return;
    const bar = made('div', 'bar guessing', card.controls);
    card.hides = this.button(bar, 'hide', () => this.hide(card), 'Hide values');
    card.tally = made('span', 'where', bar);
    card.choices = made('span', 'choices', bar);
    this.button(card.choices, '', () => this.reveal(card, this.elements_of(card)), 'Reveal all');
    this.button(card.choices, '', () => this.hide(card), 'Hide again');
    card.typing = this.button(card.choices, '', () => {
      const guess = this.guesses.get(card.data.entry);
      guess.typing = !guess.typing;
      this.cover(card.data.entry);
    });
    this.button(card.choices, '', () => {
      this.guesses.delete(card.data.entry);
      this.cover(card.data.entry);
    }, 'End');
    this.tally(card);
  }
  elements_of(card) { return card.frames.flatMap(frame => frame.geometry.elements.filter(e => e >= 0)); }
  hides(card, element) {
    const guess = this.guesses.get(card.data.entry);
    return !!guess && element >= 0 && !guess.revealed.has(element);
  }
  hide(card) {
    const before = this.guesses.get(card.data.entry);
    this.guesses.set(card.data.entry, {revealed: new Set(), right: 0, wrong: 0, typing: before?.typing ?? false});
    this.pinned = null;
    this.cover(card.data.entry);
  }
  reveal(card, elements) {
    const {revealed} = this.guesses.get(card.data.entry);
    for (const element of elements) revealed.add(element);
    this.cover(card.data.entry);
  }
  /** Covers the hidden cells of an entry in all of its cards. */
  cover(entry) {
    for (const card of this.cards) {
      if (card.data.entry !== entry) continue;
      const guess = this.guesses.get(entry);
      card.box.classList.toggle('guessed', !!guess);
      for (const frame of card.frames) {
        frame.cover(frame.hidden, guess ? cell => card.data.requests > 0 || this.hides(card, frame.element(cell)) : null, frame.size <= most_boxes);
        frame.plate.querySelector('.guess')?.remove();
      }
      this.tally(card);
    }
    this.show();
  }
  tally(card) {
    const guess = this.guesses.get(card.data.entry);
    if (!card.hides) return;
    card.hides.hidden = !!guess;
    card.tally.hidden = card.choices.hidden = !guess;
    if (!guess) return;
    const total = this.elements_of(card).length;
    card.tally.says = () => {
      let text = this.word('{} of {} revealed', Math.min(guess.revealed.size, total), total);
      if (guess.right + guess.wrong > 0) text += ` · ${this.word('right {} · wrong {}', guess.right, guess.wrong)}`;
      card.tally.textContent = text;
    };
    card.tally.dataset.says = '';
    card.tally.says();
    this.says(card.typing, guess.typing ? 'Click: type' : 'Click: reveal');
  }
  /** Handles a click on a hidden cell; with Shift for its row, with Control for its column. */
  guess(at, event) {
    const {card, cell} = at, frame = this.frame(card), {rows, columns} = frame.geometry;
    const line = (n, f) => Array.from({length: n}, (_, i) => frame.element(f(i)));
    if (card.data.requests) return;
    if (event.shiftKey) this.reveal(card, line(columns, i => cell - cell % columns + i));
    else if (event.ctrlKey) this.reveal(card, line(rows, i => i * columns + cell % columns));
    else if (this.guesses.get(card.data.entry).typing) return this.ask(at);
    else this.reveal(card, [at.element]);
    this.speak(at);
  }
  /** Opens a field over the cell for a guess, which is right if it equals the cell's text, ignoring blanks and case. */
  ask(at) {
    const {card, cell, element} = at, frame = this.frame(card), {x, y, side} = frame.place(cell), guess = this.guesses.get(card.data.entry);
    frame.plate.querySelector('.guess')?.remove();
    const field = made('input', 'guess', frame.plate);
    const bare = text => text.replace(/\s/g, '').toUpperCase();
    this.calls(field, 'Your guess');
    const size = Math.max(side * frame.scale, 28);
    Object.assign(field.style, {left: `${x * frame.scale}px`, top: `${y * frame.scale}px`, height: `${size}px`, minWidth: `${Math.max(size, 48)}px`});
    this.listen(field, 'keydown', event => {
      if (event.key === 'Escape') { field.remove(); frame.plate.focus(); }
      if (event.key !== 'Enter' || !field.value.trim()) return;
      const right = bare(field.value) === bare(frame.label(cell) || this.source.text(card.number, element).split(' = ')[1]);
      ++guess[right ? 'right' : 'wrong'];
      this.live.textContent = this.word(right ? 'right' : 'wrong');
      if (right) { this.reveal(card, [element]); frame.plate.focus(); }
      else { field.classList.add('wrong'); field.select(); this.tally(card); }
    });
    field.focus();
  }
}

// --- The figures of this page

async function start(root) {
  const data = JSON.parse(root.querySelector('script.cutescope-data').textContent);
  if (data.format !== format) return;
  root.dataset.started = '';
  new Figure(root, source_of(data, await bytes_of(data)));
}

globalThis.Cutescope = {Figure, source_of, bytes_of};
for (const root of document.querySelectorAll('.cutescope-figure:not([data-started])'))
  if (root.querySelector('script.cutescope-data')) start(root);
})();
