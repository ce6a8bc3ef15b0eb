#pragma once
// Random steps of a user on random sheets: commands of the table, and what panels ask for, with valid and nonsense arguments.

#include <cstdint>
#include <functional>
#include <iterator>
#include <string>

#include "app/state/state.hpp"
#include "tests/algebra/random_layouts.hpp"

namespace random_steps {

using algebra::random_layouts::Source;

template <class T>
const auto& one_of(Source& r, const T& from) {
  return *std::next(std::begin(from), r.below(static_cast<std::int64_t>(std::size(from))));
}

/// One of the program's own sheets, of its lessons or of the fixtures, or a sheet of random lines.
app::Sheet random_sheet(Source&);

/// Returns a line as it may be typed or pasted: an expression, a broken one, a note, odd text. No line breaks.
std::string random_text(Source&);

/// Performs the step with this number, as the host does after a frame. The step depends on the number and the state alone. Calls after_each
/// after each request of the frame. Returns a description of the step.
std::string perform(app::State&, std::uint64_t step, const std::function<void()>& after_each);

}  // namespace random_steps
