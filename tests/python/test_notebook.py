"""The notebook of the documentation, executed; what it shows stays in CUTESCOPE_NOTEBOOK_OUT, an .html file, where that is set."""

import os
import unittest


class NotebookTest(unittest.TestCase):
    def test_runs_and_shows_what_it_says(self):
        try:
            import nbconvert
            import nbformat
            from nbconvert.preprocessors import ExecutePreprocessor
        except ImportError:
            print("SKIPPED: the notebook: no nbconvert")
            return
        # The kernel is the python3 that is found first: the one that the module is for.
        os.environ["PATH"] = "/usr/bin:" + os.environ["PATH"]
        notebook = nbformat.read(os.path.join(os.environ["CUTESCOPE_DOCS"], "notebook.ipynb"), as_version=4)
        for cell in notebook.cells:
            self.assertFalse(cell.get("outputs"), "the notebook is kept without its output")
        ExecutePreprocessor(timeout=120, kernel_name="python3").preprocess(notebook, {})
        shown = {}
        for cell in notebook.cells:
            for output in cell.get("outputs", []):
                self.assertNotEqual(output.output_type, "error", cell.source)
                for kind, words in output.get("data", {"text/plain": output.get("text", "")}).items():
                    shown.setdefault(kind, []).append(words)
        plain = "\n".join(shown["text/plain"])
        for words in ("((4,4),(2,2)):((8,1),(32,4))", "R(c) = A(B(c)) is broken", "Nearest that work", "ptr+7 o (2,1):(16,0)"):
            self.assertIn(words, plain)
        self.assertIn("elements touched once", plain)
        self.assertGreaterEqual(sum("cutescope-figure" in words for words in shown["text/html"]), 4)
        self.assertGreaterEqual(len(shown["image/svg+xml"]), 1)
        page, _ = nbconvert.HTMLExporter().from_notebook_node(notebook)
        self.assertIn("cutescope-figure", page)
        if "CUTESCOPE_NOTEBOOK_OUT" in os.environ:
            with open(os.environ["CUTESCOPE_NOTEBOOK_OUT"], "w", encoding="utf-8") as file:
                file.write(page)


if __name__ == "__main__":
    unittest.main()
