#include "algebra/reading/linear_layout.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/bits/bit_layout.hpp"
#include "algebra/bits/bit_matrix.hpp"

namespace algebra::dialects {
namespace {

using Images = std::vector<std::uint64_t>;

int bits_of(std::int64_t size) { return std::bit_width(static_cast<std::uint64_t>(size)) - 1; }

/// Returns the 1-D coordinate in the tensor, first mode fastest.
std::uint64_t index_of(const LinearLayout::Basis& basis, const std::vector<std::int64_t>& shape) {
  std::uint64_t index = 0, stride = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    index += static_cast<std::uint64_t>(basis[d]) * stride;
    stride *= static_cast<std::uint64_t>(shape[d]);
  }
  return index;
}

Images images_of(const LinearLayout& layout, const std::vector<std::int64_t>& shape, std::initializer_list<std::string_view> inputs) {
  Images images;
  for (const auto input : inputs)
    for (const auto& basis : layout.bases(input)) images.push_back(index_of(basis, shape));
  return images;
}

/// Returns the images of the blocks, if there are several, and of threads and values, or of rows and columns of tensor memory.
std::vector<Images> modes_of(const LinearLayout& layout, const std::vector<std::int64_t>& shape) {
  std::vector<Images> modes;
  if (auto blocks = images_of(layout, shape, {"block"}); !blocks.empty()) modes.push_back(std::move(blocks));
  modes.push_back(images_of(layout, shape, {"lane", "warp", "row"}));
  modes.push_back(images_of(layout, shape, {"register", "col"}));
  return modes;
}

/// Returns whether XOR equals the sum: no bit is in two images.
bool is_sum(const std::vector<Images>& modes) {
  std::uint64_t seen = 0;
  for (const auto& mode : modes)
    for (const auto image : mode) {
      if ((seen & image) != 0) return false;
      seen |= image;
    }
  return true;
}

/// Returns the size and the stride of a mode whose bits have these images, with neighbours joined: "(4,8)" and "(2,16)".
std::pair<std::string, std::string> mode_text(const Images& images) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parts;  // size, stride
  for (const auto image : images) {
    if (!parts.empty() && image == parts.back().first * parts.back().second) parts.back().first *= 2;
    else parts.emplace_back(2, image);
  }
  if (parts.empty()) return {"1", "0"};
  if (parts.size() == 1) return {fmt::format("{}", parts[0].first), fmt::format("{}", parts[0].second)};
  std::string sizes, strides;
  for (const auto& [size, stride] : parts) {
    sizes += fmt::format("{}{}", sizes.empty() ? "(" : ",", size);
    strides += fmt::format("{}{}", strides.empty() ? "(" : ",", stride);
  }
  return {sizes + ")", strides + ")"};
}

std::string layout_text(const std::vector<Images>& modes) {
  std::vector<std::string> sizes, strides;
  for (const auto& mode : modes) {
    auto [size, stride] = mode_text(mode);
    sizes.push_back(std::move(size)), strides.push_back(std::move(stride));
  }
  if (modes.size() == 1) return fmt::format("{}:{}", sizes[0], strides[0]);
  return fmt::format("({}):({})", fmt::join(sizes, ","), fmt::join(strides, ","));
}

/// Returns the layout's text with an offset's padding: each interval of elements is followed by more places.
std::string padded_text(const LinearLayout& layout, std::vector<Images> modes) {
  if (!is_sum(modes)) throw Problem{"layout", message("A layout of shared memory with a swizzle and padding is not a layout of CuTe."), {}};
  if (!layout.buffers.empty()) throw Problem{"layout", message("Several buffers with padding are not read."), {}};
  for (auto& mode : modes)
    for (auto& image : mode) {
      auto place = image;
      for (const auto& [interval, padding] : layout.paddings)
        place += image / static_cast<std::uint64_t>(interval) * static_cast<std::uint64_t>(padding);
      image = place;
    }
  return layout_text(modes);
}

/// Returns the text of a plain layout, a swizzled one, or a matrix.
std::string text_of(const std::vector<Images>& modes) {
  if (is_sum(modes)) return layout_text(modes);
  const auto matrix = make_bit_matrix(modes);
  try {
    return plain(layout_of_bits(matrix));
  } catch (Problem&) {
    std::vector<std::string> texts;
    for (const auto& mode : modes) texts.push_back(fmt::format("({})", fmt::join(mode, ",")));
    return fmt::format("make_bit_matrix({})", fmt::join(texts, ","));
  }
}

/// Returns the offset's bits as functions of the coordinate's bits, by the tensor's modes.
std::vector<Images> memory_modes(const LinearLayout& layout) {
  const auto images = images_of(layout, layout.shape, {"offset"});
  const auto elements = std::accumulate(layout.shape.begin(), layout.shape.end(), std::int64_t{1}, std::multiplies<>());
  if (images.size() != static_cast<std::size_t>(bits_of(elements)))
    throw Problem{"bijective",
                  message("This layout of shared memory has {} offsets for {} elements.", std::int64_t{1} << images.size(), elements),
                  {}};
  if (images.empty()) return std::vector<Images>(layout.shape.size());
  const auto inverse = right_inverse(make_bit_matrix({images}));
  std::vector<Images> modes;
  std::size_t next = 0;
  for (const auto size : layout.shape) {
    auto& mode = modes.emplace_back();
    for (int bit = 0; bit < bits_of(size); ++bit) mode.push_back(inverse.images[next++]);
  }
  return modes;
}

/// Returns a tensor's layout as text, with a mode in front for each dimension of buffers.
std::string with_buffers(const std::string& text, const LinearLayout& layout) {
  if (layout.buffers.empty()) return text;
  const auto colon = text.rfind(':');
  if (colon == std::string::npos) throw Problem{"layout", message("Several buffers need a layout, and one buffer has only {}.", text), {}};
  const auto joint = text.rfind(" o ", colon);
  const auto begin = joint == std::string::npos ? 0 : joint + 3;
  auto stride = std::accumulate(layout.shape.begin(), layout.shape.end(), std::int64_t{1}, std::multiplies<>());
  std::string sizes, strides;
  for (auto b = layout.buffers.size(); b-- > 0; stride *= layout.buffers[b]) {
    sizes = fmt::format("{},{}", layout.buffers[b], sizes);
    strides = fmt::format("{},{}", stride, strides);
  }
  const auto inside = [](std::string_view part) { return part.starts_with('(') ? part.substr(1, part.size() - 2) : part; };
  const std::string_view all(text);
  return fmt::format("{}({}{}):({}{})", all.substr(0, begin), sizes, inside(all.substr(begin, colon - begin)), strides,
                     inside(all.substr(colon + 1)));
}

}  // namespace

const std::vector<LinearLayout::Basis>& LinearLayout::bases(std::string_view input) const {
  static const std::vector<Basis> none;
  const auto it = std::ranges::find(inputs, input, &Input::name);
  return it == inputs.end() ? none : it->bases;
}

std::string bases_text(const LinearLayout& layout) {
  std::string text;
  for (const auto& input : layout.inputs) {
    std::vector<std::string> bases;
    for (const auto& basis : input.bases) bases.push_back(fmt::format("[{}]", fmt::join(basis, ", ")));
    text += fmt::format("{}{} = [{}]", text.empty() ? "" : ", ", input.name, fmt::join(bases, ", "));
  }
  return text;
}

Printed in_cute(const LinearLayout& layout) {
  if (layout.in_memory()) {
    auto modes = memory_modes(layout);
    auto text = layout.paddings.empty() ? with_buffers(text_of(modes), layout) : padded_text(layout, std::move(modes));
    return {.part = {}, .text = std::move(text), .numbers = {}, .note = "coordinate -> offset"};
  }
  auto whole = layout.shape;
  for (auto& n : whole) n = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(n)));
  const auto modes = modes_of(layout, whole);
  const bool some = whole != layout.shape, tensor_memory = layout.inputs[0].name == "row";
  if (some && !is_sum(modes))
    throw Problem{"layout",
                  message("A swizzled layout of a tensor of ({}), whose sizes are no powers of two, is not read.",
                          fmt::format("{}", fmt::join(layout.shape, ","))),
                  {}};
  return {.part = {},
          .text = some ? layout_text(modes_of(layout, layout.shape)) : text_of(modes),
          .numbers = {},
          .note = fmt::format("({}{}) -> 1-D coordinate in ({}), first mode fastest{}", modes.size() > 2 ? "block," : "",
                              tensor_memory ? "row,column" : "thread,value", fmt::join(layout.shape, ","),
                              some ? "; coordinates beyond a size have no element" : "")};
}

}  // namespace algebra::dialects
