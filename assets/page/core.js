// The core as a WebAssembly module: unpacks it and calls it. It is contained in the page in packed form, so that the page also works as a
// local file, where browsers load no other files.
'use strict';

/** The module, compiled while its pieces arrive: the page contains them in sequence, and the parser reaches one after the other. */
const core_module = {
  /**
   * Decodes bytes from letters: each pair of letters has 13 bits, the lowest first, in base 91 with the printable letters of ASCII from #
   * on, without <.
   */
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
  /** Takes the piece in the element before the calling script. */
  take() {
    const element = document.currentScript.previousElementSibling;
    this.pieces.enqueue(this.bytes_of(element.textContent, Number(element.dataset.size)));
  },
  end() { this.pieces.close(); },
};

/**
 * Starts the core and returns a function that asks it: its arguments are the question's name and an object with the other arguments, its
 * result an object. The questions are in app/web/host.hpp.
 */
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
