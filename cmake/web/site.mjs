// node site.mjs ASSETS MODULE.js MODULE.wasm OUT: the page in one file, OUT/index.html. Scripts and styles are those of assets/page, and
// its policy allows no others, and no request. The starter sheet and its figure stand in it as the program draws them, so that a reader
// has them before the program has begun.
import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';
import {deflateRawSync} from 'node:zlib';

const [assets, glue, module, out] = process.argv.slice(2);
const asset = name => readFileSync(`${assets}/${name}`, 'utf8');
const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// --- The program, packed

/** Bytes as letters: core.js reads them. */
function letters_of(bytes) {
  const codes = [];
  const put = digit => codes.push(digit < 25 ? digit + 35 : digit + 36);
  let held = 0, bits = 0;
  const pair = () => { put((held & 8191) % 91); put(Math.floor((held & 8191) / 91)); held >>>= 13; bits -= 13; };
  for (const byte of bytes) {
    held |= byte << bits;
    bits += 8;
    if (bits >= 13) pair();
  }
  if (bits > 0) pair();
  return Buffer.from(codes).toString('latin1');
}
const packed = deflateRawSync(readFileSync(module), {level: 9, memLevel: 9}), piece = 13 << 14;
const pieces = Array.from({length: Math.ceil(packed.length / piece)}, (_, n) => packed.subarray(n * piece, (n + 1) * piece));

// --- The starter sheet, as the program shows it

const start_core = new Function('cutescope_module', `${asset('core.js')}\nreturn start_core;`)(createRequire(import.meta.url)(resolve(glue)));
const core = await start_core(WebAssembly.compile(readFileSync(module)));
core('language', {language: 'en'});
const state = core('state'), figure = core('figure', {opened: []});
const plain = text => String(text).replace(/[&<>"]/g, letter => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[letter]);
const div = (name, text) => text ? `<div class="${name}">${plain(text)}</div>` : '';
let count = 0;
const rows = state.entries.map(entry => {
  const text = entry.note ? entry.text.replace(/^#\s*/, '') : entry.text, facts = [entry.facts, entry.verdict?.short].filter(part => part).join(' · ');
  const below = div('problem', entry.problem?.message) + div('value', entry.value) + div('facts', facts);
  return `<div class="row${entry.note ? ' note' : ''}" role="listitem"><span class="number">${entry.note ? '' : ++count}</span>` +
    `<div class="source"><pre>${plain(text)}</pre></div><span></span>${below && `<div class="below">${below}</div>`}</div>`;
}).join('\n');
const menus = [...new Set(core('commands').commands.map(command => command.menu))].map(title => `<button disabled>${plain(title)}</button>`).join('');
// As large as app.js shows them beside the sheet.
const beside = 0.85;
const cards = figure.cards.replace(/(<svg class="grid") width="(\d+)" height="\d+"/g, (_, svg, width) => `${svg} width="${Math.round(width * beside)}"`);
const colours_of = scheme => figure.style.match(new RegExp(`\\{color-scheme:${scheme};([^}]*)\\}`))[1];
const first_style = `${figure.style}\nbody{${colours_of('light')}}\n@media (prefers-color-scheme:dark){body{color-scheme:dark;${colours_of('dark')}}}\n`;

// --- The page

const take = 'core_module.take()', end = 'core_module.end()', linked = asset('linked.js');
const scripts = [asset('core.js') + 'core_module.begin();', readFileSync(glue, 'utf8'), ...['figure.js', 'app.js', 'editor.js', 'tools.js', 'panels.js'].map(asset)];
for (const script of scripts)
  if (/<\/script|<!--/i.test(script)) throw new Error('A script of the page would end the element that it stands in.');
const style = asset('app.css');
// The map of a kernel plays in a frame that has this policy, too.
const player = asset('map.js');
const policy = `default-src 'none'; script-src 'wasm-unsafe-eval' ${[linked, ...scripts, take, end, player].map(hash).join(' ')}; ` +
  `style-src ${hash(style)} ${hash(first_style)}; img-src data:; base-uri 'none'; form-action 'none'`;
const program = [...scripts.map(script => `<script>${script}</script>`),
                 ...pieces.map(bytes => `<script type="text/plain" data-size="${bytes.length}">${letters_of(bytes)}</script><script>${take}</script>`),
                 `<script>${end}</script>`].join('\n');
const page = asset('app.html')
  .replace('<meta charset="utf-8">', all => `${all}\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
  .replace('<!-- styles -->', () => `<style>${style}</style><style>${first_style}</style>\n<script>${linked}</script>`)
  .replace('<!-- menus -->', () => menus)
  .replace('<!-- rows -->', () => rows)
  .replace('<!-- cards -->', () => cards)
  .replace('<!-- scripts -->', () => program);
mkdirSync(out, {recursive: true});
writeFileSync(`${out}/index.html`, page);
console.log(`${out}/index.html: ${page.length} bytes, of which the program ${Math.ceil(packed.length * 16 / 13)}`);
process.exit(0);
