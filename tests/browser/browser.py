"""Drives Debian's Chromium, without a window, through its driver. Nothing here waits for time: what is awaited is a condition."""

import base64
import http.server
import json
import os
import shutil
import sys
import tempfile
import threading
import time

patience = 60  # seconds until a condition that does not come true fails the test


def skip(test, why):
    print(f"SKIPPED: the {test} test needs {why}: scripts/test --web installs them.")
    sys.exit(0)


def needs(test):
    """Ends the program, as skipped, where there is no browser to drive."""
    missing = [p for p, command in (("chromium", "chromium"), ("chromium-driver", "chromedriver")) if not shutil.which(command)]
    try:
        import selenium  # noqa: F401
    except ImportError:
        missing.append("python3-selenium")
    if missing:
        skip(test, " and ".join(missing))


class Checks:
    """Counts what holds and what does not, and says the latter."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, holds, why=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {name}" + (f":\n{why}" if why else ""), flush=True)
        return bool(holds)

    def equal(self, name, got, wanted):
        return self.check(name, got == wanted, f"wanted {wanted!r}\ngot    {got!r}")

    def run(self, name, test, *arguments):
        """A test that throws has failed; the next one runs all the same."""
        try:
            return test(*arguments)
        except Exception as e:  # noqa: BLE001
            self.check(name, False, f"{type(e).__name__}: {e}")
            return None

    def end(self):
        print(f"script: {self.passed} passed, {self.failed} failed")
        sys.exit(0 if self.failed == 0 and self.passed > 0 else 1)


class Server:
    """A web server of this machine that keeps what it was asked for, and answers nothing."""

    def __enter__(self):
        asked = self.all = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                self.send_error(404)

            do_POST = do_HEAD = do_GET

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def asked(self):
        """The paths since the last call."""
        got, self.all[:] = list(self.all), []
        return got


class Browser:
    # The requests that `refusals` tries, by the directive that the browser reports.
    tried = ("connect-src", "font-src", "frame-src", "img-src", "script-src-elem", "style-src-elem")

    def __init__(self, scripts=True, touch=False, language="en-US", size=(1400, 1000)):
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
        from selenium.webdriver.remote.remote_connection import RemoteConnection

        RemoteConnection.set_timeout(2 * patience)  # else it waits for ever for a browser that does not answer any more

        self.folder = tempfile.mkdtemp(prefix="cutescope-browser-")
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in (
            "--headless=new",
            f"--window-size={size[0]},{size[1]}",
            f"--lang={language}",
            f"--user-data-dir={self.folder}",
            "--force-device-scale-factor=1",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
        ):
            options.add_argument(argument)
        # Chromium's sandbox refuses to run as root, as which continuous integration runs.
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        preferences = {"intl.accept_languages": language}
        if not scripts:
            preferences["profile.managed_default_content_settings.javascript"] = 2
        options.add_experimental_option("prefs", preferences)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.set_script_timeout(patience)
        if touch:
            self.cdp("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def close(self):
        self.driver.quit()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def cdp(self, method, **parameters):
        return self.driver.execute_cdp_cmd(method, parameters)

    def open(self, path):
        """Loads a file; returns once it is parsed and its scripts have run."""
        self.driver.get("file://" + os.path.abspath(path))

    def js(self, script, *arguments):
        """The value of a function body in the page; policies of the page do not hold for it."""
        return self.driver.execute_script(script, *arguments)

    def js_async(self, script, *arguments):
        """The same of an asynchronous one: `await` is allowed, `return` answers."""
        answer = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            f"(async (...a) => {{ {script} }})(...Array.prototype.slice.call(arguments, 0, -1))"
            ".then(value => done({value}), e => done({error: String(e && e.stack || e)}));",
            *arguments,
        )
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer.get("value")

    def wait(self, what, script, *arguments):
        """Waits until the function body's value is true, and returns it."""
        end = time.monotonic() + patience
        while True:
            value = self.js(script, *arguments)
            if value:
                return value
            if time.monotonic() > end:
                raise RuntimeError(f"waited {patience} s for: {what}")
            time.sleep(0.01)  # between two tries

    def console(self):
        """Messages since the last call: errors, warnings, logs, refused requests."""
        return [f"{e['level']} {e['source']}: {e['message']}" for e in self.driver.get_log("browser")]

    def requests(self):
        """The addresses that were asked for since the last call, the page's own file among them; without the browser's own pages."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return [f for f in found if not f.startswith("chrome:")]

    def refusals(self, address):
        """Tries to have an image, a script, a style, a font, a frame and a text from that server; the directives that refuse it."""
        return self.js_async(
            """
            const refused = new Set();
            document.addEventListener('securitypolicyviolation', e => refused.add(e.effectiveDirective));
            const add = (kind, more) => {
              const element = Object.assign(document.createElement(kind), more);
              const end = new Promise(r => { element.onload = element.onerror = r; });
              document.body.append(element);
              return end;
            };
            const from = a[0];
            await Promise.allSettled([
              add('img', {src: from + '/image.png'}), add('script', {src: from + '/script.js'}),
              add('link', {rel: 'stylesheet', href: from + '/style.css'}), add('iframe', {src: from + '/frame.html'}),
              fetch(from + '/text'), new FontFace('F', `url(${from}/font.woff)`).load()]);
            // Told one task after it was refused.
            for (let n = 0; n < 500 && refused.size < a[1]; ++n) await new Promise(r => setTimeout(r));
            return [...refused];
            """,
            address, len(self.tried))  # fmt: skip

    # The mouse, the keyboard and a finger, as the browser gets them from the system.

    def move(self, x, y):
        self.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, x, y):
        self.move(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def drag(self, x, y, to_x, to_y):
        self.move(x, y)
        self.cdp("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        self.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=to_x, y=to_y, button="left", buttons=1)
        self.cdp("Input.dispatchMouseEvent", type="mouseReleased", x=to_x, y=to_y, button="left", clickCount=1)

    def tap(self, x, y):
        self.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def swipe(self, x, y, to_x, to_y):
        self.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for n in range(1, 9):
            at = [{"x": x + (to_x - x) * n / 8, "y": y + (to_y - y) * n / 8}]
            self.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=at)
        self.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    codes = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "Backspace": 8,
             "PageUp": 33, "PageDown": 34, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}  # fmt: skip

    def key(self, name, shift=False):
        """A key by its DOM name, or a character."""
        code = self.codes.get(name, ord(name.upper()) if len(name) == 1 and name.isalnum() else 0)
        text = {"Enter": "\r"}.get(name, name if len(name) == 1 else "")
        event = {"key": name, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        self.cdp("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **event, **({"text": text} if text else {}))
        self.cdp("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text):
        for character in text:
            self.key(character)

    def picture(self, path):
        self.driver.save_screenshot(path)

    def pdf(self):
        """The page as it would be printed."""
        return base64.b64decode(self.cdp("Page.printToPDF", printBackground=True)["data"])

    def media(self, **features):
        """Emulates "print", and features such as prefers_color_scheme="dark"."""
        kind = features.pop("media", "")
        self.cdp("Emulation.setEmulatedMedia", media=kind,
                 features=[{"name": k.replace("_", "-"), "value": v} for k, v in features.items()])  # fmt: skip

    def accessibility(self):
        """What a screen reader is told: [{role, name, value, ...}], without what it ignores."""
        self.cdp("Accessibility.enable")
        told = []
        for node in self.cdp("Accessibility.getFullAXTree")["nodes"]:
            if node.get("ignored"):
                continue
            one = {k: node.get(k, {}).get("value", "") for k in ("role", "name", "value", "description")}
            one["properties"] = {p["name"]: p["value"].get("value") for p in node.get("properties", [])}
            told.append(one)
        return told
