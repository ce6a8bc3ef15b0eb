// The tools of the command line in the page, each in a dialog made from its record, and the map of a kernel with its findings.
'use strict';

/** The name of the page's sheet for tools. */
const page_sheet = 'sheet.cutes';
/** Calls a function after the page has been drawn, as the program occupies the page's only thread. */
const after_drawing = does => setTimeout(() => requestAnimationFrame(() => setTimeout(does)));

/** Returns a program, {name, text, kernels}, which tools read beside the sheet of its layouts; null for a file of another kind. */
function program_of(name, text) {
  if (name.endsWith('.cutes') || text.startsWith('@cutescope')) return null;
  const found = app.core('kernels', {file: name, text});
  return found.error === undefined ? {name, text, kernels: found.kernels} : null;
}
/** Returns the source of kernels: the open program, or the sheet if its rows are steps of a kernel; else null. */
function kernel_source() {
  const {program, state} = app;
  if (program?.kernels.length) return program;
  return state.entries.some(e => e.depth !== undefined) ? {name: page_sheet, text: app.text} : program;
}

/** A field of a tool's form. */
class ToolField {
  constructor(tool, option) {
    const id = `tool-${tool.name}-${option.key}`, {value} = option;
    this.option = option;
    this.flag = !option.argument && !value;
    const name = option.argument ? value : `${option.key.length === 1 ? '-' : '--'}${option.key}`;
    if (option.choices && !option.repeated) {
      const none = option.required ? [] : [['', option.initial ?? '']];
      this.field = make('select', {}, ...[...none, ...option.choices.map(c => [c, c])].map(([value, textContent]) => make('option', {value, textContent})));
    } else if (option.repeated) {
      this.field = make('textarea', {rows: option.argument ? 2 : 1, spellcheck: false, autocomplete: 'off'});
    } else {
      this.field = make('input', this.flag ? {type: 'checkbox'} : {type: 'text', spellcheck: false, autocomplete: 'off', placeholder: option.initial ?? ''});
    }
    this.field.id = id;
    if (option.required) this.field.setAttribute('aria-required', 'true');
    const help = make('small', {id: `${id}-help`, textContent: option.repeated ? `${option.help}. ${t('One a line')}` : option.help});
    describe(this.field, help.id);
    this.row = make('div', {className: this.flag ? 'row-of flag' : 'row-of'},
                    make('label', {htmlFor: id}, make('code', {textContent: name}), option.argument || this.flag ? null : make('span', {textContent: ` ${value}`})), this.field, help);
  }
  /** Sets the field to these values; a field for one value takes the last. */
  set(values) {
    if (this.flag) this.field.checked = values.length > 0;
    else this.field.value = this.option.repeated ? values.join('\n') : values.at(-1) ?? '';
  }
  /** Returns pairs of the key and a value. */
  given() {
    if (this.flag) return this.field.checked ? [[this.option.key, 'true']] : [];
    const lines = this.option.repeated ? this.field.value.split('\n') : [this.field.value];
    return lines.filter(line => line.trim()).map(line => [this.option.key, line]);
  }
}

const tools = {
  all: [],

  take() { this.all = app.core('tools').tools ?? []; },
  /** Returns the rows of the menu, with a line between the groups. */
  rows() {
    return this.all.map(({name, group, help}, i) => ({said: name, why: help, rule: group !== this.all[i - 1]?.group, run: () => this.open(name)}));
  },

  /** Returns the files that a tool can read besides the sheet. */
  files() { return app.program ? [[app.program.name, app.program.text]] : []; },
  /** Returns the words for an exit status. */
  status(status) {
    return {0: t('All is well'), 1: t('A finding, or a difference'), 2: t('The request cannot be answered as it is'), 3: t('The machine could not do it'), 4: t('No finding, but not everything could be checked'), 130: t('It was stopped')}[status] ?? '';
  },

  open(name) {
    const tool = this.all.find(x => x.name === name);
    if (!tool) return;
    const fields = tool.options.map(option => new ToolField(tool, option)), rows = of => fields.filter(of).map(f => f.row);
    const first = f => f.option.argument || f.option.required;
    // Without arguments a tool has only options, so they are open.
    const more = make('details', {className: 'more', open: !tool.options.some(o => o.argument)}, make('summary', {textContent: t('More options')}), ...rows(f => !first(f)));
    const answer = make('div', {className: 'answer'});
    const form = make('form', {className: 'tool', noValidate: true}, make('p', {className: 'empty', textContent: tool.help}), ...rows(first), fields.some(f => !first(f)) ? more : null,
                      make('p', {className: 'does'}, make('button', {type: 'submit', className: 'chip', textContent: t('Run')}),
                           tool.example.includes(' ') ? button(t('Fill in the example'), () => this.exemplify(tool, fields), {type: 'button'}) : null));
    form.onsubmit = event => {
      event.preventDefault();
      this.run(tool, fields.flatMap(f => f.given()), answer);
    };
    this.prefill(fields);
    panels.dialog(tool.name, form, answer);
    byId('dialog').classList.add('wider');
    (fields.find(first) ?? fields[0])?.field.focus();
  },

  /** Fills in the fields of files with the open program or the sheet, and the first expression with the chosen entry's. */
  prefill(fields) {
    const entry = app.state.entries[app.chosen], text = entry && !entry.note && entry.depth === undefined ? entry.text : '';
    const expression = text.replace(/^\s*\w+\s*=(?!=)\s*/, '');
    const names = app.state.entries.map(e => e.name).filter(n => n), uses = names.some(n => new RegExp(`(?<![\\w.])${n}(?!\\w)`).test(expression));
    let open = true;
    for (const f of fields) {
      const {argument, value, key, repeated} = f.option;
      if (argument && /^(FILE|SOURCE)/.test(value) || key === 'sheet') f.set(f.option.argument && app.program ? [app.program.name] : [page_sheet]);
      else if (argument && open && !/^(STATEMENT|LESSON)$/.test(value)) {
        open = false;
        // The names of other entries belong to the sheet. A single entry may not show which integer rule the sheet uses, so it is passed
        // on.
        if (expression) fields.find(x => x.option.key === 'integers')?.set([app.state.integers]);
        f.set(repeated ? [...uses ? [page_sheet] : [], expression || page_sheet] : [uses ? entry.value ?? expression : expression]);
      }
    }
  },
  /** Fills in the values of the record's example. */
  exemplify(tool, fields) {
    const words = [...tool.example.matchAll(/"([^"]*)"|(\S+)/g)].slice(1).map(m => m[1] ?? m[2]), values = new Map(fields.map(f => [f, []]));
    const free = fields.filter(f => f.option.argument);
    for (let i = 0; i < words.length; ++i) {
      const [, key, given] = words[i].match(/^--?([a-zA-Z][\w-]*)(?:=(.*))?$/) ?? [];
      if (key === undefined) {
        const f = free.find(x => x.option.repeated || !values.get(x).length);
        if (f) values.get(f).push(words[i]);
        continue;
      }
      const f = fields.find(x => x.option.key === key), value = given ?? (f?.flag ? 'true' : words[++i]);
      if (f) values.get(f).push(value);
    }
    for (const [f, all] of values) f.set(all);
  },

  run(tool, given, box) {
    const status = make('p', {className: 'status', role: 'status', textContent: t('Running …')});
    box.replaceChildren(status);
    after_drawing(() => {
      const answer = app.core('tool', {name: tool.name, given, files: this.files()});
      if (answer.error) {
        status.className = 'status why';
        status.textContent = answer.error;
        return;
      }
      const data = answer.data.length === 1 ? answer.data[0] : answer.data, json = JSON.stringify(data, null, 1), text = answer.text;
      status.textContent = this.status(answer.status);
      status.className = `status ${{0: 'good', 1: 'hint', 4: 'hint'}[answer.status] ?? 'why'}`;
      const pre = (className, textContent, name) => textContent ? make('pre', {className, textContent, tabIndex: 0, role: 'region', 'aria-label': name}) : null;
      box.append(...[pre('remarks', answer.remarks.trimEnd(), t('Remarks')), pre('code', text.trimEnd(), t('Answer')),
                     make('p', {className: 'does'}, text ? button(t('Copy'), () => copy(text, t('copied'))) : null,
                          answer.data.length ? button(t('Copy JSON'), () => copy(json, t('copied'))) : null,
                          text.startsWith('@cutescope') ? button(t('Open as a sheet'), () => { panels.close(); open_text(text); }) : null)].filter(part => part));
      status.scrollIntoView({block: 'nearest'});
    });
  },

  // --- Kernels

  /** Returns the bar above the rows for a program's kernels; null if there is no kernel. */
  strip() {
    const {program} = app, source = kernel_source();
    if (!source || source === program && !program.kernels.length) return null;
    const names = program?.kernels ?? [], words = names.length ? `${program.name}: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}` : '';
    return make('p', {className: 'offers kernels'}, words, button(t('Map of the kernel'), () => this.map()), button(t('Check'), () => this.open('check')));
  },

  /** Opens the map of a kernel with the findings above it. */
  map() {
    const source = kernel_source();
    if (!source) return tell(t('There is no kernel: open a program (.cu, .py), or a sheet whose rows are the steps of a kernel.'), true);
    const found = make('div', {className: 'findings', role: 'status'}, make('p', {className: 'empty', textContent: t('Reading the kernel …')}));
    const chosen = make('p', {className: 'choice', hidden: true}), place = make('div', {className: 'place'});
    panels.dialog(t('Map of the kernel'), found, chosen, place);
    byId('dialog').classList.add('whole');
    const here = () => byId('dialog').open && place.isConnected;
    const play = kernel => {
      const {html, kernels, error} = app.core('map', {file: source.name, text: source.text, kernel, theme: document.body.dataset.theme});
      if (error) return place.replaceChildren(make('p', {className: 'why', textContent: error}));
      if (kernels.length > 1 && chosen.hidden) {
        const names = make('select', {id: 'map-kernel'}, ...kernels.map((name, i) => make('option', {value: i, textContent: name})));
        names.onchange = () => play(Number(names.value));
        chosen.replaceChildren(make('label', {htmlFor: names.id, textContent: `${t('Kernel')} `}), names);
        chosen.hidden = false;
      }
      const frame = this.frame(html);
      place.replaceChildren(frame);
      // The map handles keys, so it gets the keyboard unless another control has it already.
      frame.onload = () => byId('dialog').contains(document.activeElement) && document.activeElement.id !== 'map-kernel' && frame.focus();
    };
    after_drawing(() => {
      if (!here()) return;
      play(0);
      after_drawing(() => here() && found.replaceChildren(...this.findings(source)));
    });
  },
  /**
   * Returns a frame with an interactive page, without this page's origin, so that it cannot access this page. The frame inherits the page's
   * policy, which allows the player's script but no style that comes with a map; that script applies the styles, which are data here.
   */
  frame(html) {
    // The picture and the row of time beside it are both visible at once.
    const theme = document.body.dataset.theme, style = `:root{color-scheme:${theme === 'auto' ? 'light dark' : theme}}@media(min-width:900px){body .cutescope-map svg.map{max-height:54vh}}`;
    const srcdoc = html.replace('</head>', `<style>${style}</style></head>`).replaceAll('<style>', '<script type="text/css">').replaceAll('</style>', '<\/script>');
    const frame = make('iframe', {className: 'map', title: t('Map of the kernel')});
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.srcdoc = srcdoc;
    return frame;
  },
  /** Returns the findings of `flow` in the kernels, and its undecided questions. */
  findings(source) {
    const answer = app.core('tool', {name: 'flow', given: [['files', source.name]], files: source.name === page_sheet ? [] : [[source.name, source.text]]});
    const why = answer.error ?? (answer.status === 2 || answer.status === 3 ? answer.remarks.trim() : '');
    if (why) return [make('p', {className: 'why', textContent: why})];
    const wrong = answer.findings.filter(f => f.level !== 'note'), open = answer.findings.filter(f => f.level === 'note');
    const list = all => make('ul', {}, ...all.map(f => make('li', {}, f.line ? make('b', {textContent: `${said('line {}', f.line)} ` }) : null, f.message)));
    const parts = [make('p', {className: wrong.length ? 'why' : 'good', textContent: wrong.length === 1 ? t('1 finding') : said('{} findings', wrong.length)})];
    if (wrong.length) parts.push(list(wrong));
    if (open.length) parts.push(make('details', {}, make('summary', {className: 'hint', textContent: said('not decided: {}', open.length)}), list(open)));
    return parts;
  },
};
