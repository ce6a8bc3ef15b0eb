#pragma once
// The labels that there are: one record each holds all that the program knows of it.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "render/diagram.hpp"

namespace render {

/// Texts are English; they are translated where they are shown.
struct Labelling {
  const char* key;    ///< in sheets, on the command line and in menus: "rd"
  const char* title;  ///< of its help: "Label by R-D coordinate"
  const char* help;   ///< what stands in a cell, in one or two sentences
  /// Appends the label of a cell. Null: cells have none.
  void (*append)(std::string& out, const Diagram&, std::int64_t row, std::int64_t column) = nullptr;
  int lines = 1;
  bool needs_owners = false;  ///< threads and values; without any, cells are labelled by index
  bool needs_memory = false;  ///< indices that are places in memory, not coordinates
};

/// In the order of menus.
std::span<const LabelBy> labellings();
std::optional<LabelBy> labelling_named(std::string_view key);

/// The labels that a diagram has: those of its view, or the index where these need owners and there are none.
LabelBy labels_of(const Diagram&);

/// Why labels say nothing about a diagram: one sentence; null where they say something.
const char* why_not(LabelBy, const Diagram&);

/// Adds labels to the table for as long as this lives; for tests, as AddedColouring.
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
