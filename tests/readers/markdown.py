"""Renders Markdown from standard input as GitHub does, and writes what a browser would get, as JSON."""

import json
import sys
from html.parser import HTMLParser

import cmarkgfm
from cmarkgfm.cmark import Options


class Page(HTMLParser):
    """What is on the page: tags and attributes, links, comments, and texts in code and outside."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open = []
        self.tags = set()
        self.attributes = set()
        self.comments = []
        self.code = []
        self.words = []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attributes)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise SystemExit(f"</{tag}> ends nothing")

    def handle_comment(self, text):
        self.comments.append(text)

    def handle_data(self, text):
        (self.code if "code" in self.open else self.words).append(text)


page = Page()
# With everything let through that GitHub would only take out later.
text = sys.stdin.buffer.read().decode("utf-8")
page.feed(cmarkgfm.github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE))
page.close()
if page.open:
    raise SystemExit(f"{page.open} are not ended")
seen = {
    "tags": sorted(page.tags),
    "attributes": sorted(page.attributes),
    "comments": page.comments,
    "code": "\n".join(page.code),
    "words": "".join(page.words),
}
json.dump(seen, sys.stdout)
