// The rows of the sheet: text fields with the core's colours and marks behind the letters, the texts beneath them, completions and numbers.
'use strict';

/** Splits the text into elements at the core's marks: [begin, end, class, index], ascending, in letters of the text. */
function painted(text, marks) {
  const pieces = [];
  let at = 0;
  for (const [begin, end, name, index] of marks) {
    if (begin < at) continue;
    if (begin > at) pieces.push(text.slice(at, begin));
    const piece = make('span', {className: name, textContent: text.slice(begin, end)});
    if (index !== undefined) piece.dataset.number = index;
    pieces.push(piece);
    at = end;
  }
  pieces.push(text.slice(at), '\u200b');  // an empty line after a final line break needs a character
  return pieces;
}

/** Returns the marks of names and functions, divided by the problem's underline and by the numbers to drag. */
function marks_of(entry) {
  if (entry.note) return [[0, entry.text.match(/^#\s*/)?.[0].length ?? 0, 'h']];
  const cuts = new Set([0, entry.text.length]), layers = [];
  const add = (begin, end, name, index) => {
    if (begin >= end) return;
    layers.push([begin, end, name, index]);
    cuts.add(begin).add(end);
  };
  for (const [begin, end, kind] of entry.pieces) add(begin, end, {name: 'n', function: 'f'}[kind] ?? '');
  entry.numbers.forEach((n, i) => add(n.begin, n.end, 'd', i));
  if (entry.problem) add(entry.problem.begin, Math.max(entry.problem.end, entry.problem.begin + 1), 'x');
  const places = [...cuts].sort((a, b) => a - b), all = [];
  for (let i = 0; i + 1 < places.length; ++i) {
    const over = layers.filter(l => l[0] <= places[i] && l[1] >= places[i + 1] && l[2]);
    if (over.length) all.push([places[i], places[i + 1], over.map(l => l[2]).join(' '), over.find(l => l[3] !== undefined)?.[3]]);
  }
  return all;
}


class Row {
  constructor(number) {
    this.number = number;
    this.shown = null;
    this.field = make('textarea', {rows: 1, spellcheck: false, autocomplete: 'off', autocapitalize: 'off', autocorrect: false, 'aria-autocomplete': 'list'});
    this.paint = make('pre', {'aria-hidden': 'true'});
    this.count = make('span', {className: 'number', draggable: true});
    this.eye = make('button', {className: 'eye'});
    this.below = make('div', {className: 'below'});
    this.slider = make('div', {className: 'below slider', hidden: true});
    this.box = make('div', {className: 'row', role: 'listitem'}, this.count, make('div', {className: 'source'}, this.paint, this.field), this.eye, this.below,
                    this.slider);
    this.listen();
  }

  listen() {
    const {field} = this;
    field.oninput = () => editor.typed(this);
    // Typing a closing bracket that a completion has inserted only moves past it.
    field.onbeforeinput = event => {
      const at = field.selectionStart;
      if (!(this.closers > 0) || !')>]'.includes(event.data ?? ' ') || at !== field.selectionEnd || field.value[at] !== event.data) return;
      event.preventDefault();
      --this.closers;
      field.setSelectionRange(at + 1, at + 1);
    };
    field.onfocus = () => { editor.choose(this.number); this.numbers(); };
    field.onblur = () => {
      this.closers = 0;
      editor.offer(null);
      Object.assign(app.state, app.core('seal'));
      setTimeout(() => this.slider.contains(document.activeElement) || this.numbers());
    };
    field.onkeydown = event => editor.key(this, event);
    field.onpaste = event => editor.paste(this, event);
    field.onselect = field.onclick = field.onkeyup = () => this.numbers();
    this.box.onpointerdown = event => event.target === this.field || editor.choose(this.number);
    this.eye.onclick = () => act(this.number, 'visible');
    this.paint.onpointerdown = event => editor.drag(this, event);
    this.paint.onwheel = event => editor.wheel(this, event);
    this.count.ondragstart = event => { event.dataTransfer.setData('text/x-row', String(this.number)); this.box.classList.add('dragged'); };
    this.count.ondragend = () => this.box.classList.remove('dragged');
    this.box.ondragover = event => {
      if (!event.dataTransfer.types.includes('text/x-row')) return;
      event.preventDefault();
      this.box.classList.add('over');
    };
    this.box.ondragleave = () => this.box.classList.remove('over');
    this.box.ondrop = event => {
      this.box.classList.remove('over');
      const from = event.dataTransfer.getData('text/x-row');
      if (from === '') return;
      event.preventDefault();
      editor.move(Number(from), this.number);
    };
  }

  show(entry, count) {
    this.box.classList.toggle('chosen', app.chosen === this.number);
    const now = JSON.stringify([entry, count, app.state.language]);
    if (now === this.shown) return;
    this.shown = now;
    this.entry = entry;
    this.box.classList.toggle('note', entry.note);
    this.box.style.setProperty('--depth', entry.depth ?? 0);
    this.count.textContent = entry.note ? '' : count;
    if (this.field.value !== entry.text) this.field.value = entry.text;
    this.field.setAttribute('aria-label', entry.note ? t('note') : `${t('expression')} ${count}`);
    this.field.setAttribute('aria-invalid', String(!!entry.problem));
    this.paint.replaceChildren(...painted(entry.text, marks_of(entry)));
    if (entry.note && this.paint.firstChild?.className === 'h') this.paint.firstChild.replaceWith(make('b', {textContent: this.paint.firstChild.textContent}));
    this.eye.hidden = !entry.card;
    this.eye.textContent = entry.visible ? '◉' : '○';
    this.eye.setAttribute('aria-label', t(entry.visible ? 'Hide the card' : 'Show the card'));
    this.eye.setAttribute('aria-pressed', String(entry.visible));
    this.below.replaceChildren(...this.facts(entry));
    this.below.hidden = !this.below.firstChild;
    describe(this.field, ...[...this.below.children].map(line => line.id));
    this.numbers();
  }

  facts(entry) {
    const lines = [];
    if (entry.problem) {
      lines.push(make('div', {id: `problem-${this.number}`, className: 'problem', textContent: entry.problem.message}));
      entry.problem.fixes.forEach(text => {
        const fix = make('button', {className: 'fix', textContent: text});
        fix.onclick = () => edit('fix', {entry: this.number, text});
        lines.push(fix);
      });
    }
    if (entry.value) lines.push(make('div', {id: `value-${this.number}`, className: 'value', textContent: entry.value}));
    if (entry.facts || entry.verdict) {
      const {verdict} = entry, facts = make('div', {id: `facts-${this.number}`, className: 'facts', textContent: entry.facts && verdict ? `${entry.facts} · ` : entry.facts ?? ''});
      if (verdict) facts.append(make('span', {className: verdict.kept ? 'verdict' : 'verdict broken', textContent: verdict.short, title: verdict.text}));
      lines.push(facts);
    }
    for (const hint of entry.hints ?? []) {
      lines.push(make('div', {id: `hint-${this.number}-${lines.length}`, className: 'hint', textContent: hint.message}));
      for (const text of hint.fixes) {
        const fix = make('button', {className: 'fix soft', textContent: text});
        fix.onclick = () => editor.insert(this.number + 1, text);
        lines.push(fix);
      }
    }
    return lines;
  }

  /** Updates the slider of the number at the cursor. */
  numbers() {
    const at = document.activeElement === this.field ? this.field.selectionStart : -1;
    const index = at < 0 || !this.entry || this.entry.text !== this.field.value ? -1 : this.entry.numbers.findIndex(n => n.begin <= at && at <= n.end);
    const n = index < 0 ? null : this.entry.numbers[index];
    if (document.activeElement?.parentNode === this.slider && this.slid >= 0 && this.entry?.numbers[this.slid]) return this.slide(this.entry.numbers[this.slid]);
    this.slid = index;
    this.slider.hidden = !n;
    if (!n) return;
    const range = make('input', {type: 'range', min: n.from, max: n.to, step: 1, tabIndex: -1, 'aria-label': n.label});
    range.value = n.value;
    range.oninput = () => edit('number', {entry: this.number, number: this.slid, value: Number(range.value)}, `number ${this.number} ${this.slid}`);
    // The text field gets the keyboard back.
    range.onpointerup = () => editor.focus(this.number, this.entry.numbers[this.slid]?.end);
    this.slider.replaceChildren(n.label, range, make('output', {textContent: n.value}));
  }
  slide(n) {
    this.slider.querySelector('output').textContent = n.value;
  }
}

const editor = {
  rows: [], offered: null,

  show() {
    const {entries} = app.state, box = byId('rows');
    while (this.rows.length > entries.length) this.rows.pop().box.remove();
    while (this.rows.length < entries.length) {
      const row = new Row(this.rows.length);
      this.rows.push(row);
      box.append(row.box);
    }
    let count = 0;
    entries.forEach((entry, i) => this.rows[i].show(entry, entry.note ? count : ++count));
    const search = byId('search');
    if (search && !byId('found').firstChild) panels.find();
  },

  choose(entry) {
    if (entry === app.chosen || !app.state.entries[entry]) return;
    app.chosen = entry;
    this.rows.forEach(r => r.box.classList.toggle('chosen', r.number === entry));
    panels.show();
  },

  focus(entry, place) {
    const row = this.rows[Math.max(0, Math.min(entry, this.rows.length - 1))];
    if (!row) return false;
    this.choose(row.number);
    row.field.focus();
    const at = place ?? row.field.value.length;
    row.field.setSelectionRange(at, at);
    row.box.scrollIntoView({block: 'nearest'});
    row.numbers();
    return true;
  },

  typed(row) {
    const {field} = row, text = field.value, i = row.number;
    // Text with line breaks becomes several entries.
    edit('type', {entry: i, text: text.replace(/\s*\n\s*/g, ' ')});
    if (field.value !== app.state.entries[i]?.text && app.state.entries[i]) field.value = app.state.entries[i].text;
    this.complete(row, false);
  },

  insert(at, text, step = null) {
    if (!edit('insert', {entry: at, text}, step)) return;
    this.focus(at);
  },
  remove(entry) {
    if (!app.state.entries[entry] || !act(entry, 'delete')) return;
    if (app.state.entries.length) this.focus(Math.max(0, entry - 1));
  },
  move(from, to) {
    if (to < 0 || to >= app.state.entries.length || from === to) return;
    if (edit('move', {entry: from, to})) this.focus(to);
  },
  next_problem() {
    const {entries} = app.state;
    for (let n = 1; n <= entries.length; ++n) {
      const i = (app.chosen + n) % entries.length;
      if (entries[i].problem) return this.focus(i, entries[i].problem.begin);
    }
  },

  key(row, event) {
    const {field} = row, i = row.number, plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.isComposing) return;
    if (this.offered && this.offer_key(event)) return;
    const first = !field.value.slice(0, field.selectionStart).includes('\n'), none = field.selectionStart === field.selectionEnd;
    if (event.key === 'Enter' && plain) this.insert(event.shiftKey ? i : i + 1, app.state.entries[i].note ? '# ' : '');
    else if (event.key === 'Backspace' && plain && !field.value.replace(/^#\s*/, '') && this.rows.length > 1) this.remove(i);
    else if (event.key === 'ArrowUp' && plain && first && this.on_edge(field, true) && i > 0) this.focus(i - 1, field.selectionStart);
    else if (event.key === 'ArrowDown' && plain && this.on_edge(field, false) && i + 1 < this.rows.length) this.focus(i + 1, field.selectionStart);
    else if (event.key === 'ArrowLeft' && plain && !event.shiftKey && none && field.selectionStart === 0 && i > 0) this.focus(i - 1);
    else if (event.key === 'Escape') field.blur();
    else if (event.ctrlKey && event.key === ' ') this.complete(row, true);
    else if (event.ctrlKey && !event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) this.step(row, event.key === 'ArrowUp' ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  },
  /** Returns true if the cursor is in the first or last line of a field, counting wrapped lines. */
  on_edge(field, top) {
    if (field.clientHeight < 30) return true;
    return top ? field.selectionStart === 0 : field.selectionStart === field.value.length;
  },

  step(row, by) {
    const at = row.field.selectionStart, index = row.entry.numbers.findIndex(n => n.begin <= at && at <= n.end);
    if (index < 0) return;
    edit('number', {entry: row.number, number: index, value: row.entry.numbers[index].value, notches: by}, `number ${row.number} ${index}`);
    this.focus(row.number, row.entry.numbers[index]?.end);
  },

  async paste(row, event) {
    const text = event.clipboardData.getData('text/plain');
    if (/^\s*(cutescope:|https?:\/\/|file:\/\/)\S*#\S*\s*$/.test(text)) {
      event.preventDefault();
      await link.open(text);
    } else if (text) {
      event.preventDefault();
      const {field} = row, pasted = ask('paste', {entry: row.number, text, begin: field.selectionStart, end: field.selectionEnd, now: performance.now() / 1000});
      if (!pasted) return;
      link.broken = '';
      if (/__global__|\bcute\.kernel\b/.test(text)) app.program = program_of(text.includes('__global__') ? 'pasted.cu' : 'pasted.py', text);
      show(pasted);
      this.focus(pasted.chosen ?? app.chosen, pasted.cursor);
    }
  },

  /** Changes a number while it is dragged sideways, as in the window; a click puts the cursor there. */
  drag(row, event) {
    const index = Number(event.target.dataset?.number ?? -1);
    if (index < 0 || event.button !== 0) return;
    event.preventDefault();
    const {paint} = row, start = event.clientX, from = row.entry.numbers[index];
    let moved = false;
    paint.setPointerCapture(event.pointerId);
    paint.onpointermove = move => {
      const points = move.clientX - start;
      if (!moved && Math.abs(points) < 4) return;
      moved = true;
      edit('number', {entry: row.number, number: index, value: from.value, points, pace: move.shiftKey ? 'fine' : move.ctrlKey ? 'coarse' : 'normal'},
           `drag ${row.number} ${index} ${event.timeStamp}`);
    };
    paint.onpointerup = paint.onpointercancel = () => {
      paint.onpointermove = paint.onpointerup = paint.onpointercancel = null;
      if (!moved) this.focus(row.number, from.end);
    };
  },
  wheel(row, event) {
    const index = Number(event.target.dataset?.number ?? -1);
    if (index < 0 || !event.deltaY) return;
    event.preventDefault();
    edit('number', {entry: row.number, number: index, value: row.entry.numbers[index].value, notches: event.deltaY < 0 ? 1 : -1, powers: event.shiftKey},
         `wheel ${row.number} ${index}`);
  },

  // --- Completions

  complete(row, forced) {
    const {field} = row, answer = app.state.entries[row.number]?.note ? null
      : app.core('complete', {entry: row.number, text: field.value, cursor: field.selectionStart, forced});
    this.offer(answer?.rows?.length && field.selectionStart === field.selectionEnd ? {row, ...answer} : null);
  },
  offer(offered) {
    this.box?.remove();
    this.box = null;
    for (const name of ['aria-controls', 'aria-activedescendant']) this.offered?.row.field.removeAttribute(name);
    this.offered = offered;
    if (!offered) return;
    this.now = 0;
    const box = this.box = make('div', {id: 'offer', className: 'offer', role: 'listbox', 'aria-label': t('Completions')});
    offered.row.field.setAttribute('aria-controls', 'offer');
    offered.rows.slice(0, 12).forEach((r, i) => {
      const line = make('div', {id: `offer-${i}`, role: 'option'}, r.detail || r.name, make('small', {textContent: r.meaning}));
      line.onpointerdown = event => { event.preventDefault(); this.now = i; this.take(); };
      box.append(line);
    });
    document.body.append(box);
    const place = offered.row.field.getBoundingClientRect();
    box.style.left = `${Math.max(4, Math.min(place.left, innerWidth - box.offsetWidth - 4))}px`;
    box.style.top = `${place.bottom + 4 + box.offsetHeight > innerHeight ? place.top - box.offsetHeight - 4 : place.bottom + 4}px`;
    this.mark();
  },
  mark() {
    [...this.box.children].forEach((line, i) => {
      line.classList.toggle('now', i === this.now);
      line.setAttribute('aria-selected', String(i === this.now));
      if (i === this.now) line.scrollIntoView({block: 'nearest'});
    });
    this.offered.row.field.setAttribute('aria-activedescendant', `offer-${this.now}`);
  },
  /** Handles a key of the list of suggestions. Returns true if the list used it. */
  offer_key(event) {
    const count = this.box.children.length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') this.now = (this.now + (event.key === 'ArrowDown' ? 1 : -1) + count) % count, this.mark();
    else if (event.key === 'Tab') this.take();
    else if (event.key === 'Escape') this.offer(null);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  },
  take() {
    const {row, begin, end, rows} = this.offered, {written, cursor} = rows[this.now], text = row.field.value;
    this.offer(null);
    edit('type', {entry: row.number, text: text.slice(0, begin) + written + text.slice(end)});
    this.focus(row.number, begin + cursor);
    row.closers = written.length - cursor;
  },
};
