// node module_test.mjs MODULE.js WRITE_LINKS ROOT: the program in a page, as WebAssembly, without a browser around it. It answers the
// golden rows, and links what the program built for this machine links: pointers are half as long here.
import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';

const [module_js, write_links, root] = process.argv.slice(2).map(path => resolve(path));
if (!existsSync(module_js)) {
  console.log('SKIPPED: module: no program for a browser was built; scripts/web builds it');
  process.exit(0);
}
let passed = 0, failed = 0;
function equal(what, given, wanted) {
  if (JSON.stringify(given) === JSON.stringify(wanted)) return void ++passed;
  ++failed;
  console.log(`FAILED: ${what}: ${JSON.stringify(given).slice(0, 400)} in place of ${JSON.stringify(wanted).slice(0, 400)}`);
}

const text_of = path => readFileSync(`${root}/${path}`, 'utf8');
// node has a fetch that reads no files; the module is given as it is compiled.
const start_core = new Function('cutescope_module', `${text_of('assets/page/core.js')}\nreturn start_core;`)(createRequire(import.meta.url)(module_js));
const core = await start_core(WebAssembly.compile(readFileSync(module_js.replace(/\.js$/, '.wasm'))));

const rows_of = file => text_of(`tests/golden/${file}`).split('\n').filter(l => l).map(l => l.split('\t')).map(([, expression, result]) => ({expression, result}));
/** Values as CuTe prints them; null of what has a problem. */
function values_of(expressions) {
  const state = core('open', {text: ['@cutescope 1', '@integers cute', ...expressions.map((e, i) => `v${i} = ${e}`), ''].join('\n')});
  if (state.error) throw new Error(state.error);
  return state.entries.map(e => e.value ?? null);
}

equal('what is equal is not another', values_of(['coalesce((_2,_4):(_1,_2))']), ['_8:_1']);
// All rows are the algebra's own test, which runs under node too: these are of operations that CuTe takes without a word.
for (const file of ['worked_examples.tsv', 'lessons.tsv', 'static.tsv', 'dynamic.tsv', 'zip.tsv']) {
  const rows = rows_of(file).filter(r => /^[a-z_]+\(/.test(r.expression)), given = values_of(rows.map(r => r.expression));
  let answered = 0;
  rows.forEach((r, i) => {
    if (given[i] === null) return;
    ++answered;
    equal(`${file}: ${r.expression}`, given[i], r.result);
  });
  equal(`${file}: most rows are answered`, answered > rows.length / 2, true);
}

// Each claim of the theorems is searched for a second, on the one thread that there is; no entry of theirs has a picture.
const sheets = ['tests/browser/sheets', 'assets/sheets', 'assets/lessons'].flatMap(folder =>
  readdirSync(`${root}/${folder}`).filter(f => f.endsWith('.cutes') && f !== 'theorems.cutes').sort().map(f => `${folder}/${f}`));
for (const sheet of sheets) {
  const here = JSON.parse(execFileSync(write_links, [`${root}/${sheet}`, '64'], {maxBuffer: 1 << 28}));
  const state = core('open', {text: text_of(sheet)});
  equal(`${sheet} is opened`, state.error, undefined);
  for (const [entry, elements] of Object.entries(here.links ?? {}))
    for (const [element, wanted] of Object.entries(elements ?? {}))
      equal(`${sheet}: links of element ${element} of entry ${entry}`, core('links', {entry: Number(entry), element: Number(element)}).links,
            wanted.map(({entry, role, elements}) => ({entry, role, elements})));
}

// Tools, about expressions, the sheet and a file that the page has; maps of kernels.
const tools = core('tools').tools;
const records = readdirSync(`${root}/app/tools`).filter(f => f.endsWith('.cpp')).flatMap(f =>
  [...text_of(`app/tools/${f}`).matchAll(/const Tool \w+\{\s*\.name = "(\w+)"/g)].map(([, name]) => name));
equal('each record is a tool of the page', tools.map(tool => tool.name).sort(), records.sort());
for (const tool of tools) {
  equal(`${tool.name} has a help and an example`, Boolean(tool.help && tool.group && tool.example.startsWith(tool.name)), true);
  const listed = core('palette', {wanted: tool.name}).rows.some(row => row.kind === 'tool' && row.name === tool.name);
  equal(`the palette finds ${tool.name}`, listed, true);
}
core('open', {text: '@cutescope 1\nA = (4,8):(8,1)\n'});
const shared = text_of('tests/fixtures/kernels/shared.cu');
for (const [name, given, status] of [
  ['diff', [['a', '(4,6):(6,1)'], ['b', '(4,6):(1,4)']], 1], ['check', [['files', 'sheet.cutes']], 0], ['check', [['files', 'shared.cu']], 0], ['flow', [['files', 'shared.cu']], 0],
  ['always', [['lines', 'size(coalesce(A)) == size(A)'], ['time', '0.5']], 0], ['scales', [['reads', 'sm100 nvfp4'], ['writes', 'row-major M x K/16'], ['problem', '256,128,64']], 1],
  ['suggest', [['tile', '(64,64)'], ['reads', '(32,8):(8,1)']], 0], ['read', [['source', 'sA: (4,8):(8,1)']], 0], ['eval', [['expressions', 'sheet.cutes']], 0],
  ['explain', [['expressions', 'composition((8,8):(8,1), 6:4)']], 0], ['inspect', [['lines', '(4,6):(6,1)']], 0], ['lessons', [], 0], ['functions', [], 0], ['gemm', [], 0], ['link', [['source', '(4,8):(8,1)']], 0],
  ['instrument', [['header', 'true']], 0]]) {
  const answer = core('tool', {name, given, files: [['shared.cu', shared]]});
  equal(`${name} ${given.flat().join(' ')}: its status`, answer.error ?? answer.status, status);
  equal(`${name} ${given.flat().join(' ')}: it says something`, Boolean(answer.text), true);
}
const wrong = core('tool', {name: 'flow', given: [['files', 'wrong.cu']], files: [['wrong.cu', shared.replace('    __syncthreads();\n', '')]]});
equal('a barrier that is missing is found', [wrong.status, wrong.findings?.[0]?.level, wrong.findings?.[0]?.line > 30], [1, 'error', true]);
equal('a program has kernels', core('kernels', {file: 'shared.cu', text: shared}).kernels?.length, 1);
const map = core('map', {file: 'shared.cu', text: shared});
equal('the map of a kernel is a page', map.error ?? map.html.includes('cutescope-map'), true);
equal('with the player that the policy allows', map.html?.includes(`<script>${text_of('assets/page/map.js')}</script>`), true);
equal('what has no kernel has no map', typeof core('map', {file: 'none.cu', text: 'int main() {}\n'}).error, 'string');

console.log(`script: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
