#pragma once
// What a page's scripts call: the program as a module of WebAssembly. assets/page/core.js loads it and knows how to ask.

extern "C" {

/// The answer of app::WebHost (app/web/host.hpp) to a question: both are UTF-8, and the question and the answer JSON objects. The
/// answer's text is valid until the next call.
const char* cutescope_answer(const char* what, const char* question);
}
