#include "algebra/language/value_indexing.hpp"

namespace algebra {

std::optional<Indexing> indexing(const Value& value) {
  if (const auto* l = std::get_if<Layout>(&value)) return indexing(*l);
  if (const auto* c = std::get_if<ComposedLayout>(&value)) return indexing(*c);
  if (const auto* t = std::get_if<Tensor>(&value)) return indexing(*t);
  if (const auto* d = std::get_if<MatrixDescriptor>(&value)) return indexing(d->tile);
  if (const auto* l = std::get_if<LayoutAndOffset>(&value)) return std::visit([](const auto& inner) { return indexing(inner); }, l->layout);
  if (!std::holds_alternative<Zip>(value)) return std::nullopt;
  auto all = indexings(value);
  return all.empty() ? std::nullopt : std::optional(std::move(all[0]));
}

std::vector<Indexing> indexings(const Value& value) {
  const auto* zip = std::get_if<Zip>(&value);
  if (zip != nullptr && !same_mode_sizes(*zip)) return {};
  std::vector<Indexing> all;
  for (std::size_t i = 0; i < (zip != nullptr ? zip->parts.size() : 1); ++i) {
    auto f = indexing(zip != nullptr ? part_of(*zip, i) : value);
    if (!f) return {};
    all.push_back(std::move(*f));
  }
  return all;
}

std::string index_text(const Value& value, std::int64_t coordinate) {
  const auto all = indexings(value);
  if (all.empty()) return layout_of(value) ? "–" : std::to_string(coordinate);
  if (!std::holds_alternative<Zip>(value)) return index_text(all[0], coordinate);
  std::string text;
  for (const auto& f : all) text += (text.empty() ? "(" : ",") + index_text(f, coordinate);
  return text + ")";
}

}  // namespace algebra
