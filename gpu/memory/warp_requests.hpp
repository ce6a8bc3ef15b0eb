#pragma once
// The memory requests of warps that touch an entry's elements: 32 consecutive 1-D coordinates per request or, for a thread's part of a
// tensor, the same value of 32 threads; for its part by a tiled copy, as many values as the instruction moves.

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "algebra/language/evaluate.hpp"
#include "gpu/memory/memory_model.hpp"

namespace gpu {

struct WarpRequest {
  std::array<std::int64_t, 32> lanes{};  ///< first elements of the lanes; `absent` if there is none
  Request request;                       ///< sectors are of global memory, banks of shared memory
};

class WarpRequests {
 public:
  /// Makes the requests; nullopt for a value without elements in memory. Elements have `element_bits` bits; those smaller than a byte share
  /// bytes.
  static std::optional<WarpRequests> of(const algebra::Evaluation&, int element_bits);

  bool by_thread() const { return threads_ > 0; }  ///< a request is the same value of 32 threads; else consecutive coordinates
  std::int64_t count() const { return count_; }
  std::int64_t coordinates() const { return size_; }
  std::int64_t threads() const { return threads_; }
  int element_bytes() const { return element_bytes_; }
  std::int64_t values() const { return step_; }  ///< adjacent values of a lane that one request moves
  WarpRequest request(std::int64_t number) const;
  /// Returns the number of the request that touches the entry's element with that 1-D coordinate.
  std::int64_t of_coordinate(std::int64_t) const;
  /// The first and last coordinate or thread of a request, and for threads the first value.
  struct Place {
    std::int64_t first = 0, last = 0, value = 0;
  };
  Place place(std::int64_t number) const;
  /// Returns the entry's first coordinate in a lane of a request; -1 if there is none or another thread has it.
  std::int64_t coordinate(std::int64_t number, int lane) const;

  /// Sums over all requests, or over the first most_summed.
  struct Sum {
    std::int64_t requests = 0, lines = 0, sectors = 0, ideal = 0, worst = 0;  ///< worst: the number of the request with the most sectors
    int worst_sectors = 0, worst_ways = 1;
    bool all = true;
  };
  static constexpr std::int64_t most_summed = 1 << 11;
  const Sum& sum() const { return sum_; }

 private:
  WarpRequests() = default;
  std::function<std::int64_t(std::int64_t)> element_;                  ///< coordinate -> element
  std::function<std::int64_t(std::int64_t, std::int64_t)> of_thread_;  ///< (thread, value) -> element
  std::int64_t size_ = 0, threads_ = 0, thread_ = 0, count_ = 0;
  int element_bits_ = 32, element_bytes_ = 4;
  std::int64_t step_ = 1;  ///< values of a lane that one request moves
  int asking_ = 32;        ///< lanes that give an address: fewer for ldmatrix
  Direction phased_as_ = Direction::load;
  Sum sum_;
};

}  // namespace gpu
