"""What the tests of interactive pages share: the program, the checks, and pages of sheets."""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile

from browser import Checks, needs
from figure import Core, Page

needs("page")
program, write_links, root = sys.argv[1:4]
checks = Checks()
check, equal = checks.check, checks.equal
work = tempfile.mkdtemp(prefix="cutescope-page-")
atexit.register(shutil.rmtree, work, ignore_errors=True)


def written(name, text):
    path = os.path.join(work, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def exported(sheet, name, *options):
    """The path of the sheet's page."""
    path = os.path.join(work, name + ".html")
    subprocess.run([program, "export", sheet, "-o", path, *options], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def sheet_of(name):
    return os.path.join(root, "tests/browser/sheets", name + ".cutes")


starter = os.path.join(root, "assets/sheets/starter.cutes")


def opened(browser, sheet, name, *options, most=200):
    """The sheet's page, open, beside what the program says of the sheet."""
    path = exported(sheet, name, *options)
    page = Page(browser, Core(write_links, sheet, most))
    browser.open(path)
    return page.ready()


def quiet(browser, name):
    equal(f"{name}: the page says nothing", browser.console(), [])
    asked = [r for r in browser.requests() if not r.startswith((f"file://{work}/", "data:"))]
    equal(f"{name}: it asks for nothing", asked, [])


def pictured(browser, name):
    folder = os.environ.get("CUTESCOPE_PICTURES")
    if folder:
        browser.picture(os.path.join(folder, name + ".png"))
