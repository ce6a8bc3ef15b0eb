#pragma once
// The interface for a page's scripts: the program as a module of WebAssembly. assets/page/core.js loads and calls it.

extern "C" {

/// Returns the answer of app::WebHost (app/web/host.hpp) to a question. `what` is UTF-8; the question and the answer are JSON objects in
/// UTF-8. The answer's text is valid until the next call.
const char* cutescope_answer(const char* what, const char* question);
}
