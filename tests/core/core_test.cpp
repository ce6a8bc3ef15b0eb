// A host of its own: it links cutescope_core alone, and so nothing of Dear ImGui, GLFW, OpenGL and CUDA.

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "app/document/evaluation.hpp"
#include "app/figures/export_settings.hpp"
#include "app/import/open.hpp"
#include "tests/folder.hpp"

TEST_CASE("a sheet is read, evaluated, and its picture written") {
  const Folder folder;
  const auto sheet = app::load_sheet(folder.file("x.cutes", "A = (8,8):(8,1)\nD = zipped_divide(A, <4:1, 4:1>)\n"));
  REQUIRE(sheet);
  app::SheetEvaluator evaluator;
  const auto& results = evaluator.update(*sheet);
  REQUIRE(results.size() == 2);
  REQUIRE(results[1].evaluation);
  CHECK(to_string(results[1].evaluation->value, algebra::Marks::plain) == "((4,4),(2,2)):((8,1),(32,4))");
  app::ExportSettings settings;
  settings.request.entry = 1;
  const auto figures = app::figures_of(*sheet, evaluator, settings);
  REQUIRE(figures);
  REQUIRE(app::export_figures(*figures, settings, folder.at("D.svg")));
  CHECK(folder.text("D.svg").find("<svg") != std::string::npos);
  CHECK(folder.text("D.svg").find(">63<") != std::string::npos);
}

TEST_CASE("nothing of a window is in the program") {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    for (const auto* library : {"libGL", "libEGL", "libOpenGL", "libepoxy", "libglfw", "libcuda"})
      CHECK_MESSAGE(line.find(library) == std::string::npos, line);
}
