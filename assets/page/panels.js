// The panels beside the sheet and its cards: the inspector, the launch, lessons and dialogs.
'use strict';

/** Returns a table of rows [label, value]. */
const table = rows => make('table', {}, make('tbody', {}, ...rows.map(([label, value]) => make('tr', {}, make('td', {textContent: label}), make('td', {textContent: value})))));
/** Sets the ids of the elements that describe another one; without ids removes them. */
function describe(element, ...ids) {
  const all = ids.filter(id => id).join(' ');
  if (all) element.setAttribute('aria-describedby', all);
  else element.removeAttribute('aria-describedby');
}
const heading = text => make('h3', {className: 'heading', textContent: text});
/** Returns a text button with its function. */
function button(text, does, properties = {}) {
  const made = make('button', {className: 'link', textContent: text, ...properties});
  made.onclick = does;
  return made;
}

/** The names of the solved lessons, kept after the page is closed if the browser can store them. */
const progress = {
  key: 'cutescope-lessons', version: 1, here: new Set(), begun: new Set(),

  solved() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key));
      if (kept?.version !== this.version) return this.here;
      for (const [names, known] of [[kept.solved, this.here], [kept.begun, this.begun]]) if (Array.isArray(names)) for (const name of names) known.add(String(name));
    } catch {
      // Without storage, only the lessons solved since the page was opened are known.
    }
    return this.here;
  },
  note(name, solved, begun) {
    const known = solved ? this.here : this.begun;
    if (!solved && !begun || known.has(name)) return;
    known.add(name);
    try {
      localStorage.setItem(this.key, JSON.stringify({version: this.version, solved: [...this.solved()], begun: [...this.begun]}));
    } catch {
      // without storage, as above
    }
  },
};

const panels = {
  folded: innerHeight < 900, tab: 'element', pointed: {entry: -1, element: -1},
  tabs: [['element', 'Element'], ['properties', 'Properties'], ['steps', 'Steps'], ['code', 'Code']],

  show() {
    this.show_tabs();
    this.inspect();
    this.show_lesson();
    this.show_launch();
  },

  // --- The inspector

  show_tabs() {
    byId('tabs').replaceChildren(...this.tabs.map(([id, title]) => {
      const tab = make('button', {role: 'tab', textContent: t(title), 'aria-selected': String(id === this.tab), tabIndex: id === this.tab ? 0 : -1});
      tab.onclick = () => { this.tab = id; this.show_tabs(); this.inspect(); };
      tab.onkeydown = event => {
        const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        if (!by) return;
        this.tab = this.tabs[(this.tabs.findIndex(x => x[0] === this.tab) + by + this.tabs.length) % this.tabs.length][0];
        this.show_tabs();
        this.inspect();
        byId('tabs').querySelector('[aria-selected=true]').focus();
      };
      return tab;
    }));
  },

  point(entry, element) {
    this.pointed = {entry, element};
    if (this.tab === 'element') this.inspect();
  },

  inspect() {
    const box = byId('facts'), entry = app.chosen;
    const nothing = text => box.replaceChildren(make('p', {className: 'empty', textContent: t(text)}));
    if (this.tab === 'element') {
      const of = this.pointed.entry >= 0 && this.pointed.element >= 0 ? app.core('element', this.pointed) : null;
      if (!of || of.error || !of.rows.length) return nothing('Point at a cell, or choose one with the arrow keys: its coordinates, its index and its place in memory are shown here.');
      box.replaceChildren(heading(of.title), table(of.rows));
      return;
    }
    const answer = app.core(this.tab, {entry});
    if (!answer || answer.error) return nothing(answer?.error ?? '');
    if (this.tab === 'properties') return answer.rows.length ? box.replaceChildren(heading(answer.title), table(answer.rows)) : nothing('The entry has no layout.');
    if (this.tab === 'steps') {
      if (!answer.steps.length) return nothing('The entry is no operation: it has no steps.');
      box.replaceChildren(heading(answer.title), make('ol', {}, ...answer.steps.map(text => make('li', {textContent: text}))));
      if (answer.verdict) box.append(heading(t('Checked')), make('p', {className: `verdict ${answer.verdict.kept ? '' : 'broken'}`, textContent: answer.verdict.text}));
      return;
    }
    if (!answer.dialects.length) return nothing('The entry has no value to write as code.');
    box.replaceChildren(...answer.dialects.flatMap(({title, text, why}) => why ? [heading(title), make('p', {className: 'empty', textContent: why})] : [
      make('div', {className: 'codehead'}, heading(title), button(t('Copy'), () => copy(text, t('copied')))),
      make('pre', {className: 'code', textContent: text, tabIndex: 0})]));
  },

  // --- Cards

  /** Returns the rows of a card's menu: the core's actions for the card. An action with choices opens a menu in place of this one. */
  card_menu(button, entry, card) {
    const rows = app.core('actions', {entry, card}).actions.filter(a => a.section >= 0), does = (a, value) => () => this.do_action(button, a, entry, card, value);
    return rows.map((a, i) => {
      const row = {said: a.title, why: a.why, rule: i > 0 && rows[i - 1].section !== a.section, enabled: () => !a.why};
      if (a.choices) return {...row, said: `${a.title} ›`, run: () => menus.open(button, a.choices.map(c => ({said: c.title, on: a.key === 'export' ? undefined : c.on, why: c.why, enabled: () => !c.why, run: does(a, c.value)})))};
      return {...row, on: a.on, said: a.key === 'find' ? `${a.title} ›` : a.title, run: does(a, '')};
    });
  },
  do_action(button, action, entry, card, value) {
    if (action.key === 'find') return this.find_layouts(button, entry, expression => act(entry, 'find', expression));
    if (action.key === 'export') { app.chosen = entry; return figure_file(value, 'card', card); }
    if (!action.key.startsWith('copy_')) return act(entry, action.key, value, card);
    const answer = ask('act', {entry, card, key: action.key});
    if (answer) copy(answer.copy, t('copied'));
  },
  /** Opens a menu of the best layouts for an entry, or, for -1, for the launch's tile. The search takes up to a second. */
  find_layouts(button, entry, put) {
    const found = app.core('found', {entry});
    if (found.why || found.error) return tell(found.why ?? found.error, true);
    tell(found.now ? `${found.about} ${t('now')}: ${found.now}` : found.about);
    menus.open(button, found.rows.map(r => ({said: r.value, key: r.cost, run: () => put(r.value)})));
  },

  // --- The launch

  show_launch() {
    const launch = app.state.launch, form = byId('form');
    document.querySelector('main').classList.toggle('plain', !launch);
    this.fold(launch);
    if (!launch) {
      delete form.dataset.shape;
      form.replaceChildren(button(t('Describe a launch'), () => run('launch.begin'), {type: 'button'}));
      byId('report').replaceChildren();
      return;
    }
    const shape = JSON.stringify(launch.fields.map(f => [f.key, f.label, f.choices, f.help]));
    if (form.dataset.shape !== shape) {
      form.dataset.shape = shape;
      form.replaceChildren(...launch.fields.flatMap(f => {
        const id = `launch-${f.key}`;
        const field = f.choices ? make('select', {id}, ...f.choices.map(([value, title]) => make('option', {value, textContent: title}))) : make('input', {id, placeholder: f.hint, spellcheck: false, autocomplete: 'off'});
        field.oninput = () => edit('launch', {fields: {[f.key]: field.value}}, `launch ${f.key}`);
        return [make('label', {htmlFor: id, textContent: f.label, title: f.help}), field];
      }), make('p', {id: 'launch-problem', hidden: true, role: 'alert'}));
    }
    for (const f of launch.fields) {
      const field = byId(`launch-${f.key}`);
      if (field.value !== f.value) field.value = f.value;
      describe(field, launch.error && 'launch-problem');
    }
    const wrong = form.querySelector('p');
    wrong.textContent = launch.error ?? '';
    wrong.hidden = !launch.error;
    byId('report').replaceChildren(...(launch.error ? [] : launch.asks ? [this.question(launch)] : [table(launch.report), ...launch.shared ? this.banks() : []]));
  },
  /** Returns a picture of the banks that the lanes of a request access, with a slider for the request. */
  banks(position) {
    const told = app.core('banks', position ? {position} : {});
    if (!told.phases.length) return [this.conflicts()];
    const box = make('section', {className: 'banks', 'aria-label': t('Banks')}), slider = make('input', {type: 'range', min: 1, max: told.requests, value: told.position, 'aria-label': t('Request')});
    slider.oninput = () => {
      box.replaceWith(...this.banks(Number(slider.value)));
      byId('report').querySelector('.banks input').focus();
    };
    box.append(heading(t('Banks')), make('p', {}, slider, make('output', {textContent: `${told.position} / ${told.requests}`})));
    for (const {words, conflict, rows} of told.phases) {
      const meet = new Set(rows.flatMap(row => row.words).filter(word => word.conflict).map(word => word.bank));
      const cells = row => {
        const line = Array.from({length: 32}, () => make('td'));
        for (const {bank, thread, threads, conflict} of row.words) Object.assign(line[bank], {textContent: thread, title: `${t('bank')} ${bank}: ${threads}`, className: conflict ? 'conflict' : 'wanted'});
        return make('tr', {}, make('th', {scope: 'row', textContent: row.row}), ...line);
      };
      box.append(make('div', {className: 'wide'}, make('table', {className: 'words'}, make('thead', {}, make('tr', {}, make('td'), ...Array.from({length: 32}, (_, n) => make('th', {scope: 'col', textContent: n, className: meet.has(n) ? 'why' : ''})))),
                                                      make('tbody', {}, ...rows.map(cells)))),
                 make('p', {className: conflict ? 'why' : 'good', textContent: words}));
    }
    box.append(make('p', {textContent: told.about}), this.conflicts());
    return [box];
  },
  /** Returns a button that searches better layouts for the launch's tile in shared memory. */
  conflicts() {
    const made = button(t('Remove these conflicts …'), () => this.find_layouts(made, -1, value => edit('put', {entry: -1, value})), {type: 'button', 'aria-haspopup': 'menu'});
    return make('p', {}, made);
  },
  /** Returns the question whether the launch of a link may run. No part of it has run before. */
  question(launch) {
    const id = 'run-question', not_now = button(t('Not now'), () => { panels.folded = true; panels.show_launch(); byId('fold').focus(); });
    return make('div', {className: 'question', role: 'group', 'aria-labelledby': id},
                make('p', {id, textContent: t('Run the launch that came with the link?')}),
                make('p', {textContent: launch.asks}),
                make('p', {textContent: t('A link may come from anyone: check the fields before you run it.')}),
                button(t('Run'), () => run('run.link')), not_now);
  },
  /** Updates the line that summarises the launch, and opens and folds it. */
  fold(launch) {
    const line = byId('fold'), box = byId('launch');
    // A new question opens the panel, so that it is seen.
    if (launch?.asks && launch.asks !== this.asked) this.folded = false;
    this.asked = launch?.asks;
    box.classList.toggle('folded', !!launch && !launch.error && this.folded);
    line.hidden = !launch;
    line.setAttribute('aria-expanded', String(!this.folded));
    const grid = launch?.report?.find(r => r[0] === t('grid'))?.[1], once = launch?.report?.find(r => r[0] === t('elements touched once'));
    line.replaceChildren(make('b', {textContent: `${this.folded ? '▸' : '▾'} ${t('Launch')}`}),
                         [app.state.launch?.fields.find(f => f.key === 'tensor')?.value, grid, once?.join(' ')].filter(Boolean).join(' · '));
  },

  // --- Lessons

  hinted: {of: '', hints: 0, answer: false},

  show_lesson() {
    const box = byId('lesson'), lesson = app.state.lesson;
    const kernels = tools.strip();
    box.hidden = !lesson && !app.state.offers.length && !link.broken && !kernels;
    // Scrolling must not place rows beneath the lesson, which stays above them.
    queueMicrotask(() => byId('sheet').style.scrollPaddingTop = `${box.hidden ? 0 : box.offsetHeight}px`);
    if (!lesson) {
      const broken = () => make('div', {className: 'why', role: 'alert'}, ...broken_link());
      box.replaceChildren(...link.broken ? [broken()] : [], ...kernels ? [kernels] : [], ...app.state.offers.length ? [offers(t('New to layouts?'))] : []);
      return;
    }
    const all = app.state.exercises, open = all.findIndex(e => e.state !== 'solved'), now = open < 0 ? all.length - 1 : open;
    if (lesson.number >= 0) progress.note(lesson.name, open < 0, all.some(e => e.state !== 'open'));
    const of = `${lesson.title} ${now}`;
    if (this.hinted.of !== of) this.hinted = {of, hints: 0, answer: false};
    const step = (by, sign, title) => {
      const to = this.beside(by);
      return button(sign, () => this.open_lesson(to), {className: 'step', disabled: to < 0, title: t(title), 'aria-label': t(title)});
    };
    box.replaceChildren(make('header', {}, step(-1, '‹', 'Previous lesson'), make('h2', {textContent: `${lesson.number >= 0 ? `${lesson.number + 1} · ` : ''}${lesson.title}`}), step(1, '›', 'Next lesson')));
    all.forEach((e, i) => {
      if (i > now) return;
      const mark = {solved: '✓ ', wrong: '✗ ', open: '○ '}[e.state];
      const task = make('p', {className: `task ${e.state}`}, make('b', {textContent: mark}), e.task);
      task.dataset.exercise = i;
      task.dataset.state = e.state;
      box.append(task);
      if (i !== now || e.state === 'solved') return;
      for (const why of [e.otherwise, e.why]) if (why) box.append(make('p', {className: 'why', textContent: why}));
      for (const hint of e.hints.slice(0, this.hinted.hints)) box.append(make('p', {className: 'hints', textContent: hint}));
      if (this.hinted.answer) box.append(make('p', {className: 'hints'}, `${e.entry} = ${e.answer} `, button(t('Write it'), () => edit('answer', {exercise: i}))));
      const links = make('p', {className: 'more'}, button(t('Write the answer'), () => editor.focus(app.state.entries.findIndex(x => x.name === e.entry))));
      if (this.hinted.hints < e.hints.length) links.append(button(t('Hint'), () => { ++this.hinted.hints; this.show_lesson(); }));
      else if (!this.hinted.answer && e.answer) links.append(button(t('Show a solution'), () => { this.hinted.answer = true; this.show_lesson(); }));
      box.append(links);
    });
    if (kernels) box.append(kernels);
    if (open < 0) box.append(make('p', {className: 'more'}, this.beside(1) >= 0 ? button(t('Next lesson'), () => this.open_lesson(this.beside(1))) : t('That was the last lesson.')));
  },

  /** Returns the number of the lesson `by` places from the open one; -1 if there is none. */
  beside(by) {
    const number = app.state?.lesson?.number ?? -1, to = number + by;
    return number < 0 || to < 0 || to >= app.state.lesson.count ? -1 : to;
  },
  open_lesson(number) {
    if (number < 0 || !edit('lesson', {number})) return;
    app.name = '';
    titled();
    choose_first();
    this.pane('sheet');
    byId('sheet').scrollTop = 0;
    this.to_answer();
  },
  /** Focuses the exercise's field if the lesson's beginning stays in view. Not on telephones, whose keyboard would hide half of it. */
  to_answer() {
    const exercise = app.state.exercises.find(e => e.state !== 'solved'), row = editor.rows[app.state.entries.findIndex(e => e.name === exercise?.entry)];
    const sheet = byId('sheet');
    if (!row || matchMedia('(pointer: coarse)').matches || row.box.offsetTop + row.box.offsetHeight > 2 * sheet.clientHeight) return;
    editor.focus(row.number);
  },
  lessons() {
    const all = app.core('lessons', {}).lessons, solved = progress.solved();
    const rows = all.map(({name, title, opening}, i) => {
      const [mark, word] = solved.has(name) ? ['✓', t('done')] : progress.begun.has(name) ? ['◐', t('begun')] : ['○', ''];
      const row = button('', () => { this.close(); this.open_lesson(i); }, {className: ''});
      if (app.state.lesson?.number === i) row.classList.add('now');
      row.append(make('span', {className: solved.has(name) ? 'mark done' : 'mark', textContent: mark, 'aria-hidden': 'true'}), make('b', {textContent: `${i + 1} · ${title}`}),
                 make('span', {className: 'how', textContent: word}), make('small', {textContent: opening}));
      return row;
    });
    const groups = all.map(lesson => lesson.group), parts = rows.flatMap((row, i) => groups[i] === groups[i - 1] ? [row] : [make('h3', {className: 'heading', textContent: groups[i]}), row]);
    this.dialog(t('Lessons'), make('p', {className: 'empty', textContent: said('{} of {} done', all.filter(lesson => solved.has(lesson.name)).length, all.length)}),
                make('div', {className: 'list lessons'}, ...parts));
    byId('dialog').querySelector('.now')?.focus();
  },

  // --- Operations

  functions_of() { return app.core('functions', {}).functions; },
  find() {
    const wanted = byId('search').value, found = app.core('functions', {wanted}).functions;
    const groups = new Map();
    if (!found.length) return byId('found').replaceChildren(make('p', {className: 'empty', role: 'status', textContent: `${t('Nothing found')}: ${wanted.trim()}`}));
    for (const f of found) groups.set(f.group, [...(groups.get(f.group) ?? []), f]);
    byId('found').replaceChildren(...[...groups].flatMap(([title, all]) => [
      heading(title), make('div', {}, ...all.map(f => button(f.name, () => this.call(f), {className: '', title: `${f.signature}\n${f.meaning}`})))]));
  },
  call(f) {
    const step = `call ${performance.now()}`, entry = app.chosen;
    let made = ask('call', {name: f.name, entry});
    // An operand without a name gets one; both are one step of undo.
    if (made?.named && edit('type', {entry, text: made.named}, step)) made = ask('call', {name: f.name, entry});
    if (made?.text) editor.insert(app.state.entries.length, made.text, step);
  },
  search() {
    this.pane('sheet');
    byId('operations').open = true;
    byId('search').focus();
  },

  // --- Dialogs

  dialog(title, ...content) {
    const box = byId('dialog');
    box.className = '';
    box.replaceChildren(make('header', {}, make('h2', {textContent: title}), button('×', () => this.close(), {className: 'close', 'aria-label': t('Close')})),
                        make('div', {className: 'body'}, ...content));
    box.setAttribute('aria-label', title);
    if (!box.open) box.showModal();
    box.onclick = event => event.target === box && this.close();
    box.onclose = () => box.open || box.querySelector('iframe')?.remove();  // a removed frame stops playing
  },
  close() { byId('dialog').close(); },

  /** Opens a dialog with a list that a field searches: rows {title, small, run}. */
  chooser(title, rows_for) {
    const field = make('input', {type: 'search', autocomplete: 'off', spellcheck: false, placeholder: t('Search'), role: 'combobox', 'aria-label': t('Search'), 'aria-controls': 'found-rows', 'aria-expanded': 'true'});
    const list = make('div', {id: 'found-rows', className: 'list', role: 'listbox', 'aria-label': title}), none = make('p', {className: 'empty none', role: 'status'});
    let now = 0;
    const mark = () => {
      [...list.children].forEach((r, i) => { r.classList.toggle('now', i === now); r.setAttribute('aria-selected', String(i === now)); if (i === now) r.scrollIntoView({block: 'nearest'}); });
      if (list.children[now]) field.setAttribute('aria-activedescendant', list.children[now].id);
      else field.removeAttribute('aria-activedescendant');
    };
    const fill = () => {
      now = 0;
      const rows = rows_for(field.value.trim());
      none.textContent = rows.length ? '' : `${t('Nothing found')}: ${field.value.trim()}`;
      list.replaceChildren(...rows.map((row, i) => {
        const line = button('', () => { this.close(); row.run(); }, {id: `found-row-${i}`, className: row.faint ? 'faint' : '', role: 'option', tabIndex: -1});
        line.append(make('span', {textContent: row.title}), row.key ? make('kbd', {textContent: row.key.replace('Arrow', '')}) : '', row.small ? make('small', {textContent: row.small}) : '');
        return line;
      }));
      mark();
    };
    field.oninput = fill;
    field.onkeydown = event => {
      const count = list.children.length, by = {ArrowDown: 1, ArrowUp: -1}[event.key];
      if (by && count) now = (now + by + count) % count, mark();
      else if (event.key === 'Enter') list.children[now]?.click();
      else return;
      event.preventDefault();
    };
    this.dialog(title, field, none, list);
    fill();
    field.focus();
  },
  palette() {
    this.chooser(t('Commands'), wanted => app.core('palette', {wanted}).rows.map(row => this.found_row(row)).filter(row => row));
  },
  /**
   * Returns a row for a result of the core's search: a command, an entry, a lesson, an example, an operation, a tool, or a command that a
   * page does not have.
   */
  found_row(row) {
    const command = commands.find(c => c.id === row.id), runs = {
      command: () => command.run(), entry: () => editor.focus(row.entry), lesson: () => this.open_lesson(row.number), function: () => this.call(row), tool: () => tools.open(row.name), absent: () => this.about(),
      example: () => { if (edit('example', {name: row.name})) app.name = row.name, titled(), choose_first(); }};
    if (row.kind === 'command') return enabled(command) && {title: `${row.menu} › ${title_of(command)}`, key: command.key, run: runs.command};
    return {title: row.title, small: row.small, faint: row.kind === 'absent', run: runs[row.kind]};
  },
  functions() {
    this.chooser(t('Functions'), wanted => app.core('functions', {wanted}).functions.map(f => ({title: f.signature, small: f.meaning, run: () => this.call(f)})));
  },
  help() {
    const keys = [
      ['Enter', 'a new entry below; with Shift above'], ['Alt+Up, Alt+Down', 'moves the entry'], ['Ctrl+Up, Ctrl+Down', 'changes the number at the cursor'],
      ['Tab', 'takes the completion; Ctrl+Space asks for one'], ['Ctrl+Z, Ctrl+Y', 'undo and redo'], ['Ctrl+K', 'every command'], ['Ctrl+Shift+F', 'searches the operations'],
      ['Ctrl+S, Ctrl+O', 'saves and opens a file'], ['Shift+F2', 'the next problem'],
      [t('arrow keys'), 'in a card: from cell to cell; Escape lets go'], [t('mouse'), 'a number is dragged sideways; a cell is pinned by a click']];
    this.dialog(t('Keys and mouse'), make('p', {textContent: t('One layout or expression a line. Grids follow while you type; pointing at a cell marks what it came from and where it goes.')}),
                make('table', {className: 'keys'}, make('tbody', {}, ...keys.map(([key, does]) => make('tr', {}, make('td', {textContent: key}), make('td', {textContent: t(does)}))))));
  },
  about() {
    this.dialog('Cutescope', make('p', {textContent: t('An explorer of CuTe’s layout algebra. This page is the program itself, compiled for browsers: it sends nothing anywhere, and works without a network.')}),
                make('p', {textContent: t('The installed program has also the GPU, PDF and PNG, watching of running programs, and presentations. A copied link opens in it.')}));
  },

  // --- Narrow pages show one part at a time

  name_panes() {
    byId('panes').replaceChildren(...[['sheet', 'Sheet'], ['canvas', 'Cards'], ['inspector', 'Inspector'], ['launch', 'Launch']].map(([id, title]) =>
      button(t(title), () => this.pane(id), {className: '', 'aria-pressed': String(document.body.dataset.pane === id)})));
  },
  pane(id) {
    document.body.dataset.pane = id;
    this.name_panes();
    canvas.figure?.fit();
  },
};

byId('search').addEventListener('input', () => panels.find());
byId('fold').addEventListener('click', () => { panels.folded = !panels.folded; panels.show_launch(); });
byId('form').addEventListener('submit', event => event.preventDefault());

begin();
