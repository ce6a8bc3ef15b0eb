#include "render/labellings.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "algebra/layout/wrapping.hpp"

namespace render {

namespace {

void index_label(std::string& out, const Diagram& d, std::int64_t row, std::int64_t column) { d.append_index(out, row, column); }

void flat_label(std::string& out, const Diagram& d, std::int64_t row, std::int64_t column) {
  append_number(out, d.coordinate(row, column));
}

/// Writes "(9,1)": one integer per mode.
void rd_label(std::string& out, const Diagram& d, std::int64_t row, std::int64_t column) {
  auto coordinate = d.coordinate(row, column);
  if (d.shape.rank() <= 1) return append_number(out, coordinate);
  out += '(';
  for (int i = 0; i < d.shape.rank(); ++i) {
    const auto extent = std::max<std::int64_t>(1, algebra::product(d.shape.mode(i)).value);
    const bool last = i + 1 == d.shape.rank();
    if (i > 0) out += ',';
    append_number(out, last ? coordinate : coordinate % extent);
    coordinate /= extent;
  }
  out += ')';
}

void natural_label(std::string& out, const Diagram& d, std::int64_t row, std::int64_t column) {
  out += algebra::natural_coordinate(d.shape, d.coordinate(row, column));
}

void thread_value_label(std::string& out, const Diagram& d, std::int64_t row, std::int64_t column) {
  const auto cell = static_cast<std::size_t>(row * d.columns.extent + column);
  const auto& owner = d.owners[cell];
  if (!d.others.empty() && d.others[cell] != owner) {
    // Writes both owners, one above the other.
    const auto said = [](const Diagram::Owner& o) { return o.thread < 0 ? std::string("-") : fmt::format("T{}V{}", o.thread, o.value); };
    out += said(owner) + '\n' + said(d.others[cell]);
    return;
  }
  if (owner.thread < 0) return;
  out += 'T';
  append_number(out, owner.thread);
  out += "\nV";
  append_number(out, owner.value);
}

/// Writes "3": the thread alone, if there is no room for more.
void thread_label(std::string& out, const Diagram& d, std::int64_t row, std::int64_t column) {
  if (const auto owner = d.owner_at(row, column); owner.thread >= 0) append_number(out, owner.thread);
}

/// Writes the register, as PTX's tables name an instruction's values.
void register_label(std::string& out, const Diagram& d, std::int64_t row, std::int64_t column) {
  const auto owner = d.owner_at(row, column);
  if (owner.thread < 0) return;
  out += fmt::format("T{}\n{}", owner.thread, d.register_name(owner.value));
}

bool has_registers(const Diagram& d) {
  return !d.registers.empty() || std::ranges::any_of(d.parts, [](const Part& part) { return has_registers(part.diagram); });
}

/// Writes the address in bytes, rounded down. The product may wrap around: an index beyond 63 bits is wrong anyway.
void address_label(std::string& out, const Diagram& d, std::int64_t row, std::int64_t column) {
  const auto bits = algebra::wrapped_product(d.index(row, column), d.view.element_bits);
  const auto address = bits / 8 - (bits % 8 < 0);
  out += address < 0 ? fmt::format("-0x{:X}", -address) : fmt::format("0x{:X}", address);
}

constexpr Labelling index_labels{
    .key = "index", .title = "Label by index", .help = "The index, which element of memory the cell is.", .append = index_label};
constexpr Labelling flat_labels{.key = "1d",
                                .title = "Label by 1-D coordinate",
                                .help = "The coordinate as one integer, the leftmost mode fastest.",
                                .append = flat_label};
constexpr Labelling rd_labels{
    .key = "rd", .title = "Label by R-D coordinate", .help = "The coordinate with one integer for each mode.", .append = rd_label};
constexpr Labelling natural_labels{
    .key = "natural", .title = "Label by natural coordinate", .help = "The coordinate nested as the shape is.", .append = natural_label};
constexpr Labelling thread_value_labels{.key = "thread_value",
                                        .title = "Label by thread and value",
                                        .help = "The owner of the element: thread T, and which of its values V it is.",
                                        .append = thread_value_label,
                                        .lines = 2,
                                        .needs_owners = true,
                                        .shorter = "thread"};
constexpr Labelling thread_labels{.key = "thread",
                                  .title = "Label by thread",
                                  .help = "The owner of the element: the number of the thread.",
                                  .append = thread_label,
                                  .needs_owners = true};
constexpr Labelling register_labels{
    .key = "register",
    .title = "Label by register",
    .help =
        "The owner of the element: thread T, and the register as PTX names it: a0, a1, ... of A, b0, ... of B, c0, ... of C; r0, ... of a "
        "copy.",
    .append = register_label,
    .lines = 2,
    .needs_owners = true,
    .shorter = "thread",
    .reason = [](const Diagram& d) {
      return has_registers(d) ? nullptr : "PTX names the registers of MMAs, of ldmatrix and stmatrix, and of tensor memory.";
    }};
constexpr Labelling address_labels{.key = "address",
                                   .title = "Label by address",
                                   .help = "The bytes from the base to the element, by the element type of the card.",
                                   .append = address_label,
                                   .needs_memory = true};
constexpr Labelling none_labels{.key = "none", .title = "No labels", .help = "Colours alone."};

std::vector<LabelBy>& all_labellings() {
  static std::vector<LabelBy> all{LabelBy(index_labels),   LabelBy(flat_labels),         LabelBy(rd_labels),
                                  LabelBy(natural_labels), LabelBy(thread_value_labels), LabelBy(register_labels),
                                  LabelBy(thread_labels),  LabelBy(address_labels),      LabelBy(none_labels)};
  return all;
}

}  // namespace

constinit const LabelBy LabelBy::index(index_labels);
constinit const LabelBy LabelBy::coordinates(rd_labels);
constinit const LabelBy LabelBy::thread_value(thread_value_labels);
constinit const LabelBy LabelBy::none(none_labels);

std::span<const LabelBy> labellings() { return all_labellings(); }

std::optional<LabelBy> labelling_named(std::string_view key) {
  const auto found = std::ranges::find_if(all_labellings(), [&](LabelBy by) { return by->key == key; });
  return found == all_labellings().end() ? std::nullopt : std::optional(*found);
}

LabelBy labels_of(const Diagram& d) {
  const auto by = d.view.label_by;
  if (by->needs_owners && !d.has_owners()) return LabelBy::index;
  return by->reason != nullptr && by->reason(d) != nullptr ? LabelBy::thread_value : by;
}

const char* why_not(LabelBy by, const Diagram& d) {
  if (by->needs_owners && !d.has_owners()) return no_owners;
  if (by->needs_memory && d.codomain.rank() > 0) return no_memory;
  return by->reason != nullptr ? by->reason(d) : nullptr;
}

AddedLabelling::AddedLabelling(const Labelling& record) : added_(record) { all_labellings().push_back(added_); }
AddedLabelling::~AddedLabelling() { std::erase(all_labellings(), added_); }

}  // namespace render
