#include "algebra/reading/printed_memory.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "algebra/layout/index_walk.hpp"
#include "algebra/layout/tensors.hpp"

namespace algebra {
namespace {

/// A printed pointer: gmem_ptr[16b](0x7f0400), ptr[32b](0x7f00).
struct Pointer {
  bool global = false, plain = false;  ///< gmem_ptr; or ptr, whose memory depends on the printing side
  std::uint64_t address = 0, bits = 0;
};

template <class Number>
bool read_number(std::string_view text, int base, Number& n) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), n, base);
  return read.ec == std::errc{} && read.ptr == text.data() + text.size();
}

std::optional<Pointer> pointer_of(std::string_view text) {
  const auto open = text.find("ptr["), width = open + 4, end = text.find("b](0x", width);
  const auto begin = end + 5, close = text.find(')', begin);
  constexpr auto npos = std::string_view::npos;
  if (open == npos || end == npos || close == npos) return std::nullopt;
  Pointer p;
  if (!read_number(text.substr(width, end - width), 10, p.bits) || p.bits == 0) return std::nullopt;
  if (!read_number(text.substr(begin, close - begin), 16, p.address)) return std::nullopt;
  p.global = text.substr(0, open).ends_with("gmem_");
  p.plain = open == 0;
  return p;
}

}  // namespace

std::string PrintedMemory::place(const Scanned& found, const PrintedPlace& at) {
  const auto* tensor = std::get_if<Tensor>(&found.value);
  const auto pointer = tensor != nullptr ? pointer_of(found.text) : std::nullopt;
  const bool host = at.thread == "host";
  // Registers and the host's variables have addresses of their own, which are not in global memory.
  if (!pointer || (!pointer->global && !(host && pointer->plain))) return {};
  const auto before = std::max_element(all_.begin(), all_.end(), [&](const Extent& a, const Extent& b) {
    const auto size = [&](const Extent& e) {
      return e.begin <= pointer->address && pointer->address < e.end ? e.end - e.begin : std::uint64_t{0};
    };
    return size(a) < size(b);
  });
  const bool inside = before != all_.end() && before->begin <= pointer->address && pointer->address < before->end;
  std::string said = in_nothing;
  if (inside) {
    const auto bits = (pointer->address - before->begin) * 8;
    said = bits % pointer->bits == 0 ? fmt::format("{} + {}", before->name, bits / pointer->bits)
                                     : fmt::format("{} + {} bytes", before->name, bits / 8);
  }
  // Its extent is only computed for plain layouts, without coordinates, swizzles and basis strides.
  if (tensor->has_plain_layout() && !tensor->coordinate && !tensor->outer && !found.name.empty() && !has_basis(tensor->layout)) {
    const auto range = index_range(tensor->layout);
    const auto elements = static_cast<std::uint64_t>(std::max<std::int64_t>(range.greatest, 0)) + 1;
    Extent extent{.name = found.name, .begin = pointer->address, .end = pointer->address + (elements * pointer->bits + 7) / 8};
    const auto within = [](const Extent& inner, const Extent& outer) { return outer.begin <= inner.begin && inner.end <= outer.end; };
    if (std::none_of(all_.begin(), all_.end(), [&](const Extent& e) { return within(extent, e); })) {
      std::erase_if(all_, [&](const Extent& e) { return within(e, extent); });
      all_.push_back(std::move(extent));
    }
  }
  return host && !pointer->global ? std::string() : said;
}

}  // namespace algebra
