"""The notebook of the documentation, executed: each cell prints and draws what its kept output shows.

CUTESCOPE_NOTEBOOK_UPDATE=1 keeps the new outputs in docs/notebook.ipynb. CUTESCOPE_NOTEBOOK_OUT names an .html file for the notebook with
its interactive figures.
"""

import copy
import os
import re
import unittest

docs = os.environ["CUTESCOPE_DOCS"]
path = os.path.join(docs, "notebook.ipynb")
most_bytes = 600_000


def kept(output):
    """An output as the notebook keeps it: without the interactive figure, which pages that show notebooks do not run."""
    output = copy.deepcopy(output)
    if "data" in output:
        output["data"].pop("text/html", None)
        output["metadata"] = {}
    if "execution_count" in output:
        output["execution_count"] = None
    return output


def compared(output):
    """What does not depend on the machine: texts as they are, and a picture's words, whose places its fonts decide."""
    if output["output_type"] == "stream":
        return output["name"], output["text"]
    data = output["data"]
    words = sorted(re.findall(r"<text[^>]*>([^<]*)</text>", data.get("image/svg+xml", "")))
    return output["output_type"], data.get("text/plain"), "image/svg+xml" in data, words


class NotebookTest(unittest.TestCase):
    def test_kept_output_is_what_it_shows(self):
        try:
            import nbconvert
            import nbformat
            from nbconvert.preprocessors import ExecutePreprocessor
        except ImportError:
            print("SKIPPED: the notebook: no nbconvert")
            return
        # The kernel is the python3 that is found first: the one that the module is for.
        os.environ["PATH"] = "/usr/bin:" + os.environ["PATH"]
        before = nbformat.read(path, as_version=4)
        notebook = copy.deepcopy(before)
        ExecutePreprocessor(timeout=120, kernel_name="python3").preprocess(notebook, {"metadata": {"path": docs}})
        shown = {}
        for cell in notebook.cells:
            cell["metadata"] = {}
            for output in cell.get("outputs", []):
                self.assertNotEqual(output.output_type, "error", cell.source)
                for kind, words in output.get("data", {"text/plain": output.get("text", "")}).items():
                    shown.setdefault(kind, []).append(words)
        if os.environ.get("CUTESCOPE_NOTEBOOK_UPDATE"):
            new = copy.deepcopy(notebook)
            new.metadata = before.metadata
            for cell in new.cells:
                if cell.cell_type == "code":
                    cell.outputs, cell.execution_count = [kept(o) for o in cell.outputs], None
            nbformat.write(new, path)
            before = nbformat.read(path, as_version=4)
        self.assertLess(os.path.getsize(path), most_bytes)
        for old, new in zip(before.cells, notebook.cells):
            for output in old.get("outputs", []):
                self.assertNotIn("text/html", output.get("data", {}), old.source)
            self.assertEqual([compared(o) for o in old.get("outputs", [])], [compared(o) for o in new.get("outputs", [])], old.source)
        plain = "\n".join(shown["text/plain"])
        for words in ("((4,4),(2,2)):((8,1),(32,4))", "R(c) = A(B(c)) is broken", "Nearest that work", "ptr+7 o (2,1):(16,0)"):
            self.assertIn(words, plain)
        for words in ("ContractWarning: CuTe composes", "98304 products", "overwritten: thread 0 writes", "0 problems", "Swizzle<3,2,3>"):
            self.assertIn(words, plain)
        self.assertIn("elements touched once", plain)
        self.assertGreaterEqual(sum("cutescope-figure" in words for words in shown["text/html"]), 4)
        maps = [words for words in shown["image/svg+xml"] if "Registers of thread 37" in words]
        self.assertEqual(len(maps), 1)
        page, _ = nbconvert.HTMLExporter().from_notebook_node(notebook)
        self.assertIn("cutescope-figure", page)
        if "CUTESCOPE_NOTEBOOK_OUT" in os.environ:
            with open(os.environ["CUTESCOPE_NOTEBOOK_OUT"], "w", encoding="utf-8") as file:
                file.write(page)


if __name__ == "__main__":
    unittest.main()
