#pragma once
// The table of labels: one record holds everything known about one kind of label.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "render/diagram.hpp"

namespace render {

/// A kind of label. Texts are English; they are translated where they are shown.
struct Labelling {
  const char* key;    ///< in sheets, on the command line and in menus: "rd"
  const char* title;  ///< title of the help: "Label by R-D coordinate"
  const char* help;   ///< the meaning of a label, in one or two sentences
  /// Appends the label of a cell. Null: cells have no labels.
  void (*append)(std::string& out, const Diagram&, std::int64_t row, std::int64_t column) = nullptr;
  int lines = 1;
  bool needs_owners = false;      ///< needs threads and values; without them, cells are labelled by index
  bool needs_memory = false;      ///< needs indices that are places in memory, not coordinates
  const char* shorter = nullptr;  ///< the key of a shorter kind, in one line, for lack of room; null: there is none
  /// Returns why the labels do not apply to a diagram, apart from the needs above: one sentence, or null if they apply. May be null.
  const char* (*reason)(const Diagram&) = nullptr;
};

/// Appends the digits of a number.
inline void append_number(std::string& out, std::int64_t v) {
  const fmt::format_int digits(v);
  out.append(digits.data(), digits.size());
}

/// Returns all kinds of labels, in menu order.
std::span<const LabelBy> labellings();
std::optional<LabelBy> labelling_named(std::string_view key);

/// Returns the labels of a diagram: those of its view, or the index if they need owners and it has none.
LabelBy labels_of(const Diagram&);

/// Returns why labels do not apply to a diagram: one sentence; null if they apply.
const char* why_not(LabelBy, const Diagram&);

/// Adds labels to the table for the lifetime of this object; for tests, like AddedColouring.
class AddedLabelling {
 public:
  explicit AddedLabelling(const Labelling&);
  ~AddedLabelling();
  AddedLabelling(const AddedLabelling&) = delete;
  AddedLabelling& operator=(const AddedLabelling&) = delete;

 private:
  LabelBy added_;
};

}  // namespace render
