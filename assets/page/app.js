// The page of the program, around the core. It sends requests to the core (app/web) and shows the answers; it computes no layout, link or
// value text itself. editor.js has the rows of the sheet, panels.js the inspector, the launch, lessons and dialogs, tools.js the tools and
// the maps of kernels.
'use strict';

const byId = id => document.getElementById(id);
/** Makes an element with properties, attributes (data-*, aria-*, role) and children: text or elements. */
function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes('-') || key === 'role') element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter(c => c !== null && c !== undefined));
  return element;
}

const app = {
  state: null,        // last state from the core
  words: {},          // English -> the language's
  chosen: 0,          // index of the selected entry
  name: '',           // of the file
  text: '',           // the sheet in its saved form
  program: null,      // source file of the sheet's layouts: {name, text, kernels}
};

/** Returns a word of the page in its language. */
const t = english => app.words[english] ?? english;
/** Returns a message of the program, by its key, with its operands filled in. */
const said = (key, ...operands) => {
  let next = 0;
  return t(key).replace(/\{(\d?)\}/g, (place, number) => operands[number === '' ? next++ : +number]);
};

// --- The core

/** Asks the core a question. Returns its answer, or null after a notice of the error. */
function ask(what, more = {}) {
  const answer = app.core(what, more);
  if (answer && typeof answer.error === 'string') {
    tell(answer.error, true);
    return null;
  }
  return answer;
}

function tell(text, bad = false) {
  const notice = byId('notice');
  notice.textContent = text;
  notice.classList.toggle('bad', bad);
}

/** Displays an answer with a state. */
function show(answer) {
  if (!answer) return false;
  app.state = answer;
  app.text = answer.text;
  app.chosen = Math.max(0, Math.min(app.chosen, answer.entries.length - 1));
  editor.show();
  panels.show();
  canvas.show();
  const problems = answer.problems, count = `${answer.expressions} ${t(answer.expressions === 1 ? 'expression' : 'expressions')}`;
  byId('counts').textContent = problems ? `${count} · ${problems} ${t(problems === 1 ? 'problem' : 'problems')}` : count;
  byId('rule').textContent = `${t('Integers')}: ${answer.integers}`;
  link.remember();
  return true;
}

/**
 * Changes the sheet, as a step of undo. Consecutive changes with one key are one step, up to a pause of a second. Returns true if the sheet
 * was changed.
 */
function edit(what, more, key = null) {
  const changed = ask(what, {...more, now: performance.now() / 1000, ...key && {merge: key}});
  if (changed) link.broken = '';
  return show(changed);
}

/** Does an action of an entry or one of its cards, by the action's key; see app/figures/entry_actions.hpp. Returns true if it was done. */
function act(entry, key, value = '', card = 0) {
  return edit('act', {entry, card, key, value});
}

/** Undoes or redoes a step and chooses the entry that it changed. */
function turn(what) {
  const answer = ask(what);
  app.chosen = answer?.chosen ?? app.chosen;
  show(answer);
}

/** Returns true if the launch came with a link and may not run yet. Undo and redo do not change that. */
const held = () => !!app.state?.launch?.held;

/** Chooses the first expression of an opened sheet, and opens the panels that the sheet needs. */
function choose_first(program = null) {
  app.program = program;
  canvas.opened.clear();
  // A sheet may name the panels it needs. Only the launch can be folded; on a low screen it starts folded, since it would leave the cards
  // no room.
  if (app.state.panels) panels.folded = innerHeight < 900 || !app.state.panels.includes('gpu');
  app.chosen = Math.max(0, app.state.entries.findIndex(e => !e.note));
  show(app.state);
  canvas.pin_kept();
}

/** Opens a sheet as a step of undo, so that nothing is lost. */
function open_text(text, name = '', link = false, program = null) {
  if (!edit('open', {text, name, link})) return false;
  app.name = name;
  titled();
  choose_first(program);
  return true;
}

function titled() {
  const name = app.state?.lesson?.title || app.name;
  byId('title').textContent = name;
  document.title = name ? `${name} · Cutescope` : 'Cutescope';
}

// --- The cards

const canvas = {
  figure: null, sheet: new CSSStyleSheet(), style: '', shown: '',
  opened: new Set(),  // entries whose steps are open: only these are drawn, since each typed letter draws all cards again

  show() {
    const root = byId('figure'), parts = app.core('figure', {opened: [...this.opened]});
    root.lang = Cutescope.Figure.tag(app.state.language);
    this.opened = new Set(parts.opened);
    if (parts.error) {
      this.figure?.close();
      this.figure = null;
      this.shown = '';
      byId('said').textContent = '';
      // Behind a broken link only its error is shown, so that the sheet does not look merely empty.
      root.replaceChildren(...link.broken ? broken_link() : [make('p', {className: 'empty', textContent: parts.error})], offers());
      return;
    }
    const all = parts.cards + parts.data;
    if (all === this.shown && this.figure) return;
    this.shown = all;
    const pinned = this.figure?.pinned, entry = Number(pinned?.card.box.dataset.entry);
    const nth = pinned && this.cards_like(pinned.card, entry).indexOf(pinned.card);
    this.figure?.close();
    const restyled = parts.style !== this.style;
    if (restyled) this.sheet.replaceSync(this.style = parts.style);
    const fresh = document.createRange().createContextualFragment(parts.cards);
    root.replaceChildren(fresh);
    const data = JSON.parse(parts.data), source = Cutescope.source_of(data, Cutescope.bytes_of(data));
    this.source = source;
    source.links = (card, element) => this.links(card, element);
    source.text = (card, element) => this.text(card, element);
    cells.begin(source);
    this.figure = new PageFigure(root, source);
    if (pinned) this.pin(this.cards_like(pinned.card, parts.followed[entry])[nth], pinned.element);
    for (const card of root.querySelectorAll('.card[data-entry]')) this.add_menu(card);
    if (restyled) this.colours();
    cells.follow(this.figure);
  },

  toggled(steps) {
    const entry = Number(steps.closest('.card').dataset.entry);
    if (!steps.open) this.opened.delete(entry);
    else this.opened.add(entry);
    if (steps.open && !steps.querySelector('.frame')) this.show();
  },

  /** Returns the entry's cards, or its traces if `card` is one. */
  cards_like(card, entry) {
    const trace = box => box.classList.contains('trace');
    return this.figure.cards.filter(c => Number(c.box.dataset.entry) === entry && trace(c.box) === trace(card.box));
  },

  /** Pins the element that the sheet has pinned. */
  pin_kept() {
    const entry = app.state.entries.findIndex(e => e.pin !== undefined), card = this.figure?.cards.find(c => Number(c.box.dataset.entry) === entry);
    if (entry >= 0) this.pin(card, app.state.entries[entry].pin);
  },

  /** Pins the element that was pinned before the change, if it still exists. */
  pin(card, element) {
    const cell = card && element >= 0 ? this.figure.frame(card).cell(element) : -1;
    if (cell < 0) return;
    this.figure.pinned = this.figure.at(card, cell);
    this.figure.show();
  },

  /** Returns the core's links of an element, for each card with elements of an entry. */
  links(card, element) {
    const {cards, subjects} = this.source, from = subjects[cards[card].subject];
    if (!from) return [];
    const found = [];
    for (const {entry, role, elements} of app.core('links', {entry: from.entry, element}).links)
      cards.forEach((c, n) => subjects[c.subject]?.entry === entry && found.push({card: n, role, elements}));
    return found;
  },

  text(card, element) {
    const of = this.source.subjects[this.source.cards[card].subject];
    return of ? app.core('text', {entry: of.entry, element}).text : '';
  },

  /** Copies the figure's colours to the page. */
  colours() {
    const from = getComputedStyle(byId('figure'));
    for (const name of ['page', 'card', 'edge', 'text', 'faint', 'accent', 'good', 'bad', 'mark'])
      document.body.style.setProperty(`--${name}`, from.getPropertyValue(`--${name}`));
    document.body.classList.toggle('dark', from.getPropertyValue('color-scheme').includes('dark'));
  },

  add_menu(card) {
    const entry = Number(card.dataset.entry), number = Number(card.dataset.card ?? 0), header = card.querySelector('header');
    if (!header || entry < 0 || card.classList.contains('trace')) return;
    const button = make('button', {className: 'link more', textContent: '⋯', 'aria-label': t('How the card is shown'), 'aria-haspopup': 'menu'});
    button.onclick = () => menus.open(button, panels.card_menu(button, entry, number));
    header.append(button);
  },
};

/**
 * The cells of pictures that are too large to draw at each keystroke. The core draws those in view, in squares, for some milliseconds per
 * frame, so that keys are handled first.
 */
const cells = {
  side: 32, most: 192, frame_ms: 12,  // of a square; of squares with letters that are kept; of each frame
  wanted: 0, sheet: new CSSStyleSheet(), rules: new Set(),
  // Cards that were out of sight have no size until they are laid out.
  sized: new ResizeObserver(() => cells.want()),

  /** Makes the elements of such pictures load at their first use. */
  begin(source) {
    for (const card of source.cards) for (const frame of card.frames) {
      if (!frame.part || frame.elements.length) continue;
      let known = null;
      Object.defineProperty(frame, 'elements', {get: () => known ??= app.core('elements', frame.part).elements ?? []});
    }
  },
  follow(figure) {
    this.sized.disconnect();
    for (const card of figure.cards) for (const frame of card.frames) if (frame.geometry.part) this.sized.observe(frame.plate);
    this.draw();
  },

  /** Draws the cells in view, from the next frame on. */
  want() { this.wanted ||= requestAnimationFrame(() => { this.wanted = 0; this.draw(); }); },
  draw() {
    const end = performance.now() + this.frame_ms;
    for (const card of canvas.figure?.cards ?? [])
      for (const frame of card.frames)
        if (frame.geometry.part)
          for (const square of this.missing(frame)) {
            this.add(frame, square);
            if (performance.now() > end) return this.want();
          }
  },
  /** Draws all cells, in view or not, for printing. */
  draw_all() {
    for (const card of canvas.figure?.cards ?? [])
      for (const frame of card.frames)
        if (frame.geometry.part) for (const square of this.missing(frame, true)) this.add(frame, square, false);
  },
  /** Returns the missing squares of a picture that are in view, or all missing ones. */
  missing(frame, whole = false) {
    const view = frame.box.parentNode.getBoundingClientRect(), plate = frame.plate.getBoundingClientRect();
    if (!plate.width) return [];
    const {left, top, cell, rows, columns, letters} = frame.geometry, {side} = this, labels = letters > 0 && letters * frame.scale >= 5;
    if (frame.labelled !== labels) this.clear(frame, labels);
    const range = (from, to, begin, count) => {
      const square = side * cell * frame.scale, all = Math.ceil(count / side);
      return whole ? [0, all] : [Math.max(0, Math.floor((from - begin) / square)), Math.min(all, Math.ceil((to - begin) / square))];
    };
    const x = range(Math.max(view.left, 0), Math.min(view.right, innerWidth), plate.left + left * frame.scale, columns);
    const y = range(Math.max(view.top, 0), Math.min(view.bottom, innerHeight), plate.top + top * frame.scale, rows);
    const found = [];
    for (let r = y[0]; r < y[1]; ++r) for (let c = x[0]; c < x[1]; ++c) if (!frame.squares.has(`${r} ${c}`)) found.push([r, c]);
    return found;
  },
  clear(frame, labels) {
    for (const square of frame.squares?.values() ?? []) square.remove();
    Object.assign(frame, {labelled: labels, squares: new Map(), texts: null});
  },
  add(frame, [r, c], few = true) {
    const {side} = this, {squares} = frame;
    const drawn = app.core('cells', {...frame.geometry.part, row: r * side, rows: side, column: c * side, columns: side, labels: frame.labelled});
    if (drawn.error) return squares.set(`${r} ${c}`, make('span'));
    for (const [name, rule] of Object.entries(drawn.colours)) {
      if (this.rules.has(name)) continue;
      this.rules.add(name);
      this.sheet.insertRule(`.cutescope-figure .${name}{${rule}}`);
    }
    const square = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    square.innerHTML = drawn.svg;
    frame.grid.insertBefore(square, frame.grid.querySelector(':scope > .labels'));
    squares.set(`${r} ${c}`, square);
    frame.texts = null;
    for (const [key, old] of few && frame.labelled ? squares : []) {
      if (squares.size <= this.most) break;
      old.remove();
      squares.delete(key);
    }
  },
};

// Beside the sheet, scales are multiplied by beside_sheet. The others are cell sizes in pixels: distinguishable cells, readable letters,
// and cells without letters that the pointer can hit.
const beside_sheet = 0.85, least_told = 6, least_read = 7.5, least_seen = 14;

class PageFigure extends Cutescope.Figure {
  /**
   * Scales the pictures to the room beside the sheet, which is smaller than a page. A picture whose cells would be indistinguishably small
   * is scrolled at first, with legible cells.
   */
  fit() {
    super.fit();
    for (const card of this.cards) {
      if (card.zoom) continue;
      for (const frame of card.frames) {
        const {cell, letters} = frame.geometry, beside = innerWidth > 760 ? beside_sheet : 1, told = cell * card.whole * beside >= least_told;
        frame.zoom(told ? frame.scale * beside : letters > 0 ? least_read / letters : least_seen / cell);
        card.box.classList.toggle('scrolled', !told);
      }
    }
    this.root.style.setProperty('--room', `${byId('canvas').clientHeight}px`);
    cells.want();
  }
  show() {
    super.show();
    const at = this.hovered ?? this.pinned;
    // The text is in the status bar: over the cards it would hide the described element.
    byId('said').textContent = byId('said').title = this.said?.textContent ?? '';
    cells.want();
    if (this.cards && this.source) panels.point(at ? this.source.subjects[this.source.cards[at.card.number].subject]?.entry ?? -1 : -1, at?.element ?? -1);
  }
}

// --- Links: a sheet behind the #

/**
 * The address of this tab's own sheet, by which a reload is distinguished from a received link. Some browsers do not store it for files.
 */
const own = {
  address() {
    try {
      return sessionStorage.getItem('cutescope-own');
    } catch {
      return null;
    }
  },
  remember(address) {
    try {
      sessionStorage.setItem('cutescope-own', address);
    } catch {
      // ignored: the launch of the reloaded sheet then needs permission
    }
  },
};

const link = {
  own: '', timer: 0,
  broken: '',         // why the address has no sheet; kept until the sheet is changed
  stands: false,      // true: another sheet is shown meanwhile
  most: 4 << 20,  // limit of a sheet in bytes, as of a file

  async pack(text) {
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    let letters = '';
    for (let i = 0; i < bytes.length; i += 32768) letters += String.fromCharCode(...bytes.subarray(i, i + 32768));
    return '#' + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  },

  /** Returns the sheet's text. Throws an Error with one sentence. */
  async unpack(address) {
    const packed = address.slice(address.indexOf('#') + 1).trim();
    if (!packed || !address.includes('#')) throw new Error(t('the link has no sheet: nothing follows its #'));
    if (packed.length > 2 * this.most) throw new Error(t('the link has no sheet, or was changed on its way: it cannot be unpacked'));
    let letters;
    try {
      const whole = packed.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
      letters = atob(whole.length % 4 === 1 ? whole.slice(0, -1) : whole);
    } catch {
      throw new Error(t('the link has no sheet: the characters after its # are not those of a packed sheet'));
    }
    const bytes = Uint8Array.from(letters, c => c.charCodeAt(0)), parts = [];
    let size = 0;
    try {
      const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
      for (;;) {
        const {done, value} = await reader.read();
        if (done) break;
        size += value.length;
        if (size > this.most) {
          reader.cancel().catch(() => {});
          break;
        }
        parts.push(value);
      }
    } catch (e) {
      throw new Error(t(/truncat|end|incomplete/i.test(e.message) ? 'the link is incomplete: copy all of it'
                                                                 : 'the link has no sheet, or was changed on its way: it cannot be unpacked'));
    }
    if (size > this.most) throw new Error(said("the link's sheet has more than {} bytes", this.most));
    const text = await new Blob(parts).text();
    if (!text.startsWith('@cutescope ')) throw new Error(t('the link has no sheet, or was changed on its way: what it unpacks to is not a sheet'));
    return text;
  },

  /** Schedules an update of the address, which always contains the current sheet for reloads and bookmarks. */
  remember() {
    clearTimeout(this.timer);
    if (!this.broken) this.timer = setTimeout(() => this.put(), 400);
  },
  async put() {
    clearTimeout(this.timer);
    const packed = await this.pack(app.text);
    if (!this.broken) {
      this.own = packed;
      history.replaceState(null, '', packed);
      own.remember(held() ? '' : packed);
    }
    return location.href.replace(/#.*$/, '') + packed;
  },

  async open(address) {
    try {
      return open_text(await this.unpack(address), '', true);
    } catch (e) {
      tell(e.message, true);
      return false;
    }
  },
  /** Opens the sheet of an address that was changed by hand. */
  async follow() {
    if (location.hash === this.own) return;
    const [sheet, said] = [app.text, byId('notice')];
    if (await this.open(location.hash) || app.text !== sheet) return;
    clearTimeout(this.timer);
    this.broken = said.textContent;
    this.stands = true;
    panels.show_lesson();
  },

  async copy() {
    await copy(await this.put(), t('copied a link to the sheet'));
  },
};

/** Copies text to the clipboard; without the permission, shows it in a dialog to copy. */
async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    tell(said);
  } catch {
    const field = make('textarea', {value: text, readOnly: true, rows: 6, 'aria-label': t('Copy')});
    panels.dialog(t('Copy'), field);
    field.select();
  }
}

/** Lets the browser save a file. */
function save_file(name, type, data) {
  const bytes = typeof data === 'string' ? data : Uint8Array.from(data);
  const address = URL.createObjectURL(new Blob([bytes], {type}));
  make('a', {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  tell(`${t('saved')} ${name}`);
}

async function open_file(file) {
  if (file.size > link.most) return tell(said('a sheet has at most {} bytes, this has {}', link.most, file.size), true);
  const text = await file.text(), program = program_of(file.name, text);
  if (open_text(text, file.name, false, program)) return tell(said('opened {}', file.name));
  // A kernel without a layout of known numbers still has a map.
  const why = byId('notice').textContent;
  if (program?.kernels.length) open_text(`@cutescope 1\n# ${why}\n`, file.name, false, program);
}

// --- Commands of the menus, the palette and the keys

const file_name = ending => (app.name.replace(/\.[^.]*$/, '') || app.state.lesson?.name || 'sheet') + ending;
/** Returns a file name from the entry's name: "A", "A-2" for its second card, "expression-3" if it has no name. */
function card_name(entry, card) {
  const {entries} = app.state, number = entries.slice(0, entry + 1).filter(e => !e.note).length;
  return (entries[entry].name || `expression-${number}`) + (card ? `-${card + 1}` : '');
}
const figure_file = (format, kind, card = 0) => {
  const made = ask('export', {format, kind, entry: app.chosen, card});
  if (made) save_file(kind === 'card' ? `${card_name(app.chosen, card)}.${format}` : file_name('.' + format), made.type ?? 'text/plain', made.data);
};

// The core has the titles, menus and keys of the commands (app/web/web_commands.cpp); this table has their actions by id.
let commands = [];
const does = {
  'file.new': {run: () => open_text('') && editor.focus(0)},
  'file.open': {run: () => byId('file').click()},
  'file.starter': {run: () => { if (edit('starter', {})) app.name = '', titled(), choose_first(); }},
  'file.save': {run: () => save_file(file_name('.cutes'), 'text/plain', app.text)},
  'file.copy_link': {run: () => link.copy()},
  'edit.undo': {enabled: () => app.state.undo, said: () => app.state.undo, run: () => turn('undo')},
  'edit.redo': {enabled: () => app.state.redo, said: () => app.state.redo, run: () => turn('redo')},
  'edit.insert': {run: () => editor.insert(app.state.entries.length, '')},
  'edit.note': {run: () => editor.insert(app.state.entries.length, '# ')},
  'edit.duplicate': {run: () => act(app.chosen, 'duplicate') && editor.focus(app.chosen + 1)},
  'edit.delete': {run: () => editor.remove(app.chosen)},
  'edit.up': {run: () => editor.move(app.chosen, app.chosen - 1)},
  'edit.down': {run: () => editor.move(app.chosen, app.chosen + 1)},
  'edit.next_problem': {enabled: () => app.state.problems, run: () => editor.next_problem()},
  'edit.operations': {run: () => panels.search()},
  'run.link': {enabled: () => !!app.state.launch?.asks, run: () => show(ask('allow_launch')) && link.remember()},
  'launch.begin': {enabled: () => !app.state.launch, run: () => { panels.folded = false; edit('launch', {fields: {}, begin: true}); panels.pane('launch'); }},
  'view.integers': {run: () => edit('integers', {rule: {auto: 'math', math: 'cute', cute: 'auto'}[app.state.setting]})},
  'view.language': {run: () => set_language(app.state.language === 'zh' ? 'en' : 'zh')},
  'view.next_theme': {run: () => set_theme({auto: 'light', light: 'dark', dark: 'auto'}[document.body.dataset.theme])},
  'export.sheet_svg': {run: () => figure_file('svg', 'canvas')},
  'export.card_svg': {enabled: () => app.state.entries[app.chosen]?.card, run: () => figure_file('svg', 'card')},
  'export.card_tikz': {enabled: () => app.state.entries[app.chosen]?.card, run: () => figure_file('tex', 'card')},
  'export.sheet_page': {run: () => figure_file('html', 'canvas')},
  'export.sheet_cpp': {run: () => figure_file('hpp', 'canvas')},
  'export.sheet_python': {run: () => figure_file('py', 'canvas')},
  'export.print': {run: () => print()},
  'lessons.first': {run: () => panels.open_lesson(0)},
  'lessons.overview': {run: () => panels.lessons()},
  'lessons.next': {enabled: () => panels.beside(1) >= 0, run: () => panels.open_lesson(panels.beside(1))},
  'lessons.previous': {enabled: () => panels.beside(-1) >= 0, run: () => panels.open_lesson(panels.beside(-1))},
  'kernel.map': {run: () => tools.map()},
  'view.palette': {run: () => panels.palette()},
  'help.keys': {run: () => panels.help()},
  'help.functions': {run: () => panels.functions()},
  'help.about': {run: () => panels.about()},
};
/** Joins the core's commands with their functions. `said`: the title in the page's language, or a function that returns it. */
function take_commands() {
  commands = app.core('commands').commands.map(row => ({...row, ...does[row.id]}));
}
/** Returns buttons for the commands that the core suggests for an empty sheet. */
const offers = (before = '') => make('p', {className: 'offers'}, before, ...app.state.offers.map(id => {
  const command = commands.find(c => c.id === id);
  return button(title_of(command), () => command.run());
}));
/** Returns the explanation of a link without a sheet: the error, and the sheet that is open instead. */
const broken_link = () => [make('p', {className: 'why', textContent: link.broken}),
  make('p', {className: 'empty', textContent: t(link.stands ? 'The sheet shown is the previous one, not the link’s.' : 'No sheet is shown in its place.')}),
  make('p', {className: 'empty', textContent: t('The address stays as it is until you change something.')})];
const enabled = command => !command.enabled || !!command.enabled();
const title_of = row => (typeof row.said === 'function' ? row.said() : row.said) ?? t(row.title);
function run(id) {
  const command = commands.find(c => c.id === id);
  if (command && enabled(command)) command.run();
}

const menus = {
  at: null,
  show() {
    byId('menus').replaceChildren(...[...new Set(commands.map(c => c.menu))].map(title => {
      const button = make('button', {textContent: title, 'aria-haspopup': 'menu', 'aria-expanded': 'false'});
      button.onclick = () => this.open(button, [...commands.filter(c => c.menu === title), ...title === t('Tools') ? tools.rows() : []]);
      button.onpointerenter = () => this.at && this.at.button.parentNode === button.parentNode && this.at.button !== button && button.click();
      return button;
    }));
  },
  /**
   * Opens a menu at a button. rows: {title, said, key, on, enabled, rule, run}; said: the title in the page's language, or a function that
   * returns it.
   */
  open(button, rows) {
    const again = this.at?.button === button;
    this.close();
    if (again) return;
    const box = make('div', {className: 'menu', role: 'menu'});
    for (const row of rows) {
      if (row.rule) box.append(make('hr'));
      const item = make('button', {role: row.on === undefined ? 'menuitem' : 'menuitemradio', disabled: !enabled(row), title: row.why ?? ''},
                        row.on === undefined ? null : make('span', {textContent: row.on ? '✓' : ' '}),
                        title_of(row), row.key ? make('kbd', {textContent: row.key.replace('Arrow', '')}) : null);
      if (row.on !== undefined) item.setAttribute('aria-checked', row.on);
      item.onclick = () => { this.close(); row.run(); };
      box.append(item);
    }
    document.body.append(box);
    const place = button.getBoundingClientRect();
    box.style.left = `${Math.max(4, Math.min(place.left, innerWidth - box.offsetWidth - 4))}px`;
    box.style.top = `${Math.max(4, Math.min(place.bottom + 4, innerHeight - box.offsetHeight - 4))}px`;
    button.setAttribute('aria-expanded', 'true');
    this.at = {button, box};
    box.onkeydown = event => this.key(event);
    box.querySelector('button:not(:disabled)')?.focus();
  },
  key(event) {
    const all = [...this.at.box.querySelectorAll('button:not(:disabled)')], now = all.indexOf(document.activeElement);
    const steps = {ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1};
    if (event.key in steps) all[(steps[event.key] + all.length) % all.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') { const {button} = this.at; this.close(); button.focus(); }
    else if (['ArrowLeft', 'ArrowRight'].includes(event.key)) {
      const {button} = this.at, other = event.key === 'ArrowLeft' ? button.previousElementSibling : button.nextElementSibling;
      if (other?.getAttribute('aria-haspopup')) other.click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  },
  close() {
    this.at?.box.remove();
    this.at?.button.setAttribute('aria-expanded', 'false');
    this.at = null;
  },
};

function key_of(event) {
  const name = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${event.shiftKey ? 'Shift+' : ''}${name}`;
}

// --- Language and theme

function set_language(language) {
  const answer = ask('language', {language});
  if (!answer) return;
  translate();
  show(answer);
  titled();
}

function translate() {
  app.words = app.core('words', {}).words;
  document.documentElement.lang = Cutescope.Figure.tag(app.core('words', {}).language);
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = t(element.dataset.word);
  for (const element of document.querySelectorAll('[data-word-label]')) element.setAttribute('aria-label', t(element.dataset.wordLabel));
  for (const element of document.querySelectorAll('[data-word-placeholder]')) element.placeholder = t(element.dataset.wordPlaceholder);
  take_commands();
  tools.take();
  menus.show();
  panels.name_panes();
}

function set_theme(theme) {
  document.body.dataset.theme = theme;
  byId('figure').dataset.theme = theme;
  byId('theme').textContent = {auto: '◐', light: '○', dark: '●'}[theme];
  canvas.colours();
  tell(t({auto: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark'}[theme]));
}

// --- Beginning

function listen() {
  document.addEventListener('click', event => {
    const at = event.target.closest?.('[data-command]');
    if (at) run(at.dataset.command);
    // A menu item that has opened another menu in place of its own is no longer in the page.
    if (menus.at && event.target.isConnected && !menus.at.box.contains(event.target) && !menus.at.button.contains(event.target)) menus.close();
  });
  document.addEventListener('keydown', event => {
    if (byId('dialog').open && event.key !== 'F1') return;
    const key = key_of(event), command = commands.find(c => c.key === key || c.also === key);
    // Fields have no undo of their own for the sheet's text: the sheet's undo is used.
    if (!command || !enabled(command) || (event.target.closest?.('#operations, #form') && /^Ctrl\+[ZY]$/.test(key))) return;
    event.preventDefault();
    command.run();
  });
  byId('figure').addEventListener('toggle', event => event.target.matches('.steps') && canvas.toggled(event.target), true);
  byId('file').addEventListener('change', event => { if (event.target.files[0]) open_file(event.target.files[0]); event.target.value = ''; });
  addEventListener('dragover', event => event.dataTransfer.types.includes('Files') && event.preventDefault());
  addEventListener('drop', event => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    open_file(event.dataTransfer.files[0]);
  });
  addEventListener('beforeprint', () => cells.draw_all());
  addEventListener('scroll', event => { cells.want(); if (!event.target.closest?.('.offer, .menu')) editor.offer(null); }, true);
  addEventListener('hashchange', () => link.follow());
  // The frame of a map has the keyboard and sends this message to close.
  addEventListener('message', event => {
    if (event.data === 'cutescope:close' && event.source === byId('dialog').querySelector('iframe')?.contentWindow) panels.close();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => canvas.colours());
}

async function begin() {
  document.adoptedStyleSheets = [canvas.sheet, cells.sheet];
  const chinese = (navigator.language ?? '').toLowerCase().startsWith('zh');
  try {
    app.core = await start_core();
  } catch (e) {
    // The translations are in the core, which has not started.
    return tell(`${chinese ? '此浏览器无法运行本程序：' : 'This browser cannot run the program: '}${e.message}`, true);
  }
  app.core('language', {language: chinese ? 'zh' : 'en'});
  byId('figure').dataset.theme = document.body.dataset.theme;
  const address = location.hash;
  app.state = app.core('state', {});
  translate();
  let wrong = '';
  if (address.length > 1)
    try {
      const opened = app.core('open', {text: await link.unpack(address), name: '', link: address !== own.address(), first: true});
      if (opened.error) wrong = opened.error;
      else app.state = opened;
    } catch (e) {
      wrong = e.message;
    }
  link.broken = wrong;
  // The starter sheet would look like that of the link.
  if (wrong) app.state = app.core('open', {text: '', first: true});
  delete document.documentElement.dataset.linked;
  canvas.colours();
  byId('rows').replaceChildren();
  choose_first();
  titled();
  listen();
  tell(wrong, true);
  if (!wrong) tell('');
  document.body.dataset.ready = '';
}
