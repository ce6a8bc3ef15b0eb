// node site.mjs ASSETS MODULE.js MODULE.wasm OUT: the page in one file, OUT/index.html. Scripts and styles are those of assets/page, and
// its policy allows no others, and no request.
import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {deflateRawSync} from 'node:zlib';

const [assets, glue, module, out] = process.argv.slice(2);
const asset = name => readFileSync(`${assets}/${name}`, 'utf8');
const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const scripts = [readFileSync(glue, 'utf8'), ...['core.js', 'figure.js', 'app.js', 'editor.js', 'panels.js'].map(asset)];
for (const script of scripts)
  if (/<\/script|<!--/i.test(script)) throw new Error('A script of the page would end the element that it stands in.');
const style = asset('app.css');
const packed = deflateRawSync(readFileSync(module), {level: 9}).toString('base64');

const policy = `default-src 'none'; script-src 'wasm-unsafe-eval' ${scripts.map(hash).join(' ')}; style-src ${hash(style)}; ` +
  `img-src data:; base-uri 'none'; form-action 'none'`;
const page = asset('app.html')
  .replace('<meta charset="utf-8">', all => `${all}\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
  .replace('<!-- styles -->', () => `<style>${style}</style>`)
  .replace('<!-- scripts -->', () => [`<script type="text/plain" id="core-module">${packed}</script>`, ...scripts.map(s => `<script>${s}</script>`)].join('\n'));
mkdirSync(out, {recursive: true});
writeFileSync(`${out}/index.html`, page);
console.log(`${out}/index.html: ${page.length} bytes, of which the program ${packed.length}`);
