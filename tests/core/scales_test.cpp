// Whether scales lie where they are read: the mistakes that are made, as CUTLASS's layouts have them, what would put them right, and files.

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algebra/layout/operations.hpp"
#include "app/scales/scale_dump.hpp"
#include "app/scales/scale_question.hpp"
#include "app/scales/scale_report.hpp"
#include "tests/fields.hpp"
#include "tests/golden_rows.hpp"
#include "tests/test_data.hpp"

using namespace app;

namespace {

std::int64_t place(const algebra::Layout& l, std::int64_t batch, std::int64_t row, std::int64_t k) {
  return algebra::mode(l, 0)(row) + algebra::mode(l, 1)(k) + (algebra::rank(l) > 2 ? algebra::mode(l, 2)(batch) : 0);
}

template <class F>
void for_each_scale(const ScaleShape& shape, F&& f) {
  for (std::int64_t l = 0; l < shape.batches; ++l)
    for (std::int64_t row = 0; row < shape.rows; ++row)
      for (std::int64_t group = 0; group < shape.groups(); ++group) f(l, row, group);
}

/// Returns the difference by looking at each scale.
ScaleDifference by_enumeration(const algebra::Layout& reader, const algebra::Layout& producer, const ScaleShape& shape) {
  ScaleDifference d{.first = {}, .total = shape.count()};
  for_each_scale(shape, [&](auto l, auto row, auto group) {
    const auto read = place(reader, l, row, group * shape.vector), written = place(producer, l, row, group * shape.vector);
    if (read == written) return;
    ++d.differing;
    if (!d.first) d.first = ScalePlace{l, row, group, read, written};
  });
  return d;
}

/// Returns whether the permutation puts each scale where it is read; a padded one is of the tensor in order, with what was added.
bool puts_right(const ScaleReport& r) {
  std::map<std::int64_t, std::int64_t> from;  // where it is read -> where it is written
  for (std::int64_t i = 0; i < algebra::size(*r.repair.permutation); ++i)
    from[r.repair.destination(i) * r.repair.unit] = (*r.repair.permutation)(i)*r.repair.unit;
  const bool padded = r.repair.pad_rows > 0 || r.repair.pad_groups > 0;
  const auto rows = r.shape.rows + r.repair.pad_rows, groups = r.shape.groups() + r.repair.pad_groups;
  bool right = true;
  for_each_scale(r.shape, [&](auto l, auto row, auto group) {
    const auto it = from.find(place(r.reader.layout, l, row, group * r.shape.vector));
    const auto written = padded ? (l * rows + row) * groups + group : place(r.producer.layout, l, row, group * r.shape.vector);
    right = right && it != from.end() && it->second == written;
  });
  return right;
}

ScaleReport report(const std::string& reads, const std::string& writes, const ScaleProblem& problem) {
  const auto reader = read_scale_side(reads, problem);
  REQUIRE_MESSAGE(reader, reads << ": " << reader.error().message.text());
  const auto shape = scale_shape(problem, *reader);
  REQUIRE(shape);
  auto sized = problem;
  sized.vector = shape->vector;
  if (reader->operand != 0) sized.operand = reader->operand;
  const auto producer = read_scale_side(writes, sized);
  REQUIRE_MESSAGE(producer, writes << ": " << producer.error().message.text());
  return scale_report(*reader, *producer, *shape);
}

std::string first_line(const ScaleReport& r) { return said_of(r)[0].text(); }

}  // namespace

TEST_CASE("the mistakes that are made with scales are named by their first scale") {
  int checked = 0;
  std::ifstream in(test_data() + "/golden/scale_faults.tsv");
  for (std::string line; std::getline(in, line);) {
    const auto c = fields_of(line);
    REQUIRE(c.size() == 15);
    INFO(c[0] << " " << c[12]);
    const auto sizes = fields_of(c[1].substr(1, c[1].size() - 2), ',');
    const ScaleProblem problem{.m = std::stoll(sizes.at(0)),
                               .n = std::stoll(sizes.at(0)),
                               .k = std::stoll(sizes.at(1)),
                               .l = std::stoll(sizes.at(2)),
                               .vector = std::stoll(c[2])};
    // By their layouts, and by the expressions, of which one says in words how it is regrouped.
    for (const bool by_layout : {true, false}) {
      if (!by_layout && c[13].find("by rows") != std::string::npos) continue;
      const auto r = report(by_layout ? c[3] : c[13], by_layout ? c[4] : c[14], problem);
      REQUIRE(r.difference.first);
      const auto& first = *r.difference.first;
      CHECK(fmt::format("{} {} {} {} {} {} {}", first.row, first.group, first.batch, first.read_at, first.written_at,
                        r.difference.differing,
                        r.difference.total) == fmt::format("{} {} {} {} {} {} {}", c[5], c[6], c[7], c[8], c[9], c[10], c[11]));
      if (r.repair.permutation) CHECK(puts_right(r));
      else CHECK(r.repair.merges);
      ++checked;
    }
  }
  CHECK(checked == 39);
}

TEST_CASE("counting by modes is looking at each scale") {
  unsigned random = 12345;
  const auto next = [&](std::int64_t n) {
    random = random * 1664525U + 1013904223U;
    return static_cast<std::int64_t>(random >> 8U) % n;
  };
  const auto layout = [&] {
    return fmt::format("(({},{}),(4,{}),{}):(({},{}),(0,{}),{})", 1 + next(6), 2 + next(6), 2 + next(8), 1 + next(3), next(5), next(9),
                       next(7), next(40));
  };
  int same = 0;
  for (int i = 0; i < 2000; ++i) {
    const ScaleProblem problem{.m = 1 + next(20), .n = 1, .k = 4 * (1 + next(9)), .l = 1 + next(3), .vector = 4};
    const auto a = layout(), b = next(8) == 0 ? a : layout();
    INFO(a << " " << b);
    const auto reader = read_scale_side(a, problem), producer = read_scale_side(b, problem);
    REQUIRE(reader);
    REQUIRE(producer);
    const ScaleShape shape{problem.m, problem.k, problem.l, 4};
    const auto d = compare_scales(reader->layout, producer->layout, shape),
               wanted = by_enumeration(reader->layout, producer->layout, shape);
    CHECK(d.differing == wanted.differing);
    CHECK(d.total == wanted.total);
    REQUIRE(d.first.has_value() == wanted.first.has_value());
    if (!d.first) ++same;
    else
      CHECK(fmt::format("{} {} {} {} {}", d.first->batch, d.first->row, d.first->group, d.first->read_at, d.first->written_at) ==
            fmt::format("{} {} {} {} {}", wanted.first->batch, wanted.first->row, wanted.first->group, wanted.first->read_at,
                        wanted.first->written_at));
  }
  CHECK(same > 100);
}

TEST_CASE("what a producer writes and a kernel reads is said in words") {
  const ScaleProblem problem{.m = 256, .n = 128, .k = 64};
  const auto r = report("sm100 nvfp4", "row-major M x K/16", problem);
  CHECK(r.reader.expression == "Sm1xxBlockScaledConfig<16>::tile_atom_to_shape_SFA((256,128,64,1))");
  CHECK(first_line(r) == "row 1, group 0: written at byte 4, read at byte 16");
  CHECK(r.repair.torch == "s.view(2, 4, 32, 4).permute(0, 2, 1, 3).contiguous()");
  CHECK(first_line(report("sm100 nvfp4", "size=(256,4) stride=(4,1)", problem)) == first_line(r));
  CHECK(first_line(report("sm100 nvfp4", "128x4 blocks K/16", problem)) == "all 1024 scales lie where they are read");
  CHECK(first_line(report("sm103 nvfp4", "128x4 blocks K/16", problem)) == "all 1024 scales lie where they are read");
  CHECK(first_line(report("sm90 blockwise 1x128x128", "row-major M x K/128", {.m = 256, .n = 256, .k = 512})) ==
        "row 0, group 1: written at float 1 (byte 4), read at float 256 (byte 1024)");
  CHECK(first_line(report("sm90 sparse f16", "row-major M x K/8", {.m = 256, .n = 128, .k = 256})).find("row 0, group 1") == 0);
  CHECK(report("sm100 nvfp4 SFB", "row-major N x K/16", problem).reader.expression.find("SFB") != std::string::npos);
  CHECK(first_line(report("sm100 mxfp8 tile 128x128x128", "128x4 blocks K/32", {.m = 128, .n = 128, .k = 128})) ==
        "all 512 scales lie where they are read");

  // Blackwell's padding: the rows that are not there are added before the bytes are permuted.
  const auto padded = report("sm100 nvfp4", "row-major M x K/16", {.m = 100, .n = 128, .k = 64});
  CHECK(padded.repair.pad_rows == 28);
  CHECK(puts_right(padded));
  CHECK(padded.repair.torch == "F.pad(s.view(1, 100, 4), (0, 0, 0, 28)).view(4, 32, 4).permute(1, 0, 2).contiguous()");
  // Already in order, but torch's tensor is a transposed view.
  CHECK(report("(64,(16,8)):(8,(0,1))", "size=(64,8) stride=(1,64)", {.vector = 16}).repair.reshape == ScaleRepair::Reshape::would);
}

TEST_CASE("words of producers and of libraries have the layouts that their sources have") {
  const ScaleProblem problem{.m = 200, .n = 384, .k = 512, .l = 2};
  // Offsets by the formulas of the sources, at every coordinate.
  using Place = std::int64_t (*)(std::int64_t row, std::int64_t group, std::int64_t batch);
  struct Described {
    const char* text;
    char operand;
    std::int64_t vector, rows_of_scale;
    Place place;
  };
  constexpr Place blocks_of_8 = [](std::int64_t r, std::int64_t g, std::int64_t l) {
    return ((l * 25 + r / 8) * 8 + g / 4) * 32 + r % 8 * 4 + g % 4;
  };
  constexpr Place blocks_of_128 = [](std::int64_t r, std::int64_t g, std::int64_t l) {
    return ((l * 2 + r / 128) * 8 + g / 4) * 512 + r % 32 * 16 + r / 32 % 4 * 4 + g % 4;
  };
  constexpr Place by_rows_first = [](std::int64_t r, std::int64_t g, std::int64_t l) { return l * 200 * 4 + g * 200 + r; };
  constexpr Place row_major_16 = [](std::int64_t r, std::int64_t g, std::int64_t l) { return l * 200 * 32 + r * 32 + g; };
  constexpr Place columns_16 = [](std::int64_t r, std::int64_t g, std::int64_t l) { return l * 200 * 32 + g * 200 + r; };
  constexpr Place of_b = [](std::int64_t r, std::int64_t g, std::int64_t l) { return l * 3 * 4 + r / 128 * 4 + g; };
  constexpr Place packed = [](std::int64_t r, std::int64_t g, std::int64_t l) { return l * 800 + g / 4 * 800 + r * 4 + g % 4; };
  constexpr Place padded = [](std::int64_t r, std::int64_t g, std::int64_t l) { return l * 256 * 16 + r * 16 + g; };
  const std::vector<Described> all{{"8x4 blocks K/16", 'A', 16, 1, blocks_of_8},
                                   {"8x4 blocks nvfp4", 'A', 16, 1, blocks_of_8},
                                   {"FlashInfer 8x4 K/16", 'A', 16, 1, blocks_of_8},
                                   {"layout_8x4 M x K/16", 'A', 16, 1, blocks_of_8},
                                   {"TensorRT-LLM SWIZZLED_8x4 nvfp4", 'A', 16, 1, blocks_of_8},
                                   {"trtllm R8c4 K/16", 'A', 16, 1, blocks_of_8},
                                   {"FlashInfer 128x4 K/16", 'A', 16, 1, blocks_of_128},
                                   {"128x4 blocks M x K/16, padded to 128x4", 'A', 16, 1, blocks_of_128},
                                   {"vLLM nvfp4", 'A', 16, 1, blocks_of_128},
                                   {"torch._scaled_mm nvfp4", 'A', 16, 1, blocks_of_128},
                                   {"TransformerEngine nvfp4 swizzled", 'A', 16, 1, blocks_of_128},
                                   {"flashinfer linear K/16", 'A', 16, 1, row_major_16},
                                   {"row-major M x K/16", 'A', 16, 1, row_major_16},
                                   {"column-major K/16 x M", 'A', 16, 1, row_major_16},
                                   {"row-major K/16 x M", 'A', 16, 1, columns_16},
                                   {"torch _scaled_mm 1x128", 'A', 128, 1, by_rows_first},
                                   {"DeepGEMM sm90", 'A', 128, 1, by_rows_first},  // 200 rows are a multiple of 4
                                   {"row-major N/128 x K/128", 'B', 128, 128, of_b},
                                   {"DeepGEMM sm90 SFB", 'A', 128, 128, of_b},
                                   {"DeepGEMM sm100", 'A', 128, 1, packed},
                                   {"TransformerEngine mxfp8", 'A', 32, 1, padded},
                                   {"row-major M x K/32 padded to 128, K padded to 16 in bytes", 'A', 32, 1, padded}};
  for (const auto& d : all) {
    INFO(d.text);
    auto p = problem;
    p.operand = d.operand;
    const auto side = read_scale_side(d.text, p);
    REQUIRE_MESSAGE(side, side.error().message.text());
    const bool of_rows_of_b = side->operand == 'B';
    int differing = 0;
    for (std::int64_t l = 0; l < 2; ++l)
      for (std::int64_t row = 0; row < (of_rows_of_b ? 384 : 200); ++row)
        for (std::int64_t group = 0; group < 512 / d.vector; ++group)
          differing += place(side->layout, l, row, group * d.vector) != d.place(row, group, l);
    CHECK(differing == 0);
  }
}

TEST_CASE("a word that nothing uses is an error that names it, and what is offered works") {
  const ScaleProblem problem{.m = 256, .n = 256, .k = 256, .vector = 16};
  const std::vector<std::pair<const char*, const char*>> all{{"64x4 blocks K/16", "64x4"},
                                                             {"128x8 blocks K/16", "128x8"},
                                                             {"column-major blocks K/16", "blocks"},
                                                             {"128x4 blocks K/16 column-major", "128x4"},
                                                             {"not swizzled", "not"},
                                                             {"row-major M x K/16 swizzled", "swizzled"},
                                                             {"row-major M x K/16, padded to 64/8", "/8"},
                                                             {"row-major N/128 x K/128", "N/128"},
                                                             {"row-major M x K/16 quickly", "quickly"},
                                                             {"row-major M x K/16 K/32", "K/32"},
                                                             {"row-major M x K", "M x K"},
                                                             {"blocks K/16", "128x4"},
                                                             {"sm90 nvfp4", "nvfp4"},
                                                             {"sm100 mxfp4 nvfp4", "mxfp4"},
                                                             {"sm100 sm90 nvfp4", "sm90"},
                                                             {"sm100 nvfp4 K/32", "nvfp4"},
                                                             {"sm100 nvfp4 MN-major", "MN-major"},
                                                             {"sm100 nvfp4 blockwise 1x128x128", "nvfp4"},
                                                             {"sm90 blockwise", "three sizes"},
                                                             {"sm90", "sm90"},
                                                             {"sm100 sparse", "type"},
                                                             {"sm100 sparse f16 tile 128x128x256", "tile"},
                                                             {"sm103 nvfp4 tile 128x128x768", "tile"},
                                                             {"sm100 nvfp4 swizled", "swizled"},
                                                             {"FlashInfer", "FlashInfer"},
                                                             {"FlashInfer 16x4", "16x4"},
                                                             {"vLLM nvfp4 8x4", "8x4"},
                                                             {"size=(256,16) stride=(16,1) dtype=uint8", "dtype"},
                                                             {"row-major K/16 x M padded to 4", "padded to 4"}};
  for (const auto& [text, word] : all) {
    INFO(text);
    const auto side = read_scale_side(text, problem);
    REQUIRE(!side);
    const auto& p = side.error();
    CHECK_MESSAGE(p.message.text().find(word) != std::string::npos, p.message.text());
    CHECK(!p.suggestions.empty());
    for (const auto& near : p.suggestions) {
      const auto works = read_scale_side(near, problem);
      CHECK_MESSAGE(works, near << ": " << works.error().message.text());
    }
  }
  // A word that is like one is offered in its place.
  CHECK(read_scale_side("row-mayor M x K/16", problem).error().suggestions[0] == "row-major M x K/16");
  CHECK(read_scale_side("sm100 nvpf4", problem).error().suggestions[0] == "sm100 nvfp4");
}

TEST_CASE("sides that cannot be compared are refused with their numbers") {
  const auto refused = [](const char* reads, const char* writes, const char* sizes, std::int64_t vector = 0) {
    const auto answer = scale_answer({.reads = reads, .writes = writes, .problem = sizes, .operand = 'A', .vector = vector});
    REQUIRE(!answer);
    return answer.error().problem.message.text();
  };
  CHECK(refused("sm100 nvfp4", "row-major M x K/16 in float", "256,128,64").find("1 bytes; these have 4") != std::string::npos);
  CHECK(refused("sm100 nvfp4", "size=(128,4) stride=(4,1)", "256,128,64").find("128 rows") != std::string::npos);
  CHECK(refused("(128,(16,4)):(4,(0,1))", "row-major M x K/16", "256,128,64").find("128 rows") != std::string::npos);
  CHECK(refused("sm100 nvfp4", "row-major M x K/16", "256,128,64", 32).find("16 elements of K, not for 32") != std::string::npos);
  // The words' operand is both sides'.
  const auto of_b = scale_answer({.reads = "sm90 blockwise 1x128x128 K-major SFB", .writes = "DeepGEMM sm90", .problem = "512,256,512"});
  REQUIRE(of_b);
  CHECK(of_b->shape.rows == 256);
  CHECK(!of_b->difference.first);
  const auto turned =
      scale_answer({.reads = "sm90 blockwise 1x128x128 SFB", .writes = "row-major N/128 x K/128", .problem = "512,256,512"});
  REQUIRE(turned);
  REQUIRE(turned->repair.permutation);
  CHECK(puts_right(*turned));
}

TEST_CASE("words that are not understood are told with what would be") {
  const auto told = [](const char* text, const ScaleProblem& problem) {
    const auto side = read_scale_side(text, problem);
    REQUIRE(!side);
    return side.error().message.text();
  };
  CHECK(told("sm100 nvfp4", {}).find("--problem") != std::string::npos);
  CHECK(told("sm80 nvfp4", {.m = 128, .n = 128, .k = 64}).find("sm80") != std::string::npos);
  CHECK(told("nonsense here", {.m = 128, .n = 128, .k = 64}).find("nonsense here") != std::string::npos);
  CHECK(told("row-major", {.m = 128, .n = 128, .k = 64}).find("K/16") != std::string::npos);
  CHECK(told("size=(4) stride=(1)", {.vector = 16}).find("2 sizes") != std::string::npos);
  CHECK(told("size=(4,4) stride=(1)", {.vector = 16}).find("strides") != std::string::npos);
  CHECK(told("7", {}).find("7") != std::string::npos);
  CHECK(told("(4,4):(1@0,1@1)", {}).find("layout of scales") != std::string::npos);
  const auto reader = read_scale_side("((1,0),(128,0),0):((0,1),(0,0),0)", {});
  REQUIRE(reader);
  CHECK_FALSE(scale_shape({}, *reader));
}

TEST_CASE("a file of scales is checked against the scales in order, and against the matrix that was quantised") {
  const ScaleProblem problem{.m = 256, .n = 128, .k = 128, .vector = 16};
  const auto reader = read_scale_side("sm100 nvfp4", problem);
  REQUIRE(reader);
  const auto shape = scale_shape(problem, *reader);
  REQUIRE(shape);
  // One magnitude for each group, and scales that grow with it.
  std::string in_order, matrix;
  for_each_scale(*shape, [&](auto, auto row, auto group) {
    const auto scale = static_cast<unsigned char>((row * 7 + group * 91) % 120);
    in_order += static_cast<char>(scale);
    for (int i = 0; i < 16; ++i) {
      const float element = i == 3 ? -static_cast<float>(scale) - 1 : 0.5F;
      char bytes[sizeof element];
      std::memcpy(bytes, &element, sizeof element);
      matrix.append(bytes, sizeof element);
    }
  });
  const auto written = [&](const algebra::Layout& l) {
    std::string file(static_cast<std::size_t>(algebra::cosize(l)), '\0');
    std::size_t i = 0;
    for_each_scale(*shape, [&](auto batch, auto row, auto group) {
      file[static_cast<std::size_t>(place(l, batch, row, group * 16))] = in_order[i++];
    });
    return file;
  };
  const auto exact = scales_in_order(in_order, 1, *shape), grown = magnitudes(matrix, "f32", *shape);
  REQUIRE(exact);
  REQUIRE(grown);
  for (const auto* truth : {&*exact, &*grown}) {
    CHECK(check_dump(written(reader->layout), 1, *reader, *shape, *truth, problem, {}).wrong == 0);
    for (const char* const order : {"row-major M x K/16", "column-major M x K/16", "int32 column-major M x K/16"}) {
      INFO(order);
      const auto side = read_scale_side(order, problem);
      REQUIRE(side);
      const auto v = check_dump(written(side->layout), 1, *reader, *shape, *truth, problem, {});
      CHECK(v.wrong > 0);
      CHECK(v.order == order);
    }
    const auto v = check_dump(in_order, 1, *reader, *shape, *truth, problem, {});
    CHECK(said_of(v, reader->unit, 2048)[0].text() == "row 0, group 4: written at byte 4, read at byte 512");
  }
  // A file that ends too early, and one that nothing explains.
  CHECK(check_dump(in_order.substr(0, 1024), 1, *reader, *shape, *exact, problem, {}).beyond > 0);
  const auto noise = check_dump(std::string(2048, '\x55'), 1, *reader, *shape, *exact, problem, {});
  CHECK(noise.order.empty());
  CHECK_FALSE(scales_in_order(in_order.substr(1), 1, *shape));
  CHECK_FALSE(magnitudes(matrix, "f16", *shape));
}
