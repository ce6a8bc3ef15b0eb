// MMAs of the tensor cores: each element of C is what plain arithmetic makes, in the thread and the register that the layout says.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include <nlohmann/json.hpp>

#ifdef CUTESCOPE_WITH_CUDA
#include "gpu/cuda/nvrtc.hpp"
#endif
#include "gpu/launch/kernel_source.hpp"
#include "gpu/run/launch_source.hpp"
#include "tests/gpu/cuda_launches.hpp"
#include "tests/gpu/launch_forms.hpp"
#include "tests/gpu/mma_launches.hpp"

using namespace gpu;
using namespace gpu_test;

namespace {

const algebra::Message no_device = "There is no CUDA device.";

MmaReport played(const MmaLaunch& launch) { return run_mma(launch, nullptr, no_device); }

MmaLaunch launch_of_atom(const std::string& atom) {
  const auto mma = tiled_mma("make_tiled_mma(" + atom + ")");
  REQUIRE(mma);
  return mma_launch(*mma, 'C', 1, 1, std::nullopt);
}

void check_right(const MmaReport& r) {
  CHECK_MESSAGE(r.elements == r.mnk[0] * r.mnk[1] * r.partial_sums, r.why);
  CHECK(r.wrong == 0);
  REQUIRE(r.misplaced);
  CHECK(*r.misplaced == 0);
}

/// A device that computes as the hardware would, with a mistake: it takes rows m and n of the result for one another.
class Mistaken final : public MmaDevice {
 public:
  explicit Mistaken(MmaLaunch launch, std::size_t word, std::uint32_t flipped) : work_(*mma_work(launch)), word_(word), flipped_(flipped) {}
  std::string name() const override { return "a mistaken device"; }
  algebra::Message why_not(bool) const override { return {}; }
  tl::expected<std::vector<std::uint32_t>, algebra::Message> run(const std::string&, const char*, int, int, std::int64_t,
                                                                 std::span<const std::uint32_t> request, std::size_t) override {
    constexpr std::uint32_t begin = 2048;
    if (request[1] == 0) return std::vector<std::uint32_t>(4, begin);
    auto result = play(work_, {request.begin(), request.end()}, begin);
    result.at(word_) ^= flipped_;
    return result;
  }

 private:
  MmaWork work_;
  std::size_t word_;
  std::uint32_t flipped_;
};

}  // namespace

TEST_CASE("an MMA's instruction is read from its atom's name") {
  const auto ptx = [](const std::string& atom) {
    const auto i = mma_instruction(launch_of_atom(atom).mma.atom);
    return i ? ptx_of(*i) : i.error();
  };
  CHECK(ptx("SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::MN>") == "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16");
  CHECK(ptx("SM90_64x24x16_F32BF16BF16_RS<GMMA::Major::K,GMMA::Major::K>") == "wgmma.mma_async.sync.aligned.m64n24k16.f32.bf16.bf16");
  CHECK(ptx("SM90_64x8x8_F32TF32TF32_SS_TN<>") == "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32");
  CHECK(ptx("SM90_64x256x32_F16E4M3E5M2_RS_TN<>") == "wgmma.mma_async.sync.aligned.m64n256k32.f16.e4m3.e5m2");
  CHECK(ptx("SM90_64x32x32_S32S8U8_SS_TN_SATURATE") == "wgmma.mma_async.sync.aligned.m64n32k32.s32.s8.u8.satfinite");
  CHECK(ptx("SM70_8x8x4_F32F16F16F32_NT") == "mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32");
  CHECK(ptx("SM80_16x8x32_S32S4U4S32_TN_SATURATE") == "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s4.u4.s32");
  CHECK(ptx("SM80_16x8x256_S32U1U1S32_TN_ANDPOPC") == "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc");
  CHECK(ptx("SM80_8x8x4_C64C64C64C64_TN") == "SM80_8x8x4_C64C64C64C64_TN is not a single instruction, so launches do not run it.");
}

TEST_CASE("values of the types of MMAs are coded as the hardware has them") {
  const auto type = [](const char* atom) { return mma_instruction(launch_of_atom(atom).mma.atom)->a; };
  const auto half = type("SM80_16x8x16_F32F16F16F32_TN"), e4m3 = type("SM89_16x8x32_F32E4M3E4M3F32_TN"),
             e5m2 = type("SM89_16x8x32_F32E5M2E5M2F32_TN"), s4 = type("SM80_16x8x32_S32S4S4S32_TN"),
             tf32 = type("SM80_16x8x8_F32TF32TF32F32_TN");
  CHECK(half.encode(1) == 0x3c00);
  CHECK(half.encode(-2048) == 0xe800);
  CHECK(e4m3.encode(1) == 0x38);
  CHECK(e5m2.encode(-3) == 0xc2);
  CHECK(s4.encode(-3) == 0xd);
  CHECK(tf32.encode(-1.5) == 0xbfc00000);
  for (const auto& t : {half, e4m3, e5m2, s4, tf32})
    for (double value = -std::min(t.most(), 100.0); value <= std::min(t.most(), 100.0); ++value) CHECK(t.decode(t.encode(value)) == value);
  CHECK(half.decode(1) == std::ldexp(1.0, -24));
}

TEST_CASE("every atom of Hopper and before gives C where its layout says, by its descriptors and registers") {
  std::int64_t elements = 0;
  int count = 0;
  for (const bool warpgroup : {true, false}) {
    const auto atoms = runnable_atoms(warpgroup);
    CHECK(atoms.size() == (warpgroup ? 1440 : 81));
    // WGMMA has many N for each combination of types and majors: every 7th is tried.
    for (std::size_t i = 0; i < atoms.size(); i += warpgroup ? 7 : 1) {
      CAPTURE(atoms[i]);
      const auto r = played(launch_of_atom(atoms[i]));
      check_right(r);
      CHECK_FALSE(r.hardware);
      CHECK(r.why == no_device);
      elements += r.elements;
      ++count;
    }
  }
  CHECK(count > 280);
  CHECK(elements > 1'000'000);
}

TEST_CASE("tiles of several atoms, permuted ones, and any canonical layout give C where their layouts say") {
  std::mt19937 random(17);
  std::map<std::string, int> layouts;
  int parts = 0;
  for (const bool warpgroup : {true, false}) {
    const auto atoms = runnable_atoms(warpgroup);
    for (int i = 0; i < 60; ++i) {
      const auto r = random_mma(atoms[random() % atoms.size()], random);
      CAPTURE(r.words);
      const auto report = played(r.launch);
      check_right(report);
      parts += report.partial_sums > 1 ? 1 : 0;
      for (const auto& text : {report.a.text(), report.b.text()})
        for (const auto* name : {"K-major, INTERLEAVE", "K-major, B32", "K-major, B64", "K-major, B128", "MN-major, INTERLEAVE",
                                 "MN-major, B32", "MN-major, B64", "MN-major, B128", "registers"})
          layouts[name] +=
              text.find(name) != text.npos && (text.find("MN-") == text.npos) == (std::string(name).find("MN-") == std::string::npos);
    }
  }
  CHECK(parts > 0);
  for (const auto& [name, times] : layouts) CHECK_MESSAGE(times > 0, name);
}

TEST_CASE("a wrong result and a wrong owner are found, and the first of them named") {
  const auto launch = launch_of_atom("SM90_64x16x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>");
  // Thread 5 has 8 registers; of each pass 128 threads.
  const std::size_t third = 4 + 5 * 8 + 3, pass = 128 * 8;
  Mistaken wrong(launch, third, 1u << 31 | 1), misplaced(launch, third + pass, 1u << 23);
  const auto r = run_mma(launch, &wrong, "");
  CHECK(r.hardware);
  CHECK(r.elements == 1024);
  CHECK(r.wrong == 1);
  CHECK(r.misplaced == 0);
  REQUIRE(r.first_wrong);
  CHECK(r.first_wrong->thread == 5);
  CHECK(r.first_wrong->value == 3);
  // Thread 5 is in row 1 of its quads, its columns begin with 2; registers 2 and 3 are 8 rows further down.
  CHECK(r.first_wrong->m == 9);
  CHECK(r.first_wrong->n == 3);
  CHECK(summary(r).text().find("1 differ from plain arithmetic; each in the thread and register of the atom's layout. The first: (9,3), "
                               "thread 5, value 3, is ") != std::string::npos);
  const auto m = run_mma(launch, &misplaced, "");
  CHECK(m.wrong == 0);
  CHECK(m.misplaced == 1);
  REQUIRE(m.first_misplaced);
  CHECK(m.first_misplaced->found_m != 9);
  CHECK(summary(m).text().find("1 not in the thread and register of the atom's layout") != std::string::npos);
  const auto json = nlohmann::json::parse(json_of(r));
  CHECK(json["wrong"] == 1);
  CHECK(json["first_wrong"]["element"] == nlohmann::json({9, 3}));
  CHECK(json["device"] == "a mistaken device");
}

TEST_CASE("a launch of a tiled MMA says what its instruction is run on") {
  LaunchForm form{.tensor = "(128,64):(64,1)", .tile = "(128,64)", .threads = "mma", .kernel = Kernel::tiled_mma, .values = "A"};
  const auto lines =
      "mma = make_tiled_mma(SM90_64x96x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>{}, (2,1,1))\n"
      "smem = tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, (_128,_64))";
  auto plan = planned(form, lines);
  REQUIRE(plan);
  REQUIRE(plan->mma);
  CHECK(plan->mma->mnk == std::array<std::int64_t, 3>{128, 96, 64});
  CHECK_FALSE(plan->mma->a);
  check_right(played(*plan->mma));
  // Beneath the kernel that copies stands the one with the instruction.
  const auto source = launch_source(*plan);
  CHECK(source.starts_with(kernel_source(plan->shape)));
  CHECK(source.find("// Runs wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 for every atom") != std::string::npos);
  CHECK(source.find("run_mma(") != std::string::npos);
  auto copied = *plan;
  copied.mma.reset();
  CHECK(launch_source(copied) == kernel_source(plan->shape));
  // The instruction reads the launch's tile of shared memory.
  form.tensor = "smem";
  plan = planned(form, lines);
  REQUIRE(plan);
  REQUIRE(plan->mma->a);
  const auto r = played(*plan->mma);
  check_right(r);
  CHECK(r.a.text().find("K-major, B64, ") != std::string::npos);
  CHECK(r.b.text().find("K-major, B128, ") != std::string::npos);
  CHECK(r.described);
  // Rows of 128 bytes without a swizzle are no canonical layout.
  form.tensor = "make_tensor(make_smem_ptr<half_t>(0), (128,64):(64,1))";
  plan = planned(form, lines);
  REQUIRE(plan);
  const auto refused = played(*plan->mma);
  CHECK(refused.elements == 0);
  CHECK(refused.why.text().find("The layout of A in shared memory does not suit the instruction. ") == 0);
  form.values = "C";
  form.tensor = form.tile = "(256,192)";
  plan = planned(form, lines);
  REQUIRE(plan);
  CHECK(plan->mma->mnk == std::array<std::int64_t, 3>{256, 192, 64});
  check_right(played(*plan->mma));
  CHECK_FALSE(played(*plan->mma).described);
}

#ifdef CUTESCOPE_WITH_CUDA
TEST_CASE("the run-time compiler takes the kernel of every kind of MMA for a Hopper GPU that is not there") {
  cuda::Compiler compiler;
  const cuda::Abilities hopper{.major = 9, .minor = 0};
  if (const auto plain = compiler.compiles("", hopper); !plain) return skipped(plain.error());
  int count = 0;
  for (const bool warpgroup : {true, false}) {
    const auto atoms = runnable_atoms(warpgroup);
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      // All types and majors, of one N; and now and then another.
      if (warpgroup ? atoms[i].find("64x8x") == std::string::npos && i % 131 != 0 : i % 3 != 0) continue;
      CAPTURE(atoms[i]);
      const auto work = mma_work(launch_of_atom(atoms[i]));
      REQUIRE(work);
      const auto compiled = compiler.compiles(mma_source(work->instruction, work->traits(), work->threads), hopper);
      CHECK_MESSAGE(compiled, compiled.error());
      ++count;
    }
  }
  CHECK(count > 70);
  // Both kernels of a launch, whose shared memory has different types, are one program.
  auto both =
      planned({.tensor = "smem", .tile = "(256,128)", .threads = "mma", .kernel = Kernel::tiled_mma, .values = "A", .shared_memory = true},
              "mma = make_tiled_mma(SM90_64x96x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>{}, (2,1,1))\n"
              "smem = tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, (_256,_128))");
  REQUIRE_MESSAGE(both, both.error());
  CHECK(shared_bytes(both->shape) > 48 << 10);
  const auto one_program = compiler.compiles(launch_source(*both), hopper);
  CHECK_MESSAGE(one_program, one_program.error());
  // The compiler really refuses the atom that the program refuses.
  const auto narrow = mma_work(launch_of_atom("SM90_64x256x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>"));
  CHECK_FALSE(compiler.compiles(mma_source(narrow->instruction, narrow->traits(), 512), hopper));
}
#endif

TEST_CASE("WGMMA and mma.sync give what they should on the device") {
  if (!has_device()) return;
  algebra::Message why;
  const auto device = MmaDevice::create(why);
  REQUIRE_MESSAGE(device, why);
  std::mt19937 random(90);
  std::int64_t elements = 0;
  std::array<int, 2> atoms{};
  for (const bool warpgroup : {true, false}) {
    if (const auto not_here = device->why_not(warpgroup); !not_here.empty()) {
      skipped(not_here);
      continue;
    }
    const auto all = runnable_atoms(warpgroup);
    for (int i = 0; i < (warpgroup ? 120 : 40); ++i) {
      const auto& atom = all[random() % all.size()];
      for (const auto& launch : {launch_of_atom(atom), random_mma(atom, random).launch}) {
        CAPTURE(atom);
        const auto r = run_mma(launch, device.get(), "");
        if (!r.hardware) {
          CHECK_MESSAGE(r.why.text().find("registers for this instruction") != std::string::npos, r.why);
          continue;
        }
        CAPTURE(summary(r));
        check_right(r);
        elements += r.elements;
      }
      ++atoms[warpgroup ? 1 : 0];
    }
  }
  std::printf("MMA on %s: %d atoms of WGMMA and %d of mma.sync, %lld elements of C: all right, at their registers\n",
              device->name().c_str(), atoms[1], atoms[0], static_cast<long long>(elements));
}
