// The core as a WebAssembly module: unpacks it and calls it. It is contained in the page in packed form, so that the page also works as a
// local file, where browsers load no other files.
'use strict';

/** The module, which is compiled while its pieces come: the page has them one behind the other, as the parser reaches them. */
const core_module = {
  /** Each letter is one of 91, each two have 13 bits, the lowest first: the printable ones of ASCII from # on, without <. */
  bytes_of(letters, size) {
    const bytes = new Uint8Array(size), digit = i => {
      const code = letters.charCodeAt(i);
      return code < 60 ? code - 35 : code - 36;
    };
    for (let i = 0, at = 0, held = 0, bits = 0; i + 1 < letters.length; i += 2) {
      held |= digit(i) + 91 * digit(i + 1) << bits;
      for (bits += 13; bits >= 8; bits -= 8, held >>>= 8) bytes[at++] = held;  // bits beyond the last byte are dropped
    }
    return bytes;
  },
  begin() {
    const packed = new ReadableStream({start: pieces => { this.pieces = pieces; }});
    const unpacked = packed.pipeThrough(new DecompressionStream('deflate-raw'));
    this.compiled = WebAssembly.compileStreaming(new Response(unpacked, {headers: {'Content-Type': 'application/wasm'}}));
    this.compiled.catch(() => {});  // the error is reported at the start of the core
  },
  /** The piece in the element before the script that calls this. */
  take() {
    const element = document.currentScript.previousElementSibling;
    this.pieces.enqueue(this.bytes_of(element.textContent, Number(element.dataset.size)));
  },
  end() { this.pieces.close(); },
};

/** A function that asks the core: what is wanted, an object with the rest; an object. app/web/host.hpp says what can be asked. */
async function start_core(compiled = core_module.compiled) {
  const core = await new Promise((resolve, reject) => {
    const instantiateWasm = (imports, done) => {
      compiled.then(made => WebAssembly.instantiate(made, imports)).then(done, reject);
      return {};
    };
    cutescope_module({instantiateWasm}).then(resolve, reject);
  });
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  const given = text => {
    const bytes = encoder.encode(text), at = core._malloc(bytes.length + 1);
    core.HEAPU8.set(bytes, at);
    core.HEAPU8[at + bytes.length] = 0;
    return at;
  };
  return (what, more = {}) => {
    const name = given(what), question = given(JSON.stringify(more));
    try {
      const from = core._cutescope_answer(name, question), memory = core.HEAPU8;
      return JSON.parse(decoder.decode(memory.subarray(from, memory.indexOf(0, from))));
    } finally {
      core._free(name);
      core._free(question);
    }
  };
}
