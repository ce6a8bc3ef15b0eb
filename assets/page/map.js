// Plays the map of a kernel, moment by moment. It draws and computes nothing: the pictures, words and facts of each moment are in the
// page's data block, written by app/figures/map_player.cpp. docs/pages.md describes the data and the keys.
(() => {
'use strict';

const format = 1;
const speeds = [0.25, 0.5, 1, 2, 4, 8];
const steps_a_second = 8;  // at speed 1
const icons = {
  first: 'M2 3v10M9 3v10L4 8zM14 3v10L9 8z', back: 'M4 3v10M12 3v10L6 8z', play: 'M4 2v12l9-6z', pause: 'M3 2h4v12H3zM9 2h4v12H9z',
  forward: 'M12 3v10M4 3v10l6-5z', last: 'M14 3v10M2 3v10l5-5zM7 3v10l5-5z',
};

const svg_space = 'http://www.w3.org/2000/svg';
function made(name, classes, parent) {
  const element = document.createElement(name);
  if (classes) element.className = classes;
  if (parent) parent.append(element);
  return element;
}

/** Returns the data's object, after unpacking its larger part. */
async function read(data) {
  const text = atob(data.data), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(data.packed));
  return {...data, ...await new Response(unpacked).json()};
}

class Player {
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.language = (root.lang || 'en').split('-')[0];
    this.picture = root.querySelector('svg.map');
    this.says = root.querySelector('.says');
    this.where = root.querySelector('.where');
    this.facts = root.querySelector('.facts');
    this.rows = root.querySelector('.rows');
    this.cursor = root.querySelector('.cursor');
    this.calls = [...root.querySelectorAll('.calls li')];
    const parsed = new DOMParser().parseFromString(`<svg xmlns="${svg_space}">${data.shapes.join('')}</svg>`, 'image/svg+xml');
    this.shapes = [...parsed.documentElement.children].map(shape => document.adoptNode(shape));
    this.drawn = [];
    this.picture.replaceChildren();
    this.playing = null;
    this.speed = 1;
    this.calling();
    this.tools();
    this.controls();
    document.addEventListener('keydown', event => this.key(event));
    this.rows.addEventListener('pointerdown', event => this.grab(event));
    root.classList.add('ready');
    this.speak_language(this.language);
    this.go(data.start);
  }

  /** Returns a word of the page in the reader's language. */
  word(english) { return this.data.words[this.language]?.[english] ?? english; }
  /** Returns a text of the data, which has both languages if they differ. */
  text(number) {
    const text = this.data.texts[number];
    return typeof text === 'string' ? text : text[this.language === 'zh' ? 1 : 0];
  }
  button(parent, classes, does) {
    const button = made('button', classes, parent);
    button.type = 'button';
    button.addEventListener('click', does);
    return button;
  }
  icon(button, name) {
    const svg = document.createElementNS(svg_space, 'svg'), path = document.createElementNS(svg_space, 'path');
    svg.setAttribute('viewBox', '0 0 16 16');
    svg.setAttribute('aria-hidden', 'true');
    path.setAttribute('d', icons[name]);
    svg.append(path);
    button.replaceChildren(svg);
  }
  call(control, english) {
    control.dataset.calls = english;
    control.title = this.word(english);
    control.setAttribute('aria-label', this.word(english));
  }

  /** Makes buttons of the kernel's lines: each goes to its next step. */
  calling() {
    const frames = this.data.frames;
    this.calls.forEach((line, call) => {
      if (!frames.some(frame => frame.call === call)) return;
      const button = made('button', 'call');
      button.type = 'button';
      button.append(...line.childNodes);
      line.append(button);
      button.addEventListener('click', () => {
        const next = frames.findIndex((frame, i) => i > this.now && frame.call === call);
        this.pause();
        this.go(next < 0 ? frames.findIndex(frame => frame.call === call) : next);
      });
    });
  }

  tools() {
    const tools = made('div', 'tools'), themes = ['auto', 'light', 'dark'];
    this.root.querySelector('.title').after(tools);
    this.other = this.button(tools, 'language', () => this.speak_language(this.language === 'zh' ? 'en' : 'zh'));
    this.other.hidden = Object.keys(this.data.frames[0].pictures).length < 2;
    this.theme = this.button(tools, 'theme', () => {
      this.root.dataset.theme = themes[(themes.indexOf(this.root.dataset.theme) + 1) % themes.length];
      this.theme.textContent = this.word(`Theme: ${this.root.dataset.theme}`);
    });
  }
  speak_language(language) {
    this.language = language;
    this.root.lang = language === 'zh' ? 'zh-Hans' : language;
    this.other.textContent = language === 'zh' ? 'English' : '中文';
    this.other.lang = language === 'zh' ? 'en' : 'zh-Hans';
    this.theme.textContent = this.word(`Theme: ${this.root.dataset.theme}`);
    for (const element of this.root.querySelectorAll('[data-en]')) element.textContent = element.dataset[language];
    for (const control of this.root.querySelectorAll('[data-calls]')) this.call(control, control.dataset.calls);
    if (this.now !== undefined) this.show();
  }

  controls() {
    const bar = made('div', 'bar'), last = this.data.frames.length - 1;
    this.root.querySelector('.time').before(bar);
    const step = (icon, words, to) => {
      const button = this.button(bar, 'turn', () => { this.pause(); this.go(to()); });
      this.icon(button, icon);
      this.call(button, words);
      return button;
    };
    this.first = step('first', 'First step', () => 0);
    this.back = step('back', 'One step back', () => this.now - 1);
    this.play_button = this.button(bar, 'turn play', () => this.play());
    this.forward = step('forward', 'One step forward', () => this.now + 1);
    this.last = step('last', 'Last step', () => last);
    this.slider = made('input', 'slider', bar);
    Object.assign(this.slider, {type: 'range', min: 0, max: last, step: 1});
    this.call(this.slider, 'Step');
    this.slider.addEventListener('input', () => { this.pause(); this.go(Number(this.slider.value)); });
    this.pace = made('select', 'speed', bar);
    for (const speed of speeds) {
      const option = made('option', '', this.pace);
      option.value = speed;
      option.textContent = `${speed}×`;
    }
    this.pace.value = '1';
    this.call(this.pace, 'Speed');
    this.pace.addEventListener('change', () => { this.speed = Number(this.pace.value); });
    this.show_playing();
  }
  show_playing() {
    this.icon(this.play_button, this.playing ? 'pause' : 'play');
    this.call(this.play_button, this.playing ? 'Pause' : 'Play');
    // Screen readers do not read texts that change eight times a second.
    this.says.setAttribute('aria-live', this.playing ? 'off' : 'polite');
  }

  play() {
    if (this.playing) return this.pause();
    if (this.now === this.data.frames.length - 1) this.go(0);
    const playing = this.playing = {before: performance.now(), carried: 0};
    this.show_playing();
    const next = now => {
      if (this.playing !== playing) return;
      playing.carried += Math.min(0.25, (now - playing.before) / 1000) * steps_a_second * this.speed;
      playing.before = now;
      const steps = Math.floor(playing.carried);
      playing.carried -= steps;
      if (steps > 0) this.go(this.now + steps);
      if (this.now === this.data.frames.length - 1) return this.pause();
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }
  pause() {
    if (!this.playing) return;
    this.playing = null;
    this.show_playing();
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('select')) return;
    const on_slider = event.target === this.slider, on_button = event.target.closest('button');
    const to = {ArrowLeft: this.now - 1, ArrowRight: this.now + 1, Home: 0, End: this.data.frames.length - 1}[event.key];
    if (event.key === ' ' && !on_button) this.play();
    else if (to !== undefined && !on_slider) { this.pause(); this.go(to); }
    else if (event.key === 'Escape' && parent !== window) parent.postMessage('cutescope:close', '*');
    else return;
    event.preventDefault();
  }
  /** Goes to the step nearest to the pointer while it is dragged over the rows of time. */
  grab(event) {
    if (event.button !== 0) return;
    const go = e => {
      const x = e.clientX - this.cursor.parentElement.getBoundingClientRect().left;
      let best = 0;
      this.data.frames.forEach((frame, i) => { if (Math.abs(frame.at - x) < Math.abs(this.data.frames[best].at - x)) best = i; });
      this.pause();
      this.go(best, false);
    };
    // Touch scrolls; a touch without scrolling arrives as a click.
    if (event.pointerType === 'touch') return this.rows.addEventListener('click', go, {once: true});
    go(event);
    const move = e => go(e), end = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    event.preventDefault();
  }

  go(frame, follows = true) {
    const to = Math.max(0, Math.min(this.data.frames.length - 1, frame));
    if (to === this.now) return;
    this.now = to;
    this.show(follows);
  }

  show(follows = true) {
    const frame = this.data.frames[this.now];
    this.draw(frame.pictures[this.language] ?? frame.pictures.en);
    this.where.textContent = this.text(frame.where);
    this.says.textContent = this.text(frame.says);
    this.picture.setAttribute('aria-label', this.says.textContent);
    this.root.dataset.step = frame.moment + 1;
    this.mark(frame.call);
    this.tell(frame.facts);
    this.cursor.style.left = `${frame.at - 5}px`;
    if (follows) {
      const {scrollLeft, clientWidth} = this.rows;
      if (frame.at < scrollLeft + clientWidth * 0.05 || frame.at > scrollLeft + clientWidth * 0.9) this.rows.scrollLeft = frame.at - clientWidth * 0.35;
    }
    this.slider.value = this.now;
    this.slider.setAttribute('aria-valuetext', this.where.textContent);
    this.first.disabled = this.back.disabled = this.now === 0;
    this.last.disabled = this.forward.disabled = this.now === this.data.frames.length - 1;
  }
  /** Draws these stretches of the shapes; shapes that were already drawn stay in place. */
  draw(stretches) {
    const wanted = [];
    for (let i = 0; i < stretches.length; i += 2)
      for (let k = 0; k < stretches[i + 1]; ++k) wanted.push(stretches[i] + k);
    const kept = new Set(wanted);
    for (const shape of this.drawn) if (!kept.has(shape)) this.shapes[shape].remove();
    let at = this.picture.firstChild;
    for (const number of wanted) {
      const shape = this.shapes[number];
      if (shape === at) at = at.nextSibling;
      else this.picture.insertBefore(shape, at);
    }
    this.drawn = wanted;
  }
  mark(call) {
    this.calls.forEach((line, i) => {
      if (i === call) line.setAttribute('aria-current', 'step');
      else line.removeAttribute('aria-current');
    });
    // Scrolls the list only, not the page.
    const line = this.calls[call], list = line.parentElement;
    if (line.offsetTop < list.scrollTop || line.offsetTop + line.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = line.offsetTop - list.clientHeight / 3;
  }
  tell(numbers) {
    this.facts.replaceChildren();
    for (const number of numbers) {
      const fact = this.data.facts[number], section = made('section', fact.frame === this.now ? 'now' : '', this.facts);
      made('h3', '', section).textContent = this.text(fact.title);
      const list = made('dl', '', section);
      for (const [label, value] of fact.rows) {
        made('dt', '', list).textContent = this.text(label);
        made('dd', '', list).textContent = value;
      }
    }
    if (!numbers.length) made('p', 'nothing', this.facts).textContent = this.word('It moves nothing here.');
  }
}

// The policy of the program's page allows only its own styles, so those of a map come as data.
for (const data of document.querySelectorAll('script[type="text/css"]')) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(data.textContent);
  document.adoptedStyleSheets.push(sheet);
}

async function start(root) {
  const data = JSON.parse(root.querySelector('script.cutescope-map-data').textContent);
  if (data.format !== format) return;
  root.dataset.started = '';
  root.player = new Player(root, await read(data));
}
for (const root of document.querySelectorAll('.cutescope-map:not([data-started])')) start(root);
})();
