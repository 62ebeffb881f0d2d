"""Opens the page of a report in headless Chromium and writes what happened, as JSON.

    browser.py CHROMIUM PAGE ADDRESS FOLDER < QUESTIONS

ADDRESS is a server on this machine that no page may reach; FOLDER takes the pictures. Each question is the part of the
page's address after `#`. The browser is spoken to over its debugging pipe, and ends with this program.
"""

import base64
import fcntl
import json
import os
import pathlib
import select
import signal
import subprocess
import sys
import tempfile
import time

chromium, page, address, folder = sys.argv[1:]
questions = json.load(sys.stdin)
page = pathlib.Path(page).resolve().as_uri()

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    "--remote-debugging-pipe",
]
PATIENCE = 90


class Browser:
    """Chromium, and what it told without being asked."""

    def __init__(self, home):
        ours, theirs = os.pipe(), os.pipe()
        # Numbers 3 and 4 are where the browser looks; ours must not be in the way.
        high = [fcntl.fcntl(fd, fcntl.F_DUPFD, 20) for fd in (*ours, *theirs)]
        for fd in (*ours, *theirs):
            os.close(fd)
        to_read, they_write, they_read, to_write = high

        def in_child():
            os.dup2(they_read, 3)
            os.dup2(they_write, 4)

        self.process = subprocess.Popen(
            [chromium, *FLAGS, f"--user-data-dir={home}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=in_child,
            pass_fds=(3, 4),
            env={**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home},
        )
        os.close(they_read)
        os.close(they_write)
        self.reading, self.writing, self.number, self.buffer, self.events = to_read, to_write, 0, b"", []
        self.session = None

    def message(self, until):
        """The next message; nothing when there is none by then."""
        while b"\0" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.reading], [], [], left)[0]:
                return None
            part = os.read(self.reading, 1 << 20)
            if not part:
                raise SystemExit("the browser is gone")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, **params):
        self.number += 1
        question = {"id": self.number, "method": method, "params": params}
        if self.session:
            question["sessionId"] = self.session
        os.write(self.writing, json.dumps(question).encode() + b"\0")
        until = time.monotonic() + PATIENCE
        while True:
            answer = self.message(until)
            if answer is None:
                raise SystemExit(f"no answer to {method}")
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        """Waits for an event that did not come before."""
        until = time.monotonic() + PATIENCE
        while True:
            message = self.message(until)
            if message is None:
                raise SystemExit(f"no {method}")
            self.events.append(message)
            if message.get("method") == method:
                return

    def rest(self, seconds):
        """Hears what comes in a while."""
        until = time.monotonic() + seconds
        while (message := self.message(until)) is not None:
            self.events.append(message)

    def attach(self):
        self.session = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "DOM"):
            self.ask(f"{domain}.enable")

    def value(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def load(self, url):
        self.ask("Page.navigate", url=url)
        self.wait("Page.loadEventFired")

    def size(self, width, height):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.ask("Emulation.setDeviceMetricsOverride", **metrics)

    def picture(self, name):
        data = self.ask("Page.captureScreenshot", format="png")["data"]
        path = os.path.join(folder, name)
        with open(path, "wb") as out:
            out.write(base64.b64decode(data))
        return path

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


def complaints(events):
    """Errors of scripts, of the console and of the policy, dialogs, and what was asked of a network."""
    found = []
    for event in events:
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            found.append(f"exception: {params['exceptionDetails']}")
        elif method == "Runtime.consoleAPICalled":
            found.append(f"console: {params['args']}")
        elif method == "Log.entryAdded":
            found.append(f"log: {params['entry']['text']}")
        elif method == "Page.javascriptDialogOpening":
            found.append(f"dialog: {params['message']}")
        elif method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            if url.split("#")[0] not in (page, "about:blank") and not url.startswith("data:"):
                found.append(f"request: {url}")
    return found


VIEW = """(() => {
  const shown = [...document.querySelectorAll('.finding')].filter((item) => !item.closest('[hidden]'));
  const target = document.querySelector(':target');
  const top = target && target.getBoundingClientRect().top;
  const bar = document.getElementById('filter').getBoundingClientRect().bottom;
  return {
    findings: shown.length,
    told: document.getElementById('shown').value,
    target: target && target.id,
    isInSight: target !== null && top >= bar && top < innerHeight,
  };
})()"""


def look(browser):
    seen = {"pictures": []}
    browser.attach()
    browser.size(1280, 900)
    started = time.monotonic()
    browser.load(page)
    seen["view"] = browser.value(VIEW)
    seen["seconds"] = time.monotonic() - started
    seen["owned"] = browser.value("window.owned ?? null")
    seen["unlabelled"] = browser.value(
        "[...document.querySelectorAll('input, select')].filter((field) => !field.labels.length).length"
    )
    seen["elements"] = browser.value(
        "[...new Set([...document.body.querySelectorAll('*')].map((element) => element.localName))].sort()"
    )
    seen["handlers"] = browser.value(
        "[...document.querySelectorAll('*')].flatMap((element) => element.getAttributeNames())"
        ".filter((name) => name.startsWith('on') || name === 'src' || name === 'style').length"
    )
    seen["links"] = browser.value(
        "[...document.querySelectorAll('a')].filter((link) => !link.getAttribute('href').startsWith('#')).length"
    )
    seen["overflow"] = browser.value("document.documentElement.scrollWidth > innerWidth")
    seen["pictures"].append(browser.picture("report.png"))
    key = {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
    browser.ask("Input.dispatchKeyEvent", type="keyDown", **key)
    browser.ask("Input.dispatchKeyEvent", type="keyUp", **key)
    seen["firstStop"] = browser.value("document.activeElement.className")

    seen["answers"] = []
    for question in questions:
        started = time.monotonic()
        browser.ask("Page.navigate", url=f"{page}#{question}")
        browser.rest(0.2)
        seen["answers"].append({**browser.value(VIEW), "seconds": time.monotonic() - started})
    seen["pictures"].append(browser.picture("report-link.png"))

    # As a person does it.
    browser.load("about:blank")
    browser.load(page)
    browser.value("document.querySelector('#filter [name=text]').focus()")
    browser.ask("Input.insertText", text="namespace-7/")
    browser.rest(1)
    seen["typed"] = {**browser.value(VIEW), "hash": browser.value("location.hash")}
    seen["pictures"].append(browser.picture("report-filter.png"))
    browser.value("document.querySelector('#filter button').click()")
    browser.rest(0.5)
    seen["reset"] = browser.value(VIEW)

    scheme = {"name": "prefers-color-scheme", "value": "dark"}
    browser.ask("Emulation.setEmulatedMedia", features=[scheme])
    browser.value("scrollTo(0, document.querySelector('section[id]').offsetTop - 120)")
    browser.rest(0.3)
    seen["pictures"].append(browser.picture("report-dark.png"))
    browser.ask("Emulation.setEmulatedMedia", features=[])
    browser.size(390, 844)
    browser.rest(0.3)
    seen["narrowOverflow"] = browser.value("document.documentElement.scrollWidth > innerWidth")
    seen["pictures"].append(browser.picture("report-narrow.png"))
    browser.size(1280, 900)
    seen["complaints"] = complaints(browser.events)

    # Without its script the page is whole.
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    browser.load("about:blank")
    browser.load(page)
    root = browser.ask("DOM.getDocument")["root"]["nodeId"]
    number = lambda selector: len(browser.ask("DOM.querySelectorAll", nodeId=root, selector=selector)["nodeIds"])
    seen["withoutScript"] = {"findings": number(".finding"), "hidden": number("[hidden]"), "forms": number("form[hidden]")}
    browser.ask("Emulation.setScriptExecutionDisabled", value=False)

    # What would get into the page could do nothing there.
    browser.load("about:blank")
    browser.load(page)
    seen["fetched"] = browser.value(f"fetch('{address}/fetch').then(() => true, () => false)")
    browser.value(
        "(() => { const script = document.createElement('script'); script.textContent = 'window.owned = 1';"
        f" document.body.append(script); new Image().src = '{address}/image'; }})()"
    )
    browser.rest(0.5)
    seen["ranScript"] = browser.value("window.owned ?? null")

    # The server does hear of it when somebody asks.
    browser.attach()
    browser.ask("Runtime.evaluate", expression=f"new Image().src = '{address}/control'")
    browser.rest(1)
    return seen


def stop(*_):
    raise SystemExit("it took too long")


# A hang must not outlive its test, nor the browser this program.
for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, stop)
signal.alarm(300)
with tempfile.TemporaryDirectory(prefix="quintet-browser-", ignore_cleanup_errors=True) as home:
    browser = Browser(home)
    try:
        seen = look(browser)
    finally:
        browser.end()
json.dump(seen, sys.stdout)
