// The program as a module of WebAssembly: unpacks it, and asks it. It stands packed in the page itself, so that the page also opens
// from a file, where a browser reads no other.
'use strict';

/** The bytes behind the base64 of a raw deflate stream. */
async function unpacked(text) {
  const letters = atob(text), packed = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) packed[i] = letters.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A function that asks the core: what is wanted, an object with the rest; an object. app/web/host.hpp says what can be asked. */
async function start_core(packed = document.getElementById('core-module').textContent) {
  const core = await cutescope_module({wasmBinary: await unpacked(packed)});
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
