#include "app/scales/scale_report.hpp"

#include <string>

#include <fmt/format.h>

namespace app {
namespace {

using algebra::Message;
using algebra::message;

/// Returns "byte 16", or "float 16 (byte 64)" if an offset is no byte.
Message place(std::int64_t offset, const ScaleUnit& unit) {
  if (unit.bytes == 1 && unit.offsets_a_byte == 1) return message("byte {}", offset);
  switch (unit.kind) {
    case ScaleUnit::Kind::number: return message("float {} (byte {})", offset, unit.byte(offset));
    case ScaleUnit::Kind::int4_element: return message("int4 element {} (byte {})", offset, unit.byte(offset));
    default: return message("logical element {} (byte {})", offset, unit.byte(offset));
  }
}

Message first_words(const ScalePlace& p, const ScaleShape& shape, const ScaleUnit& read, const ScaleUnit& written) {
  if (shape.batches == 1)
    return message("row {}, group {}: written at {}, read at {}", p.row, p.group, place(p.written_at, written), place(p.read_at, read));
  return message("batch {}, row {}, group {}: written at {}, read at {}", p.batch, p.row, p.group, place(p.written_at, written),
                 place(p.read_at, read));
}

}  // namespace

ScaleReport scale_report(const ScaleSide& reader, const ScaleSide& producer, const ScaleShape& shape) {
  const bool metadata = reader.unit.kind == ScaleUnit::Kind::logical_element;
  auto read = reader, written = producer;
  // A plain layout does not name the unit of its offsets; the other side's unit is used.
  if (!read.unit_said && written.unit_said) read.unit = written.unit;
  if (!written.unit_said) written.unit = read.unit;
  return {.reader = std::move(read),
          .producer = std::move(written),
          .shape = shape,
          .difference = compare_scales(reader.layout, producer.layout, shape),
          .repair = repair_scales(reader.layout, producer.layout, shape, metadata ? reader.unit.offsets_a_byte : 1)};
}

std::vector<Message> said_of(const ScaleReport& r) {
  std::vector<Message> all;
  const auto& d = r.difference;
  if (!d.first) {
    all.push_back(message("all {} scales lie where they are read", d.total));
    return all;
  }
  all.push_back(first_words(*d.first, r.shape, r.reader.unit, r.producer.unit));
  all.push_back(message("{} of {} scales lie elsewhere", d.differing, d.total));
  if (r.repair.reshape == ScaleRepair::Reshape::would)
    all.emplace_back("a reshape is enough: s.contiguous() of the tensor by rows and groups is what the kernel reads");
  else all.emplace_back("a reshape is not enough: it leaves the bytes in their order");
  if (r.repair.merges) {
    all.emplace_back("several scales are written where one is read: no copy repairs that, they must be computed again");
    return all;
  }
  if (!r.repair.permutation) {
    all.emplace_back("the modes of the two layouts do not divide one another: the permutation is not a layout");
    return all;
  }
  if (r.repair.pad_rows > 0 || r.repair.pad_groups > 0)
    all.push_back(message("whole blocks are read: {} rows and {} groups of zeros are added", r.repair.pad_rows, r.repair.pad_groups));
  all.push_back(message("permutation: {} of what is written to {} of what is read", to_string(*r.repair.permutation, algebra::Marks::plain),
                        to_string(r.repair.destination, algebra::Marks::plain)));
  all.push_back(message("CuTe: {}", r.repair.cute));
  if (!r.repair.torch.empty()) all.push_back(message("torch: {}", r.repair.torch));
  return all;
}

std::vector<Message> said_of(const DumpVerdict& v, const ScaleUnit& unit, std::int64_t bytes) {
  std::vector<Message> all;
  if (v.wrong == 0) {
    all.push_back(message("all {} scales of the file are right where they are read", v.read));
    return all;
  }
  if (v.first) {
    const ScaleShape one{.batches = v.first->batch > 0 ? 2 : 1};
    if (v.written) all.push_back(first_words(*v.first, one, unit, unit));
    else
      all.push_back(message("batch {}, row {}, group {}: at {}, where it is read, there is another scale", v.first->batch, v.first->row,
                            v.first->group, place(v.first->read_at, unit)));
  }
  all.push_back(message("{} of {} scales are wrong where they are read", v.wrong, v.read));
  if (v.beyond > 0) all.push_back(message("{} scales are read beyond the end of the file, which has {} bytes", v.beyond, bytes));
  if (v.written) all.push_back(message("the file is in this order: {}", v.order));
  else all.emplace_back("no known order explains the file");
  return all;
}

}  // namespace app
