// Tests every exercise of every lesson, answered wrong and then right, in both languages, through the functions that the window's lesson
// calls.

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/actions/lessons.hpp"
#include "app/actions/typing.hpp"
#include "app/commands/commands.hpp"
#include "app/lessons/lessons.hpp"
#include "app/state/state.hpp"
#include "tests/rounds.hpp"

using namespace app;

namespace {

using Kind = ExerciseState::Kind;
using Answers = std::vector<std::string>;

/// Answers to try on an exercise, right and wrong. The wrong ones are sorted by how wrong they are.
struct Tried {
  Answers right, wrong;  ///< beside the answer that the lesson gives
};

/// By lesson and entry of the answer.
const std::map<std::pair<std::string, std::string>, Tried> tried_answers{
    {{"layout", "S"}, {{"(3,4):(1,5)", "(3,4):(7,1)", "(3,(2,2)):(1,(5,10))"}, {"(4,3):(4,3)", "(3,4):(4,1)", "(3,4)", "17"}}},
    {{"majors", "S"}, {{"((2,3),4):((1,2),8)"}, {"(6,4):(8,1)", "(6,4):(1,6)", "(4,6):(8,1)"}}},
    {{"hierarchy", "S"},
     {{"blocked_product((2,2):(2,1), (2,2):(1,2))"}, {"(4,4):(4,1)", "((2,2),(2,2)):((1,4),(2,8))", "((2,2),(2,2)):((2,8),(1,4))"}}},
    {{"coordinates", "S"}, {{"15", "(0,5)"}, {"14", "(1,(1,2))", "(3,5)", "(0,(1,2),0)"}}},
    {{"coalesce", "S"}, {{"((2,2),6):((2,4),8)", "(4,(2,3)):(2,(8,16))"}, {"24:2", "(4,6):(2,9)", "(6,4):(2,12)"}}},
    {{"composition", "S"}, {{"(4,(2,2)):(2,(16,32))"}, {"(4,4):(2,8)", "(4,4):(1,16)", "16:2"}}},
    {{"complement", "S"}, {{"(2,2):(3,6)", "(2,2):(6,3)"}, {"4:2", "3:3", "4:6"}}},
    {{"divide", "S"}, {{"<2, 4:3>", "make_tile(2:1, (2,2):(3,6))"}, {"<2:1, 4:1>", "<2:4, 4:3>", "<4:3, 2:1>"}}},
    {{"product", "S"},
     {{"((2,2),(2,3)):((2,12),(1,4))", "tile_to_shape(K, (4,6), (1,0))"},
      {"raked_product(K, (2,3):(3,1))", "blocked_product(K, (2,3))", "(4,6):(6,1)"}}},
    {{"tile", "S"},
     {{"ptr+36 o (2,4):(8,1)", "inner_partition(M, (2,4), (2,1))"},
      {"local_tile(M, (2,4), (1,2))", "local_tile(M, (4,2), (1,2))", "(2,4):(8,1)"}}},
    {{"partition", "S"}, {{"((2,2),2):((4,2),1)"}, {"(4,2):(1,4)", "(2,4):(4,1)", "(4,2):(2,0)"}}},
    {{"coalesced_access", "S"},
     {{"(16,16):(16,1)", "(8,(8,4)):(32,(1,8))", "(32,8):(8,1)"}, {"(8,32):(1,8)", "(4,32):(32,1)", "(8,32):(32,2)"}}},
    {{"bank_conflicts", "S"},
     {{"(32,32):(1,32)", "(32,32):(1,33)", "Swizzle<5,0,5> o (32,32):(32,1)"},
      {"(32,32):(34,1)", "(32,32):(0,1)", "(32,32):(65,1)", "(16,64):(64,1)"}}},
    {{"swizzle", "S"}, {{"Swizzle<5,0,5> o (32,32):(32,1)"}, {"(32,32):(33,1)", "Swizzle<2,2,3> o (32,32):(32,1)", "(32,32):(1,32)"}}},
    {{"inverse", "S"}, {{"right_inverse((4,6):(6,1))", "((2,3),4):((4,8),1)"}, {"(4,6):(6,1)", "24:1", "(6,4)"}}},
    {{"by_mode", "S"}, {{"[4:2, 2:4]", "<(2,2):(2,4), 2:4>"}, {"(4,2):(2,32)", "<4:2, 4:2>", "<4:2, 2:1>", "(4,2)", "<2:4, 4:2>", "4:2"}}},
    {{"by_mode", "L"}, {{"((2,2),2):((2,4),32)"}, {"<4:2, 2:4>", "(4,2):(2,4)", "(4,2):(1,8)", "8:2"}}},
    {{"by_mode", "T"}, {{"<2:1, 8:1>", "(2,8):(1,8)"}, {"(8,2)", "16:1", "<2:4, 8:1>", "(2,8):(1,1)"}}},
    {{"rest", "S"}, {{"complement((2,2):(2,12), 48)", "(2,(3,2)):(1,(4,24))"}, {"(2,3,2):(1,4,12)", "(2,2):(1,6)", "48", "4:1"}}},
    {{"rest", "n"}, {{"size(complement(6:1, 40))", "ceil_div(40, 6)"}, {"6", "40", "7:6", "(7,1)"}}},
    {{"rest", "G"}, {{"((2,1),2):((1,0),4)"}, {"(2,2):(1,3)", "(2,2):(1,6)", "4:1", "(2,2):(1,1)"}}},
    {{"swizzle_bits", "j"}, {{"Swizzle<3,3,3>(339)", "crd2idx((5,59), (8,64):(64,1))"}, {"339", "378", "(5,7)", "8:1"}}},
    {{"swizzle_bits", "c"}, {{"325"}, {"(5,0)", "(0,40)", "320", "(5,40,0)"}}},
    {{"swizzle_bits", "S"},
     {{"Swizzle<3,3,3> o (32,32):(32,1)"},
      {"Swizzle<2,0,3> o (32,32):(32,1)", "Swizzle<2,3,2> o (32,32):(32,1)", "(32,32):(40,1)", "(64,16):(16,1)"}}},
    {{"thread_value", "S"}, {{"make_shape(10, 5)"}, {"(5,10)", "90", "(2,3)", "10:1"}}},
    {{"thread_value", "O"}, {{"((1,6),1)", "(25,(1,0))"}, {"(6,3)", "57", "(1,25)", "(25,0)"}}},
    {{"thread_value", "L"},
     {{"make_layout((2,4):(8,1), 2:4)"}, {"(8,2):(2,1)", "((2,4),2):((2,4),1)", "((4,2),2):((4,1),8)", "(2,8):(4,1)", "16:1"}}},
    {{"permutation", "S"}, {{"make_shape(12, 13, 14, 15)"}, {"(6,7,14,15)", "(9,10,11,12)", "12", "(12,13,14)"}}},
    {{"permutation", "Q"}, {{"(2,(2,2),4):(1,(8,16),2)"}, {"(2,4,2):(1,4,2)", "(2,4,4):(1,2,8)", "32", "32:1"}}},
    {{"permutation", "R"}, {{"((2,4),2):((2,4),1)"}, {"(8,2):(1,8)", "(8,2):(1,1)", "16", "(2,8):(2,1)"}}},
    {{"fragment", "n"}, {{"size(partition_C(mma, 0, (64,32):(32,1)))", "ceil_div(2048, 64)"}, {"16", "2048", "(32,1)", "8:1"}}},
    {{"fragment", "S"},
     {{"ptr+16 o ((2,2),1,2):((1,256),0,8)", "mma.get_slice(0).partition_C(local_tile(mC, (32,16), (0,1)))"},
      {"tCgC", "partition_C(mma, 0, gC)", "local_tile(mC, (32,16,16), (0,1,0), (1,1,X))", "ptr+16 o 8:1"}}},
    {{"fragment", "t"}, {{"crd2idx((1,2,1), (4,8,2))"}, {"18", "9", "(41,5)", "41:1"}}},
    {{"core_matrices", "i"},
     {{"tile_to_shape(core, (64,16))(11,13)", "crd2idx((11,13), ((8,8),(8,2)):((8,64),(1,512)))"}, {"189", "606", "(11,13)"}}},
    {{"core_matrices", "S"},
     {{"tile_to_shape(core, (64,16), (2,1))"}, {"tile_to_shape(core, (64,16))", "(64,16):(16,1)", "(16,64):(64,1)", "128"}}},
    {{"core_matrices", "M"},
     {{"tile_to_shape(mn, (64,16))"}, {"tile_to_shape(core, (64,16))", "(64,16):(1,64)", "tile_to_shape(mn, (16,64))", "mn"}}},
    {{"swizzle_atoms", "t"}, {{"ceil_div(8, 2)"}, {"8", "2", "(4,2)"}}},
    {{"swizzle_atoms", "j"}, {{"2*377", "2*Swizzle<3,3,3>(337)"}, {"377", "674", "(5,17)"}}},
    {{"swizzle_atoms", "E"}, {{"upcast<4>(Swizzle<2,4,3>)"}, {"Swizzle<2,4,3>", "Swizzle<2,3,3>", "Swizzle<3,2,3>", "Swizzle<2,2,2>"}}},
    {{"descriptor", "F"}, {{"make_shape(8, 16)"}, {"(16,8)", "(64,128)", "8", "(8,16,0)"}}},
    {{"descriptor", "k"}, {{"crd2idx((1,1), (4,2):(2,512))"}, {"10", "1028", "512", "(514,0)"}}},
    {{"descriptor", "S"},
     {{"Swizzle<1,4,3> o smem_ptr[16b](unset) o (64,16):(16,1)",
       "composition(tile_to_shape(GMMA::Layout_K_SW32_Atom<half_t>, (128,16)), <64,16>)"},
      {"tile_to_shape(GMMA::Layout_K_INTER_Atom<half_t>, (64,16))", "(64,16):(64,1)", "Swizzle<1,3,3> o (64,16):(16,1)",
       "composition(tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>, (64,32)), <64,16>)"}}},
    {{"tma_box", "j"}, {{"S(11,16)"}, {"720", "200", "(11,16)"}}},
    {{"tma_box", "z"}, {{"size((24,64))"}, {"24", "512", "2048"}}},
    {{"tma_box", "q"}, {{"make_shape(32, 4)"}, {"(4,32)", "(16,2)", "32", "(32,4,1)"}}},
    {{"bit_matrix", "j"}, {{"Swizzle<2,0,2>(11)"}, {"13", "11", "(2,3)"}}},
    {{"bit_matrix", "S"}, {{"make_layout((2,2):(2,8), (2,2):(1,4))"}, {"(4,4):(4,1)", "((2,2),(2,2)):((1,4),(2,8))", "(4,4):(2,1)"}}},
    {{"bit_matrix", "r"}, {{"size((2,2,2))"}, {"32", "5", "16", "3"}}},
    {{"bit_matrix", "B"},
     {{"((8,4),(2,2)):((4,32),(2,1))"}, {"(32,4):(4,1)", "(32,4):(1,32)", "(32,(2,2)):(4,(1,2))", "(32,(2,2)):(1,(64,32))"}}},
    {{"which_layout", "t"}, {{"ceil_div(32, 4)"}, {"4", "32", "40"}}},
    {{"which_layout", "S"},
     {{"Swizzle<5,0,5> o ((4,8),32):((32,128),1)", "Swizzle<5,0,5> o (32,32):(32,1)"},
      {"(32,32):(33,1)", "(32,32):(1,32)", "Swizzle<4,1,4> o (32,32):(32,1)", "Swizzle<5,0,5> o (32,32):(1,32)",
       "Swizzle<3,2,3> o (32,32):(32,1)"}}},
    {{"which_layout", "H"}, {{"(64,64):(64+8,1)"}, {"(64,64):(64,1)", "(64,64):(65,1)", "(64,64):(80,1)", "(64,72):(72,1)"}}},
    {{"which_layout", "u"}, {{"ceil_div(32, 8)"}, {"1", "8", "32"}}},
    {{"scales", "i"}, {{"S(40,32)"}, {"130", "162", "642"}}},
    {{"scales", "n"}, {{"size(filter_zeros(Sm1xxBlockScaledConfig<16>::tile_atom_to_shape_SFA((100,128,72,1))))"}, {"500", "512", "450"}}},
    {{"scales", "P"}, {{"(4,(4,32)):(1,(128,4))"}, {"(4,32,4):(1,4,128)", "512:1", "(4,4):(1,128)"}}},
    {{"coordinate_strides", "c"}, {{"E(22)", "22"}, {"(5,2)", "13", "(2,6)"}}},
    {{"coordinate_strides", "T"}, {{"make_layout((4,8), (1@1,1@0))"}, {"(4,8):(1@0,1@1)", "(8,4):(1@0,1@1)", "(4,8)"}}},
    {{"over_f2", "n"}, {{"40 + 6"}, {"43", "48", "8:1"}}},
    {{"over_f2", "S"},
     {{"layout_over_F2(Swizzle<2,0,2> o (4,4):(1,4))"}, {"(4,4):(F1,F4)", "(4,4):(1,5)", "Swizzle<2,0,2> o (4,4):(1,4)", "(2,8):(F1,F5)"}}},
    {{"refused", "n"}, {{"2 + 10"}, {"16", "11", "(1,2)"}}},
    {{"refused", "S"}, {{"make_layout(4:1, 2:8)"}, {"(4,2):(1,6)", "(4,2):(1,12)", "(2,2):(1,8)", "8:1"}}},
    {{"arrows", "d"}, {{"2 * 3"}, {"24", "4", "(2,3)"}}},
    {{"arrows", "S"}, {{"layout_of_morphism(((2,4),(4,3,2),(3,1)))"}, {"(2,4):(1,2)", "(2,4):(4,1)", "(4,2):(1,12)", "8:1"}}},
    {{"true_or_false", "c"}, {{"3:2"}, {"64:1", "1"}}},
    {{"true_or_false", "u"}, {{"2 - 1"}, {"2:0", "0"}}},
    {{"true_or_false", "q"}, {{"(2,2):(1,64)"}, {"4:1", "1"}}},
    {{"true_or_false", "p"}, {{"7:1"}, {"4:1", "1"}}},
    {{"same_or_not", "s"}, {{"(2,2,2):(0,0,7)"}, {"4:1", "1"}}},
    {{"same_or_not", "l"}, {{"(2,2):(0,1)"}, {"4:1", "4:2", "1"}}},
    {{"same_or_not", "v"}, {{"1"}, {"4:1", "0"}}},
    {{"same_or_not", "h"}, {{"(2,32):(1,2)"}, {"(8,8):(1,8)", "64:2", "1"}}},
    {{"composed_how", "a"}, {{"3:2"}, {"2:1", "1"}}},
    {{"composed_how", "k"}, {{"(2,2,2):(1,1,4)"}, {"4:1", "1"}}},
    {{"composed_how", "t"}, {{"(2,2):(2,3)"}, {"(4,2):(1,4)", "1"}}},
    {{"composed_how", "r"}, {{"(2,3):(1,4)"}, {"2:1", "(2,2):(1,3)", "1"}}},
    {{"gemm_by_hand", "n"}, {{"_4", "size<2>(tCgA)"}, {"5", "0", "2"}}},
    {{"gemm_by_hand", "t"}, {{"tC(2,5)", "2 + 5*8"}, {"21", "10", "(2,5)"}}},
    {{"gemm_by_hand", "r"}, {{"size<1>(tC)"}, {"1", "64", "4"}}},
    {{"gemm_by_hand", "S"}, {{"(8,8):(8,1)", "((_4,_2),_8):((_16,_8),_1)"}, {"(_8,_8):(_1,_8)", "(_8,_8):(_1,_1)", "(_8,_4):(_4,_1)"}}},
    {{"tiles", "after"}, {{"_1"}, {"2", "8:1"}}},
    {{"tiles", "w"}, {{"tA(3,2)"}, {"14", "19", "(3,2)"}}},
    {{"tiles", "G"},
     {{"local_tile(mA, (16,4), (1,1))", "local_tile(mA, (_16,_4), make_coord(1,1))"}, {"gA", "local_tile(mA, (16,4), (1,2))", "sA"}}},
    {{"tiles", "r"}, {{"gridDim_y"}, {"32", "4", "16"}}},
    {{"vectors", "atom"},
     {{"Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, float>{}"},
      {"Copy_Atom<UniversalCopy<uint64_t>, float>{}", "Copy_Atom<UniversalCopy<uint32_t>, float>{}", "128"}}},
    {{"vectors", "t"}, {{"thrA(5,3)"}, {"83", "53", "43"}}},
    {{"vectors", "V"}, {{"(_1,_4):(_0,_1)", "make_layout((_1,_4))"}, {"(_4,_1)", "(_2,_2)", "(_1,_8)"}}},
    {{"stages", "ahead"}, {{"_2", "stages-1"}, {"4", "1", "0"}}},
    {{"stages", "w"}, {{"n+1"}, {"1", "0", "3"}}},
    {{"stages", "q"}, {{"4%stages"}, {"2", "4", "0"}}},
    {{"ldmatrix", "atom"},
     {{"composition(Swizzle<3,3,3>{}, make_layout((_8,_64), (_64,_1)))", "(_8,_64):(_72,_1)"},
      {"Swizzle<2,3,3> o (_8,_64):(_64,_1)", "(_8,_64):(_1,_8)", "(_8,_32):(_32,_1)"}}},
    {{"ldmatrix", "l"}, {{"16+3"}, {"3", "11", "27"}}},
    {{"ldmatrix", "c"}, {{"8/4"}, {"4", "8", "1"}}},
    {{"tma_wgmma", "bytes"}, {{"2*(64*64+64*64)"}, {"16383", "32768", "0"}}},
    {{"tma_wgmma", "p"}, {{"4/stages%2"}, {"1", "4", "2"}}},
    {{"tma_wgmma", "w"}, {{"n+1"}, {"0", "2"}}},
    {{"errors", "B"}, {{"make_layout(12)", "(6,2):(1,6)"}, {"6:1", "24:1", "12:2"}}},
    {{"errors", "T"}, {{"make_shape(128, 128)"}, {"(128,64)", "(128,192)", "(120,128)"}}},
    {{"errors", "W"}, {{"Swizzle<3,4,3>{}"}, {"Swizzle<2,4,2>", "Swizzle<3,4,4>"}}},
    {{"errors", "H"}, {{"((4,2),4):((4,16),1)"}, {"(8,4)", "(4,8):(8,1)", "(16,4):(4,1)"}}},
    {{"errors", "V"}, {{"(1,8):(0,1)"}, {"(8,1)", "(2,8)"}}},
    {{"errors", "G"}, {{"(2,(3,4)):(1,(2,6))"}, {"group_modes<0,3>((2,3,4):(1,2,6))", "(2,3,4):(1,2,6)"}}},
    {{"errors", "C"}, {{"make_layout((4,4))"}, {"(4,4):(4,1)", "(2,4):(1,2)"}}},
    {{"errors", "U"}, {{"make_layout((8,8), (1,12))"}, {"(8,8):(1,11)", "(8,8):(1,16)"}}},
    {{"errors", "N"}, {{"<3:1,2:1>"}, {"<2,3>", "<3,1>"}}},
    {{"errors", "P"}, {{"make_layout((32,16), (24,1))"}, {"(32,16):(22,1)", "(32,16):(32,1)"}}},
    {{"hang", "bytes"}, {{"2*(64*64+64*64)"}, {"8192", "16385"}}},
    {{"hang", "a"}, {{"size(mma)+1"}, {"128", "130", "1"}}},
    {{"hang", "w"}, {{"p+1"}, {"0", "2", "3"}}},
};

/// A lesson as it is opened from the menu.
struct Open {
  State a{starter_sheet()};

  Open(int lesson, Language language) {
    if (language != Language::english) run_command(a, "view.language");
    REQUIRE(a.view.texts.language() == language);
    REQUIRE(run_command(a, "lessons.open." + std::to_string(lesson + 1)));
  }
  const std::vector<Exercise>& exercises() const { return a.workspace.sheet().exercises; }
  const ExerciseState& state(std::size_t exercise) const { return a.workspace.lessons().states.at(exercise); }
  /// Types the answer into the exercise's entry.
  const ExerciseState& answer(std::size_t exercise, const std::string& text) {
    const auto& name = exercises().at(exercise).entry;
    const int entry = a.workspace.evaluator().find(name);
    REQUIRE(entry >= 0);
    type_text(a.workspace, a.view, entry, name + " = " + text);
    return state(exercise);
  }
  /// Returns the card's reply to the last answer.
  std::string said(std::size_t exercise) const {
    const auto& s = state(exercise);
    return s.otherwise + (s.otherwise.empty() ? "" : " ") + a.view.texts(s.why);
  }
};

/// The answer is refused with a sentence of the exercise's own and with the place where it is wrong, in the window's language.
void refuses(Open& lesson, std::size_t exercise, const std::string& answer) {
  CAPTURE(answer);
  const auto& state = lesson.answer(exercise, answer);
  CHECK(state.kind == Kind::wrong);
  CAPTURE(lesson.said(exercise));
  CHECK_FALSE(state.why.empty());
  const int entry = lesson.a.workspace.evaluator().find(lesson.exercises()[exercise].entry);
  if (lesson.a.workspace.result(entry).value() != nullptr) CHECK_FALSE(state.otherwise.empty());
  if (lesson.a.view.texts.language() == Language::chinese) CHECK(lesson.a.view.texts(state.why) != state.why.text());
  CHECK_FALSE(lesson.a.workspace.lessons().all_solved());
}

/// Returns an answer of another exercise: of the next one in the course.
std::string answer_of_next(int lesson, std::size_t exercise) {
  const auto here = lesson_sheet(lesson, Language::english).exercises;
  if (exercise + 1 < here.size()) return here[exercise + 1].answer;
  const auto count = static_cast<int>(lesson_names().size());
  return lesson_sheet((lesson + 1) % count, Language::english).exercises.at(0).answer;
}

}  // namespace

TEST_CASE("every exercise refuses wrong answers and says why, gives its hints, and takes each right answer") {
  int row = 0;
  for (const auto language : {Language::english, Language::chinese})
    for (int number = 0; number < static_cast<int>(lesson_names().size()); ++number) {
      if (!tried(row++)) continue;
      const std::string name(lesson_names()[static_cast<std::size_t>(number)]);
      CAPTURE(name);
      Open lesson(number, language);
      REQUIRE_FALSE(lesson.exercises().empty());
      for (std::size_t e = 0; e < lesson.exercises().size(); ++e) {
        const auto exercise = lesson.exercises()[e];
        CAPTURE(exercise.entry);
        REQUIRE(tried_answers.contains({name, exercise.entry}));
        const auto& [right, wrong] = tried_answers.at({name, exercise.entry});
        CHECK(right.size() >= 1);
        CHECK(wrong.size() >= 2);
        CHECK(lesson.state(e).kind == Kind::open);
        CHECK(lesson.a.workspace.lessons().current() == static_cast<int>(e));
        for (const auto& answer : wrong) refuses(lesson, e, answer);
        for (const char* no_expression : {"nobody(3)", "(4,", "4:", "I don't know"}) refuses(lesson, e, no_expression);
        refuses(lesson, e, answer_of_next(number, e));
        CHECK(lesson.answer(e, "").kind == Kind::open);
        REQUIRE(exercise.hints.size() >= 1);
        for (std::size_t hint = 1; hint <= exercise.hints.size(); ++hint) {
          CHECK(run_command(lesson.a, "lessons.hint"));
          CHECK(lesson.a.workspace.lessons().help[e].hints == static_cast<int>(hint));
        }
        CHECK_FALSE(run_command(lesson.a, "lessons.hint"));
        CHECK_FALSE(lesson.a.workspace.lessons().solved.contains(name));
        for (const auto& answer : right) {
          CAPTURE(answer);
          const auto& state = lesson.answer(e, answer);
          CHECK_MESSAGE(state.kind == Kind::solved, lesson.said(e));
        }
        // How it is written does not count.
        CHECK(lesson.answer(e, "  " + exercise.answer + " ").kind == Kind::solved);
      }
      CHECK(lesson.a.workspace.lessons().all_solved());
      CHECK(lesson.a.workspace.lessons().solved == std::set<std::string>{name});
      CHECK(run_command(lesson.a, "lessons.next") == (number + 1 < static_cast<int>(lesson_names().size())));
    }
}

TEST_CASE("the answer that an exercise shows is accepted, and done with them all the lesson is solved") {
  for (const auto language : {Language::english, Language::chinese})
    for (int number = 0; number < static_cast<int>(lesson_names().size()); ++number) {
      const std::string name(lesson_names()[static_cast<std::size_t>(number)]);
      CAPTURE(name);
      Open lesson(number, language);
      for (int e = 0; e < static_cast<int>(lesson.exercises().size()); ++e) {
        CAPTURE(e);
        CHECK_FALSE(lesson.a.workspace.lessons().solved.contains(name));
        REQUIRE(run_command(lesson.a, "lessons.answer"));
        CHECK(lesson.a.workspace.lessons().help[static_cast<std::size_t>(e)].answer);
        take_answer(lesson.a.workspace, lesson.a.view, e);
        CHECK_MESSAGE(lesson.state(static_cast<std::size_t>(e)).kind == Kind::solved, lesson.said(static_cast<std::size_t>(e)));
        CHECK(lesson.a.workspace.lessons().of(name) ==
              (lesson.a.workspace.lessons().all_solved() ? LessonProgress::Progress::solved : LessonProgress::Progress::begun));
      }
      CHECK(lesson.a.workspace.lessons().solved == std::set<std::string>{name});
    }
}
